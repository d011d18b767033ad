// The problem. A search is to be spread over several processors, or stopped and
// taken up again, and the sum of its parts must be the whole: every solution
// once, every node once, whoever does the work and when.
//
// The idea. What is left of a depth-first search is a list of sub-problems, in
// the order in which the search would come to them: the options of the item at
// the deepest level that were not yet tried, then those of the level above, and
// so on. Each is told by the path that leads to it, and package pool has them
// solved, by many workers if need be, who share the layout.
//
// The invariants. The node of a part has not been counted, nor any below it;
// all others have been, once. Every part begins from the same rows, so that
// what it costs does not depend on what was done before, or by whom.

package bits

import (
	"math/bits"

	"polka/dlx/internal/engine"
)

// A worker searches parts of a problem without multiplicities.
type worker struct{ v *solver }

// NewWorker returns a function that makes workers for a problem. They share what is
// known of it, and each may keep so many bytes of rows of conflicts.
func Workers(p *engine.Problem) func(bytes int) engine.Worker { return newLayout(p).worker }

// worker makes a worker with so many bytes for the rows of conflicts.
func (y *layout) worker(bytes int) engine.Worker {
	if y.p.High != nil {
		return &multiworker{newMultisolver(y, nil, bytes)}
	}
	return &worker{newSolver(y, nil, bytes)}
}

// Solve searches for all solutions of p. It leaves in s what is left, if that
// ends early.
func Solve(p *engine.Problem, s *engine.Search) {
	y := newLayout(p)
	s.Rest, _ = y.worker(s.Room()).Solve(engine.Root(), s)
	s.NewWorker, s.Name = y.worker, "bits"
	s.Progress = engine.Done(s.Rest)
}

// Solve searches a part: see engine.Worker.
func (w *worker) Solve(part engine.Part, s *engine.Search) (left []engine.Part, ok bool) {
	v := w.v
	v.show(s)
	path := part.Path.Steps()
	l := len(path)
	result := v.take(path)
	switch {
	case result == halted:
		return []engine.Part{part}, true
	case l == 0 && v.levels[0].degree == 0, result == dead: // nothing to do
	case result == solved:
		v.Found(v.chosen[:l])
	default:
		v.levels[l].typical = 4096 // who knows
		if !v.branch(l) {
			left = v.left(part, l)
		}
	}
	return left, true
}

// take chooses the options of a path, and reports what comes of it. Only the
// last one costs a node and updates, and nothing does if the search is halted.
func (v *solver) take(path []engine.Step) int {
	v.reset()
	if len(path) == 0 {
		v.Node(0)
	}
	updates := v.Updates
	result := open
	for l, step := range path {
		if v.Halted(v.effort) {
			v.Updates = updates
			return halted
		}
		if l == len(path)-1 {
			v.Updates = updates
			v.Node(l + 1)
		}
		v.chosen[l] = step.Option
		now, next := v.levels[l], v.level(l+1)
		next.frame, next.live = now.frame, next.own[:now.frame.words]
		result = v.try(now, next, step.Option)
	}
	return result
}

// left lists what is left of a part on level base when its search has stopped.
func (v *solver) left(part engine.Part, base int) (parts []engine.Part) {
	nodes := v.nodes(part, base)
	for l := v.stopped; l >= base; l-- {
		tried := l < v.stopped || !v.untried // the parts below are done, or listed already
		parts = v.below(parts, nodes[l-base], l, tried)
	}
	return parts
}

// nodes are the nodes at which the search stands when it has stopped: that of a
// part on level base, and those on the levels below.
func (v *solver) nodes(part engine.Part, base int) []engine.Part {
	nodes := []engine.Part{part}
	for l := base; l < v.stopped; l++ {
		level := v.levels[l]
		nodes = append(nodes, nodes[l-base].Child(engine.Step{Item: level.item, Option: v.chosen[l]}, level.degree))
	}
	return nodes
}

// below adds to a list the children of a node on level l from the one on that the
// search stands at, or after that.
func (v *solver) below(parts []engine.Part, node engine.Part, l int, after bool) []engine.Part {
	now := v.levels[l]
	f := now.frame
	done := uint64(1)<<(now.bit%64) - 1
	if after {
		done |= 1 << (now.bit % 64)
	}
	for w := now.bit / 64; w < f.end[f.slot[now.item]]; w += lanes {
		live := now.live[w] &^ done
		for done = 0; live != 0; live &= live - 1 {
			option := f.global[f.option[64*int(w)+bits.TrailingZeros64(live)]]
			parts = append(parts, node.Child(engine.Step{Item: now.item, Option: option}, now.degree))
		}
	}
	return parts
}
