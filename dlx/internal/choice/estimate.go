// SPDX-License-Identifier: BSD-3-Clause

package choice

import (
	"math"
	"math/rand/v2"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/links"
)

// An Estimate is the result of random dives into a search tree.
type Estimate struct {
	Dives            int
	Nodes, Solutions Mean
	Profile          []float64 // nodes on each level
}

// Dives estimates the search tree of a problem from random dives, by Knuth's
// method; see package links. It stops early if the search is stopped.
func Dives(p *engine.Problem, s *engine.Search, dives int, random *rand.Rand) Estimate {
	diver := links.NewDiver(p, s)
	var e Estimate
	work := int64(engine.Patience/16 + len(p.Entries)) // an upper bound on the work of a dive
	for e.Dives < dives && s.Tick(work) {
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
		e.Nodes.add(sum)
		if !solved {
			product = 0
		}
		e.Solutions.add(product)
		e.Dives++
	}
	for l := range e.Profile {
		e.Profile[l] /= float64(max(e.Dives, 1))
	}
	return e
}

// A Mean is the mean of numbers, and the sum of the squares of their distances from
// it, updated with each number: B. P. Welford, Technometrics 4 (1962).
type Mean struct {
	n, Value, squares float64
}

func (m *Mean) add(x float64) {
	m.n++
	d := x - m.Value
	m.Value += d / m.n
	m.squares += d * (x - m.Value)
}

// StdErr returns the standard error of the mean.
func (m *Mean) StdErr() float64 {
	if m.n < 2 {
		return math.Inf(1)
	}
	return math.Sqrt(m.squares / (m.n - 1) / m.n)
}
