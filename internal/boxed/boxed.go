// SPDX-License-Identifier: BSD-3-Clause

// Package boxed sorts the cells of a small box: it marks their places in a set of bits, and reads
// the set from the beginning. That takes less time than comparing cells with each other.
//
//	var s boxed.Sorter
//	order := s.Order([]int32{5, 0, 3}, 8) // 1 2 0
package boxed

import "math/bits"

// A Sorter keeps its memory for the next call. The zero value is ready.
type Sorter struct {
	marks []uint64 // of places, all 0 between calls
	index []int32  // of the cell in a place
	order []int32
}

// sparse is how many times more places than cells a box may have.
const sparse = 32

// Fits reports whether a box with the given sides is small enough for that many cells.
func Fits(cells, x, y, z int) bool {
	most := sparse * cells
	return x <= most && y <= most && z <= most && x*y <= most && x*y*z <= most
}

// Order returns the indices of places in increasing order of the places, which are different
// numbers less than the size of the box. The slice is used again by the next call.
func (s *Sorter) Order(places []int32, size int) []int32 {
	if len(s.index) < size {
		most := max(size, 2*len(s.index))
		s.index, s.marks = make([]int32, most), make([]uint64, (most+63)/64)
	}
	for i, p := range places {
		s.marks[p/64] |= 1 << (p % 64)
		s.index[p] = int32(i)
	}
	s.order = s.order[:0]
	for w, word := range s.marks[:(size+63)/64] {
		if word == 0 {
			continue
		}
		s.marks[w] = 0
		for ; word != 0; word &= word - 1 {
			s.order = append(s.order, s.index[64*w+bits.TrailingZeros64(word)])
		}
	}
	return s.order
}
