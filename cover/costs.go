// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"

	"polka/dlx"
)

// WithCosts returns the puzzle in which each placement has the cost that a function returns for it,
// at least 0, in addition to the cost of its piece ([Set.WithCost]). Both are 0 unless they are
// set. The cost of a tiling is the sum of those of its placements; see Cheapest. Problem, and the
// methods that solve the puzzle, report a negative cost.
func (p *Puzzle) WithCosts(cost func(Placement) int64) *Puzzle {
	q := p.again()
	q.costs = cost
	if q.imported {
		q.cover = q.weighed()
		if q.err == nil {
			q.err = q.cover.Err()
		}
	}
	return q
}

// weighed returns the exact cover problem with the costs of the placements.
func (p *Puzzle) weighed() *dlx.Problem {
	if !p.weighs() {
		return p.cover
	}
	return p.cover.WithCosts(func(k int) int64 {
		if k >= len(p.places) { // stands for something left out
			return 0
		}
		cost := p.pieces[p.places[k].piece].cost
		if p.costs == nil {
			return cost
		}
		own := p.costs(p.placement(k))
		if own < 0 || own > math.MaxInt64-cost {
			return own // a cost that the problem refuses, or at least does not wrap around
		}
		return cost + own
	})
}

// weighs reports whether there are costs.
func (p *Puzzle) weighs() bool {
	return p.costs != nil || slices.ContainsFunc(p.pieces, func(q Piece) bool { return q.cost > 0 })
}

// costOf translates costs of placements to costs of options.
func (p *Puzzle) costOf(cost func(Placement) int64) func(option int) int64 {
	return func(k int) int64 {
		if k >= len(p.places) { // stands for something left out
			return 0
		}
		return cost(p.placement(k))
	}
}

// Cost returns the cost of a tiling. It is an error if a placement is not one of the puzzle.
func (p *Puzzle) Cost(t Tiling) (int64, error) {
	p.compile()
	options, err := p.number(t.Placements)
	sum := int64(0)
	for _, k := range options {
		sum += p.exactCover().Cost(k)
	}
	return sum, err
}

// errCheapest is the error of Cheapest for a puzzle whose tilings are counted up to symmetry.
var errCheapest = errors.New("cover: costs need not be symmetric; use the puzzle without Distinct")

// Cheapest returns the k tilings of least cost, or all if there are fewer, in the order of their
// costs, as [dlx.Problem.Cheapest] does. It is an error if k is not positive.
func (p *Puzzle) Cheapest(ctx context.Context, k int) ([]Tiling, error) {
	p.compile()
	switch {
	case p.err != nil:
		return nil, p.err
	case p.distinct:
		return nil, errCheapest
	}
	list, err := p.exactCover().Cheapest(ctx, k)
	return p.decodeAll(list), err
}

// decodeAll is Decode of several solutions.
func (p *Puzzle) decodeAll(list []dlx.Solution) []Tiling {
	var tilings []Tiling
	for _, s := range list {
		tilings = append(tilings, p.Decode(s))
	}
	return tilings
}

// Cheapest returns the k tilings of least cost, or all if there are fewer, in the order of their
// costs. It is not specified which of several tilings of equal cost it returns, but it always
// returns the same ones. It is an error if k is not positive.
func (f *Family) Cheapest(ctx context.Context, k int) ([]Tiling, error) {
	list, err := f.options.Cheapest(ctx, k)
	return f.puzzle.decodeAll(list), err
}

// CheapestBy is Cheapest with other costs, which can be negative. With the negative of the costs it
// returns the tilings of greatest cost.
func (f *Family) CheapestBy(ctx context.Context, k int, cost func(Placement) int64) ([]Tiling, error) {
	list, err := f.options.CheapestBy(ctx, k, f.puzzle.costOf(cost))
	return f.puzzle.decodeAll(list), err
}

// WriteTo writes the family as [dlx.Family.WriteTo] does. It implements [io.WriterTo].
func (f *Family) WriteTo(w io.Writer) (n int64, err error) { return f.options.WriteTo(w) }

// ReadFamily reads a family of tilings of the puzzle that WriteTo has written. The errors are those
// of [dlx.Problem.ReadFamily].
func (p *Puzzle) ReadFamily(r io.Reader) (*Family, error) {
	p.compile()
	if p.err != nil {
		return nil, p.err
	}
	f, err := p.exactCover().ReadFamily(r)
	if err != nil {
		return nil, err
	}
	return &Family{p, f}, nil
}

// number returns the numbers of placements, as they are in a tiling or in AllPlacements. It is an
// error if one of them is not a placement of the puzzle.
func (p *Puzzle) number(placements []Placement) ([]int, error) {
	p.onceNumbers.Do(func() {
		p.numberOf = map[Placement]int{}
		for k, q := range p.AllPlacements() {
			p.numberOf[q] = k
		}
	})
	options := make([]int, len(placements))
	for i, q := range placements {
		k, ok := p.numberOf[q]
		if !ok {
			return nil, fmt.Errorf("cover: %v is not a placement of the puzzle", q)
		}
		options[i] = k
	}
	return options, nil
}

// withSkips adds the options that stand for the pieces and cells that the places of the other
// options leave out.
func (p *Puzzle) withSkips(options []int) []int {
	used := map[skip]bool{}
	for _, k := range options {
		used[skip{true, p.places[k].piece}] = true
		for _, c := range p.places[k].cells {
			used[skip{false, c}] = true
		}
	}
	for i, s := range p.skips {
		if !used[s] {
			options = append(options, len(p.places)+i)
		}
	}
	return options
}

// Tilings returns the tilings one by one, in the order of Each, for a loop such as
//
//	for t, err := range p.Tilings(ctx) {
//
// An error comes last, with the zero Tiling. Leaving the loop ends the search.
func (p *Puzzle) Tilings(ctx context.Context) iter.Seq2[Tiling, error] {
	return func(yield func(Tiling, error) bool) {
		left := false
		err := p.Each(ctx, func(t Tiling) bool {
			left = !yield(t, nil)
			return !left
		})
		if err != nil && !left {
			yield(Tiling{}, err)
		}
	}
}
