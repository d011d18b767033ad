package dlx

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/links"
)

// An Estimate says about how big the search tree of a problem is.
type Estimate struct {
	Dives           int       // on which it is based
	Nodes           float64   // of the search tree of Knuth's algorithms, as Stats counts them
	NodesStdErr     float64   // its standard error: by how much it may well be wrong
	Solutions       float64   // 0 if no dive met one, which is no proof
	SolutionsStdErr float64   // the standard error of Solutions
	Profile         []float64 // nodes on each level
}

// String writes the estimate on one line.
func (e Estimate) String() string {
	solutions := "no solution met"
	if e.Solutions > 0 {
		solutions = fmt.Sprintf("%.3g solutions (give or take %.2g)", e.Solutions, e.SolutionsStdErr)
	}
	return fmt.Sprintf("about %.3g nodes (give or take %.2g), %s, by %d dives", e.Nodes, e.NodesStdErr, solutions, e.Dives)
}

// Estimate guesses the size of the search tree and the number of solutions
// from so many random dives into the tree, after Knuth's method of 1975. The
// same seed gives the same dives. It takes some microseconds a dive, and more
// dives make it better: four times as many halve the errors. If ctx ends
// first, it returns what the dives so far tell together with the error.
//
// The standard errors are themselves estimates. If most of a tree hangs on few
// branches, all dives may miss it.
func (p *Problem) Estimate(ctx context.Context, dives int, seed uint64) (Estimate, error) {
	numbers, err := p.compile()
	if err != nil {
		return Estimate{}, err
	}
	if dives <= 0 {
		return Estimate{}, fmt.Errorf("dlx: the number of dives is %d, and should be positive", dives)
	}
	search := &engine.Search{Control: engine.Control{Context: ctx}}
	diver := links.NewDiver(numbers.Problem, search)
	random := rand.New(rand.NewPCG(seed, 0))
	var e Estimate
	var nodes, solutions mean
	dive := int64(engine.Patience/16 + len(numbers.Problem.Entries)) // units of work, at most about so many
	for e.Dives < dives && search.Tick(dive) {
		degrees, solved := diver.Dive(random)
		product, sum := 1.0, 1.0
		for l := 0; ; l++ {
			if l == len(e.Profile) {
				e.Profile = append(e.Profile, 0)
			}
			e.Profile[l] += product
			if l == len(degrees) || degrees[l] == 0 {
				break
			}
			product *= float64(degrees[l])
			sum += product
		}
		nodes.add(sum)
		if !solved {
			product = 0
		}
		solutions.add(product)
		e.Dives++
	}
	for l := range e.Profile {
		e.Profile[l] /= float64(max(e.Dives, 1))
	}
	e.Nodes, e.NodesStdErr = nodes.value, nodes.error()
	e.Solutions, e.SolutionsStdErr = solutions.value, solutions.error()
	return e, search.Err
}

// A mean is the mean of numbers, and the sum of the squares of their distances
// from it, kept as they come: B. P. Welford, Technometrics 4 (1962).
type mean struct {
	n, value, squares float64
}

func (m *mean) add(x float64) {
	m.n++
	d := x - m.value
	m.value += d / m.n
	m.squares += d * (x - m.value)
}

// error is the standard error of the mean.
func (m *mean) error() float64 {
	if m.n < 2 {
		return math.Inf(1)
	}
	return math.Sqrt(m.squares / (m.n - 1) / m.n)
}
