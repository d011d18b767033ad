// SPDX-License-Identifier: BSD-3-Clause

// The problem. Some items exclude nothing: a diagonal of one cell, which is in
// one option only; a secondary item that has the same color in all options, or
// whose options exclude each other anyway; a primary item that may be covered
// five times and is in four options.
//
// The source. D. E. Knuth, The Art of Computer Programming, Volume 4B (2022),
// section 7.2.2.1, mentions that secondary items in fewer than two options can
// be removed; the rest is of the same kind.
//
// The idea. An item that need not be covered only limits how often it may be.
// It is removed
//
//   - if it has no more options than that;
//   - if all of its options give it the same color;
//   - if it may be covered once, and all of its options have a primary item that
//     may be covered once, too.
//
// If all remaining bounds are exactly one, except those of items that may be
// covered at most once, then these become secondary, and the problem no longer
// has multiplicities: faster engines can solve it.
//
// The invariants. Every option keeps a primary item: an item is not removed and
// does not become secondary if some option has no other item that stays
// primary.
//
// The cost. One pass over the options of each item that need not be covered,
// which ends as soon as two of them have nothing in common.
//
// An example. In "a x", "a y", "b y" with secondary x and y, the item x is redundant;
// so is y without the third option, since item a excludes the others.

package reduce

// redundant removes items that exclude nothing.
func (t *table) redundant() {
	for i := range int32(t.p.Items) {
		if t.gone[i] || t.low[i] > 0 || !t.spend(2) {
			continue
		}
		if t.left[i] == 0 || t.left[i] <= t.high[i] && t.beyond(i) || !t.primary(i) && t.plain(i) || t.high[i] == 1 && len(t.inAll(i, t.mayExclude)) > 0 {
			t.gone[i] = true
			t.Redundant++
		}
	}
}

// mayExclude reports whether item j excludes other options of item i if one with
// both is chosen.
func (t *table) mayExclude(i, j int32) bool {
	return t.primary(j) && t.high[j] == 1 && t.left[j] >= t.left[i]
}

// beyond reports whether every option with item i has another primary item.
func (t *table) beyond(i int32) bool {
	return !t.primary(i) || t.every(i, func(u use) bool {
		for _, e := range t.p.Option(u.option) {
			if e.Item != i && t.primary(e.Item) && !t.gone[e.Item] {
				return true
			}
		}
		return false
	})
}

// plain reports whether all options with a secondary item give it the same
// color.
func (t *table) plain(i int32) bool {
	color := int32(0)
	return t.every(i, func(u use) bool {
		same := color == 0 || u.color == color
		color = u.color
		return same && color != 0
	})
}

// every reports whether all options with an item satisfy a condition.
func (t *table) every(i int32, wanted func(use) bool) bool {
	for _, u := range t.list(i) {
		if t.alive[u.option] && !wanted(u) {
			return false
		}
	}
	return true
}

// optional reports which primary items can become secondary, so that no
// multiplicities are left; nil if that is impossible.
func (t *table) optional() []bool {
	list := make([]bool, t.p.Items)
	some := false
	for i := range int32(t.p.Primary) {
		switch low, high := t.bounds(i); {
		case t.gone[i], low == 1 && high == 1:
		case low == 0 && high == 1:
			list[i], some = true, true
		default:
			return nil
		}
	}
	if !some {
		return nil
	}
	for k := range t.alive {
		if t.alive[k] && !t.stays(int32(k), list) {
			return nil
		}
	}
	return list
}

// stays reports whether an option has a primary item that is not to become
// secondary.
func (t *table) stays(k int32, optional []bool) bool {
	for _, e := range t.p.Option(k) {
		if t.primary(e.Item) && !t.gone[e.Item] && !optional[e.Item] {
			return true
		}
	}
	return false
}

// bounds returns the bounds of an item in the core.
func (t *table) bounds(i int32) (low, high int32) {
	return max(t.low[i], 0), min(t.high[i], max(t.left[i], 1))
}
