// SPDX-License-Identifier: BSD-3-Clause

package frontier

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"polka/dlx/internal/engine"
)

// reach is the largest distance, in places, that an option may reach, and half
// of it fits one word.
const reach, half = 128, 64

// A mask is a set of places, relative to some place: lo has the first 64.
type mask struct{ lo, hi uint64 }

func (m *mask) set(d int) {
	if d < half {
		m.lo |= 1 << d
	} else {
		m.hi |= 1 << (d - half)
	}
}

func (m mask) or(n mask) mask   { return mask{m.lo | n.lo, m.hi | n.hi} }
func (m mask) hits(n mask) bool { return m.lo&n.lo|m.hi&n.hi != 0 }

// ones returns the number of bits before the first that is not set.
func (m mask) ones() int {
	if d := bits.TrailingZeros64(^m.lo); d < half {
		return d
	}
	return half + bits.TrailingZeros64(^m.hi)
}

// after returns the mask relative to the place d places later.
func (m mask) after(d int) mask {
	if d < half {
		return mask{m.lo>>d | m.hi<<(half-d), m.hi >> d} // a shift by 64 gives 0
	}
	return mask{m.hi >> (d - half), 0}
}

// before returns the mask without the bits from n on.
func (m mask) before(n int) mask {
	switch {
	case n >= reach:
		return m
	case n >= half:
		return mask{m.lo, m.hi & (1<<(n-half) - 1)}
	}
	return mask{m.lo & (1<<n - 1), 0}
}

// A Plan is a problem prepared for counting.
type Plan struct {
	places   int        // in the row, of primary items and of bits of secondary items
	wide     bool       // whether some option reaches beyond 64 places
	optional []mask     // optional[i] has bit d set if place i+d is not a primary item's
	primary  []int      // primary[i] is the first place from i on that is a primary item's
	begins   [][]option // begins[i] lists the options whose first primary item is at place i, sorted
	numbers  [][]int32  // and their numbers in the problem
	flux     []int      // flux[i] is how many places from i on are reached from before
	runs     []run      // stretches that repeat, in order
	width    float64    // see Width
}

// An option, relative to the place of its first item.
type option struct {
	needs  mask // the bits that must be clear
	blocks mask // the bits that it sets
}

// compare orders options.
func compare(a, b option) int {
	return cmp.Or(cmp.Compare(a.blocks.hi, b.blocks.hi), cmp.Compare(a.blocks.lo, b.blocks.lo),
		cmp.Compare(a.needs.hi, b.needs.hi), cmp.Compare(a.needs.lo, b.needs.lo))
}

// NewPlan prepares a problem for a search. It reports false if some option
// reaches too far in every order of the items that is tried, or if s has ended.
func NewPlan(p *engine.Problem, s *engine.Search) (*Plan, bool) {
	if p.High != nil {
		return nil, false
	}
	best := newPlan(p, s, given(p))
	if p.Primary > 2000 || best != nil && best.alongShortSide() {
		return best, best != nil
	}
	if order := narrow(p, s); order != nil {
		if other := newPlan(p, s, order); other != nil && (best == nil || other.cost() < best.cost()) {
			best = other
		}
	}
	return best, best != nil && s.Err == nil
}

// alongShortSide reports whether most of the row repeats like a board whose
// rows are not longer than its columns: then there is no better order.
func (plan *Plan) alongShortSide() bool {
	for _, r := range plan.runs {
		if n := r.to - r.from; 4*n > 3*plan.places && r.period*r.period <= n {
			return true
		}
	}
	return false
}

// cost estimates which of several plans is fastest. It assumes that, as for
// polyominoes, the fraction of the possible states that occur falls with their
// number, and that a state that recurs costs a quarter.
func (plan *Plan) cost() float64 {
	fresh := 0
	for i := 0; i < plan.places; {
		if run := plan.repeats(i); run.to > i {
			fresh += run.period
			i = run.to
		} else {
			fresh++
			i++
		}
	}
	return math.Pow(plan.width, 2.0/3) * (1 + 3*float64(fresh)/float64(plan.places))
}

// perEntry is the number of units of work for an entry of an option.
const perEntry = 8

// newPlan lays out the row for an order of the primary items. It returns nil if
// an option reaches too far, or if s has ended.
func newPlan(p *engine.Problem, s *engine.Search, order []int32) *Plan {
	l := &layout{p: p, s: s, order: order}
	l.rank()
	if !l.findBits() {
		return nil
	}
	l.place()
	plan := &Plan{places: len(l.optional)}
	if !plan.mark(l) || !plan.enter(l) {
		return nil
	}
	for i := range plan.begins {
		plan.sort(i)
	}
	plan.measure(l.touched)
	plan.findRuns()
	return plan
}

// A layout is where the items of a problem are in the row, while a plan is made.
type layout struct {
	p     *engine.Problem
	s     *engine.Search
	order []int32 // of the primary items

	first    []int32           // the least rank in order of an option's items
	behind   [][]engine.Entry  // the bits placed after the item of a rank
	at       []int32           // the place of a primary item
	bit      []map[int32]int32 // the places of a secondary item's colors
	optional []bool            // whether a place belongs to a secondary item
	touched  []int             // the earliest place from which an option reaches each place
}

// rank finds the first item of each option.
func (l *layout) rank() {
	rank := make([]int32, l.p.Primary)
	for r, i := range l.order {
		rank[i] = int32(r)
	}
	l.first = make([]int32, l.p.Options())
	for k := range l.first {
		l.first[k] = int32(l.p.Primary)
		for _, e := range l.p.Option(int32(k)) {
			if int(e.Item) < l.p.Primary {
				l.first[k] = min(l.first[k], rank[e.Item])
			}
		}
	}
}

// findBits gives a secondary item a bit for each color, and for none, if it can
// make two options conflict. The bit is behind the last item that begins an
// option with it. findBits reports false if the search has ended.
func (l *layout) findBits() bool {
	type wish struct{ last, uses int32 }
	wishes := make([]map[int32]wish, l.p.Items) // by color
	for k := range int32(l.p.Options()) {
		if !l.s.Tick(perEntry * int64(len(l.p.Option(k)))) {
			return false
		}
		for _, e := range l.p.Option(k) {
			if int(e.Item) >= l.p.Primary {
				if wishes[e.Item] == nil {
					wishes[e.Item] = map[int32]wish{}
				}
				w := wishes[e.Item][e.Color]
				wishes[e.Item][e.Color] = wish{max(w.last, l.first[k]), w.uses + 1}
			}
		}
	}
	l.behind = make([][]engine.Entry, l.p.Primary)
	for i := l.p.Primary; i < l.p.Items; i++ {
		if len(wishes[i]) > 1 || wishes[i][0].uses > 1 {
			for c := int32(0); len(wishes[i]) > 0; c++ { // in the order of colors
				if w, ok := wishes[i][c]; ok {
					l.behind[w.last] = append(l.behind[w.last], engine.Entry{Item: int32(i), Color: c})
					delete(wishes[i], c)
				}
			}
		}
	}
	return true
}

// place gives each item and each bit a place.
func (l *layout) place() {
	l.at = make([]int32, l.p.Primary)
	l.bit = make([]map[int32]int32, l.p.Items)
	l.optional = make([]bool, 0, 2*l.p.Primary+64)
	for r, i := range l.order {
		l.at[i] = int32(len(l.optional))
		l.optional = append(l.optional, false)
		for _, e := range l.behind[r] {
			if l.bit[e.Item] == nil {
				l.bit[e.Item] = map[int32]int32{}
			}
			l.bit[e.Item][e.Color] = int32(len(l.optional))
			l.optional = append(l.optional, true)
		}
	}
	l.touched = make([]int, len(l.optional))
	for i := range l.touched {
		l.touched[i] = i
	}
}

// mark enters which places are optional, and which one with a primary item is
// next. It reports false if the search has ended.
func (plan *Plan) mark(l *layout) bool {
	plan.optional = make([]mask, plan.places)
	for i := range plan.optional {
		if !l.s.Tick(reach) {
			return false
		}
		for d := range reach {
			if i+d >= plan.places || l.optional[i+d] {
				plan.optional[i].set(d)
			}
		}
	}
	plan.primary = make([]int, plan.places+1)
	plan.primary[plan.places] = plan.places
	for i := plan.places - 1; i >= 0; i-- {
		plan.primary[i] = i
		if l.optional[i] {
			plan.primary[i] = plan.primary[i+1]
		}
	}
	return true
}

// enter enters the options at the places where they begin. It reports false if
// one reaches too far, or the search has ended.
func (plan *Plan) enter(l *layout) bool {
	plan.begins = make([][]option, plan.places)
	plan.numbers = make([][]int32, plan.places)
	for k := range int32(l.p.Options()) {
		if !l.s.Tick(perEntry * int64(len(l.p.Option(k)))) {
			return false
		}
		base := l.at[l.order[l.first[k]]]
		o, ok := l.option(k, base)
		if !ok {
			return false
		}
		plan.begins[base] = append(plan.begins[base], o)
		plan.numbers[base] = append(plan.numbers[base], k)
		plan.wide = plan.wide || o.blocks.hi|o.needs.hi != 0
	}
	return true
}

// option returns option k, which begins at the place base, as masks. It reports
// false if it reaches too far.
func (l *layout) option(k, base int32) (o option, ok bool) {
	for _, e := range l.p.Option(k) {
		if int(e.Item) < l.p.Primary {
			if !l.set(&o, base, l.at[e.Item], true) {
				return o, false
			}
			continue
		}
		for c, place := range l.bit[e.Item] {
			mine := c == e.Color
			if mine && c != 0 { // does not block itself
				if d := place - base; d >= reach {
					return o, false
				} else if d >= 0 {
					o.needs.set(int(d))
				}
			} else if !l.set(&o, base, place, mine) {
				return o, false
			}
		}
	}
	return o, true
}

// set makes an option that begins at base block a place, which may have to be
// free. It reports false if the place is too far away.
func (l *layout) set(o *option, base, place int32, needed bool) bool {
	d := place - base
	if d < 0 {
		return true // no later check needs it
	}
	if d >= reach {
		return false
	}
	o.blocks.set(int(d))
	if needed {
		o.needs.set(int(d))
	}
	l.touched[place] = min(l.touched[place], int(base))
	return true
}

// measure computes the flux and the width, from the earliest place from which
// each place is reached.
func (plan *Plan) measure(touched []int) {
	change := make([]int, plan.places+1) // of flux, from one place to the next
	for place, from := range touched {
		change[from+1]++
		change[place+1]--
	}
	plan.flux = change[:plan.places+1]
	for i := 1; i <= plan.places; i++ {
		plan.flux[i] += plan.flux[i-1]
	}
	for _, n := range plan.flux {
		plan.width += math.Exp2(float64(n))
	}
}

// sort sorts the options that begin at a place.
func (plan *Plan) sort(place int) {
	options, numbers := plan.begins[place], plan.numbers[place]
	order := make([]int, len(options))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compare(options[i], options[j]) })
	sorted, renumbered := make([]option, len(order)), make([]int32, len(order))
	for to, from := range order {
		sorted[to], renumbered[to] = options[from], numbers[from]
	}
	plan.begins[place], plan.numbers[place] = sorted, renumbered
}

// Order lists the options by the place at which they begin. Where there is a choice, the
// order does not depend on anything but the problem.
func (plan *Plan) Order() []int32 { return slices.Concat(plan.numbers...) }

// Width returns an upper bound on the number of states, computed from the number of places in flux
// at each place. The actual number is often far lower.
func (plan *Plan) Width() float64 { return plan.width }
