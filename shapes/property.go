// SPDX-License-Identifier: BSD-3-Clause

package shapes

// sides returns the lattice whose neighbors share sides: the lattice itself, or Square for King.
func (l *Lattice) sides() *Lattice {
	if l == King {
		return Square
	}
	return l
}

// Area returns the number of squares, triangles, hexagons, sticks or cubes, which is the Size. On
// [Tan] it is the number of half squares, which have two cells each; a single quarter is not
// counted.
func (s Shape) Area() int { return s.Size() / len(s.Lattice().facts().units[0]) }

// Perimeter returns the number of sides of cells on the boundary, including those of holes. On
// [Cube] it is the number of faces on the surface, and on [Stick] it is 0. On [Tan] the long side
// of a half square counts as two.
func (s Shape) Perimeter() int {
	if s.lattice == Stick {
		return 0
	}
	n := 0
	l := s.Lattice().sides()
	for _, c := range s.Cells() {
		for _, d := range l.Neighbors(c) {
			if !s.Contains(d) {
				n++
			}
		}
	}
	return n
}

// Holes returns the holes of the shape: the bounded components, connected by sides, of the cells
// outside it. They are ordered by their first cells and have no names. Holes of shapes of sticks
// consist of sticks as well; a square enclosed by four sticks is not a hole.
func (s Shape) Holes() []Shape {
	if s.Empty() {
		return nil
	}
	// In a box one cell larger on each side, the outside is connected.
	l := s.Lattice()
	if l.folded {
		return s.holes4()
	}
	least, most := s.Bounds()
	frame := Cell{max(1, l.packed), 1, 0}
	if l.spatial {
		frame.Z = 1
		least, most.X = l.PeriodOf(least), l.PeriodOf(most).X+max(0, l.packed-1)
	} else {
		least.Z, most.Z = 0, len(l.corners)-1
	}
	least, most = least.minus(frame), most.plus(frame)
	var rest []Cell
	for y := least.Y; y <= most.Y; y++ {
		for x := least.X; x <= most.X; x++ {
			for z := least.Z; z <= most.Z; z++ {
				if c := (Cell{x, y, z}); !s.Contains(c) {
					rest = append(rest, c)
				}
			}
		}
	}
	var holes []Shape
	for _, part := range New(l.sides(), rest...).Components() {
		if part.cell(0) != least {
			part.lattice = s.lattice
			holes = append(holes, part)
		}
	}
	return holes
}

// RowConvex reports whether every line parallel to the rows meets the shape in at most one segment,
// so that the cells in each row are consecutive.
func (s Shape) RowConvex() bool {
	return s.convex(func(c Cell) (line, place int) { return c.Y, c.X }, 0)
}

// ColumnConvex reports whether the cells in each column, in the direction of the Y step, are
// consecutive. A shape that is both row-convex and column-convex is usually called convex.
func (s Shape) ColumnConvex() bool {
	if s.lattice == Kite {
		return s.Rotate(-1).RowConvex() // which maps the direction of Y to that of X
	}
	return s.convex(func(c Cell) (line, place int) { return c.X, c.Y }, 1)
}

// A track is a line of consecutive cells: its index in the row or column that split returns, the
// position of a cell among those of its period, and how many rows further down the row is.
type track struct{ line, place, down int }

// tanTracks has, for rows and for columns, the lines through a square on which each of its quarters
// lies. A row of squares is crossed by lines through the upper halves, which meet the quarters 3,
// 0, 1 in this order, and by lines through the lower halves, which meet 3, 2, 1.
var tanTracks = [2][4][]track{
	{{{0, 1, 0}}, {{0, 2, 0}, {1, 2, 0}}, {{1, 1, 0}}, {{0, 0, 0}, {1, 0, 0}}},
	{{{0, 0, 0}, {1, 0, 0}}, {{1, 1, 0}}, {{0, 2, 0}, {1, 2, 0}}, {{0, 1, 0}}},
}

// tracks returns the lines on which a cell of a kind lies, along rows or columns, and the number of
// cells that each of them has in a period.
func (l *Lattice) tracks(kind, along int) (list []track, period int) {
	switch l {
	case Triangle: // both kinds alternate in a line
		return []track{{0, kind, 0}}, 2
	case Tan:
		return tanTracks[along][kind], 3
	case Kite:
		return kiteTracks[kind], 4
	}
	return []track{{kind, 0, 0}}, 1
}

func (s Shape) convex(split func(Cell) (line, place int), along int) bool {
	l := s.Lattice()
	type span struct{ least, most, cells int }
	spans := map[[2]int]span{}
	for _, c := range s.Cells() {
		line, place := split(c)
		tracks, period := l.tracks(c.Z, along)
		for _, t := range tracks {
			key, place := [2]int{line + t.down, t.line}, period*place+t.place
			p, ok := spans[key]
			if !ok {
				p = span{place, place, 0}
			}
			spans[key] = span{min(p.least, place), max(p.most, place), p.cells + 1}
		}
	}
	for _, p := range spans {
		if p.most-p.least+1 != p.cells {
			return false
		}
	}
	return true
}

// Tree reports whether the shape is a tree: connected, and without cycles of neighbors. On [Tan]
// the cycle around the center of a full square does not count.
func (s Shape) Tree() bool {
	l := s.Lattice()
	contacts := 0 // each counted from both sides
	for _, c := range s.Cells() {
		for _, d := range l.Neighbors(c) {
			if s.Contains(d) {
				contacts++
			}
		}
		if l == Tan && c.Z == 0 && s.Contains(Cell{c.X, c.Y, 1}) && s.Contains(Cell{c.X, c.Y, 2}) && s.Contains(Cell{c.X, c.Y, 3}) {
			contacts -= 2
		}
	}
	return contacts == 2*(s.Size()-1) && s.Connected()
}
