// SPDX-License-Identifier: BSD-3-Clause

package fabrication

import "math"

// A nearness finds triangles near a point: a grid of boxes, each with the triangles that are within
// the radius of one of its points.
type nearness struct {
	radius, side float64
	triangles    [][3]xyz
	boxes        map[[3]int][]int
}

func newNearness(triangles [][3]xyz, radius float64) nearness {
	n := nearness{radius: radius, triangles: triangles, boxes: make(map[[3]int][]int)}
	longest := 0.0
	for _, t := range triangles {
		longest = max(longest, t[0].minus(t[1]).length(), t[1].minus(t[2]).length(), t[2].minus(t[0]).length())
	}
	n.side = max(radius, longest/6)
	for i, t := range triangles {
		var low, high [3]int
		for k := range 3 {
			low[k] = int(math.Floor((min(t[0][k], t[1][k], t[2][k]) - radius) / n.side))
			high[k] = int(math.Floor((max(t[0][k], t[1][k], t[2][k]) + radius) / n.side))
		}
		for x := low[0]; x <= high[0]; x++ {
			for y := low[1]; y <= high[1]; y++ {
				for z := low[2]; z <= high[2]; z++ {
					n.boxes[[3]int{x, y, z}] = append(n.boxes[[3]int{x, y, z}], i)
				}
			}
		}
	}
	return n
}

// box returns the box of a point.
func (n *nearness) box(p xyz) (key [3]int) {
	for k := range 3 {
		key[k] = int(math.Floor(p[k] / n.side))
	}
	return key
}

// distance returns the distance of a point from the nearest triangle, if it is at most the radius.
// Otherwise it returns a greater number.
func (n *nearness) distance(p xyz) float64 {
	least := 1.01 * n.radius
	least *= least
	for _, i := range n.boxes[n.box(p)] {
		d := p.minus(nearest(p, n.triangles[i]))
		least = min(least, d.dot(d))
	}
	return math.Sqrt(least)
}

// nearest returns the point of a triangle that is nearest to another point, which is at a corner,
// on a side or inside (C. Ericson, Real-Time Collision Detection, 2005, section 5.1.5).
func nearest(p xyz, t [3]xyz) xyz {
	a, b, c := t[0], t[1], t[2]
	ab, ac, ap := b.minus(a), c.minus(a), p.minus(a)
	d1, d2 := ab.dot(ap), ac.dot(ap)
	if d1 <= 0 && d2 <= 0 {
		return a
	}
	bp := p.minus(b)
	d3, d4 := ab.dot(bp), ac.dot(bp)
	if d3 >= 0 && d4 <= d3 {
		return b
	}
	if vc := d1*d4 - d3*d2; vc <= 0 && d1 >= 0 && d3 <= 0 {
		return a.plus(ab.times(d1 / (d1 - d3)))
	}
	cp := p.minus(c)
	d5, d6 := ab.dot(cp), ac.dot(cp)
	if d6 >= 0 && d5 <= d6 {
		return c
	}
	if vb := d5*d2 - d1*d6; vb <= 0 && d2 >= 0 && d6 <= 0 {
		return a.plus(ac.times(d2 / (d2 - d6)))
	}
	va := d3*d6 - d5*d4
	if va <= 0 && d4-d3 >= 0 && d5-d6 >= 0 {
		return b.plus(c.minus(b).times((d4 - d3) / (d4 - d3 + d5 - d6)))
	}
	vb, vc := d5*d2-d1*d6, d1*d4-d3*d2
	return a.plus(ab.times(vb / (va + vb + vc))).plus(ac.times(vc / (va + vb + vc)))
}
