// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"fmt"
	"slices"
	"strings"

	"polka/shapes"
)

// A Board is what the pieces have to cover: a set of cells of a lattice. It is an immutable value
// that can be compared with ==; the zero value is the empty board of squares.
//
// Cells may be optional: they may stay uncovered. Cells may have marks: a capital letter reserves
// the cell for the piece of that name; any other mark is a color, and a cell of a piece with
// another color cannot lie there.
type Board struct {
	region   shapes.Shape // all cells
	optional shapes.Shape // those that may stay free; without a name
	marks    string       // a rune for each cell in reading order, unmarked or its mark; "" if there are none
}

// unmarked stands for a cell without a mark.
const unmarked = ' '

// BoardOf returns the board of the cells of a shape, which may have holes and several parts. The
// board has the name of the shape.
func BoardOf(region shapes.Shape) Board { return Board{region: region} }

// Shape returns the shape of all cells of the board, with its name.
func (b Board) Shape() shapes.Shape { return b.region }

// Optional returns the shape of the cells that may stay uncovered.
func (b Board) Optional() shapes.Shape {
	if b.optional.Empty() {
		return shapes.New(b.region.Lattice())
	}
	return b.optional
}

// WithOptional returns the board on which the cells of s are optional too, as far as they belong
// to it. The pieces need not cover any cell of b.WithOptional(b.Shape()).
func (b Board) WithOptional(s shapes.Shape) Board {
	b.optional = b.Optional().Union(s.Intersection(b.region)).Named("")
	return b
}

// Without returns the board without the cells of s.
func (b Board) Without(s shapes.Shape) Board {
	rest := Board{region: b.region.Difference(s)}
	if !b.optional.Empty() {
		rest.optional = b.optional.Difference(s)
	}
	for _, m := range b.palette() {
		rest = rest.WithMark(m, b.marked(m))
	}
	return rest
}

// WithMark returns the board with a mark on those cells of s that belong to it: a capital letter
// reserves them for the piece of that name, any other rune is a color, and a space removes marks.
// It panics if the rune is not printable.
func (b Board) WithMark(mark rune, s shapes.Shape) Board {
	if mark != unmarked && !printable(mark) {
		panic("cover: the mark of a cell is a printable rune")
	}
	marks := []rune(b.marks)
	if b.marks == "" {
		marks = []rune(strings.Repeat(string(unmarked), b.region.Size()))
	}
	some := s.Cells() // in reading order, as those of the region
	for i, c := range b.region.Cells() {
		for len(some) > 0 && some[0].Compare(c) < 0 {
			some = some[1:]
		}
		if len(some) > 0 && some[0] == c {
			marks[i] = mark
		}
	}
	b.marks = string(marks)
	if strings.Trim(b.marks, string(unmarked)) == "" {
		b.marks = ""
	}
	return b
}

// Mark returns the mark of a cell, or a space if it has none.
func (b Board) Mark(c shapes.Cell) rune { return colorAt(b.region, b.marks, c) }

// Symmetries returns the isometries that map the board onto itself, including its optional cells
// and marks. The identity is the first. On a finite lattice there are no others; [Puzzle.Distinct]
// uses those of [shapes.Lattice.Automorphisms].
func (b Board) Symmetries() []shapes.Isometry {
	cells, marks := b.region.Cells(), []rune(b.marks)
	number := newNumbering(cells)
	optional := b.optionalOf(cells)
	l := b.region.Lattice()
	corner := l.PeriodOf(number.least)
	corners := cells // whose images have the same box around them as those of all cells
	if l == shapes.Square || l == shapes.Cube {
		n := number
		corners = []shapes.Cell{n.least, {X: n.least.X + n.size.X - 1, Y: n.least.Y + n.size.Y - 1, Z: n.least.Z + n.size.Z - 1}}
	}
	image := make([]shapes.Cell, len(corners))
	var room [64]shapes.Cell // for the images of so many cells at a time
	var group []shapes.Isometry
next:
	for _, g := range l.Isometries() {
		for i, c := range corners {
			image[i] = g.ApplyCell(c)
		}
		least, size := boxAround(image)
		if size != number.size && l.NumKinds() == 1 {
			continue
		}
		least = l.PeriodOf(least)
		d := shapes.Cell{X: corner.X - least.X, Y: corner.Y - least.Y, Z: corner.Z - least.Z}
		for first := 0; first < len(cells); first += len(room) {
			some := cells[first:min(first+len(room), len(cells))]
			applyAll(l, g, some, room[:])
			for i, c := range room[:len(some)] {
				i += first
				j := number.of(shapes.Cell{X: c.X + d.X, Y: c.Y + d.Y, Z: c.Z + d.Z})
				if j < 0 || optional[i] != optional[j] || len(marks) > 0 && marks[i] != marks[j] {
					continue next
				}
			}
		}
		group = append(group, g.Translate(d.X, d.Y, d.Z))
	}
	return group
}

// optionalOf reports for each of the cells whether it may stay free.
func (b Board) optionalOf(cells []shapes.Cell) []bool {
	list := make([]bool, len(cells))
	if b.optional.Empty() {
		return list
	}
	number := newNumbering(b.optional.Cells())
	for i, c := range cells {
		list[i] = number.of(c) >= 0
	}
	return list
}

// String returns the board on one line that ParseBoard reads: "6x10" for a rectangle without a
// name whose first cell is (0,0), the name of the lattice for all cells of a finite one, and
// otherwise the line of the shape, followed by the optional
// cells and the marks, such as
//
//	[(0,0), (1,0), (2,0)]; optional [(0,0)]; mark A [(1,0), (2,0)]
func (b Board) String() string {
	var s strings.Builder
	s.WriteString(b.outline())
	list := func(what string, cells shapes.Shape) {
		fmt.Fprintf(&s, "; %s %v", what, cells.Named(""))
	}
	if !b.optional.Empty() {
		list("optional", b.optional)
	}
	for _, m := range b.palette() {
		list("mark "+string(m), b.marked(m))
	}
	return s.String()
}

// outline is String without optional cells and marks.
func (b Board) outline() string {
	s := b.region
	h, w, d := s.Height(), s.Width(), s.Depth()
	switch {
	case h > 0 && s == shapes.Rectangle(h, w):
		return fmt.Sprintf("%dx%d", h, w)
	case s.Lattice().Finite() && s == s.Lattice().Whole():
		return s.Lattice().String()
	case s.Lattice() == shapes.Cube && d > 0 && s == Box(d, h, w).region:
		return fmt.Sprintf("%dx%dx%d", d, h, w)
	case s.Lattice().Dimension() == 4 && !s.Empty():
		least, most := s.Bounds()
		_, _, z, w := shapes.Cell{Z: most.Z - least.Z}.Four()
		if z >= 0 && s.Size() == (w+1)*(z+1)*(most.Y+1)*(most.X+1) && s == hyperbox(w+1, z+1, most.Y+1, most.X+1).region {
			return fmt.Sprintf("%dx%dx%dx%d", w+1, z+1, most.Y+1, most.X+1)
		}
	}
	return s.String()
}

// palette lists the different marks in increasing order.
func (b Board) palette() []rune {
	all := []rune(b.marks)
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(m rune) bool { return m == unmarked })
}

// marked returns the shape of the cells with a mark.
func (b Board) marked(mark rune) shapes.Shape {
	var cells []shapes.Cell
	all := b.region.Cells()
	for i, m := range []rune(b.marks) {
		if m == mark {
			cells = append(cells, all[i])
		}
	}
	return shapes.New(b.region.Lattice(), cells...)
}

// Text returns the board as a picture in ASCII, like shapes.Shape.Text. Question marks are optional
// cells, and marks are shown on their cells. If they cannot be shown, since they are those of parts
// of a square of tans, Text returns the String of the board.
func (b Board) Text() string {
	if b.optional.Empty() && b.marks == "" {
		return b.region.Text()
	}
	if b.region.Lattice() != shapes.Square {
		text, ok := b.region.TextMarked(func(c shapes.Cell) rune {
			if m := b.Mark(c); m != unmarked || !b.optional.Contains(c) {
				return m
			}
			return '?'
		})
		if !ok {
			return b.String()
		}
		return text
	}
	least, most := b.region.Bounds()
	rows := make([]string, b.region.Height())
	for y := range rows {
		row := []rune(strings.Repeat(".", most.X-least.X+1))
		for x := range row {
			c := shapes.Cell{X: least.X + x, Y: least.Y + y}
			if b.region.Contains(c) {
				row[x] = '#'
			}
			if b.optional.Contains(c) {
				row[x] = '?'
			}
			if m := b.Mark(c); m != unmarked {
				row[x] = m
			}
		}
		rows[y] = string(row)
	}
	return strings.Join(rows, "\n")
}
