// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// cellsOf draws up to 12 cells of a lattice near the origin, connected or not.
func cellsOf(l *Lattice) *rapid.Generator[[]Cell] {
	coordinate := rapid.IntRange(-5, 5)
	kind := rapid.IntRange(0, l.NumKinds()-1)
	if l.spatial {
		kind = coordinate
	}
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Cell {
		return Cell{coordinate.Draw(t, "x"), coordinate.Draw(t, "y"), kind.Draw(t, "z")}
	}), 0, 12)
}

func isometryOf(l *Lattice) *rapid.Generator[Isometry] {
	shift := rapid.IntRange(-9, 9)
	return rapid.Custom(func(t *rapid.T) Isometry {
		g := rapid.SampledFrom(l.Isometries()).Draw(t, "operation")
		dz := 0
		if l.spatial {
			dz = shift.Draw(t, "dz")
		}
		return g.Translate(shift.Draw(t, "dx"), shift.Draw(t, "dy"), dz)
	})
}

// onEveryLattice checks a property on each lattice.
func onEveryLattice(t *testing.T, property func(*rapid.T, *Lattice)) {
	for _, l := range Lattices() {
		t.Run(l.String(), func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) { property(rt, l) })
		})
	}
}

func TestLatticeGroup(t *testing.T) {
	order := map[*Lattice]int{Square: 8, Triangle: 12, Hexagon: 12, King: 8, Stick: 8, Tan: 8, Kite: 12, Cube: 48}
	for _, l := range Lattices() {
		all := l.Isometries()
		if len(all) != order[l] {
			t.Errorf("%v: %d operations, want %d", l, len(all), order[l])
		}
		if !all[0].Identity() {
			t.Errorf("%v: the first operation is %v, want the identity", l, all[0])
		}
		for _, g := range all {
			if product := g.Then(g.Inverse()); !product.Identity() {
				t.Errorf("%v: %v after its inverse is %v", l, g, product)
			}
		}
	}
}

func TestLatticeNeighbors(t *testing.T) {
	degree := map[*Lattice]int{Square: 4, Triangle: 3, Hexagon: 6, King: 8, Stick: 6, Tan: 3, Kite: 4, Cube: 6}
	for _, l := range Lattices() {
		for kind := range l.NumKinds() {
			c := Cell{-3, 7, kind}
			cells := l.Neighbors(c)
			if len(cells) != degree[l] {
				t.Errorf("%v has %d neighbors, want %d", c, len(cells), degree[l])
			}
			if !slices.IsSortedFunc(cells, Cell.Compare) {
				t.Errorf("neighbors of %v are not in reading order: %v", c, cells)
			}
			for _, d := range cells {
				if !slices.Contains(l.Neighbors(d), c) {
					t.Errorf("%v is a neighbor of %v but not the other way round", d, c)
				}
			}
		}
	}
}

func TestIsometriesFormGroupAndKeepNeighbors(t *testing.T) {
	onEveryLattice(t, func(t *rapid.T, l *Lattice) {
		g, h := isometryOf(l).Draw(t, "g"), isometryOf(l).Draw(t, "h")
		for _, c := range cellsOf(l).Draw(t, "cells") {
			if got, want := g.Then(h).ApplyCell(c), h.ApplyCell(g.ApplyCell(c)); got != want {
				t.Errorf("(%v).Then(%v) takes %v to %v, one after the other to %v", g, h, c, got, want)
			}
			if back := g.Inverse().ApplyCell(g.ApplyCell(c)); back != c {
				t.Errorf("%v and its inverse take %v to %v", g, c, back)
			}
			for _, d := range l.Neighbors(c) {
				if !slices.Contains(l.Neighbors(g.ApplyCell(c)), g.ApplyCell(d)) {
					t.Errorf("%v separates the neighbors %v and %v", g, c, d)
				}
			}
		}
		if g.Then(h).Reflects() != (g.Reflects() != h.Reflects()) {
			t.Errorf("%v and %v: the handedness of the product is wrong", g, h)
		}
	})
}

func TestNewMergesAndSorts(t *testing.T) {
	onEveryLattice(t, func(t *rapid.T, l *Lattice) {
		cells := cellsOf(l).Draw(t, "cells")
		s := New(l, cells...)
		twice := New(l, append(slices.Clone(cells), cells...)...)
		if s != twice {
			t.Errorf("duplicates matter: %v and %v", s, twice)
		}
		if !slices.IsSortedFunc(s.Cells(), Cell.Compare) {
			t.Errorf("cells are not in reading order: %v", s)
		}
		for _, c := range cells {
			if !s.Contains(c) {
				t.Errorf("%v does not contain %v", s, c)
			}
			if c.X += 20; s.Contains(c) {
				t.Errorf("%v contains %v", s, c)
			}
		}
	})
}

func TestCompareAgreesWithCells(t *testing.T) {
	onEveryLattice(t, func(t *rapid.T, l *Lattice) {
		s, r := New(l, cellsOf(l).Draw(t, "s")...), New(l, cellsOf(l).Draw(t, "r")...)
		want := s.Size() - r.Size()
		if want == 0 {
			want = slices.CompareFunc(s.Cells(), r.Cells(), Cell.Compare)
		}
		if got := s.Compare(r); got > 0 != (want > 0) || got < 0 != (want < 0) {
			t.Errorf("Compare(%v, %v) = %d, want the sign of %d", s, r, got, want)
		}
		if s.Equal(r) != (want == 0) {
			t.Errorf("Equal(%v, %v) = %v", s, r, s.Equal(r))
		}
	})
}

func TestCanonicalFormsAreInvariant(t *testing.T) {
	onEveryLattice(t, func(t *rapid.T, l *Lattice) {
		s := New(l, cellsOf(l).Draw(t, "cells")...).Named("S")
		g := isometryOf(l).Draw(t, "g")
		image := g.Apply(s)
		if got, want := image.Canonical(Free), s.Canonical(Free); got != want {
			t.Errorf("canonical form of %v is %v, of its image %v", s, want, got)
		}
		if !g.Reflects() && image.Canonical(OneSided) != s.Canonical(OneSided) {
			t.Errorf("one-sided form of %v is %v, of a turned image %v", s, s.Canonical(OneSided), image.Canonical(OneSided))
		}
		if !slices.Equal(image.Orientations(Free), s.Orientations(Free)) {
			t.Errorf("orientations of %v and %v differ", s, image)
		}
		if least, _ := s.Normal().Bounds(); least.X != 0 || least.Y != 0 || l.spatial && least.Z != 0 {
			t.Errorf("normal form of %v begins at %v", s, least)
		}
		if s.Normal() != s.Translate(4, -3, 0).Normal() {
			t.Errorf("the normal form of %v depends on its place", s)
		}
	})
}

// The orbits of a finite group have as many elements as the group divided by the stabiliser.
func TestOrbitsAndSymmetries(t *testing.T) {
	onEveryLattice(t, func(t *rapid.T, l *Lattice) {
		s := New(l, cellsOf(l).Draw(t, "cells")...)
		if s.Empty() {
			return
		}
		group := s.Symmetries()
		if got := len(s.Orientations(Free)) * len(group); got != len(l.Isometries()) {
			t.Errorf("%v: %d orientations and %d symmetries", s, len(s.Orientations(Free)), len(group))
		}
		for _, g := range group {
			if g.Apply(s) != s {
				t.Errorf("%v takes %v to %v", g, s, g.Apply(s))
			}
			for _, h := range group {
				if !slices.Contains(group, g.Then(h)) {
					t.Errorf("%v: symmetries %v and %v have a product that is none", s, g, h)
				}
			}
		}
		if s.Chiral() != (len(s.Orientations(OneSided)) < len(s.Orientations(Free))) {
			t.Errorf("%v: Chiral is %v with %d rotations of %d orientations", s, s.Chiral(), len(s.Orientations(OneSided)), len(s.Orientations(Free)))
		}
		if s.Symmetry() == "" {
			t.Errorf("%v: symmetry class %v has no name", s, group)
		}
	})
}

func TestComponents(t *testing.T) {
	onEveryLattice(t, func(t *rapid.T, l *Lattice) {
		s := New(l, cellsOf(l).Draw(t, "cells")...)
		var all []Cell
		parts := s.Components()
		for i, part := range parts {
			if !part.Connected() {
				t.Errorf("part %v of %v is not connected", part, s)
			}
			all = append(all, part.Cells()...)
			for _, other := range parts[:i] {
				for _, c := range part.Cells() {
					for _, d := range l.Neighbors(c) {
						if other.Contains(d) {
							t.Errorf("parts %v and %v of %v touch", other, part, s)
						}
					}
				}
			}
		}
		if New(l, all...) != s || len(all) != s.Size() {
			t.Errorf("the parts %v do not make up %v", parts, s)
		}
	})
}

func TestBounds(t *testing.T) {
	s := MustParse("..#/###").Translate(-7, 4, 0)
	least, most := s.Bounds()
	if least != (Cell{-7, 4, 0}) || most != (Cell{-5, 5, 0}) {
		t.Errorf("Bounds = %v, %v", least, most)
	}
	if s.Width() != 3 || s.Height() != 2 || s.Depth() != 1 {
		t.Errorf("box is %d x %d x %d, want 3 x 2 x 1", s.Width(), s.Height(), s.Depth())
	}
	var empty Shape
	if empty.Width() != 0 || empty.Height() != 0 || empty.Depth() != 0 || !empty.Connected() {
		t.Errorf("empty shape: box %d x %d x %d, connected %v", empty.Width(), empty.Height(), empty.Depth(), empty.Connected())
	}
	if empty != New(Square) || empty != New(nil) || empty.Lattice() != Square {
		t.Error("the zero value is not the empty shape on Square")
	}
}

// Rotate turns right to down, which is clockwise on paper.
func TestRotateIsClockwise(t *testing.T) {
	if got, want := MustParse("##").Rotate(1), MustParse("#/#"); got != want {
		t.Errorf("Rotate gives %v, want %v", got, want)
	}
	if got, want := MustParse("#./##").Rotate(1).Normal(), MustParse("##/#."); got != want {
		t.Errorf("Rotate gives %v, want %v", got, want)
	}
	if got, want := MustParse("#./##").Reflect().Normal(), MustParse(".#/##"); got != want {
		t.Errorf("Reflect gives %v, want %v", got, want)
	}
}

// One shape of each class, with the number of its orientations.
func TestSymmetryNames(t *testing.T) {
	for _, test := range []struct {
		picture, name string
		orientations  int
	}{
		{"##/##/#.", "none", 8},
		{"###/.#.", "axis", 4},
		{"##/#.", "diagonal", 4},
		{"##./.##", "half turn", 4},
		{"##", "two axes", 2},
		{"##./###/.##", "two diagonals", 2},
		{"#.../####/..#.", "none", 8},
		{".#../.###/###./..#.", "quarter turn", 2},
		{".#./###/.#.", "full", 1},
	} {
		s := MustParse(test.picture)
		if got := s.Symmetry(); got != test.name {
			t.Errorf("symmetry of %s is %q, want %q", test.picture, got, test.name)
		}
		if got := len(s.Orientations(Free)); got != test.orientations {
			t.Errorf("%s has %d orientations, want %d", test.picture, got, test.orientations)
		}
	}
}

func TestMisusePanics(t *testing.T) {
	for name, misuse := range map[string]func(){
		"no such cell":     func() { New(Square, Cell{0, 0, 1}) },
		"translation":      func() { Rectangle(1, 1).Translate(0, 0, 1) },
		"large coordinate": func() { New(Square, Cell{math.MaxInt, 0, 0}) },
		"text":             func() { MustParse("[(0,0)") },
		"class":            func() { Rectangle(1, 1).Orientations(3) },
		"set":              func() { MustSetByName("octominoes") },
		"rectangle":        func() { Rectangle(2, -1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			misuse()
		}()
	}
}

func TestNamedPieces(t *testing.T) {
	for _, test := range []struct {
		pieces  []Shape
		size    int
		letters string
	}{
		{[]Shape{Monomino()}, 1, ""},
		{[]Shape{Domino()}, 2, ""},
		{MustSetByName("trominoes"), 3, "IL"},
		{Tetrominoes(), 4, "ILOST"},
		{Pentominoes(), 5, "FILNPTUVWXYZ"},
	} {
		letters := ""
		seen := map[Shape]bool{}
		for _, s := range test.pieces {
			if s.Size() != test.size || !s.Connected() || s != s.Normal() {
				t.Errorf("%v is no polyomino of %d cells in the corner", s, test.size)
			}
			if len(s.Name()) == 1 {
				letters += s.Name()
			}
			seen[s.Canonical(Free).Named("")] = true
		}
		if letters != test.letters || len(seen) != len(test.pieces) {
			t.Errorf("pieces of size %d: letters %s, %d different ones", test.size, letters, len(seen))
		}
	}
	if s, err := Pentomino("w"); err != nil || s.Name() != "W" {
		t.Errorf("Pentomino(w) = %v, %v", s, err)
	}
	const want = `shapes: unknown piece "X" of the set tetrominoes, expected one of I, L, O, S, T`
	if _, err := PieceByName("tetrominoes", "X"); err == nil || err.Error() != want {
		t.Errorf("Piece(tetrominoes, X): error %v, want %s", err, want)
	}
	if s, err := PieceByName("trominoes", "L"); err != nil || s.Symmetry() != "diagonal" {
		t.Errorf("Piece(trominoes, L) = %v, %v", s, err)
	}
	Pentominoes()[0] = Shape{}
	if Pentominoes()[0].Name() != "F" {
		t.Error("a caller can change the list of pentominoes")
	}
}

// TestNamesAreLost makes shapes of named ones: a shape has the name of another only if it is that
// one, moved.
func TestNamesAreLost(t *testing.T) {
	f := Monomino().Named("M")
	d := f.Union(f.Translate(1, 0, 0))
	two := f.Union(f.Translate(2, 0, 0)).Named("two")
	for what, s := range map[string]Shape{
		"Union": d, "Difference": two.Difference(f), "Intersection": two.Intersection(f), "Scale": f.Scale(2),
		"Components": two.Components()[0], "Grow": Grow([]Shape{f})[0],
	} {
		if s.Name() != "" {
			t.Errorf("%s gives %v", what, s)
		}
	}
	for what, s := range map[string]Shape{
		"Union": two.Union(f), "Difference": two.Difference(Shape{}), "Intersection": two.Intersection(two), "Scale": two.Scale(1),
		"Components": d.Named("two").Components()[0], "Translate": two.Translate(1, 1, 0), "Rotate": two.Rotate(1),
	} {
		if s.Name() != "two" {
			t.Errorf("%s gives %v", what, s)
		}
	}
}
