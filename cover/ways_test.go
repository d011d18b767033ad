package cover

import (
	"math/rand/v2"
	"testing"

	"polka/dlx"
	"polka/shapes"
)

// TestWithWays gives puzzles the ways and the maps that they have of themselves.
func TestWithWays(t *testing.T) {
	given := 0
	for seed := range 200 {
		p := randomPuzzle(rand.New(rand.NewPCG(uint64(seed), 22)))
		if p.Err() != nil || p.Board().region.Lattice() == shapes.Stick {
			continue // the points of sticks are a rule that ways do not have
		}
		names := map[string]bool{}
		for _, q := range p.Set() {
			names[q.Shape().String()] = true
		}
		if len(names) < len(p.Set()) {
			continue // placements do not say of which piece they are
		}
		n, err := p.Solver(dlx.Options{Limit: 1000}).Count(t.Context())
		if err != nil || n.Solutions.Int64() == 1000 {
			continue
		}
		given++
		q := p.WithWays(waysOf(p), mapsOf(p.Board())...)
		want, err1 := p.Counts(t.Context())
		got, err2 := q.Counts(t.Context())
		if err1 != nil || err2 != nil || got.Total.Cmp(want.Total) != 0 || got.Distinct.Cmp(want.Distinct) != 0 {
			t.Errorf("seed %d: %v: %v, %v, want %v, %v", seed, p, got, err2, want, err1)
		}
		want, _ = p.TwinsApart().Counts(t.Context())
		if got, err := q.TwinsApart().Counts(t.Context()); err != nil || got.Total.Cmp(want.Total) != 0 || got.Distinct.Cmp(want.Distinct) != 0 {
			t.Errorf("seed %d: %v, twins apart: %v, %v, want %v", seed, p, got, err, want)
		}
		if q.Impossible() != "" && want.Total.Sign() > 0 {
			t.Errorf("seed %d: %v is impossible: %s", seed, p, q.Impossible())
		}
	}
	if given < 50 {
		t.Errorf("only %d puzzles", given)
	}
}

// waysOf lists how the pieces of a puzzle may lie, one way twice.
func waysOf(p *Puzzle) [][]Way {
	number := map[string]int{}
	for i, q := range p.Set() {
		number[q.Shape().String()] = i
	}
	ways := make([][]Way, len(p.Set()))
	for _, q := range p.Placements() {
		w := Way{Cells: q.Shape.Cells()}
		for _, c := range w.Cells {
			w.Colors += string(q.Color(c))
		}
		i := number[q.Piece.String()]
		ways[i] = append(ways[i], w)
	}
	for i, list := range ways {
		if len(list) > 0 {
			ways[i] = append(list, list[0], Way{Cells: []shapes.Cell{{X: 1000}}})
		}
	}
	return ways
}

func mapsOf(b Board) []func(shapes.Cell) shapes.Cell {
	var maps []func(shapes.Cell) shapes.Cell
	for _, g := range b.Symmetries() {
		maps = append(maps, g.ApplyCell)
	}
	return maps
}
