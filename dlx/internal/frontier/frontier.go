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
// farthest of these reaches must stay below 64.
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
// The cost. A few nanoseconds for each situation and option; the number of
// situations can double with each item that is in flux, that is, reached by
// an option that begins before it. The order of items decides about that; we
// try the order of the problem, and one that takes next the item that puts the
// fewest others into flux.

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
	"math"
	"math/bits"

	"polka/dlx/internal/engine"
)

// ErrWide is the error of a search that was given up since there were more
// situations than allowed.
var ErrWide = errors.New("the front is too wide to count by sweeping")

// MaxBytes is how much memory the tables may take together.
const MaxBytes = 256 << 20

// reach is how far an option may reach, in places.
const reach = 64

// A Plan is a problem prepared for sweeping.
type Plan struct {
	places   int        // in the row, of primary items and of bits of secondary items
	optional []uint64   // optional[i] has bit d set if place i+d is not a primary item's
	primary  []int      // primary[i] is the first place from i on that is a primary item's
	begins   [][]option // begins[i] lists the options whose first primary item is at place i
	width    float64    // see Width
}

// An option, as seen from the place of its first item.
type option struct {
	needs  uint64 // the bits that must be clear
	blocks uint64 // the bits that it sets
}

// NewPlan prepares a problem. It reports false if some option reaches too far
// in every order of the items that is tried.
func NewPlan(p *engine.Problem) (*Plan, bool) {
	if p.High != nil {
		return nil, false
	}
	best, least := (*Plan)(nil), math.Inf(1)
	orders := [][]int32{given(p)}
	if p.Primary <= 2000 {
		orders = append(orders, narrow(p))
	}
	for _, order := range orders {
		if plan := newPlan(p, order); plan != nil && plan.width < least {
			best, least = plan, plan.width
		}
	}
	return best, best != nil
}

// given is the order of the problem.
func given(p *engine.Problem) []int32 {
	order := make([]int32, p.Primary)
	for i := range order {
		order[i] = int32(i)
	}
	return order
}

// narrow is an order in which each item is the one, of those in flux, that
// puts the fewest others into flux; the first one if there are several. Where
// nothing is in flux it takes the item with the fewest neighbors.
func narrow(p *engine.Problem) []int32 {
	neighbors := make([][]int32, p.Primary) // other primary items with a common option
	using := make([][]int32, p.Primary)
	for k := range int32(p.Options()) {
		for _, e := range p.Option(k) {
			if int(e.Item) < p.Primary {
				using[e.Item] = append(using[e.Item], k)
			}
		}
	}
	seen := make([]int32, p.Primary)
	for i := range neighbors {
		for _, k := range using[i] {
			for _, e := range p.Option(k) {
				if j := int(e.Item); j < p.Primary && j != i && seen[j] != int32(i)+1 {
					seen[j] = int32(i) + 1
					neighbors[i] = append(neighbors[i], e.Item)
				}
			}
		}
	}
	const out, flux, done = 0, 1, 2
	state := make([]int, p.Primary)
	fresh := make([]int, p.Primary) // how many neighbors are out
	for i := range fresh {
		fresh[i] = len(neighbors[i])
	}
	enter := func(i int32, s int) {
		if state[i] == out {
			for _, j := range neighbors[i] {
				fresh[j]--
			}
		}
		state[i] = s
	}
	order := make([]int32, 0, p.Primary)
	for len(order) < p.Primary {
		best, from := -1, -1
		for i, s := range state {
			if s != done && (s > from || s == from && fresh[i] < fresh[best]) {
				best, from = i, s
			}
		}
		order = append(order, int32(best))
		enter(int32(best), done)
		for _, j := range neighbors[best] {
			if state[j] == out {
				enter(j, flux)
			}
		}
	}
	return order
}

// newPlan lays out the row for an order of the primary items. It returns nil if
// an option reaches too far.
func newPlan(p *engine.Problem, order []int32) *Plan {
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

	// A secondary item gets a bit for each color, none included, if it can
	// make two options contend.
	type wish struct{ last, uses int32 }
	wishes := make([]map[int32]wish, p.Items) // by color
	for k := range int32(p.Options()) {
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
	behind := make([][]engine.Entry, p.Primary) // bits placed behind the item of that rank
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
	plan.optional = make([]uint64, plan.places)
	for i := range plan.optional {
		for d := range reach {
			if i+d >= plan.places || isOptional[i+d] {
				plan.optional[i] |= 1 << d
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
	touched := make([]int, plan.places) // the earliest place from which each place is reached
	for i := range touched {
		touched[i] = i
	}
	for k := range int32(p.Options()) {
		base := at[order[first[k]]]
		var o option
		for _, e := range p.Option(k) {
			set := func(place int32, needed bool) bool {
				d := place - base
				if d < 0 {
					return true // nobody will ask for it again
				}
				if d >= reach {
					return false
				}
				o.blocks |= 1 << d
				if needed {
					o.needs |= 1 << d
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
							o.needs |= 1 << d
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
	}
	flux := make([]int, plan.places+1) // how many places from here on have been reached from before
	for place, from := range touched {
		for i := from + 1; i <= place; i++ {
			flux[i]++
		}
	}
	for _, n := range flux {
		plan.width += math.Exp2(float64(n))
	}
	return plan
}

// Width is an upper bound on the number of situations, as it follows from how
// many places are in flux at each place. The truth is often far below.
func (plan *Plan) Width() float64 { return plan.width }

// Count adds the number of solutions to s.Bulk. It gives up, with s.Err =
// ErrWide, when it has made more than so many updates, or a tenth of them and it
// looks as if it would, or when the memory is full.
func (plan *Plan) Count(s *engine.Search, updates int64) {
	memory := 0 // of all tables, in words
	done := newTable(smallest, &memory)
	tables := make([]*table, plan.places+1)
	tables[0] = newTable(smallest, &memory)
	tables[0].add(1, []uint64{1})
	for i, t := range tables {
		if t == nil {
			continue
		}
		begins, optional := plan.begins[i], plan.optional[i]
		most := int64(float64(updates) * max(0.1, share(float64(i+1)/float64(plan.places))))
		for at := 0; at < len(t.slots); at += t.stride {
			key := t.slots[at]
			if key == 0 {
				continue
			}
			s.Node(i)
			s.Updates += int64(len(begins))
			if !s.Tick(int64(8*len(begins) + 8)) {
				return
			}
			if s.Updates > most || memory > MaxBytes/8 {
				s.Err = ErrWide
				return
			}
			situation, ways := key&^1, t.slots[at+1:at+t.stride]
			for _, o := range begins {
				if situation&o.needs != 0 {
					continue
				}
				next := situation | o.blocks
				d := bits.TrailingZeros64(^(next | optional))
				j := i + d
				if d == reach {
					j = plan.primary[min(j, plan.places)]
				}
				if j >= plan.places {
					done.add(1, ways)
					continue
				}
				if tables[j] == nil {
					tables[j] = newTable(max(smallest, 63-t.shift), &memory)
				}
				tables[j].add(next>>d|1, ways)
			}
		}
		t.free()
		tables[i] = nil
	}
	done.value(1, &s.Bulk)
}

// share is about what share of all updates is made in the first part of the
// row, if tables grow and shrink as they do for distinct pieces: the integral of
// a bell. Where pieces can be used again most work is done earlier, so that what
// follows from it is too much.
func share(part float64) float64 { return math.Erfc((0.66-part)/0.226) / 2 }

// smallest is the logarithm of the size of the smallest table. A new one gets
// half the size of the one that feeds it.
const smallest = 6
