// SPDX-License-Identifier: BSD-3-Clause

// The problem. When colors are fixed, or a sudoku is nearly solved, each open item has only
// one live option. The search chooses them one after the other, and each time processes a
// row that excludes nothing any more: in sat50 that is half of all nodes.
//
// The idea. If every open item has exactly one live option, there is one solution below if
// these options are compatible, and none otherwise. They are compatible with the options
// chosen; that they are with each other is checked from their entries: together they have
// as many primary items as are open, and give no secondary item two colors, or the same
// item twice without a color. So the solution, and the nodes on the way to it, are counted
// without steps. If there is none, the search finds that out as always, so that its nodes
// stay those of package links.
//
// The item that was found with several options the last time is checked first. It usually
// still has several. Where the check fails often, or saves only one step, it is made rarely. The
// counters do not depend on it: the nodes count as if the steps had been made, updates included.
//
// An example. Items a, b, c with the live options "a x:1", "b x:1", "c": one solution, three
// nodes below this one.

package bits

import "math/bits"

// A tail is what is needed for the check.
type tail struct {
	loose int32   // the slot that had several live options the last time
	wait  int32   // how many checks to skip,
	fails int32   // and how many will be skipped after the next failure
	seen  []int32 // seen[k] == round if option k of the problem has been counted
	color []int32 // color[i] belongs to secondary item i, counted from the first of them,
	given []int32 // if given[i] == round
	round int32
}

// counted counts the solution below a node on level l if every open item has one live option
// and these are compatible. Otherwise it reports false.
func (v *solver) counted(l int) bool {
	t := &v.tail
	if t.wait > 0 {
		t.wait--
		return false
	}
	t.fails = min(2*t.fails+1, 31)
	t.wait = t.fails
	now := v.levels[l]
	f := now.frame
	live := now.live
	if s := t.loose; int(s) < len(f.key) && live[s>>6]>>(uint(s)&63)&1 != 0 && !f.single(live, s) {
		return false
	}
	open := 0
	for h, word := range live[:f.heads] {
		for ; word != 0; word &= word - 1 {
			s := int32(64*h + bits.TrailingZeros64(word))
			if !f.single(live, s) {
				t.loose = s
				return false
			}
			open++
		}
	}
	chosen, last, ok := v.agree(now, open)
	if !ok {
		return false
	}
	steps := int64(chosen)
	if f.heads == 1 && last == 1 { // leaves would count the last node without a step
		steps--
	}
	if chosen > 1 { // one step takes no longer than the check
		t.wait, t.fails = 0, 0
	}
	v.Count++
	for n := range chosen {
		v.Node(l + 1 + n)
	}
	v.Updates += steps * v.effort
	v.Tick(int64(chosen) * v.effort) // the caller checks whether it is time to stop
	return true
}

// single reports whether at most one option of the item at a slot is live.
func (f *frame) single(live []uint64, s int32) bool {
	n := 0
	for w := f.first[s]; w < f.end[s]; w += lanes {
		n += bits.OnesCount64(live[w])
	}
	return n <= 1
}

// agree reports whether the options of the open items, each of which has one, are compatible, how
// many there are, and how many items the one has that the search would choose last: the one whose
// first item comes last.
func (v *solver) agree(now *level, open int) (chosen, last int, ok bool) {
	f, t, p := now.frame, &v.tail, v.p
	if t.seen == nil {
		t.seen = make([]int32, p.Options())
		t.color, t.given = make([]int32, p.Items-p.Primary), make([]int32, p.Items-p.Primary)
	}
	t.round++
	covered, latest := 0, int32(-1)
	for h, word := range now.live[:f.heads] {
		for ; word != 0; word &= word - 1 {
			k := f.global[f.only(now.live, int32(64*h+bits.TrailingZeros64(word)))]
			if t.seen[k] == t.round {
				continue
			}
			t.seen[k] = t.round
			chosen++
			items, first := 0, int32(p.Primary)
			for _, e := range p.Option(k) {
				if int(e.Item) < p.Primary {
					items++
					first = min(first, e.Item)
					continue
				}
				i := int(e.Item) - p.Primary
				if t.given[i] == t.round && (e.Color == 0 || t.color[i] != e.Color) {
					return 0, 0, false
				}
				t.given[i], t.color[i] = t.round, e.Color
			}
			if covered += items; first > latest {
				latest, last = first, items
			}
		}
	}
	return chosen, last, covered == open
}

// only returns the live option of the item at a slot that has one.
func (f *frame) only(live []uint64, s int32) int32 {
	w := f.first[s]
	for live[w] == 0 {
		w += lanes
	}
	return *f.option(64*w + int32(bits.TrailingZeros64(live[w])))
}
