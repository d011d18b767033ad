package dlx

import (
	"context"
	"fmt"

	"polka/dlx/internal/choice"
)

// Cheapest returns the k solutions of least total cost, or all if there are
// fewer, in the order of their costs. Which of several equally cheap ones are
// among them is not said, but it is always the same ones. If ctx ends first,
// it returns the cheapest found so far together with the error.
//
// What is too dear is left out: for every sub-problem a search knows what its
// solutions cost at least, also where there are multiplicities. The fewer
// solutions are wanted, and the more their costs differ, the shorter it is. It
// never takes much more than twice as long as a visit to all solutions.
func (p *Problem) Cheapest(ctx context.Context, k int) ([]Solution, error) {
	part, err := p.compile()
	if err != nil {
		return nil, err
	}
	if k <= 0 {
		return nil, fmt.Errorf("dlx: %d solutions are asked for, and it should be one at least", k)
	}
	cost := make([]int64, len(part.Option))
	for i, n := range part.Option {
		cost[i] = p.cost(int(n))
	}
	list, err := choice.Cheapest(ctx, part.Problem, cost, k)
	var best []Solution
	for _, options := range list {
		best = append(best, p.solution(part, options))
	}
	return best, err
}
