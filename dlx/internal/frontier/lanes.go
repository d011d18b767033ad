// SPDX-License-Identifier: BSD-3-Clause

// The problem. The rows of a board are alike, and so are the states in them;
// yet a count with hash tables tries the same options on the same states again,
// and looks up the results again, in each row.
//
// The idea. We say that the row of items repeats with a period, from some place
// to another, if the options that begin at a place, relative to it, are among
// those that begin a period earlier. All places that differ by multiples of the
// period share a lane. A lane numbers the states that occur at any of its
// places, and keeps for each of them the arcs to its successors, one for each
// option that fits. They are computed when the state occurs for the first time.
// From then on the count only adds numbers along arcs.
//
// An example. Dominoes on a board with 16 columns. The place of a square and
// that of the square below share a lane, and their options are "right" and
// "down", or "down" alone in the last column; in the last row "down" is
// missing, but nothing is new there. Each lane has at most 6435 states, and all
// of them, and their arcs, occur in the first rows.
//
// The invariants:
//
//   - the options of a place in the run are among those of the place a period
//     earlier, and between the two the same places are secondary items'; so an
//     arc is valid for all later places of the lane that have its option, unless
//     the row of items has ended;
//   - a number of ways is not 0 where the state occurs, and 0 elsewhere.
//
// The cost. About 2 ns for an arc, where hashing takes 15 ns; and 8 bytes for
// each arc, so that a run is ended when they fill half of the memory, and the
// count continues without lanes.

package frontier

import (
	"math"
	"math/bits"
	"slices"
)

// A run is a stretch of the row, from one place until before another, that
// repeats with a period.
type run struct{ from, to, period int }

// least is the number of places of a run that must have the options of the place
// a period earlier, so that switching to lanes and back pays.
const least = 12

// findRuns finds the runs of the row. It repeatedly takes the stretch that
// repeats and has the most places with exactly the options of the place a
// period earlier, if these are at least a quarter of it, and if it does not
// overlap one that was taken before. Otherwise few states recur.
func (plan *Plan) findRuns() {
	type stretch struct {
		run
		equal int
	}
	var all []stretch
	l := plan.lists()
	for period := 1; period < reach && 2*period < plan.places; period++ {
		for i := period; i < plan.places; i++ {
			now := stretch{run: run{from: i - period, period: period}}
			for ; i < plan.places && l.among(i, i-period); i++ {
				if l.name[i] == l.name[i-period] && len(plan.begins[i]) > 0 {
					now.equal++
				}
			}
			now.to = i
			if 4*now.equal >= now.to-now.from && now.equal >= max(period, least) {
				all = append(all, now)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b stretch) int { return b.equal - a.equal })
	for _, s := range all {
		if !slices.ContainsFunc(plan.runs, func(r run) bool { return s.from < r.to && r.from < s.to }) {
			plan.runs = append(plan.runs, s.run)
		}
	}
	slices.SortFunc(plan.runs, func(a, b run) int { return a.from - b.from })
}

// lists classifies the lists of options that begin at places.
type lists struct {
	plan  *Plan
	name  []int32 // equal for places with equal lists
	kinds int     // how many lists there are
	known []int8  // whether list a is a subset of list b, at a*kinds+b: 1 yes, -1 no; nil if too many
}

// lists compares the lists of options of all places.
func (plan *Plan) lists() *lists {
	l := &lists{plan: plan, name: make([]int32, plan.places)}
	first := map[uint64][]int32{} // places with lists of their own, by a hash of the list
	for i, options := range plan.begins {
		h := uint64(len(options))
		for _, o := range options {
			h = hash(mask{h ^ hash(o.needs), hash(o.blocks)})
		}
		same := slices.IndexFunc(first[h], func(j int32) bool { return slices.Equal(plan.begins[j], options) })
		if same >= 0 {
			l.name[i] = l.name[first[h][same]]
			continue
		}
		first[h] = append(first[h], int32(i))
		l.name[i] = int32(l.kinds)
		l.kinds++
	}
	if l.kinds <= 1<<10 {
		l.known = make([]int8, l.kinds*l.kinds)
	}
	return l
}

// among reports whether the options that begin at place i also begin at place
// j<i, and the same places after both are secondary items'.
func (l *lists) among(i, j int) bool {
	n := l.plan.places - i
	if a, b := l.name[i], l.name[j]; a != b {
		if l.known == nil {
			if !among(l.plan.begins[i], l.plan.begins[j]) {
				return false
			}
		} else {
			known := &l.known[int(a)*l.kinds+int(b)]
			if *known == 0 {
				*known = -1
				if among(l.plan.begins[i], l.plan.begins[j]) {
					*known = 1
				}
			}
			if *known < 0 {
				return false
			}
		}
	}
	return l.plan.optional[i].before(n) == l.plan.optional[j].before(n)
}

// among reports whether a sorted list of options is a subset of another.
func among(some, others []option) bool {
	if len(some) > len(others) {
		return false
	}
	for _, o := range some {
		for len(others) > 0 && compare(others[0], o) < 0 {
			others = others[1:]
		}
		if len(others) == 0 || others[0] != o {
			return false
		}
		others = others[1:]
	}
	return true
}

// repeats returns the run in which a place is, if it has at least two periods;
// otherwise it is empty.
func (plan *Plan) repeats(place int) run {
	for _, r := range plan.runs {
		if r.from <= place && place+2*r.period <= r.to {
			return run{place, r.to, r.period}
		}
	}
	return run{}
}

// lanes is the state of a count along a run.
type lanes struct {
	*counter
	run
	lane     []lane
	words    int        // of a number
	ways     [][]uint64 // ways[i][n*words:(n+1)*words] belongs to state n of place from+i; nil if there are none
	number   int        // the next state, at the place of the count
	mine     []bool     // which options of the lane exist at that place
	all      bool       // whether all do
	optional mask       // of that place, without places after the end
	size     int        // of the lanes, in words
	over     bool       // whether the lanes are no longer used
}

// A lane is what places have in common that differ by multiples of the period.
type lane struct {
	options []option // of the first place; the others' are among them
	index   []int32  // a hash table of the numbers of states, from 1, 0 if free
	keys    []mask   // of the states
	spans   []span
	arcs    []arc
}

// A span is the stretch of the arcs of a state; {0, -1} if they are not
// known.
type span struct{ from, to int32 }

// An arc leads to a state some places later.
type arc struct {
	to  int32
	how uint32 // the number of the option, shifted by 8, and how many places
}

// along counts along a run.
func (w *counter) along(r run) bool {
	l := &lanes{counter: w, run: r, words: 1, lane: make([]lane, r.period), ways: make([][]uint64, w.plan.places-r.from)}
	for i := range l.lane {
		l.lane[i] = lane{options: w.plan.begins[r.from+i], index: make([]int32, 64)}
	}
	l.load()
	w.lanes = l
	for ; w.place < r.to; w.place++ {
		if !l.spread() {
			return false
		}
		if w.direct = l.over; l.over {
			break
		}
		w.pass()
	}
	if !l.unload() {
		return false
	}
	w.lanes = nil
	return true
}

// load moves the states from the tables to the lanes.
func (l *lanes) load() {
	for j, t := range l.tables {
		if t == nil {
			continue
		}
		at := 0
		if j == l.place {
			at, l.at = l.at, 0
		}
		for ; at < len(t.slots); at += t.stride {
			if t.slots[at] == 0 {
				continue
			}
			n := l.find(l.of(j), t.at(t.slots, at))
			l.add(j-l.from, n, t.slots[at+t.key:at+t.stride])
		}
		t.close()
		l.tables[j] = nil
	}
}

// unload moves the states to the tables. It reports false, and moves nothing,
// if the search has ended.
func (l *lanes) unload() bool {
	l.store.words -= l.size
	for i := range l.lane {
		l.lane[i].index, l.lane[i].spans, l.lane[i].arcs = nil, nil, nil
	}
	done := l.each(func(place int, key mask, ways []uint64) bool {
		if !l.s.Tick(perMove) {
			return false
		}
		t := l.tables[place]
		if t == nil {
			t = newTable(smallest, l.plan.wide, &l.store)
			l.tables[place] = t
		}
		t.add(key, ways)
		return true
	})
	if !done {
		clear(l.tables)
		return false
	}
	for _, ways := range l.ways {
		l.store.give(ways)
	}
	return true
}

// perMove is the number of units of work of adding a state to a table.
const perMove = 8

// each visits the states in the lanes, until visit returns false. It reports
// whether it visited all.
func (l *lanes) each(visit func(place int, key mask, ways []uint64) bool) bool {
	for i, ways := range l.ways {
		n := 0
		if l.from+i == l.place {
			n = l.number
		}
		for ; n*l.words < len(ways); n++ {
			if number := ways[n*l.words : (n+1)*l.words]; !zero(number) {
				if !visit(l.from+i, l.of(l.from + i).keys[n], number) {
					return false
				}
			}
		}
	}
	return true
}

func zero(number []uint64) bool {
	for _, word := range number {
		if word != 0 {
			return false
		}
	}
	return true
}

// of returns the lane of a place.
func (l *lanes) of(place int) *lane { return &l.lane[(place-l.from)%l.period] }

// find returns the number of a state in a lane.
func (l *lanes) find(ln *lane, key mask) int32 {
	at := ln.slot(key)
	if n := ln.index[at]; n != 0 {
		return n - 1
	}
	if 3*len(ln.keys) >= 2*len(ln.index) {
		l.grow(len(ln.index) / 2)
		ln.index = make([]int32, 2*len(ln.index))
		for n, k := range ln.keys {
			ln.index[ln.slot(k)] = int32(n + 1)
		}
		at = ln.slot(key)
	}
	ln.keys = append(ln.keys, key)
	ln.spans = append(ln.spans, span{0, -1})
	ln.index[at] = int32(len(ln.keys))
	l.grow(3)
	return int32(len(ln.keys) - 1)
}

// slot returns the slot of the index in which a key is, or should be.
func (ln *lane) slot(key mask) int {
	mask := len(ln.index) - 1
	at := int(hash(key)>>32) & mask
	for ln.index[at] != 0 && ln.keys[ln.index[at]-1] != key {
		at = (at + 1) & mask
	}
	return at
}

// grow adds to the number of words in the lanes.
func (l *lanes) grow(words int) {
	l.size += words
	l.store.words += words
}

// spread adds the numbers of the states at a place to those of their
// successors. If the lanes are no longer useful, it stops and sets l.over.
func (l *lanes) spread() bool {
	i := l.place - l.from
	if l.ways[i] == nil {
		return true
	}
	ln := l.of(l.place)
	l.prepare(ln)
	l.mark()
	for l.number*l.words < len(l.ways[i]) && !l.over {
		if ok := l.some(i, ln); !ok {
			return false
		}
	}
	if !l.over {
		l.store.give(l.ways[i])
		l.ways[i], l.number = nil, 0
	}
	return true
}

// prepare determines which options of a lane exist at the place.
func (l *lanes) prepare(ln *lane) {
	begins := l.plan.begins[l.place]
	l.all = len(begins) == len(ln.options)
	l.mine = l.mine[:0]
	for _, o := range ln.options {
		here := len(begins) > 0 && begins[0] == o
		if here {
			begins = begins[1:]
		}
		l.mine = append(l.mine, here)
	}
	l.optional = l.plan.optional[l.place].before(l.plan.places - l.place)
}

// some processes states until there are no more, or until numbers need more
// words.
func (l *lanes) some(i int, ln *lane) bool {
	words, ways := l.words, l.ways[i]
	for l.words == words && l.number*words < len(ways) {
		if zero(ways[l.number*words : (l.number+1)*words]) {
			l.number++
			continue
		}
		if ln.spans[l.number].to < 0 && !l.explore(ln) {
			l.over = true
			return true
		}
		span := ln.spans[l.number]
		arcs := ln.arcs[span.from:span.to]
		if !l.goOn(len(arcs) / 4) {
			return false
		}
		l.nodes++
		l.s.Updates += int64(len(arcs))
		if words == 1 {
			arcs = arcs[l.light(i, arcs, ways[l.number]):]
		}
		l.heavy(i, arcs)
		l.number++
	}
	return true
}

// light adds a number of one word along arcs, as long as one word is enough. It
// returns the number of arcs that are done.
func (l *lanes) light(i int, arcs []arc, number uint64) int {
	for x, a := range arcs {
		if !l.all && !l.mine[a.how>>8] {
			continue
		}
		j := i + int(a.how&255)
		if j >= len(l.ways) {
			l.finish([]uint64{number})
			continue
		}
		if int(a.to) >= len(l.ways[j]) {
			if l.room(j, a.to); l.store.full {
				return len(arcs)
			}
		}
		to := &l.ways[j][a.to]
		sum, carry := bits.Add64(*to, number, 0)
		if carry != 0 {
			return x
		}
		*to = sum
	}
	return len(arcs)
}

// heavy adds the number of the state along arcs.
func (l *lanes) heavy(i int, arcs []arc) {
	for _, a := range arcs {
		if !l.all && !l.mine[a.how>>8] {
			continue
		}
		number := l.ways[i][l.number*l.words : (l.number+1)*l.words]
		if j := i + int(a.how&255); j >= len(l.ways) {
			l.finish(number)
		} else {
			l.add(j, a.to, number)
		}
	}
}

// add adds a number to that of a state.
func (l *lanes) add(i int, n int32, number []uint64) {
	if len(number) > l.words {
		if l.widen(len(number)); l.store.full {
			return
		}
	}
	if int(n+1)*l.words > len(l.ways[i]) {
		if l.room(i, n); l.store.full {
			return
		}
	}
	if addTo(l.ways[i][int(n)*l.words:int(n+1)*l.words], number) {
		if l.widen(l.words + 1); !l.store.full {
			l.ways[i][int(n+1)*l.words-1] = 1
		}
	}
}

// room allocates the number of a state.
func (l *lanes) room(i int, n int32) {
	numbers := max(32, 1<<bits.Len(uint(n)), 1<<bits.Len(uint(len(l.of(l.from+i).keys)-1)))
	old := l.ways[i]
	if !l.store.fits(numbers * l.words) {
		return
	}
	l.ways[i] = l.store.take(numbers * l.words)
	if old != nil {
		copy(l.ways[i], old)
		l.store.give(old)
	}
}

// widen increases the number of words of all numbers.
func (l *lanes) widen(words int) {
	total := 0
	for _, ways := range l.ways {
		total += len(ways) / l.words * words
	}
	if !l.store.fits(total) {
		return
	}
	for i, old := range l.ways {
		if old == nil {
			continue
		}
		l.ways[i] = l.store.take(len(old) / l.words * words)
		for n := 0; n*l.words < len(old); n++ {
			copy(l.ways[i][n*words:], old[n*l.words:(n+1)*l.words])
		}
		l.store.give(old)
	}
	l.words = words
}

// explore computes the arcs of the state. It reports false if that is not
// possible: there is no memory, or an arc would be too long.
func (l *lanes) explore(ln *lane) bool {
	key := ln.keys[l.number]
	key.lo &^= 1
	first := len(ln.arcs)
	for x := range ln.options {
		o := &ln.options[x]
		if !l.mine[x] || key.hits(o.needs) {
			continue
		}
		next := key.or(o.blocks)
		d := next.or(l.optional).ones()
		if d == reach {
			return false
		}
		a := arc{how: uint32(x<<8 | d)}
		if j := l.place + d; j < l.plan.places {
			next = next.after(d)
			next.lo |= 1
			a.to = l.find(l.of(j), next)
		}
		ln.arcs = append(ln.arcs, a)
	}
	l.s.Updates += int64(len(ln.options))
	l.arcs += int64(len(ln.arcs) - first)
	l.grow(len(ln.arcs) - first)
	if 2*l.size > l.store.limit || len(ln.arcs) > math.MaxInt32 || len(ln.options) > 1<<24 {
		return false
	}
	ln.spans[l.number] = span{int32(first), int32(len(ln.arcs))}
	return true
}
