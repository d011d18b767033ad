// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"math/rand/v2"
	"strings"
	"testing"

	"polka/dlx"
	"polka/shapes"
)

// TestWithPlacements gives puzzles their own placements and symmetries.
func TestWithPlacements(t *testing.T) {
	for _, list := range [][][]Placement{nil, {{}, {}}} {
		if err := New(Rectangle(1, 2), shapes.Domino()).WithPlacements(list).Err(); err == nil || !strings.Contains(err.Error(), "expected one for each of 1") {
			t.Errorf("%d lists for one piece: %v", len(list), err)
		}
	}
	given := 0
	for seed := range 200 {
		p := randomPuzzle(rand.New(rand.NewPCG(uint64(seed), 22)))
		if p.Err() != nil || p.Board().region.Lattice() == shapes.Stick {
			continue // the points of sticks are a rule that placements do not have
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
		q := p.WithPlacements(placementsOf(p), mapsOf(p.Board())...)
		want, err1 := p.Counts(t.Context())
		got, err2 := q.Counts(t.Context())
		if err1 != nil || err2 != nil || got.Total.Cmp(want.Total) != 0 || got.Distinct.Cmp(want.Distinct) != 0 {
			t.Errorf("seed %d: %v: %v, %v, want %v, %v", seed, p, got, err2, want, err1)
		}
		n1, err1 := numberedOf(p).Counts(t.Context())
		if err1 != nil || n1.Total.Cmp(want.Total) != 0 || n1.Distinct.Cmp(want.Distinct) != 0 {
			t.Errorf("seed %d: %v, by numbers: %v, %v, want %v", seed, p, n1, err1, want)
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

// numberedOf returns the puzzle with the same placements and symmetries, by the numbers of cells.
func numberedOf(p *Puzzle) *Puzzle {
	cells := p.Board().region.Cells()
	number := map[shapes.Cell]int32{}
	for i, c := range cells {
		number[c] = int32(i)
	}
	list := placementsOf(p)
	var own []int32 // is used again
	lay := func(i int, visit func([]int32, string)) {
		for _, q := range list[i] {
			if q.Shape.Cells()[0].X == 1000 {
				continue // not on the board
			}
			own = own[:0]
			for _, c := range q.Shape.Cells() {
				own = append(own, number[c])
			}
			visit(own, q.Colors)
		}
	}
	return p.WithNumbered(lay, func() [][]int32 {
		var maps [][]int32
		for _, f := range mapsOf(p.Board()) {
			to := make([]int32, len(cells))
			for i, c := range cells {
				if k, ok := number[f(c)]; ok {
					to[i] = k
				} else {
					to[i] = -1 // not on the board
				}
			}
			maps = append(maps, to)
		}
		return maps
	})
}

// placementsOf lists how the pieces of a puzzle may lie, one placement twice.
func placementsOf(p *Puzzle) [][]Placement {
	number := map[string]int{}
	for i, q := range p.Set() {
		number[q.Shape().String()] = i
	}
	given := make([][]Placement, len(p.Set()))
	for _, q := range p.AllPlacements() {
		i := number[q.Piece.String()]
		given[i] = append(given[i], q)
	}
	for i, list := range given {
		if len(list) > 0 {
			given[i] = append(list, list[0], Placement{Shape: shapes.New(p.board.region.Lattice(), shapes.Cell{X: 1000})})
		}
	}
	return given
}

func mapsOf(b Board) []func(shapes.Cell) shapes.Cell {
	var maps []func(shapes.Cell) shapes.Cell
	for _, g := range b.Symmetries() {
		maps = append(maps, g.ApplyCell)
	}
	return maps
}
