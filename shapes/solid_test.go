// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSolidCoordinates holds the coordinates of cells to the steps that the formats document, since
// files have them.
func TestSolidCoordinates(t *testing.T) {
	for name, want := range map[string][]Cell{
		"rhombic-dodecahedron": {{X: 1}, {Y: 1}, {Z: 1}},
		"truncated-octahedron": {{X: 1}, {Y: 1}, {Z: 1}, {X: -1, Z: 1}, {Y: -1, Z: 1}, {X: -1, Y: -1, Z: 1}, {X: -1, Y: -1, Z: 2}},
		"hexagonal-prism":      {{X: 1}, {Y: 1}, {X: -1, Y: 1}, {Z: 1}},
	} {
		l, err := LatticeByName(name)
		if err != nil {
			t.Fatal(err)
		}
		near := l.Neighbors(Cell{})
		for _, c := range want {
			if !slices.Contains(near, c) || !slices.Contains(near, Cell{X: -c.X, Y: -c.Y, Z: -c.Z}) {
				t.Errorf("%s: the neighbors are %v; want also %v", name, near, c)
			}
		}
	}
}

// TestPublishedSolids compares with the On-Line Encyclopedia of Integer Sequences, as its data were
// in 2026.
func TestPublishedSolids(t *testing.T) {
	for _, test := range []struct {
		name  string
		class Class
		want  []int64
	}{
		{"rhombic-dodecahedron", Free, []int64{1, 1, 4, 20, 131, 1211, 12734}},         // A038173
		{"rhombic-dodecahedron", Fixed, []int64{1, 6, 50, 475, 4881, 52835, 593382}},   // A039742
		{"truncated-octahedron", Free, []int64{1, 2, 6, 35, 251, 2602}},                // A038181
		{"truncated-octahedron", OneSided, []int64{1, 2, 6, 44, 394, 4680}},            // A038180
		{"truncated-octahedron", Fixed, []int64{1, 7, 67, 734, 8716, 109070, 1416284}}, // A038386
	} {
		l, err := LatticeByName(test.name)
		if err != nil {
			t.Fatal(err)
		}
		if testing.Short() {
			test.want = test.want[:5]
		}
		for i, want := range test.want {
			if got, err := Count(context.Background(), l, i+1, test.class); err != nil || got.Int64() != want {
				t.Errorf("%s: %v %v polyforms of %d cells, error %v; expected %d", test.name, got, test.class, i+1, err, want)
			}
			if i > 4 {
				continue
			}
			if list, err := Enumerate(context.Background(), l, i+1, test.class); err != nil || int64(len(list)) != want {
				t.Errorf("%s: listed %d %v polyforms of %d cells, error %v; expected %d", test.name, len(list), test.class, i+1, err, want)
			}
		}
	}
}

// TestCubesAsSolids compares the lattice that NewSolidLattice finds with Cube, whose symmetries and
// neighbors are given by hand.
func TestCubesAsSolids(t *testing.T) {
	l, err := parallelohedra("cubes", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := l.Neighbors(Cell{}), Cube.Neighbors(Cell{}); !slices.Equal(got, want) {
		t.Errorf("neighbors %v, expected %v", got, want)
	}
	list, err := Enumerate(context.Background(), l, 6, Free)
	if err != nil {
		t.Fatal(err)
	}
	cubes, err := Enumerate(context.Background(), Cube, 6, Free)
	if err != nil || len(cubes) != len(list) {
		t.Fatalf("%d polycubes, expected %d, error %v", len(list), len(cubes), err)
	}
	for i, s := range list {
		c := cubes[i]
		if !slices.Equal(s.Cells(), c.Cells()) || s.Symmetry() != c.Symmetry() || s.PointGroup() != c.PointGroup() {
			t.Errorf("%v has the symmetry %s, %s; expected %v, %s, %s", s, s.Symmetry(), s.PointGroup(), c, c.Symmetry(), c.PointGroup())
		}
	}
}

// TestRandomSolids checks, for bases of lattices of space with random symmetries, that the cells
// have the volume of a period and that both ways of counting agree.
func TestRandomSolids(t *testing.T) {
	const seed = 36
	r := rand.New(rand.NewPCG(seed, 1))
	groups := map[int]int{}
	rounds := 60
	if testing.Short() {
		rounds = 15
	}
	for i := range rounds {
		var steps [3][3]float64
		for j := range steps {
			for k := range steps[j] {
				steps[j][k] = float64(r.IntN(5)-2) / 2
			}
		}
		l, err := parallelohedra("random", shortest(steps))
		if err != nil {
			continue
		}
		volume := 0.0
		for _, face := range l.Faces(Cell{}) {
			x, y, z := l.Position(face[0])
			a := vector{x, y, z}
			for j := 2; j < len(face); j++ {
				x, y, z = l.Position(face[j-1])
				b := vector{x, y, z}
				x, y, z = l.Position(face[j])
				volume += a.dot(b.cross(vector{x, y, z})) / 6
			}
		}
		if want := math.Abs(l.space[0].dot(l.space[1].cross(l.space[2]))); math.Abs(volume-want) > 1e-4*want {
			t.Errorf("seed %d, lattice %d, steps %v: the cell has the volume %g, expected %g", seed, i, steps, volume, want)
		}
		groups[len(l.Isometries())]++
		for _, class := range []Class{Free, OneSided} {
			n, err := Count(context.Background(), l, 4, class)
			if err != nil {
				t.Fatal(err)
			}
			if list, err := Enumerate(context.Background(), l, 4, class); err != nil || int64(len(list)) != n.Int64() {
				t.Errorf("seed %d, lattice %d, steps %v: listed %d %v polyforms, error %v; counted %v", seed, i, steps, len(list), class, err, n)
			}
		}
	}
	t.Logf("seed %d: orders of point groups %v", seed, groups)
}

func TestSolidSymmetryNames(t *testing.T) {
	for _, b := range builtInSolids {
		l := b.lattice()
		list, err := Enumerate(context.Background(), l, 4, Free)
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]bool{}
		for _, s := range append(list, New(l, Cell{})) {
			name := s.Symmetry()
			names[name] = true
			if name == "" || s.PointGroup() == "" {
				t.Errorf("%v: no name for its symmetry", s)
			}
			if again := MustParse(l.String() + "\n" + s.Text()); !again.Normal().Equal(s.Normal()) {
				t.Errorf("%v is drawn as %q, which is read as %v", s, s.Text(), again)
			}
		}
		if !names["full"] && l.NumKinds() == 1 || !names["none"] {
			t.Errorf("%s: the symmetries are %v", l, names)
		}
		for _, g := range l.Isometries() {
			if g.Description() == "" || !g.Then(g.Inverse()).Identity() {
				t.Errorf("%s: %v, %s", l, g, g.Description())
			}
		}
		text, err := l.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseLattice("lattice again" + string(text[len("lattice "+l.String()):]))
		if err != nil || len(again.Isometries()) != len(l.Isometries()) {
			t.Errorf("%s: %v, %v", text, again, err)
		}
	}
}
