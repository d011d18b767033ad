// The problem. Find the k cheapest solutions. Where costs differ much, a search
// with lower bounds visits a small part of the tree (links.Bargain); where they
// matter little compared to how the options fit together, bounds prune nothing,
// and a search that visits all solutions regardless of cost is many times
// faster (package bits). Which one is better is not known in advance.
//
// The idea. Run both searches in turns, each turn twice as long as the one
// before, until one of them is done. They share their results: each solution
// that either finds improves the bounds. The visit to all gets two thirds of
// the time, so that this never takes much longer than All. The turns are
// measured in nodes, so that the result is always the same.
//
// An example. Choose 20 of 60 things with different prices: bounds find the
// three cheapest of 4e15 ways in some hundredths of a second. With random
// prices of the options, the cheapest 6x10 rectangle of pentominoes takes 14 s
// with bounds alone, 0.5 s by visiting all, and 0.9 s with both.

package choice

import (
	"cmp"
	"context"
	"slices"

	"polka/dlx/internal/bits"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/links"
)

// Cheapest finds the k solutions of least cost, in the order of their costs, or
// those found so far if there is an error.
func Cheapest(ctx context.Context, p *engine.Problem, cost []int64, k int) (list [][]int32, err error) {
	net := slices.Clone(cost)
	tax := links.Tax(p, net)
	order := make([]int32, len(cost))
	for k := range order {
		order[k] = int32(k)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(net[a], net[b]) })
	sorted := p.Ordered(order)
	bargain := links.NewBargain(sorted.Problem, engine.Pick(net, order), tax)
	b := &basket{k: k, cost: engine.Pick(cost, order), full: bargain.Cut}
	err = b.fill(ctx, sorted.Problem, bargain)
	for _, g := range b.goods {
		list = append(list, sorted.Outer(g.options))
	}
	return list, err
}

// firstTurn is the number of nodes that the first turn of package bits may
// visit, and slower their number for each node of the other search, which takes
// some thirty times as long for one.
const (
	firstTurn = 1 << 13
	slower    = 64
)

// fill runs two searches for the cheapest solutions in turns, until one of them
// is done.
func (b *basket) fill(ctx context.Context, p *engine.Problem, bargain *links.Bargain) error {
	all := &rest{worker: bits.Workers(p)(engine.Memory / 2), open: []engine.Part{engine.Root()}}
	for turn := int64(firstTurn); ; turn *= 2 {
		s := b.turn(ctx, turn/slower)
		if bargain.Solve(s); bargain.Done() {
			return nil
		}
		if s.Err != engine.ErrQuota {
			return s.Err
		}
		s = b.turn(ctx, turn)
		if all.search(s); s.Err != engine.ErrQuota {
			return s.Err
		}
	}
}

// turn is a search that visits the given number of nodes and fills the basket.
func (b *basket) turn(ctx context.Context, nodes int64) *engine.Search {
	s := new(engine.Search)
	s.Context, s.Visit, s.Quota = ctx, b.add, nodes
	return s
}

// A basket holds the k cheapest solutions seen so far, the cheapest first.
type basket struct {
	k     int
	cost  []int64 // of options
	goods []good
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
