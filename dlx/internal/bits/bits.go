// SPDX-License-Identifier: BSD-3-Clause

// The problem. Exact cover with secondary items and colors, when the search is
// long enough to be worth some preparation.
//
// The source. Our own; the idea of keeping, for each variable, the set of its
// live values in machine words is that of bit-parallel forward checking: R. M.
// Haralick and G. L. Elliott, Increasing tree search efficiency for constraint
// satisfaction problems, Artificial Intelligence 14 (1980), DOI
// 10.1016/0004-3702(80)90051-X. The tree is that of Knuth's Algorithm C.
//
// The idea. Whether a set of options can be chosen together is decided by
// looking at pairs (engine.Problem.Compatible says why). So each primary item
// has a row of bits, one for each of its options, which is set if the option is
// live; and each option k has a row of the same layout, conflict[k], of the
// bits of all options that cannot be chosen together with it. Choosing k means
//
//	live = live AND NOT conflict[k]
//
// for the words of the items that are still open, one after the other. The same
// loop counts what is left, gives up at the first item that has nothing left,
// and finds the item with the fewest live options, on which to branch next. The
// result goes to the next level's row, so that nothing needs to be undone.
//
// An example. Items a, b, c and the options 0: "a b", 1: "b c", 2: "c", 3: "a".
// The words of a, b, c have bits for the options (0 3), (0 1), (1 2);
// conflict[0] is (1 1), (1 1), (1 0), written from the lowest bit, since option
// 0 excludes itself, 3 and 1. Choosing 0 leaves the bits (0 1) of item c: only
// option 2 is live.
//
// The invariants, on every level:
//
//   - the head of the row has the bits of the items that no chosen option
//     contains: they are open;
//   - the words of an open item have exactly the bits of the options that
//     contain it and are compatible with all chosen ones;
//   - the words of other items are undefined.
//
// Rows of conflicts are built when an option is chosen for the first time, and
// kept as long as they fit the memory allowed; this makes large problems with
// small trees feasible. Below nodes with many descendants they are compacted:
// see frame.go. The work at a node, the step, uses vector instructions where
// the processor has them: see step.go.
//
// The cost. A node costs a nanosecond or two for each word of the open items,
// one word for up to 64 live options of an item, and an eighth of that with
// vectors of eight words; see docs/benchmarks.md. Searches of a few hundred
// nodes do not repay the rows, and items with only three or four options waste
// most of their words.

// Package bits solves exact cover problems, with secondary items, colors and
// multiplicities, by bitsets of live options.
//
// It makes the same choices as package links, so that it visits the same nodes
// and finds the same solutions in the same order, many times faster where the
// search is long. Its updates are the words of bits that it has processed.
package bits

import (
	"math"
	"math/bits"
	"slices"

	"polka/dlx/internal/engine"
)

// A layout holds what the solvers of a problem share: what is known before the search.
type layout struct {
	p      *engine.Problem
	root   frame   // without rows
	using  [][]use // using[i] lists the options with item i
	colors bool    // whether there are colors
	once   []bool  // once[i] is false if primary item i may be chosen several times
	bit    []int32 // bit[start[k]:start[k+1]] are the bits, in a row of the root, of option k
	start  []int32
	limits int // how many rows a frame has besides those of its options, see bounded.go
}

// A use is an option that contains an item, and the color that it gives it.
type use struct{ option, color int32 }

// A solver is the state of one search.
type solver struct {
	*engine.Search
	*layout
	root   frame
	room   int // the number of words that the rows of the root may still take
	levels []*level
	chosen []int32 // chosen[l] is the option chosen on level l

	effort  int64 // the words of a row at the root
	bulk    bool  // the solutions are only counted
	lists   bool  // whether levels have lists of slots
	stopped int   // the level on which the search stopped,
	untried bool  // before or after the option chosen there

	// For building rows and frames.
	used    map[uint64][]uint64 // see users
	adopted []int32             // adopted[q] == epoch if option q is in the frame being built,
	local   []int32             // and then local[q] is its number there
	epoch   int32
	sizes   []uint64

	tail tail
	run  run
}

// A level is what is known once its number of options has been chosen.
type level struct {
	frame *frame   // the layout of the row
	live  []uint64 // the row
	list  []int32  // slots of open items, the tightest first, if there are no vectors
	rest  []int32  // for building list

	item, degree int32 // the item to branch on, and its number of choices
	size         int32 // with multiplicities: the number of live options of the item
	bit          int32 // the bit, in the row, of the option chosen, or to be chosen next

	own     []uint64 // room for a row in the frame of the level before
	within  *frame   // a frame of this level's own, and room for a row in it
	packed  []uint64
	typical int64 // how many nodes a node on this level has below it
}

// newLayout computes the rows of the root.
func newLayout(p *engine.Problem) *layout {
	options := p.Options()
	y := &layout{
		p:      p,
		using:  make([][]use, p.Items),
		once:   make([]bool, p.Items),
		bit:    make([]int32, 0, len(p.Entries)),
		start:  make([]int32, 1, options+1),
		colors: slices.ContainsFunc(p.Entries, func(e engine.Entry) bool { return e.Color != 0 }),
	}
	y.list()
	for i := range y.once {
		y.once[i] = p.High == nil || i >= p.Primary || p.High[i] == 1
	}
	sizes := make([]uint64, p.Primary)
	for i := range sizes {
		sizes[i] = uint64(i)<<32 | uint64(len(y.using[i]))
	}
	f := &y.root
	f.lay(p.Primary, sizes)
	rank := make([]int32, p.Primary)
	for k := range int32(options) {
		f.global = append(f.global, k)
		for _, e := range p.Option(k) {
			if i := e.Item; int(i) < p.Primary {
				bit := 64*(f.first[f.slot[i]]+lanes*(rank[i]/64)) + rank[i]%64
				rank[i]++
				*f.option(bit) = k
				y.bit = append(y.bit, bit)
			}
		}
		y.start = append(y.start, int32(len(y.bit)))
	}
	return y
}

// list lists the options of each item.
func (y *layout) list() {
	n := make([]int32, y.p.Items)
	for _, e := range y.p.Entries {
		n[e.Item]++
	}
	all := make([]use, len(y.p.Entries))
	for i := range y.using {
		y.using[i], all = all[:0:n[i]], all[n[i]:]
	}
	for k := range int32(y.p.Options()) {
		for _, e := range y.p.Option(k) {
			y.using[e.Item] = append(y.using[e.Item], use{k, e.Color})
		}
	}
}

// newSolver starts a search at the root. The rows of the root may take the
// given number of bytes.
func newSolver(y *layout, s *engine.Search, bytes int) *solver {
	p := y.p
	v := &solver{
		layout:  y,
		root:    y.root,
		room:    bytes / 8,
		effort:  int64(y.root.words),
		lists:   my.lists || p.High != nil,
		used:    map[uint64][]uint64{},
		adopted: make([]int32, p.Options()),
		local:   make([]int32, p.Options()),
	}
	v.show(s)
	v.root.forget(p.Options() + y.limits)
	root := v.level(0)
	root.frame, root.live = &v.root, root.own
	least := math.MaxInt
	for i := range p.Primary {
		slot := v.root.slot[i]
		root.live[slot/64] |= 1 << (slot % 64)
		n := len(y.using[i])
		for r := range n {
			root.live[int(v.root.first[slot])+lanes*(r/64)] |= 1 << (r % 64)
		}
		if n < least {
			least = n
			root.item, root.degree = int32(i), int32(n)
		}
	}
	v.reset()
	return v
}

// show sets the search that the solver reports to.
func (v *solver) show(s *engine.Search) {
	v.Search = s
	v.bulk = s != nil && s.Counts()
}

// reset forgets the best order of the items, the size of the tree, and any
// frame that the root was narrowed to, so that a search does not depend on what
// was done before.
func (v *solver) reset() {
	root := v.levels[0]
	root.frame, root.live = &v.root, root.own
	v.list(root)
	v.root.groups = append(v.root.groups[:0:0], v.layout.root.groups...)
	for _, level := range v.levels {
		level.typical = 0
	}
}

// level returns level l, and adds it if it is new.
func (v *solver) level(l int) *level {
	for l >= len(v.levels) {
		next := &level{own: newRow(v.root.words)}
		if v.lists {
			next.list, next.rest = make([]int32, v.p.Primary), make([]int32, v.p.Primary)
		}
		v.levels = append(v.levels, next)
		v.chosen = append(v.chosen, 0)
	}
	return v.levels[l]
}

// nobody stands for no item, option or slot.
const nobody = -1

// branch tries the live options of the item to branch on at level l. It reports
// whether the search should continue; if not, the levels say where it stopped.
func (v *solver) branch(l int) bool {
	now := v.level(l)
	next := v.level(l + 1)
	if now.typical > 16*my.worth {
		v.tighten(now)
	}
	f := now.frame
	if f.heads == 1 && v.bulk && now.live[0]&(now.live[0]-1) == 0 {
		v.leaves(l)
		return true
	}
	if now.degree == 1 && v.bulk && v.counted(l) {
		return true
	}
	if v.run.on && v.free(l) {
		return v.coast(l)
	}
	next.frame, next.live = f, next.own[:f.words]
	before := v.Nodes
	slot := f.slot[now.item]
	for w := f.first[slot]; w < f.end[slot]; w += lanes {
		for live := now.live[w]; live != 0; live &= live - 1 {
			now.bit = 64*w + int32(bits.TrailingZeros64(live))
			if !v.Tick(v.effort) {
				v.stopped, v.untried = l, true
				return false
			}
			v.Node(l + 1)
			switch v.try(now, next, *f.option(now.bit)) {
			case open:
				v.chosen[l] = f.global[*f.option(now.bit)]
				if !v.branch(l + 1) {
					return false
				}
				next.frame, next.live = f, next.own[:f.words] // if it was narrowed to a frame of its own
			case solved:
				v.chosen[l] = f.global[*f.option(now.bit)]
				if !v.Found(v.chosen[:l+1]) {
					v.stopped, v.untried = l, false
					return false
				}
			}
		}
	}
	now.typical += (v.Nodes - before - now.typical) / 4
	return true
}

// tighten narrows the frame, if that pays, and reports whether it did.
func (v *solver) tighten(now *level) bool {
	if now.within == nil {
		now.within = &frame{}
		now.packed = newRow(v.root.words)
	}
	row := v.narrow(now.within, now.frame, now.live, now.packed, now.typical)
	if row == nil {
		return false
	}
	now.frame, now.live = now.within, row
	v.list(now)
	return true
}

// list lists the slots that are open, for the steps that need it.
func (v *solver) list(now *level) {
	if !v.lists {
		return
	}
	now.list = now.list[:0]
	for h, open := range now.live[:now.frame.heads] {
		for ; open != 0; open &= open - 1 {
			now.list = append(now.list, int32(64*h+bits.TrailingZeros64(open)))
		}
	}
}

// leaves counts the solutions when one item is open: each of its live options.
func (v *solver) leaves(l int) {
	n := int64(v.levels[l].degree)
	v.Count += uint64(n)
	v.AddNodes(l+1, n)
	v.Tick(8) // the caller checks whether it is time to stop
}

// The results of choosing an option.
const (
	dead   = iota // an open item has no live option
	open          // there are open items, all with live options
	solved        // no item is open
	halted        // the search must stop before that is known
)

// try chooses option k of the frame of a level, and fills the next level, of
// the same frame, with what is left and the open item with the fewest live
// options, the first one if there are several. If the result is dead, the next
// level is undefined.
func (v *solver) try(now, next *level, k int32) int {
	row := now.frame.rows[k]
	if row == nil {
		row = v.row(now.frame, k)
	}
	v.Updates += v.effort
	best := my.step(now, next, row)
	switch {
	case best <= deadEnd:
		return dead
	case best == nothing:
		return solved
	}
	next.item, next.degree = int32(best), int32(best>>32)
	return open
}
