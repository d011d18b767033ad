// SPDX-License-Identifier: BSD-3-Clause

// Redelmeier's algorithm: every connected set once, without storing any.
//
// Source: D. Hugh Redelmeier, Counting polyominoes: yet another attack, Discrete Mathematics 36
// (1981) 191-203, doi 10.1016/0012-365X(81)90237-5.
//
// A walk keeps a set of vertices and a list of untried ones. A step takes the next untried vertex
// u, puts it into the set, appends to the list the neighbors of u that were never seen before, and
// continues with what follows u on the list. Then u is excluded permanently at this level, and the
// next untried vertex is taken. A connected set is found exactly once: of all orders in which its
// vertices could be added, only the one that follows the list is taken.
//
// A vertex is new if it is neither in the set nor on the list nor was ever on it. Marks decide that
// in constant time: a vertex is marked when it is put on the list, and unmarked when the step that
// put it there is undone.
//
// When a single vertex is missing, each of those that follow on the list completes the set. They
// are passed together, so that what depends on the other vertices is computed only once.
//
// Example: in the path a-b-c with root a, the walk to size 2 has the list [a]; it takes a, and the
// list is [b]: b completes the set a. There is no other set. Cost: constant time for each set of
// each size on the way, in practice 10 nanoseconds; memory proportional to the graph.

package redelmeier

// Walk visits the connected sets of n vertices that contain root and no blocked vertex. It calls
// visit with n-1 vertices, the root first if n > 1, and with all vertices each of which completes
// them to a set. It stops when visit returns false, and reports whether it visited all. The slices
// are valid only during the call.
//
// With mine, the work can be shared. Sets that lack left vertices, 0 < left < n, are numbered from
// 0, and mine reports whether the walk should continue from the set with a number.
func (g *Graph) Walk(n, root, left int, mine func(number int) bool, visit func(set, last []int32) bool) bool {
	if n < 1 || g.blocked[root] {
		return true
	}
	w := &walk{g: g, seen: make([]bool, len(g.blocked)), visit: visit, set: make([]int32, n-1), mine: mine, split: n - left}
	copy(w.seen, g.blocked)
	w.list = append(make([]int32, 0, 1+n*g.degree), int32(root))
	w.seen[root] = true
	return w.extend(0, 0)
}

type walk struct {
	g      *Graph
	seen   []bool // is or was on the list, or is blocked
	list   []int32
	set    []int32
	mine   func(int) bool
	split  int // size of the sets that are numbered
	number int // of the next such set
	visit  func(set, last []int32) bool
}

// extend adds one of the vertices from list[first] on to the set of size k, in every possible way.
func (w *walk) extend(first, k int) bool {
	if w.mine != nil && k == w.split {
		w.number++
		if !w.mine(w.number - 1) {
			return true
		}
	}
	if k == len(w.set) {
		return w.visit(w.set, w.list[first:])
	}
	last := len(w.list)
	for i := first; i < last; i++ {
		v := w.list[i]
		w.set[k] = v
		for _, u := range w.g.neighbors(int(v)) {
			if !w.seen[u] {
				w.seen[u] = true
				w.list = append(w.list, u)
			}
		}
		if !w.extend(i+1, k+1) {
			return false
		}
		for _, u := range w.list[last:] {
			w.seen[u] = false
		}
		w.list = w.list[:last]
	}
	return true
}
