// SPDX-License-Identifier: BSD-3-Clause

package fabrication

import (
	"fmt"
	"math"
	"slices"
)

// A Mesh is the surface of a solid as triangles, in millimeters. It is closed: each side of a
// triangle is a side of exactly one other triangle, in the other direction. Triangles are
// counterclockwise seen from outside.
type Mesh struct {
	name      string
	vertices  [][3]float64
	triangles [][3]int
}

// Name returns the name of the piece, or "".
func (m *Mesh) Name() string { return m.name }

// Vertices returns the corners of the triangles as x, y and z.
func (m *Mesh) Vertices() [][3]float64 { return slices.Clone(m.vertices) }

// Triangles returns the triangles, each as three indices of [Mesh.Vertices].
func (m *Mesh) Triangles() [][3]int { return slices.Clone(m.triangles) }

// String returns the name, the numbers of vertices and triangles, and the size.
func (m *Mesh) String() string {
	least, most := m.Bounds()
	return fmt.Sprintf("%s: %d vertices, %d triangles, %.5g x %.5g x %.5g mm", nameOr(m.name, "a piece"),
		len(m.vertices), len(m.triangles), most[0]-least[0], most[1]-least[1], most[2]-least[2])
}

func nameOr(name, other string) string {
	if name == "" {
		return other
	}
	return name
}

// Bounds returns the least and the greatest coordinates.
func (m *Mesh) Bounds() (least, most [3]float64) {
	for i := range 3 {
		least[i], most[i] = math.Inf(1), math.Inf(-1)
	}
	for _, v := range m.vertices {
		for i, x := range v {
			least[i], most[i] = min(least[i], x), max(most[i], x)
		}
	}
	return least, most
}

// Volume returns the volume in cubic millimeters.
func (m *Mesh) Volume() float64 {
	sum := 0.0
	for _, t := range m.triangles {
		a, b, c := m.vertices[t[0]], m.vertices[t[1]], m.vertices[t[2]]
		sum += a[0]*(b[1]*c[2]-b[2]*c[1]) + a[1]*(b[2]*c[0]-b[0]*c[2]) + a[2]*(b[0]*c[1]-b[1]*c[0])
	}
	return sum / 6
}

// translated returns the mesh at another place.
func (m *Mesh) translated(by [3]float64) *Mesh {
	n := &Mesh{name: m.name, vertices: slices.Clone(m.vertices), triangles: m.triangles}
	for i := range n.vertices {
		for k := range 3 {
			n.vertices[i][k] += by[k]
		}
	}
	return n
}

// closed reports whether each side of a triangle occurs once in each direction, and whether the
// triangles around each vertex are one fan.
func (m *Mesh) closed() bool {
	sides := make(map[[2]int]int) // the third corner of the triangle
	for _, t := range m.triangles {
		for i := range 3 {
			e := [2]int{t[i], t[(i+1)%3]}
			if _, twice := sides[e]; twice {
				return false
			}
			sides[e] = t[(i+2)%3]
		}
	}
	degree := make([]int, len(m.vertices))
	start := make([]int, len(m.vertices))
	for e := range sides {
		if _, ok := sides[[2]int{e[1], e[0]}]; !ok {
			return false
		}
		degree[e[0]]++
		start[e[0]] = e[1]
	}
	for v, n := range degree {
		at, fan := start[v], 0
		for range n {
			at = sides[[2]int{v, at}]
			if fan++; at == start[v] {
				break
			}
		}
		if fan != n {
			return false
		}
	}
	return true
}

// A meshBuilder collects triangles. Vertices that are closer than a tolerance are the same, and
// triangles in which two vertices are the same are left out.
type meshBuilder struct {
	mesh  Mesh
	index map[[3]int64][]int
}

// tolerance is much less than the distance between different vertices, and much more than the
// rounding errors of coordinates.
const tolerance = 1e-5

func (b *meshBuilder) vertex(v [3]float64) int {
	var near [3][2]int64
	for i, x := range v {
		near[i] = [2]int64{int64(math.Floor((x - tolerance) / 1e-3)), int64(math.Floor((x + tolerance) / 1e-3))}
	}
	for _, x := range near[0] {
		for _, y := range near[1] {
			for _, z := range near[2] {
				for _, i := range b.index[[3]int64{x, y, z}] {
					w := b.mesh.vertices[i]
					if max(math.Abs(w[0]-v[0]), math.Abs(w[1]-v[1]), math.Abs(w[2]-v[2])) < tolerance {
						return i
					}
				}
			}
		}
	}
	if b.index == nil {
		b.index = make(map[[3]int64][]int)
	}
	key := [3]int64{int64(math.Floor(v[0] / 1e-3)), int64(math.Floor(v[1] / 1e-3)), int64(math.Floor(v[2] / 1e-3))}
	b.mesh.vertices = append(b.mesh.vertices, v)
	b.index[key] = append(b.index[key], len(b.mesh.vertices)-1)
	return len(b.mesh.vertices) - 1
}

// triangle adds a triangle.
func (b *meshBuilder) triangle(p, q, r [3]float64) {
	t := [3]int{b.vertex(p), b.vertex(q), b.vertex(r)}
	if t[0] != t[1] && t[1] != t[2] && t[2] != t[0] {
		b.mesh.triangles = append(b.mesh.triangles, t)
	}
}

// quad adds two triangles.
func (b *meshBuilder) quad(p, q, r, s [3]float64) {
	b.triangle(p, q, r)
	b.triangle(p, r, s)
}
