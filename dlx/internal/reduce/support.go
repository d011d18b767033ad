// The problem. A piece is put next to the edge so that a single cell is cut off.
// Nothing will ever fill it, so that nobody need try: but a search tries again
// on every branch.
//
// The source. D. E. Knuth, The Art of Computer Programming, Volume 4B (2022),
// section 7.2.2.1, on preprocessing, and DLX-PRE: an option is of no use if it
// leaves some item that it has not without options. His XCCDC, Dancing with
// domain consistency (2023), says support, as does R. Mohr and T. C. Henderson,
// Arc and path consistency revisited, Artificial Intelligence 28 (1986), DOI
// 10.1016/0004-3702(86)90083-4.
//
// The idea. DLX-PRE chooses each option in turn and looks at all items. We take
// each item in turn, and look for the options that are incompatible with all of
// its options. They are among those that are incompatible with one of them, the
// pivot, so that most options are never looked at. For each of the others the
// item must have another option, its support. Neighbors often have the same one,
// so that it is tried first.
//
// With multiplicities, an item that must be covered so many times must have as
// many options that are compatible with the option looked at, itself among them;
// and there are as many pivots.
//
// Items with few options come first: they are the most likely to be left without
// any. An item is looked at again when it has lost an option.
//
// The cost. For the pentominoes on 6 by 10, about a millisecond; it is the rule
// that the allowed work is for.
//
// An example. The options "a b", "c d", "a", "b c", "d": item d, say, has "c d"
// and "d". The first is incompatible with "b c" only, and the second one with
// nothing else. No option rules out both, and no other item finds one either. But
// without "d", choosing "b c" would leave d without an option.

package reduce

import (
	"cmp"
	"slices"
)

// support kills the options that leave an item without options, as long as
// there is work allowed.
func (t *table) support() {
	for {
		var items []int32
		for i := range int32(t.p.Primary) {
			if t.news[i] && !t.gone[i] && t.low[i] > 0 {
				items = append(items, i)
			}
		}
		slices.SortFunc(items, func(i, j int32) int {
			return cmp.Or(cmp.Compare(t.left[i], t.left[j]), cmp.Compare(i, j))
		})
		if len(items) == 0 {
			return
		}
		for _, i := range items {
			if !t.spend(1) {
				return
			}
			if !t.gone[i] && t.low[i] > 0 {
				t.news[i] = false
				t.rival(i)
				t.settle()
			}
		}
	}
}

// rival kills the options beside which an item cannot be covered.
func (t *table) rival(i int32) {
	t.epoch++
	tried := t.epoch
	friend := int32(-1) // the last support
	for _, pivot := range t.pivots(i) {
		for _, e := range t.p.Option(pivot) {
			j := e.Item
			if t.gone[j] || j == i || t.high[j] > 1 {
				continue
			}
			for _, k := range t.list(j) {
				if !t.alive[k] || t.stamp[k] == tried {
					continue
				}
				t.stamp[k] = tried
				ok := false
				if friend, ok = t.supported(k, i, friend); !ok {
					t.kill(k)
				}
				if !t.spend(2) {
					return
				}
			}
		}
	}
}

// pivots are as many options of an item as must be chosen: if it is one, the
// one of the first few that has the shortest lists.
func (t *table) pivots(i int32) []int32 {
	var first []int32
	for _, k := range t.list(i) {
		if t.alive[k] {
			if first = append(first, k); len(first) == max(8, int(t.low[i])) {
				break
			}
		}
	}
	if t.low[i] > 1 {
		return first[:t.low[i]]
	}
	best, least := 0, int32(-1)
	for n, k := range first {
		sum := int32(0)
		for _, e := range t.p.Option(k) {
			if !t.gone[e.Item] {
				sum += t.left[e.Item]
			}
		}
		if least < 0 || sum < least {
			best, least = n, sum
		}
	}
	return first[best : best+1]
}

// supported reports whether item i can be covered often enough beside option k,
// and gives an option that is compatible with k, if it has looked for one. It
// tries friend first.
func (t *table) supported(k, i, friend int32) (int32, bool) {
	need := t.low[i]
	t.epoch++
	for _, e := range t.p.Option(k) {
		if e.Item == i {
			need--
		}
		if !t.gone[e.Item] {
			t.mark[e.Item], t.tint[e.Item] = t.epoch, e.Color
		}
	}
	t.spend(int64(len(t.p.Option(k))))
	if need <= 0 || need == 1 && friend >= 0 && t.alive[friend] && friend != k && t.beside(friend) {
		return friend, true
	}
	for _, b := range t.list(i) {
		if t.alive[b] && b != k && t.beside(b) {
			if need--; need == 0 {
				return b, true
			}
		}
	}
	return friend, false
}

// beside reports whether an option is compatible with the one that is marked.
func (t *table) beside(b int32) bool {
	option := t.p.Option(b)
	for n, e := range option {
		if t.mark[e.Item] != t.epoch {
			continue
		}
		if t.primary(e.Item) && t.high[e.Item] == 1 || !t.primary(e.Item) && (e.Color == 0 || e.Color != t.tint[e.Item]) {
			t.work -= int64(n + 1)
			return false
		}
	}
	t.work -= int64(len(option))
	return true
}
