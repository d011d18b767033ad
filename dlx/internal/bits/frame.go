// SPDX-License-Identifier: BSD-3-Clause

// The problem. A row of bits, one for each option of each item, is mostly empty
// a few levels below the root: of 171 options for an average item of the
// pentominoes on 6x10, a dozen are live on level 4. A search that keeps the
// rows of the root reads three words for an item where one would do.
//
// The source. Our own. The instruction that does the work, PEXT, and how to do
// without it: H. S. Warren, Hacker's Delight, 2nd edition (2012), section 7-4.
//
// The idea. A frame says where in a row the bits of an item are. Below a node
// with many descendants we lay out a new, narrow frame for the items that are
// open there and the options that are live there, in the same order. To turn a
// row of conflicts of the old frame into one of the new frame, we compact its
// bits, word by word, following a list of moves that is made once for the
// frame:
//
//	old row   1 0 1 1 0 1 0 0       live bits are marked:  . 0 1 . . 1 . 0
//	new row   0 1 1 0
//
// Eight items share a group. The words of a group are interleaved, so that a
// vector of eight words has one of each item, and the n-th words of eight items
// are processed together:
//
//	row = head, group 0, group 1, ...   group = n vectors   vector = 8 words
//
// Items with equally many words are adjacent, so that little is wasted. The
// head has a bit for each slot, the place of an item: in a level's row it is
// set if the item is open, in a row of conflicts if choosing the option closes
// the item. Words and head are treated alike: what is left is live AND NOT
// conflict.
//
// The invariants. Slots are in the order of the items among those with equally
// many words; the bits of an item are in the order of its options. So the tree
// of the search is the same in every frame.
//
// The cost. A frame takes about as long as twenty nodes, and so do the rows of
// twenty options with PEXT. It pays if at least a few hundred nodes follow.

package bits

import (
	"math/bits"
	"slices"
	"unsafe"

	"polka/dlx/internal/engine"
)

// lanes is how many items share a group.
const lanes = 8

// line is how many words make a cache line, to which rows are aligned.
const line = 8

// A frame is a layout of rows, with the rows of conflicts in it.
type frame struct {
	groups []group  // in the order in which the step processes them
	heads  int      // how many words of the head have bits of slots
	head   int      // how many words the head has, a multiple of a line
	words  int      // how many words a row has
	even   bool     // whether each slot has one word, so that slots are in the order of items
	slot   []int32  // slot[i] is the slot of item i, or nobody
	key    []uint64 // key[s] is the item at slot s
	first  []int32  // first[s] is its first word
	end    []int32  // end[s] is after its last word, of first[s], first[s]+lanes, ...
	global []int32  // global[k] is the number in the problem of option k of the frame

	options []int32 // see option

	rows        [][]uint64 // rows[k] are the conflicts of option k of the frame, nil if not built
	spare       []uint64   // a row that is not kept
	sheets      [][]uint64 // room for rows
	sheet, used int        // where the next row is taken from

	above  *frame  // from which this one was narrowed; nil for the root
	upward []int32 // upward[k] is the number of option k there
	moves  []move  // how to make rows from rows of above

	bonus // with multiplicities
}

// A group is eight slots whose words are interleaved.
type group struct {
	at      int32 // the first word
	vectors int32 // how many words for each slot
	number  int32 // slots 8*number, ..., 8*number+7
	_       int32
}

// A move takes the bits of a word of an old row that are in the mask, compacts
// them, shifts them up, and puts them into a word of a new row.
type move struct {
	from, to int32
	mask     uint64
	shift    uint64
}

// lay assigns slots to items, in increasing order: each element of sizes is
// 2^32 times the item plus the number of its options.
func (f *frame) lay(primary int, sizes []uint64) {
	f.slot = resize(f.slot, primary)
	for i := range f.slot {
		f.slot[i] = nobody
	}
	groups := (len(sizes) + lanes - 1) / lanes
	f.heads = (groups*lanes + 63) / 64
	f.head = (f.heads + line - 1) / line * line
	f.words = f.head
	f.key = resize(f.key, groups*lanes)
	f.first, f.end = resize(f.first, groups*lanes), resize(f.end, groups*lanes)
	f.groups = f.groups[:0]
	s := int32(0)
	for size, larger := int32(1), int32(0); int(s) < len(sizes); size, larger = larger, 0 {
		for _, x := range sizes {
			i, words := x>>32, max(1, (int32(x)+63)/64)
			if words > size && (larger == 0 || words < larger) {
				larger = words
			}
			if words != size {
				continue
			}
			if s%lanes == 0 {
				f.groups = append(f.groups, group{at: int32(f.words), number: s / lanes})
			}
			g := &f.groups[len(f.groups)-1]
			f.words += lanes * int(words-g.vectors)
			g.vectors = words
			f.slot[i] = s
			f.key[s] = i
			f.first[s] = g.at + s%lanes
			f.end[s] = g.at + words*lanes
			s++
		}
	}
	for ; int(s) < len(f.key); s++ {
		f.key[s], f.first[s], f.end[s] = 0, 0, 0
	}
	f.even = f.words == f.head+lanes*groups
	f.options = resize(f.options, 64*f.words)
	f.global = f.global[:0]
	f.sheet, f.used = 0, 0
}

// option returns the place of the number, in the frame, of the option that a bit belongs to, which
// is bit b of word w if it is 64*w+b. The first bits of all words are together: most items have few
// options, and places 64 numbers apart would share few lines of the cache.
func (f *frame) option(bit int32) *int32 { return &f.options[int(bit&63)*f.words+int(bit>>6)] }

// forget prepares the frame for n rows.
func (f *frame) forget(n int) {
	f.rows = resize(f.rows, n)
	clear(f.rows)
}

// resize returns a slice of length n, with any contents.
func resize[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	return make([]T, n, n+n/4)
}

// newRow returns an aligned row of zeros.
func newRow(words int) []uint64 {
	row := make([]uint64, words+line-1)
	skip := int(-uintptr(unsafe.Pointer(&row[0]))/8) & (line - 1)
	return row[skip : skip+words : skip+words]
}

// narrow makes f a frame for the open items and live options of a row in
// another frame, and returns that row in the new frame. It returns nil if the
// new row would not be much shorter.
func (v *solver) narrow(f, old *frame, live, packed []uint64, typical int64) []uint64 {
	least := 0 // a word for each open item
	for _, open := range live[:old.heads] {
		least += bits.OnesCount64(open)
	}
	if 4*least > 3*(old.words-old.head) || typical < my.worth*int64(v.optionsOf(least)) {
		return nil
	}
	sizes := v.sizes[:0] // item << 32 + live options
	words, total := 0, 0
	for h, open := range live[:old.heads] {
		for ; open != 0; open &= open - 1 {
			s := 64*h + bits.TrailingZeros64(open)
			c := 0
			for w := old.first[s]; w < old.end[s]; w += lanes {
				c += bits.OnesCount64(live[w])
			}
			sizes = append(sizes, old.key[s]<<32|uint64(c))
			words += max(1, (c+63)/64)
			total += c
		}
	}
	v.sizes = sizes
	options := v.optionsOf(total)
	if 4*words > 3*(old.words-old.head) || typical < my.worth*int64(options) {
		return nil
	}
	slices.Sort(sizes) // the slots are not quite in the order of the items
	f.lay(v.p.Primary, sizes)
	if f.words > len(packed) {
		return nil // groups of slots of different lengths are wasteful
	}
	packed = packed[:f.words]
	clear(packed)
	f.above = old
	f.moves = f.moves[:0]
	f.upward = f.upward[:0]
	v.epoch++
	for _, size := range sizes {
		s, t := old.slot[size>>32], f.slot[size>>32]
		packed[t/64] |= 1 << (t % 64)
		to, shift := f.first[t], 0
		for w := old.first[s]; w < old.end[s]; w += lanes {
			for left := live[w]; left != 0; {
				part := lowest(left, 64-shift)
				left &^= part
				f.moves = append(f.moves, move{w, to, part, uint64(shift)})
				base := 64*to + int32(shift)
				c := bits.OnesCount64(part)
				packed[to] |= (1<<c - 1) << shift
				for ; part != 0; part &= part - 1 {
					*f.option(base) = v.adopt(f, old, *old.option(64*w + int32(bits.TrailingZeros64(part))))
					base++
				}
				if shift += c; shift == 64 {
					shift = 0
					to += lanes
				}
			}
		}
	}
	f.forget(len(f.global) + v.limits)
	return packed
}

// optionsOf estimates to how many options a number of live bits belongs.
func (v *solver) optionsOf(bits int) int { return bits * v.p.Options() / max(len(v.bit), 1) }

// lowest returns the lowest n bits of a word that are set.
func lowest(word uint64, n int) uint64 {
	if bits.OnesCount64(word) <= n {
		return word
	}
	rest := word
	for range n {
		rest &= rest - 1
	}
	return word &^ rest
}

// adopt gives option k of the old frame a number in the new one, if it has none
// yet.
func (v *solver) adopt(f, old *frame, k int32) int32 {
	global := old.global[k]
	if v.adopted[global] != v.epoch {
		v.adopted[global] = v.epoch
		v.local[global] = int32(len(f.global))
		f.global = append(f.global, global)
		f.upward = append(f.upward, k)
	}
	return v.local[global]
}

// row returns the conflicts of option k of a frame.
func (v *solver) row(f *frame, k int32) []uint64 {
	if row := f.rows[k]; row != nil {
		return row
	}
	row := v.place(f, k)
	if f.above == nil {
		v.conflicts(f, row, k)
		return row
	}
	my.gather(row, v.row(f.above, f.upward[k]), f.moves)
	for _, e := range v.p.Option(f.global[k]) {
		if int(e.Item) < v.p.Primary && v.once[e.Item] {
			if s := f.slot[e.Item]; s >= 0 {
				row[s/64] |= 1 << (s % 64)
			}
		}
	}
	return row
}

// place finds room for the row of option k, which is all zeros.
func (v *solver) place(f *frame, k int32) []uint64 {
	size := max(sheet, f.words)
	for f.sheet < len(f.sheets) && f.used+f.words > len(f.sheets[f.sheet]) {
		f.sheet, f.used = f.sheet+1, 0
	}
	if f.sheet == len(f.sheets) && v.room >= size {
		v.room -= size
		f.sheets = append(f.sheets, newRow(size))
	}
	if f.sheet < len(f.sheets) {
		row := f.sheets[f.sheet][f.used : f.used+f.words : f.used+f.words]
		f.used += f.words
		clear(row)
		f.rows[k] = row
		return row
	}
	if cap(f.spare) < f.words {
		f.spare = newRow(f.words)
	}
	f.spare = f.spare[:f.words]
	clear(f.spare)
	return f.spare
}

// sheet is the number of words that are allocated for rows at a time.
const sheet = 1 << 13

// conflicts fills the row of option k of the root: its own bits, and for each
// of its items the bits of the options that have it, except those with the same
// color.
func (v *solver) conflicts(f *frame, row []uint64, k int32) {
	v.mark(row, k)
	for _, e := range v.p.Option(k) {
		if !v.once[e.Item] {
			continue
		}
		if s := e.Item; int(s) < v.p.Primary {
			s = f.slot[s]
			row[s/64] |= 1 << (s % 64)
		}
		if !v.widely(e.Item) || !v.merge(row, e) {
			for _, u := range v.using[e.Item] {
				if e.Color == 0 || e.Color != u.color {
					v.mark(row, u.option)
				}
			}
		}
	}
}

// widely reports whether the options with an item have so many bits that it is
// better to process all words of a row than single bits. A bit takes the time
// of two or three words.
func (v *solver) widely(item int32) bool {
	return 3*len(v.using[item])*len(v.bit) > v.root.words*v.p.Options()
}

// merge adds the bits of the options that have an item, and do not give it the
// same color, to a row, from rows that are kept for that. It reports false if
// there is no room for those.
func (v *solver) merge(row []uint64, e engine.Entry) bool {
	all, same := v.users(e.Item, 0), []uint64(nil)
	if e.Color != 0 {
		same = v.users(e.Item, e.Color)
	}
	switch {
	case all == nil || e.Color != 0 && same == nil:
		return false
	case e.Color == 0:
		row := row[:len(all)]
		for w, word := range all {
			row[w] |= word
		}
	default:
		row, same := row[:len(all)], same[:len(all)]
		for w, word := range all {
			row[w] |= word &^ same[w]
		}
	}
	return true
}

// users returns the row of the options of the root that give an item a color,
// or that have it if the color is 0; nil if there is no room to keep it.
func (v *solver) users(item, color int32) []uint64 {
	key := uint64(item)<<32 | uint64(color)
	row := v.used[key]
	if row != nil || v.room < v.root.words {
		return row
	}
	v.room -= v.root.words
	row = newRow(v.root.words)
	v.used[key] = row
	for _, u := range v.using[item] {
		if color == 0 || color == u.color {
			v.mark(row, u.option)
		}
	}
	return row
}

// mark sets the bits of option k in a row of the root.
func (v *solver) mark(row []uint64, k int32) {
	for _, bit := range v.bit[v.start[k]:v.start[k+1]] {
		row[bit/64] |= 1 << (bit % 64)
	}
}

// gatherWords makes a new row from an old one, without special instructions.
func gatherWords(to, from []uint64, moves []move) {
	for _, m := range moves {
		to[m.to] |= extract(from[m.from], m.mask) << m.shift
	}
}

// extract compacts the bits of a word that are in the mask.
func extract(word, mask uint64) uint64 {
	moved := uint64(0)
	for word &= mask; word != 0; word &= word - 1 {
		bit := word & -word
		moved |= 1 << bits.OnesCount64(mask&(bit-1))
	}
	return moved
}
