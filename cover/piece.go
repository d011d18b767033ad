// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"polka/internal/boxed"
	"polka/shapes"
)

// A Piece is a shape with the number of its copies and the way in which it may lie. It is an
// immutable value that can be compared with ==. Pieces makes sets of them.
type Piece struct {
	shape     shapes.Shape
	low, high int // how often; high is unlimited if there is no bound
	class     shapes.Class
	colors    string // a rune for each cell in reading order, unmarked or its color; "" if there are none
	cost      int64  // of each copy
}

// unlimited stands for no upper bound.
const unlimited = -1

// A Set is a list of pieces with numbers of copies. Each method returns a set in which all pieces
// are changed alike: Pieces(list...).Any() allows any number of copies of each piece. Sets are
// joined with append, or by passing several to [Puzzle.With].
type Set []Piece

// Pieces returns the set in which each shape is used exactly once. In the plane, pieces may be
// rotated and reflected, in space only rotated. A shape that is given several times with the same
// name has several copies.
func Pieces(list ...shapes.Shape) Set {
	set := make(Set, len(list))
	for i, s := range list {
		set[i] = Piece{shape: s, low: 1, high: 1, class: usual(s.Lattice())}
	}
	return set
}

// usual returns the class of pieces that are moved by hand: in space they cannot be reflected.
func usual(l *shapes.Lattice) shapes.Class {
	if l.Spatial() {
		return shapes.OneSided
	}
	return shapes.Free
}

// with returns the set with each piece changed.
func (s Set) with(change func(*Piece)) Set {
	t := slices.Clone(s)
	for i := range t {
		change(&t[i])
	}
	return t
}

// Times returns the set with exactly n copies of each piece. It panics if n is negative.
func (s Set) Times(n int) Set { return s.Between(n, n) }

// AtMost returns the set with up to n copies of each piece. It panics if n is negative.
func (s Set) AtMost(n int) Set { return s.Between(0, n) }

// Between returns the set with from low to high copies of each piece; a high of -1 means no upper
// bound. It panics if low is negative, or high is less than low.
func (s Set) Between(low, high int) Set {
	if low < 0 || high < low && high != unlimited {
		panic("cover: the number of copies of a piece lies between two bounds, the lower one first and not negative")
	}
	return s.with(func(p *Piece) { p.low, p.high = low, high })
}

// Any returns the set with any number of copies of each piece, including none.
func (s Set) Any() Set { return s.Between(0, unlimited) }

// As returns the set whose pieces may lie like the polyforms of a class: translated if the class is
// shapes.Fixed, rotated too if it is shapes.OneSided, and also reflected, even in space, if it is
// shapes.Free. It panics if there is no such class.
func (s Set) As(class shapes.Class) Set {
	if class < shapes.Free || class > shapes.Fixed {
		panic("cover: expected the class Free, OneSided or Fixed")
	}
	return s.with(func(p *Piece) { p.class = class })
}

// Colored returns the set with colors on the cells of the pieces. Each piece takes the first runes
// of the text, one for each of its cells in reading order; a space or a dot stands for a cell
// without a color. A colored cell cannot lie on a cell of the board with another color. Colored
// panics if the text is shorter than a piece.
func (s Set) Colored(text string) Set {
	colors := []rune(strings.ReplaceAll(text, ".", string(unmarked)))
	return s.with(func(p *Piece) {
		if p.shape.Size() > len(colors) {
			panic("cover: there is a color for each cell of a piece, or a space")
		}
		p.colors = string(colors[:p.shape.Size()])
		if strings.Trim(p.colors, string(unmarked)) == "" {
			p.colors = ""
		}
	})
}

// WithCost returns the set in which each copy of a piece has a cost; see [Puzzle.Cheapest]. It
// panics if the cost is negative. In a puzzle, copies of one piece have the same cost.
func (s Set) WithCost(cost int64) Set {
	if cost < 0 {
		panic("cover: the cost of a piece is not negative")
	}
	return s.with(func(p *Piece) { p.cost = cost })
}

// area returns the least and the greatest number of cells that the pieces of the set cover
// together; most is -1 if there is no bound.
func (s Set) area() (least, most int) {
	for _, p := range s {
		least += p.low * p.shape.Size()
		switch {
		case p.high == unlimited:
			most = unlimited
		case most != unlimited:
			most += p.high * p.shape.Size()
		}
	}
	return least, most
}

// String returns the pieces on one line.
func (s Set) String() string {
	list := make([]string, len(s))
	for i, p := range s {
		list[i] = p.label()
	}
	return strings.Join(list, ", ")
}

// Shape returns the shape of the piece, with its name.
func (p Piece) Shape() shapes.Shape { return p.shape }

// Color returns the color of a cell of Shape, or a space if it has none.
func (p Piece) Color(c shapes.Cell) rune { return colorAt(p.shape, p.colors, c) }

// Copies returns the least and the greatest number of copies; most is -1 if there is no bound.
func (p Piece) Copies() (least, most int) { return p.low, p.high }

// Cost returns the cost of each copy of the piece; see [Set.WithCost].
func (p Piece) Cost() int64 { return p.cost }

// Class returns the class that says how the piece may lie; see [Set.As].
func (p Piece) Class() shapes.Class { return p.class }

// Orientations returns the different orientations in which the piece may lie, as normal shapes in
// the order of shapes.Shape.Compare.
func (p Piece) Orientations() []shapes.Shape {
	var list []shapes.Shape
	for _, pose := range p.poses() {
		if len(list) == 0 || !list[len(list)-1].Equal(pose.shape) {
			list = append(list, pose.shape)
		}
	}
	return list
}

// label returns the name of the piece and its number of copies in short: "F", "3 L", "0 to 2 O",
// "any I".
func (p Piece) label() string {
	name := p.shape.Name()
	if name == "" {
		name = "?"
	}
	switch {
	case p.low == 1 && p.high == 1:
		return name
	case p.low == p.high:
		return fmt.Sprintf("%d %s", p.low, name)
	case p.low == 0 && p.high == unlimited:
		return "any " + name
	case p.high == unlimited:
		return fmt.Sprintf("%d or more %s", p.low, name)
	}
	return fmt.Sprintf("%d to %d %s", p.low, p.high, name)
}

// String returns the piece on one line: the number of copies, the line of the shape, the class if
// it is not the usual one, and the cost.
func (p Piece) String() string {
	s := p.shape.String()
	if label := p.label(); label != p.shape.Name() {
		s = strings.TrimSuffix(label, " "+p.shape.Name()) + " × " + s
	}
	if p.class != usual(p.shape.Lattice()) {
		s += " " + p.class.String()
	}
	if p.cost > 0 {
		s += fmt.Sprintf(" for %d", p.cost)
	}
	return s
}

// A pose is an orientation of a piece: the normal shape and its colors, as those of a piece.
type pose struct {
	shape  shapes.Shape
	colors string
}

// poses lists the different orientations of the piece with their colors, in the order of the
// shapes.
func (p Piece) poses() []pose {
	var list []pose
	if p.colors == "" {
		for _, s := range p.shape.Orientations(p.class) {
			list = append(list, pose{shape: s})
		}
		return list
	}
	l := p.shape.Lattice()
	turns := newTurner(p.shape, p.colors)
	for _, g := range l.Isometries() {
		if g.Reflects() && p.class != shapes.Free || p.class == shapes.Fixed && !g.Identity() {
			continue
		}
		list = append(list, turns.pose(g))
	}
	slices.SortFunc(list, pose.compare)
	return slices.Compact(list)
}

// applyAll stores the images of cells. On a lattice of one kind of cells in space, those of four of
// them determine the others.
func applyAll(l *shapes.Lattice, g shapes.Isometry, cells, images []shapes.Cell) {
	if !l.Spatial() || l.NumKinds() > 1 || l.Dimension() != 3 {
		for i, c := range cells {
			images[i] = g.ApplyCell(c)
		}
		return
	}
	minus := func(a, b shapes.Cell) shapes.Cell { return shapes.Cell{X: a.X - b.X, Y: a.Y - b.Y, Z: a.Z - b.Z} }
	o := g.ApplyCell(shapes.Cell{})
	x, y, z := minus(g.ApplyCell(shapes.Cell{X: 1}), o), minus(g.ApplyCell(shapes.Cell{Y: 1}), o), minus(g.ApplyCell(shapes.Cell{Z: 1}), o)
	for i, c := range cells {
		images[i] = shapes.Cell{
			X: o.X + c.X*x.X + c.Y*y.X + c.Z*z.X,
			Y: o.Y + c.X*x.Y + c.Y*y.Y + c.Z*z.Y,
			Z: o.Z + c.X*x.Z + c.Y*y.Z + c.Z*z.Z,
		}
	}
}

// A turner finds the images of a shape and its colors. It keeps its memory for the next image.
type turner struct {
	boxed.Sorter
	shape       shapes.Shape
	cells       []shapes.Cell
	colors      []rune // nil if there are none
	moved, list []shapes.Cell
	text        []byte
}

func newTurner(s shapes.Shape, colors string) *turner {
	t := &turner{shape: s, cells: s.Cells()}
	if colors != "" {
		t.colors = []rune(colors)
	}
	t.moved, t.list = make([]shapes.Cell, len(t.cells)), make([]shapes.Cell, len(t.cells))
	return t
}

// pose returns the image of the shape under an isometry, moved into the corner, with its colors.
func (t *turner) pose(g shapes.Isometry) pose {
	l := t.shape.Lattice()
	applyAll(l, g, t.cells, t.moved)
	least, size := boxAround(t.moved)
	if l.Dimension() == 4 || !t.Begin(len(t.moved), least.X, least.Y, least.Z, size.X, size.Y, size.Z) {
		p := pose{shape: shapes.New(l, t.moved...).Normal()}
		if t.colors != nil {
			p.colors = sortedColors(t.moved, t.colors)
		}
		return p
	}
	for _, c := range t.moved {
		t.Add(c.X, c.Y, c.Z)
	}
	corner := l.PeriodOf(least)
	t.text = t.text[:0]
	for i, k := range t.Order() {
		c := t.moved[k]
		t.list[i] = shapes.Cell{X: c.X - corner.X, Y: c.Y - corner.Y, Z: c.Z - corner.Z}
		if t.colors != nil {
			t.text = utf8.AppendRune(t.text, t.colors[k])
		}
	}
	return pose{shapes.New(l, t.list...), string(t.text)}
}

// colored is a cell with its color.
type colored struct {
	shapes.Cell
	color rune
}

// apart sorts colored cells, and returns the cells and the colors.
func apart(list []colored) ([]shapes.Cell, string) {
	slices.SortFunc(list, func(a, b colored) int { return a.Cell.Compare(b.Cell) })
	cells := make([]shapes.Cell, len(list))
	var b strings.Builder
	for i, c := range list {
		cells[i] = c.Cell
		b.WriteRune(c.color)
	}
	return cells, b.String()
}

func (p pose) compare(q pose) int {
	if c := p.shape.Compare(q.shape); c != 0 {
		return c
	}
	return strings.Compare(p.colors, q.colors)
}

// colorAt returns the color or the mark of a cell of a shape: unmarked if the cell has none or
// does not belong to the shape.
func colorAt(s shapes.Shape, colors string, c shapes.Cell) rune {
	if colors == "" {
		return unmarked
	}
	i, ok := slices.BinarySearchFunc(s.Cells(), c, shapes.Cell.Compare)
	if !ok {
		return unmarked
	}
	return []rune(colors)[i]
}

// sortedColors returns the colors of cells in the reading order of these.
func sortedColors(cells []shapes.Cell, colors []rune) string {
	list := make([]colored, len(cells))
	for i, c := range cells {
		list[i] = colored{c, colors[i]}
	}
	_, text := apart(list)
	return text
}

// recolor returns the colors of the image of a shape, in the reading order of its cells.
func recolor(s shapes.Shape, colors string, g shapes.Isometry) string {
	cells := s.Cells()
	applyAll(s.Lattice(), g, cells, cells)
	return sortedColors(cells, []rune(colors))
}
