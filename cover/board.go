package cover

import (
	"fmt"
	"slices"
	"strings"

	"polka/shapes"
)

// A Board is what is to be tiled: a set of cells of a lattice. It is an
// immutable value that can be compared with ==; the zero value is the empty
// board of squares.
//
// Some cells may be optional: a piece may cover them, and they may stay free.
// Cells may carry marks: a capital letter reserves the cell for the piece of
// that name, any other mark is a color, and only cells of pieces that have
// the same color, or none, may lie there.
type Board struct {
	region   shapes.Shape // all cells
	optional shapes.Shape // those that may stay free; without a name
	marks    string       // a rune for each cell in reading order, unmarked or its mark; "" if there are none
}

// unmarked stands for a cell without a mark.
const unmarked = ' '

// BoardOf is the board that consists of the cells of a shape, which may have
// holes and several parts. The name of the shape is the name of the board.
func BoardOf(region shapes.Shape) Board { return Board{region: region} }

// Shape is the set of cells of the board, named as the board.
func (b Board) Shape() shapes.Shape { return b.region }

// Named is the same board with another name.
func (b Board) Named(name string) Board {
	b.region = b.region.Named(name)
	return b
}

// Optional is the shape of the cells that may stay free.
func (b Board) Optional() shapes.Shape {
	if b.optional.Empty() {
		return shapes.New(b.region.Lattice())
	}
	return b.optional
}

// WithOptional is the board on which the cells of s are optional too, as far as they belong to it:
// b.WithOptional(b.Shape()) need not be covered completely.
func (b Board) WithOptional(s shapes.Shape) Board {
	b.optional = b.Optional().Union(s.Intersection(b.region)).Named("")
	return b
}

// Without is the board without the cells of s.
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

// WithMark is the board with a mark on those cells of s that belong to it: a
// capital letter reserves them for the piece of that name, any other rune is
// a color. A space takes marks away. It panics if the rune is not printable.
func (b Board) WithMark(mark rune, s shapes.Shape) Board {
	if mark != unmarked && !printable(mark) {
		panic("cover: the mark of a cell is a printable rune")
	}
	marks := []rune(b.marks)
	if b.marks == "" {
		marks = []rune(strings.Repeat(string(unmarked), b.region.Size()))
	}
	for i, c := range b.region.Cells() {
		if s.Contains(c) {
			marks[i] = mark
		}
	}
	b.marks = string(marks)
	if strings.Trim(b.marks, string(unmarked)) == "" {
		b.marks = ""
	}
	return b
}

// Mark is the mark of a cell, or a space if it has none.
func (b Board) Mark(c shapes.Cell) rune { return colorAt(b.region, b.marks, c) }

// apply is the image of the board under an isometry of its lattice.
func (b Board) apply(g shapes.Isometry) Board {
	image := Board{region: g.Apply(b.region)}
	if !b.optional.Empty() {
		image.optional = g.Apply(b.optional)
	}
	if b.marks != "" {
		image.marks = recolor(b.region, b.marks, g)
	}
	return image
}

// Symmetries lists the isometries that map the board onto itself, with its
// optional cells and its marks, the identity first. Up to these, tilings are
// the same.
func (b Board) Symmetries() []shapes.Isometry {
	group := b.region.Symmetries()
	if b.optional.Empty() && b.marks == "" {
		return group
	}
	return slices.DeleteFunc(group, func(g shapes.Isometry) bool { return b.apply(g) != b })
}

// String describes the board on one line that ParseBoard reads back: "6x10"
// for a rectangle in the corner that has no name, else the line of the shape,
// followed by optional cells and marks if there are any, such as
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
	case s.Lattice() == shapes.Cube && d > 0 && s == Box(d, h, w).region:
		return fmt.Sprintf("%dx%dx%d", d, h, w)
	}
	return s.String()
}

// palette lists the different marks in increasing order.
func (b Board) palette() []rune {
	all := []rune(b.marks)
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(m rune) bool { return m == unmarked })
}

// marked is the shape of the cells with a mark.
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

// Text draws the board in ASCII as shapes.Shape.Text does. On a board of
// squares, optional cells are question marks, and cells with marks show them.
func (b Board) Text() string {
	if !flat(b.region.Lattice()) || b.optional.Empty() && b.marks == "" {
		return b.region.Text()
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
