// The problem. Options have costs; which solutions are the cheapest?
//
// The source. Knuth, section 7.2.2.1, Algorithm C$ (minimum-cost exact cover),
// and his program DLX5, for taxes and for sorting the options; R. S. Garfinkel
// and G. L. Nemhauser, The set-partitioning problem, Operations Research 17
// (1969), DOI 10.1287/opre.17.5.848, for the cutoff.
//
// The idea. Every primary item is covered once, so a tax on an item, paid by
// every option that contains it, makes all solutions dearer by the same amount.
// Tax each item in turn by as much as the least of its options can pay; the
// cost that remains, the net cost, is never negative. A choice whose net cost
// leads beyond the worst of the k best solutions found so far need not be
// tried; and if the options of each list come in the order of net cost, neither
// need those after it.
//
// What we changed. DLX5 also looks at net costs to choose the item, and hides
// fewer options; we choose the item as Algorithm C does.
//
// The invariant. Net costs increase, or stay equal, down every list.

package links

import (
	"math"
	"slices"

	"polka/dlx/internal/engine"
)

// Tax subtracts from the costs of the options what the items can be taxed by,
// for a problem in which every primary item is covered once.
func Tax(p *engine.Problem, cost []int64) {
	using := make([][]int32, p.Primary)
	for k := range int32(p.Options()) {
		for _, e := range p.Option(k) {
			if int(e.Item) < p.Primary {
				using[e.Item] = append(using[e.Item], k)
			}
		}
	}
	for _, options := range using {
		least := int64(math.MaxInt64)
		for _, k := range options {
			least = min(least, cost[k])
		}
		for _, k := range options {
			cost[k] -= least
		}
	}
}

// Cheapest visits solutions of a problem without multiplicities, whose options
// come in the order of net cost, each cheaper than the worst of the k cheapest
// that were visited before it; so the k cheapest of all are visited.
func Cheapest(p *engine.Problem, s *engine.Search, cost []int64, k int) {
	d := newDance(p, s)
	defer func() {
		s.Updates += d.updates
		s.Cleansings += d.cleansings
	}()
	var best []int64 // the k least costs of solutions, in increasing order
	cutoff, current := int64(math.MaxInt64), int64(0)
	for level := 0; level >= 0; level++ {
		d.Node(level)
		if d.next[0] == 0 {
			if !d.Found(d.chosen(level)) {
				return
			}
			at, _ := slices.BinarySearch(best, current+1)
			best = slices.Insert(best, at, current)
			if len(best) > k {
				best = best[:k]
			}
			if len(best) == k {
				cutoff = best[k-1]
			}
			level--
		} else {
			if !d.Tick(d.updates - d.ticked + 1) {
				return
			}
			d.ticked = d.updates
			i := d.choose()
			d.cover(i)
			d.enter(level, i)
		}
		for ; level >= 0; level-- {
			x := d.choice[level]
			i := d.node[x].item
			if x != i {
				d.uncommit(x)
				current -= cost[d.option(x)]
			}
			if x = d.node[x].down; x != i && cost[d.option(x)] < cutoff-current {
				d.choice[level] = x
				d.commit(x)
				current += cost[d.option(x)]
				break
			}
			d.uncover(i)
		}
		if level < 0 {
			return
		}
	}
}
