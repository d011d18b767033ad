// SPDX-License-Identifier: BSD-3-Clause

// The problem. A search is distributed over several processors, or stopped and
// resumed, and the sum of its parts must be the whole: every solution once,
// every node once, no matter which worker searches it and when.
//
// The idea. What is left of a depth-first search is a list of sub-problems, in
// the order in which the search would reach them: the options of the item at
// the deepest level that were not yet tried, then those of the level above, and
// so on. Each is described by the path that leads to it. Package pool solves
// them, with several workers if requested, which share the layout.
//
// The invariants. The node of a part has not been counted, nor any below it;
// all others have been counted once. Every part starts with the same rows, so
// that its cost does not depend on what was done before, or by whom.

package bits

import (
	"math/bits"

	"polka/dlx/internal/engine"
)

// A worker searches parts of a problem without multiplicities.
type worker struct{ v *solver }

// NewWorker returns a function that makes workers for a problem. They share the
// layout, and each may keep the given number of bytes of rows of conflicts.
func Workers(p *engine.Problem) func(bytes int) engine.Worker { return newLayout(p).worker }

// worker makes a worker with the given number of bytes for the rows of conflicts.
func (y *layout) worker(bytes int) engine.Worker {
	if y.p.High != nil {
		return &multiworker{newMultisolver(y, nil, bytes)}
	}
	return &worker{newSolver(y, nil, bytes)}
}

// Solve searches for all solutions of p. If it ends early, s.Rest is what is
// left.
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
		v.levels[l].typical = 4096 // any positive guess
		v.prepare(path)
		if !v.branch(l) {
			left = v.left(part, l)
		}
	}
	return left, true
}

// take chooses the options of a path, and returns the result. Only the last one
// costs a node and updates, and nothing does if the search is halted.
func (v *solver) take(path []engine.Step) int {
	v.reset()
	if len(path) == 0 {
		v.Node(0)
	}
	updates := v.Updates
	result := open
	for l, step := range path {
		now, next := v.follow(path, l, updates)
		if next == nil {
			return halted
		}
		result = v.try(now, next, step.Option)
	}
	return result
}

// follow prepares step l of a path, and returns the levels above and below it, or nil if the
// search is halted. updates is their number before the path, to which the last step resets them.
func (v *solver) follow(path []engine.Step, l int, updates int64) (now, next *level) {
	if v.Halted(v.effort) {
		v.Updates = updates
		return nil, nil
	}
	if l == len(path)-1 {
		v.Updates = updates
		v.Node(l + 1)
	}
	v.chosen[l] = path[l].Option
	now, next = v.levels[l], v.level(l+1)
	next.frame, next.live = now.frame, next.own[:now.frame.words]
	return now, next
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

// nodes returns the nodes at which the search has stopped: that of a part on
// level base, and those on the levels below.
func (v *solver) nodes(part engine.Part, base int) []engine.Part {
	nodes := []engine.Part{part}
	for l := base; l < v.stopped; l++ {
		level := v.levels[l]
		nodes = append(nodes, nodes[l-base].Child(engine.Step{Item: level.item, Option: v.chosen[l]}, level.degree))
	}
	return nodes
}

// below adds to a list the children of a node on level l, from the current one
// on, or after it.
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
			option := f.global[*f.option(64*w + int32(bits.TrailingZeros64(live)))]
			parts = append(parts, node.Child(engine.Step{Item: now.item, Option: option}, now.degree))
		}
	}
	return parts
}
