// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestAlgebraOfSets(t *testing.T) {
	onEveryLattice(t, func(t *rapid.T, l *Lattice) {
		s, r := New(l, cellsOf(l).Draw(t, "s")...), New(l, cellsOf(l).Draw(t, "r")...)
		union, both, only := s.Union(r), s.Intersection(r), s.Difference(r)
		for _, c := range append(s.Cells(), r.Cells()...) {
			if !union.Contains(c) || both.Contains(c) != (s.Contains(c) && r.Contains(c)) || only.Contains(c) != (s.Contains(c) && !r.Contains(c)) {
				t.Errorf("%v and %v: cell %v is wrong in %v, %v or %v", s, r, c, union, both, only)
			}
		}
		if union.Size() != s.Size()+r.Size()-both.Size() || only.Size() != s.Size()-both.Size() {
			t.Errorf("%v and %v: sizes %d, %d and %d", s, r, union.Size(), both.Size(), only.Size())
		}
		if around := s.Neighbors(); !around.Intersection(s).Empty() {
			t.Errorf("%v contains some of its neighbors %v", s, around)
		}
	})
}

// Scaling commutes with the isometries up to translation, and multiplies what it should.
func TestScale(t *testing.T) {
	onEveryLattice(t, func(t *rapid.T, l *Lattice) {
		if l == Hexagon || l == Kite {
			return
		}
		s := New(l, cellsOf(l).Draw(t, "s")...)
		k := rapid.IntRange(1, 4).Draw(t, "k")
		large := s.Scale(k)
		factor := map[*Lattice]int{Square: k * k, King: k * k, Triangle: k * k, Tan: k * k, Stick: k, Cube: k * k * k}[l]
		if large.Size() != factor*s.Size() {
			t.Errorf("%v scaled by %d has %d cells, want %d", s, k, large.Size(), factor*s.Size())
		}
		g := rapid.SampledFrom(l.Isometries()).Draw(t, "g")
		if a, b := g.Apply(s).Scale(k).Normal(), g.Apply(large).Normal(); a != b {
			t.Errorf("%v scaled by %d and then mapped by %v is %v, in the other order %v", s, k, g, b, a)
		}
		// Two tans can be a square that no operation of the lattice turns by a quarter. One does
		// turn the square that is twice as large.
		more := l == Tan && len(large.Orientations(Free)) < len(s.Orientations(Free))
		if s.Symmetry() != large.Symmetry() && !more && !s.Empty() {
			t.Errorf("%v has symmetry %s, scaled by %d %s", s, s.Symmetry(), k, large.Symmetry())
		}
		if lengths := large.Perimeter(); l != Cube && l != Stick && lengths != k*s.Perimeter() {
			t.Errorf("%v scaled by %d: perimeter %d, want %d", s, k, lengths, k*s.Perimeter())
		}
	})
}

// What describes a shape as a whole does not depend on how it lies.
func TestPropertiesAreInvariant(t *testing.T) {
	onEveryLattice(t, func(t *rapid.T, l *Lattice) {
		s := New(l, cellsOf(l).Draw(t, "s")...)
		g := isometryOf(l).Draw(t, "g")
		image := g.Apply(s)
		describe := func(s Shape) string {
			var holes []int
			for _, h := range s.Holes() {
				holes = append(holes, h.Size())
			}
			slices.Sort(holes)
			return fmt.Sprintf("%d cells, area %d, perimeter %d, holes %v, %d parts, tree %v, chiral %v, symmetry %s, neighbors %d",
				s.Size(), s.Area(), s.Perimeter(), holes, len(s.Components()), s.Tree(), s.Chiral(), s.Symmetry(), s.Neighbors().Size())
		}
		if a, b := describe(s), describe(image); a != b {
			t.Errorf("%v: %s; its image under %v: %s", s, a, g, b)
		}
		for _, h := range s.Holes() {
			if !h.Intersection(s).Empty() || !slices.Contains(g.Apply(s).Holes(), g.Apply(h)) {
				t.Errorf("%v has the hole %v, its image under %v has not", s, h, g)
			}
		}
		if l == Square || l == Tan { // of which a quarter turn exchanges rows and columns
			if s.RowConvex() != s.Rotate(1).ColumnConvex() || s.RowConvex() != s.Reflect().RowConvex() || s.RowConvex() != s.Rotate(2).RowConvex() {
				t.Errorf("%v: row-convex %v, turned or reflected otherwise", s, s.RowConvex())
			}
		}
	})
}

func TestProperties(t *testing.T) {
	for _, test := range []struct {
		shape                         string
		perimeter, holes              int
		rowConvex, columnConvex, tree bool
	}{
		{"[]", 0, 0, true, true, false},
		{"#", 4, 0, true, true, true},
		{"##/##", 8, 0, true, true, false},
		{"###/#.#/###", 16, 1, false, false, false},
		{"###/#.#/##.", 16, 1, false, false, true}, // enclosed by sides, though open at a corner
		{"#.#/###", 12, 0, false, true, true},
		{"##/#./##", 12, 0, true, false, true},
		{"king [(1,0), (0,1), (2,1), (1,2)]", 16, 1, false, false, false},
		{"triangle [(0,0,0), (0,0,1), (1,0,0)]", 5, 0, true, true, true},
		{"triangle [(0,1,1), (1,1,0), (1,0,1), (1,0,0), (0,0,1), (0,1,0)]", 6, 0, true, true, false},
		{"hexagon [(1,0), (0,1), (-1,1), (-1,0), (0,-1), (1,-1)]", 24, 1, false, false, false},
		{"cube [(0,0,0), (1,0,0)]", 10, 0, true, true, true},
		{"stick [(0,0,0), (1,0,0), (0,0,1)]", 0, 0, true, true, true},
		{"tan [(0,0,0), (0,0,3)]", 4, 0, true, true, true},
		{"tan [(0,0,0), (0,0,1), (0,0,2), (0,0,3)]", 4, 0, true, true, true},
		{"tan [(0,0,0), (0,0,2)]", 6, 0, true, false, false},
		{"tan [(0,0,0), (0,0,1), (0,0,2)]", 5, 0, true, false, true},
		{"tan [(0,0,1), (0,0,2), (1,0,2), (1,0,3), (0,1,0), (0,1,1), (1,1,0), (1,1,3)]", 8, 0, true, true, false},
		{"tan [(0,0,0), (0,0,3), (1,0,0), (1,0,1), (0,1,2), (0,1,3), (1,1,1), (1,1,2)]", 16, 1, false, false, false},
	} {
		s := MustParse(test.shape)
		if got := s.Perimeter(); got != test.perimeter {
			t.Errorf("%s: perimeter %d, want %d", test.shape, got, test.perimeter)
		}
		if got := s.Holes(); len(got) != test.holes {
			t.Errorf("%s: holes %v, want %d", test.shape, got, test.holes)
		}
		if got := s.RowConvex(); got != test.rowConvex {
			t.Errorf("%s: row-convex %v", test.shape, got)
		}
		if got := s.ColumnConvex(); got != test.columnConvex {
			t.Errorf("%s: column-convex %v", test.shape, got)
		}
		if got := s.Tree(); got != test.tree {
			t.Errorf("%s: tree %v", test.shape, got)
		}
	}
	if holes := MustParse("####/#.##/##.#/####").Translate(-4, 7, 0).Holes(); len(holes) != 2 || !holes[0].Equal(New(Square, Cell{-3, 8, 0})) {
		t.Errorf("holes are %v", holes)
	}
}

// The numbers of free polyforms without holes.
func TestHolesAgainstOEIS(t *testing.T) {
	for _, test := range []struct {
		sequence    string
		lattice     *Lattice
		short, long int
	}{
		{"A000104", Square, 9, 12}, {"A070765", Triangle, 11, 14}, {"A018190", Hexagon, 7, 9},
	} {
		most := test.short
		if long {
			most = test.long
		}
		for n := 1; n <= most; n++ {
			var count int64
			if err := Each(context.Background(), test.lattice, n, Free, func(s Shape) bool {
				if len(s.Holes()) == 0 {
					count++
				}
				return true
			}); err != nil {
				t.Fatal(err)
			}
			if want := published()[test.sequence][n]; want == nil || want.Cmp(big.NewInt(count)) != 0 {
				t.Errorf("%s: %d polyforms of %d cells without holes, want %v", test.sequence, count, n, want)
			}
		}
	}
}

func ExampleShape_Scale() {
	l, _ := PieceByName("trominoes", "L")
	fmt.Println(l.Scale(2).Text())
	// Output:
	// ##..
	// ##..
	// ####
	// ####
}

func ExampleShape_Holes() {
	ring := MustParse("###/#.#/###")
	fmt.Println(ring.Holes(), ring.Perimeter(), ring.Tree())
	// Output: [[(1,1)]] 16 false
}

func ExampleShape_Union() {
	i, _ := PieceByName("trominoes", "I")
	cross := i.Union(i.Rotate(1).Translate(1, -1, 0)).Named("X")
	x, _ := Pentomino("X")
	fmt.Println(cross.Normal() == x, slices.Equal(cross.Orientations(Free), x.Orientations(Free)))
	// Output: true true
}
