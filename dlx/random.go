// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"polka/dlx/internal/choice"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/pool"
)

// ErrNotUniform is the error of Problem.Random if the solutions cannot be counted within
// the effort allowed, so that no solution can be chosen with equal probability.
var ErrNotUniform = errors.New("dlx: the solutions take too long to count, so Random cannot choose among them uniformly; RandomFirst returns some solution")

// Random returns a solution chosen at random, each with the same probability, or
// ErrNoSolution. The same seed gives the same solution. Perfect matchings of large
// planar bipartite graphs, such as dominoes on a board, are chosen by coupling from the
// past, and those of other planar graphs of at most 700 items by exact conditional
// probabilities. Otherwise Random counts the solutions; if that would take much longer
// than some seconds, the error is ErrNotUniform, and there is no solution.
//
// [Problem.Containing] and [Problem.Without] choose among the solutions with or without
// some options, for instance with all options of a solution that lie outside a region.
func (p *Problem) Random(ctx context.Context, seed uint64) (Solution, error) {
	return p.sample(seed, func(p *engine.Problem, random *rand.Rand) ([]int32, bool, error) {
		if choose, ok, err := choice.Matching(ctx, p); ok || err != nil {
			if err != nil {
				return nil, false, err
			}
			options, err := choose(random)
			return options, options != nil, err
		}
		options, total, err := choice.Sample(ctx, p, random)
		if err == choice.ErrUncounted {
			err = ErrNotUniform
		}
		return options, total != nil && total.Sign() > 0, err
	})
}

// Sample returns n solutions chosen at random, independently and each with the same
// probability, so that some can be equal. It returns none if the problem has no solution.
// The same seed gives the same solutions. What can be computed for all of them, such as
// the number of solutions, is computed once. The errors are those of Random, or that n is
// negative.
func (p *Problem) Sample(ctx context.Context, n int, seed uint64) ([]Solution, error) {
	if n < 0 {
		return nil, fmt.Errorf("dlx: %d solutions: expected a number that is not negative", n)
	}
	part, fixed, err := p.rest()
	if err != nil {
		return nil, err
	}
	chosen, err := choice.Samples(ctx, part.Problem, n, rand.New(rand.NewPCG(seed, 1)))
	switch {
	case err == choice.ErrUncounted:
		return nil, ErrNotUniform
	case err != nil:
		return nil, err
	}
	list := make([]Solution, len(chosen))
	for i, options := range chosen {
		list[i] = p.with(fixed, part, options)
	}
	return list, nil
}

// Frequencies returns, for each option, the number of solutions that contain it, and the
// number of all solutions. For perfect matchings of planar graphs, such as dominoes on a
// board of a thousand cells, it computes them from the inverse of Kasteleyn's matrix
// modulo primes, without rounding, in a few times the time of a count. Otherwise they are
// those of a [Family], and the error may be ErrMemory.
func (p *Problem) Frequencies(ctx context.Context) (of []*big.Int, total *big.Int, err error) {
	part, fixed, err := p.rest()
	if err != nil {
		return nil, nil, err
	}
	total, edges, ok, err := choice.Frequencies(ctx, part.Problem)
	if err != nil {
		return nil, nil, err
	}
	if !ok {
		f, err := p.Family(ctx)
		if err != nil {
			return nil, nil, err
		}
		return f.Frequencies(), f.Count(), nil
	}
	of = make([]*big.Int, p.NumOptions())
	for k := range of {
		of[k] = new(big.Int)
	}
	for k, n := range edges {
		of[part.Option[k]] = n
	}
	for _, k := range fixed {
		of[k].Set(total)
	}
	return of, total, nil
}

// RandomFirst returns the first solution of a search in random order, or ErrNoSolution.
// The same seed gives the same solution. Some solutions are more likely than others, by
// unknown factors; [Problem.Random] chooses uniformly.
func (p *Problem) RandomFirst(ctx context.Context, seed uint64) (Solution, error) {
	return p.sample(seed, func(p *engine.Problem, random *rand.Rand) ([]int32, bool, error) {
		options, err := choice.AnyOrder(ctx, p, random)
		return options, options != nil, err
	})
}

// sample returns the solution that choose chooses, if it has found one.
func (p *Problem) sample(seed uint64, choose func(*engine.Problem, *rand.Rand) (options []int32, found bool, err error)) (Solution, error) {
	part, fixed, err := p.rest()
	if err != nil {
		return Solution{}, err
	}
	options, found, err := choose(part.Problem, rand.New(rand.NewPCG(seed, 1)))
	switch {
	case err != nil:
		return Solution{}, err
	case !found:
		return Solution{}, ErrNoSolution
	}
	return p.with(fixed, part, options), nil
}

// rest returns what is left of the problem when the required options are chosen, and these. They
// stay in the problem if that is not so simple: if there are multiplicities, or two of them share
// an item.
func (p *Problem) rest() (engine.Subproblem, []int, error) {
	part, err := p.compile()
	if err != nil || len(p.required) == 0 || p.multiple() {
		return part, nil, err
	}
	taken := make([]bool, len(p.items))
	path := make([]engine.Step, len(p.required))
	for i, k := range p.required {
		for _, e := range p.option(k) {
			if taken[e.Item] {
				return part, nil, nil
			}
			taken[e.Item] = true
		}
		at, found := slices.BinarySearch(part.Option, int32(k))
		if !found {
			return part, nil, nil // it is forbidden
		}
		path[i] = engine.Step{Item: int32(p.primary + i), Option: int32(at)}
	}
	rest := pool.Residual(part.Problem, path)
	if rest.Problem == nil {
		return part, nil, nil // there is no solution
	}
	rest.Option = engine.Pick(part.Option, rest.Option)
	return rest, p.required, nil
}

// with returns the solution of the rest of the problem with the fixed options.
func (p *Problem) with(fixed []int, part engine.Subproblem, options []int32) Solution {
	s := p.solution(part, options)
	s.options = append(s.options, fixed...)
	slices.Sort(s.options)
	return s
}
