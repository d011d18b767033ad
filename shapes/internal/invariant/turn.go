package invariant

import "sync/atomic"

// A quotient is the plane up to a turn: its vertices are orbits of cells. One cell of each is its representative; the
// others are numbered by the turns that lead to them.
type quotient struct {
	order   int
	near    []int32 // near[4*v+i] is an orbit beside v
	voltage []uint8 // and the number of the cell that the representative of v has beside it there
	orbits  map[cell]int
	centre  int // the orbit of a single cell, or -1
	blocked int // an orbit that stands for all cells out of reach
}

func newQuotient(reach, order int, turn func(cell) cell) *quotient {
	q := &quotient{order: order, orbits: map[cell]int{}, centre: -1}
	number := map[cell]uint8{}
	var representatives []cell
	inside := func(c cell) bool { return max(c.x, -c.x, c.y, -c.y) <= reach }
	for y := -reach; y <= reach; y++ {
		for x := -reach; x <= reach; x++ {
			c := cell{x, y}
			if _, ok := q.orbits[c]; ok {
				continue
			}
			orbit := []cell{c}
			whole := true
			for d := turn(c); d != c; d = turn(d) {
				orbit = append(orbit, d)
				whole = whole && inside(d)
			}
			if !whole {
				continue
			}
			if len(orbit) == 1 {
				q.centre = len(representatives)
			}
			for i, d := range orbit {
				q.orbits[d] = len(representatives)
				number[d] = uint8(i)
			}
			representatives = append(representatives, c)
		}
	}
	q.blocked = len(representatives)
	for _, c := range representatives {
		for _, d := range c.neighbors() {
			v, ok := q.orbits[d]
			if !ok {
				v = q.blocked
			}
			q.near = append(q.near, int32(v))
			q.voltage = append(q.voltage, number[d])
		}
	}
	q.near = append(q.near, int32(q.blocked), int32(q.blocked), int32(q.blocked), int32(q.blocked))
	q.voltage = append(q.voltage, 0, 0, 0, 0)
	return q
}

// count counts the invariant sets of n cells whose first cell on the ray to the right is the one at distance k.
func (q *quotient) count(n, k int, stop *atomic.Bool) uint64 {
	root, ok := q.orbits[cell{k, 0}]
	if !ok {
		return 0
	}
	w := &turnWalk{
		quotient: q, stop: stop, mask: uint8(q.order - 1),
		state: make([]uint8, q.blocked+1), label: make([]uint8, q.blocked+1), list: make([]int32, 4*n+4),
	}
	w.state[q.blocked] = excluded
	for i := range k {
		if w.state[q.orbits[cell{i, 0}]] == free {
			w.state[q.orbits[cell{i, 0}]] = excluded
		}
	}
	if w.state[root] == excluded {
		return 0 // the ray comes back to the orbit of an earlier cell
	}
	// A set with the centre is connected, and the centre has no other cell in its orbit.
	divisor, left := q.order, n
	if root == q.centre {
		divisor, left = 1, n-1+q.order
	} else if q.centre >= 0 {
		w.state[q.centre] = excluded
	}
	if left%q.order != 0 {
		return 0
	}
	w.list[0] = int32(root)
	w.state[root] = untried
	w.extend(0, 1, left/q.order, divisor)
	return w.total
}

type turnWalk struct {
	*quotient
	stop  *atomic.Bool
	mask  uint8 // the order less 1, to count turns modulo the order
	state []uint8
	label []uint8 // of members and untried orbits
	list  []int32
	total uint64
}

// extend adds left orbits to the set in every possible way. The untried ones are list[first:last]; the component of the
// root is mapped onto itself by a multiple of divisor turns. It reports false if it was stopped.
func (w *turnWalk) extend(first, last, left, divisor int) bool {
	if left == stopLevels && w.stop.Load() {
		return false
	}
	for i := first; i < last; i++ {
		v := w.list[i]
		d := w.divide(v, divisor)
		if left == 1 {
			if d == 1 {
				w.total++
			}
			continue
		}
		w.state[v] = member
		end := last
		for j := 4 * v; j < 4*v+4; j++ {
			if u := w.near[j]; w.state[u] == free {
				w.state[u] = untried
				w.label[u] = (w.label[v] + w.voltage[j]) & w.mask
				w.list[end] = u
				end++
			}
		}
		if left == 2 && d == 1 {
			w.total += uint64(end - i - 1)
		} else if !w.extend(i+1, end, left-1, d) {
			return false
		}
		for _, u := range w.list[last:end] {
			w.state[u] = free
		}
		w.state[v] = excluded
	}
	for _, v := range w.list[first:last] {
		w.state[v] = untried
	}
	return true
}

// divide gives the divisor after orbit v has joined the set.
func (w *turnWalk) divide(v int32, divisor int) int {
	if divisor == 1 {
		return 1
	}
	for j := 4 * v; j < 4*v+4; j++ {
		u := w.near[j]
		if u != v && w.state[u] != member {
			continue
		}
		// The order is 2 or 4, so common divisors are easy.
		switch turns := (w.label[v] + w.voltage[j] - w.label[u]) & w.mask; {
		case turns&1 != 0:
			return 1
		case turns != 0:
			divisor = 2
		}
	}
	return divisor
}
