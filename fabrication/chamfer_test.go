// SPDX-License-Identifier: BSD-3-Clause

package fabrication

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestChamferedCells compares single cells with a formula for the core: the chamfer adds plates on
// its faces, wedges at its edges, and pyramids at its corners with a point of each plate.
func TestChamferedCells(t *testing.T) {
	for _, l := range solidLattices(t) {
		const edge = 0.6
		m, core, sharp := solidCell(t, l, SolidOptions{Unit: 30, Gap: 0.3, Edge: edge, Chamfer: true})
		surface, wedges, pyramids := 0.0, 0.0, 0.0
		across, next := make(map[[2]int][3]int), make([]map[int]int, len(core.vertices))
		for _, tr := range core.triangles {
			n := xyz(core.normal(tr))
			surface += core.area(tr)
			for i := range 3 {
				a, b, c := tr[i], tr[(i+1)%3], tr[(i+2)%3]
				if other, ok := across[[2]int{b, a}]; ok {
					length := xyz(core.vertices[a]).minus(core.vertices[b]).length()
					wedges += length * n.cross(xyz(core.normal(other))).length() / 2
				}
				across[[2]int{a, b}] = tr
				if next[a] == nil {
					next[a] = make(map[int]int)
				}
				next[a][b] = c
			}
		}
		for a, fan := range next {
			var normals []xyz
			first := -1
			for b := range fan {
				if first < 0 || b < first {
					first = b
				}
			}
			for b := first; ; {
				c := fan[b]
				normals = append(normals, xyz(core.normal([3]int{a, b, c})))
				if b = c; b == first {
					break
				}
			}
			for i := 2; i < len(normals); i++ {
				pyramids += math.Abs(normals[0].dot(normals[i-1].cross(normals[i]))) / 6
			}
		}
		want := core.Volume() + edge*surface + edge*edge*wedges + edge*edge*edge*pyramids
		if got, lost := m.Volume(), sharp.Volume()-want; !m.closed() || math.Abs(got-want) > 0.002*lost {
			t.Errorf("%v: volume %v, expected %v within %v; closed: %v", l, got, want, 0.002*lost, m.closed())
		}
	}
}

// TestChamferedPolyhedra chamfers random shapes on all lattices of space: with two widths, compared
// with sharp and with rounded edges.
func TestChamferedPolyhedra(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 36))
	const unit, gap = 20.0, 0.2
	largest := 5
	if testing.Short() {
		largest = 1
	}
	for _, l := range solidLattices(t) {
		for i := range largest {
			s := randomShape(r, l, 1+i)
			sharp, err := solidOfPolyhedra(s, SolidOptions{Unit: unit, Gap: gap})
			if err != nil {
				t.Fatal(err)
			}
			var lost [2]float64
			for k, edge := range []float64{0.8, 0.4} {
				o := SolidOptions{Unit: unit, Gap: gap, Edge: edge, Segments: 8}
				rounded, err := solidOfPolyhedra(s, o)
				if err != nil {
					if l.String() != "skew-test" { // its edges are short
						t.Error(err)
					}
					continue
				}
				o.Chamfer = true
				m, err := solidOfPolyhedra(s, o)
				if err != nil {
					t.Error(err)
					continue
				}
				checkClosed(t, m, s, o)
				lost[k] = sharp.Volume() - m.Volume()
				// At an edge the ratio is from 1.8 to 3, for outer angles up to 126 degrees.
				if ratio := lost[k] / (sharp.Volume() - rounded.Volume()); ratio < 1.5 || ratio > 3 {
					t.Errorf("%v with %+v: chamfers lose %v times as much as rounded edges", s, o, ratio)
				}
				if i < 3 {
					for _, v := range m.vertices {
						if d, inside := sharp.depth(v); !inside && d > 0.02*edge {
							t.Errorf("%v with %+v: a vertex %v is %v outside of the sharp solid", s, o, v, d)
							break
						}
					}
				}
			}
			if ratio := lost[0] / lost[1]; lost[0] > 0 && lost[1] > 0 && (ratio < 3.5 || ratio > 4.2) {
				t.Errorf("%v: chamfers of 0.8 and 0.4 mm lose %v and %v", s, lost[0], lost[1])
			}
		}
	}
}
