// SPDX-License-Identifier: BSD-3-Clause

// The problem. How long will a search take that has just started? This decides
// whether it is worth looking for another way to count.
//
// The source. D. E. Knuth, Estimating the efficiency of backtrack programs,
// Mathematics of Computation 29 (1975), DOI 10.1090/S0025-5718-1975-0373371-6,
// who makes random dives; and P. C. Chen, Heuristic sampling, SIAM Journal on
// Computing 21 (1992), DOI 10.1137/0221022, who takes whole subtrees as
// samples.
//
// The idea. A search that has been stopped leaves a list of parts, each with
// its share of the tree if all branches were alike. Draw a part, with a
// probability proportional to its share, and search it: if it has n nodes and
// the probability was c, then n/c is an unbiased estimate of what is left,
// whatever the shares are. If the part is large, stop in it, and extrapolate n
// from the share of it that is done.
//
// None of this work is wasted: solutions found are counted, and what is left of
// the part replaces it in the list. So the list is no longer in the order of
// the search, which does not matter for a count.
//
// An example. The first 2000 nodes of the pentominoes on 4x15 cover 3 percent
// of the tree below the first place of the X, which suggests a total of 26
// thousand nodes; 2000 nodes sampled from the whole tree suggest 600 thousand.
// There are 854 thousand.
//
// The cost. Some microseconds for each draw, for the steps to the part.

package choice

import (
	"math/rand/v2"
	"slices"

	"polka/dlx/internal/engine"
)

// A survey is a count, or a visit to all solutions in any order, by a search that has
// started, with an estimate of the size of its tree.
type survey struct {
	*engine.Search
	worker engine.Worker
	random *rand.Rand // the same for each survey, so that results are reproducible

	guesses, sum float64 // of the number of nodes

	trial []byte // the state of a count that was tried beside the search when it was stopped
}

// begin searches from the root, or from what is left of a search that is resumed, for about the
// given number of nodes, see undecided.go.
func begin(s *engine.Search, worker engine.Worker, nodes int64) *survey {
	v := &survey{Search: s, worker: worker, random: rand.New(rand.NewPCG(1975, 1992))}
	if len(v.Rest) == 0 {
		v.Rest = []engine.Part{engine.Root()}
	}
	v.trial, v.Rest[0].State, v.Rest[0].Later = v.Rest[0].Kept(), nil, nil
	if v.trial == nil {
		nodes = max(nodes, v.Nodes/4)
	}
	if v.visit(0, nodes); v.trial != nil {
		v.look(v.Nodes + nodes)
	}
	return v
}

// over reports whether the count is complete, or has been stopped.
func (v *survey) over() bool { return v.Err != nil || len(v.Rest) == 0 }

// nodes returns the estimated number of nodes of the tree.
func (v *survey) nodes() float64 {
	if v.guesses == 0 {
		return float64(v.Nodes)
	}
	return max(v.sum/v.guesses, float64(v.Nodes))
}

// look continues with parts drawn at random, until the given number of nodes is reached.
func (v *survey) look(until int64) {
	for quota := max(shortest, (until-v.Nodes)/draws); v.Nodes < until && !v.over(); {
		at, left := v.draw()
		before := v.Nodes
		weight := v.visit(at, quota)
		v.guesses++
		v.sum += float64(before) + float64(v.Nodes-before)*left/max(weight, 1e-12)
	}
}

// draw draws a part, and returns the sum of the weights of all parts.
func (v *survey) draw() (at int, left float64) {
	for _, part := range v.Rest {
		left += part.Weight
	}
	for ticket := v.random.Float64() * left; at < len(v.Rest)-1 && ticket >= v.Rest[at].Weight; at++ {
		ticket -= v.Rest[at].Weight
	}
	return at, left
}

// look makes about draws draws, each of at least shortest nodes.
const draws, shortest = 8, 200

// visit searches part of the list for about the given number of nodes, replaces
// it by what is left of it, and returns the weight of what is done.
func (v *survey) visit(at int, nodes int64) (weight float64) {
	part := v.Rest[at]
	s := &engine.Search{Control: v.Within()}
	s.Visit, s.Quota, s.Pace = v.Visit, nodes, v.Pace
	left, _ := v.worker.Solve(part, s)
	v.Rest = slices.Replace(v.Rest, at, at+1, left...)
	if s.Err == engine.ErrQuota {
		s.Err = nil
	}
	part.Multiply(s)
	v.Add(s)
	for _, rest := range left {
		part.Weight -= rest.Weight
	}
	return part.Weight
}
