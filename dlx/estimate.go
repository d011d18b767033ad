// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"fmt"
	"math/rand/v2"

	"polka/dlx/internal/choice"
	"polka/dlx/internal/engine"
)

// An Estimate is an estimate of the size of a search tree and of the number of
// solutions, with standard errors.
type Estimate struct {
	Dives           int       // the number of random dives
	Nodes           float64   // nodes of the search tree of Knuth's algorithms, as in Stats
	NodesStdErr     float64   // the standard error of Nodes
	Solutions       float64   // 0 if no dive found a solution, which proves nothing
	SolutionsStdErr float64   // the standard error of Solutions
	Profile         []float64 // nodes on each level
}

// String returns the estimate on one line.
func (e Estimate) String() string {
	solutions := "no solution found"
	if e.Solutions > 0 {
		solutions = fmt.Sprintf("%.3g ± %.2g solutions", e.Solutions, e.SolutionsStdErr)
	}
	return fmt.Sprintf("%.3g ± %.2g nodes, %s, from %d dives", e.Nodes, e.NodesStdErr, solutions, e.Dives)
}

// Estimate estimates the size of the search tree and the number of solutions from
// random dives into the tree, by Knuth's method of 1975. The same seed gives the
// same dives. A dive takes some microseconds; four times as many dives halve the
// standard errors. It is an error if the number of dives is not positive. If ctx ends
// first, Estimate returns the estimate from the dives so far together with the error.
//
// The standard errors are estimates too. If most of the tree is below a few branches,
// all dives may miss them.
func (p *Problem) Estimate(ctx context.Context, dives int, seed uint64) (Estimate, error) {
	numbers, err := p.compile()
	if err != nil {
		return Estimate{}, err
	}
	if dives <= 0 {
		return Estimate{}, fmt.Errorf("dlx: %d dives: expected a positive number", dives)
	}
	search := &engine.Search{Control: engine.Control{Context: ctx}}
	e := choice.Dives(numbers.Problem, search, dives, rand.New(rand.NewPCG(seed, 0)))
	return Estimate{e.Dives, e.Nodes.Value, e.Nodes.StdErr(), e.Solutions.Value, e.Solutions.StdErr(), e.Profile}, search.Err
}
