// SPDX-License-Identifier: BSD-3-Clause

// The problem. If an item must be covered and has one option left, that option
// is forced; so are the three options of an item that must be covered three
// times.
//
// The source. In logic this is unit propagation: M. Davis and H. Putnam, A
// computing procedure for quantification theory, Journal of the ACM 7 (1960), DOI
// 10.1145/321033.321034. Sudoku solvers call it a single.
//
// The idea. Choose the options, record that every solution has them, and lower
// the bounds of their items. An item that is saturated is removed, with all
// other options that have it. A secondary item is removed, too: with the
// options that disagree on its color, while those that agree just lose it.
//
// The invariants. All bounds are lowered before any option is removed, so that
// an item that loses options is never compared with an outdated bound.
//
// The cost. Each option is removed from its lists once.
//
// An example. The options "a x:A", "b x:A", "b c x:B" and "c": item a has only
// the first one. It fixes the color of x, so that the third is impossible, and
// the second is reduced to "b".

package reduce

// force chooses all options that an item has left.
func (t *table) force(i int32) {
	for _, u := range t.list(i) {
		if t.alive[u.option] {
			t.take(u.option)
		}
	}
}

// take chooses an option.
func (t *table) take(k int32) {
	t.Forced = append(t.Forced, k)
	t.remove(k)
	option := t.p.Option(k)
	for _, e := range option {
		t.low[e.Item]--
		t.high[e.Item]--
	}
	for _, e := range option {
		switch i := e.Item; {
		case t.gone[i]:
		case !t.primary(i):
			t.agree(i, e.Color)
		case t.high[i] == 0:
			t.agree(i, 0)
		default:
			t.lost(i)
		}
	}
	t.spend(int64(len(option)))
}

// agree removes an item and the options that do not give it the color; all
// options with it, if the color is 0.
func (t *table) agree(i, color int32) {
	t.gone[i] = true
	for _, u := range t.list(i) {
		if t.alive[u.option] && (color == 0 || u.color != color) {
			t.kill(u.option)
		}
	}
	t.spend(int64(len(t.list(i))))
}
