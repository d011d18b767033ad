// Counting connected sets, faster than one by one.
//
// A count need not visit the sets. When two vertices are missing, the number of ways to add them has a closed form: take
// the first from the k untried vertices, and the second either from the untried ones after it, which makes k(k-1)/2 ways
// in all, or from the neighbours of the first that were never seen. So
//
//	ways = k(k-1)/2 + s,  s = sum over untried vertices of the number of their free neighbours.
//
// The sum s is carried along. When vertex v leaves the list for the set, its own term goes; that is the number of
// neighbours which it puts on the list. Each of these brings its own free neighbours in, and is no longer free itself,
// which takes one from the term of each untried neighbour. The last two levels hold all but about a tenth of the work.
//
// Compared with closing the last level alone, which is the usual way, this is 2.3 times as fast.
//
// Many threads share the work by tickets: all walk the same upper levels; at a certain depth the sets are numbered, and
// the thread that draws a number walks on from the set with this number. Nothing has to be stored, and no thread waits.
//
// Example: the square lattice, n = 3, root in the corner of the half plane. The root is taken; it puts two cells on the
// list, so k = 2, each with free neighbours: s = 3 + 2 of which one is shared and counted for both. 1 + 5 = 6 fixed
// trominoes. Cost: 1 nanosecond or 2 for each set.

package redelmeier

import (
	"sync"
	"sync/atomic"
)

// Count gives the number of connected sets of n vertices that contain root and no blocked vertex. That many goroutines
// share the work. If stop is not nil, it ends the count within milliseconds when it becomes true; Count then reports
// false.
func (g *Graph) Count(n, root, goroutines int, stop *atomic.Bool) (uint64, bool) {
	if n < 1 || g.blocked[root] {
		return 0, true
	}
	if n == 1 {
		return 1, true
	}
	if stop == nil {
		stop = new(atomic.Bool)
	}
	var (
		total, tickets atomic.Uint64
		group          sync.WaitGroup
	)
	for range max(goroutines, 1) {
		group.Go(func() {
			c := &counter{degree: g.degree, near: g.near, states: g.states(), list: make([]int32, 1+n*g.degree)}
			c.tickets, c.stop, c.split = &tickets, stop, min(n, ticketLevels)
			c.ticket = tickets.Add(1)
			c.list[0] = int32(root)
			c.states[root] = untried
			c.count(0, 1, n, g.freeNeighbors(c.states, root))
			total.Add(c.total)
		})
	}
	group.Wait()
	return total.Load(), !stop.Load()
}

const (
	// ticketLevels is the number of vertices that are missing in the sets that are shared out: enough that a ticket is
	// worth its price, few enough that no thread is left with most of the work.
	ticketLevels = 10
	// stopLevels is the number of missing vertices at which the stop flag is looked at: few enough that what follows takes
	// milliseconds, however long the list of untried vertices is.
	stopLevels = 5
)

func (g *Graph) freeNeighbors(states []uint8, v int) int {
	n := 0
	for _, u := range g.near[v*g.degree : (v+1)*g.degree] {
		if states[u] == free {
			n++
		}
	}
	return n
}

type counter struct {
	degree int
	near   []int32
	states []uint8
	list   []int32
	total  uint64

	split   int    // where left has this value, sets are numbered
	number  uint64 // of the last set at the split
	ticket  uint64 // number of the set that is ours
	tickets *atomic.Uint64
	stop    *atomic.Bool
	quit    bool // this goroutine has seen that it should stop
}

// count adds left vertices, at least 2, to the set in every possible way. The untried ones are list[first:last], and s is
// the number of their free neighbours, each counted for each.
func (c *counter) count(first, last, left, s int) {
	if left == c.split {
		c.number++
		if c.number != c.ticket {
			return
		}
		c.ticket = c.tickets.Add(1)
	}
	if left == stopLevels && c.stop.Load() {
		c.quit = true
		return
	}
	if left == 2 {
		k := last - first
		c.total += uint64(k*(k-1)/2 + s)
		return
	}
	degree, near, states, list := c.degree, c.near, c.states, c.list
	for i := first; i < last; i++ {
		v := list[i]
		states[v] = done
		end := last
		for _, u := range near[int(v)*degree : (int(v)+1)*degree] {
			if states[u] == free {
				list[end] = u
				end++
			}
		}
		s -= end - last
		next := s
		for _, u := range list[last:end] {
			states[u] = untried
			for _, x := range near[int(u)*degree : (int(u)+1)*degree] {
				switch states[x] {
				case free:
					next++
				case untried:
					next--
				}
			}
		}
		c.count(i+1, end, left-1, next)
		if c.quit {
			return
		}
		for _, u := range list[last:end] {
			states[u] = free
		}
	}
	for _, v := range list[first:last] {
		states[v] = untried
	}
}
