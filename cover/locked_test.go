// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"math/rand/v2"
	"testing"

	"polka/shapes"
)

// boardInParts returns a small board and pieces into which it was cut, some of which need not be
// used, or may be used twice.
func boardInParts(r *rand.Rand) *Puzzle {
	h, w := 2+r.IntN(3), 2+r.IntN(3)
	parts := make([][]shapes.Cell, 2+r.IntN(3))
	for y := range h {
		for x := range w {
			i := r.IntN(len(parts))
			parts[i] = append(parts[i], shapes.Cell{X: x, Y: y})
		}
	}
	board := BoardOf(shapes.Rectangle(h, w))
	if r.IntN(3) == 0 {
		board = board.WithOptional(shapes.New(shapes.Square, shapes.Cell{X: r.IntN(w)}))
	}
	p := New(board)
	for _, cells := range parts {
		if cells != nil {
			most := 1 + r.IntN(4)/3
			p = p.With(Pieces(shapes.New(shapes.Square, cells...)).Between(r.IntN(most+1), most))
		}
	}
	return p
}

// TestLeaveOut compares numbers of tilings with and without the places that overlap a piece with
// one place, and the counts that are made so with counts of all tilings.
func TestLeaveOut(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 4))
	fewer, tiled, few := 0, 0, 0
	for range 1000 {
		p := boardInParts(r)
		p.compile()
		if p.err != nil {
			continue
		}
		kept := make([]bool, len(p.places))
		most, before := 1+r.IntN(8), 0
		for k := range kept {
			if kept[k] = r.IntN(8) < most; kept[k] {
				before++
			}
		}
		want, err := p.problemOf(kept).Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		left := p.leaveOut(kept)
		problem := p.problemOf(kept)
		got, err := problem.Count(t.Context())
		if err != nil || got.Cmp(want) != 0 || left != problem.NumOptions()-len(p.skips) {
			t.Fatalf("%v: %v tilings with %d places, %v, want %v", p, got, left, err, want)
		}
		if left < before {
			fewer++
			tiled += want.Sign()
		}

		all, err := p.exactCover().Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if counts, err := p.Counts(t.Context()); err != nil || counts.Total.Cmp(all) != 0 {
			t.Fatalf("%v: %v, %v, want %v tilings", p, counts, err, all)
		}
		for _, part := range p.parts() {
			if part.problem.NumOptions() < len(p.places) {
				few++
			}
		}
	}
	if fewer < 50 || tiled < 10 || few < 50 {
		t.Errorf("places were left out in %d puzzles, of which %d have a tiling, and of %d parts: too few to compare", fewer, tiled, few)
	}
}
