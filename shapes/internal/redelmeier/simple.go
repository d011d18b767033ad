// SPDX-License-Identifier: BSD-3-Clause

// Counting connected sets of cells without holes.
//
// Cells are regarded as closed figures. The Euler characteristic of a set, corners minus sides plus
// cells, each counted once, is the number of its components minus the number of its holes. So a
// connected set has no holes if and only if it is 1. A hole is also closed where two cells touch in
// a corner, since empty cells are not connected through corners.
//
// Adding a cell changes the characteristic in a way that depends only on which of the cells that
// touch it are present: it adds a cell, and the corners and sides that no other cell has. So every
// cell keeps a mask of those. The last cell of a set need not be added: its mask determines, by a
// table, whether the whole set has no holes.
//
// Sets with holes cannot be pruned, because a hole can be filled.
//
// Example: seven squares around an empty one, without the one in a corner. Of the cells that touch
// the eighth, two share a side with it: adding it adds one corner, two sides and a cell, which is
// no change: one hole, as before. Cost: 4 nanoseconds for each fixed polyomino.

package redelmeier

import (
	"slices"

	"polka/shapes/internal/job"
)

// A Touch describes how the cells for which the vertices of a graph stand touch each other.
type Touch struct {
	degree int
	near   []int32  // near[v*degree+i] touches v
	bits   []uint32 // and bits[v*degree+i] is the bit of v in its mask
	euler  [][]int8 // by kind and mask: the change of the Euler characteristic when the vertex is added
	kinds  []uint8
}

// NewTouch describes cells for a graph of that many vertices. The function near returns what
// touches a vertex, in an order that is the same for all vertices of a kind, with -1 for what is
// not in the graph; bit i of a mask stands for the i-th of them.
func NewTouch(size int, euler [][]int8, kind func(v int) int, near func(v int) []int) *Touch {
	t := &Touch{euler: euler, degree: len(near(0)), kinds: make([]uint8, size)}
	for v := range size {
		t.kinds[v] = uint8(kind(v))
		for _, u := range near(v) {
			if u < 0 {
				u = size
			}
			t.near = append(t.near, int32(u))
		}
	}
	t.bits = make([]uint32, len(t.near))
	for i, u := range t.near {
		v := int32(i / t.degree)
		if int(u) < size {
			t.bits[i] = 1 << slices.Index(t.near[int(u)*t.degree:(int(u)+1)*t.degree], v)
		}
	}
	return t
}

// CountSimple is [Graph.Count] for sets without holes.
func (g *Graph) CountSimple(t *Touch, n, root, goroutines int, job *job.Job) (uint64, bool) {
	if n < 1 || g.blocked[root] {
		return 0, true
	}
	plan(job, n, func(n int) (uint64, bool) { return g.Count(n, root, 1, nil) })
	return countShared(n, goroutines, job, func(own share) uint64 {
		c := &simpleCounter{Graph: g, touch: t, seen: slices.Clone(g.blocked), masks: make([]uint32, g.size+1), share: own}
		c.list = append(make([]int32, 0, 1+n*g.degree), int32(root))
		c.seen[root] = true
		c.extend(0, n, 0)
		return c.total
	})
}

type simpleCounter struct {
	*Graph
	touch *Touch
	seen  []bool
	masks []uint32
	list  []int32
	total uint64
	share
}

// gain returns the change of the Euler characteristic when v is added.
func (c *simpleCounter) gain(v int32) int {
	return int(c.touch.euler[c.touch.kinds[v]][c.masks[v]])
}

// flip inserts v into the masks of what it touches, or removes it.
func (c *simpleCounter) flip(v int32) {
	from, to := int(v)*c.touch.degree, (int(v)+1)*c.touch.degree
	bits := c.touch.bits[from:to]
	for i, u := range c.touch.near[from:to] {
		c.masks[u] ^= bits[i]
	}
}

// extend adds left of the vertices from list[first] on, and of their neighbors, to a set of the
// given Euler characteristic in every possible way. It reports false if it was stopped.
func (c *simpleCounter) extend(first, left, euler int) bool {
	if left == c.split && !c.mine() {
		return true
	}
	if left == stopLevels && c.job.Stopped() {
		return false
	}
	if left == 1 {
		for _, v := range c.list[first:] {
			if euler+c.gain(v) == 1 {
				c.total++
			}
		}
		return true
	}
	last := len(c.list)
	for i := first; i < last; i++ {
		v := c.list[i]
		grown := euler + c.gain(v)
		for _, u := range c.neighbors(int(v)) {
			if !c.seen[u] {
				c.seen[u] = true
				c.list = append(c.list, u)
			}
		}
		c.flip(v)
		if !c.extend(i+1, left-1, grown) {
			return false
		}
		c.flip(v)
		for _, u := range c.list[last:] {
			c.seen[u] = false
		}
		c.list = c.list[:last]
	}
	return true
}
