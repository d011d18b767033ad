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

// ones is the number of bits before the first that is not set.
func (m mask) ones() int {
	if d := bits.TrailingZeros64(^m.lo); d < half {
		return d
	}
	return half + bits.TrailingZeros64(^m.hi)
}

// after is the mask relative to the place d places later.
func (m mask) after(d int) mask {
	if d < half {
		return mask{m.lo>>d | m.hi<<(half-d), m.hi >> d} // a shift by 64 gives 0
	}
	return mask{m.hi >> (d - half), 0}
}

// before is the mask without the bits from n on.
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
	rank := make([]int32, p.Primary)
	for r, i := range order {
		rank[i] = int32(r)
	}
	first := make([]int32, p.Options()) // the least rank of an option's items
	for k := range first {
		first[k] = int32(p.Primary)
		for _, e := range p.Option(int32(k)) {
			if int(e.Item) < p.Primary {
				first[k] = min(first[k], rank[e.Item])
			}
		}
	}

	// A secondary item gets a bit for each color, and for none, if it can make
	// two options conflict.
	type wish struct{ last, uses int32 }
	wishes := make([]map[int32]wish, p.Items) // by color
	for k := range int32(p.Options()) {
		if !s.Tick(perEntry * int64(len(p.Option(k)))) {
			return nil
		}
		for _, e := range p.Option(k) {
			if int(e.Item) >= p.Primary {
				if wishes[e.Item] == nil {
					wishes[e.Item] = map[int32]wish{}
				}
				w := wishes[e.Item][e.Color]
				wishes[e.Item][e.Color] = wish{max(w.last, first[k]), w.uses + 1}
			}
		}
	}
	behind := make([][]engine.Entry, p.Primary) // bits placed after the item of that rank
	for i := p.Primary; i < p.Items; i++ {
		if len(wishes[i]) > 1 || wishes[i][0].uses > 1 {
			for c := int32(0); len(wishes[i]) > 0; c++ { // in the order of colors
				if w, ok := wishes[i][c]; ok {
					behind[w.last] = append(behind[w.last], engine.Entry{Item: int32(i), Color: c})
					delete(wishes[i], c)
				}
			}
		}
	}

	plan := &Plan{}
	at := make([]int32, p.Primary)                // the place of an item
	bit := make([]map[int32]int32, p.Items)       // the places of a secondary item's colors
	isOptional := make([]bool, 0, 2*p.Primary+64) // of a place
	for r, i := range order {
		at[i] = int32(len(isOptional))
		isOptional = append(isOptional, false)
		for _, e := range behind[r] {
			if bit[e.Item] == nil {
				bit[e.Item] = map[int32]int32{}
			}
			bit[e.Item][e.Color] = int32(len(isOptional))
			isOptional = append(isOptional, true)
		}
	}
	plan.places = len(isOptional)
	plan.optional = make([]mask, plan.places)
	for i := range plan.optional {
		if !s.Tick(reach) {
			return nil
		}
		for d := range reach {
			if i+d >= plan.places || isOptional[i+d] {
				plan.optional[i].set(d)
			}
		}
	}
	plan.primary = make([]int, plan.places+1)
	plan.primary[plan.places] = plan.places
	for i := plan.places - 1; i >= 0; i-- {
		plan.primary[i] = i
		if isOptional[i] {
			plan.primary[i] = plan.primary[i+1]
		}
	}
	plan.begins = make([][]option, plan.places)
	plan.numbers = make([][]int32, plan.places)
	touched := make([]int, plan.places) // the earliest place from which each place is reached
	for i := range touched {
		touched[i] = i
	}
	for k := range int32(p.Options()) {
		if !s.Tick(perEntry * int64(len(p.Option(k)))) {
			return nil
		}
		base := at[order[first[k]]]
		var o option
		for _, e := range p.Option(k) {
			set := func(place int32, needed bool) bool {
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
				touched[place] = min(touched[place], int(base))
				return true
			}
			ok := true
			if int(e.Item) < p.Primary {
				ok = set(at[e.Item], true)
			} else {
				for c, place := range bit[e.Item] {
					mine := c == e.Color
					if mine && c != 0 { // does not block itself
						if d := place - base; d >= reach {
							ok = false
						} else if d >= 0 {
							o.needs.set(int(d))
						}
						continue
					}
					ok = ok && set(place, mine)
				}
			}
			if !ok {
				return nil
			}
		}
		plan.begins[base] = append(plan.begins[base], o)
		plan.numbers[base] = append(plan.numbers[base], k)
		plan.wide = plan.wide || o.blocks.hi|o.needs.hi != 0
	}
	for i := range plan.begins {
		plan.sort(i)
	}
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
	plan.findRuns()
	return plan
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

// Width is an upper bound on the number of states, computed from the number of
// places in flux at each place. The actual number is often far lower.
func (plan *Plan) Width() float64 { return plan.width }
