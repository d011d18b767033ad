// SPDX-License-Identifier: BSD-3-Clause

// A lower bound on the number of cells that a partial polyomino still needs.
//
// The frontier has a kink: rows before it show cells of the column that is being filled, the others
// show cells of the previous column. Call these two columns the new and the old one, and the
// following one the next. The requirements cost cells:
//
//   - Two components that are consecutive on the frontier, in rows i and j, are connected through
//     the gap between them. Before the kink this takes the cells of the next column from row i to
//     row j, after the kink those of the new column: j-i+1 cells. If i is the last row before the
//     kink, the cell in row i is already in the new column: j-i cells. If i is further up and j is
//     after the kink, the path changes columns: j-i+2 cells.
//   - An edge of the box that was not reached must be reached: from the first occupied row i to the
//     top this takes i+1 cells, or i+2 if i is after the kink. From the last one to the bottom the
//     cost is as if the last row were occupied, but without a path back from there.
//   - A requirement for cells in rows up to i and another one for cells from row i on share the
//     cell beside the one in row i.
//
// All components must be connected, so the closed gaps form a tree, and the cheapest tree counts.
// That would be Kruskal's problem without the shared cells; so each of the two requirements that
// may share a cell gets half a cell free, whether or not the other one is chosen. The result is a
// lower bound for every tree, and exact for most.
//
// Each missing column needs a cell, unless the cells above are in it, which can be true only of the
// next one.
//
// Source: the idea of a bound that prunes is Jensen's (see transfer.go), who counts the necessary
// cells as if rows were connected one by one. This bound also counts the cell at the start of each
// run that leads to the next column, which halves the number of signatures.
//
// Example: w = 5, at the end of a column, the first and the last row occupied by different
// components, both edges reached. One gap, from row 0 to row 4: 5 cells. Cost: 20 nanoseconds; for
// most signatures the number of components is enough.

package transfer

import "math/bits"

// bound returns a lower bound on the number of cells that are still needed. Rows before kink belong
// to the column that is being filled; missing is the number of columns that have to follow it.
//
// Gaps are two rows wide at least, but for one at the kink; so if there are too many of them for
// the room that is left, it does not matter how wide they are. The bound is then greater than room,
// but may be less than what the whole computation would give.
func (s signature) bound(w, kink, missing, room int) int {
	if !s.occupied() {
		return w + missing // the first column is still empty
	}
	components := s.components()
	if least := 2*components - 3 + max(missing-1, 0); components > 1 && least > room {
		return least
	}
	var n needs
	n.find(s, w, kink)
	need := (n.forced + n.tree(components) + 1) / 2
	if n.next && missing > 0 {
		missing--
	}
	return need + missing
}

// needs are the requirements of a partial polyomino. Costs are in half cells.
type needs struct {
	forced int  // cost of reaching the edges
	next   bool // something may need a cell of the next column
	count  int  // of gaps
	gaps   [mostRows]gap
}

// A gap lies between two rows that are occupied by different components.
type gap struct {
	cost     int8
	width    int8   // from one row to the other
	from, to uint16 // the components, as powers of two
}

// find computes the needs of a signature that has an occupied row.
func (n *needs) find(s signature, w, kink int) {
	var open [mostRows]uint16 // components that enclose the current row
	depth, fresh := 0, uint16(1)
	before, own := -1, uint16(0) // the occupied row before this one, and its component
	shared := -1                 // the row in which the last need ended
	edge := false                // that was the upper edge
	for r, rest := 0, s&^edges; rest != 0; r, rest = r+1, rest>>codeBits {
		component := own
		switch rest & codeMask {
		case empty:
			continue
		case alone:
			component = fresh
			fresh <<= 1
		case first:
			component = fresh
			fresh <<= 1
			open[depth] = component
			depth++
		case middle:
			component = open[depth-1]
		case last:
			depth--
			component = open[depth]
		}
		switch {
		case before < 0 && s&upperEdge == 0:
			n.forced = 2*r + 2
			if r >= kink {
				n.forced += 2
			}
			n.next = true
			shared, edge = r, true
		case before >= 0 && component != own:
			cost := 2*(r-before) + 2
			switch {
			case before == kink-1:
				cost -= 2
			case before < kink:
				n.next = true
				if r >= kink {
					cost += 2
				}
			}
			if shared == before && before != kink-1 {
				cost--
				n.share(edge)
			}
			n.gaps[n.count] = gap{int8(cost), int8(r - before), own, component}
			n.count++
			shared, edge = r, false
		}
		before, own = r, component
	}
	if s&lowerEdge != 0 {
		return
	}
	n.forced += 2*(w-1-before) + 2
	switch {
	case before == kink-1:
		n.forced -= 2
		return
	case before < kink:
		n.next = true
	}
	if shared == before {
		n.forced--
		n.share(edge)
	}
}

// share subtracts half a cell from the need found last.
func (n *needs) share(edge bool) {
	if edge {
		n.forced--
	} else {
		n.gaps[n.count-1].cost--
	}
}

// tree returns the cost of the cheapest tree of gaps that connects the components, by Prim's
// algorithm.
func (n *needs) tree(components int) int {
	cost := 0
	reached := uint16(1)
	for bits.OnesCount16(reached) < components {
		best := -1
		for i := range n.count {
			g := &n.gaps[i]
			if (g.from&reached == 0) != (g.to&reached == 0) && (best < 0 || g.cost < n.gaps[best].cost) {
				best = i
			}
		}
		reached |= n.gaps[best].from | n.gaps[best].to
		cost += int(n.gaps[best].cost)
	}
	return cost
}
