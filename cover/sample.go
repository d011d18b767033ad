// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"polka/shapes"
)

// Sample returns n tilings chosen at random, independently and each with the same probability, so
// that some can be equal. It returns none if the puzzle has no tiling. The same seed gives the same
// tilings. The errors are those of Random, or that n is negative. In a notebook the tilings are
// shown as a gallery.
func (p *Puzzle) Sample(ctx context.Context, n int, seed uint64) ([]Tiling, error) {
	problem, err := p.Problem()
	if err != nil {
		return nil, err
	}
	list, err := problem.Sample(ctx, n, seed)
	return p.decodeAll(list), err
}

// Resample returns a tiling chosen at random, each with the same probability, among those that
// equal a tiling outside a region: they contain all its placements with a cell that is not in the
// region. The same seed gives the same tiling. It is an error if one of these is not a placement of
// the puzzle; the other errors are those of Random. Other conditions, such as placements that are
// not allowed, are those of [dlx.Problem.Containing] and [dlx.Problem.Without] for the puzzle's
// Problem, whose options have the order of AllPlacements.
func (p *Puzzle) Resample(ctx context.Context, t Tiling, region shapes.Shape, seed uint64) (Tiling, error) {
	problem, err := p.Problem()
	if err != nil {
		return Tiling{}, err
	}
	kept := slices.DeleteFunc(slices.Clone(t.Placements), func(q Placement) bool {
		return !slices.ContainsFunc(q.Shape.Cells(), func(c shapes.Cell) bool { return !region.Contains(c) })
	})
	options, err := p.number(kept)
	if err != nil {
		return Tiling{}, err
	}
	s, err := problem.Containing(options...).Random(ctx, seed)
	if err != nil {
		return Tiling{}, err
	}
	return p.Decode(s), nil
}

// Frequencies returns how often each placement occurs in the tilings, in the order of
// AllPlacements, as [dlx.Problem.Frequencies] does: for dominoes and lozenges also on boards of a
// thousand cells, whose families cannot be built.
func (p *Puzzle) Frequencies(ctx context.Context) ([]Frequency, error) {
	problem, err := p.Problem()
	if err != nil {
		return nil, err
	}
	counts, total, err := problem.Frequencies(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]Frequency, len(p.places))
	for k, q := range p.AllPlacements() {
		list[k] = Frequency{q, counts[k], share(counts[k], total)}
	}
	return list, nil
}

// A SetCount is the number of tilings with a set of pieces.
type SetCount struct {
	Set    Set   // the pieces of the puzzle
	Copies []int // how many of each of them a tiling has
	Count  *big.Int
}

// String returns the number of tilings and the pieces on one line. The name of a piece is repeated
// for each copy up to three, and has a factor if there are more. A piece without a name is #1 if it
// is the first of the puzzle, and so on.
func (c SetCount) String() string {
	words := []string{c.Count.String()}
	for i, n := range c.Copies {
		name := cmp.Or(c.Set[i].Shape().Name(), fmt.Sprintf("#%d", i+1))
		switch {
		case n > 3:
			words = append(words, fmt.Sprintf("%d*%s", n, name))
		default:
			for range n {
				words = append(words, name)
			}
		}
	}
	return strings.Join(words, " ")
}

// CountBySet returns the number of tilings for each set of pieces with which the board can be
// tiled. Sets with more copies of the first piece of the puzzle come first, and so on.
func (f *Family) CountBySet(ctx context.Context) ([]SetCount, error) {
	p := f.puzzle
	parts, err := f.options.CountByClass(ctx, max(len(p.pieces), 1), func(k int) int {
		if k >= len(p.places) { // stands for something left out
			return -1
		}
		return int(p.places[k].piece)
	})
	if err != nil {
		return nil, err
	}
	list := make([]SetCount, len(parts))
	for i, part := range parts {
		list[i] = SetCount{p.Set(), part.Has, part.Count}
	}
	return list, nil
}
