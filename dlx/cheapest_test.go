// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"polka/dlx/internal/engine"
	"polka/dlx/internal/links"
)

// TestCheapest compares with sorting all solutions.
func TestCheapest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, rapid.Bool().Draw(t, "multiple"))
		if p.NumOptions() == 0 {
			return
		}
		for k := range 3 * p.NumOptions() { // options again, with costs
			o := p.OptionText(k % p.NumOptions())
			if k >= 10 {
				break
			}
			p = p.AddOption(o, fmt.Sprintf("|%d", rapid.IntRange(0, 9).Draw(t, "cost")))
		}
		all, err := p.All(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var costs []int64
		for _, s := range all {
			costs = append(costs, s.Cost())
		}
		slices.Sort(costs)
		k := rapid.IntRange(1, 5).Draw(t, "k")
		best, err := p.Cheapest(context.Background(), k)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		seen := map[string]bool{}
		for _, s := range best {
			if err := p.Check(s.Options()...); err != nil {
				t.Fatal(err)
			}
			if key := fmt.Sprint(s.Options()); seen[key] {
				t.Fatalf("%v is there twice", s)
			} else {
				seen[key] = true
			}
			got = append(got, s.Cost())
		}
		if want := costs[:min(k, len(costs))]; !slices.Equal(got, want) {
			t.Fatalf("the %d cheapest cost %v, want %v\n%s", k, got, want, p.DLX())
		}
	})
}

// TestCheapestCuts sees that dear choices are left out: queens whose squares
// cost their distance from the center, cheaply packed.
func TestCheapestCuts(t *testing.T) {
	p := load(t, "queens8")
	q := New().AddItems(p.Items()...)
	for k := range p.NumOptions() {
		row, column := k/8, k%8
		q = q.AddOption(p.OptionText(k), fmt.Sprintf("|%d", (2*row-7)*(2*row-7)*(2*column-7)*(2*column-7)))
	}
	best, err := q.Cheapest(t.Context(), 3)
	if err != nil || len(best) != 3 {
		t.Fatalf("Cheapest = %v, %v", best, err)
	}
	all, err := q.All(t.Context())
	if err != nil || len(all) != 92 {
		t.Fatalf("%d solutions, %v, want 92", len(all), err)
	}
	slices.SortFunc(all, func(a, b Solution) int { return int(a.Cost() - b.Cost()) })
	for i, s := range best {
		if s.Cost() != all[i].Cost() {
			t.Errorf("solution %d costs %d, want %d", i, s.Cost(), all[i].Cost())
		}
	}
	if _, err := q.Cheapest(t.Context(), 0); err == nil {
		t.Error("no solutions are asked for, and there is no error")
	}
}

// TestCheapestOfTooMany finds the cheapest of far too many solutions to visit:
// of 60 things 20 are bought, at most 4 in each of 6 shops and 2 at least.
func TestCheapestOfTooMany(t *testing.T) {
	p := New("20|thing", "2:4|s0", "2:4|s1", "2:4|s2", "2:4|s3", "2:4|s4", "2:4|s5")
	var prices [6][]int
	for k := range 60 {
		price := 10 + k*k*7919%97
		prices[k%6] = append(prices[k%6], price)
		p = p.AddOption("thing", fmt.Sprint("s", k%6), fmt.Sprint("|", price))
	}
	best, err := p.Cheapest(t.Context(), 3)
	if err != nil || len(best) != 3 {
		t.Fatalf("%d solutions, %v", len(best), err)
	}
	want := 0 // two of each shop, and the eight cheapest of the next two of each
	var more []int
	for _, list := range prices {
		slices.Sort(list)
		want += list[0] + list[1]
		more = append(more, list[2], list[3])
	}
	slices.Sort(more)
	for _, price := range more[:8] {
		want += price
	}
	if best[0].Cost() != int64(want) {
		t.Errorf("the cheapest costs %d, want %d", best[0].Cost(), want)
	}
	for i, s := range best {
		if err := p.Check(s.Options()...); err != nil || i > 0 && s.Cost() < best[i-1].Cost() {
			t.Errorf("solution %d costs %d, after %v: %v", i, s.Cost(), best[max(i, 1)-1].Cost(), err)
		}
	}
}

// impatient is a context that ends when it has been asked a number of times, which is a
// measure of the work of a search that does not depend on the machine.
type impatient struct {
	context.Context
	asked, most int
}

func (c *impatient) Err() error {
	if c.asked++; c.asked > c.most {
		return context.DeadlineExceeded
	}
	return nil
}

// TestCheapestWays finds cheapest solutions within an amount of work that not every way
// could keep to: the diagram is best for clumsy7, bounds are for the others.
// A search asks the context whether to go on at least once in 65,536 units of work.
// The least costs of clumsy are those of OEIS A280984; those of the others are also found by
// Knuth's DLX5.
func TestCheapestWays(t *testing.T) {
	for _, c := range []struct {
		name string
		cost int64
		most int // about twice the work needed
	}{
		{"clumsy6", 12, 40},
		{"clumsy7", 17, 140},
		{"wpack8", 4, 20},
		{"cost3dm22", 647, 30},
		{"pent6x10_cost1", 250, 600},
		{"scott_cost2", 347, 350},
	} {
		name, seed, priced := strings.Cut(c.name, "_cost")
		p := load(t, name)
		if priced {
			p = price(t, p, seed)
		}
		ctx := &impatient{Context: t.Context(), most: c.most}
		best, err := p.Cheapest(ctx, 1)
		if err != nil || len(best) != 1 || best[0].Cost() != c.cost {
			t.Errorf("%s: %v, %v after %d questions, want the cost %d", c.name, best, err, ctx.asked, c.cost)
		}
	}
}

// price gives each option a random cost from 1 to 99, as testdata/random.go does.
func price(t *testing.T, p *Problem, seed string) *Problem {
	n, err := strconv.ParseUint(seed, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(n, 5))
	q := New().AddItems(p.Items()...)
	for k := range p.NumOptions() {
		q = q.AddOption(p.OptionText(k), fmt.Sprintf("|%d", 1+random.IntN(99)))
	}
	return q
}

// TestBargainNodes compares the nodes of the search with lower bounds with those of Knuth's
// DLX5, version of 2024, which makes the same choices.
func TestBargainNodes(t *testing.T) {
	for name, nodes := range map[string]int64{"clumsy6": 406219, "wpack8": 38246, "cost3dm22": 39703} {
		p := load(t, name)
		if s := bargain(t.Context(), p); s.Nodes != nodes {
			t.Errorf("%s: %d nodes, want %d", name, s.Nodes, nodes)
		}
	}
}

// bargain runs the search with bounds alone.
func bargain(ctx context.Context, p *Problem) *engine.Search {
	s := new(engine.Search)
	s.Context = ctx
	part, err := p.compile()
	if err != nil {
		s.Err = err
		return s
	}
	cost := make([]int64, len(part.Option))
	for i, n := range part.Option {
		cost[i] = p.cost(int(n))
	}
	net := slices.Clone(cost)
	tax := links.Tax(part.Problem, net)
	order := make([]int32, len(cost))
	for k := range order {
		order[k] = int32(k)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return int(net[a] - net[b]) })
	b := links.NewBargain(part.Problem.Ordered(order).Problem, engine.Pick(net, order), tax)
	s.Visit = func(options []int32) bool {
		sum := int64(0)
		for _, k := range options {
			sum += cost[order[k]]
		}
		b.Cut(sum)
		return true
	}
	b.Solve(s)
	return s
}
