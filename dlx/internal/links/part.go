// SPDX-License-Identifier: BSD-3-Clause

// The problem. A search can be stopped at any moment and resumed later,
// elsewhere or by several processors, and the sums of its counters must be
// those of a search that is not stopped: solutions, nodes, updates, cleansings.
//
// The idea. When the search stops, the choices on all levels are known. What is
// left are the choices after them: those of the deepest level first, then those
// of the level above, and so on. Each is described by the path that leads to
// it. To resume, a worker makes the steps of the path again, counting only the
// last one, searches below it, and undoes the steps.
//
// The invariants. When a search has stopped, the item to branch on is chosen,
// covered and counted on each level of the path; the choices made are counted,
// and those that are left are not.

package links

import "polka/dlx/internal/engine"

// A worker searches the parts that it is given.
type worker struct{ d *dance }

func newWorker(p *engine.Problem, s *engine.Search) *worker {
	w := &worker{newDance(p, s)}
	if p.High != nil {
		w.d.bound, w.d.slack = bounds(p)
	}
	return w
}

// NewWorker returns a function that makes workers. They need only a copy of the
// problem, whatever their limit of memory.
func Workers(p *engine.Problem) func(bytes int) engine.Worker {
	return func(int) engine.Worker { return newWorker(p, nil) }
}

// Solve searches a part: see engine.Worker.
func (w *worker) Solve(part engine.Part, s *engine.Search) (left []engine.Part, ok bool) {
	d := w.d
	d.Search = s
	d.updates, d.cleansings, d.looks, d.ticked = 0, 0, 0, 0
	path := part.Path.Steps()
	base := len(path)
	here := 0
	for here < base && d.step(here, path[here]) {
		here++
	}
	if here == base {
		left = d.below(part, base)
	}
	updates, cleansings := d.updates, d.cleansings
	trace := d.trace
	d.trace = nil
	for here--; here >= 0; here-- {
		d.back(here)
	}
	d.trace = trace
	s.Updates += updates
	s.Cleansings += cleansings
	return left, true
}

// Fitting returns a function that reports whether a path exists in the search
// tree of a problem. It is for paths from outside. Each call goes back only to
// where the path diverges from the one before.
func Fitting(p *engine.Problem) func(path []engine.Step) bool {
	d := newWorker(p, &engine.Search{}).d
	var gone []engine.Step
	return func(path []engine.Step) bool {
		same := 0
		for same < len(gone) && same < len(path) && gone[same] == path[same] {
			same++
		}
		for l := len(gone) - 1; l >= same; l-- {
			d.back(l)
		}
		gone = gone[:same]
		for l := same; l < len(path) && d.step(l, path[l]); l++ {
			gone = append(gone, path[l])
		}
		return len(gone) == len(path)
	}
}

// below searches a part on level base whose steps have been made, and returns
// the parts that are left.
func (d *dance) below(part engine.Part, base int) (left []engine.Part) {
	level := 0
	if d.bound == nil {
		level = d.exact(base)
	} else {
		level = d.multiple(base)
	}
	if level < base {
		return nil
	}
	trace := d.trace
	d.trace = nil
	solved := d.next[0] == 0
	if d.bound != nil {
		i, _ := d.chooseMultiple()
		solved = i == 0
	}
	nodes := []engine.Part{part} // the current nodes: on level base, and below
	for l := base; l < level; l++ {
		nodes = append(nodes, d.child(nodes[l-base], l))
	}
	if !solved { // this node has been counted, its children have not
		left = d.children(nodes[level-base], level)
	}
	for level--; level >= base; level-- {
		left = d.siblings(left, nodes[level-base], level)
		d.back(level)
	}
	d.trace = trace
	return left
}

// children lists the parts below a node on level l, and counts the work of
// branching there.
func (d *dance) children(node engine.Part, l int) (parts []engine.Part) {
	if d.bound == nil {
		i := d.choose()
		d.cover(i)
		d.enter(l, i)
		parts = d.siblings(nil, node, l)
		d.uncover(i)
		return parts
	}
	i, degree := d.chooseMultiple()
	if degree <= 0 {
		return nil
	}
	d.prepare(l, i)
	updates, cleansings := d.updates, d.cleansings
	d.try(l)
	parts = d.siblings([]engine.Part{d.child(node, l)}, node, l)
	d.back(l)
	d.updates, d.cleansings = updates, cleansings
	return parts
}

// siblings adds to a list the parts below a node on level l that come after the
// choice there. It counts nothing.
func (d *dance) siblings(parts []engine.Part, node engine.Part, l int) []engine.Part {
	x := d.choice[l]
	i := d.node[x].item
	if d.bound == nil {
		for y := d.node[x].down; y != i; y = d.node[y].down {
			d.choice[l] = y
			parts = append(parts, d.child(node, l))
		}
		d.choice[l] = x
		return parts
	}
	// Try them, and then undo that.
	if x == i {
		return parts // nothing comes after the null choice
	}
	updates, cleansings := d.updates, d.cleansings
	for d.retry(l) {
		parts = append(parts, d.child(node, l))
	}
	d.prepare(l, i)
	d.try(l)
	for d.choice[l] != x {
		d.retry(l)
	}
	d.updates, d.cleansings = updates, cleansings
	return parts
}

// child returns the part that the choice on level l leads to, from the given node.
func (d *dance) child(node engine.Part, l int) engine.Part {
	x := d.choice[l]
	i := d.node[x].item
	step := engine.Step{Item: i - 1, Option: engine.Null}
	if x != i {
		step.Option = d.option(x)
	}
	return node.Child(step, d.degree[l])
}

// step makes a step on level l. It counts nothing but the choice of the option,
// and reports false if the step is not possible.
func (d *dance) step(l int, step engine.Step) bool {
	i := step.Item + 1
	d.level = l
	if d.next[d.prev[i]] != i || d.bound != nil && d.bound[i] == 0 {
		return false // it is not active
	}
	if d.bound == nil {
		d.cover(i)
		d.updates, d.cleansings = 0, 0
		for x := d.node[i].down; x != i; x = d.node[x].down {
			if d.option(x) == step.Option {
				d.enter(l, x)
				d.commit(x)
				return true
			}
		}
		d.uncover(i)
		return false
	}
	d.prepare(l, i)
	d.updates, d.cleansings = 0, 0
	made := d.try(l)
	if !made {
		d.restore(l)
	}
	for ; made; made = d.retry(l) {
		x := d.choice[l]
		if x == i && step.Option == engine.Null || x != i && d.option(x) == step.Option {
			return true
		}
		d.updates, d.cleansings = 0, 0
	}
	return false
}

// back undoes the choice on level l, and the branching there.
func (d *dance) back(l int) {
	x := d.choice[l]
	i := d.node[x].item
	switch {
	case d.bound == nil:
		d.uncommit(x)
		d.uncover(i)
	case x != i:
		d.uncommit(x)
		d.restore(l)
	default:
		d.reactivate(i)
		d.restore(l)
	}
}
