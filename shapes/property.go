package shapes

// sides is the lattice whose neighbours share sides: the lattice itself, but squares for kings.
func (l *Lattice) sides() *Lattice {
	if l == King {
		return Square
	}
	return l
}

// Perimeter is the number of sides of cells on the outline of the shape and of its holes; on [Cube] it is the number of
// faces on the surface. Sticks have none.
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

// Holes lists the holes of the shape: the parts, connected by sides, of what is left of the lattice that are enclosed. They
// are ordered by their first cells and have no names.
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

// RowConvex reports whether the cells of the shape in each row follow each other without a gap.
func (s Shape) RowConvex() bool {
	return s.convex(func(c Cell) (line, place int) { return c.Y, c.X })
}

// ColumnConvex reports whether the cells of the shape in each column, along the step of Y, follow each other without a
// gap. A shape that is both row-convex and column-convex is usually called convex.
func (s Shape) ColumnConvex() bool {
	return s.convex(func(c Cell) (line, place int) { return c.X, c.Y })
}

func (s Shape) convex(split func(Cell) (line, place int)) bool {
	l := s.Lattice()
	type span struct{ least, most, cells int }
	spans := map[[2]int]span{}
	for _, c := range s.Cells() {
		line, place := split(c)
		key := [2]int{line, c.Z}
		if l == Triangle { // both kinds follow each other in a line
			key[1], place = 0, 2*place+c.Z
		}
		p, ok := spans[key]
		if !ok {
			p = span{place, place, 0}
		}
		spans[key] = span{min(p.least, place), max(p.most, place), p.cells + 1}
	}
	for _, p := range spans {
		if p.most-p.least+1 != p.cells {
			return false
		}
	}
	return true
}

// Tree reports whether there is exactly one way from each cell to each other through neighbours in the shape, without
// going back.
func (s Shape) Tree() bool {
	l := s.Lattice()
	contacts := 0
	for _, c := range s.Cells() {
		for _, d := range l.Neighbors(c) {
			if s.Contains(d) {
				contacts++
			}
		}
	}
	return contacts == 2*(s.Size()-1) && s.Connected()
}
