// SPDX-License-Identifier: BSD-3-Clause

// The problem. Options have costs; which solutions are the cheapest?
//
// The source. Knuth, section 7.2.2.1, Algorithm C$ (minimum-cost exact cover),
// and his program DLX5, for taxes, for sorting the options and for counting
// only those that can be paid; R. S. Garfinkel and G. L. Nemhauser, The
// set-partitioning problem, Operations Research 17 (1969), DOI
// 10.1287/opre.17.5.848, for the cutoff. That multiplicities can be taxed too is
// the duality of linear programming.
//
// The idea. We put a tax on each primary item. Every option that contains the
// item pays the tax, once for each time that the item must be covered. The cost
// of an option minus its taxes is its net cost, which is never negative. If an
// item must be covered at least a times, every solution pays its tax a times,
// so that
//
//	cost of a solution >= sum of tax times a + net costs of its options,
//
// and the right side is known before the options are: it is a lower bound,
// which grows by the net cost of each option that is chosen. An item that is
// covered more often than necessary pays its tax again each time, and the bound
// grows by that as well. When a solution is complete, the bound is its cost.
//
// Call an option affordable if it does not raise the bound to the cost of the
// worst of the k best solutions found so far. Other options are not tried; and
// if the options of each list are in the order of net cost, neither are those
// after the first one that is not affordable. An item that must still be
// covered b times needs at least the first b options of its list: if their sum
// is too high, this is a dead end. So the search branches on the item with the
// fewest affordable options.
//
// How to tax. The sum of the taxes should be large. We divide each cost equally
// among the items that must be covered, tax each item by its least share, and
// then raise each tax in turn by the smallest net cost among the item's
// options. Or we do the second alone, if that gives a larger sum.
//
// Like DLX5, we hide only affordable options. The others would never be chosen
// again below this node, and are at the end of each list, where no one looks.
// Where hiding stopped is kept on a stack, so that it can be undone although the
// cutoff may have fallen in the meantime.
//
// What we changed. The search can be stopped and resumed, and it accepts a
// cutoff that was found elsewhere. DLX5 has no multiplicities: for them we follow
// Algorithm M, whose null choice stands for all options of an item that are not
// affordable, and hide all options.
//
// The invariants. Net costs are not negative and do not decrease down any list;
// lower is the cost of the chosen options, plus the taxes of the items for as
// often as they must still be covered.
//
// An example. Item a must be covered once, b once or twice; "a b" costs 5, "a"
// 1, "b" 3. Equal shares are 2.5, rounded to 2, for "a b", 1 for "a", 3 for
// "b"; the taxes are 1 and 2, the net costs 2, 0 and 1; then the tax of b can
// be raised by 1. Each solution costs at least 1+3, and "a" with "b" costs
// exactly that.

package links

import (
	"math"
	"slices"

	"polka/dlx/internal/engine"
)

// Tax computes taxes, subtracts them from the costs of the options, and returns
// them.
func Tax(p *engine.Problem, cost []int64) []int64 {
	using := users(p)
	for i := range using {
		if needed(p, int32(i)) == 0 {
			using[i] = nil
		}
	}
	shared, net := shares(p, using, cost), slices.Clone(cost)
	for k := range int32(p.Options()) {
		for _, e := range p.Option(k) {
			if int(e.Item) < p.Primary {
				net[k] -= shared[e.Item]
			}
		}
	}
	raise(using, net, shared)
	alone := make([]int64, p.Primary)
	raise(using, cost, alone)
	if Yield(p, alone) >= Yield(p, shared) {
		return alone
	}
	copy(cost, net)
	return shared
}

// needed returns how often an item must be covered.
func needed(p *engine.Problem, i int32) int32 {
	low, _ := p.Bounds(i)
	return low
}

// shares taxes each item by the least of its options' shares.
func shares(p *engine.Problem, using [][]int32, cost []int64) []int64 {
	payers := make([]int64, p.Options())
	for _, options := range using {
		for _, k := range options {
			payers[k]++
		}
	}
	tax := make([]int64, p.Primary)
	for i, options := range using {
		if len(options) > 0 {
			tax[i] = math.MaxInt64
		}
		for _, k := range options {
			tax[i] = min(tax[i], cost[k]/payers[k])
		}
	}
	return tax
}

// raise raises the tax of each item in turn by the smallest net cost of its options.
func raise(using [][]int32, cost, tax []int64) {
	for i, options := range using {
		if len(options) == 0 {
			continue
		}
		least := int64(math.MaxInt64)
		for _, k := range options {
			least = min(least, cost[k])
		}
		for _, k := range options {
			cost[k] -= least
		}
		tax[i] += least
	}
}

// Yield returns the sum of the taxes that every solution pays.
func Yield(p *engine.Problem, tax []int64) (sum int64) {
	for i, t := range tax {
		sum += t * int64(needed(p, int32(i)))
	}
	return sum
}

// A Bargain is a search for the cheapest solutions.
type Bargain struct {
	*dance
	net  []int64 // of each node: what its option costs, without taxes
	dear int64   // the greatest of them
	tax  []int64 // of items, counted from 1; 0 for secondary ones
	need []int32 // how often items must still be covered

	here   int     // the level to enter next, -1 if all is done
	cutoff int64   // solutions of this cost or more are rejected
	lower  int64   // what a solution with the chosen options costs at least
	paid   []int64 // paid[l] is by how much lower has grown on level l
	effort int64   // see Effort
	hidden []int32 // for each item that is covered or purified: its last node that was looked at
}

// NewBargain begins a search in a problem whose options come in the order of
// net cost. Net costs and taxes are those of Tax.
func NewBargain(p *engine.Problem, net, tax []int64) *Bargain {
	b := &Bargain{
		dance: newDance(p, nil), tax: make([]int64, p.Items+1), need: make([]int32, p.Items+1),
		cutoff: math.MaxInt64, lower: Yield(p, tax),
	}
	b.net = make([]int64, len(b.node))
	for x := range b.node {
		if b.node[x].item > 0 && x > p.Items {
			b.net[x] = net[b.option(int32(x))]
			b.dear = max(b.dear, b.net[x])
		}
	}
	copy(b.tax[1:], tax)
	for i := range int32(p.Primary) {
		b.need[i+1] = needed(p, i)
	}
	if p.High != nil {
		b.bound, b.slack = bounds(p)
	}
	return b
}

// Cut lowers the cutoff: solutions of this cost or more are rejected from now on.
func (b *Bargain) Cut(cost int64) { b.cutoff = min(b.cutoff, cost) }

// Solve visits solutions, each cheaper than the cutoff at that moment. If s
// ends the search early, another call resumes it.
func (b *Bargain) Solve(s *engine.Search) {
	b.Search = s
	b.updates, b.cleansings, b.looks, b.ticked = 0, 0, 0, 0
	b.search()
	s.Updates += b.updates
	s.Cleansings += b.cleansings
	b.effort += perUpdate*b.updates + perLook*b.looks
}

// The costs of hiding an option in the list of an item and restoring it, and of looking at an
// option or item when one is chosen.
const (
	perUpdate = 9 // ns
	perLook   = 3 // ns
)

// Effort returns the work done so far, in units of about a nanosecond.
func (b *Bargain) Effort() float64 { return float64(b.effort) }

// PerTick returns the work that counts as a unit for the control of the search.
func (b *Bargain) PerTick() float64 { return perUpdate }

// Lower returns what the solutions that were not visited cost at least, or the cutoff if that is
// less. With multiplicities it is what it was at the beginning, because the null choice is last.
func (b *Bargain) Lower() int64 {
	if b.here < 0 {
		return b.cutoff
	}
	least, lower := min(b.lower, b.cutoff), b.lower
	for _, paid := range b.paid[:b.here] {
		lower -= paid
	}
	if b.bound != nil {
		return min(least, lower)
	}
	for l := range b.here {
		i := b.node[b.choice[l]].item
		if x := b.node[b.choice[l]].down; x != i {
			least = min(least, lower+b.net[x])
		}
		lower += b.paid[l]
	}
	return least
}

// Progress estimates the fraction of the tree that was visited, as if the subtree of an affordable
// option grew with the sixth power of what may still be paid below it. It is 0 if there are
// multiplicities.
func (b *Bargain) Progress() float64 {
	if b.bound != nil {
		return 0
	}
	done, share, lower := 0.0, 1.0, b.lower
	for _, paid := range b.paid[:max(b.here, 0)] {
		lower -= paid
	}
	for l := range max(b.here, 0) {
		i := b.node[b.choice[l]].item
		tried, here, all := 0.0, 0.0, 0.0
		room := float64(b.cutoff - lower)
		for x := b.node[i].down; x != i && (here == 0 || lower+b.net[x] < b.cutoff); x = b.node[x].down {
			size := max(1-float64(b.net[x])/room, 1e-3)
			size *= size * size
			size *= size
			if x == b.choice[l] {
				tried, here = all, size
			}
			all += size
		}
		done += share * tried / all
		share *= here / all
		lower += b.paid[l]
	}
	return done
}

// Done reports whether the search is complete.
func (b *Bargain) Done() bool { return b.here < 0 }

// search is Algorithm C$, and Algorithm M with costs if there are multiplicities.
func (b *Bargain) search() {
	for ; b.here >= 0 && b.worked(); b.here++ {
		b.Node(b.here)
		i, n := b.cheap()
		switch {
		case i == 0 && !b.Found(b.chosen(b.here)):
			b.here = -1
			return
		case n > 0 && b.begin(b.here, i):
			continue
		}
		for b.here--; b.here >= 0 && !b.retry(b.here); b.here-- {
		}
		if b.here < 0 {
			return
		}
	}
}

// begin enters level l to branch on item i and makes the first choice. If there
// is none, it restores the item and reports false.
func (b *Bargain) begin(l int, i int32) bool {
	if b.bound != nil {
		b.prepare(l, i)
	} else {
		b.close(i)
		b.enter(l, i)
	}
	return b.try(l, b.node[i].down)
}

// close covers item i, and hides only its affordable options.
func (b *Bargain) close(i int32) {
	b.deactivate(i)
	b.updates++
	b.hidden = append(b.hidden, b.hideAffordable(i))
}

// hideAffordable hides the affordable options of item i, and returns the last of them.
func (b *Bargain) hideAffordable(i int32) (last int32) {
	most := b.cutoff - b.lower
	last = i
	for x := b.node[i].down; x != i && b.net[x] < most; x = b.node[x].down {
		b.hide(x)
		last = x
	}
	return last
}

// reopen undoes close.
func (b *Bargain) reopen(i int32) {
	for x := b.pop(); x != i; x = b.node[x].up {
		b.unhide(x)
	}
	b.reactivate(i)
}

// pop takes a node from the stack.
func (b *Bargain) pop() int32 {
	x := b.hidden[len(b.hidden)-1]
	b.hidden = b.hidden[:len(b.hidden)-1]
	return x
}

// paint purifies the item of node p among the affordable options.
func (b *Bargain) paint(p int32) {
	i, c := b.node[p].item, b.node[p].color
	most := b.cutoff - b.lower
	last := i
	b.cleansings++
	for x := b.node[i].down; x != i && (b.net[x] < most || x == p); x = b.node[x].down {
		last = x
		if b.node[x].color != c {
			b.hide(x)
		} else if x != p {
			b.node[x].color = -1
			b.cleansings++
		}
	}
	b.hidden = append(b.hidden, last)
}

// unpaint undoes paint.
func (b *Bargain) unpaint(p int32) {
	i, c := b.node[p].item, b.node[p].color
	for x := b.pop(); x != i; x = b.node[x].up {
		if b.node[x].color < 0 {
			b.node[x].color = c
		} else if x != p {
			b.unhide(x)
		}
	}
}

// commit is dance.commit without multiplicities, among affordable options.
func (b *Bargain) commit(x int32) {
	for q := x + 1; q != x; {
		t := &b.node[q]
		switch {
		case t.item <= 0:
			q = t.up
			continue
		case t.color == 0:
			b.close(t.item)
		case t.color > 0:
			b.paint(q)
		}
		q++
	}
}

// uncommit undoes commit, in reverse order.
func (b *Bargain) uncommit(x int32) {
	for q := x - 1; q != x; {
		t := &b.node[q]
		switch {
		case t.item <= 0:
			q = t.down
			continue
		case t.color == 0:
			b.reopen(t.item)
		case t.color > 0:
			b.unpaint(q)
		}
		q--
	}
}

// try chooses option x on level l, or the first affordable one after it, or
// none if that is allowed. If there is no choice left it restores the item and
// reports false.
func (b *Bargain) try(l int, x int32) bool {
	i := b.node[x].item
	if b.bound == nil {
		if x == i || !b.pay(l, x) { // then those after it cost too much as well
			b.reopen(i)
			return false
		}
		b.choice[l] = x
		b.commit(x)
		return true
	}
	for ; ; x = b.node[x].down {
		if x != i && b.lower+b.net[x] >= b.cutoff {
			x = i // and so are those after it: they will not be chosen for other items
		}
		b.choice[l] = x
		if x == i && b.bound[i] >= b.slack[i] || !b.dance.try(l) {
			b.restore(l)
			return false
		}
		switch {
		case x == i: // the null choice
			b.record(l, 0)
			return true
		case b.pay(l, x):
			return true
		}
		b.dance.uncommit(x)
	}
}

// retry undoes the choice on level l and makes the next one. If there is none,
// it restores the item and reports false.
func (b *Bargain) retry(l int) bool {
	x := b.choice[l]
	if b.node[x].item == x { // the null choice
		b.reactivate(x)
		b.restore(l)
		return false
	}
	b.refund(l, x)
	if b.bound != nil {
		b.dance.uncommit(x)
	} else {
		b.uncommit(x)
	}
	return b.try(l, b.node[x].down)
}

// cheap returns the item with the fewest affordable choices and their number,
// which is 0 or less for a dead end; item 0 if no item is active. Of several such
// items it takes, as DLX5, the first of those whose cheapest option costs most.
// With multiplicities it breaks ties as chooseMultiple does.
func (b *Bargain) cheap() (best, fewest int32) {
	if b.bound == nil {
		return b.cheapOnce()
	}
	var bestSlack, bestSize int32
	all := b.lower < b.cutoff-b.dear // whether every option is affordable
	for i := b.next[0]; i != 0; i = b.next[i] {
		b.looks++
		s, more := min(b.slack[i], b.bound[i]), b.bound[i] // how often it may be left out, how often it must be covered
		n := b.size[i]
		if !all || more-s > 1 {
			most := n
			if best != 0 {
				most = min(n, fewest-s+more) // more than that, and the item is not the best one
			}
			n = b.payable(i, most, more-s)
			b.looks += int64(n)
		}
		t := n + s - more + 1
		if best == 0 || t < fewest || t == fewest && (s < bestSlack || s == bestSlack && n > bestSize) {
			best, fewest, bestSlack, bestSize = i, t, s, n
		}
		if fewest <= 0 {
			break
		}
	}
	return best, fewest
}

// enough is the number of affordable options after which an item's list is not
// looked at any further, as in DLX5; its length is then taken for their number.
const enough = 10

// cheapOnce is cheap without multiplicities.
func (b *Bargain) cheapOnce() (best, fewest int32) {
	node, net, next := b.node, b.net, b.next
	room, dearest := b.cutoff-b.lower, int64(-1)
	fewest = math.MaxInt32
	looks := int64(0)
	for i := next[0]; i != 0; i = next[i] {
		looks++
		x := node[i].down
		if x == i || net[x] >= room {
			b.looks += looks
			return i, 0
		}
		least, n := net[x], int32(1)
		for x = node[x].down; x != i && net[x] < room && n <= fewest; x = node[x].down {
			if n++; n == enough {
				n = b.size[i]
				break
			}
			looks++
		}
		if n < fewest || n == fewest && least > dearest {
			best, fewest, dearest = i, n, least
		}
	}
	b.looks += looks
	if best == 0 {
		return 0, 0
	}
	return best, fewest
}

// payable counts the affordable options of item i, up to a limit. The sum of
// the first need options must be affordable, too.
func (b *Bargain) payable(i, most, needed int32) (n int32) {
	sum := b.lower
	for x := b.node[i].down; x != i && n < most; x = b.node[x].down {
		cost := b.lower + b.net[x]
		if n < needed {
			sum += b.net[x]
			cost = sum
		}
		if cost >= b.cutoff {
			break
		}
		n++
	}
	return n
}

// pay adds option x to the cost on level l, or reports that it is not
// affordable.
func (b *Bargain) pay(l int, x int32) bool {
	price := b.net[x]
	if b.bound != nil {
		b.each(x, func(i int32) {
			if b.need[i] <= 0 {
				price += b.tax[i]
			}
		})
	}
	if b.lower+price >= b.cutoff {
		return false
	}
	if b.bound != nil {
		b.each(x, func(i int32) { b.need[i]-- })
	}
	b.record(l, price)
	return true
}

// record adds a price to the cost on level l.
func (b *Bargain) record(l int, price int64) {
	for l >= len(b.paid) {
		b.paid = append(b.paid, 0)
	}
	b.paid[l] = price
	b.lower += price
}

// refund undoes pay.
func (b *Bargain) refund(l int, x int32) {
	b.lower -= b.paid[l]
	if b.bound != nil {
		b.each(x, func(i int32) { b.need[i]++ })
	}
}

// each calls do with the items of the option of node x.
func (b *Bargain) each(x int32, do func(item int32)) {
	for b.node[x-1].item > 0 {
		x--
	}
	for ; b.node[x].item > 0; x++ {
		do(b.node[x].item)
	}
}
