// SPDX-License-Identifier: BSD-3-Clause

package choice

import (
	"context"
	"math/big"
	"math/rand/v2"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/pfaffian"
)

// moderate is the number of items up to which a perfect matching of a planar graph that is not
// bipartite is chosen, in some seconds.
const moderate = 700

// Matching prepares to choose solutions at random, each with the same probability, if they are the
// perfect matchings of a large planar graph; otherwise it reports false. Choose returns nil if
// there is no solution, or with the error of ctx.
func Matching(ctx context.Context, p *engine.Problem) (choose func(*rand.Rand) ([]int32, error), ok bool, err error) {
	if p.Primary <= vast {
		return nil, false, nil
	}
	s := &engine.Search{Control: engine.Control{Context: ctx}}
	sampler, ok := pfaffian.NewSampler(p, s)
	switch {
	case s.Err != nil:
		return nil, false, s.Err
	case ok && sampler == nil:
		return func(*rand.Rand) ([]int32, error) { return nil, nil }, true, nil
	case ok:
		return func(random *rand.Rand) ([]int32, error) { return sampler.Sample(ctx, random) }, true, nil
	case p.Primary > moderate:
		return nil, false, nil
	}
	m, ok := pfaffian.NewMarginals(p, s)
	if s.Err != nil || !ok {
		return nil, false, s.Err
	}
	return func(random *rand.Rand) ([]int32, error) {
		s := &engine.Search{Control: engine.Control{Context: ctx}}
		return m.Sample(s, random, Below), s.Err
	}, true, nil
}

// Frequencies returns, for each option, the number of solutions that contain it, if the solutions
// are the perfect matchings of a planar graph; otherwise it reports false.
func Frequencies(ctx context.Context, p *engine.Problem) (total *big.Int, of []*big.Int, ok bool, err error) {
	s := &engine.Search{Control: engine.Control{Context: ctx}}
	m, ok := pfaffian.NewMarginals(p, s)
	if s.Err != nil || !ok {
		return nil, nil, false, s.Err
	}
	total, of = m.Frequencies(s)
	return total, of, true, s.Err
}
