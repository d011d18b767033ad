// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"fmt"
	"testing"

	"polka/shapes"
)

// dominoes counts the tilings of a board by dominoes, from the pairs of neighbors alone.
func dominoes(l *shapes.Lattice) int {
	n := l.NumKinds()
	covered := make([]bool, n)
	var count func(k int) int
	count = func(k int) int {
		for k < n && covered[k] {
			k++
		}
		if k == n {
			return 1
		}
		sum := 0
		covered[k] = true
		for _, c := range l.Neighbors(shapes.Cell{Z: k}) {
			if !covered[c.Z] {
				covered[c.Z] = true
				sum += count(k + 1)
				covered[c.Z] = false
			}
		}
		covered[k] = false
		return sum
	}
	return count(0)
}

// TestDominoesOnSurfaces compares with counts from the pairs of neighbors, and some with published
// ones of OEIS: 272 on the 4x4 torus (A335586), 196 on the 4x4 Klein bottle (A103999). On the faces
// of a cube there are 8, the perfect matchings of the octahedron.
func TestDominoesOnSurfaces(t *testing.T) {
	published := map[string]int64{"torus-4x4": 272, "klein-4x4": 196, "cube-surface-1": 8}
	for _, name := range []string{"torus-4x4", "torus-3x4", "cylinder-4x5", "moebius-4x5", "klein-4x4", "projective-4x4", "cube-surface-1", "cube-surface-2", "hyperbolic-5-4-1", "hyperbolic-4-5-2"} {
		b, err := ParseBoard(name)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != name {
			t.Errorf("%s is written as %v", name, b)
		}
		l := b.Shape().Lattice()
		p := New(b).With(Pieces(shapes.New(l, shapes.Cell{}, l.Neighbors(shapes.Cell{})[0])).Any())
		if len(l.Corners(shapes.Cell{})) == 4 {
			p = New(b).With(Pieces(shapes.Domino()).Any())
		}
		c, err := p.Counts(context.Background())
		if b.Shape().Size()%2 == 1 {
			if err == nil && c.Total.Sign() != 0 {
				t.Errorf("%s: %v tilings of an odd number of cells", name, c.Total)
			}
			continue
		}
		if err != nil || c.Total.Int64() != int64(dominoes(l)) {
			t.Errorf("%s: %v tilings, error %v; expected %d", name, c.Total, err, dominoes(l))
		}
		if want, ok := published[name]; ok && c.Total.Int64() != want {
			t.Errorf("%s: %v tilings, published are %d", name, c.Total, want)
		}
		if c.NumSymmetries != len(l.Automorphisms()) {
			t.Errorf("%s: %d symmetries, expected %d", name, c.NumSymmetries, len(l.Automorphisms()))
		}
		n := 0
		for _, err := range p.Distinct().Tilings(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if int64(n) != c.Distinct.Int64() {
			t.Errorf("%s: listed %d tilings up to symmetry, counted %v", name, n, c.Distinct)
		}
	}
}

// TestPentominoesOnSurfaces covers surfaces by the twelve pentominoes, and checks that each covers
// its cells once.
func TestPentominoesOnSurfaces(t *testing.T) {
	for _, name := range []string{"torus-6x10", "klein-6x10", "moebius-6x10"} {
		b, err := ParseBoard(name)
		if err != nil {
			t.Fatal(err)
		}
		tiling, err := New(b, shapes.Pentominoes()...).First(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		cells := map[shapes.Cell]bool{}
		for _, q := range tiling.Placements {
			for _, c := range q.Shape.Cells() {
				cells[c] = true
			}
		}
		if len(cells) != 60 || len(tiling.Placements) != 12 {
			t.Errorf("%s: %v", name, tiling)
		}
	}
}

func ExampleNew_surface() {
	board, err := ParseBoard("cube-surface-2") // 24 squares
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := New(board).With(Pieces(shapes.Domino()).Any()).Counts(context.Background())
	fmt.Println(c, err)
	// Output: 55 tilings up to 48 symmetries, 1088 in all <nil>
}
