// SPDX-License-Identifier: BSD-3-Clause

// The problem. A piece near the edge isolates a single cell. Nothing can fill
// that cell, so the placement is impossible; but a search tries it again on
// every branch.
//
// The source. D. E. Knuth, The Art of Computer Programming, Volume 4B (2022),
// section 7.2.2.1, on preprocessing, and DLX-PRE: an option is useless if it
// leaves some item that it does not have without options. In constraint
// programming what is missing is called support: R. Mohr and T. C. Henderson,
// Arc and path consistency revisited, Artificial Intelligence 28 (1986), DOI
// 10.1016/0004-3702(86)90083-4.
//
// The idea. DLX-PRE chooses each option in turn and checks all items. We take
// each item in turn, and search for the options that are incompatible with all
// of its options. Each of these has a row of bits, one for every option of the
// problem, which is set if the two are incompatible; the result is the
// intersection of the rows. Usually it is empty after a few rows, of options
// that have little in common, such as the first and the last.
//
// An item that must be covered several times must have as many options that are
// compatible with the given option, itself among them. So there are several
// planes of bits: plane n has the options for which n compatible ones were
// found. A row moves its complement to the next plane; the options that never
// leave the last plane have too few.
//
// Items with few options come first: they are the most likely to be left
// without any. An item is processed again when it has lost an option.
//
// The cost. A row takes an instruction for 64 options and each item of the
// option; colors, which need a check of each use, take more. The 2056 options
// of twelve pentominoes on 6 by 10 cells, of which 144 are removed, take a
// tenth of a millisecond.
//
// An example. Let item d have only the options "b d" and "c d", in addition to
// "a b c", "a b" and "a c". The row of "b d" has "a b c" and "a b", that of "c
// d" has "a b c" and "a c". So "a b c" is useless.

package reduce

import (
	"cmp"
	"math/bits"
	"slices"
)

// At first this rule is allowed a quarter of the remaining work, and then
// earned more units for each entry of an option that it kills.
const earned = 20

// mostPlanes is the largest lower bound of an item to which this rule is applied.
const mostPlanes = 4

// A grid holds the data of the rule: rows of bits, one bit for each option.
type grid struct {
	living []uint64   // the options that are alive
	using  [][]uint64 // using[i] are the options with item i; nil if not yet computed
	row    []uint64
	planes [mostPlanes][]uint64
}

// support kills the options that leave an item without options, as long as the
// work allowed suffices.
func (t *table) support() {
	if t.Hopeless >= 0 {
		return
	}
	t.rule()
	t.work /= 4
	for {
		var items []int32
		for i := range int32(t.p.Primary) {
			if t.news[i] && !t.gone[i] && t.low[i] > 0 && t.low[i] <= mostPlanes {
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
			t.news[i] = false
			if !t.gone[i] && t.low[i] > 0 {
				t.rivals(i)
				t.settle()
			}
		}
	}
}

// rule makes the rows.
func (t *table) rule() {
	words := (len(t.alive) + 63) / 64
	t.living = make([]uint64, words)
	for k, alive := range t.alive {
		if alive {
			t.living[k/64] |= 1 << (k % 64)
		}
	}
	t.using = make([][]uint64, t.p.Items)
	t.row = make([]uint64, words)
	t.planes[0] = make([]uint64, words)
	t.spend(int64(len(t.alive)))
}

// rivals kills the options beside which an item cannot be covered often enough.
func (t *table) rivals(i int32) {
	planes := t.planes[:t.low[i]]
	for n := range planes {
		planes[n] = append(planes[n][:0], t.row...)
		clear(planes[n])
	}
	copy(planes[0], t.living)
	list := t.list(i)
	if len(planes) == 1 {
		for _, u := range list {
			planes[0][u.option/64] &^= 1 << (u.option % 64)
		}
	}
	for n := range list {
		u := list[n/2]
		if n%2 != 0 {
			u = list[len(list)-1-n/2]
		}
		if !t.alive[u.option] {
			continue
		}
		t.conflicts(u.option)
		if !sift(planes, t.row) || !t.spend(int64(len(planes)*len(t.row)+len(list)/len(t.row))) {
			return
		}
	}
	for _, plane := range planes {
		for w, word := range plane {
			for ; word != 0; word &= word - 1 {
				if k := int32(64*w + bits.TrailingZeros64(word)); t.alive[k] {
					t.kill(k)
					t.work += earned * int64(len(t.p.Option(k)))
				}
			}
		}
	}
}

// sift moves the complement of a row from each plane to the next, and reports
// whether anything is left in the planes.
func sift(planes [][]uint64, row []uint64) bool {
	left := uint64(0)
	for n := len(planes) - 1; n >= 0; n-- {
		plane := planes[n][:len(row)]
		if n == 0 {
			for w, c := range row {
				plane[w] &= c
				left |= plane[w]
			}
			break
		}
		below := planes[n-1][:len(row)]
		for w, c := range row {
			plane[w] = plane[w]&c | below[w]&^c
			left |= plane[w]
		}
	}
	return left != 0
}

// conflicts fills the row with the options that are incompatible with option k;
// it is compatible with itself.
func (t *table) conflicts(k int32) {
	clear(t.row)
	for _, e := range t.p.Option(k) {
		i := e.Item
		list := t.list(i)
		switch {
		case t.gone[i] || t.high[i] > 1:
		case e.Color != 0:
			for _, u := range list {
				if u.color != e.Color {
					t.row[u.option/64] |= 1 << (u.option % 64)
				}
			}
			t.work -= int64(len(list))
		case len(list) < len(t.row):
			for _, u := range list {
				t.row[u.option/64] |= 1 << (u.option % 64)
			}
			t.work -= int64(len(list))
		default:
			for w, word := range t.users(i) {
				t.row[w] |= word
			}
			t.work -= int64(len(t.row)) / 2
		}
	}
	t.row[k/64] &^= 1 << (k % 64)
}

// users returns the row of the options with an item.
func (t *table) users(i int32) []uint64 {
	if t.using[i] == nil {
		t.using[i] = make([]uint64, len(t.row))
		for _, u := range t.list(i) {
			t.using[i][u.option/64] |= 1 << (u.option % 64)
		}
		t.work -= int64(len(t.list(i)))
	}
	return t.using[i]
}
