// The problem. An item that must be covered and has one option left leaves no
// choice; nor does one that must be covered three times and has three.
//
// The source. In logic this is unit propagation: M. Davis and H. Putnam, A
// computing procedure for quantification theory, Journal of the ACM 7 (1960), DOI
// 10.1145/321033.321034. Sudoku solvers call it a single.
//
// The idea. Choose the options, note that every solution has them, and lower the
// bounds of their items. An item that is covered as often as it may be goes, with
// all other options that have it. A secondary item goes, too: with those options
// that disagree on its color, while those that agree may forget about it.
//
// The invariants. All bounds are lowered before any option goes, so that an item
// that loses options is never compared with a bound that is out of date.
//
// The cost. Each option is taken off its lists once.
//
// An example. The options "a x:A", "b x:A", "b c x:B" and "c": item a has the
// first one only. It fixes x, so that the third is ruled out, and the second is
// left as "b".

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

// agree takes away an item, and the options that do not give it that color; all
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
