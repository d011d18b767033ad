// SPDX-License-Identifier: BSD-3-Clause

package plane

import (
	"math/bits"

	"polka/shapes"
)

// A verge excludes states of a strip from which no path leads back to the empty state, so that no
// rectangle can be made. It looks at the rows at a border only, with copies that may stick out
// beyond them: a path of the strip is also a path of these rows, and if they have none that leads
// to the empty state, then the strip has none. What is known about their states is kept, and there
// are few of them. Searches of rectangles with 20 rows visit a tenth or less of the states.
type verge struct {
	*bands
	closes []int8    // by state: whether a path leads to the empty state
	path   []closing // of the search
	seen   []int32   // its states
}

// A closing is a state on the path of a search in depth.
type closing struct {
	id         int32
	row, index int
}

// vergeRows is the number of rows of a verge, and mostVerge the limit of its states. If there are
// more, it excludes no further states.
const (
	vergeRows = 8
	mostVerge = 1 << 20
)

// newVerge prepares a verge for the strips of g. It returns nil if they have so few rows that it
// would not help.
func newVerge(g *bands, s shapes.Shape) *verge {
	if g.rows < vergeRows+2 {
		return nil
	}
	h, err := newBands(g.ctx, s, vergeRows, true)
	if err != nil {
		return nil // g has the same error
	}
	h.most = mostVerge
	v := &verge{bands: h}
	v.empty()
	v.closes = []int8{yes}
	return v
}

// excludes reports whether no rectangle with the given number of rows has the state s, because of
// its first or of its last rows.
func (v *verge) excludes(s []uint64, rows int) bool {
	for i, c := range s {
		v.next[i] = c & v.full
	}
	if v.ends() {
		return true
	}
	for i, c := range s {
		v.next[i] = bits.Reverse64(c) >> (64 - rows) & v.full
	}
	return v.ends()
}

// ends reports whether no path leads from the state in v.next to the empty state.
func (v *verge) ends() bool {
	if v.err != nil {
		return false
	}
	v.shift()
	id, _, _ := v.add()
	v.enter(id)
	closed := v.closes[id] == yes
	for len(v.path) > 0 && v.err == nil && !closed {
		top := &v.path[len(v.path)-1]
		if top.row < 0 || top.index == len(v.cover[top.row]) {
			v.path = v.path[:len(v.path)-1]
			continue
		}
		next, ok := v.place(top.id, top.row, top.index)
		top.index++
		if ok {
			v.enter(next.to)
			closed = v.closes[next.to] == yes
		}
		v.interrupted()
	}
	// If a path was found, all states of the search path have one, and the others may have one
	// through it. If none was found, no state that was seen has one.
	for _, id := range v.seen {
		v.closes[id] = no
		if closed || v.err != nil {
			v.closes[id] = unknown
		}
	}
	for _, c := range v.path {
		if closed {
			v.closes[c.id] = yes
		}
	}
	v.path, v.seen = v.path[:0], v.seen[:0]
	return v.closes[id] == no
}

// visited marks the states of the current search.
const visited = no + 1

// enter adds a state to the path of the search if nothing is known about it.
func (v *verge) enter(id int32) {
	for len(v.closes) < len(v.states)/v.length {
		v.closes = append(v.closes, unknown)
	}
	if v.closes[id] == unknown {
		v.closes[id] = visited
		v.path = append(v.path, closing{id: id, row: v.best(id)})
		v.seen = append(v.seen, id)
	}
}
