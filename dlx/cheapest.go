// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"time"

	"polka/dlx/internal/choice"
	"polka/internal/progress"
)

// Bounds are what a search for the best choice of options knows. The value of a choice is its cost
// or, in a search for a largest packing, its weight.
type Bounds struct {
	Found   int           // the number of choices found, at most as many as were asked for
	Best    int64         // the value of the best of them, if Found is not 0
	Bound   int64         // no choice is better than this
	Done    bool          // whether the search is complete: there is nothing better
	Elapsed time.Duration // since the start
}

// Gap returns the difference between Best and Bound as a fraction of the larger of the two,
// from 0 to 1; 1 if nothing was found.
func (b Bounds) Gap() float64 {
	switch {
	case b.Found == 0:
		return 1
	case b.Best == b.Bound:
		return 0
	}
	return min(math.Abs(float64(b.Best)-float64(b.Bound))/float64(max(b.Best, b.Bound)), 1)
}

// String returns the bounds on one line, such as "best 19, bound 12, gap 36.8 %".
func (b Bounds) String() string {
	switch {
	case b.Done && b.Found == 0:
		return "no solution"
	case b.Done:
		return fmt.Sprintf("best %d, proved", b.Best)
	case b.Found == 0:
		return fmt.Sprintf("nothing found, bound %d", b.Bound)
	}
	return fmt.Sprintf("best %d, bound %d, gap %.1f %%", b.Best, b.Bound, 100*b.Gap())
}

// Cheapest returns the k solutions of least total cost, or all if there are fewer,
// in the order of their costs. It is not specified which of several solutions of
// equal cost it returns, but it always returns the same ones. It is an error if k is
// not positive. If ctx ends first, it returns the cheapest solutions found so far
// together with the error; the method of Solver also returns a lower bound.
//
// A search that skips subproblems whose solutions cost too much, by a lower bound, and
// the construction of the decision diagram of all solutions take turns, until one of
// them is done. So it is short if k is small and costs differ much, if there are few
// solutions, and where [Problem.Family] is fast. With multiplicities, a visit to all
// solutions takes turns with them. It usually takes less than twice as long as the
// fastest of these.
func (p *Problem) Cheapest(ctx context.Context, k int) ([]Solution, error) {
	list, _, err := p.Solver(Options{}).Cheapest(ctx, k)
	return list, err
}

// Cheapest is [Problem.Cheapest]. It also returns what is known of the least cost: if ctx ends
// first, the cost of the cheapest solution found, and a cost that no solution is below. While it
// runs, it passes them to Progress of the options about ten times a second. It is an error if
// other options are set: it uses one thread, and at most 512 MiB.
func (s *Solver) Cheapest(ctx context.Context, k int) ([]Solution, Bounds, error) {
	o := s.options
	if o.Engine != "" && o.Engine != "auto" || o.Limit != 0 || o.Threads != 0 || o.Memory != 0 || o.Save != nil || o.Resume != nil {
		return nil, Bounds{}, fmt.Errorf("dlx: a search for the cheapest solutions has no option but Progress")
	}
	if k <= 0 {
		return nil, Bounds{}, fmt.Errorf("dlx: %d cheapest solutions: expected a positive number", k)
	}
	return s.problem.cheapest(ctx, k, o.Progress, func(b Bounds) Bounds { return b })
}

// cheapest finds the k cheapest solutions. value translates bounds of costs to those of values.
func (p *Problem) cheapest(ctx context.Context, k int, tell func(Progress), value func(Bounds) Bounds) ([]Solution, Bounds, error) {
	part, err := p.compile()
	if err != nil {
		return nil, Bounds{}, err
	}
	cost := make([]int64, len(part.Option))
	for i, n := range part.Option {
		cost[i] = p.cost(int(n))
	}
	if listen := progress.Listener(ctx); listen != nil && tell == nil {
		tell = func(p Progress) {
			listen(progress.Report{Done: min(1-p.Bounds.Gap(), 0.9999), Text: p.Bounds.String()})
		}
		defer listen(progress.Report{Done: 1})
	}
	start := time.Now()
	bounds := func(b choice.Bounds) Bounds {
		return value(Bounds{Found: b.Found, Best: b.Best, Bound: b.Bound, Done: b.Done, Elapsed: time.Since(start)})
	}
	var report func(choice.Bounds)
	if tell != nil {
		report = func(b choice.Bounds) {
			now := bounds(b)
			tell(Progress{Fraction: 1 - now.Gap(), Solutions: big.NewInt(int64(now.Found)), Elapsed: now.Elapsed, Bounds: now})
		}
	}
	list, known, err := choice.Cheapest(ctx, part.Problem, cost, k, report)
	var best []Solution
	for _, options := range list {
		best = append(best, p.solution(part, options))
	}
	return best, bounds(known), err
}
