// SPDX-License-Identifier: BSD-3-Clause

// Triangulation by cutting off ears.
//
// Holes are connected with the outer loop by bridges, pairs of opposite sides, so that one loop is
// left. Then triangles of three consecutive corners that contain no other corner are cut off, the
// one with the best proportions first, which avoids triangles without area. Loops have tens of
// corners, so the cubic cost does not matter. Source: G. H. Meisters, Polygons have ears, American
// Mathematical Monthly 82 (1975), 648-651.

package fabrication

import (
	"cmp"
	"math"
	"slices"
)

// triangulate divides the area inside of loops, an outer one and its holes in any order, into
// counterclockwise triangles.
func triangulate(loops []loop) [][3]point {
	var triangles [][3]point
	var outer, holes []loop
	for _, l := range loops {
		if l.area() > 0 {
			outer = append(outer, l)
		} else {
			holes = append(holes, l)
		}
	}
	for _, o := range outer {
		ring := slices.Clone(o)
		var mine []loop
		for _, h := range holes {
			if inside(o, h[0]) {
				mine = append(mine, h)
			}
		}
		rightmost := func(l loop) float64 {
			most := math.Inf(-1)
			for _, p := range l {
				most = max(most, p.x)
			}
			return most
		}
		slices.SortStableFunc(mine, func(a, b loop) int { return cmp.Compare(rightmost(b), rightmost(a)) })
		for i, h := range mine {
			ring = bridged(ring, h, mine[i+1:])
		}
		triangles = append(triangles, ears(ring)...)
	}
	return triangles
}

// inside reports whether a point is inside of a loop.
func inside(l loop, p point) bool {
	in := false
	for i, a := range l {
		b := l[(i+1)%len(l)]
		if (a.y > p.y) != (b.y > p.y) && p.x < a.x+(p.y-a.y)/(b.y-a.y)*(b.x-a.x) {
			in = !in
		}
	}
	return in
}

// bridged connects a ring with a hole by the shortest bridge that meets no side.
func bridged(ring, hole loop, others []loop) loop {
	best, from, to := math.Inf(1), -1, -1
	for i, p := range ring {
		for j, q := range hole {
			d := p.distance(q)
			if d >= best || blocked(ring, p, q) || blocked(hole, p, q) || !sees(ring, i, q) || !sees(hole, j, p) {
				continue
			}
			if slices.ContainsFunc(others, func(l loop) bool { return blocked(l, p, q) }) {
				continue
			}
			best, from, to = d, i, j
		}
	}
	if from < 0 {
		panic("fabrication: no bridge to a hole")
	}
	joined := slices.Clone(ring[:from+1])
	joined = append(joined, hole[to:]...)
	joined = append(joined, hole[:to+1]...)
	return append(joined, ring[from:]...)
}

// sees reports whether the segment from corner i to a point starts inside of the ring.
func sees(ring loop, i int, to point) bool {
	at := ring[i]
	a, b := ring[(i+len(ring)-1)%len(ring)], ring[(i+1)%len(ring)]
	whole, part := interior(a, at, b), interior(to, at, b)
	return part > 1e-9 && part < whole-1e-9
}

// blocked reports whether a segment meets a side of a ring other than in the ends of the segment.
func blocked(ring loop, p, q point) bool {
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		if a != p && a != q && onSegment(a, p, q) {
			return true
		}
		if a == p || a == q || b == p || b == q {
			continue
		}
		if meet(p, q, a, b) {
			return true
		}
	}
	return false
}

func onSegment(a, p, q point) bool {
	const slack = 1e-9
	u := q.minus(p)
	t := a.minus(p).dot(u) / u.dot(u)
	return t > -slack && t < 1+slack && math.Abs(u.cross(a.minus(p))) < slack*max(1, u.length())
}

// ears divides a loop, which may pass through a corner more than once, into triangles.
func ears(ring loop) [][3]point {
	var triangles [][3]point
	for len(ring) > 3 {
		best, at := -1.0, -1
		for i, p := range ring {
			a, b := ring[(i+len(ring)-1)%len(ring)], ring[(i+1)%len(ring)]
			longest := max(a.distance(p), p.distance(b), a.distance(b))
			quality := p.minus(a).cross(b.minus(p)) / (longest * longest)
			if quality > best && quality > 1e-9 && isEar(ring, i) {
				best, at = quality, i
			}
		}
		if at < 0 {
			panic("fabrication: a loop without an ear")
		}
		n := len(ring)
		triangles = append(triangles, [3]point{ring[(at+n-1)%n], ring[at], ring[(at+1)%n]})
		ring = slices.Delete(ring, at, at+1)
	}
	return append(triangles, [3]point{ring[0], ring[1], ring[2]})
}

// isEar reports whether the triangle at a convex corner can be cut off.
func isEar(ring loop, i int) bool {
	n := len(ring)
	a, p, b := ring[(i+n-1)%n], ring[i], ring[(i+1)%n]
	for _, q := range ring {
		if q == a || q == p || q == b {
			continue
		}
		const slack = -1e-12
		if p.minus(a).cross(q.minus(a)) >= slack && b.minus(p).cross(q.minus(p)) >= slack && a.minus(b).cross(q.minus(b)) >= slack {
			return false
		}
	}
	if !sees(ring, (i+n-1)%n, b) || !sees(ring, (i+1)%n, a) {
		return n == 4 && p.minus(a).cross(b.minus(p)) > 0 && !blocked(ring, a, b)
	}
	return !blocked(ring, a, b)
}
