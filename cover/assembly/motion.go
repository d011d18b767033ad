// SPDX-License-Identifier: BSD-3-Clause

// Cells that are not cubes.
//
// The problem. How far can a piece move in a direction before it meets another one, if the cells
// are prisms or tetrahedra?
//
// The idea. A convex cell A, moved by t steps e, meets a convex cell B at the place d exactly if
// te - d is inside of the Minkowski difference B - A, the set of all b - a. This is a convex
// polyhedron, so the line meets it in an interval, which follows from its faces: these have the
// normals of faces of A and B, or are perpendicular to an edge of each. Corners have whole
// coordinates, so that ends of intervals are fractions and the results are exact. A piece is free
// until the first interval of two of its cells begins; we round down to whole steps.
//
// What is different. BurrTools has a table of the cells that must be empty, for prisms only. It
// does not move other cells.
//
// The cost. Two pieces of m and n cells take time in proportion to mn for each direction, for each
// place of the one as seen from the other, which is remembered.

package assembly

import (
	"fmt"
	"slices"

	"polka/internal/gcd"
	"polka/shapes"
)

// A Motion says how pieces move, and which polyhedra their cells are if they are not cubes. Pieces
// are shapes on the lattice of cubes all the same; Corners says where a cell with such coordinates
// is.
type Motion struct {
	// Axes lists the directions of moves, each as one step in the coordinates of cells. Pieces move
	// along them, forward and backward. There are from 1 to 63; none is zero, and coordinates are
	// from -4096 to 4096.
	Axes []shapes.Cell

	// Corners returns the corners of a cell, which is convex, in halves of the coordinates. It is
	// called for cells of pieces where they lie in the assembly; after a move, their corners are
	// moved by the same. Cells of different pieces do not overlap; this is not checked.
	Corners func(shapes.Cell) [][3]int

	// Scale is the length of a step of each coordinate in views; 0 stands for 1.
	Scale [3]float64
}

// check returns the reason why nothing can be moved.
func (m *Motion) check() error {
	if len(m.Axes) == 0 || len(m.Axes) > 63 || m.Corners == nil {
		return fmt.Errorf("assembly: expected a motion with corners and from 1 to 63 axes, got %d", len(m.Axes))
	}
	for i, c := range m.Axes {
		if side := max(c.X, -c.X, c.Y, -c.Y, c.Z, -c.Z); side == 0 || side > mostSide {
			return fmt.Errorf("assembly: axis %d: expected a step that is not zero, with coordinates from %d to %d, got (%d,%d,%d)", i, -mostSide, mostSide, c.X, c.Y, c.Z)
		}
	}
	return nil
}

// A vector has three coordinates.
type vector = [3]int

func dot(a, b vector) int { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func minus(a, b vector) vector { return vector{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func cross(a, b vector) vector {
	return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// primitive divides a vector by the greatest common divisor of its coordinates.
func primitive(v vector) vector {
	if g := gcd.Of(gcd.Of(v[0], v[1]), v[2]); g > 1 {
		v = vector{v[0] / g, v[1] / g, v[2] / g}
	}
	return v
}

// doubled returns a difference of cells in the units of corners.
func doubled(c shapes.Cell) vector { return vector{2 * c.X, 2 * c.Y, 2 * c.Z} }

// A gridBody is a piece whose cells are given by a motion.
type gridBody struct {
	cells []gridCell
}

// A gridCell is a cell of a body, with its place as seen from the corner of the box around the
// piece, and the box around its corners there.
type gridCell struct {
	kind        int
	at          vector
	least, most vector
}

// A gridWork has what an analyzer remembers of a motion.
type gridWork struct {
	grid   *Motion
	bodies []gridBody
	number map[string]int // of a body
	kinds  [][]vector     // the corners of each kind of cells, as seen from the cell
	kindOf map[string]int
	faces  map[[2]int][]face
	gaps   map[gridPair][]int16 // forward along each axis, then backward
}

type gridPair struct {
	first, second int
	d             place
}

// A face is a half-space: the points p with n·p < h.
type face struct {
	n vector
	h int
}

// onGrid prepares an analyzer for a motion, or for cubes if it is nil.
func (a *Analyzer) onGrid(g *Motion) {
	if g == nil {
		a.work, a.unit = nil, unit[:]
		return
	}
	if a.work == nil || a.work.grid != g {
		a.work = &gridWork{
			grid: g, number: map[string]int{}, kindOf: map[string]int{},
			faces: map[[2]int][]face{}, gaps: map[gridPair][]int16{},
		}
	}
	a.unit = a.unit[:0:0]
	for _, c := range g.Axes {
		a.unit = append(a.unit, placeOf(c))
	}
}

// body returns the number of the body of a piece.
func (w *gridWork) body(s shapes.Shape) int {
	least, _ := s.Bounds()
	var b gridBody
	for _, c := range s.Cells() {
		own := doubled(c)
		at := minus(own, doubled(least))
		corners := slices.Clone(w.grid.Corners(c))
		for i, p := range corners {
			corners[i] = minus(p, own)
		}
		key := fmt.Sprint(corners)
		kind, ok := w.kindOf[key]
		if !ok {
			kind = len(w.kinds)
			w.kindOf[key] = kind
			w.kinds = append(w.kinds, corners)
		}
		g := gridCell{kind: kind, at: at, least: corners[0], most: corners[0]}
		for _, p := range corners {
			for i, n := range p {
				g.least[i], g.most[i] = min(g.least[i], n), max(g.most[i], n)
			}
		}
		for i, n := range at {
			g.least[i], g.most[i] = g.least[i]+n, g.most[i]+n
		}
		b.cells = append(b.cells, g)
	}
	key := fmt.Sprint(b.cells)
	k, ok := w.number[key]
	if !ok {
		k = len(w.bodies)
		w.number[key] = k
		w.bodies = append(w.bodies, b)
	}
	return k
}

// gapsOf returns the gaps of two bodies along each axis, of the first before the second, which is
// at d as seen from the first, and then of the second before the first.
func (w *gridWork) gapsOf(first, second int, d place) []int16 {
	key := gridPair{first, second, d}
	if list, ok := w.gaps[key]; ok {
		return list
	}
	list := make([]int16, 2*len(w.grid.Axes))
	b, c := &w.bodies[first], &w.bodies[second]
	at := doubled(d.cell())
	for i, axis := range w.grid.Axes {
		before, behind := w.gap(b, c, at, doubled(axis))
		list[i], list[len(w.grid.Axes)+i] = int16(before), int16(behind)
	}
	w.gaps[key] = list
	return list
}

// gap returns how many steps b can move forward, and backward, before it meets c, which is at d as
// seen from b. The latter is how many steps c can move forward before it meets b.
func (w *gridWork) gap(b, c *gridBody, d, step vector) (before, behind int) {
	before, behind = away, away
	// The box around a cell meets another one while the number of steps, times a common multiple of
	// their coordinates, is in an interval for each coordinate.
	common := 1
	for _, s := range step {
		if s != 0 {
			common *= max(s, -s) / gcd.Of(common, s)
		}
	}
	var times vector
	for i, s := range step {
		if s != 0 {
			times[i] = common / s
		}
	}
	for i := range b.cells {
		p := &b.cells[i]
	next:
		for j := range c.cells {
			q := &c.cells[j]
			from, to := -common*behind, common*before
			for k, m := range times {
				low, high := q.least[k]+d[k]-p.most[k], q.most[k]+d[k]-p.least[k]
				switch {
				case m > 0:
					from, to = max(from, low*m), min(to, high*m)
				case m < 0:
					from, to = max(from, high*m), min(to, low*m)
				case low >= 0 || high <= 0:
					continue next
				}
				if from >= to {
					continue next
				}
			}
			at := vector{d[0] + q.at[0] - p.at[0], d[1] + q.at[1] - p.at[1], d[2] + q.at[2] - p.at[2]}
			ahead, free := meeting(w.facesOf(p.kind, q.kind), at, step)
			switch {
			case free < 0:
			case ahead:
				before = min(before, free)
			default:
				behind = min(behind, free)
			}
			if before == 0 && behind == 0 {
				return 0, 0
			}
		}
	}
	return before, behind
}

// meeting returns whether a cell must move forward to enter another one, which is at d as seen from
// it, and how many whole steps it is free to move at most, or -1 if they do not meet.
func meeting(faces []face, d, step vector) (ahead bool, free int) {
	from, fromBy := -away, 1 // fractions, with positive denominators: where the line enters
	to, toBy := away, 1      // and where it leaves
	for i := range faces {
		f := &faces[i]
		room, speed := f.h+dot(f.n, d), dot(f.n, step) // t·speed < room
		switch {
		case speed == 0:
			if room <= 0 {
				return false, -1
			}
		case speed > 0:
			if room*toBy < to*speed {
				to, toBy = room, speed
			}
		default: // t > room/speed
			if -room*fromBy > from*-speed {
				from, fromBy = -room, -speed
			}
		}
	}
	switch {
	case from*toBy >= to*fromBy:
		return false, -1
	case to > 0:
		return true, max(from, 0) / fromBy
	}
	return false, -to / toBy
}

// facesOf returns the faces of the Minkowski difference of two kinds of cells, the second minus the
// first.
func (w *gridWork) facesOf(first, second int) []face {
	key := [2]int{first, second}
	if list, ok := w.faces[key]; ok {
		return list
	}
	a, b := w.kinds[first], w.kinds[second]
	var edges [2][]vector
	for side, corners := range [2][]vector{a, b} {
		for i, p := range corners {
			for _, q := range corners[:i] {
				edges[side] = append(edges[side], minus(p, q))
			}
		}
	}
	done := map[vector]bool{{}: true}
	list := []face{}
	try := func(v, u vector) {
		n := primitive(cross(v, u))
		for _, n := range [2]vector{n, minus(vector{}, n)} {
			if !done[n] {
				done[n] = true
				if h, ok := support(a, b, n); ok {
					list = append(list, face{n, h})
				}
			}
		}
	}
	all := slices.Concat(edges[0], edges[1])
	for i, v := range all {
		for _, u := range all[:i] {
			try(v, u)
		}
	}
	w.faces[key] = list
	return list
}

// support returns the greatest n·(b-a). It reports whether the points where it is are a face.
func support(a, b []vector, n vector) (h int, ok bool) {
	low, high := dot(n, a[0]), dot(n, b[0])
	for _, p := range a {
		low = min(low, dot(n, p))
	}
	for _, p := range b {
		high = max(high, dot(n, p))
	}
	var edges []vector
	collect := func(corners []vector, value int) {
		var first *vector
		for i := range corners {
			if dot(n, corners[i]) != value {
				continue
			}
			if first == nil {
				first = &corners[i]
				continue
			}
			edges = append(edges, minus(corners[i], *first))
		}
	}
	collect(a, low)
	collect(b, high)
	for _, e := range edges {
		if cross(edges[0], e) != (vector{}) {
			return high - low, true
		}
	}
	return 0, false
}
