// SPDX-License-Identifier: BSD-3-Clause

package engine

import "math/big"

// A Step is a choice on the way into a search tree: Option is chosen to cover
// Item, and none of the options with Item that come before it in the problem.
// Null instead of an option means that none of the remaining options is chosen,
// and that the item is never branched on again (multiplicities).
type Step struct{ Item, Option int32 }

// Null stands for the choice of no option.
const Null = -1

// A Path leads from the root to a node: its last step, and the path to the node
// above. Nil leads to the root. Paths do not change, so that those of siblings
// share what is above them: the rest of a search may be tens of thousands of
// parts, each with thousands of steps.
type Path struct {
	Above *Path
	Last  Step
}

// Steps returns the steps of a path, from the root.
func (p *Path) Steps() []Step {
	n := 0
	for q := p; q != nil; q = q.Above {
		n++
	}
	steps := make([]Step, n)
	for ; p != nil; p = p.Above {
		n--
		steps[n] = p.Last
	}
	return steps
}

// A Trail makes paths from lists of steps. Each path shares its common
// beginning with the one before.
type Trail struct{ nodes []*Path }

// Path returns the path with these steps.
func (t *Trail) Path(steps []Step) *Path {
	l := 0
	for l < len(t.nodes) && l < len(steps) && t.nodes[l].Last == steps[l] {
		l++
	}
	var path *Path
	if t.nodes = t.nodes[:l]; l > 0 {
		path = t.nodes[l-1]
	}
	for _, step := range steps[l:] {
		path = &Path{path, step}
		t.nodes = append(t.nodes, path)
	}
	return path
}

// A Part is a sub-problem: the solutions that agree with all steps of a path
// from the root. It means the same for every engine, whatever its order of
// branching: a node's children, one for each live option of one item, divide
// its solutions among them.
type Part struct {
	Path *Path

	// Weight is the share of the part in the search tree, if all children of a
	// node have the same share. That of the root is 1.
	Weight float64

	// Times, if not 0, is how many parts of this size the part stands for, because symmetries take
	// it to them: its solutions are counted that many times. Such parts are only counted.
	Times uint64

	// Skip is the number of solutions of the part, the first ones, that have
	// been visited already. Engines ignore it.
	Skip uint64

	// State, if not nil, is the intermediate result of an engine that cannot
	// divide the part, in a form of its own. Nothing of that was counted:
	// another engine ignores it and solves the part from its beginning. The first
	// part that is left when the engine is being chosen may have that of a count of
	// the whole problem that was tried.
	State []byte

	// Later, if not nil, computes State when it is needed: that can take longer
	// than a search may take to stop.
	Later func() []byte
}

// Kept returns the state of a part, nil if there is none.
func (p Part) Kept() []byte {
	if p.Later != nil {
		return p.Later()
	}
	return p.State
}

// Root returns the part that is the whole problem.
func Root() Part { return Part{Weight: 1} }

// Child returns the part that one of the choices at the node of p leads to.
func (p Part) Child(step Step, degree int32) Part {
	return Part{Path: &Path{p.Path, step}, Weight: p.Weight / float64(degree), Times: p.Times}
}

// Multiply multiplies the solutions that were counted by p.Times.
func (p Part) Multiply(s *Search) {
	if p.Times > 1 {
		n := s.Total()
		s.Bulk.Mul(n, new(big.Int).SetUint64(p.Times))
		s.Count = 0
	}
}

// Done returns the share of the search tree that is done if these parts are left.
func Done(left []Part) float64 {
	done := 1.0
	for _, part := range left {
		done -= part.Weight
	}
	return max(done, 0)
}

// A Worker solves parts of one problem, one after the other. Workers that
// Search.NewWorker gives may work at the same time.
type Worker interface {
	// Solve searches the part, with its node and the last step to it, but not
	// the steps before; so the counters of all parts, and of what was done
	// before, add up to those of the whole search. If s ends early it returns
	// what is left of the part, in the order in which the search would have
	// reached it. It reports false if it cannot describe that: then the whole
	// part is left, and nothing that s has counted or found is valid.
	Solve(part Part, s *Search) (left []Part, ok bool)
}
