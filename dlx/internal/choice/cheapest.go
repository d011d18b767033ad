// SPDX-License-Identifier: BSD-3-Clause

// The problem. Find the k cheapest solutions. A search with lower bounds visits a
// part of the tree, a small one where costs differ much (links.Bargain and
// bits.Bounded). Where there are far too many solutions but few states, the
// diagram of all solutions has the cheapest ones (package frontier, gather.go).
// With multiplicities, which only links.Bargain supports, a visit to all solutions
// regardless of cost (package bits) can be many times faster. Which way is best is
// not known in advance.
//
// The source. The turns are in the manner of choose.go; see there.
//
// The idea. The ways take turns, until one of them is done. Each keeps what
// it has done, and estimates what is left: the bounds from the share of the tree
// that they have visited, the visit to all from a sample of its tree, and the
// diagram from the growth of its layers. A turn goes to the way with the least
// work left, except that each way gets a share of the work even if it seems
// hopeless, because estimates err. The bounds get the greatest share, since their
// tree shrinks as better solutions are found, and they begin alone, until they
// have worked for a few times as long as it takes to prepare the others. The
// searches share their results: each solution improves the bounds.
//
// The bounds begin with lists and the taxes of DLX5. Unless they are done soon, they start again
// with rows of bits, and with the taxes of a relaxation (links.Relax), which takes longer to
// compute, if their sum is greater. Lists and the visit to all remain for multiplicities and for
// rows that take too much memory.
//
// Work is measured in units of about a nanosecond, but counted, so that the result
// is always the same.
//
// An example. Choose 20 of 60 things with different prices: bounds find the three
// cheapest of 4e15 ways in a few milliseconds. The fewest dominoes on 7 by 7 cells
// that leave no room for another take 16 ms by the diagram of 1,158,560,776
// solutions, and more than eight seconds in either of the other ways.
//
// The cost. About 1.4 times that of the fastest way, see docs/benchmarks.md.

package choice

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"polka/dlx/internal/bits"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/frontier"
	"polka/dlx/internal/links"
	"polka/dlx/internal/zdd"
)

// Bounds is what a search for cheapest solutions knows: how many it has, the cost of the cheapest
// of them, a cost that no solution is below, and whether the search is complete.
type Bounds struct {
	Found       int
	Best, Bound int64
	Done        bool
}

// Cheapest finds the k solutions of least cost, in the order of their costs, or
// those found so far if there is an error. It calls tell, if that is not nil, about ten times a
// second.
func Cheapest(ctx context.Context, p *engine.Problem, cost []int64, k int, tell func(Bounds)) (list [][]int32, known Bounds, err error) {
	net := slices.Clone(cost)
	tax := links.Tax(p, net)
	order := increasing(net)
	sorted := p.Ordered(order)
	b := &basket{k: k, cost: engine.Pick(cost, order), tell: tell}
	err = b.fill(ctx, sorted.Problem, newBounds(b, sorted.Problem, engine.Pick(net, order), tax))
	for _, g := range b.goods {
		list = append(list, sorted.Outer(g.options))
	}
	return list, b.known(err == nil), err
}

// A bidder is a way to find the cheapest solutions that can be interrupted.
type bidder interface {
	// work continues for about the given number of units of work, and reports whether
	// the basket has the cheapest solutions. It sets s.Err if the search must stop.
	work(s *engine.Search, units float64) (done bool)
	// bid returns the work done, and an estimate of the work left, which is infinite if
	// the way has failed.
	bid() (spent, left float64)
	// share returns the least share of all work that the way gets, unless it has failed.
	share() float64
}

// A hopeless way has failed.
var hopeless = math.Inf(1)

// The least turn, the least work of the bounds with lists and without other ways, the share of the
// work done so far that a turn has, and the shares of the ways.
const (
	leastTurn   = 150_000.0
	leastLists  = 150_000.0
	leastAlone  = 600_000.0
	turnShare   = 0.125
	boundsShare = 0.3
	visitShare  = 0.1
	layersShare = 0.05
	unlikely    = 6 // the factor by which a way seems longer that gets only a part of its share
)

// preparation is the cost of preparing the other ways, for each entry of an option.
const preparation = perEntry + 50

// perImproved is the cost of better taxes and of rows, for each entry of an option.
const perImproved = 300

// fill runs the ways in turns, until one of them is done. The bounds begin alone with lists. They
// are improved, and the others prepared, after about as much work as that takes, or later if they
// expect to be done soon.
func (b *basket) fill(ctx context.Context, p *engine.Problem, first *bounds) error {
	ways := []bidder{first}
	b.lower = first.lower()
	b.told = time.Now()
	entries := float64(len(p.Entries))
	improve := stage{at: max(perImproved*entries, leastLists), wait: 1}
	prepare := stage{at: max(4*preparation*entries, leastAlone), wait: 0.5}
	for total := 0.0; ; {
		s := b.begin(ctx)
		if improve.now(first, total) && !first.improve(p, s) {
			ways = append(ways, &visitAll{b: b, p: p})
		}
		if prepare.now(first, total) {
			if plan, ok := frontier.NewPlan(p, s); ok {
				ways = append(ways, newLayers(b, p, plan))
			}
		}
		if s.Err != nil {
			return s.Err
		}
		way := next(ways, total)
		before, _ := way.bid()
		done := way.work(s, max(leastTurn, turnShare*total))
		if done || s.Err != nil {
			b.lower = max(b.lower, first.lower())
			return s.Err
		}
		b.lower = max(b.lower, first.lower())
		after, _ := way.bid()
		total += max(after-before, 1)
	}
}

// A stage begins once, after the work at, but after three times that if the bounds expect to be
// done within wait times it.
type stage struct {
	at, wait float64
	begun    bool
}

// now reports whether the stage begins.
func (g *stage) now(first *bounds, total float64) bool {
	if g.begun || total < g.at {
		return false
	}
	_, left := first.bid()
	g.begun = left > g.wait*g.at || total >= 3*g.at
	return g.begun
}

// next returns the way that gets the next turn.
func next(ways []bidder, total float64) (best bidder) {
	least := hopeless
	for _, way := range ways {
		if _, left := way.bid(); left < least {
			best, least = way, left
		}
	}
	for _, way := range ways {
		spent, left := way.bid()
		share := way.share()
		if left > unlikely*least && share < boundsShare {
			share /= unlikely
		}
		if left < hopeless && spent < share*total {
			return way
		}
	}
	return best
}

// begin returns a search that fills the basket.
func (b *basket) begin(ctx context.Context) *engine.Search {
	s := new(engine.Search)
	s.Context, s.Visit = ctx, b.add
	if b.tell != nil {
		s.Look = b.look
	}
	return s
}

// look calls tell from time to time.
func (b *basket) look() bool {
	if time.Since(b.told) >= engine.Often {
		b.told = time.Now()
		b.tell(b.known(false))
	}
	return true
}

// known returns what is known of the least cost.
func (b *basket) known(done bool) Bounds {
	k := Bounds{Found: len(b.goods), Bound: b.lower, Done: done}
	if k.Found > 0 {
		k.Best = b.goods[0].price
		if k.Bound = min(k.Bound, k.Best); done {
			k.Bound = k.Best
		}
	}
	return k
}

// bounds is the search with lower bounds.
type bounds struct {
	bargain
	b      *basket
	net    []int64            // costs without taxes
	factor int64              // by which costs are multiplied in the bargain
	least  int64              // what a solution costs at least, multiplied
	outer  *engine.Subproblem // has the options of the problem in the bargain's order, nil if that is theirs
	before float64            // the work done with worse bounds
}

// A bargain is an engine with lower bounds. It visits solutions that are cheaper than the cutoff.
type bargain interface {
	Solve(s *engine.Search) // continues until s ends it
	Cut(cost int64)         // lowers the cutoff
	Done() bool
	Effort() float64   // in units of about a nanosecond
	PerTick() float64  // the effort for a unit that the control of the search counts
	Lower() int64      // what the solutions that were not visited cost at least
	Progress() float64 // the fraction of the tree that was visited, or 0
}

// newBounds begins with the taxes of DLX5.
func newBounds(b *basket, p *engine.Problem, net, tax []int64) *bounds {
	w := &bounds{bargain: links.NewBargain(p, net, tax), b: b, net: net, factor: 1, least: links.Yield(p, tax)}
	b.full = w.cut
	return w
}

// cut rejects solutions that are not cheaper than another one. Costs are whole numbers.
func (w *bounds) cut(dearest int64) { w.Cut((dearest-1)*w.factor + 1) }

// improve starts again with rows of bits, and with the taxes of a relaxation if they are better. It
// reports false, and uses no rows, if there are multiplicities or if the rows take too much memory.
func (w *bounds) improve(p *engine.Problem, s *engine.Search) bool {
	q, better := p, false
	net, tax, factor, ok := links.Relax(p, w.b.cost, s)
	if ok && links.Yield(p, tax) > w.least*factor {
		order := increasing(net)
		outer := p.Ordered(order)
		q, better = outer.Problem, true
		w.outer, w.net, w.factor, w.least = &outer, engine.Pick(net, order), factor, links.Yield(p, tax)
	}
	spent := w.Effort()
	rows := bits.NewBounded(q, w.net, w.least, engine.Memory/4)
	switch {
	case rows != nil:
		w.bargain = rows
	case better:
		w.bargain = links.NewBargain(q, w.net, tax)
	default:
		return false
	}
	w.before = spent
	if goods := w.b.goods; len(goods) == w.b.k {
		w.cut(goods[len(goods)-1].price)
	}
	return rows != nil
}

// increasing returns the options in the order of their costs.
func increasing(cost []int64) []int32 {
	order := make([]int32, len(cost))
	for k := range order {
		order[k] = int32(k)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(cost[a], cost[b]) })
	return order
}

func (w *bounds) work(s *engine.Search, units float64) bool {
	if w.outer != nil {
		s.Visit = func(options []int32) bool { return w.b.add(w.outer.Outer(options)) }
	}
	ticks := max(int64(units/w.PerTick()), 1)
	s.Pace = min(ticks, engine.Patience)
	checks := 1 + (ticks+s.Pace-1)/s.Pace // the first is at once
	s.Cut = func() bool {
		checks--
		return checks <= 0
	}
	w.Solve(s)
	paused(s)
	return w.Done()
}

// paused removes the error of a search whose turn has ended.
func paused(s *engine.Search) {
	if s.Err == engine.ErrQuota {
		s.Err = nil
	}
}

// lower returns what the solutions that the search has not visited cost at least.
func (w *bounds) lower() int64 {
	low := w.Lower()
	whole := low / w.factor
	if low%w.factor > 0 {
		whole++
	}
	return whole
}

func (w *bounds) bid() (spent, left float64) {
	effort := w.Effort()
	spent = w.before + effort
	if done := w.Progress(); done > 0 {
		return spent, effort * (1/done - 1)
	}
	return spent, spent
}

func (w *bounds) share() float64 { return boundsShare }

// visitAll is the visit to all solutions.
type visitAll struct {
	*selection
	b *basket
	p *engine.Problem
	s engine.Search // of the survey
}

func (w *visitAll) work(s *engine.Search, units float64) bool {
	if w.selection == nil {
		w.s.Context, w.s.Visit, w.s.Look = s.Context, w.b.add, s.Look
		w.selection = &selection{survey: begin(&w.s, bits.Workers(w.p)(engine.Memory/4), glance), p: w.p}
	}
	until := w.Nodes + max(1, int64(units/max(w.time(1), bits.PerNode)))
	for w.Nodes < until && !w.over() {
		w.look(min(until, 2*w.Nodes)) // parts drawn at random, so that the estimate improves
	}
	s.Err = w.s.Err
	return w.over() && s.Err == nil
}

func (w *visitAll) bid() (spent, left float64) {
	if w.selection == nil {
		return 0, math.MaxFloat64
	}
	spent = w.time(float64(w.Nodes))
	if left = w.rest(); left < spent/8 && !w.over() { // there are more nodes than estimated
		left = spent
	}
	return spent, left
}

func (w *visitAll) share() float64 { return visitShare }

// layers is the diagram of all solutions.
type layers struct {
	b        *basket
	gatherer *frontier.Gatherer
	s        engine.Search // of the gatherer
	order    []int32       // options by variable
	failed   bool
}

func newLayers(b *basket, p *engine.Problem, plan *frontier.Plan) *layers {
	w := &layers{b: b, order: plan.Order()}
	allowed, rank := make([]bool, p.Options()), make([]int32, p.Options())
	for v, k := range w.order {
		allowed[k], rank[k] = true, int32(v)
	}
	w.gatherer = plan.NewGatherer(&w.s, allowed, rank)
	return w
}

func (w *layers) work(s *engine.Search, units float64) bool {
	const room = engine.Memory / 4
	w.s.Context, w.s.Look = s.Context, s.Look
	if !w.gatherer.Run(int64(units), room) {
		return w.fail(s, w.gatherer.Err)
	}
	d := w.gatherer.Diagram(2 * room)
	if w.gatherer.Err != nil {
		return w.fail(s, w.gatherer.Err)
	}
	best, err := d.Best(engine.Pick(w.b.cost, w.order), w.b.k, w.s.Work)
	for _, variables := range best {
		w.b.add(engine.Pick(w.order, variables))
	}
	s.Err = err
	return err == nil
}

// fail returns the end of a turn without result.
func (w *layers) fail(s *engine.Search, err error) bool {
	switch err {
	case zdd.ErrFull:
		w.failed = true
	default:
		s.Err = err
	}
	return false
}

func (w *layers) bid() (spent, left float64) {
	spent, total := w.gatherer.Forecast()
	if w.failed {
		return spent, hopeless
	}
	return spent, max(total-spent, 0)
}

func (w *layers) share() float64 { return layersShare }

// A basket holds the k cheapest solutions seen so far, the cheapest first.
type basket struct {
	k     int
	cost  []int64 // of options
	goods []good
	lower int64        // no other solution costs less
	tell  func(Bounds) // of progress; may be nil
	told  time.Time
	full  func(dearest int64) // called with the cost of the dearest one, if there are k
}

// A good is a solution and its price.
type good struct {
	options []int32 // in increasing order
	price   int64
}

// add puts a solution into the basket, if it is cheap enough and new.
func (b *basket) add(options []int32) bool {
	price := int64(0)
	for _, o := range options {
		price += b.cost[o]
	}
	if len(b.goods) == b.k && price >= b.goods[b.k-1].price {
		return true
	}
	at, _ := slices.BinarySearchFunc(b.goods, price+1, func(g good, c int64) int { return cmp.Compare(g.price, c) })
	options = slices.Sorted(slices.Values(options))
	for i := at - 1; i >= 0 && b.goods[i].price == price; i-- {
		if slices.Equal(b.goods[i].options, options) {
			return true // the other search has found it already
		}
	}
	b.goods = slices.Insert(b.goods, at, good{options, price})
	b.goods = b.goods[:min(b.k, len(b.goods))]
	if len(b.goods) == b.k {
		b.full(b.goods[b.k-1].price)
	}
	return true
}
