package shapes

// sides is the lattice whose neighbors share sides: the lattice itself, but squares for kings.
func (l *Lattice) sides() *Lattice {
	if l == King {
		return Square
	}
	return l
}

// Area is the number of squares, triangles, hexagons, sticks or cubes that the shape consists of,
// which is its Size. On [Tan] it is the number of half squares, two cells each; half of one is not
// counted.
func (s Shape) Area() int { return s.Size() / len(s.Lattice().facts().units[0]) }

// Perimeter is the number of sides of cells on the outline of the shape and of its holes; on [Cube]
// it is the number of faces on the surface. Sticks have none. On [Tan] the long side of a half
// square counts as two.
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

// Holes lists the holes of the shape: the parts, connected by sides, of what is left of the lattice
// that are enclosed. They are ordered by their first cells and have no names. Holes in figures of
// sticks are sticks too; a square between four sticks is none.
func (s Shape) Holes() []Shape {
	if s.Empty() {
		return nil
	}
	// In a box one cell larger on each side, the outside is connected.
	l := s.Lattice()
	least, most := s.Bounds()
	frame := Cell{1, 1, 0}
	if l.spatial {
		frame.Z = 1
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

// RowConvex reports whether every line along the rows meets the shape in one piece, if at all:
// whether the cells in each row follow each other without a gap.
func (s Shape) RowConvex() bool {
	return s.convex(func(c Cell) (line, place int) { return c.Y, c.X }, 0)
}

// ColumnConvex reports whether the cells of the shape in each column, along the step of Y, follow
// each other without a gap. A shape that is both row-convex and column-convex is usually called
// convex.
func (s Shape) ColumnConvex() bool {
	return s.convex(func(c Cell) (line, place int) { return c.X, c.Y }, 1)
}

// A track is a line of cells that follow each other: its number in the row or column that split
// gives, and the place of a cell among those of its period.
type track struct{ line, place int }

// tanTracks tells, for rows and for columns, on which lines through a square each of its quarters
// lies: a row of squares is crossed by lines through their upper halves, which meet the quarters 3,
// 0, 1 in this order, and by lines through their lower halves, which meet 3, 2, 1.
var tanTracks = [2][4][]track{
	{{{0, 1}}, {{0, 2}, {1, 2}}, {{1, 1}}, {{0, 0}, {1, 0}}},
	{{{0, 0}, {1, 0}}, {{1, 1}}, {{0, 2}, {1, 2}}, {{0, 1}}},
}

// tracks lists the lines on which a cell of a kind lies, along rows or columns, and how many cells
// each of them has in a period.
func (l *Lattice) tracks(kind, along int) (list []track, period int) {
	switch l {
	case Triangle: // both kinds follow each other in a line
		return []track{{0, kind}}, 2
	case Tan:
		return tanTracks[along][kind], 3
	}
	return []track{{kind, 0}}, 1
}

func (s Shape) convex(split func(Cell) (line, place int), along int) bool {
	l := s.Lattice()
	type span struct{ least, most, cells int }
	spans := map[[2]int]span{}
	for _, c := range s.Cells() {
		line, place := split(c)
		tracks, period := l.tracks(c.Z, along)
		for _, t := range tracks {
			key, place := [2]int{line, t.line}, period*place+t.place
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

// Tree reports whether there is exactly one way from each cell to each other through neighbors in
// the shape, without going back. On [Tan] the way around the middle of a full square does not
// count.
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
