// SPDX-License-Identifier: BSD-3-Clause

package shapes

import "polka/shapes/internal/redelmeier"

// A window is the part of a lattice that contains the shapes of n cells whose first cell in reading
// order is in the period at the origin. Its cells are numbered in reading order, so that the cells
// before the first one have smaller numbers. Each fixed polyform of n cells occurs in it once, with
// one of the roots as its first cell.
type window struct {
	lattice *Lattice
	graph   *redelmeier.Graph
	reach   int // coordinates X (and Z, in space) go from -reach to reach; n, or more if neighbors are farther apart
	rows    int // coordinates Y go from 0 to rows-1
	layers  int // number of values of Z: kinds or 2*reach+1, or the square of that
	roots   []int
}

// newWindow returns the window for shapes of up to n cells.
func newWindow(l *Lattice, n int) *window {
	columns, rows, degree := 1, 1, 0 // by which coordinates change from a cell to a neighbor
	if l.Finite() {
		columns, rows = 0, 0
	}
	for _, near := range l.facts().near {
		degree = max(degree, len(near))
		for _, d := range near {
			columns, rows = max(columns, d.X, -d.X), max(rows, d.Y, -d.Y)
			if l.spatial && !l.folded {
				columns = max(columns, d.Z, -d.Z)
			}
		}
	}
	columns = max(columns, l.packed)
	w := &window{lattice: l, reach: columns * n, rows: rows*(n-1) + 1, layers: l.NumKinds()}
	if l.spatial {
		w.layers = 2*w.reach + 1
	}
	if l.folded {
		w.layers *= w.layers
	}
	size := w.rows * (2*w.reach + 1) * w.layers
	w.graph = redelmeier.NewGraph(size, degree, func(v int) []int {
		var list []int
		for _, c := range l.Neighbors(w.cell(v)) {
			if v, ok := w.number(c); ok {
				list = append(list, v)
			}
		}
		return list
	})
	for kind := range l.NumKinds() {
		root, _ := w.number(l.CellOfKind(kind))
		w.roots = append(w.roots, root)
	}
	for v := range w.roots[0] {
		w.graph.Block(v)
	}
	return w
}

// number returns the number of a cell, if it is in the window.
func (w *window) number(c Cell) (int, bool) {
	z := c.Z
	if w.lattice.folded {
		p := unfolded(c)
		side := 2*w.reach + 1
		if p[2] < -w.reach || p[2] > w.reach || p[3] < -w.reach || p[3] > w.reach {
			return 0, false
		}
		z = (p[3]+w.reach)*side + p[2] + w.reach
	} else if w.lattice.spatial {
		z += w.reach
	}
	if c.X < -w.reach || c.X > w.reach || c.Y < 0 || c.Y >= w.rows || z < 0 || z >= w.layers {
		return 0, false
	}
	return (c.Y*(2*w.reach+1)+c.X+w.reach)*w.layers + z, true
}

// cell is the inverse of number.
func (w *window) cell(v int) Cell {
	z := v % w.layers
	if w.lattice.folded {
		side := 2*w.reach + 1
		z = (place4{2: z%side - w.reach, 3: z/side - w.reach}).folded().Z
	} else if w.lattice.spatial {
		z -= w.reach
	}
	v /= w.layers
	return Cell{X: v%(2*w.reach+1) - w.reach, Y: v / (2*w.reach + 1), Z: z}
}

// eachRoot calls f for every root, with all earlier cells blocked, until f returns false.
func (w *window) eachRoot(f func(root int) bool) bool {
	for i, root := range w.roots {
		for v := w.roots[max(i-1, 0)]; v < root; v++ {
			w.graph.Block(v)
		}
		if !f(root) {
			return false
		}
	}
	return true
}
