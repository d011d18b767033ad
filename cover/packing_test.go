// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"fmt"
	"testing"

	"polka/shapes"
)

// TestPackings compares packings with published numbers: of X and W pentominoes by MaxSAT, of
// clumsy dominoes by OEIS A280984.
func TestPackings(t *testing.T) {
	x, w := shapes.MustParse("X = .#./###/.#."), shapes.MustParse("W = #../##./.##")
	for _, c := range []struct {
		p    *Puzzle
		want int64
	}{
		{New(Rectangle(7, 7)).With(Pieces(x).Any()), 6},
		{New(Rectangle(7, 7)).With(Pieces(w).Any()), 8},
		{New(Rectangle(8, 8)).With(Pieces(x).Any()), 8},
		{New(Rectangle(8, 8)).With(Pieces(w).Any()), 12},
		{New(Rectangle(4, 4), shapes.Pentominoes()...), 3},
		{New(Rectangle(3, 3)).With(Pieces(shapes.Domino()).Times(2)), 2},
	} {
		tiling, known, err := c.p.LargestPacking(t.Context())
		if err != nil || known.Best != c.want || len(tiling.Placements) != int(c.want) {
			t.Errorf("%v: %v, %v, %v, want %d", c.p, tiling, known, err, c.want)
		}
	}
	for n, want := range map[int]int64{2: 2, 3: 3, 5: 9, 6: 12, 7: 17} {
		p := New(Rectangle(n, n)).With(Pieces(shapes.Domino()).Any())
		tiling, known, err := p.SmallestMaximalPacking(t.Context())
		if err != nil || known.Best != want || len(tiling.Placements) != int(want) {
			t.Errorf("clumsy %d: %v, %v, want %d", n, known, err, want)
		}
	}
	size := func(q Placement) int64 { return int64(q.Shape.Size()) }
	p := New(Rectangle(3, 4), shapes.Pentominoes()...).With(Pieces(shapes.Domino()))
	if _, known, err := p.WithCosts(size).LargestPacking(t.Context()); err != nil || known.Best != 12 {
		t.Errorf("%v, %v, want all 12 cells", known, err)
	}
}

func ExamplePuzzle_SmallestMaximalPacking() {
	p := New(Rectangle(4, 4)).With(Pieces(shapes.Domino()).Any())
	_, known, err := p.SmallestMaximalPacking(context.Background())
	fmt.Println(known, err)
	// Output: best 6, proved <nil>
}
