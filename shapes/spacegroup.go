// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"errors"
	"math"
	"slices"

	"polka/internal/gcd"
)

// A symmetry is an isometry that maps a tessellation to itself, in steps: a matrix of integers
// followed by a translation.
type symmetry struct {
	matrix  matrix
	shift   [2]float64 // the translation
	classes []vertexAt // by class: the image of its first corner
	images  []Cell     // by kind: the image of cell (0,0,kind)
}

// linear returns the image of a vector in steps under the matrix.
func (s *symmetry) linear(p [2]float64) [2]float64 {
	m := &s.matrix
	return [2]float64{
		float64(m[0][0])*p[0] + float64(m[0][1])*p[1],
		float64(m[1][0])*p[0] + float64(m[1][1])*p[1],
	}
}

// matrices returns the matrices that keep the lengths and the angle of the steps: first the
// rotations, clockwise from the identity, then the reflections.
func (t *tessellation) matrices() []matrix {
	s := t.period.Steps
	lengths := [3]float64{dot(s[0], s[0]), dot(s[1], s[1]), dot(s[0], s[1])}
	slack := 1e-5 * max(lengths[0], lengths[1])
	var list []matrix
	near := func(a, b float64) bool { return math.Abs(a-b) <= slack }
	for i := range 625 {
		m := matrix{{i%5 - 2, i/5%5 - 2, 0}, {i/25%5 - 2, i/125 - 2, 0}, {0, 0, 1}}
		if d := m.determinant(); d != 1 && d != -1 {
			continue
		}
		u := t.steps([2]float64{float64(m[0][0]), float64(m[1][0])})
		v := t.steps([2]float64{float64(m[0][1]), float64(m[1][1])})
		if near(dot(u, u), lengths[0]) && near(dot(v, v), lengths[1]) && near(dot(u, v), lengths[2]) {
			list = append(list, m)
		}
	}
	// A rotation by the angle a maps step X to that angle from it; a reflection is sorted by its
	// axis.
	angle := func(m matrix) float64 {
		u := t.steps([2]float64{float64(m[0][0]), float64(m[1][0])})
		a := math.Atan2(cross(s[0], u), dot(s[0], u))
		if a < -1e-3 {
			a += 2 * math.Pi
		}
		if m.determinant() < 0 {
			a += 4 * math.Pi
		}
		return a
	}
	slices.SortFunc(list, func(m, n matrix) int {
		if angle(m) < angle(n) {
			return -1
		}
		return 1
	})
	return list
}

// try returns the symmetry with a matrix that maps the center of one polygon to that of another, if
// it is one.
func (t *tessellation) try(m matrix, from, to int) (*symmetry, bool) {
	s := &symmetry{matrix: m}
	a, b := t.fractions(t.centers[from]), t.fractions(t.centers[to])
	a = s.linear(a)
	s.shift = [2]float64{b[0] - a[0], b[1] - a[1]}
	for _, p := range t.points {
		f := s.linear(t.fractions(p))
		v, ok := t.find(t.steps([2]float64{f[0] + s.shift[0], f[1] + s.shift[1]}))
		if !ok {
			return nil, false
		}
		s.classes = append(s.classes, v)
	}
	for _, polygon := range t.polygons {
		image, ok := t.imageOf(s, polygon)
		if !ok {
			return nil, false
		}
		s.images = append(s.images, image)
	}
	// The mean over all corners is more exact than the centers.
	var sum [2]float64
	for c, p := range t.points {
		f, g := s.linear(t.fractions(p)), t.fractions(t.position(s.classes[c]))
		sum = add(sum, [2]float64{g[0] - f[0], g[1] - f[1]})
	}
	n := float64(len(t.points))
	s.shift = [2]float64{sum[0] / n, sum[1] / n}
	return s, true
}

// imageOf returns the cell to which a symmetry maps a polygon.
func (t *tessellation) imageOf(s *symmetry, polygon []vertexAt) (Cell, bool) {
	var image Cell
	for i := range polygon {
		v, w := s.image(polygon[i]), s.image(polygon[(i+1)%len(polygon)])
		if s.matrix.determinant() < 0 {
			v, w = w, v
		}
		key, at := side(v, w)
		found, ok := t.sides[key]
		if !ok || len(t.polygons[found.kind]) != len(polygon) {
			return Cell{}, false
		}
		d := minus2(at, found.at)
		c := Cell{d[0], d[1], found.kind}
		if i > 0 && c != image {
			return Cell{}, false
		}
		image = c
	}
	return image, true
}

// image returns the image of a corner.
func (s *symmetry) image(v vertexAt) vertexAt {
	w := s.classes[v.class]
	w.at[0] += s.matrix[0][0]*v.at[0] + s.matrix[0][1]*v.at[1]
	w.at[1] += s.matrix[1][0]*v.at[0] + s.matrix[1][1]*v.at[1]
	return w
}

// rarest returns a kind of which there are the fewest of the same number of corners and area, and
// those of its sort.
func (t *tessellation) rarest() (kind int, same []int) {
	for k := range t.polygons {
		var list []int
		for j := range t.polygons {
			if len(t.polygons[j]) == len(t.polygons[k]) && math.Abs(t.areas[j]-t.areas[k]) <= 1e-3*t.areas[k] {
				list = append(list, j)
			}
		}
		if same == nil || len(list) < len(same) {
			kind, same = k, list
		}
	}
	return kind, same
}

// primitive returns the period of a finer lattice if translations by less than the steps are
// symmetries.
func (t *tessellation) primitive() (Period, bool) {
	kind, same := t.rarest()
	vectors := []([2]float64){{1, 0}, {0, 1}}
	var moves []*symmetry
	for _, to := range same {
		if s, ok := t.try(identity, kind, to); ok && to != kind {
			moves = append(moves, s)
			f := [2]float64{s.shift[0] - math.Floor(s.shift[0]), s.shift[1] - math.Floor(s.shift[1])}
			for x := -1.0; x <= 1; x++ {
				for y := -1.0; y <= 1; y++ {
					vectors = append(vectors, [2]float64{f[0] + x, f[1] + y})
				}
			}
		}
	}
	if moves == nil {
		return Period{}, false
	}
	p := Period{ByCorners: t.period.ByCorners}
	index := float64(len(moves) + 1)
	best := math.Inf(1)
	for _, v := range vectors {
		for _, w := range vectors {
			if math.Abs(cross(v, w)*index-1) > 1e-3 {
				continue
			}
			a, b := t.steps(v), t.steps(w)
			if length := dot(a, a) + dot(b, b); length < best*(1-1e-6) {
				best = length
				p.Steps = [2][2]float64{a, b}
			}
		}
	}
	covered := make([]bool, len(t.polygons))
	for k := range t.polygons {
		if covered[k] {
			continue
		}
		p.Cells = append(p.Cells, t.period.Cells[k])
		for _, s := range moves {
			covered[s.images[k].Z] = true
		}
	}
	return p, true
}

// symmetries returns one symmetry for each matrix that has any, the identity first.
func (t *tessellation) symmetries() []*symmetry {
	kind, same := t.rarest()
	var list []*symmetry
	for _, m := range t.matrices() {
		for _, to := range same {
			if m == identity && to != kind {
				continue
			}
			if s, ok := t.try(m, kind, to); ok {
				list = append(list, s)
				break
			}
		}
	}
	return list
}

// shiftsFrom returns the shifts of symmetries as seen from another origin, in 1/denominator. It
// reports false if a denominator does not divide the order of the group.
func shiftsFrom(list []*symmetry, origin [2]float64, order int) (shifts [][2]int, denominator int, ok bool) {
	denominator = 1
	var reals [][2]float64
	for _, s := range list {
		o := s.linear(origin)
		v := [2]float64{s.shift[0] + o[0] - origin[0], s.shift[1] + o[1] - origin[1]}
		for i := range v {
			own := 0
			for d := 1; d <= order && own == 0; d++ {
				if x := v[i] * float64(d); order%d == 0 && math.Abs(x-math.Round(x)) < 1e-3 {
					own = d
				}
			}
			if own == 0 {
				return nil, 0, false
			}
			for n := denominator; ; denominator += n {
				if denominator%own == 0 {
					break
				}
			}
		}
		reals = append(reals, v)
	}
	for _, v := range reals {
		shifts = append(shifts, [2]int{int(math.Round(v[0] * float64(denominator))), int(math.Round(v[1] * float64(denominator)))})
	}
	return shifts, denominator, true
}

// origin returns a point in steps from which the shifts of the symmetries are fractions with a
// small denominator.
func origin(list []*symmetry) (point [2]float64, shifts [][2]int, denominator int, err error) {
	n := len(list)
	var mean [2]float64
	for _, s := range list {
		mean = add(mean, s.shift)
	}
	candidates := []([2]float64){{0, 0}}
	for i := range n * n {
		candidates = append(candidates, [2]float64{(mean[0] + float64(i%n)) / float64(n), (mean[1] + float64(i/n)) / float64(n)})
	}
	for _, c := range candidates {
		if s, d, ok := shiftsFrom(list, c, n); ok && (shifts == nil || d < denominator) {
			point, shifts, denominator = c, s, d
		}
	}
	if shifts == nil {
		err = errors.New("shapes: the corners are too inexact to find the symmetries; expected more digits")
	}
	return point, shifts, denominator, err
}

// moveBack makes the shift of a symmetry, in 1/denominator, at least 0 and less than 1, and moves
// the images accordingly.
func (s *symmetry) moveBack(shift *[2]int, denominator int) {
	var whole [2]int
	for i, n := range shift {
		whole[i] = int(math.Floor(float64(n) / float64(denominator)))
		shift[i] -= whole[i] * denominator
	}
	for c := range s.classes {
		s.classes[c].at = minus2(s.classes[c].at, whole)
	}
	for k := range s.images {
		s.images[k].X -= whole[0]
		s.images[k].Y -= whole[1]
	}
}

// An exact has the positions of things that symmetries permute, in 1/scale of the steps.
type exact struct {
	scale  int
	group  []*symmetry
	shifts [][2]int // in 1/scale
}

// apply returns the image of a point.
func (e *exact) apply(i int, p [2]int) [2]int {
	m := &e.group[i].matrix
	return [2]int{m[0][0]*p[0] + m[0][1]*p[1] + e.shifts[i][0], m[1][0]*p[0] + m[1][1]*p[1] + e.shifts[i][1]}
}

// places returns exact positions for n things near the given ones, in steps. The function image
// returns the thing to which a symmetry maps one, and the steps by which its image is away from
// that.
func (e *exact) places(near [][2]float64, image func(i, thing int) (int, [2]int)) [][2]int {
	places := make([][2]int, len(near))
	done := make([]bool, len(near))
	for thing, p := range near {
		if done[thing] {
			continue
		}
		type fixes struct {
			i  int
			by [2]int
		}
		var stabilizer []fixes
		for i := range e.group {
			if to, by := image(i, thing); to == thing {
				stabilizer = append(stabilizer, fixes{i, by})
			}
		}
		n := len(stabilizer)
		unit := float64(e.scale) / float64(n)
		first := [2]int{int(math.Round(p[0]*unit)) * n, int(math.Round(p[1]*unit)) * n}
		var sum [2]int
		for _, s := range stabilizer {
			q := e.apply(s.i, first)
			sum = plus2(sum, [2]int{q[0] - e.scale*s.by[0], q[1] - e.scale*s.by[1]})
		}
		own := [2]int{sum[0] / n, sum[1] / n}
		for i := range e.group {
			to, by := image(i, thing)
			q := e.apply(i, own)
			places[to], done[to] = [2]int{q[0] - e.scale*by[0], q[1] - e.scale*by[1]}, true
		}
	}
	return places
}

func magnitude(n int) int { return max(n, -n) }

const (
	fineGrid   = 1 << 20 // about the scale of corners that are no fractions
	coarseGrid = 4       // for what only has to tell cells apart
)

// lattice returns the lattice of a tessellation.
func (t *tessellation) lattice(name string) (*Lattice, error) {
	group := t.symmetries()
	at, shifts, denominator, err := origin(group)
	if err != nil {
		return nil, err
	}
	for i, s := range group {
		s.moveBack(&shifts[i], denominator)
	}
	whole := denominator * len(group)
	e := &exact{group: group}
	moved := func(list [][2]float64) [][2]float64 {
		var from [][2]float64
		for _, p := range list {
			from = append(from, less2(t.fractions(p), at))
		}
		return from
	}
	classes := func(i, c int) (int, [2]int) { return group[i].classes[c].class, group[i].classes[c].at }
	kinds := func(i, k int) (int, [2]int) {
		c := group[i].images[k]
		return c.Z, [2]int{c.X, c.Y}
	}
	scaled := func(scale int) {
		e.scale, e.shifts = scale, nil
		for _, s := range shifts {
			e.shifts = append(e.shifts, [2]int{s[0] * (scale / denominator), s[1] * (scale / denominator)})
		}
	}
	scaled(whole * 5040 * max(1, fineGrid/whole/5040))
	points := e.places(moved(t.points), classes)
	common := e.scale
	for _, list := range [][][2]int{points, e.shifts} {
		for _, p := range list {
			common = gcd.Of(gcd.Of(common, p[0]), p[1])
		}
	}
	l := &Lattice{design: design{name: name, scale: e.scale / common, contact: 2}}
	if t.period.ByCorners {
		l.contact = 1
	}
	copy(l.steps[:], t.period.Steps[:])
	for _, polygon := range t.polygons {
		var corners []Corner
		for _, v := range polygon {
			p := points[v.class]
			corners = append(corners, Corner{X: p[0]/common + l.scale*v.at[0], Y: p[1]/common + l.scale*v.at[1]})
		}
		l.corners = append(l.corners, corners)
	}
	f := &l.derived
	*f = facts{reflect: -1, denominator: denominator, margin: 2}
	for i, s := range group {
		op := operation{matrix: s.matrix, mirror: s.matrix.determinant() < 0, images: slices.Clone(s.images)}
		op.shift = [3]int{shifts[i][0], shifts[i][1], 0}
		op.angle = l.angleOf(&op.matrix)
		if op.mirror && (f.reflect < 0 || math.Abs(float64(op.angle-90)) < math.Abs(float64(f.operations[f.reflect].angle-90))) {
			f.reflect = i
		}
		if !op.mirror && i == 1 {
			f.rotate = 1
		}
		for _, c := range op.images {
			f.margin = max(f.margin, 2*magnitude(c.X)+2, 2*magnitude(c.Y)+2)
		}
		f.operations = append(f.operations, op)
	}
	for kind := range t.polygons {
		f.near = append(f.near, t.neighbors(kind))
		f.units = append(f.units, []Cell{{Z: kind}})
	}
	scaled(whole * coarseGrid)
	for _, p := range e.places(moved(t.centers), kinds) {
		f.centers = append(f.centers, Corner{X: p[0], Y: p[1]})
	}
	f.centerScale = e.scale
	for _, n := range []int{7, 5, 3, 2} {
		for f.divideCenters(n) {
		}
	}
	l.classes = l.namedClasses()
	l.deriving.Do(func() {})
	return l, nil
}

// divideCenters divides the coordinates of the centers by n if all of them are multiples.
func (f *facts) divideCenters(n int) bool {
	for _, c := range f.centers {
		if c.X%n != 0 || c.Y%n != 0 || c.Z%n != 0 {
			return false
		}
	}
	if f.centerScale%n != 0 {
		return false
	}
	for i := range f.centers {
		f.centers[i].X /= n
		f.centers[i].Y /= n
		f.centers[i].Z /= n
	}
	f.centerScale /= n
	return true
}

// namedClasses returns names for the classes of subgroups of the point group of a lattice whose
// symmetries were found.
func (l *Lattice) namedClasses() []namedClass {
	ops := l.derived.operations
	turns, mirrors := 0, 0
	for _, op := range ops {
		if op.mirror {
			mirrors++
		} else {
			turns++
		}
	}
	switch {
	case mirrors > 0 && turns == 4:
		return squareClasses
	case mirrors > 0 && turns == 6:
		return hexagonalClasses
	}
	words := map[int]string{2: "half turn", 3: "third turn", 4: "quarter turn", 6: "sixth turn"}
	list := []namedClass{{symmetryClass{}, "none"}}
	for n := 2; n <= turns; n++ {
		if turns%n == 0 {
			list = append(list, namedClass{symmetryClass{turns: n - 1}, words[n]})
		}
	}
	switch {
	case mirrors == 0:
	case turns == 2:
		list = append(list, namedClass{symmetryClass{upright: 1}, "upright axis"}, namedClass{symmetryClass{slanted: 1}, "level axis"},
			namedClass{symmetryClass{turns: 1, upright: 1, slanted: 1}, "two axes"})
	case turns == 3:
		list = append(list, namedClass{symmetryClass{upright: 1}, "axis"}, namedClass{symmetryClass{turns: 2, upright: 3}, "three axes"})
	default:
		list = append(list, namedClass{symmetryClass{upright: 1}, "axis"})
	}
	return list
}
