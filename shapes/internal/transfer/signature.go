package transfer

import "math/bits"

// A signature tells what matters of the cells so far: for each row a code of three bits, from the lowest bits up, and
// whether the edges of the box were reached.
type signature uint64

// Codes of rows.
const (
	empty  = iota
	alone  // the only cell of its component on the border
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

// occupied reports whether any row is.
func (s signature) occupied() bool { return s&^edges != 0 }

// below finds the next cell of the component of row r, which is first or middle; with toLast, the last one.
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

// above finds the cell before row r, which is last or middle, in its component; with toFirst, the first one.
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

// empty gives the signature after an empty cell in row r. It reports false if that cuts a component off.
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

// occupy gives the signature after an occupied cell in row r. It joins the component to its left, which row r still
// tells, and the one above it.
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
	case first, middle: // the component above goes on below
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

// least is the less of a signature of w rows and its mirror image, at the end of a column.
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

// complete reports whether the signature, at the end of a column, is that of a polyomino that fills its box: one
// component, both edges.
func (s signature) complete(w int) bool {
	if s&edges != edges {
		return false
	}
	components := 0
	for r := range w {
		if code := s.row(r); code == alone || code == first {
			components++
		}
	}
	return components == 1
}

// bound is a lower bound on the number of cells that are still needed. Rows before kink belong to the column that is being
// filled; missing is the number of columns that have to follow it.
//
// Let two rows i < j be occupied by different components, and those between them empty. To connect the components through
// this gap takes at least j-i cells: one in each row from i+1 to j, or from i to j-1. One has to close as many gaps as
// there are components but one, and which gaps lead to a tree can be chosen; so the least tree is taken. The rows before
// the first occupied one and after the last one have to be crossed if the edge was not reached. At the end of a column one
// more cell is needed if any is, because the first one in the next column has to go on from this one in the same row.
//
// Most signatures can be judged without looking at their rows one by one. Gaps are two rows wide at least, but for one at
// the kink; so if already these are too many for the room that is left, the exact least tree does not matter. The bound
// is then greater than room, but may be less than what the whole computation would give.
func (s signature) bound(w, kink, missing, room int) int {
	codes := uint64(s &^ edges)
	if codes == 0 {
		return w + missing // the first column is still empty
	}
	top, bottom := bits.TrailingZeros64(codes)/codeBits, (63-bits.LeadingZeros64(codes))/codeBits
	around := 0
	if s&upperEdge == 0 {
		around += top
	}
	if s&lowerEdge == 0 {
		around += w - 1 - bottom
	}
	// The two lowest bits of a code differ if it is alone or first.
	components := bits.OnesCount64((codes ^ codes>>1) & lowBits)
	total := func(need int) int {
		need += around
		if need > 0 && kink == w {
			need++
		}
		if missing > 0 {
			need = max(need, 1) + missing - 1
		}
		return need
	}
	if components == 1 {
		return total(0)
	}
	if least := total(2*components - 3); least > room {
		return least
	}
	return total(s.tree(components))
}

// tree is the length of the least tree that connects the components, by Kruskal's algorithm.
func (s signature) tree(components int) int {
	var (
		component [mostRows]int8 // of the rows, and then the tree of each component
		open      [mostRows]int8 // components that enclose the current row
		gaps      [mostRows]struct{ width, from, to int8 }
	)
	depth, next, gapCount, before := 0, int8(0), 0, -1
	for r, rest := 0, s&^edges; rest != 0; r, rest = r+1, rest>>codeBits {
		switch rest & codeMask {
		case empty:
			continue
		case alone:
			component[r] = next
			next++
		case first:
			component[r] = next
			open[depth] = next
			depth++
			next++
		case middle:
			component[r] = open[depth-1]
		case last:
			depth--
			component[r] = open[depth]
		}
		if before >= 0 && component[before] != component[r] {
			gaps[gapCount].width, gaps[gapCount].from, gaps[gapCount].to = int8(r-before), component[before], component[r]
			gapCount++
		}
		before = r
	}
	for i := range components {
		component[i] = int8(i)
	}
	length := 0
	for left := components - 1; left > 0; {
		best := -1
		for i := range gapCount {
			if gaps[i].width > 0 && (best < 0 || gaps[i].width < gaps[best].width) {
				best = i
			}
		}
		width, from, to := gaps[best].width, component[gaps[best].from], component[gaps[best].to]
		gaps[best].width = 0
		if from == to {
			continue
		}
		for i := range components {
			if component[i] == from {
				component[i] = to
			}
		}
		length += int(width)
		left--
	}
	return length
}
