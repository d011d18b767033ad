// SPDX-License-Identifier: BSD-3-Clause

// Outlines and inner lines of a set of cells.
//
// Each cell is a polygon whose corners come clockwise on paper. An edge that two cells of the set
// share is inner; it occurs in both polygons, in opposite directions. The other edges make up the
// outline. To follow the outline, continue at the end of an edge with the next edge of the same
// cell; while that edge is inner, cross it and take the next edge of the cell on the other side.
// This goes around the corner through the cells of the set that meet there, up to the next edge of
// the outline. Where two cells touch only in a corner, the walk does not cross from one to the
// other, so the outline consists of separate loops, as round joins require. Loops around holes are
// counter-clockwise.
//
// This works on every lattice whose cells are polygons, without angles or floating point. Corners
// between edges in the same direction are then dropped. For example the square of four cells gives
// one loop of four corners.
//
// Inner lines are drawn in runs that are as long as possible: edges that meet in the same direction
// are joined.

package render

import (
	"slices"

	"polka/shapes"
)

// An edge is a directed line from corner to corner.
type edge struct{ from, to shapes.Corner }

// A side is an edge of a cell of a mesh.
type side struct {
	edge
	after int // index of the next side of the same cell
	twin  int // index of the same side of the neighboring cell, in the opposite direction; -1 if there is none
}

// A mesh holds the sides of all cells of a shape. Each edge occurs at most once in each direction.
type mesh struct {
	sides   []side // cell by cell
	order   []int  // their indices in reading order
	lattice *shapes.Lattice
}

func meshOf(s shapes.Shape) mesh {
	l := s.Lattice()
	m := mesh{lattice: l}
	for _, c := range s.Cells() {
		corners := l.Corners(c)
		if m.sides == nil {
			m.sides = make([]side, 0, s.Size()*len(corners))
			m.order = make([]int, 0, s.Size()*len(corners))
		}
		first := len(m.sides)
		for i, p := range corners {
			j := (i + 1) % len(corners)
			m.order = append(m.order, first+i)
			m.sides = append(m.sides, side{edge: edge{p, corners[j]}, after: first + j})
		}
	}
	slices.SortFunc(m.order, func(i, j int) int { return m.sides[i].compare(m.sides[j].edge) })
	for i := range m.sides {
		m.sides[i].twin = m.find(m.sides[i].reverse())
	}
	return m
}

// find gives the index of an edge, or -1.
func (m mesh) find(e edge) int {
	i, ok := slices.BinarySearchFunc(m.order, e, func(i int, e edge) int { return m.sides[i].compare(e) })
	if !ok {
		return -1
	}
	return m.order[i]
}

// outline traces the boundary: closed loops of corners, those around cells clockwise, those around
// holes counter-clockwise. The loops begin at their first corner in reading order, and come in that
// order.
func (m mesh) outline() [][]shapes.Corner {
	var loops [][]shapes.Corner
	walked := make([]bool, len(m.sides))
	for _, start := range m.order {
		if m.sides[start].twin >= 0 || walked[start] {
			continue
		}
		var loop []shapes.Corner
		for i := start; !walked[i]; {
			walked[i] = true
			loop = append(loop, m.sides[i].from)
			i = m.sides[i].after
			for m.sides[i].twin >= 0 {
				i = m.sides[m.sides[i].twin].after
			}
		}
		loops = append(loops, straighten(loop))
	}
	return loops
}

// innerLines returns the lines between neighboring cells, joined where possible, in reading order.
// There are no lines within the squares that tans are parts of.
func (m mesh) innerLines() []edge {
	// Runs grow at their ends, which come later in reading order than their beginnings.
	type end struct{ at, direction shapes.Corner }
	growing := map[end]int{} // index of the run
	var runs []edge
	for _, j := range m.order {
		s := &m.sides[j]
		if s.twin < 0 || compareCorners(s.from, s.to) > 0 || m.lattice == shapes.Tan && (s.from.X&1 == 0 || s.to.X&1 == 0) {
			continue
		}
		direction := difference(s.from, s.to)
		i, ok := growing[end{s.from, direction}]
		if ok {
			delete(growing, end{s.from, direction})
			runs[i].to = s.to
		} else {
			i = len(runs)
			runs = append(runs, s.edge)
		}
		growing[end{s.to, direction}] = i
	}
	return runs
}

// straighten drops the corners at which a loop does not turn, and rotates it so that it begins at
// its first corner in reading order.
func straighten(loop []shapes.Corner) []shapes.Corner {
	var kept []shapes.Corner
	first := 0
	for i, p := range loop {
		before, next := loop[(i+len(loop)-1)%len(loop)], loop[(i+1)%len(loop)]
		if difference(before, p) == difference(p, next) {
			continue
		}
		kept = append(kept, p)
		if compareCorners(p, kept[first]) < 0 {
			first = len(kept) - 1
		}
	}
	return append(kept[first:len(kept):len(kept)], kept[:first]...)
}

func (e edge) reverse() edge { return edge{e.to, e.from} }

func (e edge) compare(f edge) int {
	if d := compareCorners(e.from, f.from); d != 0 {
		return d
	}
	return compareCorners(e.to, f.to)
}

func difference(p, q shapes.Corner) shapes.Corner {
	return shapes.Corner{X: q.X - p.X, Y: q.Y - p.Y, Z: q.Z - p.Z}
}

func compareCorners(p, q shapes.Corner) int { return shapes.Cell(p).Compare(shapes.Cell(q)) }
