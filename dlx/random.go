package dlx

import (
	"context"
	"math/big"
	"math/rand/v2"

	"polka/dlx/internal/choice"
)

// Random returns a solution chosen at random, or ErrNoSolution. The same seed
// gives the same solution. If there is a way to count the solutions within some
// seconds, all have the same chance, and total is their number. Otherwise total is
// nil, and the solution is the first one of a search in random order, which finds
// some solutions more often than others.
func (p *Problem) Random(ctx context.Context, seed uint64) (s Solution, total *big.Int, err error) {
	part, err := p.compile()
	if err != nil {
		return Solution{}, nil, err
	}
	options, total, err := choice.Sample(ctx, part.Problem, rand.New(rand.NewPCG(seed, 1)))
	switch {
	case err != nil:
		return Solution{}, nil, err
	case total != nil && total.Sign() == 0, total == nil && options == nil:
		return Solution{}, nil, ErrNoSolution
	}
	return p.solution(part, options), total, nil
}
