package render

import (
	"fmt"

	"polka/shapes"
)

// Counts makes a table to look at of a table of numbers of polyforms. The columns name their
// sequences in the On-Line Encyclopedia of Integer Sequences; the title says how many of the
// numbers stand there too, and an exclamation mark behind a number that another one does.
func Counts(t shapes.Table) Table {
	names, rows := []string{"cells"}, 0
	compared, agree := 0, 0
	for _, c := range t.Columns {
		name := c.Name
		if c.Sequence != "" {
			name += " " + c.Sequence
		}
		names = append(names, name)
		rows = max(rows, len(c.Counts))
		for i := range c.Counts {
			if known := c.Known(i + 1); known != nil {
				compared++
				if known.Cmp(c.Counts[i]) == 0 {
					agree++
				}
			}
		}
	}
	table := NewTable(names...).Titled(fmt.Sprintf("Polyforms of lattice %v; %d of %d numbers in the encyclopedia agree", t.Lattice, agree, compared))
	for i := range rows {
		row := []any{i + 1}
		for _, c := range t.Columns {
			row = append(row, countOf(c, i))
		}
		table = table.Row(row...)
	}
	return table
}

// countOf is the number in a row, counted from 0: a number, or a text if it is marked, or nothing.
func countOf(c shapes.Column, i int) any {
	if i >= len(c.Counts) {
		return nil
	}
	if known := c.Known(i + 1); known != nil && known.Cmp(c.Counts[i]) != 0 {
		return c.Counts[i].String() + " !"
	}
	return c.Counts[i]
}
