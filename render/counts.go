// SPDX-License-Identifier: BSD-3-Clause

package render

import (
	"fmt"

	"polka/shapes"
)

// countsTable shows a table of numbers of polyforms. The heads of the columns include the sequences
// in the On-Line Encyclopedia of Integer Sequences. The title says how many numbers agree with the
// encyclopedia; a number that does not agree is followed by an exclamation mark.
func countsTable(t shapes.CountTable) Table {
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
			if known := c.Published(i + 1); known != nil {
				compared++
				if known.Cmp(c.Counts[i]) == 0 {
					agree++
				}
			}
		}
	}
	table := NewTable(names...).Title(fmt.Sprintf("Polyforms of lattice %v; %d of %d numbers in the encyclopedia agree", t.Lattice, agree, compared))
	for i := range rows {
		row := []any{i + 1}
		for _, c := range t.Columns {
			row = append(row, countOf(c, i))
		}
		table = table.Row(row...)
	}
	return table
}

// countOf returns the value in row i, counted from 0: a number, a text if the number is marked, or
// nil.
func countOf(c shapes.Column, i int) any {
	if i >= len(c.Counts) {
		return nil
	}
	if known := c.Published(i + 1); known != nil && known.Cmp(c.Counts[i]) != 0 {
		return c.Counts[i].String() + " !"
	}
	return c.Counts[i]
}
