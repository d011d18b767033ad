// SPDX-License-Identifier: BSD-3-Clause

// The problem. Choose a solution at random, each with the same probability,
// even if there are too many to list.
//
// The source. M. R. Jerrum, L. G. Valiant and V. V. Vazirani, Random generation
// of combinatorial structures from a uniform distribution, Theoretical Computer
// Science 43 (1986), DOI 10.1016/0304-3975(86)90174-X: who can count can sample.
//
// The idea. If a search can visit all solutions within the effort allowed, it
// counts them on the way and keeps the n-th with probability 1/n. If not, but
// the frontier engine can count them, draw a number below the count, and
// descend in the tree: count the solutions below each child, and go to the one
// that the number falls into; this takes as many counts as there are children
// on the way, each shorter than the one before. If neither works within the
// effort allowed, no uniform choice is possible; AnyOrder, a search in random
// order, returns a solution with an unknown probability.
//
// Perfect matchings of large planar graphs, such as dominoes on a board, are chosen by package
// pfaffian instead; see matching.go.
//
// The effort is measured in nodes and updates, not in seconds, so that the same
// seed gives the same solution.
//
// An example. Of the three ways to put dominoes on 2 by 3 cells, two have an
// upright domino at the left. Of the numbers 0, 1 and 2, the first two select
// that branch, and then which of the two it is.

package choice

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"

	"polka/dlx/internal/bits"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/frontier"
	"polka/dlx/internal/pfaffian"
	"polka/dlx/internal/pool"
)

// The effort allowed for counting solutions: nodes of a search, and options
// tried in a count.
const (
	searchEffort = 1_000_000
	layersEffort = 50_000_000
)

// ErrUncounted is the error of Sample if the effort does not suffice.
var ErrUncounted = errors.New("the solutions cannot be counted within the effort allowed")

// Sample chooses a solution at random, each with the same probability. Of is the
// number of solutions. It gives up with ErrUncounted.
func Sample(ctx context.Context, p *engine.Problem, random *rand.Rand) (options []int32, of *big.Int, err error) {
	if p.Primary == 0 {
		return nil, big.NewInt(1), ctx.Err()
	}
	options, n, err := Reservoir(ctx, p, random)
	if err != engine.ErrQuota {
		return options, big.NewInt(n), err
	}
	options, of, ok, err := Descend(ctx, p, random)
	if err == nil && !ok {
		err = ErrUncounted
	}
	return options, of, err
}

// Reservoir visits all solutions and keeps one of them. It gives up with
// engine.ErrQuota.
func Reservoir(ctx context.Context, p *engine.Problem, random *rand.Rand) (kept []int32, n int64, err error) {
	s := &engine.Search{Control: engine.Control{Context: ctx, Quota: searchEffort}}
	s.Visit = func(options []int32) bool {
		if n++; random.Int64N(n) == 0 {
			kept = append(kept[:0], options...)
		}
		return true
	}
	bits.Solve(p, s)
	return kept, n, s.Err
}

// Descend descends in the search tree, weighing branches by their numbers of
// solutions. It reports false if they cannot be counted.
func Descend(ctx context.Context, p *engine.Problem, random *rand.Rand) (options []int32, total *big.Int, ok bool, err error) {
	effort := int64(layersEffort)
	total, ok, err = countLayers(ctx, p, &effort)
	if !ok || err != nil || total.Sign() == 0 {
		return nil, total, ok, err
	}
	ticket := Below(random, total)
	var path []engine.Step
	for here := p; here.Primary > 0; {
		item, children := fewest(p, path)
		for _, k := range children {
			step := append(path[:len(path):len(path)], engine.Step{Item: item, Option: k})
			rest := pool.Residual(p, step).Problem
			n, ok, err := countLayers(ctx, rest, &effort)
			if !ok || err != nil {
				return nil, nil, ok, err
			}
			if ticket.Cmp(n) < 0 {
				path, here = step, rest
				break
			}
			ticket.Sub(ticket, n)
		}
	}
	for _, step := range path {
		options = append(options, step.Option)
	}
	return options, total, true, nil
}

// fewest returns an uncovered item with the fewest remaining options, and these.
func fewest(p *engine.Problem, path []engine.Step) (item int32, options []int32) {
	covered := make([]bool, p.Primary)
	for _, step := range path {
		for _, e := range p.Option(step.Option) {
			if int(e.Item) < p.Primary {
				covered[e.Item] = true
			}
		}
	}
	using := make([][]int32, p.Primary)
	for _, k := range pool.Residual(p, path).Option {
		for _, e := range p.Option(k) {
			if int(e.Item) < p.Primary {
				using[e.Item] = append(using[e.Item], k)
			}
		}
	}
	item = engine.Null
	for i := range int32(p.Primary) {
		if !covered[i] && (item == engine.Null || len(using[i]) < len(using[item])) {
			item = i
		}
	}
	return item, using[item]
}

// vast is the number of items from which engine pfaffian counts perfect
// matchings of a board faster than engine frontier.
const vast = 150

// countLayers counts the solutions of a problem by engine frontier, or by
// pfaffian if they are perfect matchings of a large planar graph.
func countLayers(ctx context.Context, p *engine.Problem, effort *int64) (n *big.Int, ok bool, err error) {
	switch {
	case p == nil:
		return new(big.Int), true, nil
	case p.Primary == 0:
		return big.NewInt(1), true, nil
	case *effort <= 0:
		return nil, false, nil
	}
	s := &engine.Search{Control: engine.Control{Context: ctx}}
	if p.Primary > vast {
		if plan, ok := pfaffian.NewPlan(p, s); ok {
			plan.Count(s)
			*effort -= 2 * int64(p.Primary) * int64(p.Primary) // it takes as long as this number of updates
			return s.Total(), true, s.Err
		}
	}
	plan, ok := frontier.NewPlan(p, s)
	if !ok || s.Err != nil {
		return nil, false, s.Err
	}
	plan.Count(s, *effort)
	*effort -= s.Updates
	if s.Err == frontier.ErrWide {
		return nil, false, nil
	}
	return s.Total(), true, s.Err
}

// Below draws a number from 0 to n-1: as many bits as n has, until the number
// is less.
func Below(random *rand.Rand, n *big.Int) *big.Int {
	bytes := make([]byte, (n.BitLen()+7)/8)
	for {
		for i := range bytes {
			bytes[i] = byte(random.Uint32())
		}
		bytes[0] &= byte(1<<((n.BitLen()-1)%8+1) - 1)
		if r := new(big.Int).SetBytes(bytes); r.Cmp(n) < 0 {
			return r
		}
	}
}

// AnyOrder finds a solution in random order, with restarts. It returns nil if there is
// none.
func AnyOrder(ctx context.Context, p *engine.Problem, random *rand.Rand) (found []int32, err error) {
	q := shuffle(p, random)
	s := &engine.Search{Question: engine.Question{Limit: 1}, Control: engine.Control{Context: ctx}}
	s.Visit = func(options []int32) bool {
		found = q.Outer(options)
		return false
	}
	portfolio(1)(q.Problem, s)
	return found, s.Err
}
