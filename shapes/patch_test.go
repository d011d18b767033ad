// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

func patchNamed(t *testing.T, name string) *Lattice {
	t.Helper()
	l, err := LatticeByName(name)
	if err != nil || !l.Finite() {
		t.Fatalf("%s: %v", name, err)
	}
	return l
}

// TestPatchSymmetries compares the numbers of cells, of sides and of symmetries with what is known:
// V-E+F is the Euler characteristic of a closed surface, and E is half the sum of the sides.
func TestPatchSymmetries(t *testing.T) {
	for _, test := range []struct {
		name                    string
		cells, pairs, symmetric int // pairs of neighbors
	}{
		{"torus-3x4", 12, 24, 4 * 12},
		{"torus-4x4", 16, 32, 8 * 16},
		{"cylinder-3x4", 12, 20, 16},
		{"moebius-3x5", 15, 25, 20}, // the turns along the strip have order 10, and there are reflections
		{"cube-surface-1", 6, 12, 48},
		{"cube-surface-3", 54, 108, 48},
		{"hyperbolic-7-3-1", 8, 14, 14},
		{"hyperbolic-7-3-2", 29, 7 + 7 + 28 + 21, 14},
		{"hyperbolic-4-5-1", 5, 4, 8},
		{"penrose-3", 0, 0, 10},
		{"penrose-4", 0, 0, 10},
	} {
		l := patchNamed(t, test.name)
		pairs := 0
		for _, c := range l.Whole().Cells() {
			pairs += len(l.Neighbors(c))
		}
		if n := l.NumKinds(); test.cells > 0 && (n != test.cells || pairs != 2*test.pairs) {
			t.Errorf("%s: %d cells and %d pairs of neighbors, expected %d and %d", test.name, n, pairs/2, test.cells, test.pairs)
		}
		group := l.Automorphisms()
		if len(group) != test.symmetric {
			t.Errorf("%s: %d symmetries, expected %d", test.name, len(group), test.symmetric)
		}
		for _, g := range group {
			for _, c := range l.Whole().Cells() {
				for _, d := range l.Neighbors(c) {
					if !New(l, l.Neighbors(g[c.Z])...).Contains(g[d.Z]) {
						t.Fatalf("%s: a symmetry maps the neighbors %v and %v to %v and %v", test.name, c, d, g[c.Z], g[d.Z])
					}
				}
			}
		}
	}
}

// freeOn counts the connected sets of n cells that contain cell 0, up to embeddings.
func freeOn(l *Lattice, n int) int {
	sets := []Shape{New(l, Cell{})}
	for range n - 1 {
		seen := map[string]bool{}
		var next []Shape
		for _, s := range sets {
			for _, c := range s.Neighbors().Cells() {
				u := s.Union(New(l, c))
				if !seen[u.String()] {
					seen[u.String()] = true
					next = append(next, u)
				}
			}
		}
		sets = next
	}
	known := map[string]bool{}
	count := 0
	for _, s := range sets {
		if known[s.String()] {
			continue
		}
		count++
		for _, images := range l.Embeddings(s, Free) {
			known[New(l, images...).String()] = true
		}
	}
	return count
}

// TestHyperbolicPolyominoes compares with A119611 of the On-Line Encyclopedia of Integer Sequences,
// the numbers of free polyominoes on {4,5}. A set of n cells that contains the middle is at most
// n-1 steps away from it.
func TestHyperbolicPolyominoes(t *testing.T) {
	l := patchNamed(t, "hyperbolic-4-5-4")
	for n, want := range []int{1: 1, 2: 1, 3: 2, 4: 5, 5: 16} {
		if n > 0 {
			if got := freeOn(l, n); got != want {
				t.Errorf("%d free polyominoes of %d cells, expected %d", got, n, want)
			}
		}
	}
}

// TestEmbeddings compares with the polyominoes themselves: on a large torus, a piece lies in as
// many ways as it has orientations, once for each square. Small surfaces are counted by hand.
func TestEmbeddings(t *testing.T) {
	distinct := func(l *Lattice, s Shape, class Class) int {
		known := map[string]bool{}
		for _, images := range l.Embeddings(s, class) {
			known[New(l, images...).String()] = true
		}
		return len(known)
	}
	torus := patchNamed(t, "torus-7x8")
	for _, s := range Pentominoes() {
		for _, class := range []Class{Free, OneSided} {
			if got, want := distinct(torus, s, class), 56*len(s.Orientations(class)); got != want {
				t.Errorf("%v: %d ways on the torus as %v, expected %d", s, got, class, want)
			}
		}
	}
	cube := patchNamed(t, "cube-surface-1")
	corner := MustParse("##/#.")
	line := MustParse("###")
	square := MustParse("##/##")
	for _, test := range []struct {
		s    Shape
		want int
	}{{corner, 8}, {line, 12}, {square, 0}} { // around a corner of the cube are three squares
		if got := distinct(cube, test.s, Free); got != test.want {
			t.Errorf("%v: %d ways on the cube, expected %d", test.s, got, test.want)
		}
	}
	// The images of a rhomb are all those of its sort; there are two sorts.
	penrose := patchNamed(t, "penrose-3")
	covered, sorts := New(penrose), 0
	for _, c := range penrose.Whole().Cells() {
		if covered.Contains(c) {
			continue
		}
		sorts++
		for _, images := range penrose.Embeddings(New(penrose, c), Free) {
			covered = covered.Union(New(penrose, images...))
		}
	}
	if sorts != 2 {
		t.Errorf("%d sorts of rhombs, expected 2", sorts)
	}
	if n := distinct(penrose, Monomino(), Free); n != 0 {
		t.Errorf("a square lies in %d ways on rhombs", n)
	}
}

func TestNewPatchErrors(t *testing.T) {
	square := squareAt(0, 0)
	for _, test := range []struct {
		p    Patch
		want string
	}{
		{Patch{}, "word"},
		{Patch{Name: "torus-2x2", Cells: [][][2]float64{square}}, "built-in patches"},
		{Patch{Name: "own"}, "0 cells"},
		{Patch{Name: "own", Cells: [][][2]float64{square, square}}, "overlap"},
		{Patch{Name: "own", Cells: [][][2]float64{square, squareAt(0.5, 0.5)}}, "overlap"},
		{Patch{Name: "own", Cells: [][][2]float64{square[:2]}}, "2 corners"},
		{Patch{Name: "own", Cells: [][][2]float64{square}, Glue: []Glue{{0, 4, 0, 1, false}}}, "no side 4"},
		{Patch{Name: "own", Cells: [][][2]float64{square, squareAt(1, 0)}, Glue: []Glue{{0, rightOf, 1, rightOf, false}}}, "glued already"},
	} {
		if _, err := NewPatch(test.p); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("NewPatch(%v): error %v, expected %q", test.p, err, test.want)
		}
	}
	for _, name := range []string{"torus-0x3", "torus-999x999", "hyperbolic-4-4-2", "penrose-9", "cube-surface-0"} {
		if l, err := LatticeByName(name); err == nil {
			t.Errorf("LatticeByName(%q) = %v, expected an error", name, l)
		}
	}
}

// TestPatchText reads what is written of shapes on patches, and counts connected sets.
func TestPatchText(t *testing.T) {
	for _, name := range []string{"torus-3x4", "moebius-2x5", "klein-3x3", "projective-3x3", "cube-surface-2", "penrose-2", "hyperbolic-5-4-2"} {
		l := patchNamed(t, name)
		list, err := Enumerate(context.Background(), l, 3, Fixed)
		if err != nil {
			t.Fatal(err)
		}
		n, err := Count(context.Background(), l, 3, Free)
		if err != nil || n.Int64() != int64(len(list)) {
			t.Errorf("%s: %v sets, error %v; listed %d", name, n, err, len(list))
		}
		for _, s := range append(list, l.Whole()) {
			if again, err := Parse(s.String()); err != nil || !again.Equal(s) {
				t.Fatalf("Parse(%q) = %v, %v", s, again, err)
			}
			if again, err := Parse(name + " " + s.Text()); err != nil || !again.Equal(s) {
				t.Fatalf("Parse(%q) = %v, %v", name+" "+s.Text(), again, err)
			}
		}
	}
}

func ExampleNewPatch() {
	// A strip of three squares whose ends are glued after half a twist.
	l, err := NewPatch(Patch{
		Name:  "ring",
		Cells: [][][2]float64{squareAt(0, 0), squareAt(1, 0), squareAt(2, 0)},
		Glue:  []Glue{{Cell: 2, Side: 1, OtherCell: 0, OtherSide: 3, Twisted: true}},
		Bent:  true,
	})
	fmt.Println(l.Whole().Size(), l.Neighbors(Cell{}), len(l.Automorphisms()), err)
	// Output: 3 [{0 0 1} {0 0 2}] 6 <nil>
}

func ExampleLattice_Embeddings() {
	l, err := LatticeByName("cube-surface-2")
	if err != nil {
		fmt.Println(err)
		return
	}
	u, err := Pentomino("U")
	fmt.Println(len(l.Embeddings(u, Free)) > 0, err)
	// Output: true <nil>
}
