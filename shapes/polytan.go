// SPDX-License-Identifier: BSD-3-Clause

// Enumeration of polytans.
//
// A polytan of n tans is a set of squares, each of which is full or half, and half in one of four
// ways. Squares are connected through their sides; a half square has two of the four. So polytans
// are connected sets of vertices of a graph with five vertices for each square, of weight 2 for the
// full square and 1 for the halves. A set contains at most one of the five. Two vertices of
// neighboring squares are joined if both have the side between them. A full square is one vertex
// and so does not depend on how it was cut: cutting it in two ways would give five polytans of
// three tans instead of four.
//
// Redelmeier's algorithm (see internal/redelmeier) walks over the connected sets of this graph. A
// vertex that contradicts the set, or is too heavy for the remaining weight, is skipped: that
// remains true in all larger sets, and each of those is reached in one way only. The first square
// in reading order is (0,0), and no earlier square belongs to the window, so that each fixed
// polytan is found once, from the root that is its first square.
//
// Example: of two tans there are the full square, from the root of weight 2, and 8 pairs of halves,
// one for each of the sides to the right and below and the two halves on either side of it that
// have that side. Cost: 40 nanoseconds for each fixed polytan, and 100 more to decide whether it
// represents its class, shared by all cores; memory proportional to n*n.

package shapes

import (
	"context"
	"math/big"
	"runtime"
	"sync"
	"sync/atomic"

	"polka/internal/yield"
)

// A tanTile is one of the forms of a square of a polytan, given by the quarters that belong to it.
type tanTile struct {
	quarters []int // kinds
	weight   int
}

// tanTiles has the halves, then the full square.
var tanTiles = []tanTile{
	{[]int{0, 3}, 1}, {[]int{0, 1}, 1}, {[]int{1, 2}, 1}, {[]int{2, 3}, 1}, {[]int{0, 1, 2, 3}, 2},
}

// A tanWalk visits the polytans of n tans. The number of a vertex is that of the square, in reading
// order, times five, plus the index of a tile.
type tanWalk struct {
	n, width int // the window is n squares high and width = 2n+1 wide, with (0,0) in the middle of its first row
	near     [][]int32
	taken    []bool // by square: the set has one of its vertices, or the square is before the first
	seen     []bool // by vertex: is or was on the list
	list     []int32
	set      []int32
	visit    func(set []int32) bool
	mine     func(number int) bool // whether to continue from the set with a number
	split    int                   // the sets that are the first on their path to lack at most this weight are numbered
	number   int                   // of the next such set
}

func newTanWalk(n int) *tanWalk {
	w := &tanWalk{n: n, width: 2*n + 1}
	squares := n * w.width
	w.near = make([][]int32, squares*len(tanTiles))
	w.taken, w.seen = make([]bool, squares), make([]bool, len(w.near))
	for v := range w.near {
		w.near[v] = w.neighbors(v)
	}
	for s := range n {
		w.taken[s] = true
	}
	return w
}

// square returns the position of the square of a vertex, and its tile.
func (w *tanWalk) square(v int) (x, y int, tile *tanTile) {
	s := v / len(tanTiles)
	return s%w.width - w.n, s / w.width, &tanTiles[v%len(tanTiles)]
}

// neighbors returns the vertices of the window that share a side with v.
func (w *tanWalk) neighbors(v int) []int32 {
	ownX, ownY, tile := w.square(v)
	var list []int32
	for _, u := range tile.neighbors() {
		if x, y := ownX+u.At[0], ownY+u.At[1]; -w.n <= x && x <= w.n && 0 <= y && y < w.n {
			list = append(list, int32((y*w.width+x+w.n)*len(tanTiles)+u.Kind))
		}
	}
	return list
}

// run visits the polytans whose first square is the tile with the given number, until visit returns
// false, and reports whether it visited all. With mine, the work can be shared: sets that lack
// about left tans, 0 < left < n, are numbered from 0, and mine reports whether to continue from the
// set with a number.
func (w *tanWalk) run(tile, left int, mine func(number int) bool, visit func(set []int32) bool) bool {
	w.split, w.mine, w.number, w.visit = left, mine, 0, visit
	root := int32(w.n*len(tanTiles) + tile)
	w.list = append(w.list[:0], root)
	w.seen[root] = true
	complete := w.extend(0, w.n)
	w.seen[root] = false
	return complete
}

// extend adds one of the vertices from list[first] on, in every possible way; left is the weight
// that the set lacks.
func (w *tanWalk) extend(first, left int) bool {
	last := len(w.list)
	for i := first; i < last; i++ {
		v := w.list[i]
		square, weight := v/int32(len(tanTiles)), tanTiles[v%int32(len(tanTiles))].weight
		if weight > left || w.taken[square] {
			continue
		}
		rest := left - weight
		if w.mine != nil && rest <= w.split && w.split < left {
			if w.number++; !w.mine(w.number - 1) {
				continue
			}
		}
		w.set = append(w.set, v)
		if rest == 0 {
			if !w.visit(w.set) {
				return false
			}
		} else if !w.add(v, square, i+1, rest) {
			return false
		}
		w.set = w.set[:len(w.set)-1]
	}
	return true
}

// add appends the neighbors of v to the list and continues with its vertices from first on.
func (w *tanWalk) add(v, square int32, first, left int) bool {
	last := len(w.list)
	w.taken[square] = true
	for _, u := range w.near[v] {
		if !w.seen[u] {
			w.seen[u] = true
			w.list = append(w.list, u)
		}
	}
	if !w.extend(first, left) {
		return false
	}
	for _, u := range w.list[last:] {
		w.seen[u] = false
	}
	w.list = w.list[:last]
	w.taken[square] = false
	return true
}

// walkPolytans returns a walker for the polytans of n tans. Their quarters decide which of them
// represent their classes (see moment.go).
func walkPolytans(n int, class Class, stop *atomic.Bool) walker {
	w, window := newTanWalk(n), newWindow(Tan, n)
	quarters := make([][]int32, len(w.near)) // by vertex: their numbers in the window
	for v := range quarters {
		x, y, tile := w.square(v)
		for _, kind := range tile.quarters {
			number, _ := window.number(Cell{x, y, kind})
			quarters[v] = append(quarters[v], int32(number))
		}
	}
	s := newMomentSieve(window, 2*n, class)
	cells := make([]int32, 0, 2*n)
	return func(tile, left int, mine func(int) bool, found func(cells string) bool) bool {
		return w.run(tile, left, mine, func(set []int32) bool {
			cells = cells[:0]
			for _, v := range set {
				cells = append(cells, quarters[v]...)
			}
			yield.Point()
			return !stop.Load() && s.sift(cells[:2*n-1], cells[2*n-1:], found)
		})
	}
}

// countPolytans returns the number of fixed polytans of n tans. Each thread walks over the sets
// that are distributed, and continues from those whose numbers it has taken.
func countPolytans(ctx context.Context, n int) (*big.Int, error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	var total atomic.Int64
	for tile := range tanTiles {
		var next atomic.Int64
		var group sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			group.Go(func() { total.Add(countDrawn(n, tile, &next, &stop)) })
		}
		group.Wait()
	}
	if stop.Load() {
		return nil, ctx.Err()
	}
	return big.NewInt(total.Load()), nil
}

// countDrawn is the body of a thread.
func countDrawn(n, tile int, next *atomic.Int64, stop *atomic.Bool) (count int64) {
	own := int(next.Add(1)) - 1
	newTanWalk(n).run(tile, min(sharedLevels, n-1), func(number int) bool {
		if number != own {
			return false
		}
		own = int(next.Add(1)) - 1
		return true
	}, func([]int32) bool {
		if count++; count%(1<<12) != 0 {
			return true
		}
		yield.Check()
		return !stop.Load()
	})
	return count
}
