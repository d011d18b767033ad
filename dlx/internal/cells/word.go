// SPDX-License-Identifier: BSD-3-Clause

// The problem. Count the solutions where items may be covered several times, and there are at most
// 64 options: sets of vertices that dominate a graph, or attack the squares of a small board.
//
// The source. The branching is that of Knuth's SSMCC, see cells.go; the representation is our own.
//
// The idea. All sets of options are words. A state consists of two of them, the options that are
// chosen and those that are live, still undecided. Each item is a constraint: the options that
// contain it, and how many of them may be chosen. How many are chosen, and how many live, is known
// by counting bits; so nothing is updated when an option goes, and nothing needs to be undone.
//
// At a node all constraints that are open are looked at once:
//
//	n live, c chosen:  c + n < low                dead end
//	                   c + n = low                the live ones are forced
//	                   c >= low, c + n <= high    the constraint holds, whatever is chosen
//
// The last kind is left out below the node. If none remains, every subset of the live options
// completes a solution: they are counted without being visited. Colors are looked at in pairs of
// options: if a secondary item has colors, options that give it different ones clash.
//
// An example. The star with the center 0 and the leaves 1, 2, 3; each vertex must have one or two
// chosen ones in its neighborhood, itself included. Without 0, the three leaves are forced, and 0
// sees three: dead. With 0, the leaves hold whatever is chosen, and the constraint of 0 allows
// one of the leaves: 4 solutions.
//
// The cost. About 7 ns for each open constraint at a node. For dom44 of docs/benchmarks.md that is
// a third of the time with sets in lists.

package cells

import (
	"math/big"
	"math/bits"
	"slices"

	"polka/dlx/internal/engine"
)

// wordSize is the greatest number of options that a word holds.
const wordSize = 64

// FitsWord reports whether the solutions of a problem are counted with sets that are words.
func FitsWord(p *engine.Problem) bool { return p.High != nil && p.Options() <= wordSize }

// A constraint is an item: between low and high of the options in the set must be chosen, besides
// those that were chosen before it was put into a list.
type constraint struct {
	set       uint64
	low, high int32
	item      int32
}

// A pending is a node that has not been visited. What is left of a count is a list of them,
// which is its state: the constraints that are open are found again.
type pending struct{ live, chosen uint64 }

// A word is a count in progress.
type word struct {
	*engine.Search
	limits [][]constraint // limits[k] are those of option k that may forbid other options,
	least  []int32        // and the least of their upper bounds
	items  []constraint   // of all items, and
	last   constraint     // the one that led to the last dead end
	clash  []uint64       // clash[k] are the options that give a color other than option k
	open   []constraint   // those of all nodes on the way from the root
	clear  bool           // whether no options clash
	left   []pending      // what is left when the search has stopped, in reverse order
}

// countWord counts the solutions of p, which fits a word.
func countWord(p *engine.Problem, s *engine.Search) {
	n := p.Options()
	w := &word{Search: s, limits: make([][]constraint, n), least: make([]int32, n), clash: make([]uint64, n), clear: true}
	w.constrain(p)
	todo := []pending{{uint64(1)<<n - 1, 0}}
	if len(s.Rest) > 0 {
		if saved, ok := w.resume(p, s.Rest[0].Kept()); ok {
			todo = saved
		}
	}
	s.Rest = nil
	for i, next := range todo {
		if !w.node(next.live, next.chosen, next.chosen, 0) {
			s.Rest = []engine.Part{{Weight: 1, State: w.state(p, append(w.left, todo[i+1:]...))}}
			return
		}
	}
}

// constrain sets up the constraints.
func (w *word) constrain(p *engine.Problem) {
	items := make([]constraint, p.Items)
	w.items = items
	colors := make([]map[int32]uint64, p.Items)
	for i := range items {
		items[i].high, items[i].item = 1, int32(i)
		if i < p.Primary {
			items[i].low, items[i].high = p.Bounds(int32(i))
		}
	}
	for k := range int32(p.Options()) {
		for _, e := range p.Option(k) {
			items[e.Item].set |= 1 << k
			if e.Color != 0 {
				if colors[e.Item] == nil {
					colors[e.Item] = map[int32]uint64{}
				}
				colors[e.Item][e.Color] |= 1 << k
			}
		}
	}
	for i, c := range items {
		all := int32(bits.OnesCount64(c.set))
		if colors[i] != nil {
			w.color(p, int32(i), c.set, colors[i])
			continue
		}
		if c.low == 0 && c.high >= all {
			continue
		}
		c.high = min(c.high, all)
		w.open = append(w.open, c)
		for set := c.set; set != 0; set &= set - 1 {
			k := bits.TrailingZeros64(set)
			if len(w.limits[k]) == 0 || c.high < w.least[k] {
				w.least[k] = c.high
			}
			w.limits[k] = append(w.limits[k], c)
		}
	}
}

// color lets options clash that give an item different colors, or one of them none.
func (w *word) color(p *engine.Problem, item int32, set uint64, colors map[int32]uint64) {
	for k := range int32(p.Options()) {
		for _, e := range p.Option(k) {
			if e.Item == item {
				w.clash[k] |= set &^ (1<<k | colors[e.Color])
				w.clear = w.clear && w.clash[k] == 0
			}
		}
	}
}

// node counts the solutions that have the chosen options, of which those that are new are not
// in the list of open constraints yet, and others of the live ones. The list begins at a place.
// node reports whether the search should continue.
func (w *word) node(live, chosen, fresh uint64, from int) bool {
	to := len(w.open) // the list of this node begins here
	more := w.branch(live, chosen, fresh, w.open[from:to], to)
	w.open = w.open[:to]
	return more
}

// branch is node, with the constraints that are open above, and the place where its own begin.
func (w *word) branch(live, chosen, fresh uint64, above []constraint, to int) bool {
	for {
		if !w.Tick(8 + 2*int64(len(above))) {
			w.left = append(w.left, pending{live, chosen})
			return false
		}
		w.Node(bits.OnesCount64(chosen))
		w.Updates += int64(len(above))
		if bits.OnesCount64((live|chosen)&w.last.set) < int(w.last.low) {
			return true
		}
		forced, best, failed := w.scan(live, fresh, above, to)
		if failed != nil {
			w.last = w.items[failed.item]
			return true
		}
		above = w.open[to:]
		if len(above) == 0 {
			return w.subsets(live, chosen)
		}
		if fresh = forced; forced != 0 {
			var ok bool
			if live, ok = w.force(forced, live, chosen); !ok {
				return true
			}
			chosen |= forced
			continue
		}
		k := best & -best
		more := w.node(w.include(k, live, chosen), chosen|k, k, to)
		if live &^= k; !more {
			w.left = append(w.left, pending{live, chosen})
			return false
		}
	}
}

// scan looks at constraints after some options were chosen, and puts those that remain open
// into the list, from a place on. It returns the options that are forced, the live ones of the
// best constraint to branch on, and a constraint that cannot be met, if there is one.
func (w *word) scan(live, fresh uint64, above []constraint, to int) (forced, best uint64, failed *constraint) {
	w.open = slices.Grow(w.open[:to], len(above))
	open := w.open[to : to+len(above)]
	least, kept := int32(1<<30), 0
	for i := range above {
		c := &above[i]
		set, low, high := live&c.set, c.low, c.high
		if chosen := fresh & c.set; chosen != 0 {
			n := int32(bits.OnesCount64(chosen))
			low, high = low-n, high-n
		}
		n := int32(bits.OnesCount64(set))
		switch {
		case n < low:
			return 0, 0, c
		case low <= 0 && n <= high:
			continue // it holds
		case n == low:
			forced |= set
		default: // the fewest choices, then the least slack, then the most options
			need := max(low, 0)
			if key := (n-need)<<16 | (high-need)<<8 - n; key < least {
				least, best = key, set
			}
		}
		open[kept] = constraint{set, low, high, c.item}
		kept++
	}
	w.open = w.open[:to+kept]
	return forced, best, nil
}

// include returns the options that are live after option k, a word with one bit, has been chosen.
func (w *word) include(k, live, chosen uint64) uint64 {
	n := bits.TrailingZeros64(k)
	live &^= k | w.clash[n]
	chosen |= k
	if bits.OnesCount64(chosen) < int(w.least[n]) {
		return live
	}
	for _, c := range w.limits[n] {
		if int32(bits.OnesCount64(chosen&c.set)) >= c.high {
			live &^= c.set
		}
	}
	return live
}

// force chooses options, and returns those that are live then. It reports false if that is not
// possible.
func (w *word) force(forced, live, chosen uint64) (uint64, bool) {
	for ; forced != 0; forced &= forced - 1 {
		k := forced & -forced
		if live&k == 0 {
			return 0, false
		}
		live = w.include(k, live, chosen)
		chosen |= k
	}
	return live, true
}

// subsets counts the sets of live options that do not clash.
func (w *word) subsets(live, chosen uint64) bool {
	for set := live; set != 0 && !w.clear; set &= set - 1 {
		k := set & -set
		if clash := w.clash[bits.TrailingZeros64(k)] & live; clash != 0 {
			if !w.Tick(8) {
				w.left = append(w.left, pending{live, chosen})
				return false
			}
			w.Node(bits.OnesCount64(chosen))
			more := w.subsets(live&^(k|clash), chosen|k)
			if live &^= k; !more {
				w.left = append(w.left, pending{live, chosen})
				return false
			}
		}
	}
	n := bits.OnesCount64(live)
	if n < 32 {
		w.Count += 1 << n
		return true
	}
	w.Bulk.Add(&w.Bulk, new(big.Int).Lsh(big.NewInt(1), uint(n)))
	return true
}

// name returns a fingerprint of the problem, for the states of its counts.
func (w *word) name(p *engine.Problem) uint64 {
	h := engine.Fingerprint(1<<33, uint64(p.Options()))
	for _, c := range w.items {
		h = engine.Fingerprint(h, c.set, uint64(c.low), uint64(c.high))
	}
	for _, clash := range w.clash {
		h = engine.Fingerprint(h, clash)
	}
	return h
}

// state encodes what is left of a count, and its result so far.
func (w *word) state(p *engine.Problem, left []pending) []byte {
	st := engine.NewState(w.name(p))
	st.Put(w.Count, w.Bulk.Uint64(), uint64(w.Nodes), uint64(w.Updates), uint64(len(w.Profile)))
	for _, n := range w.Profile {
		st.Put(uint64(n))
	}
	for _, n := range left {
		st.Put(n.live, n.chosen)
	}
	return st.Close()
}

// resume reads a state. It reports false if it is not one of the problem.
func (w *word) resume(p *engine.Problem, state []byte) (left []pending, ok bool) {
	st := engine.OpenState(state, w.name(p))
	r := engine.Result{Count: st.Get()}
	r.Bulk.SetUint64(st.Get())
	r.Nodes, r.Updates = int64(st.Get()), int64(st.Get())
	for range st.Number(0, wordSize+1) {
		r.Profile = append(r.Profile, int64(st.Get()))
	}
	all := uint64(1)<<p.Options() - 1
	for st.OK() && len(st.Bytes) > 0 {
		n := pending{st.Get(), st.Get()}
		if n.live&n.chosen != 0 || (n.live|n.chosen)&^all != 0 {
			return nil, false
		}
		left = append(left, n)
	}
	if st.OK() {
		w.Result = r
	}
	return left, st.OK()
}
