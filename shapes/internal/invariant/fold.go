package invariant

import (
	"sync/atomic"

	"polka/shapes/internal/redelmeier"
)

// foldBetweenRows counts the polyominoes of n cells that are symmetric to an axis between two rows. All cells weigh 2, so
// the halves can be counted without visiting them.
func foldBetweenRows(n int, stop *atomic.Bool) uint64 {
	if n%2 != 0 {
		return 0
	}
	half := n / 2
	width := 2*half + 1
	g := redelmeier.NewGraph(width*half, 4, func(v int) []int {
		near := []int{v - width, v + width}
		if v%width > 0 {
			near = append(near, v-1)
		}
		if v%width < width-1 {
			near = append(near, v+1)
		}
		return near
	})
	for v := range half {
		g.Block(v)
	}
	count, _ := g.Count(half, half, 1, stop)
	return count
}

// foldAtRow counts the polyominoes of n cells that are symmetric to an axis through the cells of a row.
func foldAtRow(n int, stop *atomic.Bool) uint64 {
	return fold(n, stop, func(c cell) bool { return c.y >= 0 && (c.y > 0 || c.x >= 0) }, func(c cell) bool { return c.y == 0 })
}

// foldAtDiagonal counts the polyominoes of n cells that are symmetric to a diagonal.
func foldAtDiagonal(n int, stop *atomic.Bool) uint64 {
	return fold(n, stop, func(c cell) bool { return c.x >= c.y && (c.x > c.y || c.x >= 0) }, func(c cell) bool { return c.x == c.y })
}

// fold walks through the connected halves that contain the origin and count n cells in all: those on the axis once,
// others twice.
func fold(n int, stop *atomic.Bool, inHalf, onAxis func(cell) bool) uint64 {
	w := &foldWalk{stop: stop}
	index := map[cell]int32{}
	var cells []cell
	for y := -n; y <= n; y++ {
		for x := -n; x <= n; x++ {
			if c := (cell{x, y}); inHalf(c) {
				index[c] = int32(len(cells))
				cells = append(cells, c)
			}
		}
	}
	outside := int32(len(cells))
	for _, c := range cells {
		weight := uint8(2)
		if onAxis(c) {
			weight = 1
		}
		w.weight = append(w.weight, weight)
		for _, d := range c.neighbors() {
			v, ok := index[d]
			if !ok {
				v = outside
			}
			w.near = append(w.near, v)
		}
	}
	w.state = make([]uint8, len(cells)+1)
	w.state[outside] = excluded
	w.list = make([]int32, 4*n+4)
	w.list[0] = index[cell{}]
	w.state[w.list[0]] = untried
	w.extend(0, 1, n)
	return w.total
}

type foldWalk struct {
	stop   *atomic.Bool
	near   []int32
	weight []uint8
	state  []uint8 // untried here means: is or was on the list
	list   []int32
	total  uint64
}

// extend adds cells of the given weight to the half in every possible way. It reports false if it was stopped.
func (w *foldWalk) extend(first, last, left int) bool {
	if left/2 == stopLevels && w.stop.Load() {
		return false
	}
	for i := first; i < last; i++ {
		v := w.list[i]
		rest := left - int(w.weight[v])
		if rest <= 0 {
			if rest == 0 {
				w.total++
			}
			continue
		}
		end := last
		for _, u := range w.near[4*v : 4*v+4] {
			if w.state[u] == free {
				w.state[u] = untried
				w.list[end] = u
				end++
			}
		}
		if !w.extend(i+1, end, rest) {
			return false
		}
		for _, u := range w.list[last:end] {
			w.state[u] = free
		}
	}
	return true
}
