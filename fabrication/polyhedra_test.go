// SPDX-License-Identifier: BSD-3-Clause

package fabrication

import (
	"math"
	"math/rand/v2"
	"testing"

	"polka/shapes"
)

// A tiling by parallelohedra that are not symmetric, and the built-in ones.
func solidLattices(t *testing.T) []*shapes.Lattice {
	var list []*shapes.Lattice
	for _, name := range []string{"rhombic-dodecahedron", "truncated-octahedron", "hexagonal-prism", "elongated-dodecahedron", "triangular-prism", "tetrahedral-octahedral", "quarter-cubic"} {
		l, err := shapes.LatticeByName(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, l)
	}
	skew, err := shapes.NewSolidLattice(shapes.SolidPeriod{Name: "skew-test", Steps: [3][3]float64{{1, 0, 0}, {0.3, 1.1, 0}, {0.2, 0.4, 0.9}}})
	if err != nil {
		t.Fatal(err)
	}
	return append(list, skew)
}

// measures returns the volume and the surface of a shape, in units of Position, from the faces that
// it does not share with itself.
func measures(s shapes.Shape) (volume, surface float64) {
	l := s.Lattice()
	for _, c := range s.Cells() {
		for _, face := range l.Faces(c) {
			var list []xyz
			for _, corner := range face {
				x, y, z := l.Position(corner)
				list = append(list, xyz{x, y, z})
			}
			area := 0.0
			for k := 2; k < len(list); k++ {
				area += list[k-1].minus(list[0]).cross(list[k].minus(list[0])).length() / 2
				volume += list[0].dot(list[k-1].cross(list[k])) / 6
			}
			shared := 0
			for _, d := range s.Cells() {
				for _, other := range l.Faces(d) {
					same := 0
					for _, a := range face {
						for _, b := range other {
							if a == b {
								same++
							}
						}
					}
					if same == len(face) {
						shared++
					}
				}
			}
			if shared == 1 {
				surface += area
			}
		}
	}
	return volume, surface
}

func TestPolyhedra(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 37))
	const unit = 10.0
	for _, l := range solidLattices(t) {
		for i := range 24 {
			s := randomShape(r, l, 1+r.IntN(12))
			gap := []float64{0, 0.02, 0.3}[i%3]
			m, err := Solid(s, SolidOptions{Unit: unit, Gap: gap})
			if err != nil {
				t.Fatal(err)
			}
			if !m.closed() {
				t.Errorf("%v with gap %v: the mesh is not closed", s, gap)
			}
			// The layer that is taken away has this volume but for the edges.
			volume, surface := measures(s)
			inward := gap / 2
			if gap == 0 && math.Abs(m.Volume()-volume*unit*unit*unit) > 1e-6 {
				inward = parting
			}
			want := unit * unit * (volume*unit - surface*inward)
			bound := 1e-6 + 60*float64(s.Size())*unit*inward*inward
			if math.Abs(m.Volume()-want) > bound {
				t.Errorf("%v with gap %v: volume %v, expected %v within %v", s, gap, m.Volume(), want, bound)
			}
			lying := m.lying()
			if !lying.closed() || math.Abs(lying.Volume()-m.Volume()) > 1e-6*m.Volume() {
				t.Errorf("%v: turned to volume %v, expected %v", s, lying.Volume(), m.Volume())
			}
		}
	}
}

// The faces of a truncated octahedron with edges of 1 have distances of sqrt(3/2) and sqrt(2) from
// the middle. Moved inward, they bound a truncated octahedron that is the cube of the squares'
// distance cut by the planes of the hexagons.
func TestTruncatedOctahedron(t *testing.T) {
	l, err := shapes.LatticeByName("truncated-octahedron")
	if err != nil {
		t.Fatal(err)
	}
	const gap = 0.06
	m, err := Solid(shapes.New(l, shapes.Cell{}), SolidOptions{Unit: 1, Gap: gap})
	if err != nil {
		t.Fatal(err)
	}
	half := 1 - gap/2                            // of the cube
	reach := 1.5 - gap/2*math.Sqrt(3)            // |x|+|y|+|z| at most
	octahedron := 4.0 / 3 * math.Pow(reach, 3)   // without the cube
	tip := 2.0 / 3 * math.Pow(reach-half, 3) * 6 // pyramids outside the cube
	if want := octahedron - tip; math.Abs(m.Volume()-want) > 1e-9 {
		t.Errorf("volume %v, expected %v", m.Volume(), want)
	}
}

func TestPolyhedraErrors(t *testing.T) {
	l, err := shapes.LatticeByName("rhombic-dodecahedron")
	if err != nil {
		t.Fatal(err)
	}
	one := shapes.New(l, shapes.Cell{})
	for _, o := range []SolidOptions{{Edge: 20}, {Edge: 20, Chamfer: true}, {Unit: 5, Gap: 5}} {
		if m, err := Solid(one, o); err == nil {
			t.Errorf("%+v: %v, expected an error", o, m)
		}
	}
	if m, err := Solid(one.Union(one.Translate(5, 0, 0)), SolidOptions{}); err == nil {
		t.Errorf("%v, expected an error for separate cells", m)
	}
}
