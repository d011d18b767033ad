// Outlines and inner lines of a set of cells.
//
// Each cell is a polygon whose corners come clockwise on paper. An edge that two cells of the set share is inner; it
// occurs in both polygons, in opposite directions. The other edges make up the outline. To follow it, leave an outline
// edge at its end by the next edge of the same cell; as long as that one is inner, cross it and take the next edge of
// the cell on the other side. So one walks around the corner through the cells of the set that meet there, and arrives
// at the next edge of the outline. Where two cells touch in a corner only, the walk does not cross from one to the other,
// and the outline comes apart into loops, which is what round joins need. Loops around holes run counter-clockwise.
//
// The same works on every lattice whose cells are polygons: no angles, no floating point. Corners between edges in one
// direction are then dropped. For example the square of four cells gives one loop of four corners.
//
// Inner lines are drawn in runs as long as possible: edges in one direction that meet are joined.

package render

import (
	"slices"

	"polka/shapes"
)

// An edge is a directed side of a cell.
type edge struct{ from, to shapes.Corner }

// outline traces the boundary of a shape: closed loops of corners, those around cells clockwise, those around holes
// counter-clockwise. The loops begin at their first corner in reading order, and come in that order.
func outline(s shapes.Shape) [][]shapes.Corner {
	l := s.Lattice()
	after := map[edge]edge{} // the next side of the same cell
	var sides []edge
	for _, c := range s.Cells() {
		corners := l.Corners(c)
		for i, p := range corners {
			q, r := corners[(i+1)%len(corners)], corners[(i+2)%len(corners)]
			sides = append(sides, edge{p, q})
			after[edge{p, q}] = edge{q, r}
		}
	}
	slices.SortFunc(sides, func(a, b edge) int { return compareCorners(a.from, b.from) })
	var loops [][]shapes.Corner
	walked := map[edge]bool{}
	for _, start := range sides {
		if _, inner := after[start.reverse()]; inner || walked[start] {
			continue
		}
		var loop []shapes.Corner
		for e := start; !walked[e]; {
			walked[e] = true
			loop = append(loop, e.from)
			e = after[e]
			for {
				next, inner := after[e.reverse()]
				if !inner {
					break
				}
				e = next
			}
		}
		loops = append(loops, straighten(loop))
	}
	return loops
}

// innerLines gives the lines between neighbouring cells of the shape, as long as they can be drawn in one stroke: pairs
// of end points, in reading order.
func innerLines(s shapes.Shape) []edge {
	l := s.Lattice()
	sides := map[edge]bool{}
	var inner []edge
	for _, c := range s.Cells() {
		corners := l.Corners(c)
		for i, p := range corners {
			e := edge{p, corners[(i+1)%len(corners)]}
			sides[e] = true
			if sides[e.reverse()] {
				if compareCorners(e.from, e.to) > 0 {
					e = e.reverse()
				}
				inner = append(inner, e)
			}
		}
	}
	slices.SortFunc(inner, func(a, b edge) int {
		if d := compareCorners(a.from, b.from); d != 0 {
			return d
		}
		return compareCorners(a.to, b.to)
	})
	// Runs grow at their ends, which come later in reading order than their beginnings.
	ends := map[edge]int{} // direction and end of a run: its index
	var runs []edge
	for _, e := range inner {
		direction := difference(e.from, e.to)
		i, ok := ends[edge{direction, e.from}]
		if ok {
			delete(ends, edge{direction, e.from})
			runs[i].to = e.to
		} else {
			i = len(runs)
			runs = append(runs, e)
		}
		ends[edge{direction, e.to}] = i
	}
	return runs
}

// straighten drops the corners at which a loop goes straight on, and turns it so that it begins at its first corner in
// reading order.
func straighten(loop []shapes.Corner) []shapes.Corner {
	var kept []shapes.Corner
	first := 0
	for i, p := range loop {
		before, next := loop[(i+len(loop)-1)%len(loop)], loop[(i+1)%len(loop)]
		if difference(before, p) == difference(p, next) {
			continue
		}
		kept = append(kept, p)
		if compareCorners(p, kept[first]) < 0 {
			first = len(kept) - 1
		}
	}
	return append(kept[first:len(kept):len(kept)], kept[:first]...)
}

func (e edge) reverse() edge { return edge{e.to, e.from} }

func difference(p, q shapes.Corner) shapes.Corner {
	return shapes.Corner{X: q.X - p.X, Y: q.Y - p.Y, Z: q.Z - p.Z}
}

func compareCorners(p, q shapes.Corner) int { return shapes.Cell(p).Compare(shapes.Cell(q)) }
