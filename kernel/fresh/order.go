// SPDX-License-Identifier: BSD-3-Clause

// The order of cells.
//
// It is the order of the last runs, with these exceptions for stale cells: who writes a name comes
// before a stale cell that reads it, unless the writer depends on that cell; cells that write one
// name run in the order of their first runs, if one of them is stale. And a definition comes after
// the definitions of the names that it mentions, which have to exist. Where this is a cycle, as in
// stale cells that each read what the other writes, the cell that ran first comes first.

package fresh

import "slices"

// Order returns the cells on the page in an order in which they can run, from a fresh start.
func (g *Graph) Order() []*Cell {
	set := make(map[*Cell]bool)
	for _, c := range g.cells {
		if !c.Deleted {
			set[c] = true
		}
	}
	return g.order(set)
}

// order sorts cells.
func (g *Graph) order(set map[*Cell]bool) []*Cell {
	after := make(map[*Cell][]*Cell) // edges
	before := make(map[*Cell]int)    // how many edges lead to a cell
	edge := func(a, b *Cell) {
		if a != b && set[a] && set[b] {
			after[a] = append(after[a], b)
			before[b]++
		}
	}
	used := make(map[*name][]*Cell) // by cells of the set
	for c := range set {
		for _, n := range c.writes {
			used[n] = append(used[n], c)
		}
		for _, rd := range c.reads {
			if !c.writesTo(rd.n) {
				used[rd.n] = append(used[rd.n], c)
			}
		}
	}
	for c := range set {
		for _, key := range c.Effects.Needs {
			if n := g.names[key]; n != nil {
				for _, w := range n.makersFor(c, used[n]) {
					edge(w, c)
				}
			}
		}
	}
	for n, users := range used {
		g.orderName(n, users, edge)
		if now := g.live[Name(n.key)]; !isAddress(n.key) && now != nil && now != n && len(now.chain) > 0 {
			for _, c := range users {
				edge(c, now.chain[0])
			}
		}
	}
	var list, ready []*Cell
	left := make(map[*Cell]bool)
	for c := range set {
		left[c] = true
		if before[c] == 0 {
			ready = append(ready, c)
		}
	}
	for len(left) > 0 {
		if len(ready) == 0 { // a cycle
			var first *Cell
			for c := range left {
				if first == nil || c.seq < first.seq {
					first = c
				}
			}
			ready = append(ready, first)
		}
		i := 0
		for j, c := range ready {
			if c.seq < ready[i].seq {
				i = j
			}
		}
		c := ready[i]
		ready = slices.Delete(ready, i, i+1)
		if !left[c] {
			continue
		}
		delete(left, c)
		list = append(list, c)
		for _, d := range after[c] {
			if before[d]--; before[d] == 0 && left[d] {
				ready = append(ready, d)
			}
		}
	}
	return list
}

// makersFor returns the cells that define what a definition in c mentions: those of the present
// value, or, if these depend on c, the others among users.
func (n *name) makersFor(c *Cell, users []*Cell) (list []*Cell) {
	for _, w := range n.chain {
		if !w.depends.has(c.slot) {
			list = append(list, w)
		}
	}
	if len(list) > 0 {
		return list
	}
	for _, w := range users {
		if w.writesTo(n) && !w.depends.has(c.slot) {
			list = append(list, w)
		}
	}
	return list
}

// orderName adds the edges between cells that use one name.
func (g *Graph) orderName(n *name, users []*Cell, edge func(a, b *Cell)) {
	var writers []*Cell
	stale := false
	for _, c := range users {
		if c.writesTo(n) {
			writers = append(writers, c)
			stale = stale || c.Stale()
		}
	}
	slices.SortFunc(writers, func(a, b *Cell) int {
		if stale {
			return a.first - b.first
		}
		return a.seq - b.seq
	})
	for i := 1; i < len(writers); i++ {
		edge(writers[i-1], writers[i])
	}
	for _, r := range users {
		if r.writesTo(n) {
			continue
		}
		var last *Cell
		for _, w := range writers {
			if w.depends.has(r.slot) || !r.Stale() && r.seq < w.seq && !r.hasRead(n, w) {
				edge(r, w)
				break
			}
			last = w
		}
		if last != nil {
			edge(last, r)
		}
	}
}

// hasRead reports whether c has read the version of n that the last run of w has written. It can
// have done so before that run, which has repeated a definition.
func (c *Cell) hasRead(n *name, w *Cell) bool {
	for i, x := range w.writes {
		if x == n {
			return slices.ContainsFunc(c.reads, func(rd read) bool { return rd.n == n && rd.version == w.wrote[i] })
		}
	}
	return false
}
