// SPDX-License-Identifier: BSD-3-Clause

package transfer

import "math/bits"

// A signature is the state of a partial polyomino: for each row a code of three bits, from the
// lowest bits up, and whether the edges of the box were reached.
type signature uint64

// Codes of rows.
const (
	empty  = iota
	alone  // the only cell of its component on the frontier
	first  // from the top
	middle // neither first nor last
	last
)

const (
	codeBits            = 3
	upperEdge signature = 1 << 62
	lowerEdge signature = 1 << 63
	edges               = upperEdge | lowerEdge
	mostRows            = 62 / codeBits
	codeMask  signature = 1<<codeBits - 1
	lowBits             = 0o111111111111111111111 // the lowest bit of each code
)

func (s signature) row(r int) signature { return s >> (codeBits * r) & codeMask }

func (s signature) with(r int, code signature) signature {
	return s&^(codeMask<<(codeBits*r)) | code<<(codeBits*r)
}

// occupied reports whether any row is occupied.
func (s signature) occupied() bool { return s&^edges != 0 }

// below finds the next cell of the component of row r, which is first or middle; with toLast, the
// last one.
func (s signature) below(r int, toLast bool) int {
	depth := 0
	for r++; ; r++ {
		switch s.row(r) {
		case first:
			depth++
		case middle:
			if depth == 0 && !toLast {
				return r
			}
		case last:
			if depth == 0 {
				return r
			}
			depth--
		}
	}
}

// above finds the cell before row r, which is last or middle, in its component; with toFirst, the
// first one.
func (s signature) above(r int, toFirst bool) int {
	depth := 0
	for r--; ; r-- {
		switch s.row(r) {
		case last:
			depth++
		case middle:
			if depth == 0 && !toFirst {
				return r
			}
		case first:
			if depth == 0 {
				return r
			}
			depth--
		}
	}
}

// empty returns the signature after an empty cell in row r, or false if that cuts off a component.
func (s signature) empty(r int) (signature, bool) {
	switch s.row(r) {
	case alone:
		return 0, false
	case first:
		if next := s.below(r, false); s.row(next) == middle {
			s = s.with(next, first)
		} else {
			s = s.with(next, alone)
		}
	case last:
		if previous := s.above(r, false); s.row(previous) == middle {
			s = s.with(previous, last)
		} else {
			s = s.with(previous, alone)
		}
	}
	return s.with(r, empty), true
}

// occupy returns the signature after an occupied cell in row r. The cell joins the component to its
// left, which row r still records, and the one above it.
func (s signature) occupy(r, w int) signature {
	if r == 0 {
		s |= upperEdge
	}
	if r == w-1 {
		s |= lowerEdge
	}
	left, up := s.row(r), signature(empty)
	if r > 0 {
		up = s.row(r - 1)
	}
	switch {
	case up == empty && left == empty:
		return s.with(r, alone)
	case up == empty:
		return s
	case left == empty:
		// The cell comes after the one above it in the same component.
		switch up {
		case alone:
			return s.with(r-1, first).with(r, last)
		case last:
			return s.with(r-1, middle).with(r, last)
		}
		return s.with(r, middle)
	}
	switch up {
	case first, middle: // the component above continues below
		switch left {
		case alone:
			return s.with(r, middle)
		case first: // nested in the one above
			return s.with(s.below(r, true), middle).with(r, middle)
		}
		return s // the same component
	case last:
		switch left {
		case alone:
			return s.with(r-1, middle).with(r, last)
		case first:
			return s.with(r-1, middle).with(r, middle)
		}
		return s.with(s.above(r-1, true), middle).with(r-1, middle) // the one above is nested in the left one
	}
	switch left { // the cell above is alone
	case alone:
		return s.with(r-1, first).with(r, last)
	case first:
		return s.with(r-1, first).with(r, middle)
	}
	return s.with(r-1, middle)
}

// least returns the lesser of a signature of w rows and its mirror image, at the end of a column.
func (s signature) least(w int) signature {
	var m signature
	for r := range w {
		code := s.row(r)
		switch code {
		case first:
			code = last
		case last:
			code = first
		}
		m |= code << (codeBits * (w - 1 - r))
	}
	if s&upperEdge != 0 {
		m |= lowerEdge
	}
	if s&lowerEdge != 0 {
		m |= upperEdge
	}
	return min(s, m)
}

// complete reports whether the signature, at the end of a column, is that of a polyomino that fills
// its box: one component, both edges.
func (s signature) complete() bool { return s&edges == edges && s.components() == 1 }

// components counts the components on the frontier.
func (s signature) components() int {
	// The two lowest bits of a code differ if it is alone or first.
	codes := uint64(s &^ edges)
	return bits.OnesCount64((codes ^ codes>>1) & lowBits)
}
