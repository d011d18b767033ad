// SPDX-License-Identifier: BSD-3-Clause

// Chamfers of polyhedra.
//
// The mesh is that of rounded edges, with one part for each half of an arc, and its vertices are on
// the same rays. Only the surface is another one. At a point of the core where faces with normals n
// meet, the rounded surface has the points at the radius r in the directions between these normals.
// The chamfer is the hull of the points rn, which are on the moved faces: at an edge the chord of
// the arc, at a corner of three faces a triangle. So it begins and ends where a rounded edge does.
//
// Where a ray in direction d leaves the hull follows from the least sum s of factors, none of them
// negative, with which the normals add up to d: at r/s. The least sum is one of at most three
// normals. Example: at an edge of a cube, d is between (1,0) and (0,1); in the middle, s is the
// root of 2, and the ray ends at 0.71 r instead of r.

package fabrication

import (
	"math"
	"slices"
)

// chamfered returns the point of the chamfer on a ray whose end is on the rounded surface.
func (g *rounding) chamfered(from, end xyz) xyz {
	low, high := 0.0, 1.0
	for range 40 {
		part := (low + high) / 2
		if g.height(mix(from, end, part)) < g.radius {
			low = part
		} else {
			high = part
		}
	}
	return mix(from, end, high)
}

// height is the radius of the chamfer on which a point is: its distance from the core, divided by
// that of a chamfer of radius 1 in its direction.
func (g *rounding) height(p xyz) float64 {
	at, ok := g.near.nearest(p)
	if !ok {
		return math.Inf(1)
	}
	d := p.minus(at)
	if d.length() < tolerance {
		return d.length()
	}
	return leastSum(g.near.normals(at, 0.01*g.radius), d)
}

// nearest returns the point of the triangles that is nearest to another one. It reports whether
// there is one within the radius.
func (n *nearness) nearest(p xyz) (at xyz, ok bool) {
	least := 1.01 * n.radius
	for _, i := range n.boxes[n.box(p)] {
		q := nearest(p, n.triangles[i])
		if d := p.minus(q).length(); d < least {
			least, at, ok = d, q, true
		}
	}
	return at, ok
}

// normals lists the normals of the triangles near a point of them, each once.
func (n *nearness) normals(at xyz, within float64) []xyz {
	var list []xyz
	for _, i := range n.boxes[n.box(at)] {
		t := n.triangles[i]
		if at.minus(nearest(at, t)).length() > within {
			continue
		}
		across := t[2].minus(t[0]).cross(t[1].minus(t[0])) // y points down here, so they are clockwise
		if across.length() < tolerance*tolerance {
			continue
		}
		normal := across.unit()
		if !slices.ContainsFunc(list, func(other xyz) bool { return other.dot(normal) > 1-1e-9 }) {
			list = append(list, normal)
		}
	}
	return list
}

// leastSum returns the least sum of factors with which some of the normals add up to a vector, or
// the length of the vector if none do.
func leastSum(normals []xyz, d xyz) float64 {
	best := math.Inf(1)
	try := func(factors []float64, list ...xyz) {
		sum, rest := 0.0, d
		for i, f := range factors {
			if f < -1e-6*d.length() {
				return
			}
			sum += f
			rest = rest.minus(list[i].times(f))
		}
		if rest.length() < 0.01*d.length() {
			best = min(best, sum)
		}
	}
	for i, a := range normals {
		try([]float64{d.dot(a)}, a)
		for j, b := range normals[:i] {
			across := a.cross(b)
			if square := across.dot(across); square > 1e-6 {
				try([]float64{d.cross(b).dot(across) / square, a.cross(d).dot(across) / square}, a, b)
			}
			for _, c := range normals[:j] {
				if volume := across.dot(c); math.Abs(volume) > 1e-6 {
					try([]float64{d.dot(b.cross(c)) / volume, d.dot(c.cross(a)) / volume, d.dot(across) / volume}, a, b, c)
				}
			}
		}
	}
	if math.IsInf(best, 1) {
		return d.length()
	}
	return best
}
