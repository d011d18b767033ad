// SPDX-License-Identifier: BSD-3-Clause

package fabrication

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"polka/shapes"
)

// lattices whose cells are polygons that share sides.
func polygonLattices(t *testing.T) []*shapes.Lattice {
	var list []*shapes.Lattice
	for _, name := range shapes.LatticeNames() {
		l, err := shapes.LatticeByName(name)
		if err != nil {
			t.Fatal(err)
		}
		if !l.Spatial() && l != shapes.Stick && l != shapes.King {
			list = append(list, l)
		}
	}
	return list
}

// coreVolume returns the volume of the points of polycubes whose distance from the outside along
// the axes is at least d, from the numbers of cells, of faces, edges and corners inside.
func coreVolume(s shapes.Shape, u, d float64) float64 {
	sum := 0.0
	for mask := range 8 {
		n := 0
		for _, c := range s.Cells() {
			all := true
			for k := range 8 {
				if k&^mask == 0 {
					all = all && s.Contains(shapes.Cell{X: c.X + k&1, Y: c.Y + k>>1&1, Z: c.Z + k>>2})
				}
			}
			if all {
				n++
			}
		}
		block := 1.0
		for k := range 3 {
			if mask>>k&1 == 1 {
				block *= 2 * d
			} else {
				block *= u - 2*d
			}
		}
		sum += float64(n) * block
	}
	return sum
}

// randomShape grows a connected shape of n cells.
func randomShape(r *rand.Rand, l *shapes.Lattice, n int) shapes.Shape {
	if l == shapes.Tan {
		list, _ := shapes.Enumerate(context.Background(), l, n, shapes.OneSided)
		return list[r.IntN(len(list))]
	}
	s := shapes.New(l, shapes.Cell{})
	for s.Size() < n {
		cells := s.Neighbors().Cells()
		s = s.Union(shapes.New(l, cells[r.IntN(len(cells))]))
	}
	return s
}

func TestCubes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 36))
	for i := range 200 {
		s := randomShape(r, shapes.Cube, 1+r.IntN(24))
		o := SolidOptions{Unit: 10}
		switch i % 4 {
		case 1:
			o.Gap = 0.3
		case 2:
			o.Edge, o.Gap = 1.5, 0.2*float64(r.IntN(2))
		case 3:
			o.Edge, o.Chamfer = 2, true
		}
		m, err := Solid(s, o)
		if err != nil {
			t.Fatal(err)
		}
		if !m.closed() {
			t.Fatalf("%v with %+v: the mesh is not closed", s, o)
		}
		want := coreVolume(s, 10, o.Gap/2)
		if o.Edge == 0 {
			if got := m.Volume(); math.Abs(got-want) > 1e-6*want && math.Abs(got-coreVolume(s, 10, parting)) > 1e-6*want {
				t.Errorf("%v with %+v: volume %v, want %v", s, o, got, want)
			}
		} else if got := m.Volume(); got >= want || got <= coreVolume(s, 10, o.Gap/2+o.Edge) {
			t.Errorf("%v with %+v: volume %v, want less than %v", s, o, got, want)
		}
	}
}

// TestRoundedCube compares with the formula of Steiner.
func TestRoundedCube(t *testing.T) {
	m, err := Solid(shapes.New(shapes.Cube, shapes.Cell{}), SolidOptions{Edge: 4, Segments: 64})
	if err != nil {
		t.Fatal(err)
	}
	a := 12.0
	want := a*a*a + 6*a*a*4 + 12*a*math.Pi*16/4 + 4*math.Pi/3*64
	if got := m.Volume(); math.Abs(got-want) > 1e-3*want {
		t.Errorf("volume %v, want %v", got, want)
	}
}

// TestSidesOnOneLine makes a solid of a polyiamond with sides on one line, which do not meet.
func TestSidesOnOneLine(t *testing.T) {
	s := shapes.MustParse("triangle [(0,0,1), (1,0,0), (1,0,1), (0,1,1), (1,1,0), (1,1,1), (2,1,0), (1,2,0), (1,2,1), (0,3,1), (1,3,0)]")
	m, err := Solid(s, SolidOptions{Unit: 1, Thickness: 2})
	if err != nil {
		t.Fatal(err)
	}
	if want := 11 * math.Sqrt(3) / 4 * 2; math.Abs(m.Volume()-want) > 1e-6 {
		t.Errorf("volume %v, want %v", m.Volume(), want)
	}
}

func TestPolygons(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 36))
	for _, l := range polygonLattices(t) {
		for i := range 24 {
			s := randomShape(r, l, 1+r.IntN(9))
			o := SolidOptions{Unit: 20, Thickness: 6}
			switch i % 4 {
			case 1:
				o.Gap = 0.3
			case 2:
				o.Edge, o.Gap = 1, 0.2
			case 3:
				o.Edge, o.Chamfer = 1, true
			}
			m, err := Solid(s, o)
			if err != nil {
				t.Fatal(err)
			}
			if !m.closed() {
				t.Fatalf("%v with %+v: the mesh is not closed", s, o)
			}
			want := 0.0
			for _, c := range s.Cells() {
				var ring loop
				for _, k := range l.Corners(c) {
					ring = append(ring, place(l, k, 20))
				}
				want += math.Abs(ring.area()) * 6
			}
			got := m.Volume()
			if o.Gap == 0 && o.Edge == 0 && math.Abs(got-want) > 1e-3*want || got > want*(1+1e-9) || got < 0.6*want {
				t.Errorf("%v with %+v: volume %v, want %v", s, o, got, want)
			}
		}
	}
}

func TestSolidOfFourDimensions(t *testing.T) {
	for _, text := range []string{"tesseract ##", "tesseract # || #"} {
		if m, err := Solid(shapes.MustParse(text), SolidOptions{}); err == nil {
			t.Errorf("%s became %v, want an error", text, m)
		}
		if d, err := Pages([]shapes.Shape{shapes.MustParse(text)}, PageOptions{}); err == nil {
			t.Errorf("%s became %v, want an error", text, d)
		}
	}
}
