// SPDX-License-Identifier: BSD-3-Clause

// The problem. Where colors are fixed by a few choices, as in satisfiability, most nodes have
// one option that excludes nothing: its colors were given before, and its items have no other
// live option. A step would process a whole row to find that out, and to find the next such
// item.
//
// The idea. If the item to branch on has one live option, look at the entries of that option.
// It excludes nothing if each of its primary items has no other live option, and each of its
// secondary items has its color from an option chosen before. Then choosing it only closes its
// primary items, and the item to branch on next is the next one in the order of items with one
// live option: the search would choose the same. If there is no such item, an ordinary step
// finds the item with the fewest options. So a run of such choices looks once at each item.
//
// The invariants. The levels of a run share one row, whose head loses the bits of the items that
// are closed: that is harmless on the levels above, which have no other option to try. The row
// of the root is kept for other searches; so a run does not begin there. given[i] is true if
// secondary item i has its color from one of the chosen options.
//
// The counters do not depend on it: nodes and updates count as if the steps had been made.
//
// An example. Clauses "a x:1", "a x:2", "b x:1 y:1", "b x:1 y:2", "c x:1", "c x:2": once "a x:1"
// and "b x:1 y:1" are chosen, "c x:1" excludes nothing.
//
// The cost. 10 to 20 ns for such a node, instead of some hundred for a step. In sat50 of
// docs/benchmarks.md two of three nodes are of this kind, and 88 thousand steps remain for 399
// thousand nodes. Where looking for them costs more than it saves, it ends soon.

package bits

import (
	"math/bits"
	"slices"

	"polka/dlx/internal/engine"
)

// A run is what is needed to find choices that exclude nothing.
type run struct {
	on    bool    // whether such choices are looked for
	tried bool    // whether that was just done on the current level
	free  bool    // whether the choice above the current level excludes nothing
	loss  int     // what it has cost lately, see cost
	base  int     // the level of the part that is searched
	given []bool  // see above
	trail []int32 // the items that are given
	after []int   // after[l] is how many of them there are above level l
}

// The costs of looking for such choices, in ns: on each level, for each entry of the option
// chosen, and for a try. What a choice saves is estimated from the words of a row. When the sum
// reaches maxLoss, the solver stops looking for them.
const (
	perLevel = 4
	perEntry = 3
	perTry   = 10
	maxLoss  = 1 << 18
)

// cost adds to the costs, which are never negative.
func (r *run) cost(units int) {
	if r.loss = max(r.loss+units, 0); r.loss > maxLoss {
		r.on = false
	}
}

// perFree is the work of such a choice, in words of a row.
const perFree = 16

// prepare looks for such choices below a path, if there are colors.
func (v *solver) prepare(path []engine.Step) {
	r := &v.run
	if r.given == nil && v.colors {
		r.on, r.given = true, make([]bool, v.p.Items)
	}
	if !r.on {
		return
	}
	r.takeBack(0)
	for _, step := range path {
		v.give(step.Option)
	}
	r.base, r.tried, r.free = len(path), false, false
	r.note(r.base)
}

// enter gives the option chosen above level l its colors, unless it excludes nothing: then they are
// given already.
func (v *solver) enter(l int) {
	r := &v.run
	switch {
	case r.free:
		r.free = false
		r.note(l)
	case l > r.base:
		r.takeBack(r.after[l-1])
		v.give(v.chosen[l-1])
		r.cost(perLevel + perEntry*len(v.p.Option(v.chosen[l-1])))
		r.note(l)
	}
}

// give gives the items of an option their colors.
func (v *solver) give(option int32) {
	r := &v.run
	for _, e := range v.p.Option(option) {
		if e.Color != 0 && !r.given[e.Item] {
			r.given[e.Item] = true
			r.trail = append(r.trail, e.Item)
		}
	}
}

// note sets after[l].
func (r *run) note(l int) {
	for l >= len(r.after) {
		r.after = append(r.after, 0)
	}
	r.after[l] = len(r.trail)
}

// takeBack undoes give, but for the first items.
func (r *run) takeBack(but int) {
	for _, i := range r.trail[but:] {
		r.given[i] = false
	}
	r.trail = r.trail[:but]
}

// free makes the choice on level l if it excludes nothing and is the only one for the item to
// branch on, and fills the next level. Otherwise it reports false.
func (v *solver) free(l int) bool {
	r := &v.run
	if r.tried {
		r.tried = false
		return false
	}
	v.enter(l)
	now, next := v.levels[l], v.levels[l+1]
	if now.degree > 1 || l == 0 {
		return false
	}
	r.cost(perTry)
	f, live := now.frame, now.live
	w := f.first[f.slot[now.item]]
	for live[w] == 0 {
		w += lanes
	}
	now.bit = 64*w + int32(bits.TrailingZeros64(live[w]))
	v.chosen[l] = f.global[*f.option(now.bit)]
	entries := v.p.Option(v.chosen[l])
	if !v.excludesNothing(now, entries) {
		return false
	}
	next.item = f.singleAfter(live, now.item)
	has := func(e engine.Entry) bool { return e.Item == next.item }
	for next.item != nobody && slices.ContainsFunc(entries, has) {
		next.item = f.singleAfter(live, next.item)
	}
	if next.item == nobody {
		return false
	}
	for _, e := range entries {
		if int(e.Item) < v.p.Primary {
			s := f.slot[e.Item]
			live[s/64] &^= 1 << (s % 64)
		}
	}
	r.cost(-f.words / 4)
	next.frame, next.live, next.degree = f, live, 1
	if v.lists {
		next.list = append(next.list[:0], now.list...)
	}
	r.free = true
	return true
}

// excludesNothing reports whether the option of the entries, the only one of the item to branch
// on, excludes nothing.
func (v *solver) excludesNothing(now *level, entries []engine.Entry) bool {
	primary, given := int32(v.p.Primary), v.run.given
	for _, e := range entries {
		switch {
		case e.Item >= primary:
			if e.Color == 0 || !given[e.Item] {
				return false
			}
		case e.Item != now.item && !now.frame.single(now.live, now.frame.slot[e.Item]):
			return false
		}
	}
	return true
}

// coast makes choices that exclude nothing, after free has made the first one on level l, and
// continues the search below them. It reports whether the search should continue.
func (v *solver) coast(l int) bool {
	for more := true; more; more = v.free(l) {
		if !v.Tick(perFree) {
			v.stopped, v.untried = l, true
			return false
		}
		v.Updates += v.effort
		l++
		v.Node(l)
		v.level(l + 1)
	}
	v.run.tried = true
	more := v.branch(l)
	v.run.tried = false // if the solutions below were counted without looking for a choice
	return more
}

// singleAfter returns the first open item after another one that has one live option, if there
// is one.
func (f *frame) singleAfter(live []uint64, item int32) int32 {
	if !f.even {
		for i, s := range f.slot[item+1:] {
			if s >= 0 && live[s>>6]>>(uint(s)&63)&1 != 0 && f.single(live, s) {
				return item + 1 + int32(i)
			}
		}
		return nobody
	}
	s := f.slot[item]
	words := live[f.head:]
	open := live[s>>6] &^ (2<<(s&63) - 1)
	for h := int(s >> 6); ; open = live[h] {
		for ; open != 0; open &= open - 1 {
			s := h<<6 + bits.TrailingZeros64(open)
			if word := words[s]; word&(word-1) == 0 {
				return int32(f.key[s])
			}
		}
		if h++; h >= f.heads {
			return nobody
		}
	}
}
