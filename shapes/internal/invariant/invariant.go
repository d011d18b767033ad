// Counting the polyominoes that a symmetry maps onto themselves.
//
// Burnside's lemma turns the numbers of fixed polyominoes that are invariant under each operation of the square's group
// into the number of free ones. The fixed ones in all are the hard part, and package transfer counts them. The invariant
// ones are few, about the square root of all for reflections and half turns, and are visited one by one: by
// Redelmeier's algorithm on the orbits of the symmetry, which have two or four cells each.
//
// Reflections. Fold the plane at the axis. A polyomino that is symmetric to the axis is connected if and only if its
// half is, since it cannot cross the axis but at its own mirror image. So connected halves are counted that touch the
// axis; to count each once up to translation along the axis, the first cell on the axis is the root, and those before it
// are blocked. Cells on the axis weigh 1, others 2. The axis runs between rows, through a row, or along a diagonal.
//
// Turns. The centre is that of a cell, that of a side (for half turns; upright and level sides give the same number), or a
// corner. A set of orbits that is connected may come from a set of cells that is not: two halves that a half turn
// exchanges without touching each other. To tell, each orbit in the set carries a label: which of its cells can be
// reached from the chosen cell of the root. Where a step from the orbit to a neighbour in the set does not arrive at the
// labelled cell but v turns further, the component of the root contains with each cell also the one v turns further.
// Collect the greatest common divisor of the order of the turn and all such v; the set of cells is connected if and only
// if it is 1. (This is the voltage graph of Gross and Tucker, Topological Graph Theory, 1987.)
//
// A set that is invariant under a turn about a centre meets each ray from there to infinity, and so the ray of cells to
// the right. Each of them is the root in turn, with the ones before it blocked. Far roots have to have a ring of cells
// around the centre, of at least four times their distance; that bounds it. Rings three cells high, such as the first
// one of 20 cells, are the longest for their size: a bound on the ray of an eighth instead of a quarter of n misses them.
//
// Example: n = 4. Symmetric to an upright axis are I (both ways), O, and T (two ways); invariant under the half turn are
// I (both ways), O, and S and Z (both ways each). With A = 5, D = 1, H = 7, Q = 1 and 19 fixed polyominoes there are
// (19 + 2*5 + 2*1 + 7 + 2*1)/8 = 5 free tetrominoes. Cost: time doubles with each cell; 24 cells take half a second.

// Package invariant counts the fixed polyominoes that are invariant under reflections and turns. It knows nothing of
// shapes. The smallest useful program:
//
//	c, _ := invariant.Count(4, 1, nil) // {Axis: 5, Diagonal: 1, Half: 7, Quarter: 1}
package invariant

import (
	"sync"
	"sync/atomic"
)

// Counts are numbers of fixed polyominoes.
type Counts struct {
	Axis     uint64 // symmetric to an upright axis; as many are to a level one
	Diagonal uint64 // symmetric to a falling diagonal; as many are to a rising one
	Half     uint64 // invariant under the half turn
	Quarter  uint64 // invariant under the quarter turn
}

// Count counts the invariant polyominoes of n cells, n > 0. That many goroutines share the work. If stop is not nil, it
// ends the count within milliseconds when it becomes true; Count then reports false.
func Count(n, goroutines int, stop *atomic.Bool) (Counts, bool) {
	if stop == nil {
		stop = new(atomic.Bool)
	}
	var axis, diagonal, half, quarter atomic.Uint64
	var tasks []func()
	add := func(sum *atomic.Uint64, times uint64, count func() uint64) {
		tasks = append(tasks, func() { sum.Add(times * count()) })
	}
	for _, centre := range []struct {
		turn  func(cell) cell
		order int
		sum   *atomic.Uint64
		times uint64
	}{
		{func(c cell) cell { return cell{-c.x, -c.y} }, 2, &half, 1},         // a cell
		{func(c cell) cell { return cell{-1 - c.x, -c.y} }, 2, &half, 2},     // a side
		{func(c cell) cell { return cell{-1 - c.x, -1 - c.y} }, 2, &half, 1}, // a corner
		{func(c cell) cell { return cell{-c.y, c.x} }, 4, &quarter, 1},
		{func(c cell) cell { return cell{-1 - c.y, c.x} }, 4, &quarter, 1},
	} {
		q := newQuotient(n/2+2, centre.order, centre.turn)
		for k := range n/4 + 2 {
			add(centre.sum, centre.times, func() uint64 { return q.count(n, k, stop) })
		}
	}
	add(&axis, 1, func() uint64 { return foldBetweenRows(n, stop) })
	add(&axis, 1, func() uint64 { return foldAtRow(n, stop) })
	add(&diagonal, 1, func() uint64 { return foldAtDiagonal(n, stop) })

	var next atomic.Int64
	var group sync.WaitGroup
	for range max(goroutines, 1) {
		group.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(tasks) {
					return
				}
				tasks[i]()
			}
		})
	}
	group.Wait()
	return Counts{axis.Load(), diagonal.Load(), half.Load(), quarter.Load()}, !stop.Load()
}

type cell struct{ x, y int }

func (c cell) neighbors() [4]cell {
	return [4]cell{{c.x, c.y - 1}, {c.x - 1, c.y}, {c.x + 1, c.y}, {c.x, c.y + 1}}
}

// States of a vertex during a walk.
const (
	free     = iota
	untried  // on the list of what can be added next
	member   // of the set
	excluded // from the set, or blocked
)

// stopLevels is the number of missing vertices at which the stop flag is looked at.
const stopLevels = 6
