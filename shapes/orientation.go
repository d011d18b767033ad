// Canonical forms.
//
// Shapes fall into classes: fixed polyforms are shapes up to translation, one-sided ones up to
// translation and turning, free ones up to reflection as well. To work with classes one works with
// representatives:
//
//   - Normal pushes a shape into the corner, so that the least of each coordinate is 0: one shape
//     of each fixed class;
//   - an orientation of a shape is the normal shape of an image under the point group; there are as
//     many distinct ones as the group has elements, divided by the number of symmetries of the
//     shape;
//   - OneSided and Canonical are the least orientation in the order of Compare, among turned ones
//     and among all.
//
// The least one begins with the longest run of cells in the corner of the first row. For example,
// the L tetromino has eight orientations, of which the canonical one is
//
//	###
//	#..
//
// Cost: one pass and one sorting of n cells for each of the g elements of the point group (8 for
// squares, 48 for cubes).

package shapes

import "slices"

// Translate moves the shape by dx columns to the right, dy rows down and, on the cubic lattice, dz
// layers. On a planar lattice dz must be 0.
func (s Shape) Translate(dx, dy, dz int) Shape {
	d := s.Lattice().step(dx, dy, dz)
	cells := s.Cells()
	for i := range cells {
		cells[i] = cells[i].plus(d)
	}
	s.cells = pack(cells) // a translation keeps the order
	return s
}

// Rotate turns the shape clockwise about the cell (0,0) by the smallest turn of its lattice: a
// quarter turn for squares.
func (s Shape) Rotate() Shape {
	return Isometry{lattice: s.lattice, operation: s.Lattice().facts().rotate}.Apply(s)
}

// Reflect exchanges left and right: it takes X to -X.
func (s Shape) Reflect() Shape {
	return Isometry{lattice: s.lattice, operation: s.Lattice().facts().reflect}.Apply(s)
}

// Turn turns the shape clockwise about the cell (0,0), k times by the smallest turn of its lattice;
// counter-clockwise if k is negative. On [Cube] the turn is that of Rotate.
func (s Shape) Turn(k int) Shape {
	g := Isometry{lattice: s.lattice, operation: s.Lattice().facts().rotate}
	order := 1
	for h := g; !h.Identity(); h = h.Then(g) {
		order++
	}
	for range (k%order + order) % order {
		s = g.Apply(s)
	}
	return s
}

// ReflectAt reflects the shape in the axis that passes through the middle of the cell (0,0), or the
// corner (0,0) on [Stick] and [Triangle], at an angle in degrees counted from the right
// counter-clockwise: at 90 it exchanges left and right, at 0 up and down. Squares, kings, sticks
// and tans have axes at multiples of 45 degrees, triangles and hexagons of 30. It panics if there
// is no such axis, and in space, where [Lattice.Isometries] has the reflections.
func (s Shape) ReflectAt(degrees int) Shape {
	l := s.Lattice()
	degrees = (degrees%180 + 180) % 180
	for i := range l.facts().operations {
		if op := &l.facts().operations[i]; op.mirror && op.angle == degrees && !l.spatial {
			return Isometry{lattice: s.lattice, operation: i}.Apply(s)
		}
	}
	panic("shapes: the lattice has no axis at this angle")
}

// Normal moves the shape into the corner: the least of each coordinate becomes 0. Two shapes have
// the same normal form if they are the same fixed polyform.
func (s Shape) Normal() Shape {
	least, _ := s.Bounds()
	if !s.Lattice().spatial {
		least.Z = 0
	}
	if least == (Cell{}) {
		return s
	}
	return s.Translate(-least.X, -least.Y, -least.Z)
}

// Orientations lists the distinct normal shapes to which the shape can be turned and reflected, in
// the order of Compare. A polyomino has 1, 2, 4 or 8.
func (s Shape) Orientations() []Shape { return distinct(s.images(true)) }

// Rotations lists the distinct normal shapes to which the shape can be turned without reflecting
// it, in the order of Compare. A polyomino has 1, 2 or 4.
func (s Shape) Rotations() []Shape { return distinct(s.images(false)) }

// Canonical is the least of the Orientations. Two shapes have the same canonical form if they are
// the same free polyform.
func (s Shape) Canonical() Shape { return slices.MinFunc(s.images(true), Shape.Compare) }

// OneSided is the least of the Rotations. Two shapes have the same one-sided form if they are the
// same one-sided polyform.
func (s Shape) OneSided() Shape { return slices.MinFunc(s.images(false), Shape.Compare) }

// images gives the normal form of the image under each operation of the point group, of all or of
// the turns alone.
func (s Shape) images(mirrored bool) []Shape {
	l := s.Lattice()
	own := s.Cells()
	cells := make([]Cell, len(own))
	images := make([]Shape, 0, len(l.facts().operations))
	for i := range l.facts().operations {
		op := &l.facts().operations[i]
		if op.mirror && !mirrored {
			continue
		}
		for j, c := range own {
			cells[j] = op.apply(l, c)
		}
		images = append(images, s.with(cells).Normal())
	}
	return images
}

// distinct sorts shapes and leaves out duplicates.
func distinct(all []Shape) []Shape {
	slices.SortFunc(all, Shape.Compare)
	return slices.CompactFunc(all, Shape.Equal)
}
