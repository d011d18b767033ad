// SPDX-License-Identifier: BSD-3-Clause

// How pieces lie on a patch.
//
// A piece is laid by developing it: one of its cells is laid on a cell of the patch, with one of
// its sides on one of the sides, clockwise or reversed. This determines where each neighbor lies,
// across the image of their common side, and so on. The piece lies there if all its cells lie on
// different cells with as many sides, and any two of its sides that are glued lie on sides that
// are. On a patch that is not bent, lengths and angles must agree as well, so that the image is
// congruent to the piece.
//
// The symmetries of a connected patch are the ways in which it lies on itself. Each is determined
// by the image of one side, so there are at most twice as many as there are sides.
//
// Example: the surface of a cube has 48 symmetries however finely its faces are divided. Cost: the
// number of sides of the patch times the number of cells of the piece.

package shapes

import (
	"math"
	"slices"
)

// A laid cell lies on a cell of a patch: its side i on side offset+i, or offset-i if reversed.
type laid struct {
	cell, offset int
	reversed     bool
}

// onto returns the side on which a side lies, of n.
func (a laid) onto(i, n int) int {
	if a.reversed {
		i = -i
	}
	return ((a.offset+i)%n + n) % n
}

// A plan is a shape that can be developed: its cells are numbered in order.
type plan struct {
	surface
	cells []Cell
}

// planOf returns the plan of a shape, of which sides outside of it are not glued. It reports
// false if the shape is empty or its cells are no polygons.
func planOf(s Shape) (*plan, bool) {
	l := s.Lattice()
	p := &plan{cells: s.Cells()}
	if s.Empty() || l.spatial || len(l.corners[0]) < 3 {
		return nil, false
	}
	if l.Finite() {
		number := map[int]int{}
		for i, c := range p.cells {
			number[c.Z] = i
		}
		for _, c := range p.cells {
			var across []gluing
			for _, g := range l.surface.across[c.Z] {
				i, ok := number[g.cell]
				if !ok {
					g.cell = -1
				} else {
					g.cell = i
				}
				across = append(across, g)
			}
			p.across = append(p.across, across)
			if l.surface.lengths != nil {
				p.lengths, p.angles = append(p.lengths, l.surface.lengths[c.Z]), append(p.angles, l.surface.angles[c.Z])
			}
		}
		return p, true
	}
	sides := map[[2]Corner]gluing{}
	for k, c := range p.cells {
		corners := l.Corners(c)
		for i, a := range corners {
			sides[[2]Corner{a, corners[(i+1)%len(corners)]}] = gluing{cell: k, side: i}
		}
	}
	w := &patchwork{}
	for _, c := range p.cells {
		corners := l.Corners(c)
		var across []gluing
		var polygon []int
		for i, a := range corners {
			g, ok := sides[[2]Corner{corners[(i+1)%len(corners)], a}]
			if !ok {
				g.cell = -1
			}
			across = append(across, g)
			x, y := l.Project(a)
			polygon = append(polygon, len(w.points))
			w.points = append(w.points, [2]float64{x, y})
		}
		p.across = append(p.across, across)
		w.polygons = append(w.polygons, polygon)
	}
	w.measure(&p.surface)
	return p, true
}

// develop lays the first cell of a plan in a given way, and the others accordingly.
func (x *surface) develop(p *plan, first laid) ([]laid, bool) {
	where := make([]laid, len(p.cells))
	done := make([]bool, len(p.cells))
	taken := map[int]bool{first.cell: true}
	where[0], done[0] = first, true
	queue := []int{0}
	for len(queue) > 0 {
		k := queue[0]
		queue = queue[1:]
		if !x.fits(p, k, where[k]) {
			return nil, false
		}
		for i, g := range p.across[k] {
			if g.cell < 0 {
				continue
			}
			t := x.across[where[k].cell][where[k].onto(i, len(x.across[where[k].cell]))]
			if t.cell < 0 || len(x.across[t.cell]) != len(p.across[g.cell]) {
				return nil, false
			}
			n := len(x.across[t.cell])
			next := laid{cell: t.cell, reversed: where[k].reversed != (g.twisted != t.twisted)}
			if next.reversed {
				next.offset = (t.side + g.side) % n
			} else {
				next.offset = (t.side - g.side + n) % n
			}
			if done[g.cell] {
				if where[g.cell] != next {
					return nil, false
				}
				continue
			}
			if taken[next.cell] {
				return nil, false
			}
			where[g.cell], done[g.cell], taken[next.cell] = next, true, true
			queue = append(queue, g.cell)
		}
	}
	return where, !slices.Contains(done, false)
}

// fits reports whether the sides and angles of a cell agree with those on which they lie.
func (x *surface) fits(p *plan, k int, at laid) bool {
	n := len(p.across[k])
	if len(x.across[at.cell]) != n {
		return false
	}
	if x.lengths == nil || p.lengths == nil {
		return true
	}
	for i := range n {
		j := at.onto(i, n)
		corner := j // where side i begins
		if at.reversed {
			corner = (j + 1) % n
		}
		if math.Abs(p.lengths[k][i]-x.lengths[at.cell][j]) > 1e-4*p.lengths[k][i] || math.Abs(p.angles[k][i]-x.angles[at.cell][corner]) > 1e-2 {
			return false
		}
	}
	return true
}

// Embeddings returns all ways in which a piece can lie on a finite lattice: each is the images of
// the cells of s, in their order. The piece is a shape on the lattice itself or on any planar
// lattice of polygons, connected by sides. Its cells lie on cells with as many sides, and those
// that have a side in common lie on cells that are glued at it; unless the patch is bent, the image
// is congruent to the piece. The piece may be rotated, and reflected if the class is [Free] or the
// surface is not orientable. For [Fixed], the only embedding of a shape of the lattice itself is
// the identity. Different embeddings may have the same cells. On a graph (see [NewGraph]), pieces
// of all lattices are graphs, and classes other than Fixed are alike.
//
// Embeddings panics if the lattice is not Finite.
func (l *Lattice) Embeddings(s Shape, class Class) [][]Cell {
	if !l.Finite() {
		panic("shapes: pieces are embedded only in finite lattices")
	}
	if class == Fixed && s.Lattice() == l {
		return [][]Cell{s.Cells()}
	}
	var list [][]Cell
	if n := l.surface.network; n != nil && class != Fixed {
		n.embed(s, func(images []Cell) bool {
			list = append(list, images)
			return true
		})
		return list
	}
	p, ok := planOf(s)
	if !ok || class == Fixed {
		return nil
	}
	for k, sides := range l.surface.across {
		for offset := range sides {
			for _, reversed := range []bool{false, true} {
				if reversed && class != Free && !l.surface.twisted {
					continue
				}
				where, ok := l.surface.develop(p, laid{k, offset, reversed})
				if !ok {
					continue
				}
				images := make([]Cell, len(where))
				for i, at := range where {
					images[i] = Cell{Z: at.cell}
				}
				list = append(list, images)
			}
		}
	}
	return list
}

// Automorphisms returns the symmetries of a finite lattice, each as the images of the cells in
// their order; the identity is the first. They map glued sides to glued sides and, unless the patch
// is bent, keep lengths and angles. If the patch is not connected, only the identity is found.
// Those of a graph map edges to edges; if there are more than 10,000, only the identity is
// returned. It panics if the lattice is not Finite.
func (l *Lattice) Automorphisms() [][]Cell {
	whole := l.Whole().Cells()
	list := [][]Cell{whole}
	if n := l.surface.network; n != nil {
		n.embed(l.Whole(), func(images []Cell) bool {
			if !slices.Equal(images, whole) {
				list = append(list, images)
			}
			return len(list) <= mostEmbeddings
		})
		if len(list) > mostEmbeddings {
			return list[:1]
		}
		return list
	}
	for _, images := range l.Embeddings(l.Whole(), Free) {
		if !slices.ContainsFunc(list, func(known []Cell) bool { return slices.Equal(known, images) }) {
			list = append(list, images)
		}
	}
	return list
}
