// SPDX-License-Identifier: BSD-3-Clause

// The problem. A search finds many facts again and again that could be found
// once, before it begins: that some option can never be chosen, that another
// one must be, that two items are equivalent. These facts alone often solve a
// sudoku.
//
// The source. D. E. Knuth, The Art of Computer Programming, Volume 4B (2022),
// section 7.2.2.1, on preprocessing, and his program DLX-PRE. For covering at
// minimum cost, such rules are in E. J. McCluskey, Minimization of Boolean
// functions, Bell System Technical Journal 35 (1956), DOI
// 10.1002/j.1538-7305.1956.tb03835.x. Constraint programming calls their result
// consistency: A. K. Mackworth, Consistency in networks of relations,
// Artificial Intelligence 8 (1977), DOI 10.1016/0004-3702(77)90007-8.
//
// The idea. Each of the other files of this package has a rule:
//
//	units.go       the most frequent case of the next one, and of the third but last
//	forced.go      an item with as many options as it needs: they are chosen
//	common.go      an item whose options all have another item, too
//	support.go     an option that leaves some item without options
//	redundant.go   items that forbid nothing
//	duplicate.go   options that are equal, or worse than others
//	components.go  items that have nothing to do with each other
//
// The first two are applied whenever an option has been removed, to the items
// that have lost it, until nothing changes; then the third, item by item, those
// with the fewest options first. Then redundant items and dominated options are
// removed. Parts divides the rest.
//
// If the only result is that fewer than one in six of the options are
// impossible, they stay. For then the search may become shorter or longer: it
// begins with other items, and its tree was 0.7 to 1.7 times as large on boards
// of pentominoes, where 6 to 13 in a hundred options were impossible. If some
// options are forced, then all that was removed stays removed, since a search
// for all solutions begins with the forced ones anyway.
//
// The invariants. At any moment the solutions of the problem are the options in
// forced together with the solutions of the rest: the live options, without
// removed items, with the remaining bounds. So we can stop whenever the work
// allowed is done, and the rest is correct, though it could be smaller. The
// work is counted, not timed, so that the same problem has the same core every
// time; all lists are processed in the order of the problem.
//
// If one solution is enough, the rule of support is not applied, and forced options count like
// removed ones. Searches for a first solution are short, or depend mostly on luck: see package dlx.
// The partridge of order 8 is found after 7330 nodes, but not in a hundred thousand when 132 of its
// 8492 options have been removed.
//
// The cost. Listing the options of each item takes four nanoseconds for an
// entry, and the rest about as long again: 0.15 ms for the pentominoes on 6 by
// 10, 0.3 ms for the 6000 options of xcc_wsq600, which then need no search.
// That is at most the cost of reading the problem from a file.
//
// An example. Of the options "a b", "b c", "c d" and "a", item d has only the
// third one, which is forced, and excludes the second; so b has only the first
// one, and that excludes the fourth.

// Package reduce makes problems smaller before they are solved.
//
// Root removes forced and impossible options, redundant items and dominated options,
// and Parts divides the rest into independent parts.
package reduce

import (
	"slices"

	"polka/dlx/internal/engine"
)

// A Core is a reduced problem, and what was found out about the whole.
type Core struct {
	// Subproblem is the reduced problem; its Problem is nil if nothing is left
	// to solve. Items and options are in the order of the whole, and both lists
	// are nil if nothing has changed, so that Problem is the whole.
	engine.Subproblem

	// Forced lists the options that every solution has, besides those of a
	// solution of Problem, in the order in which they were found.
	Forced []int32

	// Hopeless is a primary item that cannot be covered, so that there is no
	// solution, or engine.Null.
	Hopeless int32

	// Copies is how many solutions each solution of Problem stands for, because
	// of options that are equal.
	Copies uint64

	// Impossible is the number of options that are in no solution, Dominated of
	// those that others can replace, and Redundant of the items that exclude
	// nothing that the others do not. They are not in Problem.
	Impossible, Dominated, Redundant int
}

// A Wish is the purpose of a core.
type Wish int

const (
	Listing  Wish = iota // all solutions, one by one
	Counting             // the number of solutions
	AnyOne               // one solution, no matter which
)

// Work returns the number of units of work allowed for a problem: a unit takes about a nanosecond.
func Work(p *engine.Problem) int64 { return 1<<14 + 10*int64(len(p.Entries)) }

// few is the part of the options that must be removed for the search to be worth changing.
const few = 6

// Root reduces a problem as far as the allowed units of work suffice. It calls
// s.Tick to check whether to stop, and then returns what it has so far.
func Root(p *engine.Problem, wish Wish, work int64, s *engine.Search) *Core {
	c := begin(p, wish)
	if c.Problem == nil {
		return c
	}
	t := newTable(c.Problem, work, s)
	t.certain = len(c.Forced) > 0
	t.redundant()
	before := t.copy()
	t.settle()
	if wish != AnyOne {
		t.support()
	}
	if t.weak(wish) {
		before.work = t.work
		t = before
	}
	t.refill()
	t.redundant()
	t.equal(wish)
	return t.core().within(c)
}

// weak reports whether so little was removed that it is better to search the
// whole.
func (t *table) weak(wish Wish) bool {
	went := t.Impossible
	if wish == AnyOne {
		went += len(t.Forced)
	} else if t.certain || len(t.Forced) > 0 {
		return false
	}
	return t.Hopeless == engine.Null && went > 0 && went < t.p.Options()/few
}

// copy returns the current core.
func (t *table) copy() *table {
	u := *t
	u.low, u.high = slices.Clone(t.low), slices.Clone(t.high)
	u.gone, u.alive, u.left = slices.Clone(t.gone), slices.Clone(t.alive), slices.Clone(t.left)
	u.queue = nil
	return &u
}

// A table is a problem that is being reduced.
type table struct {
	p *engine.Problem
	s *engine.Search

	low, high   []int32 // the remaining bounds; 0 and 1 for secondary items
	gone        []bool  // gone[i]: item i is covered or redundant
	alive       []bool  // alive[k]: option k may still be chosen
	uses        []use   // uses[start[i]:start[i+1]] are the options with item i
	start, left []int32 // left[i] is how many of them are alive

	queue  []int32 // items that have lost an option since settle processed them
	queued []bool
	news   []bool // whether an item has lost one since support processed it

	work, unasked int64 // the remaining units, and those used since the last Tick

	certain bool // options of the whole were forced before this table was made

	grid
	Core

	// For comparing options: a stamp is valid if it is the epoch.
	epoch  int32
	mark   []int32 // of an item in the current option,
	tint   []int32 // which gives it this color
	stamp  []int32 // of an option
	seen   []int32 // of a color
	shared []place
}

// A use is an option that has an item, and the color that it gives it.
type use struct{ option, color int32 }

// A place is an item, and its index in an option.
type place struct{ item, at int32 }

// newTable lists the options of each item, and puts all items into the queue.
func newTable(p *engine.Problem, work int64, s *engine.Search) *table {
	options := p.Options()
	t := &table{
		p: p, s: s, work: work,
		low: make([]int32, p.Items), high: make([]int32, p.Items),
		gone: make([]bool, p.Items), alive: make([]bool, options),
		uses: make([]use, len(p.Entries)), start: make([]int32, p.Items+1), left: make([]int32, p.Items),
		queued: make([]bool, p.Items), news: make([]bool, p.Items),
		mark: make([]int32, p.Items), tint: make([]int32, p.Items), stamp: make([]int32, options),
	}
	t.Hopeless, t.Copies = engine.Null, 1
	colors := int32(0)
	for _, e := range p.Entries {
		t.left[e.Item]++
		colors = max(colors, e.Color)
	}
	t.seen = make([]int32, colors+1)
	for i, n := range t.left {
		t.start[i+1] = t.start[i] + n
	}
	next := append([]int32(nil), t.start...)
	for k := range int32(options) {
		t.alive[k] = true
		for _, e := range p.Option(k) {
			t.uses[next[e.Item]] = use{k, e.Color}
			next[e.Item]++
		}
	}
	for i := range int32(p.Items) {
		t.high[i] = 1
		if int(i) >= p.Primary {
			continue
		}
		t.low[i], t.high[i] = p.Bounds(i)
		t.lost(i)
	}
	t.spend(int64(len(p.Entries)))
	return t
}

// spend counts units of work and reports whether there is more to do.
func (t *table) spend(units int64) bool {
	t.work -= units
	if t.unasked += units; t.unasked >= engine.Patience {
		if !t.s.Tick(t.unasked) {
			t.work = 0
		}
		t.unasked = 0
	}
	return t.work > 0 && t.Hopeless == engine.Null
}

// refill allows some work for cheap rules, if the allowed work is used up, but
// the search has not been stopped.
func (t *table) refill() {
	if t.s.Err == nil {
		t.work = max(t.work, 4*int64(len(t.p.Entries)))
	}
}

// primary reports whether an item is primary.
func (t *table) primary(i int32) bool { return int(i) < t.p.Primary }

// list lists the options with an item, dead ones too.
func (t *table) list(i int32) []use { return t.uses[t.start[i]:t.start[i+1]] }

// lost records that an item has lost an option.
func (t *table) lost(i int32) {
	t.news[i] = true
	if !t.queued[i] {
		t.queued[i] = true
		t.queue = append(t.queue, i)
	}
	if t.left[i] < t.low[i] && t.Hopeless == engine.Null {
		t.Hopeless = i
	}
}

// kill removes an option from the problem, since it is in no solution.
func (t *table) kill(k int32) {
	t.Impossible++
	t.remove(k)
	for _, e := range t.p.Option(k) {
		if t.primary(e.Item) && !t.gone[e.Item] {
			t.lost(e.Item)
		}
	}
}

// remove removes an option from the lists.
func (t *table) remove(k int32) {
	t.alive[k] = false
	if t.living != nil {
		t.living[k/64] &^= 1 << (k % 64)
	}
	for _, e := range t.p.Option(k) {
		t.left[e.Item]--
	}
}

// settle applies the rules to items that have lost options until there are
// none.
func (t *table) settle() {
	for len(t.queue) > 0 && t.spend(1) {
		i := t.queue[0]
		t.queue = t.queue[1:]
		t.queued[i] = false
		switch {
		case t.gone[i], t.low[i] <= 0:
		case t.left[i] == t.low[i]:
			t.force(i)
		default:
			t.common(i)
		}
	}
}
