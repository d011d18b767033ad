// SPDX-License-Identifier: BSD-3-Clause

// The problem. Where an item may be covered several times, package cells, which decides on one
// option at a time, has a smaller tree than package bits, which decides on one item, if the items
// have ranges of multiplicities. Otherwise bits is many times faster for a node.
//
// The source. Our own. That the best of several algorithms should be selected by trying them
// on parts of the instance is an idea of M. Gagliolo and J. Schmidhuber, Learning dynamic
// algorithm portfolios, Annals of Mathematics and Artificial Intelligence 47 (2006), DOI
// 10.1007/s10472-006-9036-z.
//
// The idea. Parts of the tree that package bits has just searched completely are searched
// again by package cells, and the work is compared. It is counted, in units of about a
// nanosecond, and a search that takes more than the other one ends soon. Package cells must be
// clearly better, because the work of a single node is known only roughly. The parts must not be
// too small, because the trees differ.
//
// An example. In the graph dom44, whose vertices must have one or two of the vertices chosen
// in their neighborhood, bits visits 2.9 million nodes, and cells 0.9 million. In the parts
// compared the ratio of their work is about a third; with sets that are words, a sixth.
//
// The cost. Up to an eighth of the nodes are visited in another order, and about a two
// hundredth are visited twice.

package choice

import (
	"errors"

	"polka/dlx/internal/cells"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/pool"
)

// The parameters of the comparison.
const (
	rivalRest   = 8_000_000 // ns: the least rest of the search for which it is made
	rivalNodes  = 2_000     // the least number of nodes of bits in the parts that are compared,
	rivalShare  = 200       // or this part of all nodes
	rivalVisits = 8         // the part of all nodes that may be visited for the comparison
	rivalMargin = 0.85      // the greatest ratio of the work of cells to that of bits

	perCell       = 90.0 // ns for a node of cells,
	perCellUpdate = 17.0 // and for an update

	perWordNode   = 20.0 // the same where the options fit a word,
	perConstraint = 6.0  // and for a constraint
)

// errRival ends a search that takes more work than the other one.
var errRival = errors.New("the search takes too much work")

// rival compares package cells with the search on parts of its tree, and reports whether it
// is better.
func (c *selection) rival() bool {
	if c.over() || c.rest() < rivalRest {
		return false
	}
	all := c.nodes()
	wanted := max(rivalNodes, int64(all)/rivalShare)
	if cells.FitsWord(c.p) {
		wanted = rivalNodes // a larger sample would take longer than what it could save
	}
	ours, others, nodes := 0.0, 0.0, int64(0)
	for until := c.Nodes + int64(all)/rivalVisits; nodes < wanted && c.Nodes < until && !c.over(); {
		at := c.about(float64(wanted) / all)
		part, before := c.Rest[at], len(c.Rest)
		n, updates := c.Nodes, c.Updates
		c.visit(at, wanted)
		if n, updates = c.Nodes-n, c.Updates-updates; c.Err != nil {
			return false
		}
		if len(c.Rest) >= before || n < wanted/16 { // it is not done, or too small
			continue
		}
		rest := pool.Residual(c.p, part.Path.Steps())
		t, most := &engine.Search{Control: c.Within()}, float64(n)*c.perNode(float64(updates)/float64(n))
		t.Check = func() error {
			if cellsTime(rest.Problem, t) > most {
				return errRival
			}
			if c.Check != nil {
				return c.Check()
			}
			return nil
		}
		if rest.Problem != nil && rest.Problem.Primary > 0 {
			cells.Count(rest.Problem, t)
		}
		if t.Err != nil && t.Err != errRival {
			c.Err = t.Err
			return false
		}
		nodes += n
		ours += most
		others += cellsTime(rest.Problem, t)
	}
	return nodes > 0 && others < rivalMargin*ours
}

// about returns the part that should have about the given share of the tree: the largest of
// those that are not larger, or the smallest.
func (c *selection) about(share float64) (at int) {
	for i, part := range c.Rest {
		w, best := part.Weight, c.Rest[at].Weight
		if w <= share && (best > share || w > best) || w > share && w < best {
			at = i
		}
	}
	return at
}

// cellsTime estimates the time of a search by package cells.
func cellsTime(p *engine.Problem, t *engine.Search) float64 {
	if cells.FitsWord(p) {
		return perWordNode*float64(t.Nodes) + perConstraint*float64(t.Updates)
	}
	return perCell*float64(t.Nodes) + perCellUpdate*float64(t.Updates)
}
