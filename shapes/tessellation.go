// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A vertexAt is a corner of a polygon: a class of corners that differ by steps, and the steps from
// the first of the class.
type vertexAt struct {
	class int
	at    [2]int
}

// A sideKey identifies a directed side up to steps: the classes of its ends, and the steps from the
// first of the one to the first of the other.
type sideKey struct {
	from, to int
	by       [2]int
}

// A sideOf is where a directed side occurs: in the polygon of a kind, from a corner that is at
// steps from the first of its class.
type sideOf struct {
	kind int
	at   [2]int
}

// A tessellation is a period whose polygons meet side to side.
type tessellation struct {
	period    Period // with reduced steps and clockwise polygons
	tolerance float64
	points    [][2]float64 // the first corner of each class
	polygons  [][]vertexAt
	centers   [][2]float64
	areas     []float64
	sides     map[sideKey]sideOf
}

func newTessellation(p Period) (*tessellation, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	p.Steps = reduced(p.Steps)
	area := math.Abs(cross(p.Steps[0], p.Steps[1]))
	t := &tessellation{period: p, tolerance: 1e-5 * math.Sqrt(area/float64(len(p.Cells)))}
	t.period.Cells = slices.Clone(p.Cells)
	for k := range p.Cells {
		if err := t.addPolygon(k); err != nil {
			return nil, err
		}
	}
	if err := t.checkDistances(); err != nil {
		return nil, err
	}
	for k := range t.polygons {
		if err := t.divideSides(k); err != nil {
			return nil, err
		}
	}
	if err := t.joinSides(area); err != nil {
		return nil, err
	}
	return t, nil
}

// fractions returns a vector in steps.
func (t *tessellation) fractions(v [2]float64) [2]float64 {
	s := t.period.Steps
	d := cross(s[0], s[1])
	return [2]float64{cross(v, s[1]) / d, cross(s[0], v) / d}
}

// steps returns the translation by numbers of steps.
func (t *tessellation) steps(n [2]float64) [2]float64 {
	s := t.period.Steps
	return [2]float64{n[0]*s[0][0] + n[1]*s[1][0], n[0]*s[0][1] + n[1]*s[1][1]}
}

func reals(n [2]int) [2]float64 { return [2]float64{float64(n[0]), float64(n[1])} }
func plus2(a, b [2]int) [2]int  { return [2]int{a[0] + b[0], a[1] + b[1]} }
func minus2(a, b [2]int) [2]int { return [2]int{a[0] - b[0], a[1] - b[1]} }

// apart returns the steps next to the vector from q to p, and its distance from them.
func (t *tessellation) apart(p, q [2]float64) ([2]int, float64) {
	v := less2(p, q)
	f := t.fractions(v)
	n := [2]float64{math.Round(f[0]), math.Round(f[1])}
	d := less2(v, t.steps(n))
	return [2]int{int(n[0]), int(n[1])}, math.Hypot(d[0], d[1])
}

// find returns the corner at a point, if there is one.
func (t *tessellation) find(p [2]float64) (vertexAt, bool) {
	for c, q := range t.points {
		if n, d := t.apart(p, q); d <= t.tolerance {
			return vertexAt{c, n}, true
		}
	}
	return vertexAt{}, false
}

func (t *tessellation) position(v vertexAt) [2]float64 {
	return add(t.points[v.class], t.steps(reals(v.at)))
}

// addPolygon checks the polygon of a kind, turns it clockwise, and finds its corners.
func (t *tessellation) addPolygon(k int) error {
	c := slices.Clone(t.period.Cells[k])
	area := 0.0
	var center [2]float64
	for i, p := range c {
		q := c[(i+1)%len(c)]
		if math.Hypot(q[0]-p[0], q[1]-p[1]) <= 10*t.tolerance {
			return fmt.Errorf("shapes: cell %d has two corners in the same place, (%.6g,%.6g)", k, p[0], p[1])
		}
		a, b := less2(p, c[0]), less2(q, c[0])
		w := cross(a, b)
		area += w / 2
		center = add(center, [2]float64{w * (a[0] + b[0]) / 6, w * (a[1] + b[1]) / 6})
	}
	if err := checkPolygon(k, c, area, t.tolerance); err != nil {
		return err
	}
	if area < 0 {
		slices.Reverse(c)
	}
	t.period.Cells[k] = c
	t.centers = append(t.centers, add(c0(t.period.Cells[k], area < 0), [2]float64{center[0] / area, center[1] / area}))
	t.areas = append(t.areas, math.Abs(area))
	var polygon []vertexAt
	for _, p := range c {
		v, ok := t.find(p)
		if !ok {
			v = vertexAt{class: len(t.points)}
			t.points = append(t.points, p)
		}
		polygon = append(polygon, v)
	}
	t.polygons = append(t.polygons, polygon)
	return nil
}

// c0 returns the first corner that a polygon had before it was reversed, if it was.
func c0(c [][2]float64, isReversed bool) [2]float64 {
	if isReversed {
		return c[len(c)-1]
	}
	return c[0]
}

// checkPolygon returns an error if cell k, a polygon with the given signed area, has no area or
// crosses itself.
func checkPolygon(k int, c [][2]float64, area, tolerance float64) error {
	if math.Abs(area) <= 100*tolerance*tolerance {
		return fmt.Errorf("shapes: cell %d has no area", k)
	}
	if i, j, ok := crossing(c, tolerance); ok {
		return fmt.Errorf("shapes: cell %d crosses itself: the side from (%.6g,%.6g) meets the one from (%.6g,%.6g)", k, c[i][0], c[i][1], c[j][0], c[j][1])
	}
	return nil
}

// crossing finds two sides of a polygon that meet although they do not follow each other, or that
// lie on each other.
func crossing(c [][2]float64, tolerance float64) (i, j int, ok bool) {
	n := len(c)
	for i := range n {
		a, b := c[i], c[(i+1)%n]
		for j := i + 1; j < n; j++ {
			p, q := c[j], c[(j+1)%n]
			switch {
			case j == i+1: // the turn at b must not lead back
				if q != a && onSegment(q, a, b, tolerance) || onSegment(a, p, q, tolerance) && n > 3 && j != n-1 {
					return i, j, true
				}
			case i == 0 && j == n-1:
				if onSegment(p, a, b, tolerance) || onSegment(b, p, q, tolerance) {
					return i, j, true
				}
			case onSegment(p, a, b, tolerance) || onSegment(q, a, b, tolerance) || onSegment(a, p, q, tolerance) || onSegment(b, p, q, tolerance),
				cross(less2(b, a), less2(p, a))*cross(less2(b, a), less2(q, a)) < 0 &&
					cross(less2(q, p), less2(a, p))*cross(less2(q, p), less2(b, p)) < 0:
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// onSegment reports whether a point lies on a segment, ends included.
func onSegment(p, a, b [2]float64, tolerance float64) bool {
	d := less2(b, a)
	length := math.Hypot(d[0], d[1])
	along := dot(less2(p, a), d) / length
	return math.Abs(cross(d, less2(p, a))) <= tolerance*length && along >= -tolerance && along <= length+tolerance
}

// checkDistances returns an error if corners are too close to each other to be sure that they
// differ.
func (t *tessellation) checkDistances() error {
	for i, p := range t.points {
		for _, q := range t.points[:i] {
			if n, d := t.apart(p, q); d <= 20*t.tolerance {
				q = add(q, t.steps(reals(n)))
				return fmt.Errorf("shapes: the corners (%.9g,%.9g) and (%.9g,%.9g) nearly coincide; expected more digits", p[0], p[1], q[0], q[1])
			}
		}
	}
	return nil
}

// divideSides inserts the corners of other polygons that lie within the sides of one.
func (t *tessellation) divideSides(k int) error {
	var divided []vertexAt
	polygon := t.polygons[k]
	for i, v := range polygon {
		divided = append(divided, v)
		a, b := t.position(v), t.position(polygon[(i+1)%len(polygon)])
		d := less2(b, a)
		length := math.Hypot(d[0], d[1])
		type inner struct {
			vertexAt
			along float64
		}
		var list []inner
		for c, p := range t.points {
			// The steps that bring p near the side.
			f, g := t.fractions(less2(a, p)), t.fractions(less2(b, p))
			for x := math.Floor(min(f[0], g[0])); x <= math.Ceil(max(f[0], g[0])); x++ {
				for y := math.Floor(min(f[1], g[1])); y <= math.Ceil(max(f[1], g[1])); y++ {
					q := less2(add(p, t.steps([2]float64{x, y})), a)
					along := dot(q, d) / length
					if math.Abs(cross(d, q)) <= t.tolerance*length && along > t.tolerance && along < length-t.tolerance {
						list = append(list, inner{vertexAt{c, [2]int{int(x), int(y)}}, along})
					}
				}
			}
		}
		slices.SortFunc(list, func(a, b inner) int { return cmp.Compare(a.along, b.along) })
		for _, in := range list {
			divided = append(divided, in.vertexAt)
		}
	}
	if len(divided) > 4*mostSides {
		return fmt.Errorf("shapes: cell %d touches too many others", k)
	}
	t.polygons[k] = divided
	return nil
}

// joinSides finds what lies across each side, and checks that the polygons fill the plane.
func (t *tessellation) joinSides(area float64) error {
	t.sides = make(map[sideKey]sideOf)
	for k, polygon := range t.polygons {
		for i, v := range polygon {
			key, at := side(v, polygon[(i+1)%len(polygon)])
			if other, ok := t.sides[key]; ok {
				p := t.middle(v, polygon[(i+1)%len(polygon)])
				return fmt.Errorf("shapes: cells %d and %d overlap beside (%.6g,%.6g)", other.kind, k, p[0], p[1])
			}
			t.sides[key] = sideOf{k, at}
		}
	}
	for k, polygon := range t.polygons {
		for i, v := range polygon {
			next := polygon[(i+1)%len(polygon)]
			key, _ := side(next, v)
			if _, ok := t.sides[key]; ok {
				continue
			}
			p := t.middle(v, next)
			if other, ok := t.across(v, next, k); ok {
				return fmt.Errorf("shapes: cells %d and %d overlap beside (%.6g,%.6g)", k, other, p[0], p[1])
			}
			return fmt.Errorf("shapes: there is a gap beside cell %d at (%.6g,%.6g)", k, p[0], p[1])
		}
	}
	sum := 0.0
	for _, a := range t.areas {
		sum += a
	}
	if times := sum / area; math.Abs(times-1) > 1e-4 {
		return fmt.Errorf("shapes: the cells have %.6g times the area of a period, expected the same area", times)
	}
	return t.checkReach()
}

// side returns the key of the side between two corners, and the steps of its first end.
func side(v, w vertexAt) (sideKey, [2]int) {
	return sideKey{v.class, w.class, minus2(w.at, v.at)}, v.at
}

func (t *tessellation) middle(v, w vertexAt) [2]float64 {
	p := add(t.position(v), t.position(w))
	return [2]float64{p[0] / 2, p[1] / 2}
}

// across returns the polygon on the other side of a side of a polygon, where none meets it side to
// side.
func (t *tessellation) across(v, w vertexAt, kind int) (int, bool) {
	a, b := t.position(v), t.position(w)
	d := less2(b, a)
	length := math.Hypot(d[0], d[1])
	m := t.middle(v, w)
	out := [2]float64{m[0] + 5*t.tolerance*d[1]/length, m[1] - 5*t.tolerance*d[0]/length}
	for k, c := range t.period.Cells {
		least, most := t.fractions(less2(out, c[0])), t.fractions(less2(out, c[0]))
		for _, p := range c {
			f := t.fractions(less2(out, p))
			least = [2]float64{min(least[0], f[0]), min(least[1], f[1])}
			most = [2]float64{max(most[0], f[0]), max(most[1], f[1])}
		}
		for x := math.Floor(least[0]); x <= math.Ceil(most[0]); x++ {
			for y := math.Floor(least[1]); y <= math.Ceil(most[1]); y++ {
				if inside(less2(out, t.steps([2]float64{x, y})), c) {
					return k, true
				}
			}
		}
	}
	return kind, false
}

// inside reports whether a point lies in a polygon.
func inside(p [2]float64, c [][2]float64) bool {
	in := false
	for i, a := range c {
		b := c[(i+1)%len(c)]
		if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0]+(b[0]-a[0])*(p[1]-a[1])/(b[1]-a[1]) {
			in = !in
		}
	}
	return in
}

// neighbors returns the cells beside cell (0,0,kind), in reading order.
func (t *tessellation) neighbors(kind int) []Cell {
	var list []Cell
	own := Cell{Z: kind}
	polygon := t.polygons[kind]
	for i, v := range polygon {
		if !t.period.ByCorners {
			key, at := side(polygon[(i+1)%len(polygon)], v)
			s := t.sides[key]
			d := minus2(at, s.at)
			list = append(list, Cell{d[0], d[1], s.kind})
			continue
		}
		for k, other := range t.polygons {
			for _, w := range other {
				if w.class == v.class {
					d := minus2(v.at, w.at)
					list = append(list, Cell{d[0], d[1], k})
				}
			}
		}
	}
	list = slices.DeleteFunc(list, func(c Cell) bool { return c == own })
	slices.SortFunc(list, Cell.Compare)
	return slices.Compact(list)
}

// checkReach returns an error if cells have too many neighbors or ones that are too far away.
func (t *tessellation) checkReach() error {
	for k := range t.polygons {
		list := t.neighbors(k)
		if len(list) > mostAdjacent {
			return fmt.Errorf("shapes: cell %d has %d neighbors, expected at most %d", k, len(list), mostAdjacent)
		}
		for _, c := range list {
			if far := max(c.X, -c.X, c.Y, -c.Y); far > mostReach {
				return fmt.Errorf("shapes: cell %d is %d periods away from its neighbor of kind %d, expected polygons that are near each other", k, far, c.Z)
			}
		}
	}
	return nil
}
