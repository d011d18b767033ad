// SPDX-License-Identifier: BSD-3-Clause

package fabrication

import (
	"cmp"
	"math"
	"slices"
)

// A pose is a direction that may be turned downward.
type pose struct {
	down         xyz
	area, height float64 // of the base, and of the solid
}

// lying returns the mesh turned so that it stands on as much area as possible and, of such
// positions, so that it is as low as possible. Its least coordinates are 0.
func (m *Mesh) lying() *Mesh {
	var list []pose
	best := pose{area: -1}
	largest := 0.0
	for _, t := range m.triangles {
		largest = max(largest, m.area(t))
	}
	for _, t := range m.triangles {
		if m.area(t) < largest/100 { // so small a triangle is a part of a rounded edge
			continue
		}
		n := xyz(m.normal(t))
		if slices.ContainsFunc(list, func(p pose) bool { return p.down.dot(n) > 1-1e-9 }) {
			continue
		}
		p := m.posed(n)
		list = append(list, p)
		if p.area > best.area+1e-6 || p.area > best.area-1e-6 && p.height < best.height-1e-6 {
			best = p
		}
	}
	return m.turned(best.down)
}

// area returns the area of a triangle.
func (m *Mesh) area(t [3]int) float64 {
	a, b, c := xyz(m.vertices[t[0]]), xyz(m.vertices[t[1]]), xyz(m.vertices[t[2]])
	return b.minus(a).cross(c.minus(a)).length() / 2
}

// posed measures the mesh with a direction downward.
func (m *Mesh) posed(down xyz) pose {
	lowest, highest := math.Inf(-1), math.Inf(1)
	for _, v := range m.vertices {
		lowest, highest = max(lowest, down.dot(v)), min(highest, down.dot(v))
	}
	p := pose{down: down, height: lowest - highest}
	for _, t := range m.triangles {
		a, b, c := xyz(m.vertices[t[0]]), xyz(m.vertices[t[1]]), xyz(m.vertices[t[2]])
		if min(down.dot(a), down.dot(b), down.dot(c)) > lowest-tolerance {
			p.area += m.area(t)
		}
	}
	return p
}

// turned returns the mesh rotated so that a direction is downward.
func (m *Mesh) turned(down xyz) *Mesh {
	up := down.times(-1)
	right := xyz{1, 0, 0}
	if math.Abs(up[0]) > 0.9 {
		right = xyz{0, 1, 0}
	}
	right = right.minus(up.times(right.dot(up))).unit()
	back := up.cross(right)
	n := &Mesh{name: m.name, triangles: m.triangles}
	for _, v := range m.vertices {
		n.vertices = append(n.vertices, xyz{right.dot(v), back.dot(v), up.dot(v)})
	}
	least, _ := n.Bounds()
	return n.translated(xyz(least).times(-1))
}

// shadow returns the convex hull of the mesh as seen from above.
func (m *Mesh) shadow() loop {
	var list loop
	for _, v := range m.vertices {
		list = append(list, point{v[0], v[1]})
	}
	slices.SortFunc(list, func(a, b point) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	list = slices.Compact(list)
	half := func(list loop) (hull loop) { // Andrew's method, with x in order
		for _, p := range list {
			for len(hull) > 1 && hull[len(hull)-1].minus(hull[len(hull)-2]).cross(p.minus(hull[len(hull)-1])) <= 0 {
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, p)
		}
		return hull[:len(hull)-1]
	}
	back := slices.Clone(list)
	slices.Reverse(back)
	return append(half(list), half(back)...)
}
