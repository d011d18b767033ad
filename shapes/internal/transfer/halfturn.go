// SPDX-License-Identifier: BSD-3-Clause

// Counting polyominoes that are invariant under a half turn, by transfer matrices.
//
// Let the box have w rows and at least as many columns. It is cut into two halves that the half
// turn exchanges. If the number of columns is even, the cut is between the two in the middle. If it
// is odd, it runs down to the right of the upper half of the middle column, and to the left of its
// lower half; if w is odd as well, the cell in the center of the box is in neither half. Each of
// these cuts is a frontier with a kink, as it occurs while the left half is filled (see
// transfer.go). So the left half is filled, with half the cells, and whenever the frontier matches
// a cut, the partial polyomino is glued to its rotated image. The center cell may be occupied or
// not.
//
// The cells that meet are: the one in row r and the image of the one in row w-1-r; in the middle
// column, if w is even, also the last one before the kink and its own image; and the center cell
// meets those above it and to its left, and their images. Let the components on the frontier be the
// vertices of a graph, joined where one meets the image of the other. If the center cell is
// occupied, everything is connected if and only if the graph is, with that cell as one more vertex.
// Otherwise there must also be a cycle with an odd number of edges, or a component that meets its
// own image; if not, there are two parts that the half turn exchanges.
//
// In contrast to a search from a root near the center, or from rings around it, holes that contain
// the center need no special treatment. Flat rings, 3 cells high from 20 cells on, are counted like
// all others.
//
// Source: our own. Redelmeier (1981) and the programs that hold the records enumerate inner rings
// and grow polyominoes from these.
//
// Example: the S tetromino in a box of two rows and three columns. Filling the left half occupies
// the lower cell in the first column, and the kink is in the middle of the second column, whose
// upper cell is occupied or not. If it is not, the lower cell of the first column meets nothing; if
// it is, it meets the image of the former, and its own. Cost: all counts up to 30 cells take half a
// second.

package transfer

import (
	"math/bits"

	"polka/shapes/internal/job"
)

// HalfTurns returns the numbers of fixed polyominoes of 0, 1, ..., n cells that are invariant under
// the half turn. The other arguments and the range of n are those of [Counts].
func HalfTurns(n, goroutines int, job *job.Job) ([]uint64, bool) {
	counts := make([]uint64, n+1)
	order := byEffort((n + 1) / 2)
	shareSum(counts, len(order), goroutines, func(i int, counts []uint64) {
		h := &halves{layers: newLayers(order[i], n/2, job), counts: counts}
		h.mirror, h.layers.least = true, h.bound
		h.count()
	})
	return counts, !job.Stopped()
}

// halves counts the polyominoes of halves in boxes of w rows.
type halves struct {
	*layers
	column int // that is being filled, from 1
	counts []uint64
}

// count processes the columns until no half can be completed.
func (h *halves) count() {
	h.begin(h.w - 1)
	for h.column = 1; len(h.now.entries) > 0; h.column++ {
		for row := range h.w {
			if row == h.w/2 {
				h.glue(2*h.column-1, true)
			}
			if !h.cell(row, false) {
				return
			}
		}
		h.glue(2*h.column, false)
	}
}

// bound returns a lower bound on the cells that the half still needs. In each column that is
// missing, until the box can be wide enough, each component needs a cell; or else it is connected
// to another one, which takes as many further cells, above each other, as the gap is wide. In the
// same way one edge of the box has to be reached; the image reaches the other.
func (h *halves) bound(s signature, kink, room int) int {
	if !s.occupied() {
		return 0
	}
	middle := (h.w + 2) / 2 // the first column that can be in the middle, or beyond it
	missing := max(middle-1-h.column, 0)
	need := missing
	if s&edges == 0 {
		top, bottom := s.ends()
		need += min(top, h.w-1-bottom)
	}
	components := s.components()
	if missing == 0 || components == 1 || need > room {
		return need
	}
	var n needs
	n.find(s, h.w, kink)
	for i := range n.gaps[:n.count] {
		n.gaps[i].cost = min(n.gaps[i].width, int8(missing))
	}
	return need + n.tree(components)
}

// ends returns the first and the last occupied row.
func (s signature) ends() (top, bottom int) {
	codes := uint64(s &^ edges)
	return bits.TrailingZeros64(codes) / codeBits, (63 - bits.LeadingZeros64(codes)) / codeBits
}

// glue adds to the counts the polyominoes that result from gluing the halves to their images, for a
// box with that many columns. With kinked, the frontier has its kink in the middle.
func (h *halves) glue(columns int, kinked bool) {
	if columns < h.w {
		return
	}
	times := uint64(2)
	if columns == h.w {
		times = 1
	}
	h.each(func(s signature, series []uint64, low int) {
		open, closed := h.connected(s, kinked)
		for i, c := range series {
			size := 2 * (low + i)
			if open {
				h.counts[size] += times * c
			}
			if closed && size+1 < len(h.counts) {
				h.counts[size+1] += times * c
			}
		}
	})
}

// connected reports whether a half and its image form a connected polyomino that fills the box:
// without the cell in the middle, and with it, if there is one.
func (h *halves) connected(s signature, kinked bool) (without, with bool) {
	hasMiddle := kinked && h.w%2 == 1
	if s&edges == 0 {
		return false, hasMiddle && h.w == 1 && !s.occupied()
	}
	var g parts
	g.find(s, h.w)
	for r, own := range g.of[:h.w] {
		other := g.of[h.w-1-r]
		if own >= 0 && other >= 0 && !(hasMiddle && r == h.w/2) {
			g.join(own, other, true)
		}
	}
	if kinked && !hasMiddle {
		if above := g.of[h.w/2-1]; above >= 0 {
			g.join(above, above, true)
		}
	}
	without = g.count == 1 && g.odd
	if hasMiddle {
		g.count++
		middle := int8(len(g.root) - 1)
		g.root[middle] = middle
		for _, r := range []int{h.w/2 - 1, h.w / 2} {
			if r >= 0 && g.of[r] >= 0 {
				g.join(g.of[r], middle, false)
			}
		}
		with = g.count == 1
	}
	return without, with
}

// parts are the components of a graph whose edges are odd or even: a forest in which each vertex
// has a parent and the parity of the path to it.
type parts struct {
	of     [mostRows]int8 // the component in each row, or -1
	root   [mostRows + 1]int8
	turned [mostRows + 1]bool // the path to root is odd
	count  int
	odd    bool // there is an odd cycle
}

// find assigns a vertex to each component of the frontier.
func (g *parts) find(s signature, w int) {
	var open [mostRows]int8
	depth := 0
	for r := range w {
		g.of[r] = -1
		switch s.row(r) {
		case alone, first:
			g.of[r] = int8(g.count)
			g.root[g.count] = int8(g.count)
			g.count++
			if s.row(r) == first {
				open[depth] = g.of[r]
				depth++
			}
		case middle:
			g.of[r] = open[depth-1]
		case last:
			depth--
			g.of[r] = open[depth]
		}
	}
}

func (g *parts) join(a, b int8, odd bool) {
	for g.root[a] != a {
		odd = odd != g.turned[a]
		a = g.root[a]
	}
	for g.root[b] != b {
		odd = odd != g.turned[b]
		b = g.root[b]
	}
	if a == b {
		g.odd = g.odd || odd
		return
	}
	g.root[a], g.turned[a] = b, odd
	g.count--
}
