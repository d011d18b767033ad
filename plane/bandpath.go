// SPDX-License-Identifier: BSD-3-Clause

// Paths and cycles among the states of a strip: shortest rectangles, half strips and strips.

package plane

import (
	"cmp"
	"math/bits"
	"slices"

	"polka/shapes"
)

// shortest returns a shortest path from a state back to it, of fewer steps than the given number if
// it is not 0, or nil.
func (g *bands) shortest(from int32, fewer int) []step {
	type arrival struct {
		from int32
		step step
	}
	via := make([]arrival, len(g.states)/g.length)
	for i := range via {
		via[i].from = -1
	}
	queue := []int32{from}
	for depth := 1; len(queue) > 0 && (fewer == 0 || depth < fewer); depth++ {
		var later []int32
		for _, id := range queue {
			if g.interrupted() {
				return nil
			}
			row := g.best(id)
			if row < 0 {
				continue
			}
			for i := range g.cover[row] {
				next, ok := g.place(id, row, i)
				if !ok {
					continue
				}
				if next.to == from {
					path := []step{next}
					for ; id != from; id = via[id].from {
						path = append(path, via[id].step)
					}
					slices.Reverse(path)
					return path
				}
				for len(via) < len(g.states)/g.length {
					via = append(via, arrival{from: -1})
				}
				if via[next.to].from < 0 && (fewer == 0 || g.columns(next.to, depth)*g.rows <= (fewer-1)*g.size) {
					via[next.to] = arrival{id, next}
					later = append(later, next.to)
				}
			}
		}
		queue = later
	}
	return nil
}

// columns returns how many columns a state touches after so many copies.
func (g *bands) columns(id int32, copies int) int {
	area, last := copies*g.size, 0
	for i, c := range g.state(id) {
		area -= bits.OnesCount64(c)
		if c != 0 {
			last = i + 1
		}
	}
	return area/g.rows + last
}

// cycle looks for a path from a state into a cycle, among states that it has not visited before. It
// returns both, or nil.
func (g *bands) cycle(from int32) (start, cycle []step) {
	type visit struct {
		id         int32
		row, index int
		step       step // that leads to it
	}
	enter := func(id int32, by step) visit {
		for len(g.marks) < len(g.states)/g.length {
			g.marks = append(g.marks, unseen)
		}
		g.marks[id] = onPath
		return visit{id: id, row: g.best(id), step: by}
	}
	mark := func(id int32) int8 {
		if int(id) < len(g.marks) {
			return g.marks[id]
		}
		return unseen
	}
	if mark(from) != unseen {
		return nil, nil
	}
	path := []visit{enter(from, step{})}
	for len(path) > 0 {
		top := &path[len(path)-1]
		if top.row < 0 || top.index == len(g.cover[top.row]) {
			g.marks[top.id] = finished
			path = path[:len(path)-1]
			continue
		}
		if g.interrupted() {
			return nil, nil
		}
		next, ok := g.place(top.id, top.row, top.index)
		top.index++
		switch {
		case !ok:
		case mark(next.to) == unseen:
			path = append(path, enter(next.to, next))
		case mark(next.to) == onPath:
			at := slices.IndexFunc(path, func(v visit) bool { return v.id == next.to })
			for _, v := range path[1 : at+1] {
				start = append(start, v.step)
			}
			for _, v := range path[at+1:] {
				cycle = append(cycle, v.step)
			}
			return start, append(cycle, next)
		}
	}
	return nil, nil
}

// A frame says where the cells of a state are in the strip: its first column, and whether its rows
// are in reverse order.
type frame struct {
	column int
	mirror bool
}

// walk returns the copies of a path that starts in a frame, and the frame in which it ends.
func (g *bands) walk(f frame, path []step) ([]shapes.Shape, frame) {
	var list []shapes.Shape
	for _, st := range path {
		c := g.cover[st.row][st.index]
		var cells []shapes.Cell
		for x, column := range c {
			for ; column != 0; column &= column - 1 {
				y := bits.TrailingZeros64(column)
				if f.mirror {
					y = g.rows - 1 - y
				}
				cells = append(cells, shapes.Cell{X: f.column + x, Y: y})
			}
		}
		list = append(list, shapes.New(shapes.Square, cells...).Named(g.name))
		f = frame{f.column + int(st.columns), f.mirror != st.mirror}
	}
	return list, f
}

// period returns the copies of a period of a cycle that starts in a frame, and its columns.
func (g *bands) period(f frame, cycle []step) ([]shapes.Shape, int) {
	list, end := g.walk(f, cycle)
	if end.mirror != f.mirror {
		var more []shapes.Shape
		more, end = g.walk(end, cycle)
		list = append(list, more...)
	}
	return list, end.column - f.column
}

// anyCycle returns a cycle of states of the strip, or nil.
func (g *bands) anyCycle() (cycle []step) {
	g.eachStart(func(id int32) bool {
		_, cycle = g.cycle(id)
		return cycle == nil && g.err == nil
	})
	return cycle
}

// eachStart calls visit with states that include all states of tilings of the strip: those that can
// remain when the column to the left was covered by copies that may overlap left of it. It stops
// when visit returns false.
func (g *bands) eachStart(visit func(id int32) bool) {
	h := *g
	h.cover, h.states, h.table = g.covering(true), nil, make([]int32, 1<<10)
	h.next, h.turned = make([]uint64, g.length), make([]uint64, g.length)
	h.empty()
	for id := int32(0); int(id) < len(h.states)/h.length; id++ {
		row := h.best(id)
		if row < 0 {
			continue
		}
		for i := range h.cover[row] {
			switch covered := h.put(id, row, i); {
			case !covered:
			case h.next[0] != h.full:
				h.add()
			default:
				copy(g.next, h.next)
				g.shift()
				if start, _, _ := g.add(); !visit(start) {
					return
				}
			}
		}
		if h.interrupted() || g.err != nil {
			g.err = cmp.Or(g.err, h.err)
			return
		}
	}
}
