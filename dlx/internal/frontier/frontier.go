// The problem. How many exact covers are there, when there are far too many to
// visit them? The 12988816 ways to put dominoes on a chessboard are made from
// a few thousand different situations.
//
// The source. Counting with a broken profile, as it has been done for dominoes
// and other tiles since the 1970s; the same as the layers of the decision
// diagram of all solutions in Knuth's section 7.1.4, each merged and thrown
// away before the next is complete. Secondary items and colors are ours.
//
// The idea. Put the primary items in a row, and always cover the first one
// that is not covered. Then all that matters of the past is which of the
// following items are covered already. Sweep along the row; at each item keep a
// table of the different situations, and in how many ways each arises.
//
//	table[i] = the situations in which i is the first uncovered item
//	for each i, each situation in table[i] and each option that begins with i:
//		if the option fits, add the number of ways to the situation it leads to
//
// A situation is a word of bits, counted from the item i: bit d is set if item
// i+d is covered. An option reaches from its first item to its last, and the
// farthest of these reaches must stay below 64, or below 128 if a situation is
// given two words.
//
// Secondary items have places in the row too, behind the last item from which
// an option begins that wants them: from there on it does not matter whether
// they are covered, and their bit falls off the word, so that situations that
// differ in nothing else become one. A bit of a secondary item with colors
// stands for a color, and is set if options that want this color are blocked;
// then a choice of color c sets all bits of the item but that of c.
//
// An example. Items a, b, c, d and the options "a b", "b c", "c d", "a d".
// table[a] = {0000: 1}; "a b" leads to table[c] = {00: 1}, and "a d" to
// table[b] = {001: 1} (written from the right: the lowest bit is b). From
// there "b c" covers all; so does "c d" from the other. Two ways.
//
// The invariants:
//
//   - a table at item i has no two equal situations, and in all of them item i
//     is uncovered and all items before it are covered;
//   - the numbers in all tables, and the number of finished covers, count
//     different beginnings of covers, each once.
//
// The cost. A few nanoseconds for each situation and option, and 15 for each
// that fits; less where the rows of a board repeat, see lanes.go. The number of
// situations can double with each item that is in flux, that is, reached by
// an option that begins before it. The order of items decides about that; we
// try the order of the problem, and one that takes next the item that puts the
// fewest others into flux (order.go).

// Package frontier counts the solutions of exact cover problems without
// visiting them, by sweeping over the items and merging equal situations. It
// handles secondary items and colors, not multiplicities.
//
// It is for pieces that can be used again and again, and for other problems
// with narrow fronts, where it is thousands of times as fast as any search.
// Distinct pieces have wide fronts, and then it is of no use: each set of
// pieces used is a situation of its own. NewPlan tells. Its nodes are
// situations, and its updates are options tried on them.
package frontier

import (
	"errors"
	"math/big"

	"polka/dlx/internal/engine"
)

// ErrWide is the error of a search that was given up since there were more
// situations than allowed.
var ErrWide = errors.New("the front is too wide to count by sweeping")

// A sweep is a count on its way.
type sweep struct {
	plan  *Plan
	s     *engine.Search
	place int   // what is being swept
	base  int64 // updates of s before the sweep,
	most  int64 // and how many more there may be
	hoped int64 // of them, before it is looked at again whether to go on
	store store

	patience Patience  // nil if most says all
	toil     float64   // work at the places that are done,
	tried    int64     // and updates,
	arcs     int64     // and situations led to since then
	marks    []float64 // toil before each place

	tables []*table // by place, nil if there are no situations
	at     int      // where in tables[place] to go on
	lanes  *lanes   // in place of the tables, where rows repeat
	direct bool     // whether no lanes are wanted any more
	nodes  int64    // at the place, which s does not know of yet
	done   []uint64 // how many covers are complete
	saved  []byte   // the last state that was written down
	before float64  // what fraction of the sweep was done in the state from which it goes on
}

// Count adds the number of solutions to s.Bulk. It gives up, with s.Err =
// ErrWide, when it has made more than so many updates, or a tenth of them and it
// looks as if it would, or when the memory is full. If it is stopped, it leaves
// in s.Rest a state; if it finds one there, it goes on from it, with the limit
// of updates that it had, or ends with s.Err = engine.ErrState.
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

// count sweeps, and tells the search what has come of it.
func (w *sweep) count() {
	s := w.s
	s.Name, s.Rest = "frontier", nil
	s.Watch(w.progress, w.open)
	switch {
	case w.run():
		s.Bulk.Add(&s.Bulk, value(w.done))
		s.Progress = 1
	case s.Err != ErrWide:
		s.Rest = w.left()
		s.Progress = 1 - s.Rest[0].Weight
	}
}

// begin begins a sweep at the first place.
func (plan *Plan) begin(s *engine.Search, updates int64) *sweep {
	w := &sweep{plan: plan, s: s, most: updates, hoped: min(firstAsked, updates), base: s.Updates, store: store{limit: s.Room() / 8}, tables: make([]*table, plan.places+1), done: []uint64{0}}
	w.tables[0] = newTable(smallest, plan.wide, &w.store)
	w.tables[0].add(mask{1, 0}, []uint64{1})
	return w
}

// run sweeps on to the end of the row.
func (w *sweep) run() bool {
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

// plain sweeps over the places before another, each by its table.
func (w *sweep) plain(until int) bool {
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

// pass counts the nodes of a place that is done.
func (w *sweep) pass() {
	w.toil, w.tried, w.arcs = w.work(), w.spent(), 0
	w.s.AddNodes(w.place, w.nodes)
	w.nodes = 0
}

// spread leads the situations at a place on to where they belong.
func (w *sweep) spread(t *table) bool {
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
		situation, ways := t.at(t.slots, w.at), t.slots[w.at+t.key:w.at+t.stride]
		situation.lo &^= 1
		for i := range begins {
			o := &begins[i]
			if situation.hits(o.needs) {
				continue
			}
			next := situation.or(o.blocks)
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

// goOn reports whether there is still time, and memory, for a situation with so
// many options.
func (w *sweep) goOn(options int) bool {
	if !w.s.Tick(int64(8*options + 8)) {
		return false
	}
	if w.spent() > w.hoped && !w.allowed() || !w.store.fits(0) {
		w.s.Err = ErrWide
		return false
	}
	return true
}

// spent is how many updates there have been.
func (w *sweep) spent() int64 { return w.s.Updates - w.base }

// finish counts covers that are complete.
func (w *sweep) finish(ways []uint64) {
	for len(w.done) < len(ways) {
		w.done = append(w.done, 0)
	}
	if addTo(w.done, ways) {
		w.done = append(w.done, 1)
	}
}

// value is a number as others write it.
func value(n []uint64) *big.Int {
	v, word := new(big.Int), new(big.Int)
	for i := len(n) - 1; i >= 0; i-- {
		v.Or(v.Lsh(v, 64), word.SetUint64(n[i]))
	}
	return v
}

// smallest and largest are the logarithms of the sizes of new tables. Between
// them, one gets half the size of the table that feeds it.
const smallest, largest = 6, 16
