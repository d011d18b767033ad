// The problem. Primary items may have multiplicities: item i is to be in at
// least Low[i] and at most High[i] of the chosen options.
//
// The source. The tree is that of Knuth's Algorithm M (section 7.2.2.1), which
// package links has in his words. The rows are our own.
//
// The idea. Two options that share an item which may be chosen several times
// are not in conflict by that alone. What excludes the others is that the item
// is saturated: its bound, the number of options that may still be chosen, has
// come to 0. So there are two kinds of rows: conflict[k], as in bits.go, for
// items with an upper bound of 1 and for secondary items; and saturated[i], the
// bits of all options with item i. An option that is chosen takes its own row
// and those of the items that it saturates off the live options.
//
// To meet each set of options once, those of an item are tried in order, and
// one that has been tried is dead in all that follows on its level. Knuth calls
// this tweaking; here its bits are cleared in the row of the level.
//
// The invariants. On each level the open items are those whose bound is not 0,
// but for those that a null choice has closed; their words have the bits of the
// options that may still be chosen; bound[i]-slack[i] options, if that is
// positive, must still be chosen.

package bits

import (
	"math/bits"

	"polka/dlx/internal/engine"
)

// A multisolver is the state of one search with multiplicities.
type multisolver struct {
	*solver
	bound, slack []int32    // of the primary items: Knuth's BOUND and SLACK
	saturated    [][]uint64 // rows, nil if not built
	drop         []uint64   // the rows of an option and of what it saturates, together
	none         []uint64   // a row without bits
	solution     []int32
}

// solveMultiple searches for all solutions of a problem with multiplicities.
func solveMultiple(p *engine.Problem, s *engine.Search) {
	y := newLayout(p)
	v := &multisolver{
		solver:    newSolver(y, s, MaxRows),
		bound:     make([]int32, p.Primary),
		slack:     make([]int32, p.Primary),
		saturated: make([][]uint64, p.Primary),
		drop:      make([]uint64, y.words),
		none:      make([]uint64, y.words),
	}
	for i := range v.bound {
		v.bound[i], v.slack[i] = p.High[i], p.High[i]-p.Low[i]
	}
	s.Node(0)
	switch root := v.level(0); v.look(root, root, v.none, nobody) {
	case open:
		v.branch(0)
	case solved:
		v.found(0)
	}
}

const (
	null   = -1 // in place of an option: none is chosen
	nobody = -1 // in place of an item
)

// branch tries all choices on level l. It reports whether the search should go
// on.
func (v *multisolver) branch(l int) bool {
	now := v.level(l)
	v.level(l + 1)
	item, size := now.item, now.size
	bound, slack := v.bound[item]-1, v.slack[item] // after a choice
	tweaking := bound > 0 || slack > 0
	s := v.spans[item]
	for w := s.first; w < s.end; w++ {
		for live := now.live[w]; live != 0; live &= live - 1 {
			if tweaking && size <= bound-slack {
				return true // the options from here on are too few
			}
			if !v.Tick(8) {
				return false
			}
			k := v.option[64*int(w)+bits.TrailingZeros64(live)]
			if !v.child(l, v.choose(l, k)) {
				return false
			}
			v.release(k)
			if tweaking {
				for _, bit := range v.place[v.start[k]:v.start[k+1]] {
					now.live[bit/64] &^= 1 << (bit % 64)
				}
				size--
			}
		}
	}
	if !tweaking || bound >= slack {
		return true
	}
	v.chosen[l] = null
	return v.child(l, v.look(now, v.levels[l+1], v.none, item))
}

// child counts the node that a choice on level l leads to and goes there.
func (v *multisolver) child(l int, result int) bool {
	v.Node(l + 1)
	switch result {
	case open:
		return v.branch(l + 1)
	case solved:
		return v.found(l + 1)
	}
	return true
}

// found shows the solution that consists of the choices on the levels before l.
func (v *multisolver) found(l int) bool {
	v.solution = v.solution[:0]
	for _, k := range v.chosen[:l] {
		if k != null {
			v.solution = append(v.solution, k)
		}
	}
	return v.Found(v.solution)
}

// choose chooses option k on level l and fills the next level. The choice is
// to be released.
func (v *multisolver) choose(l int, k int32) int {
	v.chosen[l] = k
	drop := v.row(k)
	for _, e := range v.p.Option(k) {
		if int(e.Item) >= v.p.Primary {
			continue
		}
		v.bound[e.Item]--
		if v.bound[e.Item] == 0 && !v.once[e.Item] {
			if &drop[0] != &v.drop[0] {
				copy(v.drop, drop)
				drop = v.drop
			}
			for w, word := range v.full(e.Item) {
				drop[w] |= word
			}
		}
	}
	return v.look(v.levels[l], v.levels[l+1], drop, nobody)
}

// release undoes what choose has done to the bounds.
func (v *multisolver) release(k int32) {
	for _, e := range v.p.Option(k) {
		if int(e.Item) < v.p.Primary {
			v.bound[e.Item]++
		}
	}
}

// full returns the row of an item that is saturated: the bits of all options
// that contain it.
func (v *multisolver) full(item int32) []uint64 {
	if row := v.saturated[item]; row != nil {
		return row
	}
	row := make([]uint64, v.words)
	v.saturated[item] = row
	for _, u := range v.using[item] {
		v.mark(row, u.option)
	}
	return row
}

// look fills the next level with what a row leaves of this one, and closes an
// item (or nobody) and those whose bound is 0. It finds the item to branch on:
// the one of smallest degree, then with the least slack, then with the most
// options, then the first. Package links says what the degree is.
func (v *multisolver) look(now, next *level, drop []uint64, closed int32) int {
	live := now.live
	drop = drop[:len(live)]
	left := next.live[:len(live)]
	items := now.open
	list := next.open[:0]
	best, degree, slack, size := int32(nobody), int32(0), int32(0), int32(0)
	looked := int64(0)
	result := open
	for at, i := range items {
		b := v.bound[i]
		if b == 0 || i == closed {
			continue
		}
		span := v.spans[i]
		n := int32(0)
		for w := int(span.first); w < int(span.end); w++ {
			word := live[w] &^ drop[w]
			left[w] = word
			n += int32(bits.OnesCount64(word))
		}
		looked += int64(span.end - span.first)
		s := min(v.slack[i], b)
		t := n + s - b + 1
		if t <= 0 {
			copy(items[1:at+1], items[:at]) // look there first the next time
			items[0] = i
			result = dead
			break
		}
		list = append(list, i)
		if best == nobody || t < degree || t == degree && (s < slack || s == slack && (n > size || n == size && i < best)) {
			best, degree, slack, size = i, t, s, n
		}
	}
	v.Updates += looked
	v.Tick(looked)
	if result == dead {
		return dead
	}
	next.open = list
	if best == nobody {
		return solved
	}
	next.item, next.degree, next.size = best, degree, size
	return open
}
