// SPDX-License-Identifier: BSD-3-Clause

// Package boxed sorts the cells of a small box by y, then x, then z: it marks their places in a set
// of bits, and reads the set from the beginning. That takes less time than comparing cells with
// each other.
//
//	var s boxed.Sorter
//	if s.Begin(2, 0, 0, 0, 4, 2, 1) { // for two cells of 4 by 2 by 1
//		s.Add(3, 1, 0)
//		s.Add(0, 1, 0)
//		order := s.Order() // 1 0
//	}
package boxed

import (
	"math/bits"
	"slices"
)

// A Sorter keeps its memory for the next box. The zero value is ready.
type Sorter struct {
	first, stepX, stepY, size int      // place (stepY*y + stepX*x + z) - first, of so many
	marks                     []uint64 // of places, all 0 between boxes
	index                     []int32  // of the cell in a place
	order                     []int32
	added                     int32
}

// sparse is how many times more places than cells a box may have.
const sparse = 32

// Begin begins a box with a least corner and sides, for a number of cells. If the box is not small
// enough for that, it returns false.
func (s *Sorter) Begin(cells, leastX, leastY, leastZ, sideX, sideY, sideZ int) bool {
	most := sparse * cells
	if sideX > most || sideY > most || sideZ > most || sideX*sideY > most || sideX*sideY*sideZ > most {
		return false
	}
	s.stepX, s.stepY, s.size, s.added = sideZ, sideX*sideZ, sideX*sideY*sideZ, 0
	s.first = leastY*s.stepY + leastX*s.stepX + leastZ
	if len(s.index) < s.size {
		room := max(s.size, 2*len(s.index))
		s.index, s.marks = make([]int32, room), make([]uint64, (room+63)/64)
	}
	return true
}

// Add adds a cell of the box. All cells are different.
func (s *Sorter) Add(x, y, z int) {
	p := uint(y*s.stepY + x*s.stepX + z - s.first)
	s.marks[p/64] |= 1 << (p % 64)
	s.index[p] = s.added
	s.added++
}

// Order returns the indices of the cells, in the order in which they were added, as the box has
// them. The slice is used again for the next box.
func (s *Sorter) Order() []int32 {
	s.order = slices.Grow(s.order[:0], int(s.added))
	for w, word := range s.marks[:(s.size+63)/64] {
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
