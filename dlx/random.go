// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"errors"
	"math/rand/v2"

	"polka/dlx/internal/choice"
	"polka/dlx/internal/engine"
)

// ErrNotUniform is the error of Problem.Random if the solutions cannot be counted within
// the effort allowed, so that no solution can be chosen with equal probability.
var ErrNotUniform = errors.New("dlx: the solutions take too long to count, so Random cannot choose among them uniformly; RandomFirst returns some solution")

// Random returns a solution chosen at random, each with the same probability, or
// ErrNoSolution. The same seed gives the same solution. Perfect matchings of large
// planar bipartite graphs, such as dominoes on a board, are chosen by coupling from the
// past. Otherwise Random counts the solutions; if that would take much longer than some
// seconds, the error is ErrNotUniform, and there is no solution. To choose several
// solutions, use [Problem.Family] and [Family.Sample].
func (p *Problem) Random(ctx context.Context, seed uint64) (Solution, error) {
	return p.sample(seed, func(p *engine.Problem, random *rand.Rand) ([]int32, bool, error) {
		if options, ok, err := choice.Couple(ctx, p, random); ok || err != nil {
			return options, options != nil, err
		}
		options, total, err := choice.Sample(ctx, p, random)
		if err == choice.ErrUncounted {
			err = ErrNotUniform
		}
		return options, total != nil && total.Sign() > 0, err
	})
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
	part, err := p.compile()
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
	return p.solution(part, options), nil
}
