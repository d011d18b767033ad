// SPDX-License-Identifier: BSD-3-Clause

// The problem. How big is a search tree, before the search?
//
// The source. D. E. Knuth, Estimating the efficiency of backtrack programs,
// Mathematics of Computation 29 (1975), DOI 10.1090/S0025-5718-1975-0373371-6;
// The Art of Computer Programming, volume 4B, section 7.2.2, Algorithm E.
//
// The idea. Walk down to a leaf, choosing one of the d children of each node at
// random. If the nodes on the way have d1, d2, d3, ... children, then
//
//	1 + d1 + d1*d2 + d1*d2*d3 + ...
//
// has the size of the tree as its expected value: a node on level l is visited
// with probability 1/(d1*...*dl) and contributes d1*...*dl. In the same way
// d1*d2*...*dl, if the dive ends with a solution, and 0 otherwise, has the
// number of solutions as its expected value.
//
// The variance may be large, since a few dives may represent most of the tree.

package links

import (
	"math/rand/v2"

	"polka/dlx/internal/engine"
)

// A Diver makes random dives into the search tree of a problem.
type Diver struct{ d *dance }

// NewDiver returns a Diver for p.
func NewDiver(p *engine.Problem, s *engine.Search) Diver {
	d := newDance(p, s)
	if p.High != nil {
		d.bound, d.slack = bounds(p)
	}
	return Diver{d}
}

// Dive makes one dive, and restores the lists. It returns the number of
// children of each node on the way, and whether it ended with a solution.
func (v Diver) Dive(random *rand.Rand) (degrees []int, solved bool) {
	if v.d.bound == nil {
		return v.d.dive(random)
	}
	return v.d.diveMultiple(random)
}

// dive walks down the tree of Algorithm C.
func (d *dance) dive(random *rand.Rand) (degrees []int, solved bool) {
	level := 0
	for ; d.next[0] != 0; level++ {
		i := d.choose()
		n := d.size[i]
		degrees = append(degrees, int(n))
		if n == 0 {
			break
		}
		d.cover(i)
		x := d.node[i].down
		for range random.IntN(int(n)) {
			x = d.node[x].down
		}
		d.enter(level, x)
		d.commit(x)
	}
	solved = d.next[0] == 0
	for level--; level >= 0; level-- {
		d.back(level)
	}
	return degrees, solved
}

// diveMultiple walks down the tree of Algorithm M.
func (d *dance) diveMultiple(random *rand.Rand) (degrees []int, solved bool) {
	level := 0
	for ; ; level++ {
		i, degree := d.chooseMultiple()
		if i == 0 {
			solved = true
			break
		}
		degrees = append(degrees, max(0, int(degree)))
		if degree <= 0 {
			break
		}
		d.prepare(level, i)
		d.try(level)
		for range random.IntN(int(degree)) {
			d.retry(level)
		}
	}
	for level--; level >= 0; level-- {
		d.back(level)
	}
	return degrees, solved
}
