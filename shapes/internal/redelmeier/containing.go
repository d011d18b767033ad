// SPDX-License-Identifier: BSD-3-Clause

package redelmeier

import (
	"slices"

	"polka/shapes/internal/job"
)

// begin returns a graph in which the vertices of a connected set are blocked as well, and those of
// its neighbors that are not blocked. To extend the set in g by untried vertices is to extend the
// empty set in this graph, if the neighbors are the untried ones.
func (g *Graph) begin(set []int) (h *Graph, untried []int32) {
	g.findTriangles()
	without := *g
	h = &without
	h.blocked = slices.Clone(g.blocked)
	for _, v := range set {
		h.blocked[v] = true
	}
	for _, v := range set {
		for _, u := range h.neighbors(v) {
			if !h.blocked[u] && !slices.Contains(untried, u) {
				untried = append(untried, u)
			}
		}
	}
	return h, untried
}

// excludes reports whether a vertex of a set is blocked.
func (g *Graph) excludes(set []int) bool {
	return slices.ContainsFunc(set, func(v int) bool { return g.blocked[v] })
}

// CountContaining returns the number of connected sets of n vertices that contain all vertices of
// set, which is connected and not empty, and no vertex that is blocked. It runs in one thread. The
// job, which may be nil, can stop the count within milliseconds; CountContaining then returns
// false.
func (g *Graph) CountContaining(set []int, n int, job *job.Job) (uint64, bool) {
	left := n - len(set)
	if left < closedLevels {
		total := uint64(0)
		g.WalkContaining(set, n, func(_, last []int32) bool {
			total += uint64(len(last))
			return true
		})
		return total, true
	}
	if g.excludes(set) {
		return 0, true
	}
	h, untried := g.begin(set)
	c := h.newCounter(n)
	c.share = share{job: job}
	for i, v := range untried {
		c.list[i] = v
		c.unfree(v)
	}
	c.count(0, len(untried), left)
	return c.total, !job.Stopped()
}

// WalkContaining visits the sets that CountContaining counts, as Walk does.
func (g *Graph) WalkContaining(set []int, n int, visit func(set, last []int32) bool) bool {
	if len(set) > n || g.excludes(set) {
		return true
	}
	chosen := make([]int32, n)
	for i, v := range set {
		chosen[i] = int32(v)
	}
	if len(set) == n {
		return visit(chosen[:n-1], chosen[n-1:])
	}
	h, untried := g.begin(set)
	w := &walk{g: h, seen: slices.Clone(h.blocked), visit: visit, set: chosen[:n-1], list: untried}
	for _, v := range untried {
		w.seen[v] = true
	}
	return w.extend(0, len(set))
}
