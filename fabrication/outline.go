// SPDX-License-Identifier: BSD-3-Clause

// Outlines of shapes.
//
// The outline of a shape consists of the sides that belong to one of its cells only, joined to
// closed loops with the shape on their left: outer loops are counterclockwise, holes clockwise.
// Where cells touch in a corner only, four or more sides meet, and there are two ways to join them.
// Loops that are parted stay with the cells around the corner, so that moving them inward separates
// the cells. Loops that are joined pass from one cell to the other, so that moving them outward
// connects the cells. Either way the loops that are moved do not cross there.
//
// Loops are moved by moving each side in parallel; corners stay sharp (mitered). Corners without an
// angle are removed before.

package fabrication

import (
	"errors"
	"fmt"
	"math"

	"polka/shapes"
)

// A point is a position on a sheet in millimeters, with y up.
type point struct{ x, y float64 }

func (p point) plus(q point) point       { return point{p.x + q.x, p.y + q.y} }
func (p point) minus(q point) point      { return point{p.x - q.x, p.y - q.y} }
func (p point) times(f float64) point    { return point{p.x * f, p.y * f} }
func (p point) cross(q point) float64    { return p.x*q.y - p.y*q.x }
func (p point) dot(q point) float64      { return p.x*q.x + p.y*q.y }
func (p point) length() float64          { return math.Hypot(p.x, p.y) }
func (p point) unit() point              { return p.times(1 / p.length()) }
func (p point) right() point             { return point{p.y, -p.x} } // rotated by 90 degrees clockwise
func (p point) distance(q point) float64 { return p.minus(q).length() }

// A loop is a closed line with the shape on its left.
type loop []point

// area is positive for outer loops and negative for holes.
func (l loop) area() float64 {
	sum := 0.0
	for i, p := range l {
		sum += p.cross(l[(i+1)%len(l)])
	}
	return sum / 2
}

// place returns the position of a corner.
func place(l *shapes.Lattice, c shapes.Corner, unit float64) point {
	x, y := l.Project(c)
	return point{x * unit, -y * unit}
}

// polygonal returns an error if the cells of a shape are not polygons, or if the shape is empty or
// would fall apart.
func polygonal(s shapes.Shape) error {
	l := s.Lattice()
	switch {
	case s.Empty():
		return errors.New("fabrication: expected a shape with cells")
	case l.Spatial():
		return fmt.Errorf("fabrication: %v: expected a shape of the plane", s)
	case len(l.Corners(s.Cells()[0])) < 3:
		return fmt.Errorf("fabrication: %v: the cells of lattice %v have no area", s, l)
	}
	return nil
}

// A side is a directed side of a cell.
type side struct{ from, to shapes.Corner }

// undirected returns the side from its lesser corner to its greater one, which is the same for both
// cells that share it.
func (e side) undirected() side {
	if shapes.Cell(e.to).Compare(shapes.Cell(e.from)) < 0 {
		return side{e.to, e.from}
	}
	return e
}

// undirectedSides returns the sides of all cells of a shape, each as often as cells have it.
func undirectedSides(s shapes.Shape) (sides []side) {
	for _, c := range s.Cells() {
		corners := s.Lattice().Corners(c)
		for i, from := range corners {
			sides = append(sides, side{from, corners[(i+1)%len(corners)]}.undirected())
		}
	}
	return sides
}

// An outline has the loops of a shape.
type outline struct {
	loops   []loop
	pinched bool // cells touch in a corner only
	parts   int  // number of parts that are connected by sides
}

// outlineOf returns the outline of a shape of polygons.
func outlineOf(s shapes.Shape, unit float64, joined bool) outline {
	l := s.Lattice()
	present := make(map[side]bool)
	var order []side
	for _, c := range s.Cells() {
		corners := l.Corners(c)
		var ring loop
		for _, k := range corners {
			ring = append(ring, place(l, k, unit))
		}
		clockwise := ring.area() < 0
		for i, k := range corners {
			e := side{k, corners[(i+1)%len(corners)]}
			if clockwise {
				e.from, e.to = e.to, e.from
			}
			present[e] = true
			order = append(order, e)
		}
	}
	leaving := make(map[shapes.Corner][]shapes.Corner)
	var sides []side
	for _, e := range order {
		if !present[side{e.to, e.from}] {
			sides = append(sides, e)
			leaving[e.from] = append(leaving[e.from], e.to)
		}
	}
	o := outline{parts: sideParts(s)}
	done := make(map[side]bool)
	for _, first := range sides {
		var ring loop
		for e := first; !done[e]; {
			done[e] = true
			ring = append(ring, place(l, e.from, unit))
			at, back := place(l, e.to, unit), place(l, e.from, unit)
			best, found := math.Inf(1), side{}
			for _, to := range leaving[e.to] {
				angle := interior(back, at, place(l, to, unit))
				if joined {
					angle = -angle
				}
				if angle < best {
					best, found = angle, side{e.to, to}
				}
			}
			o.pinched = o.pinched || len(leaving[e.to]) > 1
			e = found
		}
		if ring = straightened(ring); len(ring) > 2 {
			o.loops = append(o.loops, ring)
		}
	}
	return o
}

// interior returns the angle to the left of the line from one point to the next one to the last,
// from 0 to 2π.
func interior(from, at, to point) float64 {
	a, b := to.minus(at), from.minus(at)
	angle := math.Atan2(a.cross(b), a.dot(b))
	if angle < 0 {
		angle += 2 * math.Pi
	}
	return angle
}

// straightened removes corners without an angle.
func straightened(l loop) loop {
	var kept loop
	for i, p := range l {
		a, b := l[(i+len(l)-1)%len(l)], l[(i+1)%len(l)]
		u, v := p.minus(a).unit(), b.minus(p).unit()
		if math.Abs(u.cross(v)) > 1e-7 || u.dot(v) < 0 {
			kept = append(kept, p)
		}
	}
	return kept
}

// sideParts returns the number of parts of a shape that are connected by sides.
func sideParts(s shapes.Shape) int {
	owners := make(map[side][]int)
	cells := s.Cells()
	parent := make([]int, len(cells))
	var root func(i int) int
	root = func(i int) int {
		if parent[i] != i {
			parent[i] = root(parent[i])
		}
		return parent[i]
	}
	for i, c := range cells {
		parent[i] = i
		corners := s.Lattice().Corners(c)
		for k, from := range corners {
			to := corners[(k+1)%len(corners)]
			owners[side{from, to}] = append(owners[side{from, to}], i)
			for _, j := range owners[side{to, from}] {
				parent[root(j)] = root(i)
			}
		}
	}
	parts := 0
	for i := range cells {
		if root(i) == i {
			parts++
		}
	}
	return parts
}

// moved returns the loops with every side moved inward by a distance, or outward if it is negative.
// It returns false if sides vanish or cross.
func moved(loops []loop, distance float64) ([]loop, bool) {
	if distance == 0 {
		return loops, true
	}
	var all []loop
	for _, l := range loops {
		ring := make(loop, len(l))
		for i, p := range l {
			a, b := l[(i+len(l)-1)%len(l)], l[(i+1)%len(l)]
			ring[i] = p.plus(miter(a, p, b).times(-distance))
		}
		for i, p := range l {
			j := (i + 1) % len(l)
			if l[j].minus(p).dot(ring[j].minus(ring[i])) <= 1e-9 {
				return nil, false
			}
		}
		all = append(all, ring)
	}
	return all, !crossing(all)
}

// miter returns how far a corner moves if both sides move outward by 1.
func miter(from, at, to point) point {
	n, m := at.minus(from).unit().right(), to.minus(at).unit().right()
	return n.plus(m).times(1 / (1 + n.dot(m)))
}

// crossing reports whether sides of loops cross or touch, apart from sides that are next to each
// other.
func crossing(loops []loop) bool {
	type segment struct {
		a, b       point
		ring, i, n int
	}
	var list []segment
	for k, l := range loops {
		for i, p := range l {
			list = append(list, segment{p, l[(i+1)%len(l)], k, i, len(l)})
		}
	}
	for i, s := range list {
		for _, t := range list[i+1:] {
			if s.ring == t.ring && ((s.i+1)%s.n == t.i || (t.i+1)%s.n == s.i) {
				continue
			}
			if max(s.a.x, s.b.x) < min(t.a.x, t.b.x) || max(t.a.x, t.b.x) < min(s.a.x, s.b.x) ||
				max(s.a.y, s.b.y) < min(t.a.y, t.b.y) || max(t.a.y, t.b.y) < min(s.a.y, s.b.y) {
				continue
			}
			if meet(s.a, s.b, t.a, t.b) {
				return true
			}
		}
	}
	return false
}

// meet reports whether two segments have a point in common.
func meet(a, b, c, d point) bool {
	const slack = 1e-9
	u, v := b.minus(a), d.minus(c)
	p, q := u.cross(c.minus(a)), u.cross(d.minus(a))
	r, s := v.cross(a.minus(c)), v.cross(b.minus(c))
	if max(math.Abs(p), math.Abs(q)) <= slack { // they are on one line
		from, to := u.dot(c.minus(a)), u.dot(d.minus(a))
		return max(from, to) >= -slack && min(from, to) <= u.dot(u)+slack
	}
	return min(p, q) <= slack && max(p, q) >= -slack && min(r, s) <= slack && max(r, s) >= -slack
}
