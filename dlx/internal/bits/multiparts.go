// SPDX-License-Identifier: BSD-3-Clause

// The problem. Parts of searches with multiplicities: see parts.go.
//
// The idea. A step on the way to a part says that an option was chosen for an
// item, and none of those before it in the problem: they are removed first, as
// if they had been tried. Or it says that none of the remaining options was
// chosen: then all are removed, and the item is closed.
//
// The invariants. Those of parts.go; and a level has lost the options that were
// tried on it if its item may be covered again, or need not be.

package bits

import (
	"math/bits"

	"polka/dlx/internal/engine"
)

// A multiworker searches parts of a problem with multiplicities.
type multiworker struct{ v *multisolver }

// Solve searches a part: see engine.Worker.
func (w *multiworker) Solve(part engine.Part, s *engine.Search) (left []engine.Part, ok bool) {
	v := w.v
	v.show(s)
	path := part.Path.Steps()
	l := len(path)
	switch v.take(path) {
	case open:
		v.levels[l].typical = 4096 // any positive guess
		if !v.branch(l) {
			left = v.left(part, l)
		}
	case halted:
		left = []engine.Part{part}
	case solved:
		v.found(l)
	}
	return left, true
}

// take follows a path and returns the result. Only the last step costs a node
// and updates.
func (v *multisolver) take(path []engine.Step) int {
	v.reset()
	copy(v.bound, v.p.High)
	v.weigh(&v.root)
	root := v.levels[0]
	root.frame, root.live = &v.root, root.own
	copy(root.live, v.fresh)
	updates := v.Updates
	result := v.step(v, root, root, v.none[:v.root.words])
	if len(path) == 0 {
		v.Node(0)
		return result
	}
	for l, step := range path {
		now, next := v.follow(path, l, updates)
		if next == nil {
			return halted
		}
		v.pass(now, step)
		if step.Option == null {
			result = v.close(now, next, v.root.slot[step.Item])
		} else {
			result = v.choose(now, next, step.Option)
		}
	}
	return result
}

// pass removes the options that were tried before a step.
func (v *multisolver) pass(now *level, step engine.Step) {
	if v.bound[step.Item] == 1 && v.slack[step.Item] == 0 {
		return // the others conflict with it
	}
	f := now.frame
	s := f.slot[step.Item]
	for w := f.first[s]; w < f.end[s]; w += lanes {
		for live := now.live[w]; live != 0; live &= live - 1 {
			k := *f.option(64*w + int32(bits.TrailingZeros64(live)))
			if k == step.Option {
				return
			}
			f.remove(now.live, k)
		}
	}
}

// left lists what is left of a part on level base when its search has stopped.
func (v *multisolver) left(part engine.Part, base int) (parts []engine.Part) {
	nodes := v.nodes(part, base)
	for l := v.stopped; l >= base; l-- {
		tried := l < v.stopped || !v.untried // the parts below are done, or listed already
		v.unchoose(l, tried)
		parts = v.rest(parts, nodes[l-base], l, tried)
	}
	return parts
}

// unchoose restores the bounds of level l, if an option is chosen there.
func (v *multisolver) unchoose(l int, chosen bool) {
	if !chosen || v.chosen[l] == null {
		return
	}
	for _, e := range v.p.Option(v.chosen[l]) {
		if int(e.Item) < v.p.Primary {
			v.bound[e.Item]++
		}
	}
}

// rest adds to a list the children of a node on level l for the choices that
// have not been made: from the current one on, or after it.
func (v *multisolver) rest(parts []engine.Part, node engine.Part, l int, after bool) []engine.Part {
	now := v.levels[l]
	if now.bit == end {
		return parts
	}
	add := func(option int32) {
		parts = append(parts, node.Child(engine.Step{Item: now.item, Option: option}, now.degree))
	}
	f := now.frame
	slot := f.slot[now.item]
	bound, slack := v.bound[now.item]-1, v.slack[now.item]
	tweaking := bound > 0 || slack > 0
	size := int32(0) // of what was not tried, and of what was tried last
	for w := f.first[slot]; w < f.end[slot]; w += lanes {
		size += int32(bits.OnesCount64(now.live[w]))
	}
	for w := now.bit / 64; w < f.end[slot]; w += lanes {
		for live := now.live[w]; live != 0; live &= live - 1 {
			bit := 64*w + int32(bits.TrailingZeros64(live))
			if bit < now.bit {
				continue // without tweaking, tried ones are there
			}
			if tweaking && size <= bound-slack {
				return parts
			}
			if bit > now.bit || !after {
				add(f.global[*f.option(bit)])
			}
			size--
		}
	}
	if tweaking && bound < slack {
		add(null)
	}
	return parts
}
