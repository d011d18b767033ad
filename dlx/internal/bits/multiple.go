// SPDX-License-Identifier: BSD-3-Clause

// The problem. Primary items may have multiplicities: item i must be in at
// least Low[i] and at most High[i] of the chosen options.
//
// The source. The tree is that of Knuth's Algorithm M (section 7.2.2.1), which
// package links implements in his words. The rows are our own.
//
// The idea. Two options that share an item which may be chosen several times
// are not in conflict by that alone. The others are excluded only when the item
// is saturated: its bound, the number of options that may still be chosen, has
// come to 0. So there are two kinds of rows: conflict[k], as in bits.go, for
// items with an upper bound of 1 and for secondary items; and saturated[i], the
// bits of all options with item i. Choosing an option removes its own row and
// those of the items that it saturates from the live options.
//
// To find each set of options once, those of an item are tried in order, and
// one that has been tried is dead in all that follows on its level. Knuth calls
// this tweaking; here its bits are cleared in the row of the level.
//
// A step weighs the items differently. An item of bound b and slack s with n
// live options has the degree t = n + min(s,b) - b + 1, which must stay
// positive; we branch on the item of least t, then with the least slack, then
// with the most options, then on the first. For vectors all that is in one
// number,
//
//	t << 48 + min(s,b) << 32 + (65535 - n) << 16 + item
//
// which is n << 48 - n << 16 plus a part that does not depend on n. That part
// is kept for every slot, and changed where an option is chosen. The number must
// be less than 1 << 63, and t can be n + 1; problems that are too large for that
// are solved without vectors.
//
// The invariants. On each level the open items are those whose bound is not 0,
// except those that a null choice has closed; their words have the bits of the
// options that may still be chosen; bound[i]-slack[i] options, if that is
// positive, must still be chosen.

package bits

import (
	"math"
	"math/bits"

	"polka/dlx/internal/engine"
)

// A multisolver is the state of one search with multiplicities.
type multisolver struct {
	*solver
	bound, slack []int32  // of the primary items: Knuth's BOUND and SLACK
	drop         []uint64 // the rows of an option and of the items that it saturates, combined
	none         []uint64 // a row without bits
	fresh        []uint64 // the initial row of the root
	solution     []int32
	step         func(v *multisolver, now, next *level, drop []uint64) int
}

// A bonus is what a frame has in addition if there are multiplicities.
type bonus struct {
	degree []int64    // degree[s] is min(s,b)-b+1 for the item at slot s
	rank   []uint64   // rank[s] is min(s,b)<<32 + 65535<<16 + item
	full   [][]uint64 // full[s] is the row of the item at slot s when it is saturated, or nil
	bit    []int32    // bit[start[k]:start[k+1]] are the bits of option k of the frame
	start  []int32
}

// newMultisolver starts a search at the root, with the given number of bytes for rows.
func newMultisolver(y *layout, s *engine.Search, bytes int) *multisolver {
	p := y.p
	v := &multisolver{
		solver: newSolver(y, s, bytes),
		bound:  make([]int32, p.Primary),
		slack:  make([]int32, p.Primary),
		drop:   newRow(y.root.words),
		none:   newRow(y.root.words),
		step:   my.multiple,
	}
	large := p.Options() >= 1<<15-1 || p.Primary >= 1<<16 // t is at most n+1, and vectors compare signed numbers
	for i := range v.slack {
		v.slack[i] = p.High[i] - p.Low[i]
		large = large || p.High[i] >= 1<<16
	}
	if large && my.narrow {
		v.step = stepMultiple
	}
	v.root.bit, v.root.start = y.bit, y.start
	v.fresh = append([]uint64(nil), v.levels[0].live...)
	return v
}

const null = engine.Null // instead of an option: none is chosen

// weigh fills what depends on the bounds for all slots of a frame.
func (v *multisolver) weigh(f *frame) {
	f.degree, f.rank = resize(f.degree, len(f.key)), resize(f.rank, len(f.key))
	f.full = resize(f.full, len(f.key))
	clear(f.full)
	for s := range f.key {
		v.weighSlot(f, int32(s))
	}
}

func (v *multisolver) weighSlot(f *frame, s int32) {
	i := f.key[s]
	b := v.bound[i]
	slack := min(v.slack[i], b)
	f.degree[s] = int64(slack) - int64(b) + 1
	f.rank[s] = uint64(slack)<<32 | 0xffff<<16 | i
}

// branch tries all choices on level l. It reports whether the search should
// continue.
func (v *multisolver) branch(l int) bool {
	now, next := v.level(l), v.level(l+1)
	if now.typical > 16*my.worth {
		if v.tighten(now) {
			v.extend(now)
		}
	}
	f := now.frame
	item, size := now.item, now.size
	bound, slack := v.bound[item]-1, v.slack[item] // after a choice
	tweaking := bound > 0 || slack > 0
	before := v.Nodes
	slot := f.slot[item]
options:
	for w := f.first[slot]; w < f.end[slot]; w += lanes {
		for live := now.live[w]; live != 0; live &= live - 1 {
			if tweaking && size <= bound-slack {
				break options // too few options come after this one
			}
			now.bit = 64*w + int32(bits.TrailingZeros64(live))
			if !v.Tick(v.effort) {
				v.stopped, v.untried = l, true
				return false
			}
			k := *f.option(now.bit)
			next.frame, next.live = f, next.own[:f.words]
			v.chosen[l] = f.global[k]
			result := v.choose(now, next, k)
			if !v.child(l, result) {
				return false
			}
			v.release(f, k)
			if tweaking {
				f.remove(now.live, k)
				size--
			}
		}
	}
	if tweaking && bound < slack { // so that all of them were tried
		now.bit = end
		v.chosen[l] = null
		next.frame, next.live = f, next.own[:f.words]
		if !v.child(l, v.close(now, next, slot)) {
			return false
		}
	}
	now.typical += (v.Nodes - before - now.typical) / 4
	return true
}

// extend allocates the bonus of a new frame.
func (v *multisolver) extend(now *level) {
	f := now.frame
	v.weigh(f)
	f.start = resize(f.start, len(f.global)+2)
	clear(f.start)
	each := func(do func(k, bit int32)) {
		for w := f.head; w < f.words; w++ {
			for word := now.live[w]; word != 0; word &= word - 1 {
				bit := int32(64*w + bits.TrailingZeros64(word))
				do(*f.option(bit), bit)
			}
		}
	}
	each(func(k, _ int32) { f.start[k+2]++ })
	for k := range f.global {
		f.start[k+2] += f.start[k+1]
	}
	f.bit = resize(f.bit, int(f.start[len(f.global)+1]))
	each(func(k, bit int32) {
		f.bit[f.start[k+1]] = bit
		f.start[k+1]++
	})
}

// child counts the node that a choice on level l leads to, and searches it.
func (v *multisolver) child(l int, result int) bool {
	v.Node(l + 1)
	switch result {
	case open:
		return v.branch(l + 1)
	case solved:
		if !v.found(l + 1) {
			v.stopped, v.untried = l, false
			return false
		}
	}
	return true
}

// end instead of a bit means that all options were tried, and none is chosen.
const end = math.MaxInt32

// remove clears option k in a row.
func (f *frame) remove(live []uint64, k int32) {
	for _, bit := range f.bit[f.start[k]:f.start[k+1]] {
		live[bit/64] &^= 1 << (bit % 64)
	}
}

// close closes the item at a slot, and fills the next level.
func (v *multisolver) close(now, next *level, slot int32) int {
	none := v.none[:now.frame.words]
	none[slot/64] = 1 << (slot % 64)
	result := v.step(v, now, next, none)
	none[slot/64] = 0
	return result
}

// found reports the solution that consists of the choices on the levels before l.
func (v *multisolver) found(l int) bool {
	v.solution = v.solution[:0]
	for _, k := range v.chosen[:l] {
		if k != null {
			v.solution = append(v.solution, k)
		}
	}
	return v.Found(v.solution)
}

// choose chooses option k of the frame and fills the next level. Call release
// to undo the choice.
func (v *multisolver) choose(now, next *level, k int32) int {
	f := now.frame
	drop := v.row(f, k)
	for _, e := range v.p.Option(f.global[k]) {
		i := e.Item
		if int(i) >= v.p.Primary {
			continue
		}
		v.bound[i]--
		s := f.slot[i]
		if v.bound[i] == 0 && !v.once[i] {
			together := v.drop[:f.words]
			for w, word := range v.full(f, s) {
				together[w] = drop[w] | word
			}
			drop = together
		}
		v.weighSlot(f, s)
	}
	return v.step(v, now, next, drop)
}

// release undoes what choose has done to the bounds.
func (v *multisolver) release(f *frame, k int32) {
	for _, e := range v.p.Option(f.global[k]) {
		if i := e.Item; int(i) < v.p.Primary {
			v.bound[i]++
			v.weighSlot(f, f.slot[i])
		}
	}
}

// full returns the row of the item at a slot that is saturated: the bits of all
// options that contain it.
func (v *multisolver) full(f *frame, s int32) []uint64 {
	if row := f.full[s]; row != nil {
		return row
	}
	row := newRow(f.words)
	f.full[s] = row
	if i := f.key[s]; f.above == nil {
		for _, u := range v.using[i] {
			v.mark(row, u.option)
		}
	} else {
		my.gather(row, v.full(f.above, f.above.slot[i]), f.moves)
	}
	row[s/64] |= 1 << (s % 64)
	return row
}

// stepMultiple is the step without vectors.
func stepMultiple(v *multisolver, now, next *level, drop []uint64) int {
	f := now.frame
	live := now.live
	drop = drop[:len(live)]
	left := next.live[:len(live)]
	v.Updates += v.effort
	for h := range f.heads {
		left[h] = live[h] &^ drop[h]
	}
	items := now.list
	list := next.list[:0]
	best, degree, slack, size := uint64(math.MaxUint64), int64(0), int32(0), int32(0)
	for at, s := range items {
		if left[s>>6]>>(uint(s)&63)&1 == 0 {
			continue
		}
		n := int32(0)
		for w := f.first[s]; w < f.end[s]; w += lanes {
			word := live[w] &^ drop[w]
			left[w] = word
			n += int32(bits.OnesCount64(word))
		}
		t := int64(n) + f.degree[s]
		if t <= 0 {
			copy(items[1:at+1], items[:at]) // check it first the next time
			items[0] = s
			return dead
		}
		list = append(list, s)
		i := f.key[s]
		z := min(v.slack[i], v.bound[i])
		if best == math.MaxUint64 || t < degree || t == degree && (z < slack || z == slack && (n > size || n == size && i < best)) {
			best, degree, slack, size = i, t, z, n
		}
	}
	next.list = list
	if best == math.MaxUint64 {
		return solved
	}
	next.item, next.degree, next.size = int32(best), int32(min(degree, math.MaxInt32)), size
	return open
}
