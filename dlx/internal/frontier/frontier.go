// SPDX-License-Identifier: BSD-3-Clause

// The problem. How many exact covers are there, if there are far too many to visit?
// The 12988816 ways to put dominoes on a chessboard are made from a few thousand
// different states.
//
// The source. Counting with a broken profile, as has been done for dominoes and
// other tiles since the 1970s. It visits the layers of the decision diagram of all
// solutions in Knuth's section 7.1.4, but merges each layer and discards it before
// the next one is complete. Secondary items and colors are ours.
//
// The idea. Put the primary items in a row, and always cover the first item that is
// not covered. Then the only part of the past that matters is which of the following
// items are already covered: the state. Go along the row and keep at each item a
// table of the different states and the number of ways to reach each.
//
//	table[i] = the states in which i is the first uncovered item
//	for each i, each state in table[i] and each option that begins with i:
//		if the option fits, add the number of ways to the state it leads to
//
// The tables that are not empty are the frontier. A state is a word of bits, counted
// from the item i: bit d is set if item i+d is covered. An option reaches from its
// first item to its last; the longest reach must be below 64, or below 128 if a
// state has two words.
//
// Secondary items have places in the row too, after the last item from which an
// option with them begins: beyond that place it does not matter whether they are
// covered. Their bit leaves the word there, so that states that differ in nothing
// else become equal. A bit of a secondary item with colors stands for a color, and
// is set if options with this color are blocked; so the choice of color c sets all
// bits of the item except that of c.
//
// An example. Items a, b, c, d and the options "a b", "b c", "c d", "a d".
// table[a] = {0000: 1}; "a b" leads to table[c] = {00: 1}, and "a d" to
// table[b] = {001: 1} (written from the right: the lowest bit is b). From
// there "b c" covers everything; so does "c d" from the other. Two ways.
//
// The invariants:
//
//   - the states in a table at item i are different, and in all of them item i is
//     uncovered and all items before it are covered;
//   - the numbers in all tables, and the number of complete covers, count
//     different beginnings of covers, each once.
//
// The cost. A few nanoseconds for each state and option, and 15 for each option that
// fits; less where the rows of a board repeat, see lanes.go. The number of states
// can double with each item that is in flux, that is, reached by an option that
// begins before it. It depends on the order of the items; we try the order of the
// problem, and a greedy order that brings the fewest items into flux (order.go).

// Package frontier counts the solutions of exact cover problems without visiting
// them: it processes one item after the other and merges equal states. It handles
// secondary items and colors; with multiplicities it processes one option after the other,
// see ranges.go.
//
// It is for pieces that can be used any number of times, and for other problems with
// a narrow frontier, where it is thousands of times as fast as any search. If pieces
// are distinct, the frontier is wide, because each set of used pieces is a state of
// its own. NewPlan and NewRanges report whether a problem is suitable. Nodes are states, and
// updates are options tried on them.
package frontier

import (
	"errors"

	"polka/dlx/internal/engine"
	"polka/internal/bigint"
)

// ErrWide is the error of a count that was given up because there were more states
// than allowed.
var ErrWide = errors.New("the frontier is too wide")

// A counter is a count in progress.
type counter struct {
	plan  *Plan
	s     *engine.Search
	place int   // the place that is being processed
	base  int64 // updates of s before the count,
	most  int64 // and how many more are allowed
	hoped int64 // of them, before the next decision whether to continue
	store store

	patience Patience  // nil if there is no limit but most
	toil     float64   // work at the places that are done,
	tried    int64     // and updates,
	arcs     int64     // and states led to since then
	marks    []float64 // toil before each place

	tables []*table // by place, nil if there are no states
	at     int      // where in tables[place] to continue
	lanes  *lanes   // used instead of the tables where rows repeat
	direct bool     // whether lanes are no longer used
	nodes  int64    // at the place, not yet counted in s
	done   []uint64 // the number of complete covers
	saved  []byte   // the last state that was saved
	before float64  // the fraction that was done when the count was resumed
}

// Count adds the number of solutions to s.Bulk. It gives up with s.Err = ErrWide
// after the given number of updates, after a tenth of them if it is likely to need
// more, or when the memory is full. If it is stopped, it leaves its state in s.Rest.
// If there is a state in s.Rest, it continues from there with the limit of that
// count, or ends with s.Err = engine.ErrState.
func (plan *Plan) Count(s *engine.Search, updates int64) {
	w := plan.begin(s, updates)
	if len(s.Rest) > 0 {
		if state := s.Rest[0].Kept(); state != nil {
			var ok bool
			if w, ok = plan.resume(s, state); !ok {
				s.Err = engine.ErrState
				return
			}
		}
	}
	w.count()
}

// count, and stores the result in the search.
func (w *counter) count() {
	s := w.s
	s.Name, s.Rest = "frontier", nil
	s.Watch(w.progress, w.open)
	switch {
	case w.run():
		s.Bulk.Add(&s.Bulk, bigint.OfWords(w.done...))
		s.Progress = 1
	case s.Err != ErrWide:
		s.Rest = w.left()
		s.Progress = 1 - s.Rest[0].Weight
	}
}

// begin returns a counter at the first place.
func (plan *Plan) begin(s *engine.Search, updates int64) *counter {
	w := &counter{plan: plan, s: s, most: updates, hoped: min(firstAsked, updates), base: s.Updates, store: store{limit: s.Room() / 8}, tables: make([]*table, plan.places+1), done: []uint64{0}}
	w.tables[0] = newTable(smallest, plan.wide, &w.store)
	w.tables[0].add(mask{1, 0}, []uint64{1})
	return w
}

// run counts to the end of the row.
func (w *counter) run() bool {
	for w.place < w.plan.places {
		run, ok := run{}, false
		if !w.direct {
			run = w.plan.repeats(w.place)
		}
		if run.to > w.place {
			ok = w.along(run)
		} else {
			ok = w.plain(w.place + 1)
		}
		if !ok {
			w.pass()
			return false
		}
	}
	if w.store.full {
		w.s.Err = ErrWide
	}
	return !w.store.full
}

// plain processes the places before another one, each with its table.
func (w *counter) plain(until int) bool {
	for ; w.place < until; w.place++ {
		t := w.tables[w.place]
		if t == nil {
			continue
		}
		w.mark()
		if !w.spread(t) {
			return false
		}
		t.close()
		w.tables[w.place], w.at = nil, 0
		w.pass()
	}
	return true
}

// pass counts the nodes of a place that has been processed.
func (w *counter) pass() {
	w.toil, w.tried, w.arcs = w.work(), w.spent(), 0
	w.s.AddNodes(w.place, w.nodes)
	w.nodes = 0
}

// spread adds the numbers of the states at a place to those of their successors.
func (w *counter) spread(t *table) bool {
	s, places, begins, optional := w.s, w.plan.places, w.plan.begins[w.place], w.plan.optional[w.place]
	far := half
	if w.plan.wide {
		far = reach
	}
	for ; w.at < len(t.slots); w.at += t.stride {
		if t.slots[w.at] == 0 {
			continue
		}
		if !w.goOn(len(begins)) {
			return false
		}
		w.nodes++
		s.Updates += int64(len(begins))
		state, ways := t.at(t.slots, w.at), t.slots[w.at+t.key:w.at+t.stride]
		state.lo &^= 1
		for i := range begins {
			o := &begins[i]
			if state.hits(o.needs) {
				continue
			}
			next := state.or(o.blocks)
			d := min(next.or(optional).ones(), far)
			j := w.place + d
			if d == far {
				j = w.plan.primary[min(j, places)]
			}
			if j >= places {
				w.finish(ways)
				continue
			}
			to := w.tables[j]
			if to == nil {
				to = newTable(min(max(smallest, 63-t.shift), largest), w.plan.wide, &w.store)
				w.tables[j] = to
			}
			next = next.after(d)
			next.lo |= 1
			to.add(next, ways)
			w.arcs++
		}
	}
	return true
}

// goOn reports whether there is time and memory left for a state with the given
// number of options.
func (w *counter) goOn(options int) bool {
	if !w.s.Tick(int64(8*options + 8)) {
		return false
	}
	if w.spent() > w.hoped && !w.allowed() || !w.store.fits(0) {
		w.s.Err = ErrWide
		return false
	}
	return true
}

// spent returns the number of updates so far.
func (w *counter) spent() int64 { return w.s.Updates - w.base }

// finish counts covers that are complete.
func (w *counter) finish(ways []uint64) {
	for len(w.done) < len(ways) {
		w.done = append(w.done, 0)
	}
	if addTo(w.done, ways) {
		w.done = append(w.done, 1)
	}
}

// smallest and largest are the logarithms of the sizes of new tables. Between
// them, one gets half the size of the table that feeds it.
const smallest, largest = 6, 16
