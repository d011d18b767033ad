// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"

	"polka/dlx"
	"polka/shapes"
)

// LargestPacking returns placements of greatest weight that do not overlap: cells may stay empty,
// and each piece is used at most as often as the puzzle says. The weight of a placement is its
// cost, see [Puzzle.WithCosts]; if there are no costs, each weighs 1, so that the number of pieces
// is greatest. The Bounds are those of [dlx.Problem.LargestPacking], also for a search that ctx
// has ended.
func (p *Puzzle) LargestPacking(ctx context.Context) (Tiling, dlx.Bounds, error) {
	return p.best(ctx, (*dlx.Problem).LargestPacking)
}

// SmallestMaximalPacking returns placements of least weight that do not overlap and leave no room
// for another, a clumsy packing. Weights and bounds are as for LargestPacking. Each piece must be
// used at most once, or any number of times.
//
// Clumsy packings of n x n cells by dominoes have 2, 3, 6, 9, 12, 17 dominoes for n = 2 to 7 (OEIS
// A280984).
func (p *Puzzle) SmallestMaximalPacking(ctx context.Context) (Tiling, dlx.Bounds, error) {
	return p.best(ctx, (*dlx.Problem).SmallestMaximalPacking)
}

// best asks a question about the packings.
func (p *Puzzle) best(ctx context.Context, ask func(*dlx.Problem, context.Context) ([]int, dlx.Bounds, error)) (Tiling, dlx.Bounds, error) {
	q, err := p.loose()
	if err != nil {
		return Tiling{}, dlx.Bounds{}, err
	}
	options, known, err := ask(q.exactCover(), ctx)
	if known.Found == 0 {
		return Tiling{}, known, err
	}
	t := q.tiling(options)
	t.Board = p.board
	return t, known, err
}

// loose returns the puzzle in which no piece has to be used, with all cells as primary items. That
// pieces do not have the area of the board is no error there.
func (p *Puzzle) loose() (*Puzzle, error) {
	q := p.again()
	if !p.imported {
		q.board.optional = shapes.Shape{}
		for i, piece := range p.set {
			if i == 0 {
				q.set = nil
			}
			piece.low = 0
			q.set = append(q.set, piece)
		}
		q.pieces, q.err = merge(q.board, q.set)
	}
	q.compile()
	return q, q.err
}
