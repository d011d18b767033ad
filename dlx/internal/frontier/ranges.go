// SPDX-License-Identifier: BSD-3-Clause

// The problem. Count the solutions where items may be covered several times, within ranges: the
// dominating sets of a board, or tilings with two to four copies of a piece.
//
// The source. As for frontier.go. To decide on one option after the other, where frontier.go
// decides on items, is to go through an ordered decision diagram level by level: D. E. Knuth, The
// Art of Computer Programming, section 7.1.4.
//
// The idea. The items of a problem with ranges cannot be put in a row, each covered before the
// next one. So the options are put in a row instead, and each is chosen or not. An item is in flux
// from its first option in the row to its last. The state is how often each item in flux has been
// covered; a secondary item has the color that was chosen for it, or is blocked. Beginnings with
// the same state are continued in the same ways:
//
//	table = {nothing is covered: 1}
//	for each option in the row, each state in table:
//		add the number of ways to the state without the option, if that is possible,
//		and to the state with it
//
// What cannot be told apart later is the same state. An item that was covered often enough, and
// cannot be covered too often any more, counts as one that is covered as often as necessary. A
// secondary item with a color that no later option has is blocked.
//
// An item has a field of bits in the state, as wide as its greatest value requires, while it is in
// flux; then the next item gets the bits. What an option does to a field is a small table, made
// beforehand: the next value for each value, or that the option is impossible.
//
// An example. Of four seats in a row some are chosen, such that of each two neighbors at least one
// is. The items are the three pairs of neighbors, a, b and c, each from 1 to 2; the options are
// the seats, "a", "a b", "b c" and "c". After the first option the states are a:0, from which the
// second one must be chosen, and a:1, which stands for enough.
//
// The invariants: bit 0 of a state is set, so that no key is 0; bits that belong to no item in flux
// are clear; the numbers in the table count different beginnings, each once.
//
// The cost. About 10 ns for each state and option, 15 to 130 for each state that they lead to, and
// a few for each field. The order of the options decides; we try the order of the problem, and
// those of their items, see order.go.

package frontier

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync"

	"polka/dlx/internal/engine"
	"polka/internal/bigint"
)

// Ranges is a problem prepared for counting one option after the other. It may have
// multiplicities.
type Ranges struct {
	steps []step // one for each option, in the order of the row
	none  bool   // whether an item has too few options, so that there is no solution
	wide  bool   // whether states have two words
}

// A step is what an option does to the fields of its items.
type step struct {
	without []field // those that may change, or make it impossible not to choose the option
	with    []field // those that may change, or make it impossible to choose it
}

// A field is some bits of a state, at most 64 and within one word, and the value that follows each
// value; impossible if none does.
type field struct {
	hi    bool
	shift uint
	ones  uint64
	next  []int16
}

const impossible = -1

// mostValues bounds the tables of a field.
const mostValues = 1 << 12

// An item in flux.
type flow struct {
	places []int   // of its options, in order
	colors []int32 // of a secondary item, at these places: numbered from 1, 0 for none
	last   int16   // the greatest value
}

// NewRanges prepares a problem. It reports false if too many items are in flux in every order of
// the options that is tried, or if s has ended.
func NewRanges(p *engine.Problem, s *engine.Search) (*Ranges, bool) {
	orders := [][]int32{nil, given(p)}
	if p.Primary <= 2000 {
		orders = append(orders, narrow(p, s))
	}
	var best *rangesLayout
	for i, order := range orders {
		if i > 0 && order == nil || !s.Tick(perEntry*int64(len(p.Entries))) {
			break
		}
		if l := newRangesLayout(p, inOrder(p, order)); l != nil && (best == nil || l.width < best.width) {
			best = l
		}
	}
	if best == nil || s.Err != nil {
		return nil, false
	}
	return best.ranges(), true
}

// inOrder returns the options in the order of their first items, and then of their last, in an
// order of the primary items; in the order of the problem if there is none.
func inOrder(p *engine.Problem, order []int32) []int32 {
	row := make([]int32, p.Options())
	for k := range row {
		row[k] = int32(k)
	}
	if order == nil {
		return row
	}
	rank := make([]int32, p.Primary)
	for r, i := range order {
		rank[i] = int32(r)
	}
	first, last := make([]int32, len(row)), make([]int32, len(row))
	for k := range row {
		first[k] = int32(p.Primary)
		for _, e := range p.Option(int32(k)) {
			if int(e.Item) < p.Primary {
				first[k], last[k] = min(first[k], rank[e.Item]), max(last[k], rank[e.Item])
			}
		}
	}
	slices.SortStableFunc(row, func(a, b int32) int { return cmp.Or(cmp.Compare(first[a], first[b]), cmp.Compare(last[a], last[b])) })
	return row
}

// A rangesLayout is where the items have their fields, for a row of options.
type rangesLayout struct {
	p       *engine.Problem
	flows   []flow
	fields  []field   // of each item, without values
	changes [][]touch // by place in the row, the items of the option that have fields
	none    bool
	width   float64 // an upper bound on the number of states at all options together
}

// A touch is an item of an option, and which of the item's options it is.
type touch struct{ item, at int }

// newRangesLayout lays out the fields. It returns nil if they do not fit.
func newRangesLayout(p *engine.Problem, row []int32) *rangesLayout {
	l := &rangesLayout{p: p, fields: make([]field, p.Items), changes: make([][]touch, len(row))}
	flows := make([]flow, p.Items)
	color := make([]map[int32]int32, p.Items)
	for place, k := range row {
		for _, e := range p.Option(k) {
			f := &flows[e.Item]
			f.places = append(f.places, place)
			if int(e.Item) < p.Primary {
				continue
			}
			number := int32(0)
			if e.Color != 0 {
				if color[e.Item] == nil {
					color[e.Item] = map[int32]int32{}
				}
				if number = color[e.Item][e.Color]; number == 0 {
					number = int32(len(color[e.Item])) + 1
					color[e.Item][e.Color] = number
				}
			}
			f.colors = append(f.colors, number)
		}
	}
	for i := range flows {
		f := &flows[i]
		if i < p.Primary {
			low, high := p.Bounds(int32(i))
			if l.none = l.none || int(low) > len(f.places); low == 0 && int(high) >= len(f.places) {
				continue
			}
			f.last = int16(min(int(high), len(f.places), mostValues))
		} else {
			if len(f.places) < 2 || f.colors[0] != 0 && !slices.ContainsFunc(f.colors, func(c int32) bool { return c != f.colors[0] }) {
				continue
			}
			f.last = int16(min(len(color[i])+1, mostValues))
		}
		if f.last == mostValues {
			return nil
		}
		for at, place := range f.places {
			l.changes[place] = append(l.changes[place], touch{i, at})
		}
	}
	l.flows = flows
	// Each item gets the first bits that are free.
	used := [2]uint64{1, 0}
	weight := 0.0
	for _, list := range l.changes {
		for _, c := range list {
			if c.at > 0 {
				continue
			}
			last := flows[c.item].last
			ones := uint64(1)<<bits.Len16(uint16(last)) - 1
			at, word, ok := room(used, ones)
			if !ok {
				return nil
			}
			l.fields[c.item] = field{hi: word == 1, shift: at, ones: ones}
			used[word] |= ones << at
			weight += math.Log2(float64(last) + 1)
		}
		l.width += math.Exp2(weight)
		for _, c := range list {
			if f := &l.fields[c.item]; c.at == len(flows[c.item].places)-1 {
				word := 0
				if f.hi {
					word = 1
				}
				used[word] &^= f.ones << f.shift
				weight -= math.Log2(float64(flows[c.item].last) + 1)
			}
		}
	}
	return l
}

// ranges makes the tables.
func (l *rangesLayout) ranges() *Ranges {
	r := &Ranges{steps: make([]step, len(l.changes)), none: l.none}
	for place, list := range l.changes {
		for _, c := range list {
			without, with, trivial := tables(l.p, c.item, c.at, &l.flows[c.item])
			one := l.fields[c.item]
			one.next = with
			r.steps[place].with = append(r.steps[place].with, one)
			if !trivial {
				one.next = without
				r.steps[place].without = append(r.steps[place].without, one)
			}
			r.wide = r.wide || one.hi
		}
	}
	return r
}

// room finds bits that are free.
func room(used [2]uint64, ones uint64) (at uint, word int, ok bool) {
	for word, taken := range used {
		for at := uint(0); ones<<at>>at == ones; at++ {
			if taken>>at&ones == 0 {
				return at, word, true
			}
		}
	}
	return 0, 0, false
}

// tables returns the value of an item after its option with the number at, for each value before,
// if the option is not chosen, and if it is; and whether nothing changes if it is not.
func tables(p *engine.Problem, i, at int, f *flow) (without, with []int16, trivial bool) {
	var settle func(int16) int16
	if i < p.Primary {
		low, high := p.Bounds(int32(i))
		settle = settleNumber(int(low), int(high), len(f.places)-1-at)
	} else {
		settle = settleColor(f, at)
	}
	trivial = true
	for v := range f.last + 1 {
		stay, move := settle(v), int16(impossible)
		switch {
		case i < p.Primary:
			move = settle(v + 1)
		case f.colors[at] == 0:
			if v == 0 {
				move = settle(f.last)
			}
		case v == 0 || v == int16(f.colors[at]):
			move = settle(int16(f.colors[at]))
		}
		without, with = append(without, stay), append(with, move)
		trivial = trivial && stay == v
	}
	return without, with, trivial
}

// settleNumber returns the function that takes the number of times that a primary item was covered
// to the value that stands for it, if some of its options follow.
func settleNumber(low, high, left int) func(int16) int16 {
	return func(v int16) int16 {
		switch n := int(v); {
		case n > high || n+left < low:
			return impossible
		case left == 0:
			return 0
		case n >= low && n+left <= high:
			return int16(low)
		}
		return v
	}
}

// settleColor is settleNumber for a secondary item behind its option with the number at. The values
// are 0, the colors, and f.last if the item is blocked.
func settleColor(f *flow, at int) func(int16) int16 {
	later := f.colors[at+1:]
	return func(v int16) int16 {
		switch {
		case len(later) == 0:
			return 0
		case v == 0 || v == f.last:
			return v
		case !slices.Contains(later, int32(v)):
			return f.last
		case !slices.ContainsFunc(later, func(c int32) bool { return c != int32(v) }):
			return 0
		}
		return v
	}
}

// A rangesCounter is a count in progress.
type rangesCounter struct {
	*Ranges
	s      *engine.Search
	store  store
	table  *table
	next   *table // of the states after the option, nil before the first of them
	place  int    // the option
	at     int    // where in the table
	states int64
	arcs   int64
	toil   float64 // work at the places that are done
	limit  float64 // of the work
	saved  []byte  // the last state that was saved
}

// Count adds the number of solutions to s.Bulk. It gives up with s.Err = ErrWide when the memory is
// full. If it is stopped, it leaves its state in s.Rest. If a state is in s.Rest, it continues
// from there with the limit of that count, or ends with s.Err = engine.ErrState.
func (r *Ranges) Count(s *engine.Search) {
	c := r.begin(s)
	if len(s.Rest) > 0 {
		if state := s.Rest[0].Kept(); state != nil && !c.resume(state) {
			s.Err = engine.ErrState
			return
		}
	}
	c.count()
}

// CountUntil is a Count that gives up with s.Err = ErrWide when it has done an amount of work, in
// units of about a nanosecond. A state in s.Rest has its own limit; it is ignored if it is not one
// of the problem.
func (r *Ranges) CountUntil(s *engine.Search, limit float64) {
	c := r.begin(s)
	if len(s.Rest) == 0 || !c.resume(s.Rest[0].Kept()) {
		c = r.begin(s)
		c.limit = limit
	}
	c.count()
}

// begin returns a count at the first option.
func (r *Ranges) begin(s *engine.Search) *rangesCounter {
	c := &rangesCounter{Ranges: r, s: s, store: store{limit: s.Room() / 8}, limit: math.Inf(1)}
	c.table = newTable(smallest, c.wide, &c.store)
	c.table.add(mask{1, 0}.xor(c.salt(0)), []uint64{1})
	return c
}

// count, and stores the result in the search.
func (c *rangesCounter) count() {
	s := c.s
	s.Name, s.Rest = "frontier", nil
	s.Watch(c.progress, func() []engine.Part { return c.left(c.state()) })
	switch {
	case c.run():
		s.Progress = 1
	case s.Err != ErrWide:
		s.Rest, s.Progress = c.left(nil), c.progress()
		s.Rest[0].Later = sync.OnceValue(c.state)
	}
}

// progress returns the fraction of the row that is done.
func (c *rangesCounter) progress() float64 { return float64(c.place) / float64(len(c.steps)+1) }

// left returns the rest of the count, with its state.
func (c *rangesCounter) left(state []byte) []engine.Part {
	return []engine.Part{{Weight: 1 - c.progress(), State: state}}
}

// run goes along the row.
func (c *rangesCounter) run() bool {
	if c.none {
		return c.s.Tick(1)
	}
	for ; c.place < len(c.steps); c.place++ {
		if c.next == nil {
			c.next = newTable(min(max(smallest, 63-c.table.shift), largest), c.wide, &c.store)
		}
		ok := c.choose(&c.steps[c.place])
		c.s.AddNodes(c.place, c.states)
		c.toil, c.states, c.arcs = c.work(), 0, 0
		if !ok {
			return false
		}
		c.table.close()
		c.table, c.next, c.at = c.next, nil, 0
	}
	if c.store.full {
		c.s.Err = ErrWide
		return false
	}
	if at := c.table.slot(mask{1, 0}.xor(c.salt(len(c.steps)))); c.table.slots[at] != 0 {
		c.s.Bulk.Add(&c.s.Bulk, bigint.OfWords(c.table.slots[at+c.table.key:at+c.table.stride]...))
	}
	return true
}

// salt returns the bits by which keys differ from states at a place. Without them, states that an
// option leaves as they are would be added to the next table in the order of their slots, and crowd
// at its beginning while it is small.
func (c *rangesCounter) salt(place int) mask {
	m := mask{lo: uint64(place+1) * 0xd1342543de82ef95 &^ 1}
	if c.wide {
		m.hi = uint64(place+1) * 0xaf251af3b0f025b5
	}
	return m
}

func (m mask) xor(n mask) mask { return mask{m.lo ^ n.lo, m.hi ^ n.hi} }

// choose adds the numbers of all states to those with and without an option.
func (c *rangesCounter) choose(st *step) bool {
	t, next := c.table, c.next
	mine, other := c.salt(c.place), c.salt(c.place+1)
	for ; c.at < len(t.slots); c.at += t.stride {
		if t.slots[c.at] == 0 {
			continue
		}
		if !c.s.Tick(int64(16 + 8*len(st.with))) {
			return false
		}
		if c.store.full || c.work() > c.limit {
			c.s.Err = ErrWide
			return false
		}
		c.states++
		c.s.Updates++
		state, ways := t.at(t.slots, c.at).xor(mine), t.slots[c.at+t.key:c.at+t.stride]
		if to, ok := state.changed(st.without); ok {
			next.add(to.xor(other), ways)
			c.arcs++
		}
		if to, ok := state.changed(st.with); ok {
			next.add(to.xor(other), ways)
			c.arcs++
		}
	}
	return true
}

// changed returns the state with other values in some fields, unless one is impossible.
func (m mask) changed(fields []field) (mask, bool) {
	for i := range fields {
		f := &fields[i]
		word := &m.lo
		if f.hi {
			word = &m.hi
		}
		v := *word >> f.shift & f.ones
		n := f.next[v]
		if n == impossible {
			return m, false
		}
		*word ^= (v ^ uint64(n)) << f.shift
	}
	return m, true
}

// work returns the work done, in units of about a nanosecond.
func (c *rangesCounter) work() float64 {
	arc := perArc + farther*math.Sqrt(min(1, float64(c.store.words)/cache))
	return c.toil + perNode*float64(c.states) + arc*float64(c.arcs)
}
