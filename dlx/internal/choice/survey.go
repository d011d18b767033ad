// The problem. How long will a search take that has just begun? On that depends
// whether it is worth while to look for another way to count.
//
// The source. D. E. Knuth, Estimating the efficiency of backtrack programs,
// Mathematics of Computation 29 (1975), DOI 10.1090/S0025-5718-1975-0373371-6, who
// dives at random; and P. C. Chen, Heuristic sampling, SIAM Journal on Computing 21
// (1992), DOI 10.1137/0221022, who takes whole subtrees for samples.
//
// The idea. A search that has been stopped leaves a list of parts, each with its
// share of the tree, were all branches alike. Draw a part, with a chance equal to
// its share among all that are left, and search it: if it has n nodes and the
// chance was c, then n/c is a guess of what is left, whose expected value is right
// whatever the shares are. If the part is large, stop in it, and take for n what it
// would be if what is left of the part were like what is done.
//
// Nothing of that is wasted: what is counted is counted, and what is left of the
// part takes its place in the list. So the list is not in the order of the search
// any more, which does not matter to a count.
//
// An example. Of the pentominoes on 4x15 the first 2000 nodes look like 3 percent
// of the tree that has the X in the first place that comes to mind, and would make
// 26 thousand nodes; 2000 nodes taken all over the tree make 600 thousand. There
// are 854 thousand.
//
// The cost. Some microseconds for each draw, for the way to the part.

package choice

import (
	"math/rand/v2"
	"slices"

	"polka/dlx/internal/engine"
)

// A survey is a count by search that has begun, and knows how large its tree may
// be.
type survey struct {
	*engine.Search
	worker engine.Worker
	random *rand.Rand // the same for each survey: who counts again gets the same

	guesses, sum float64 // of the number of nodes
}

// begin searches from the root, for about so many nodes.
func begin(s *engine.Search, worker engine.Worker, nodes int64) *survey {
	v := &survey{Search: s, worker: worker, random: rand.New(rand.NewPCG(1975, 1992))}
	v.Rest = []engine.Part{engine.Root()}
	v.visit(0, nodes)
	return v
}

// over reports whether the count is complete, or has been stopped.
func (v *survey) over() bool { return v.Err != nil || len(v.Rest) == 0 }

// nodes is about how many nodes the tree has.
func (v *survey) nodes() float64 {
	if v.guesses == 0 {
		return float64(v.Nodes)
	}
	return max(v.sum/v.guesses, float64(v.Nodes))
}

// look goes on with parts drawn at random, until there are so many nodes.
func (v *survey) look(until int64) {
	for quota := max(shortest, (until-v.Nodes)/draws); v.Nodes < until && !v.over(); {
		left := 0.0
		for _, part := range v.Rest {
			left += part.Weight
		}
		at, ticket := 0, v.random.Float64()*left
		for ; at < len(v.Rest)-1 && ticket >= v.Rest[at].Weight; at++ {
			ticket -= v.Rest[at].Weight
		}
		before := v.Nodes
		weight := v.visit(at, quota)
		v.guesses++
		v.sum += float64(before) + float64(v.Nodes-before)*left/max(weight, 1e-12)
	}
}

// A look should have that many draws, of no fewer nodes each than that.
const draws, shortest = 8, 200

// visit searches part of the list for about so many nodes, puts what is left of
// it in its place, and returns the weight of what is done.
func (v *survey) visit(at int, nodes int64) (weight float64) {
	part := v.Rest[at]
	s := &engine.Search{Control: v.Within()}
	s.Quota = nodes
	left, _ := v.worker.Solve(part, s)
	v.Rest = slices.Replace(v.Rest, at, at+1, left...)
	if s.Err == engine.ErrQuota {
		s.Err = nil
	}
	v.Add(s)
	for _, rest := range left {
		part.Weight -= rest.Weight
	}
	return part.Weight
}
