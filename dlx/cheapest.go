package dlx

import (
	"context"
	"fmt"

	"polka/dlx/internal/choice"
)

// Cheapest returns the k solutions of least total cost, or all if there are fewer,
// in the order of their costs. It is not specified which of several solutions of
// equal cost it returns, but it always returns the same ones. It is an error if k is
// not positive. If ctx ends first, it returns the cheapest solutions found so far
// together with the error.
//
// A search that skips subproblems whose solutions cost too much, by a lower bound, and
// the construction of the decision diagram of all solutions take turns, until one of
// them is done. So it is short if k is small and costs differ much, if there are few
// solutions, and where [Problem.Family] is fast. With multiplicities, a visit to all
// solutions takes turns with them. It usually takes less than twice as long as the
// fastest of these.
func (p *Problem) Cheapest(ctx context.Context, k int) ([]Solution, error) {
	part, err := p.compile()
	if err != nil {
		return nil, err
	}
	if k <= 0 {
		return nil, fmt.Errorf("dlx: %d cheapest solutions: expected a positive number", k)
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
