// SPDX-License-Identifier: BSD-3-Clause

// Sorting row numbers by columns.
//
// Problem. Sort up to 2^31 rows by several columns, so that rows with equal values keep their
// order, without a copy of the values, and so that the work can end at any time.
//
// Method. Sorting by the least important column first, and by the most important last, with a
// stable sort each time, sorts by all of them. One column is sorted by keys of 64 bits, by a radix
// sort from the least significant byte (Knuth, TAOCP 3, 5.2.5): numbers have one key, whose order
// as an unsigned integer is theirs. Texts have a key for each eight bytes: rows with the same key
// are sorted by the next eight. Small groups are compared directly.
//
// Descending order is the reverse of the ascending order of the reversed rows, which is stable too.
// Rows without a value, and NaN, are moved to the end first.
//
// Cost. 16 bytes for each row twice, while the sort runs; 8 passes or fewer for each key, since a
// byte that is the same in all keys needs none.

package frame

import (
	"cmp"
	"context"
	"math"
	"slices"

	"polka/internal/yield"
)

// A sortKey is a column by which a table is sorted.
type sortKey struct {
	Column int  `json:"column"`
	Down   bool `json:"down"`
}

// never is the context of work that nobody ends.
var never = context.Background()

// An entry is a row in a sort.
type entry struct {
	key uint64
	row int32
}

// step is the number of rows between two looks at the context.
const step = 1 << 14

// few is the number of texts that are sorted by comparing them.
const few = 64

// A sorter sorts the rows of one table.
type sorter struct {
	ctx   context.Context
	spare []entry // as long as the entries that are sorted
}

// stopped reports whether the work is to end.
func (s *sorter) stopped() bool {
	yield.Check()
	return s.ctx.Err() != nil
}

// sorted sorts rows in place, and returns them; nil if ctx ends first.
func sorted(ctx context.Context, columns []Column, rows []int32, keys []sortKey) []int32 {
	s := &sorter{ctx: ctx}
	for _, k := range slices.Backward(keys) {
		if !s.sortBy(&columns[k.Column], rows, k.Down) {
			return nil
		}
	}
	return rows
}

// sortBy sorts rows by one column. It reports false if the context has ended.
func (s *sorter) sortBy(c *Column, rows []int32, down bool) bool {
	if len(rows) > len(s.spare) {
		s.spare = make([]entry, len(rows))
	}
	list := make([]entry, 0, len(rows))
	var nan, absent []int32
	for i, row := range rows {
		if i%step == 0 && s.stopped() {
			return false
		}
		switch {
		case c.missing(int(row)):
			absent = append(absent, row)
		case c.Type == Float:
			x := c.Float(int(row))
			if math.IsNaN(x) {
				nan = append(nan, row)
				continue
			}
			list = append(list, entry{floatKey(x), row})
		case c.Type == String:
			list = append(list, entry{0, row})
		default:
			list = append(list, entry{uint64(c.Int(int(row))) ^ 1<<63, row})
		}
	}
	if down {
		slices.Reverse(list)
	}
	ok := false
	if c.Type == String {
		ok = s.texts(c, list, 0)
	} else {
		ok = s.radix(list)
	}
	if down {
		slices.Reverse(list)
	}
	for i, e := range list {
		rows[i] = e.row
	}
	n := copy(rows[len(list):], nan)
	copy(rows[len(list)+n:], absent)
	return ok
}

// floatKey returns a number with the order of x as an unsigned integer. The zeros are equal.
func floatKey(x float64) uint64 {
	b := math.Float64bits(x + 0) // -0 + 0 is 0
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}

// radix sorts entries by their keys. It reports false if the context has ended.
func (s *sorter) radix(list []entry) bool {
	if len(list) <= few {
		slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
		return true
	}
	var count [8][256]int32
	for _, e := range list {
		for i := range 8 {
			count[i][byte(e.key>>(8*i))]++
		}
	}
	from, to := list, s.spare[:len(list)]
	for i := range 8 {
		if count[i][byte(list[0].key>>(8*i))] == int32(len(list)) {
			continue
		}
		var at [256]int32
		for b := 1; b < 256; b++ {
			at[b] = at[b-1] + count[i][b-1]
		}
		for part := range slices.Chunk(from, step) {
			if s.stopped() {
				return false
			}
			for _, e := range part {
				b := byte(e.key >> (8 * i))
				to[at[b]] = e
				at[b]++
			}
		}
		from, to = to, from
	}
	if &from[0] != &list[0] {
		copy(list, from)
	}
	return true
}

// texts sorts entries whose texts have the same first bytes. It reports false if the context has
// ended.
func (s *sorter) texts(c *Column, list []entry, depth int) bool {
	if len(list) <= few {
		slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(c.Text(int(a.row)), c.Text(int(b.row))) })
		return true
	}
	for i := range list {
		if i%step == 0 && s.stopped() {
			return false
		}
		list[i].key = chunk(c.Text(int(list[i].row)), depth)
	}
	if !s.radix(list) {
		return false
	}
	for begin := 0; begin < len(list); {
		end := begin + 1
		for end < len(list) && list[end].key == list[begin].key {
			end++
		}
		if group := list[begin:end]; len(group) > 1 {
			rest, ok := s.ended(c, group, depth+8)
			if !ok || !s.texts(c, rest, depth+8) {
				return false
			}
		}
		begin = end
	}
	return true
}

// ended moves the texts of at most depth bytes, sorted by length, to the beginning of a group whose
// texts differ only in what follows and in zeros at their ends. It returns the others.
func (s *sorter) ended(c *Column, group []entry, depth int) (rest []entry, ok bool) {
	long := 0
	for i := range group {
		n := len(c.Text(int(group[i].row)))
		group[i].key = uint64(min(n, depth+1))
		if n > depth {
			long++
		}
	}
	if !s.radix(group) {
		return nil, false
	}
	return group[len(group)-long:], true
}

// chunk returns eight bytes of a text, from depth on, as a number with their order.
func chunk(text string, depth int) uint64 {
	if depth >= len(text) {
		return 0
	}
	text = text[depth:]
	if len(text) >= 8 {
		return uint64(text[0])<<56 | uint64(text[1])<<48 | uint64(text[2])<<40 | uint64(text[3])<<32 |
			uint64(text[4])<<24 | uint64(text[5])<<16 | uint64(text[6])<<8 | uint64(text[7])
	}
	var key uint64
	for i := range len(text) {
		key |= uint64(text[i]) << (56 - 8*i)
	}
	return key
}
