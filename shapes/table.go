// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A CountTable has numbers of polyforms: a row for each number of cells and a column for each way
// of counting.
type CountTable struct {
	Lattice *Lattice
	Columns []Column
}

// A Column has the numbers of polyforms of 1, 2, 3, ... cells counted in one way.
type Column struct {
	Name     string     // such as "free", or a symmetry class
	Sequence string     // in the On-Line Encyclopedia of Integer Sequences, such as "A000105"; "" if there is none
	Counts   []*big.Int // Counts[i] is the number for i+1 cells
}

// Published returns the value that the encyclopedia has for n cells, or nil if this package has no
// copy of it.
func (c Column) Published(n int) *big.Int { return published()[c.Sequence][n] }

// mark returns the character after a number: = if the encyclopedia has the same number, ! if it has
// another one, or a space.
func (c Column) mark(i int) string {
	switch known := c.Published(i + 1); {
	case known == nil:
		return " "
	case known.Cmp(c.Counts[i]) == 0:
		return "="
	}
	return "!"
}

// String formats the table with a column for the number of cells, the names of the columns, and
// their sequences if there are any. A number is followed by = if the encyclopedia has the same one,
// and by ! if it has another one.
func (t CountTable) String() string {
	cells := []string{"cells", ""}
	rows := 0
	for _, c := range t.Columns {
		rows = max(rows, len(c.Counts))
	}
	for i := range rows {
		cells = append(cells, strconv.Itoa(i+1))
	}
	columns := [][]string{cells}
	for _, c := range t.Columns {
		cells := []string{c.Name + " ", c.Sequence + " "}
		for i, count := range c.Counts {
			cells = append(cells, count.String()+c.mark(i))
		}
		columns = append(columns, cells)
	}
	widths := make([]int, len(columns))
	for i, column := range columns {
		for _, text := range column {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	var b strings.Builder
	for row := range rows + 2 {
		if row == 1 && !slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Sequence != "" }) {
			continue
		}
		line := ""
		for i, column := range columns {
			text := ""
			if row < len(column) {
				text = column[row]
			}
			if i > 0 {
				line += "  "
			}
			line += fmt.Sprintf("%*s", widths[i], text)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// CountsByClass returns a table of the numbers of fixed, one-sided and free polyforms of 1 to most
// cells of a lattice, and of free ones without holes where [CountWithoutHoles] supports the
// lattice. A negative number is an error. If ctx ends first, it returns the complete rows together
// with the error.
func CountsByClass(ctx context.Context, l *Lattice, most int) (CountTable, error) {
	if most < 0 {
		return CountTable{}, errNegative
	}
	l = known(l)
	s := sequencesOf[l]
	if l.folded {
		s.fixed, s.oneSided, s.free = "A151830", "A255487", "A068870"
	}
	ways := []counting{
		{"fixed", s.fixed, func(_ int, v *invariants) (*big.Int, error) { return v.orbits(Fixed) }},
		{"one-sided", s.oneSided, func(_ int, v *invariants) (*big.Int, error) { return v.orbits(OneSided) }},
		{"free", s.free, func(_ int, v *invariants) (*big.Int, error) { return v.orbits(Free) }},
	}
	if s.withoutHoles != "" {
		ways = append(ways, counting{"without holes", s.withoutHoles, func(n int, _ *invariants) (*big.Int, error) {
			return CountWithoutHoles(ctx, l, n)
		}})
	}
	t := CountTable{Lattice: l}
	for _, w := range ways {
		t.Columns = append(t.Columns, Column{Name: w.name, Sequence: w.sequence})
	}
	for n := 1; n <= most; n++ {
		all := l.invariants(ctx, n) // computed once for all columns
		row := make([]*big.Int, len(ways))
		for i, w := range ways {
			var err error
			if row[i], err = w.count(n, all); err != nil {
				return t, err
			}
		}
		t.add(row)
	}
	return t, nil
}

// A counting is a way to count polyforms of n cells, given their invariants.
type counting struct {
	name, sequence string
	count          func(n int, all *invariants) (*big.Int, error)
}

// add adds a row.
func (t *CountTable) add(row []*big.Int) {
	for i, count := range row {
		t.Columns[i].Counts = append(t.Columns[i].Counts, count)
	}
}

// CountsBySymmetry returns a table of the numbers of free polyforms of 1 to most cells of a lattice
// by symmetry class; [Shape.Symmetry] has the names of these classes. A row takes as long as
// [Count] of free polyforms. The table for "tesseract", which is made by listing, has columns only
// for what occurs. A negative number is an error. If ctx ends first, it returns the
// complete rows together with the error.
func CountsBySymmetry(ctx context.Context, l *Lattice, most int) (CountTable, error) {
	if most < 0 {
		return CountTable{}, errNegative
	}
	l = known(l)
	if l.folded {
		return symmetriesListed(ctx, l, most)
	}
	classes := l.subgroupClasses()
	slices.Reverse(classes) // no symmetry first
	t := CountTable{Lattice: l}
	for _, class := range classes {
		name := l.symmetryName(class.operations)
		c := Column{Name: name}
		if l == Square {
			c.Sequence = symmetrySequences[name]
		}
		t.Columns = append(t.Columns, c)
	}
	for n := 1; n <= most; n++ {
		row, err := l.countClasses(ctx, n, classes)
		if err != nil {
			return t, err
		}
		t.add(row)
	}
	return t, nil
}

// countClasses counts the free polyforms of n cells by classes of subgroups, which must start with
// the trivial one (see burnside.go).
func (l *Lattice) countClasses(ctx context.Context, n int, classes []subgroupClass) ([]*big.Int, error) {
	exactly := make([]*big.Int, len(classes)) // e of the first subgroup of a class
	free := make([]*big.Int, len(classes))
	for i := len(classes) - 1; i >= 0; i-- {
		class := classes[i]
		e, err := countInvariant(ctx, l, n, class.operations)
		if err != nil {
			return nil, err
		}
		for j := i + 1; j < len(classes); j++ {
			for _, larger := range classes[j].conjugates {
				if class.conjugates[0]&^larger == 0 {
					e.Sub(e, exactly[j])
				}
			}
		}
		exactly[i] = e
		all := new(big.Int).Mul(e, big.NewInt(int64(len(class.conjugates)*len(class.operations))))
		free[i] = quotientOf(all, int64(len(l.facts().operations)))
	}
	return free, nil
}
