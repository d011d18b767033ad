// SPDX-License-Identifier: BSD-3-Clause

// The problem. Find the cheapest solutions. Package links does that with lists, as DLX5; its nodes
// take more than a microsecond each.
//
// The source. The taxes and the cutoff are those of package links, see cheapest.go there; the rows
// are those of bits.go.
//
// The idea. The options are numbered in the order of their net costs, so that the affordable ones
// are the first. A limit is a row of the bits of all options from a number on. After a choice, the
// options that are no longer affordable are removed by a second step, with the row of a limit
// instead of that of conflicts. If an open item has no affordable option left, this is a dead end;
// otherwise the search branches on the item with the fewest. There are limits for every few numbers
// only, so that a few options remain that are not affordable; the exact cost is compared when an
// option is tried. Those after it in the row of the item cost at least as much, and are not tried.
//
// The rows of limits are made and kept in frames like those of conflicts.
//
// The invariants. Net costs are not negative and do not decrease from one option to the next.
// lower[l] is what a solution costs at least below the node on level l. The row of level l has lost
// the options from number limit[l]*step on.
//
// An example. Items a and b, and the options "a", "a b" and "b" with the net costs 0, 3 and 5. The
// first solution is "a" with "b", for 5. With the cutoff 5 a limit removes "b", so that "a b" is
// the only option of item b.
//
// The cost. A node takes about twice as long as in a search that visits all solutions: 0.5 us in
// pent6x10_cost1 of docs/benchmarks.md, where it takes 6 us in package links. The trees have about
// the same number of nodes; ties are broken differently.

package bits

import (
	"math"
	"math/bits"
	"sort"

	"polka/dlx/internal/engine"
)

// A Bounded is a search for the cheapest solutions.
type Bounded struct {
	v      *solver
	net    []int64 // of options, in increasing order
	cutoff int64   // solutions of this cost or more are rejected
	lower  []int64
	limit  []int
	step   int     // how many options are between two limits
	edges  []int64 // edges[q] is the net cost of option q*step
	open   []engine.Part
	effort float64
}

// mostLimits is the greatest number of limits.
const mostLimits = 256

// The costs of a node and of each word of its rows, in ns.
const (
	PerNode = 25
	PerWord = 0.55
)

// NewBounded begins a search in a problem whose options come in the order of net cost. lower, which
// is not negative, is what solutions cost besides that. NewBounded returns nil if there are
// multiplicities, or if the rows of all options take more than the given number of bytes.
func NewBounded(p *engine.Problem, net []int64, lower int64, bytes int) *Bounded {
	if p.High != nil || p.Options() == 0 {
		return nil
	}
	y := newLayout(p)
	if y.root.words*p.Options() > bytes/8 {
		return nil
	}
	b := &Bounded{
		net: net, cutoff: math.MaxInt64, lower: []int64{lower},
		step: (p.Options() + mostLimits - 1) / mostLimits,
		open: []engine.Part{engine.Root()},
	}
	for k := 0; k < p.Options(); k += b.step {
		b.edges = append(b.edges, net[k])
	}
	b.limit = []int{len(b.edges)}
	y.limits = len(b.edges)
	b.v = newSolver(y, nil, bytes)
	return b
}

// Cut lowers the cutoff: solutions of this cost or more are rejected from now on.
func (b *Bounded) Cut(cost int64) { b.cutoff = min(b.cutoff, cost) }

// Done reports whether the search is complete.
func (b *Bounded) Done() bool { return len(b.open) == 0 }

// Effort returns the work done so far, in units of about a nanosecond.
func (b *Bounded) Effort() float64 { return b.effort }

// PerTick returns the work that counts as a unit for the control of the search.
func (b *Bounded) PerTick() float64 { return 2 * PerWord }

// Progress estimates the fraction of the tree that was visited, see weight.
func (b *Bounded) Progress() float64 { return engine.Done(b.open) }

// Lower returns what the solutions that were not visited cost at least, or the cutoff if that is
// less. While a part is searched, nothing of it counts as visited.
func (b *Bounded) Lower() int64 {
	least := b.cutoff
	for _, part := range b.open {
		lower := b.lower[0]
		for _, step := range part.Path.Steps() {
			lower += b.net[step.Option]
		}
		least = min(least, lower)
	}
	return least
}

// Solve visits solutions, each cheaper than the cutoff at that moment. If s ends the search early,
// another call resumes it.
func (b *Bounded) Solve(s *engine.Search) {
	b.v.show(s)
	nodes, updates := s.Nodes, s.Updates
	for len(b.open) > 0 && s.Err == nil {
		left, ok := b.part(b.open[0])
		if !ok {
			break
		}
		b.open = append(left, b.open[1:]...)
	}
	b.effort += PerNode*float64(s.Nodes-nodes) + PerWord*float64(s.Updates-updates)
}

// part searches a part, and returns what is left of it. It reports false if the search was halted
// before.
func (b *Bounded) part(part engine.Part) (left []engine.Part, ok bool) {
	v, path := b.v, part.Path.Steps()
	l := len(path)
	for i, step := range path {
		b.enter(i+1, b.lower[i]+b.net[step.Option], len(b.edges))
	}
	if b.lower[l] >= b.cutoff {
		return nil, true
	}
	result := v.take(path)
	if result == open {
		result = b.restrict(v.levels[l], l)
	}
	switch {
	case result == halted:
		return nil, false
	case l == 0 && v.levels[0].degree == 0, result == dead: // nothing to do
	case result == solved:
		v.Found(v.chosen[:l])
	default:
		v.levels[l].typical = 4096 // any positive guess
		if !b.branch(l) {
			left = b.left(part, l)
		}
	}
	return left, true
}

// enter sets what is known of level l.
func (b *Bounded) enter(l int, lower int64, limit int) {
	for l >= len(b.lower) {
		b.lower, b.limit = append(b.lower, 0), append(b.limit, 0)
	}
	b.lower[l], b.limit[l] = lower, limit
}

// branch tries the affordable options of the item to branch on at level l. It reports whether the
// search should continue; if not, the levels say where it stopped.
func (b *Bounded) branch(l int) bool {
	v := b.v
	now, next := v.level(l), v.level(l+1)
	if now.typical > 16*my.worth {
		v.tighten(now)
	}
	f := now.frame
	next.frame, next.live = f, next.own[:f.words]
	before := v.Nodes
	slot := f.slot[now.item]
	for w := f.first[slot]; w < f.end[slot]; w += lanes {
		for live := now.live[w]; live != 0; live &= live - 1 {
			now.bit = 64*w + int32(bits.TrailingZeros64(live))
			k := *f.option(now.bit)
			lower := b.lower[l] + b.net[f.global[k]]
			if lower >= b.cutoff {
				return true
			}
			if !v.Tick(v.effort) {
				v.stopped, v.untried = l, true
				return false
			}
			v.Node(l + 1)
			b.enter(l+1, lower, b.limit[l])
			v.chosen[l] = f.global[k]
			result := v.try(now, next, k)
			if result == open {
				result = b.restrict(next, l+1)
			}
			switch result {
			case open:
				if !b.branch(l + 1) {
					return false
				}
				next.frame, next.live = f, next.own[:f.words] // if it was narrowed to a frame of its own
			case solved:
				if !v.Found(v.chosen[:l+1]) {
					v.stopped, v.untried = l, false
					return false
				}
			}
		}
	}
	now.typical += (v.Nodes - before - now.typical) / 4
	return true
}

// restrict removes options that are not affordable from the row of level l, and chooses the item to
// branch on again.
func (b *Bounded) restrict(now *level, l int) int {
	room := b.cutoff - b.lower[l]
	limit := sort.Search(b.limit[l], func(q int) bool { return b.edges[q] >= room })
	if limit == b.limit[l] {
		return open
	}
	b.limit[l] = limit
	b.v.Updates += b.v.effort
	best := my.step(now, now, b.row(now.frame, limit))
	if best <= deadEnd {
		return dead
	}
	now.item, now.degree = int32(best), int32(best>>32)
	return open
}

// row returns the row of a limit in a frame.
func (b *Bounded) row(f *frame, limit int) []uint64 {
	v, k := b.v, len(f.global)+limit
	if row := f.rows[k]; row != nil {
		return row
	}
	row := v.place(f, int32(k))
	if f.above != nil {
		my.gather(row, b.row(f.above, limit), f.moves)
		return row
	}
	for k := limit * b.step; k < len(b.net); k++ {
		v.mark(row, int32(k))
	}
	return row
}

// left lists what is left of a part on level base when its search has stopped.
func (b *Bounded) left(part engine.Part, base int) (parts []engine.Part) {
	v := b.v
	nodes := []engine.Part{part}
	for l := base; l < v.stopped; l++ {
		nodes = append(nodes, b.child(nodes[l-base], l, v.chosen[l], b.weight(l)))
	}
	for l := v.stopped; l >= base; l-- {
		all := b.weight(l)
		b.each(l, func(bit, option int32) {
			if now := v.levels[l].bit; bit > now || bit == now && l == v.stopped && v.untried {
				parts = append(parts, b.child(nodes[l-base], l, option, all))
			}
		})
	}
	return parts
}

// each calls do with the affordable options of the item to branch on at level l.
func (b *Bounded) each(l int, do func(bit, option int32)) {
	now := b.v.levels[l]
	f := now.frame
	slot := f.slot[now.item]
	for w := f.first[slot]; w < f.end[slot]; w += lanes {
		for live := now.live[w]; live != 0; live &= live - 1 {
			bit := 64*w + int32(bits.TrailingZeros64(live))
			if option := f.global[*f.option(bit)]; b.lower[l]+b.net[option] < b.cutoff {
				do(bit, option)
			}
		}
	}
}

// child returns the part below the node of a part on level l where an option is chosen. all is the
// sum of the sizes of all children.
func (b *Bounded) child(node engine.Part, l int, option int32, all float64) engine.Part {
	child := node.Child(engine.Step{Item: b.v.levels[l].item, Option: option}, 1)
	child.Weight *= b.size(l, option) / all
	return child
}

// weight returns the sum of the sizes of the children of level l.
func (b *Bounded) weight(l int) (sum float64) {
	b.each(l, func(_, option int32) { sum += b.size(l, option) })
	return sum
}

// size estimates the size of the subtree of an option, as in package links: it grows with the sixth
// power of what may still be paid.
func (b *Bounded) size(l int, option int32) float64 {
	x := max(1-float64(b.net[option])/float64(b.cutoff-b.lower[l]), 1e-3)
	x *= x * x
	return x * x
}
