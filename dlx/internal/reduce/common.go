// SPDX-License-Identifier: BSD-3-Clause

// The problem. Some digit of a row of a sudoku may be possible only in cells of
// one box: then it cannot be elsewhere in this box. The third letter of a word
// may be A or E in all words that fit: then no crossing word has another letter
// there.
//
// The source. In the table of E. J. McCluskey, Minimization of Boolean
// functions (1956, see reduce.go), these are columns that dominate others. In
// sudoku they are called locked candidates. For words and colors this is arc
// consistency of two items that share a single secondary one.
//
// The idea. Suppose that all options of item i have item j, too. Whatever
// covers i, covers j:
//
//   - if j is primary, and i will cover it as often as it may be covered, then
//     no option of j without i can be chosen;
//   - if it has no other options, then i and j say the same, and one of them
//     will do, with the narrower bounds of both;
//   - if j is secondary, then it gets one of the colors that i's options give
//     it, and no other option of j may give it another color, or none.
//
// The cost. The items of the first option of i are searched for in the second
// one, those found there in the third, and so on; usually none is left after
// two or three.
//
// An example. From the options "i j", "i j k", "j k", "k" the third one goes. From
// "i x:A", "i x:B", "k x:C", "k x:B" the third one goes, too.

package reduce

import "polka/dlx/internal/engine"

// common applies the rules to the items that all options of an item have.
func (t *table) common(i int32) {
	for _, j := range t.inAll(i, t.mayHoldAll) {
		if t.gone[i] || !t.spend(1) {
			return
		}
		switch {
		case t.gone[j.item]:
		case !t.primary(j.item):
			t.narrow(i, j.item)
		default:
			if t.low[i] >= t.high[j.item] {
				t.exclude(i, j.item)
			}
			if t.left[i] == t.left[j.item] && t.Hopeless < 0 {
				t.merge(min(i, j.item), max(i, j.item))
			}
		}
	}
}

// mayHoldAll reports whether it is worth checking that all options of item i
// have item j.
func (t *table) mayHoldAll(i, j int32) bool {
	return t.left[j] > t.left[i] && (!t.primary(j) || t.low[i] >= t.high[j]) || t.left[j] == t.left[i] && t.primary(j)
}

// inAll lists the items that all options of item i have, if there are several,
// among those that are worth checking.
func (t *table) inAll(i int32, worth func(i, j int32) bool) []place {
	shared := t.shared[:0]
	first := true
	for _, u := range t.list(i) {
		if !t.alive[u.option] {
			continue
		}
		option := t.p.Option(u.option)
		if first {
			first = false
			for at, e := range option {
				if e.Item != i && !t.gone[e.Item] && worth(i, e.Item) {
					shared = append(shared, place{e.Item, int32(at)})
				}
			}
			t.shared = shared
		} else {
			shared = t.keep(shared, option)
		}
		if len(shared) == 0 {
			return nil
		}
		t.spend(int64(2 * len(shared)))
	}
	return shared
}

// keep removes from a list the items that an option does not have.
func (t *table) keep(shared []place, option []engine.Entry) []place {
	n := 0
	if len(shared) > fewShared {
		t.epoch++
		for _, e := range option {
			t.mark[e.Item] = t.epoch
		}
		for _, j := range shared {
			if t.mark[j.item] == t.epoch {
				shared[n] = j
				n++
			}
		}
		return shared[:n]
	}
	for _, j := range shared {
		if has(option, j) {
			shared[n] = j
			n++
		}
	}
	return shared[:n]
}

// fewShared is the number of items up to which each is searched in an option.
const fewShared = 4

// has reports whether an option has an item. It checks first the position where
// another option has it.
func has(option []engine.Entry, j place) bool {
	if int(j.at) < len(option) && option[j.at].Item == j.item {
		return true
	}
	for _, e := range option {
		if e.Item == j.item {
			return true
		}
	}
	return false
}

// exclude kills the options that have item j and not item i.
func (t *table) exclude(i, j int32) {
	if t.left[i] == t.left[j] {
		return
	}
	t.epoch++
	for _, u := range t.list(i) {
		t.stamp[u.option] = t.epoch
	}
	for _, u := range t.list(j) {
		if t.alive[u.option] && t.stamp[u.option] != t.epoch {
			t.kill(u.option)
		}
	}
	t.spend(int64(len(t.list(i)) + len(t.list(j))))
}

// narrow kills the options that give secondary item j no color, or one that no
// option of item i gives it.
func (t *table) narrow(i, j int32) {
	t.epoch++
	for _, u := range t.list(i) {
		if t.alive[u.option] {
			t.stamp[u.option] = t.epoch
		}
	}
	for _, u := range t.list(j) {
		if t.stamp[u.option] == t.epoch {
			t.seen[u.color] = t.epoch
		}
	}
	for _, u := range t.list(j) {
		if t.alive[u.option] && t.stamp[u.option] != t.epoch && (u.color == 0 || t.seen[u.color] != t.epoch) {
			t.kill(u.option)
		}
	}
	t.spend(int64(len(t.list(i)) + 2*len(t.list(j))))
}

// merge removes item j, which has the same options as item i.
func (t *table) merge(i, j int32) {
	t.gone[j] = true
	t.Redundant++
	t.low[i], t.high[i] = max(t.low[i], t.low[j]), min(t.high[i], t.high[j])
	if t.low[i] > t.high[i] && t.Hopeless < 0 {
		t.Hopeless = i
	}
	t.lost(i)
}
