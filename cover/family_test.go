// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"errors"
	"fmt"
	"math/big"
	"testing"

	"polka/dlx"
	"polka/shapes"
)

// TestFamily compares the family of the pentominoes on 4x15 cells, and of puzzles with optional
// cells and copies, with lists.
func TestFamily(t *testing.T) {
	tetrominoes := New(Rectangle(4, 5)).With(Pieces(shapes.Tetrominoes()...).Any())
	optional := New(Rectangle(3, 4).WithOptional(shapes.Rectangle(2, 2))).With(Pieces(shapes.Domino()).Any())
	for name, p := range map[string]*Puzzle{
		"pentominoes": New(Rectangle(3, 20), shapes.Pentominoes()...),
		"tetrominoes": tetrominoes, "optional": optional,
	} {
		f, err := p.Family(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all, err := p.All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if f.Count().Int64() != int64(len(all)) || len(all) == 0 {
			t.Errorf("%s: %v, want %d tilings", name, f, len(all))
		}
		times, cells := map[Placement]int64{}, map[shapes.Cell]int64{}
		first := all[0].Placements[0]
		copies := make([]int64, 99)
		with := int64(0)
		for _, tiling := range all {
			n := 0
			for _, q := range tiling.Placements {
				times[q]++
				if q == first {
					with++
				}
				if q.Piece.Name() == first.Piece.Name() {
					n++
					for _, c := range q.Shape.Cells() {
						cells[c]++
					}
				}
			}
			copies[n]++
		}
		for _, q := range f.Frequencies() {
			if q.Count.Int64() != times[q.Placement] || q.Share != float64(times[q.Placement])/float64(len(all)) {
				t.Errorf("%s: %v, want %d", name, q, times[q.Placement])
			}
		}
		h := f.HeatMap(first.Piece.Name())
		for i, c := range h.Cells {
			if h.Counts[i].Int64() != cells[c] {
				t.Errorf("%s: cell %v is covered %v times, want %d", name, c, h.Counts[i], cells[c])
			}
		}
		by, err := f.CountBy(t.Context(), first.Piece.Name())
		if err != nil {
			t.Fatal(err)
		}
		for n, m := range by {
			if m.Int64() != copies[n] {
				t.Errorf("%s: %v tilings with %d copies, want %d", name, m, n, copies[n])
			}
		}
		a, err1 := f.Containing(t.Context(), first)
		b, err2 := f.Without(t.Context(), first)
		if err1 != nil || err2 != nil || a.Count().Int64() != with || b.Count().Int64() != int64(len(all))-with {
			t.Errorf("%s: %v with the first placement, %v without, want %d; %v, %v", name, a, b, with, err1, err2)
		}
		both, err1 := a.Union(t.Context(), b)
		none, err2 := a.Intersection(t.Context(), b)
		rest, err3 := f.Difference(t.Context(), b)
		if err1 != nil || err2 != nil || err3 != nil || !both.Cover().Equal(f.Cover()) || none.Count().Sign() != 0 || !rest.Cover().Equal(a.Cover()) {
			t.Errorf("%s: %v, %v, %v", name, both, none, rest)
		}
		for _, tiling := range f.Sample(5, 1) {
			for _, q := range tiling.Placements {
				if times[q] == 0 {
					t.Errorf("%s: no tiling contains %v", name, q)
				}
			}
		}
		n := 0
		for range f.Each {
			n++
		}
		if n != len(all) {
			t.Errorf("%s: Each visits %d tilings, want %d", name, n, len(all))
		}
	}
	if _, err := tetrominoes.Distinct().Family(t.Context()); err == nil {
		t.Error("a family up to symmetry")
	}
	f, _, err := tetrominoes.Solver(dlx.Options{Limit: 3}).Family(t.Context())
	if err != nil || f.Count().Cmp(big.NewInt(3)) != 0 {
		t.Errorf("%v, %v, want 3 tilings", f, err)
	}
}

// TestPuzzleRandom chooses tilings of boards with few tilings, and of boards with too many for a
// family.
func TestPuzzleRandom(t *testing.T) {
	domino := Pieces(shapes.Domino()).Any()
	seen := map[string]int{}
	small := New(Rectangle(2, 3)).With(domino)
	for seed := range uint64(60) {
		tiling, err := small.Random(t.Context(), seed)
		if err != nil {
			t.Fatal(err)
		}
		checkTiling(t, tiling)
		seen[fmt.Sprint(tiling)]++
	}
	if len(seen) != 3 {
		t.Errorf("60 tilings of 2 by 3 cells are %v, want all 3", seen)
	}
	lozenge := Pieces(shapes.MustParse("triangle v^")).Any()
	for _, board := range []Board{Aztec(20), Rectangle(30, 31), Hexagon(shapes.Triangle, 10, 11, 12)} {
		p := New(board).With(domino)
		if board.Shape().Lattice() == shapes.Triangle {
			p = New(board).With(lozenge)
		}
		one, err := p.Random(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		checkTiling(t, one)
		if again, err := p.Random(t.Context(), 1); err != nil || fmt.Sprint(again) != fmt.Sprint(one) {
			t.Errorf("the same seed gives another tiling of %v: %v", board, err)
		}
		if other, err := p.Random(t.Context(), 2); err != nil || fmt.Sprint(other) == fmt.Sprint(one) {
			t.Errorf("another seed gives the same tiling of %v: %v", board, err)
		}
	}
	corners := shapes.New(shapes.Square, shapes.Cell{}, shapes.Cell{X: 15, Y: 15})
	mutilated := New(BoardOf(shapes.Rectangle(16, 16).Difference(corners))).With(domino)
	if _, err := mutilated.Random(t.Context(), 1); !errors.Is(err, dlx.ErrNoSolution) {
		t.Errorf("the error for a board of 16 by 16 cells without two corners is %v", err)
	}
}
