// SPDX-License-Identifier: BSD-3-Clause

// The problem. If each placement of a domino is listed twice, once from each
// end, each tiling by 32 dominoes is found 2^32 times. Options can also become
// equal when others have been chosen.
//
// The source. Rows that are dominated by others: E. J. McCluskey, Minimization of
// Boolean functions (1956, see reduce.go). Counting with weights instead of
// copies is our own.
//
// The idea. If any solution is enough, keep the first one of several equal options. Nor do we need
// an option if there is another one with the same primary items and only some of its secondary
// ones, with the same colors: it can replace the first in every solution.
//
// If solutions are to be counted, an option that occurs n times has weight n,
// and a solution counts for the product of its options' weights. Every solution
// has exactly one option of an item that must be covered once. So if all
// weights there are multiples of m, divide them by m, and remember that every
// solution counts m times. The remaining weights are the numbers of copies that
// stay.
//
// If solutions are to be listed, all options stay.
//
// The invariants. Options are compared only if they have an item that may be
// covered once, so that they are never chosen together. Items that have been
// removed are ignored.
//
// The cost. A digest of each option, and a table lookup. Of options with the
// same primary items, the longer are compared with the shorter as long as the
// work allowed suffices.
//
// An example. Of "a", "a", "a x", "b x", "b x" with secondary x, if one
// solution is enough, "a" and "b x" suffice. To be counted, item b has weight
// 2: one "b x" goes, and the count is doubled. In item a the weights are 2 and 1,
// so that both "a" stay.

package reduce

import (
	"math/bits"
	"slices"

	"polka/dlx/internal/engine"
	"polka/internal/gcd"
)

// equal removes options that others can replace.
func (t *table) equal(wish Wish) {
	if wish == Listing || wish == Counting && !t.doubled() || !t.spend(int64(len(t.p.Entries))) {
		return
	}
	before := t.Dominated
	like, found := t.classes(t.p.Items)
	if found && wish == Counting {
		t.weigh(like)
	} else if found {
		for k, j := range like {
			if j != int32(k) && t.alive[k] {
				t.drop(int32(k))
			}
		}
	}
	if wish == AnyOne && slices.Contains(t.gone[t.p.Primary:], false) {
		t.dominate()
	}
	if t.Dominated > before {
		t.settle()
	}
}

// doubled reports whether there is an item that must be covered once and whose
// first option has a copy. Without that, no weights have a common factor.
func (t *table) doubled() bool {
	for i := range int32(t.p.Primary) {
		if t.gone[i] || t.low[i] != 1 || t.high[i] != 1 {
			continue
		}
		for _, u := range t.list(i) {
			if t.alive[u.option] {
				if t.twin(u.option) {
					return true
				}
				break
			}
		}
	}
	return false
}

// twin reports whether there is another option that is equal to option k. It
// looks in the shortest list of the items of k.
func (t *table) twin(k int32) bool {
	rare := t.p.Option(k)[0].Item
	for _, e := range t.p.Option(k) {
		if !t.gone[e.Item] && (t.gone[rare] || t.left[e.Item] < t.left[rare]) {
			rare = e.Item
		}
	}
	n := t.note(k, t.p.Items)
	for _, u := range t.list(rare) {
		if t.alive[u.option] && u.option != k && t.equals(u.option, n, t.p.Items) {
			return true
		}
	}
	t.spend(int64(2 * len(t.list(rare))))
	return false
}

// drop removes an option that others dominate.
func (t *table) drop(k int32) {
	t.kill(k)
	t.Impossible--
	t.Dominated++
}

// has reports whether an entry is one of the first few items, and not removed.
func (t *table) has(e engine.Entry, items int) bool { return int(e.Item) < items && !t.gone[e.Item] }

// classes returns, for each option, the first one that has the same of the
// first few items, and whether any two options do. The result for an option is
// itself if it may be chosen together with others of its class.
func (t *table) classes(items int) (like []int32, found bool) {
	like = make([]int32, len(t.alive))
	size := 1 << bits.Len(uint(2*len(t.alive)))
	table := make([]int32, size) // the first option of a class, plus one
	for k := range int32(len(t.alive)) {
		like[k] = k
		digest, once := t.digest(k, items)
		if !t.alive[k] || !once {
			continue
		}
		for at := digest; ; at++ {
			j := table[at&uint64(size-1)] - 1
			if j < 0 {
				table[at&uint64(size-1)] = k + 1
				break
			}
			if t.same(j, k, items) {
				like[k], found = j, true
				break
			}
		}
	}
	return like, found
}

// digest returns a number that options with the same entries share, in any order; once reports
// whether one of their items may be covered only once.
func (t *table) digest(k int32, items int) (sum uint64, once bool) {
	for _, e := range t.p.Option(k) {
		if !t.has(e, items) {
			continue
		}
		once = once || t.primary(e.Item) && t.high[e.Item] == 1
		sum += e.Digest()
	}
	return sum ^ sum>>32, once
}

// same reports whether two options have the same of the first few items.
func (t *table) same(j, k int32, items int) bool { return t.equals(k, t.note(j, items), items) }

// note marks the first few items of an option, and counts them.
func (t *table) note(k int32, items int) (n int) {
	t.epoch++
	for _, e := range t.p.Option(k) {
		if t.has(e, items) {
			t.mark[e.Item], t.tint[e.Item] = t.epoch, e.Color
			n++
		}
	}
	return n
}

// equals reports whether an option has just the n items that are marked.
func (t *table) equals(k int32, n, items int) bool {
	for _, e := range t.p.Option(k) {
		if t.has(e, items) {
			if t.mark[e.Item] != t.epoch || t.tint[e.Item] != e.Color {
				return false
			}
			n--
		}
	}
	return n == 0
}

// weigh removes copies of options, and counts the solutions instead.
func (t *table) weigh(like []int32) {
	weight := make([]uint64, len(like))
	for k, j := range like {
		if t.alive[k] {
			weight[j]++
		}
	}
	for i := range int32(t.p.Primary) {
		if t.gone[i] || t.low[i] != 1 || t.high[i] != 1 {
			continue
		}
		common := uint64(0)
		for _, u := range t.list(i) {
			if k := u.option; t.alive[k] && like[k] == k {
				common = gcd.Of(common, weight[k])
			}
		}
		high, copies := bits.Mul64(t.Copies, common)
		if common < 2 || high > 0 {
			continue
		}
		t.Copies = copies
		for _, u := range t.list(i) {
			if k := u.option; t.alive[k] && like[k] == k {
				weight[k] /= common
			}
		}
	}
	for k, j := range like {
		if !t.alive[k] {
			continue
		}
		if weight[j] == 0 {
			t.drop(int32(k))
		} else {
			weight[j]--
		}
	}
}

// dominate removes options that others with the same primary items dominate.
// Those are shorter.
func (t *table) dominate() {
	like, found := t.classes(t.p.Primary)
	if !found {
		return
	}
	size := make([]int32, len(like)) // of an option, without what has been removed
	next := make([]int32, len(like)) // the next one of its class before it, or -1
	last := make([]int32, len(like)) // last[like[k]] is the last one of its class,
	least := slices.Clone(size)      // and least[like[k]] the size of the shortest
	for k := range size {
		next[k], last[k] = -1, -1
		if !t.alive[k] {
			continue
		}
		for _, e := range t.p.Option(int32(k)) {
			if t.has(e, t.p.Items) {
				size[k]++
			}
		}
		j := like[k]
		if next[k] = last[j]; next[k] < 0 || size[k] < least[j] {
			least[j] = size[k]
		}
		last[j] = int32(k)
	}
	for k, j := range like {
		if !t.alive[k] || size[k] == least[j] {
			continue
		}
		for short := last[j]; short >= 0; short = next[short] {
			t.work--
			if size[short] < size[k] && t.worse(int32(k), short) {
				t.drop(int32(k))
				break
			}
		}
		if t.work <= 0 {
			return
		}
	}
}

// worse reports whether option short, with the same primary items, can replace
// option long in every solution.
func (t *table) worse(long, short int32) bool {
	t.spend(int64(len(t.p.Option(long))))
	t.note(long, t.p.Items)
	for _, e := range t.p.Option(short) {
		if t.has(e, t.p.Items) && (t.mark[e.Item] != t.epoch || t.tint[e.Item] != 0 && t.tint[e.Item] != e.Color) {
			return false
		}
	}
	return true
}
