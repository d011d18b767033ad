// Counting connected sets of cells without holes.
//
// Take cells as closed figures. The Euler characteristic of a set, corners less sides plus cells,
// each counted once, is the number of its parts less the number of its holes. A connected set has
// no holes if and only if it is 1. A hole is closed, too, where two cells touch in a corner, since
// empty cells do not hang together through corners.
//
// A cell that is added changes the characteristic in a way that depends only on which of the cells
// that touch it are there: it brings in a cell, and the corners and sides that no other has. So
// every cell keeps a mask of those, and the last cell of a set is looked at without being added:
// the mask tells, by a table, whether the whole set has no holes.
//
// Sets with holes cannot be given up on the way, for a hole can be filled.
//
// Example: seven squares around an empty one, without that in a corner. The eighth has, of the
// cells that touch it, two that share a side with it: adding it brings in one corner, two sides and
// a cell, which is no change: one hole, as before. Cost: 4 nanoseconds for each fixed polyomino.

package redelmeier

import (
	"slices"

	"polka/shapes/internal/job"
)

// A Touch tells how the cells that the vertices of a graph stand for touch each other.
type Touch struct {
	degree int
	near   []int32  // near[v*degree+i] touches v
	bits   []uint32 // and bits[v*degree+i] is what v is in the mask of that
	euler  [][]int8 // by kind and mask: what the Euler characteristic gains when the vertex is added
	kinds  []uint8
}

// NewTouch describes cells for a graph of that many vertices: near lists what touches a vertex, in
// an order that is the same for all vertices of a kind, -1 for what is not in the graph; bit i of a
// mask stands for the i-th of them.
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

// gain is what the Euler characteristic gains when v is added.
func (c *simpleCounter) gain(v int32) int {
	return int(c.touch.euler[c.touch.kinds[v]][c.masks[v]])
}

// flip puts v into the masks of what it touches, or takes it out.
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
