// SPDX-License-Identifier: BSD-3-Clause

package fabrication

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"polka/shapes"
)

// TestRoundedCells compares single cells with the formula of Steiner for the core, whose mean
// curvature is the sum over its edges of half of the length times the outer angle.
func TestRoundedCells(t *testing.T) {
	for _, l := range solidLattices(t) {
		const edge = 0.6
		m, core, sharp := solidCell(t, l, SolidOptions{Unit: 30, Gap: 0.3, Edge: edge, Segments: 40})
		surface, curvature := 0.0, 0.0
		across := make(map[[2]int]xyz)
		for _, tr := range core.triangles {
			n := xyz(core.normal(tr))
			surface += core.area(tr)
			for i := range 3 {
				a, b := tr[i], tr[(i+1)%3]
				if other, ok := across[[2]int{b, a}]; ok {
					length := xyz(core.vertices[a]).minus(core.vertices[b]).length()
					curvature += length * math.Atan2(n.cross(other).length(), n.dot(other)) / 2
				}
				across[[2]int{a, b}] = n
			}
		}
		want := core.Volume() + edge*surface + edge*edge*curvature + 4*math.Pi/3*edge*edge*edge
		if got, lost := m.Volume(), sharp.Volume()-want; !m.closed() || math.Abs(got-want) > 0.01*lost {
			t.Errorf("%v: volume %v, expected %v within %v", l, got, want, 0.01*lost)
		}
	}
}

// solidCell returns the solid of a cell, its core, which is as far from the cell as the edges
// reach, and the solid with sharp edges.
func solidCell(t *testing.T, l *shapes.Lattice, o SolidOptions) (m, core, sharp *Mesh) {
	t.Helper()
	solid := func(o SolidOptions) *Mesh {
		m, err := Solid(shapes.New(l, shapes.Cell{}), o)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	return solid(o), solid(SolidOptions{Unit: o.Unit, Gap: o.Gap + 2*o.Edge}), solid(SolidOptions{Unit: o.Unit, Gap: o.Gap})
}

// checkClosed tests that the mesh of a shape is closed, also as a reader of its file takes it, and
// that its triangles have an area.
func checkClosed(t *testing.T, m *Mesh, s shapes.Shape, o SolidOptions) {
	t.Helper()
	if !m.closed() || !m.merged().closed() {
		t.Errorf("%v with %+v: the mesh is not closed", s, o)
	}
	for _, tr := range m.triangles {
		if m.area(tr) == 0 {
			t.Errorf("%v with %+v: a triangle without area", s, o)
			break
		}
	}
}

// TestRoundedShortEdges rounds a cell whose shortest edges leave no room for a large radius, though
// its faces do.
func TestRoundedShortEdges(t *testing.T) {
	lattices := solidLattices(t)
	skew := lattices[len(lattices)-1]
	for edge, fits := range map[float64]bool{2: true, 3: false} {
		m, err := Solid(shapes.New(skew, shapes.Cell{}), SolidOptions{Unit: 20, Gap: 0.2, Edge: edge})
		if (err == nil) != fits {
			t.Errorf("a radius of %v mm: %v, %v", edge, m, err)
		}
	}
}

// merged returns the mesh as a reader of its file takes it: vertices in one place are one.
func (m *Mesh) merged() *Mesh {
	var b meshBuilder
	for _, t := range m.triangles {
		b.triangle(m.vertices[t[0]], m.vertices[t[1]], m.vertices[t[2]])
	}
	return &b.mesh
}

// windings returns how often a mesh surrounds a point, as the sum of solid angles (A. van Oosterom
// and J. Strackee, IEEE Transactions on Biomedical Engineering 30 (1983) 125-126).
func (m *Mesh) windings(p xyz) float64 {
	sum := 0.0
	for _, t := range m.triangles {
		a, b, c := xyz(m.vertices[t[0]]).minus(p), xyz(m.vertices[t[1]]).minus(p), xyz(m.vertices[t[2]]).minus(p)
		x, y, z := a.length(), b.length(), c.length()
		sum += 2 * math.Atan2(a.dot(b.cross(c)), x*y*z+a.dot(b)*z+b.dot(c)*x+c.dot(a)*y)
	}
	return sum / (4 * math.Pi)
}

// depth returns how far a point is from the surface of a mesh, and whether it is inside.
func (m *Mesh) depth(p xyz) (float64, bool) {
	least := math.Inf(1)
	for _, t := range m.triangles {
		at := nearest(p, [3]xyz{m.vertices[t[0]], m.vertices[t[1]], m.vertices[t[2]]})
		least = min(least, p.minus(at).length())
	}
	return least, m.windings(p) > 0.5
}

// TestRoundedPolyhedra rounds random shapes on all lattices of space: with two radii, and compared
// with the surface of the cells.
func TestRoundedPolyhedra(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 36))
	const unit, gap = 20.0, 0.2
	largest := 5
	if testing.Short() {
		largest = 1
	} else if os.Getenv("POLKA_LONG") != "" {
		largest = 8
	}
	for _, l := range solidLattices(t) {
		for i := range largest {
			s := randomShape(r, l, 1+i)
			whole, err := solidOfPolyhedra(s, SolidOptions{Unit: unit})
			if err != nil {
				t.Fatal(err)
			}
			sharp, err := solidOfPolyhedra(s, SolidOptions{Unit: unit, Gap: gap})
			if err != nil {
				t.Fatal(err)
			}
			var lost [2]float64
			for k, edge := range []float64{0.8, 0.4} {
				o := SolidOptions{Unit: unit, Gap: gap, Edge: edge, Segments: 8}
				m, err := solidOfPolyhedra(s, o)
				if err != nil {
					if l.String() != "skew-test" { // its edges are short
						t.Error(err)
					}
					continue
				}
				checkClosed(t, m, s, o)
				lost[k] = sharp.Volume() - m.Volume()
				if lost[k] <= 0 || lost[k] > 0.25*sharp.Volume() {
					t.Errorf("%v with %+v: volume %v, expected less than %v", s, o, m.Volume(), sharp.Volume())
				}
				if k == 0 && i < 5 {
					checkRounded(t, r, s, whole, m, o)
				}
			}
			// Edges of half the radius lose a quarter.
			if ratio := lost[0] / lost[1]; lost[0] > 0 && lost[1] > 0 && (ratio < 3.5 || ratio > 4.2) {
				t.Errorf("%v: rounded edges of 0.8 and 0.4 mm lose %v and %v", s, lost[0], lost[1])
			}
		}
	}
}

// checkRounded takes random points. A vertex of a rounded solid is at least half of the gap below
// the surface of the cells. A ball of the radius that is this far below it is inside.
func checkRounded(t *testing.T, r *rand.Rand, s shapes.Shape, whole, m *Mesh, o SolidOptions) {
	for range 40 {
		v := xyz(m.vertices[r.IntN(len(m.vertices))])
		if d, inside := whole.depth(v); !inside || d < o.Gap/2-0.02*o.Edge {
			t.Errorf("%v with %+v: a vertex %v is %v below the surface (inside: %v)", s, o, v, d, inside)
			return
		}
	}
	least, most := whole.Bounds()
	for balls, tries := 0, 0; balls < 20 && tries < 2000; tries++ {
		// Most balls are near a vertex, since nothing happens elsewhere.
		p := xyz(m.vertices[r.IntN(len(m.vertices))])
		for k := range 3 {
			p[k] += (most[k] - least[k]) * 0.05 * r.NormFloat64()
		}
		if d, inside := whole.depth(p); !inside || d < o.Gap/2+o.Edge || d > o.Gap/2+3*o.Edge {
			continue
		}
		balls++
		for range 10 {
			at := p.plus(xyz{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.unit().times(0.97 * o.Edge))
			if w := m.windings(at); math.Abs(w-1) > 1e-6 {
				t.Errorf("%v with %+v: a point %v of a ball is not inside: %v", s, o, at, w)
				return
			}
		}
	}
}
