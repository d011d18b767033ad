// SPDX-License-Identifier: BSD-3-Clause

// Patches: finitely many polygons, glued at their sides.
//
// A patch is a lattice whose one period is not repeated: cell (0,0,k) is polygon k. Polygons are
// glued where parts of their sides coincide in the plane, and where the definition says so; so the
// polygons of a net become the surface of a solid. Sides are divided at corners of other polygons
// within them, after which each side is glued to at most one other. A glued pair of sides is
// traversed in opposite senses by its polygons, which are clockwise, or, if it is twisted as in a
// Moebius strip, in the same sense.
//
// Example: two squares, each glued to itself and the other, are a torus of one row and two columns.
// Cost: proportional to the square of the number of polygons; half a second for a thousand.

package shapes

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// equal reports whether two surfaces are glued and measured alike; both may be nil.
func (x *surface) equal(y *surface) bool {
	if x == nil || y == nil {
		return x == y
	}
	return x.network.equal(y.network) && slices.EqualFunc(x.across, y.across, func(a, b []gluing) bool { return slices.Equal(a, b) }) && (x.lengths == nil) == (y.lengths == nil)
}

// A Patch defines a lattice of finitely many cells for [NewPatch].
type Patch struct {
	// Name is the name of the lattice, as in [Period].
	Name string

	// Cells are the polygons, each as its corners in order, clockwise or not. Cell (0,0,k) of the
	// lattice is the polygon with index k. There are at most 4096. Positions are x to the right and
	// y down; they decide where cells are drawn.
	Cells [][][2]float64

	// Glue lists pairs of sides that are glued although they are apart.
	Glue []Glue

	// Bent means that lengths and angles do not matter to how pieces lie, only which sides are
	// glued: the polygons are a map of a curved surface.
	Bent bool
}

// A Glue is a pair of sides. Side i of a polygon goes from corner i to the next one, in the order
// of its clockwise corners: those of the definition, or their reverse, which then begins with the
// last corner. If the pair is Twisted, the first corners of both sides are glued to each other, and
// otherwise the first corner of each to the second of the other.
type Glue struct {
	Cell, Side           int
	OtherCell, OtherSide int
	Twisted              bool
}

const mostPatch = 4096

// A gluing says what lies across a side: a side of a cell, or -1 if it is at the border.
type gluing struct {
	cell, side int
	twisted    bool
}

// A surface has the sides of the cells of a patch.
type surface struct {
	across  [][]gluing  // by cell and side
	lengths [][]float64 // of the sides; nil if they do not matter
	angles  [][]float64 // by cell and corner, in degrees; corner i is where side i begins
	network *network    // of a graph, which has no sides; otherwise nil
	twisted bool        // the surface is not orientable, or the polygons do not show that it is
}

// NewPatch returns the lattice of the cells of a patch, which has no translations. Pieces lie on it
// as [Lattice.Embeddings] finds, and its symmetries are those of [Lattice.Automorphisms]; its only
// isometry is the identity, so that polyforms of every class are its connected sets of cells.
// Corners closer than about 1/100000 of the mean length of the sides are regarded as equal.
// Polygons that overlap, and sides that are glued twice, are errors. Names are registered as by
// [NewLattice].
//
// Package cover tiles it: cover.BoardOf(l.Whole()) is the board of all cells.
func NewPatch(p Patch) (*Lattice, error) {
	if err := checkLatticeName(p.Name); err != nil {
		return nil, err
	}
	l, err := patchOf(p)
	if err != nil {
		return nil, err
	}
	return registered(l), nil
}

// A patchwork is a patch while its lattice is made.
type patchwork struct {
	Patch
	tolerance float64
	points    [][2]float64
	buckets   map[[2]int][]int // points by position in units of 4 tolerances
	polygons  [][]int          // corners as indices of points
	first     [][]int          // by cell and side of the definition: its first part, as divided
}

// patchOf makes a lattice without registering it.
func patchOf(p Patch) (*Lattice, error) {
	w := &patchwork{Patch: p, buckets: map[[2]int][]int{}}
	w.Cells = slices.Clone(p.Cells)
	if len(p.Cells) == 0 || len(p.Cells) > mostPatch {
		return nil, fmt.Errorf("shapes: %d cells: expected 1 to %d polygons in a patch", len(p.Cells), mostPatch)
	}
	unit, sides := 0.0, 0
	for k, c := range p.Cells {
		if len(c) < 3 || len(c) > mostSides {
			return nil, fmt.Errorf("shapes: cell %d has %d corners, expected 3 to %d", k, len(c), mostSides)
		}
		for i, q := range c {
			if !finite(q) || math.Hypot(q[0], q[1]) > 1e9 {
				return nil, fmt.Errorf("shapes: cell %d has the corner (%g,%g), expected finite numbers below a billion", k, q[0], q[1])
			}
			d := less2(c[(i+1)%len(c)], q)
			unit += math.Hypot(d[0], d[1])
			sides++
		}
	}
	unit /= float64(sides)
	w.tolerance = 1e-5 * unit
	for k := range w.Cells {
		if err := w.add(k); err != nil {
			return nil, err
		}
	}
	if err := w.checkOverlaps(); err != nil {
		return nil, err
	}
	w.divide()
	x, err := w.glue()
	if err != nil {
		return nil, err
	}
	l := &Lattice{design: design{name: p.Name, scale: fineGrid, contact: 2, surface: x}}
	l.steps = [3][2]float64{{unit, 0}, {0, unit}, {}}
	for _, polygon := range w.polygons {
		var corners []Corner
		for _, i := range polygon {
			q := w.points[i]
			corners = append(corners, Corner{X: int(math.Round(q[0] / unit * fineGrid)), Y: int(math.Round(q[1] / unit * fineGrid))})
		}
		l.corners = append(l.corners, corners)
	}
	f := &l.derived
	*f = facts{reflect: -1, margin: 1}
	identical := operation{matrix: identity}
	for k := range l.corners {
		own := Cell{Z: k}
		var near []Cell
		for _, g := range x.across[k] {
			if g.cell >= 0 && g.cell != k {
				near = append(near, Cell{Z: g.cell})
			}
		}
		slices.SortFunc(near, Cell.Compare)
		near = slices.Compact(near)
		if len(near) > mostAdjacent {
			return nil, fmt.Errorf("shapes: cell %d has %d neighbors, expected at most %d", k, len(near), mostAdjacent)
		}
		f.near = append(f.near, near)
		f.units = append(f.units, []Cell{own})
		identical.images = append(identical.images, own)
	}
	f.operations = []operation{identical}
	l.classes = l.namedClasses()
	l.deriving.Do(func() {})
	return l, nil
}

// add checks a polygon, makes it clockwise and finds its corners.
func (w *patchwork) add(k int) error {
	c := slices.Clone(w.Cells[k])
	area := 0.0
	for i := range c {
		area += cross(less2(c[i], c[0]), less2(c[(i+1)%len(c)], c[0])) / 2
	}
	if err := checkPolygon(k, c, area, w.tolerance); err != nil {
		return err
	}
	if area < 0 {
		slices.Reverse(c)
	}
	w.Cells[k] = c
	var polygon []int
	for _, q := range c {
		i := w.point(q)
		if slices.Contains(polygon, i) {
			return fmt.Errorf("shapes: cell %d has two corners in the same place, (%.6g,%.6g)", k, q[0], q[1])
		}
		polygon = append(polygon, i)
	}
	w.polygons = append(w.polygons, polygon)
	return nil
}

// point returns the index of the point at a position, which is added if it is new.
func (w *patchwork) point(q [2]float64) int {
	at := [2]int{int(math.Floor(q[0] / (4 * w.tolerance))), int(math.Floor(q[1] / (4 * w.tolerance)))}
	for x := at[0] - 1; x <= at[0]+1; x++ {
		for y := at[1] - 1; y <= at[1]+1; y++ {
			for _, i := range w.buckets[[2]int{x, y}] {
				if d := less2(w.points[i], q); math.Hypot(d[0], d[1]) <= w.tolerance {
					return i
				}
			}
		}
	}
	w.buckets[at] = append(w.buckets[at], len(w.points))
	w.points = append(w.points, q)
	return len(w.points) - 1
}

// A bounds is a rectangle around a polygon.
type bounds struct{ low, high [2]float64 }

func boundsOf(c [][2]float64) bounds {
	b := bounds{c[0], c[0]}
	for _, q := range c {
		for i := range q {
			b.low[i], b.high[i] = min(b.low[i], q[i]), max(b.high[i], q[i])
		}
	}
	return b
}

func (b bounds) apart(o bounds) bool {
	return b.high[0] < o.low[0] || o.high[0] < b.low[0] || b.high[1] < o.low[1] || o.high[1] < b.low[1]
}

// checkOverlaps returns an error if sides of two polygons cross, or a corner of one lies within
// another. The same polygon twice is found when sides are glued.
func (w *patchwork) checkOverlaps() error {
	var frames []bounds
	for _, c := range w.Cells {
		frames = append(frames, boundsOf(c))
	}
	for k, c := range w.Cells {
		for j, d := range w.Cells[:k] {
			if !frames[k].apart(frames[j]) && (overlap(c, d, w.tolerance) || overlap(d, c, w.tolerance)) {
				return fmt.Errorf("shapes: cells %d and %d overlap", j, k)
			}
		}
	}
	return nil
}

// overlap reports whether a side of c crosses one of d, or a corner of c lies within d.
func overlap(c, d [][2]float64, tolerance float64) bool {
	for i, a := range c {
		b := c[(i+1)%len(c)]
		border := false
		for j, p := range d {
			q := d[(j+1)%len(d)]
			border = border || onSegment(a, p, q, tolerance)
			if onSegment(a, p, q, tolerance) || onSegment(b, p, q, tolerance) || onSegment(p, a, b, tolerance) || onSegment(q, a, b, tolerance) {
				continue
			}
			if cross(less2(b, a), less2(p, a))*cross(less2(b, a), less2(q, a)) < 0 && cross(less2(q, p), less2(a, p))*cross(less2(q, p), less2(b, p)) < 0 {
				return true
			}
		}
		if !border && inside(a, d) {
			return true
		}
	}
	return false
}

// divide inserts the corners of other polygons that lie within the sides of one.
func (w *patchwork) divide() {
	for k, polygon := range w.polygons {
		var divided, first []int
		for i, from := range polygon {
			to := polygon[(i+1)%len(polygon)]
			a, b := w.points[from], w.points[to]
			frame := boundsOf([][2]float64{a, b})
			d := less2(b, a)
			length := math.Hypot(d[0], d[1])
			first = append(first, len(divided))
			divided = append(divided, from)
			var within []int
			for j, p := range w.points {
				if j == from || j == to || frame.apart(bounds{[2]float64{p[0] - w.tolerance, p[1] - w.tolerance}, [2]float64{p[0] + w.tolerance, p[1] + w.tolerance}}) {
					continue
				}
				along := dot(less2(p, a), d) / length
				if math.Abs(cross(d, less2(p, a))) <= w.tolerance*length && along > w.tolerance && along < length-w.tolerance {
					within = append(within, j)
				}
			}
			slices.SortFunc(within, func(i, j int) int {
				return cmp.Compare(dot(less2(w.points[i], a), d), dot(less2(w.points[j], a), d))
			})
			divided = append(divided, within...)
		}
		w.polygons[k] = divided
		w.first = append(w.first, first)
	}
}

// glue finds what lies across each side.
func (w *patchwork) glue() (*surface, error) {
	x := &surface{}
	type ends [2]int
	sides := map[ends]gluing{}
	for k, polygon := range w.polygons {
		own := make([]gluing, len(polygon))
		for i, from := range polygon {
			own[i].cell = -1
			key := ends{from, polygon[(i+1)%len(polygon)]}
			if other, ok := sides[key]; ok {
				p := w.points[from]
				return nil, fmt.Errorf("shapes: cells %d and %d overlap beside (%.6g,%.6g)", other.cell, k, p[0], p[1])
			}
			sides[key] = gluing{cell: k, side: i}
		}
		x.across = append(x.across, own)
	}
	for k, polygon := range w.polygons {
		for i, from := range polygon {
			if other, ok := sides[ends{polygon[(i+1)%len(polygon)], from}]; ok {
				x.across[k][i] = other
			}
		}
	}
	for n, g := range w.Glue {
		a, err := w.side(n, g.Cell, g.Side)
		if err != nil {
			return nil, err
		}
		b, err := w.side(n, g.OtherCell, g.OtherSide)
		if err != nil {
			return nil, err
		}
		if x.across[a.cell][a.side].cell >= 0 || x.across[b.cell][b.side].cell >= 0 || a == b {
			return nil, fmt.Errorf("shapes: glue %d: side %d of cell %d or side %d of cell %d is glued already", n, g.Side, g.Cell, g.OtherSide, g.OtherCell)
		}
		a.twisted, b.twisted = g.Twisted, g.Twisted
		x.across[a.cell][a.side], x.across[b.cell][b.side] = b, a
		x.twisted = x.twisted || g.Twisted
	}
	if !w.Bent {
		w.measure(x)
	}
	return x, nil
}

// side returns a side of the definition, which must not be divided.
func (w *patchwork) side(n, cell, side int) (gluing, error) {
	if cell < 0 || cell >= len(w.Cells) || side < 0 || side >= len(w.Cells[cell]) {
		return gluing{}, fmt.Errorf("shapes: glue %d: there is no side %d of cell %d", n, side, cell)
	}
	first := w.first[cell]
	if next := first[(side+1)%len(first)]; (next-first[side]+len(w.polygons[cell]))%len(w.polygons[cell]) != 1 {
		return gluing{}, fmt.Errorf("shapes: glue %d: side %d of cell %d has a corner of another cell within it", n, side, cell)
	}
	return gluing{cell: cell, side: first[side]}, nil
}

// measure finds the lengths of the sides and the angles at the corners.
func (w *patchwork) measure(x *surface) {
	for _, polygon := range w.polygons {
		n := len(polygon)
		lengths, angles := make([]float64, n), make([]float64, n)
		for i, from := range polygon {
			next := less2(w.points[polygon[(i+1)%n]], w.points[from])
			before := less2(w.points[polygon[(i+n-1)%n]], w.points[from])
			lengths[i] = math.Hypot(next[0], next[1])
			angles[i] = math.Mod(math.Atan2(cross(next, before), dot(next, before))*180/math.Pi+360, 360)
		}
		x.lengths, x.angles = append(x.lengths, lengths), append(x.angles, angles)
	}
}

// Finite reports whether the lattice is a patch: its cells are those of one period only.
func (l *Lattice) Finite() bool { return l.surface != nil }

// Whole returns the shape of all cells. It panics if the lattice is not Finite.
func (l *Lattice) Whole() Shape {
	if !l.Finite() {
		panic("shapes: only a finite lattice is a shape as a whole")
	}
	var cells []Cell
	for k := range l.corners {
		cells = append(cells, Cell{Z: k})
	}
	return New(l, cells...)
}
