// SPDX-License-Identifier: BSD-3-Clause

package shapes

import "slices"

// Union returns the shape of the cells of s or t. It has no name unless it is equal to s. It panics
// if the shapes lie on different lattices.
func (s Shape) Union(t Shape) Shape {
	s.mustShareLattice(t)
	return s.made(append(s.Cells(), t.Cells()...))
}

// Intersection returns the shape of the cells of both s and t. It has no name unless it is equal to
// s. It panics if the shapes lie on different lattices.
func (s Shape) Intersection(t Shape) Shape {
	s.mustShareLattice(t)
	return s.filter(t.Contains)
}

// Difference returns the shape of the cells of s that are not cells of t. It has no name unless it
// is equal to s. It panics if the shapes lie on different lattices.
func (s Shape) Difference(t Shape) Shape {
	s.mustShareLattice(t)
	return s.filter(func(c Cell) bool { return !t.Contains(c) })
}

// Neighbors returns the shape of the cells outside s that have a neighbor in s. It has no name.
func (s Shape) Neighbors() Shape {
	l := s.Lattice()
	var cells []Cell
	for _, c := range s.Cells() {
		for _, d := range l.Neighbors(c) {
			if !s.Contains(d) {
				cells = append(cells, d)
			}
		}
	}
	return s.Named("").with(cells)
}

// Scale returns the shape in which each cell is replaced by a k times larger one made of cells: k*k
// squares, triangles or tans, k*k*k cubes, or k sticks. It has no name unless k is 1. Scale panics
// if k is not positive, and on [Hexagon], [Kite] and the lattices that are not variables of this
// package, whose cells need not make up a larger one.
func (s Shape) Scale(k int) Shape {
	if k < 1 {
		panic("shapes: Scale expects a positive factor")
	}
	if s.lattice == Hexagon || s.lattice == Kite || !slices.Contains(Lattices(), s.Lattice()) {
		panic("shapes: Scale does not support hexagons, kites and the cells of derived lattices")
	}
	l := s.Lattice()
	parts := l.parts(k)
	cells := make([]Cell, 0, s.Size()*len(parts[0]))
	for _, c := range s.Cells() {
		at, kind := l.split(c)
		for _, p := range parts[kind] {
			cells = append(cells, Cell{k*at.X + p.X, k*at.Y + p.Y, k*at.Z + p.Z})
		}
	}
	return s.made(cells)
}

// parts returns, for each kind of cell, the cells that make up the k times larger cell (0,0).
func (l *Lattice) parts(k int) [][]Cell {
	parts := make([][]Cell, l.NumKinds())
	for y := range k {
		for x := range k {
			switch {
			case l == Triangle:
				// The larger triangle that points down has its right angle, in coordinates, at the
				// origin. The one that points up is the rest of the rhombus.
				for kind := range 2 {
					larger := 0
					if x+y+kind >= k {
						larger = 1
					}
					parts[larger] = append(parts[larger], Cell{x, y, kind})
				}
			case l == Stick:
				if y == 0 {
					parts[0] = append(parts[0], Cell{x, 0, 0})
					parts[1] = append(parts[1], Cell{0, x, 1})
				}
			case l == Tan:
				for kind := range l.corners {
					larger := largerQuarter(x, y, kind, k)
					parts[larger] = append(parts[larger], Cell{x, y, kind})
				}
			case l.spatial:
				for z := range k {
					parts[0] = append(parts[0], Cell{x, y, z})
				}
			default:
				parts[0] = append(parts[0], Cell{x, y, 0})
			}
		}
	}
	return parts
}

func (s Shape) filter(keep func(Cell) bool) Shape {
	var cells []Cell
	for _, c := range s.Cells() {
		if keep(c) {
			cells = append(cells, c)
		}
	}
	return s.made(cells)
}

func (s Shape) mustShareLattice(t Shape) {
	if s.lattice != t.lattice {
		panic("shapes: the shapes are of different lattices")
	}
}
