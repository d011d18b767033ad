// SPDX-License-Identifier: BSD-3-Clause

// Canonical forms.
//
// Fixed polyforms are classes of shapes up to translation, one-sided ones up to translation and
// rotation, free ones up to reflection as well. Each class has a representative:
//
//   - a shape moved into the corner, so that the least of each coordinate is 0, represents the
//     fixed polyform;
//   - an orientation of a shape is its image under an operation of the point group, moved into the
//     corner; the number of different ones is the order of the group divided by the number of
//     symmetries of the shape;
//   - the least orientation in the order of Compare, among those reached by rotations or among all,
//     represents the one-sided or the free polyform.
//
// The least one begins with the longest run of cells in the corner of the first row. For example,
// the L tetromino has eight orientations, of which the canonical one is
//
//	###
//	#..
//
// Cost: one pass over n cells and one sort for each of the g elements of the point group (8 for
// squares, 48 for cubes).

package shapes

import (
	"slices"

	"polka/internal/boxed"
)

// Translate returns the shape moved by dx columns to the right, dy rows down and, in space, dz
// layers. It panics if dz is not 0 on a planar lattice, or if dx is not a multiple of the number of
// kinds of cells of a lattice of space (see [Lattice.PeriodOf]).
func (s Shape) Translate(dx, dy, dz int) Shape {
	d := s.Lattice().step(dx, dy, dz)
	cells := s.Cells()
	for i := range cells {
		cells[i] = cells[i].plus(d)
	}
	s.cells = pack(cells) // a translation keeps the order
	return s
}

// Rotate returns the shape rotated clockwise about the origin, k times by the smallest angle of its
// lattice: 60 degrees on [Triangle], [Hexagon] and [Kite], 90 degrees on the others. If k is
// negative, the rotation is counterclockwise. The origin is the center of the cell (0,0), of the
// square (0,0) on [Tan], and of the hexagon (0,0) on [Kite]; on [Stick] and [Triangle] it is the
// corner (0,0). On [Cube] the axis is parallel to Z. On lattices whose symmetries were found (see
// [NewLattice]), the rotation is one of those of the lattice, about any point; if there are none,
// the shape stays as it is.
func (s Shape) Rotate(k int) Shape {
	g := Isometry{lattice: s.lattice, operation: s.Lattice().facts().rotate}
	order := 1
	for h := g; h.operation != 0; h = h.Then(g) {
		order++
	}
	for range (k%order + order) % order {
		s = g.Apply(s)
	}
	return s
}

// Reflect returns the shape with left and right exchanged: it maps X to -X. Other reflections are a
// Reflect followed by a Rotate. Reflect panics on a lattice without reflections, such as "floret".
func (s Shape) Reflect() Shape {
	if s.Lattice().facts().reflect < 0 {
		panic("shapes: the lattice has no reflections")
	}
	return Isometry{lattice: s.lattice, operation: s.Lattice().facts().reflect}.Apply(s)
}

// Normal returns the shape moved into the corner, so that the least of each coordinate is 0, or, in
// the X of a lattice of space with several kinds of cells, less than their number. Two shapes are
// the same fixed polyform if their normal shapes are Equal.
func (s Shape) Normal() Shape {
	least := s.Lattice().cornerOf(s)
	if least == (Cell{}) {
		return s
	}
	return s.Translate(-least.X, -least.Y, -least.Z)
}

// cornerOf returns the translation, as a cell of kind 0, that moves the corner of shapes to that of
// s.
func (l *Lattice) cornerOf(s Shape) Cell {
	if l.folded && !s.Empty() {
		return corner4(s.Cells()).folded()
	}
	least, _ := s.Bounds()
	return l.PeriodOf(least)
}

// Orientations returns the different shapes that a class regards as the same as s, each moved into
// the corner as by Normal, in the order of Compare. For [Free] these are all images of s under
// rotation and reflection: 1, 2, 4 or 8 for a polyomino. For [OneSided] these are the images under
// rotation: 1, 2 or 4 for a polyomino. For [Fixed] there is only s itself.
func (s Shape) Orientations(class Class) []Shape { return distinct(s.images(class)) }

// Canonical returns the shape that represents all shapes that a class regards as the same as s: the
// first of the Orientations. Two shapes are the same free, one-sided or fixed polyform if their
// canonical shapes of that class are Equal. For [Fixed] it is s.Normal().
func (s Shape) Canonical(class Class) Shape {
	return slices.MinFunc(s.images(class), Shape.Compare)
}

// images lists the image of s under each operation of a class, moved into the corner.
func (s Shape) images(class Class) []Shape {
	if class == Fixed {
		return []Shape{s.Normal()}
	}
	l := s.Lattice()
	own := s.Cells()
	cells := make([]Cell, len(own))
	var sorter normalizer
	images := make([]Shape, 0, len(l.facts().operations))
	for i := range l.facts().operations {
		op := &l.facts().operations[i]
		if !class.has(op) {
			continue
		}
		for j, c := range own {
			cells[j] = op.apply(l, c)
		}
		if l.folded || !sorter.sort(l, cells) {
			images = append(images, s.with(cells).Normal())
			continue
		}
		s.cells = pack(cells)
		images = append(images, s)
	}
	return images
}

// A normalizer moves cells into the corner, and sorts them.
type normalizer struct {
	boxed.Sorter
	image []Cell
}

// sort moves different cells into the corner and sorts them. It changes nothing and returns false
// if the box around them is too large for that.
func (n *normalizer) sort(l *Lattice, cells []Cell) bool {
	if len(cells) == 0 {
		return true
	}
	least, most := cells[0], cells[0]
	for _, c := range cells {
		least, most = leastOfEach(least, c), mostOfEach(most, c)
	}
	if !n.Begin(len(cells), least.X, least.Y, least.Z, most.X-least.X+1, most.Y-least.Y+1, most.Z-least.Z+1) {
		return false
	}
	for _, c := range cells {
		n.Add(c.X, c.Y, c.Z)
	}
	n.image = append(n.image[:0], cells...)
	corner := l.PeriodOf(least)
	for i, k := range n.Order() {
		cells[i] = n.image[k].minus(corner)
	}
	return true
}

// distinct sorts shapes and leaves out duplicates.
func distinct(all []Shape) []Shape {
	slices.SortFunc(all, Shape.Compare)
	return slices.CompactFunc(all, Shape.Equal)
}
