// SPDX-License-Identifier: BSD-3-Clause

package links

import (
	"math/rand/v2"
	"slices"
	"testing"

	"polka/dlx/internal/engine"
)

// TestRelax checks that net costs are what taxes leave of the costs, and that none is negative.
func TestRelax(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	for range 300 {
		p := &engine.Problem{Primary: 2 + random.IntN(8), First: []int32{0}}
		p.Items = p.Primary + random.IntN(3)
		var cost []int64
		for n := range p.Primary + random.IntN(30) {
			first := n % p.Primary
			p.Entries = append(p.Entries, engine.Entry{Item: int32(first)})
			for i := range p.Items {
				if i != first && random.IntN(3) == 0 {
					p.Entries = append(p.Entries, engine.Entry{Item: int32(i)})
				}
			}
			p.First = append(p.First, int32(len(p.Entries)))
			cost = append(cost, random.Int64N(1000))
		}
		net, tax, factor, ok := Relax(p, cost, new(engine.Search))
		if !ok {
			t.Fatal("no taxes")
		}
		for k := range cost {
			want := cost[k] * factor
			for _, e := range p.Option(int32(k)) {
				if int(e.Item) < p.Primary {
					want -= tax[e.Item]
				}
			}
			if net[k] != want || want < 0 {
				t.Fatalf("option %d: net cost %d, want %d, not negative", k, net[k], want)
			}
		}
	}
}

// TestRelaxBest has problems whose best taxes are known: those of an assignment add up to its
// least cost, and in the other one half of each cost is best.
func TestRelaxBest(t *testing.T) {
	pair := func(p *engine.Problem, items ...int32) {
		for _, i := range items {
			p.Entries = append(p.Entries, engine.Entry{Item: i})
		}
		p.First = append(p.First, int32(len(p.Entries)))
	}
	const n = 12
	assignment := &engine.Problem{Primary: 2 * n, Items: 2 * n, First: []int32{0}}
	var cost []int64
	for i := range int32(n) {
		for j := range int32(n) {
			pair(assignment, i, n+j)
			cost = append(cost, 100+int64((i*7+j*5)%n)*10)
		}
	}
	triangle := &engine.Problem{Primary: 3, Items: 3, First: []int32{0}}
	pair(triangle, 0, 1)
	pair(triangle, 1, 2)
	pair(triangle, 0, 2)
	for _, c := range []struct {
		p    *engine.Problem
		cost []int64
		want float64
	}{{assignment, cost, 100 * n}, {triangle, []int64{30, 20, 20}, 35}} {
		_, tax, factor, _ := Relax(c.p, c.cost, new(engine.Search))
		if sum := float64(Yield(c.p, tax)) / float64(factor); sum > c.want || sum < 0.99*c.want {
			t.Errorf("the sum of the taxes is %g, want nearly %g", sum, c.want)
		}
	}
}

// TestRelaxBargain finds the least cost with these taxes, some of which are negative.
func TestRelaxBargain(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 2))
	negative, solved := 0, 0
	for range 500 {
		p := &engine.Problem{Primary: 6, Items: 8, First: []int32{0}}
		var cost []int64
		for n := range 40 {
			p.Entries = append(p.Entries, engine.Entry{Item: int32(n % 6)})
			for i := range int32(8) {
				if i != int32(n%6) && random.IntN(4) == 0 {
					p.Entries = append(p.Entries, engine.Entry{Item: i, Color: i / 6 * int32(random.IntN(3))})
				}
			}
			p.First = append(p.First, int32(len(p.Entries)))
			cost = append(cost, random.Int64N(50))
		}
		price := func(options []int32) (sum int64) {
			for _, k := range options {
				sum += cost[k]
			}
			return sum
		}
		want, got := int64(-1), int64(-1)
		all := new(engine.Search)
		all.Visit = func(options []int32) bool {
			if c := price(options); want < 0 || c < want {
				want = c
			}
			return true
		}
		Solve(p, all)
		net, tax, factor, ok := Relax(p, cost, new(engine.Search))
		if !ok {
			continue
		}
		if slices.Min(tax) < 0 {
			negative++
		}
		order := make([]int32, len(cost))
		for k := range order {
			order[k] = int32(k)
		}
		slices.SortStableFunc(order, func(a, b int32) int { return int(net[a] - net[b]) })
		sorted := p.Ordered(order)
		b, s := NewBargain(sorted.Problem, engine.Pick(net, order), tax), new(engine.Search)
		s.Visit = func(options []int32) bool {
			got = price(sorted.Outer(options))
			b.Cut((got-1)*factor + 1)
			return true
		}
		if b.Solve(s); got != want {
			t.Fatalf("the least cost is %d, want %d", got, want)
		}
		if want >= 0 {
			solved++
		}
	}
	if negative < 50 || solved < 50 {
		t.Errorf("%d problems with negative taxes, %d with solutions", negative, solved)
	}
}

// TestBargainLower stops searches with multiplicities at each node. The bound is that of the
// beginning until the search is done, also where items are left as they are on the deepest level.
func TestBargainLower(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 3))
	stops, least := 0, int64(0)
	for range 200 {
		p := &engine.Problem{Primary: 6, Items: 6, First: []int32{0}}
		for range 6 {
			low := int32(random.IntN(2))
			p.Low, p.High = append(p.Low, low), append(p.High, low+int32(random.IntN(2)))
			p.High[len(p.High)-1] = max(p.High[len(p.High)-1], 1)
		}
		var cost []int64
		for n := range 12 {
			p.Entries = append(p.Entries, engine.Entry{Item: int32(n % 4)}) // two items have few options
			for i := range int32(6) {
				if i != int32(n%4) && random.IntN(5) == 0 {
					p.Entries = append(p.Entries, engine.Entry{Item: i})
				}
			}
			p.First = append(p.First, int32(len(p.Entries)))
			cost = append(cost, int64(n))
		}
		tax := Tax(p, cost)
		order := make([]int32, len(cost))
		for k := range order {
			order[k] = int32(k)
		}
		slices.SortStableFunc(order, func(a, b int32) int { return int(cost[a] - cost[b]) })
		b := NewBargain(p.Ordered(order).Problem, engine.Pick(cost, order), tax)
		first := b.Lower()
		s := &engine.Search{}
		s.Pace = 1
		s.Visit = func([]int32) bool { return true }
		for !b.Done() {
			asked := 0
			s.Cut = func() bool { asked++; return asked > 2 }
			b.Solve(s)
			if s.Err != nil && s.Err != engine.ErrQuota {
				t.Fatal(s.Err)
			}
			s.Err = nil
			if b.Done() {
				break
			}
			stops++
			if lower := b.Lower(); lower != first {
				t.Fatalf("the bound is %d, want %d", lower, first)
			}
			least = max(least, first)
		}
	}
	if stops < 1000 || least == 0 {
		t.Errorf("%d stops, bounds of at most %d", stops, least)
	}
}
