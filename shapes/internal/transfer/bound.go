// How many cells does a partial polyomino still need?
//
// The border has a kink: rows before it show cells of the column that is being filled, the others
// those of the column before. Call these two columns the new and the old one, and the one to come
// next. What has to be done costs cells:
//
//   - Two components that follow each other on the border, in rows i and j, are connected through
//     the gap between them. Before the kink this takes the cells of the next column from row i to
//     row j, after the kink those of the new column: j-i+1 cells. If i is the last row before the
//     kink, the cell in row i is in the new column already: j-i cells. And if i is further up and j
//     after the kink, the way changes columns: j-i+2 cells.
//   - An edge of the box that was not reached has to be: from the first occupied row i to the top
//     this takes i+1 cells, or i+2 if i is after the kink; from the last one to the bottom it is as
//     if there were something in the last row, but that nothing leads back from there.
//   - What needs cells in rows up to i and something else that needs cells from row i on share the
//     cell beside that in row i.
//
// All components have to be connected, so the gaps that are closed form a tree, and the cheapest
// one counts. That would be Kruskal's problem if it were not for the shared cells; so each of the
// two that may share a cell gets half a cell for nothing, whether or not the other one is chosen.
// The result is a lower bound for every tree, and exact for most.
//
// Each column that is missing needs a cell, unless the cells above are in it, which can be true of
// the next one only.
//
// Source: the idea of a bound that prunes is Jensen's (see transfer.go); he counts the cells that
// are needed as if rows were connected one by one. That each stretch of cells begins with one that
// leads to the next column was left out of account in a first version of this file; with it there
// are half as many signatures.
//
// Example: w = 5, at the end of a column, the first and the last row occupied by different
// components, both edges reached. One gap, from row 0 to row 4: 5 cells. Cost: 20 nanoseconds; most
// signatures can be judged by their number of components.

package transfer

import "math/bits"

// bound is a lower bound on the number of cells that are still needed. Rows before kink belong to
// the column that is being filled; missing is the number of columns that have to follow it.
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

// needs are what a partial polyomino lacks. Costs are in half cells.
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

// find lists the needs of a signature that has an occupied row.
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

// share takes half a cell from the need that was found last.
func (n *needs) share(edge bool) {
	if edge {
		n.forced--
	} else {
		n.gaps[n.count-1].cost--
	}
}

// tree is the cost of the cheapest tree of gaps that connects the components, by Prim's algorithm.
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
