// SPDX-License-Identifier: BSD-3-Clause

// The problem. Make the decision diagram of all solutions where the frontier of a count
// is too wide, as for distinct pieces.
//
// The source. Nishino, Yasuda, Minato and Nagata, see memo.go, who write the choices of
// the search into a diagram. Their diagrams have another order of options in each
// branch; ours have one order, so that families can be combined and compared.
//
// The idea. The search with a table of memo.go, which stores the node of the diagram of
// what is below instead of a number: the union, over the options tried, of what is below
// the option with the option attached to each member. Branches without solutions cost
// nothing; so the items are chosen as in a search, the tightest first.
//
// The invariants. Keys are compared exactly. When the memory of the table is full
// nothing is added to it; when that of the diagram is full, the search fails. Another
// search with the same Gatherer finds what was complete before in the table.

package bits

import (
	"math/bits"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/zdd"
)

// A Gatherer makes the diagram of the solutions of a problem without multiplicities.
type Gatherer struct {
	m    *memo
	b    *zdd.Builder
	rank []int32 // the variables of options
	sums []int32 // sums[l] is what was found below the options tried on level l
	live int     // nodes after the last collection
	part float64 // of the tree that was visited
}

// NewGatherer prepares a search with about the given number of bytes. The variable of
// option k is rank[k].
func NewGatherer(p *engine.Problem, rank []int32, bytes int) *Gatherer {
	g := &Gatherer{m: NewMemo(p, bytes/2).m, rank: rank}
	g.b = zdd.NewBuilder(bytes/2, func(units int64) error { return g.m.Work(units) })
	return g
}

// Run searches. It reports whether the diagram is complete; if not, s.Err or Full says why.
func (g *Gatherer) Run(s *engine.Search) bool {
	m := g.m
	m.show(s)
	g.part = 0
	if m.take(nil) == halted {
		return false
	}
	if m.levels[0].degree == 0 {
		g.sums = []int32{zdd.None}
		return true
	}
	clear(m.key(0))
	return g.below(0, 1)
}

// Full reports whether the memory of the diagram is used up.
func (g *Gatherer) Full() bool { return g.b.Err == zdd.ErrFull }

// Retry prepares for another Run, with about the given number of bytes.
func (g *Gatherer) Retry(bytes int) {
	g.m.most = max(g.m.most, bytes/4/(8*(g.m.width+2)+8))
	g.b.Limit(bytes / 2)
	if !g.Full() {
		g.b.Err = nil
	}
}

// Progress returns the fraction of the tree that the current run has visited.
func (g *Gatherer) Progress() float64 { return g.part }

// Diagram returns the diagram when Run has succeeded, or nil and an error.
func (g *Gatherer) Diagram() (*zdd.Diagram, error) {
	d := g.b.Diagram(g.sums[0])
	return d, g.b.Err
}

// below sets sums[l] to the node of the solutions below a node of the search on level l,
// which has the given share of the tree. It reports false if the search must stop.
func (g *Gatherer) below(l int, share float64) bool {
	m := g.m
	now, next := m.level(l), m.level(l+1)
	if now.typical > 16*my.worth {
		m.tighten(now)
	}
	f := now.frame
	m.key(l + 1)
	for l+1 >= len(g.sums) {
		g.sums = append(g.sums, zdd.None)
	}
	next.frame, next.live = f, next.own[:f.words]
	before := m.Nodes
	slot := f.slot[now.item]
	share /= float64(max(1, now.degree))
	g.sums[l] = zdd.None
	for w := f.first[slot]; w < f.end[slot]; w += lanes {
		for live := now.live[w]; live != 0; live &= live - 1 {
			now.bit = 64*w + int32(bits.TrailingZeros64(live))
			if !m.Tick(m.effort) {
				return false
			}
			k := *f.option(now.bit)
			option := f.global[k]
			m.Node(l + 1)
			g.sums[l+1] = zdd.Unit
			switch m.try(now, next, k) {
			case dead:
				g.part += share
				continue
			case solved:
				g.part += share
			case open:
				m.join(m.keys[l], m.keys[l+1], option)
				if !g.found(l+1, share) {
					return false
				}
				next.frame, next.live = f, next.own[:f.words]
			}
			g.sums[l] = g.b.Union(g.sums[l], g.b.Attach(g.sums[l+1], g.rank[option]))
			if g.b.Err != nil {
				return false
			}
			if len(g.b.Nodes) > 2*g.live+1<<16 {
				g.collect(l)
			}
		}
	}
	now.typical += (m.Nodes - before - now.typical) / 4
	return true
}

// collect removes the nodes that are no longer used, when the search is on level l.
func (g *Gatherer) collect(l int) {
	g.b.Collect(func(visit func(*int32)) {
		for i := range g.sums[:l+1] {
			visit(&g.sums[i])
		}
		for e := range g.m.used {
			at := &g.m.record(e)[g.m.width]
			node := int32(*at)
			visit(&node)
			*at = uint64(node)
		}
	})
	g.live = len(g.b.Nodes)
}

// found is below with a lookup in the table.
func (g *Gatherer) found(l int, share float64) bool {
	m := g.m
	key := m.keys[l]
	if e := m.slots[m.find(key)]; e != 0 {
		found := m.record(int(e - 1))[m.width:]
		m.saved += int64(found[1])
		g.part += share
		g.sums[l] = int32(found[0])
		return true
	}
	before := m.Nodes + m.saved
	if !g.below(l, share) {
		return false
	}
	if m.used < m.most {
		m.remember(key, number{uint64(g.sums[l])}, m.Nodes+m.saved-before)
	}
	return true
}
