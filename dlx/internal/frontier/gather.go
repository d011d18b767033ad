// SPDX-License-Identifier: BSD-3-Clause

// The problem. Make the decision diagram of all solutions, where there are too many to
// visit.
//
// The source. Knuth's section 7.1.4, and his simpath in exercise 7.1.4-225: a diagram is
// made from the states of a count, if they are all kept.
//
// The idea. Process the places as in a count, see frontier.go, but keep the transitions
// from state to state instead of numbers of ways. Then go back: the node of a state is
// made from those of the states that its options lead to. An option that leads to a state
// without covers leads to the node None, and disappears.
//
// The options are the variables, in the order of the places at which they begin, so that
// a state's options come before those of all states that it leads to.
//
// An example. For the items a, b, c, d and the options "a b", "b c", "c d", "a d" of
// frontier.go, the states are a, b with d covered, and c. From the last one "c d" leads
// to the end, and so does "b c" from the one before. So the node of the first state has
// two members: "a b" with "c d", and "a d" with "b c".
//
// The cost. 8 bytes for a transition and about 28 for a state, until the end; a count
// needs those of a few layers only.

package frontier

import (
	"polka/dlx/internal/engine"
	"polka/dlx/internal/zdd"
)

// A Gatherer makes the diagram of the solutions.
type Gatherer struct {
	plan    *Plan
	s       *engine.Search
	allowed []bool  // of options, by number
	rank    []int32 // the variables of options

	place  int
	layers []*layer  // by place, nil if there are no states
	states int32     // how many there are
	done   []int32   // the states that were processed, in order, with
	ends   []int32   // where the arcs of each end
	arcs   []passage // all, one after the other
	work   float64   // units of work done
	marks  []float64 // and those before each place
	first  int       // how many states the place that is being processed had
	Err    error     // zdd.ErrFull, or that of the search
}

// A layer has the states at a place.
type layer struct {
	keys  []mask
	first []int32 // the numbers of the states
	slots []int32 // a hash table of indices in keys, from 1
}

// A passage is an option that fits a state, and the state that it leads to.
type passage struct {
	v  int32 // the variable of the option
	to int32 // 0 for a complete cover, otherwise a state
}

// NewGatherer returns a gatherer of the solutions that have only allowed options. The
// variable of option k is rank[k], in the order of Order.
func (plan *Plan) NewGatherer(s *engine.Search, allowed []bool, rank []int32) *Gatherer {
	g := &Gatherer{plan: plan, s: s, allowed: allowed, rank: rank, layers: make([]*layer, plan.places+1), states: 1}
	g.reach(0, mask{1, 0})
	return g
}

// reach returns the number of a state.
func (g *Gatherer) reach(place int, key mask) int32 {
	l := g.layers[place]
	if l == nil {
		l = &layer{slots: make([]int32, 16)}
		g.layers[place] = l
	}
	at := l.slot(key)
	if l.slots[at] == 0 {
		l.keys = append(l.keys, key)
		l.first = append(l.first, g.states)
		g.states++
		l.slots[at] = int32(len(l.keys))
		if 2*len(l.keys) > len(l.slots) {
			l.slots = make([]int32, 2*len(l.slots))
			for i, k := range l.keys {
				l.slots[l.slot(k)] = int32(i + 1)
			}
			return g.states - 1
		}
	}
	return l.first[l.slots[at]-1]
}

// slot returns the slot in which a key is, or should be.
func (l *layer) slot(key mask) int {
	size := uint64(len(l.slots) - 1)
	at := hash(key) >> 17 & size
	for ; l.slots[at] != 0 && l.keys[l.slots[at]-1] != key; at = (at + 1) & size {
	}
	return int(at)
}

// Bytes is about the memory that the gatherer takes, with the room that is reserved when
// slices grow.
func (g *Gatherer) Bytes() int {
	return 48*(int(g.states)-len(g.done)) + 14*len(g.done) + 10*len(g.arcs)
}

// Run processes states for about the given number of units of work, and reports whether
// all were. If the memory is used up or the search has ended, it sets Err.
func (g *Gatherer) Run(units int64, bytes int) bool {
	far := half
	if g.plan.wide {
		far = reach
	}
	for ; g.place < g.plan.places; g.place++ {
		l := g.layers[g.place]
		if l == nil {
			continue
		}
		for len(g.marks) <= g.place {
			g.marks = append(g.marks, g.work)
			g.first = len(l.keys)
		}
		begins, numbers, optional := g.plan.begins[g.place], g.plan.numbers[g.place], g.plan.optional[g.place]
		for len(l.keys) > 0 {
			switch {
			case units < 0:
				return false
			case !g.s.Tick(int64(8*len(begins) + 16)):
				g.Err = g.s.Err
				return false
			case g.Bytes() > bytes || g.states > 1<<30 || len(g.arcs) > 1<<30:
				g.Err = zdd.ErrFull
				return false
			}
			before := len(g.arcs)
			g.s.Node(g.place)
			n := len(l.keys) - 1
			state := l.keys[n]
			g.done = append(g.done, l.first[n])
			l.keys, l.first = l.keys[:n], l.first[:n]
			g.s.Updates += int64(len(begins))
			state.lo &^= 1
			for i := range begins {
				o := &begins[i]
				if state.hits(o.needs) || !g.allowed[numbers[i]] {
					continue
				}
				next := state.or(o.blocks)
				d := min(next.or(optional).ones(), far)
				j := g.place + d
				if d == far {
					j = g.plan.primary[min(j, g.plan.places)]
				}
				to := int32(0)
				if j < g.plan.places {
					next = next.after(d)
					next.lo |= 1
					to = g.reach(j, next)
				}
				g.arcs = append(g.arcs, passage{g.rank[numbers[i]], to})
			}
			g.ends = append(g.ends, int32(len(g.arcs)))
			spent := perOption*len(begins) + perNode + (perArc+farther)*(len(g.arcs)-before)
			units -= int64(spent)
			g.work += float64(spent)
		}
		g.layers[g.place] = nil
	}
	return true
}

// Progress estimates the fraction of the work that is done.
func (g *Gatherer) Progress() float64 { return float64(g.place) / float64(max(1, g.plan.places)) }

// Forecast estimates the total work, and returns the work done, in the units of Run.
func (g *Gatherer) Forecast() (spent, total float64) {
	if g.place >= len(g.marks) || g.layers[g.place] == nil { // all states are processed, or none is
		return g.work, max(g.work, 1)
	}
	inPlace := 1 - float64(len(g.layers[g.place].keys))/float64(max(1, g.first))
	return g.work, forecast(max(g.work, 1), g.marks, g.place, inPlace, g.plan.places, func() float64 {
		return fall(g.marks, g.marks[g.place], g.place, g.plan.places)
	})
}

// Diagram returns the diagram when all states were processed. If that fails, it sets Err.
func (g *Gatherer) Diagram(bytes int) *zdd.Diagram {
	b := zdd.NewBuilder(bytes-g.Bytes()-4*int(g.states), g.s.Work)
	g.layers = nil
	node := make([]int32, g.states)
	node[0] = zdd.Unit
	for i := len(g.done) - 1; i >= 0; i-- {
		from := int32(0)
		if i > 0 {
			from = g.ends[i-1]
		}
		if !g.s.Tick(32) {
			g.Err = g.s.Err
			return nil
		}
		n := zdd.None
		for at := g.ends[i] - 1; at >= from; at-- {
			n = b.Make(g.arcs[at].v, n, node[g.arcs[at].to])
		}
		node[g.done[i]] = n
	}
	d := b.Diagram(node[1])
	g.Err = b.Err
	return d
}
