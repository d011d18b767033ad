package dlx

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"polka/dlx/internal/bits"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/links"
)

// Cheapest returns the k solutions of least total cost, or all if there are
// fewer, in the order of their costs. Which of several equally cheap ones are
// among them is not said, but it is always the same ones. If ctx ends first,
// it returns the cheapest found so far together with the error.
//
// It is a search by engine links that leaves out what is too dear; with
// multiplicities, where costs cannot be compared so easily, all solutions are
// visited.
func (p *Problem) Cheapest(ctx context.Context, k int) ([]Solution, error) {
	numbers, number, err := p.compile()
	if err != nil {
		return nil, err
	}
	if k <= 0 {
		return nil, fmt.Errorf("dlx: %d solutions are asked for, and it should be one at least", k)
	}
	var best []Solution
	visit := func(options []int32) bool {
		found := p.solution(options, number)
		at, _ := slices.BinarySearchFunc(best, found.Cost()+1, func(s Solution, c int64) int { return cmp.Compare(s.Cost(), c) })
		if at < k {
			best = slices.Insert(best, at, found)
			best = best[:min(k, len(best))]
		}
		return true
	}
	if numbers.High != nil {
		search := &engine.Search{Context: ctx, Visit: visit}
		bits.Solve(numbers, search)
		return best, search.Err
	}
	cost := make([]int64, len(number))
	for o, n := range number {
		cost[o] = p.Cost(int(n))
	}
	links.Tax(numbers, cost)
	numbers, cost, number = sortByCost(numbers, cost, number)
	search := &engine.Search{Context: ctx, Visit: visit}
	links.Cheapest(numbers, search, cost, k)
	return best, search.Err
}

// sortByCost puts options in the order of their net costs.
func sortByCost(p *engine.Problem, cost []int64, number []int32) (*engine.Problem, []int64, []int32) {
	order := make([]int32, len(cost))
	for k := range order {
		order[k] = int32(k)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(cost[a], cost[b]) })
	q := &engine.Problem{Primary: p.Primary, Items: p.Items, First: []int32{0}}
	costs, numbers := make([]int64, len(order)), make([]int32, len(order))
	for i, k := range order {
		q.Entries = append(q.Entries, p.Option(k)...)
		q.First = append(q.First, int32(len(q.Entries)))
		costs[i], numbers[i] = cost[k], number[k]
	}
	return q, costs, numbers
}
