// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// A pick is a set of options of a small problem, as bits.
type pick uint32

// bruteForce returns the greatest weight of a packing, and the least of a maximal packing and of a
// cover, -1 if there is none, by looking at all sets of options.
func bruteForce(p *Problem, weight []int64) (packing, clumsy, cover int64) {
	n, items := p.NumOptions(), p.Items()
	// agree returns how often a set contains each item, and whether its colors agree.
	agree := func(set pick) (times []int, ok bool) {
		times, colors := make([]int, len(items)), make([]string, len(items))
		for k := range n {
			if set>>k&1 == 0 {
				continue
			}
			for _, e := range p.Entries(k) {
				if items[e.Item].Secondary && times[e.Item] > 0 && (e.Color == "" || e.Color != colors[e.Item]) {
					return nil, false
				}
				colors[e.Item] = e.Color
				times[e.Item]++
			}
		}
		return times, true
	}
	packs := func(set pick) bool {
		times, ok := agree(set)
		for i, n := range times {
			ok = ok && (items[i].Secondary || n <= items[i].High)
		}
		return ok
	}
	covers := func(set pick) bool {
		times, ok := agree(set)
		for i, n := range times {
			ok = ok && (items[i].Secondary || n >= items[i].Low)
		}
		return ok
	}
	usable := pick(0)
	for k := range n {
		if !p.ignores(k) {
			usable |= 1 << k
		}
	}
	packing, clumsy, cover = -1, -1, -1
	for set := range pick(1) << n {
		if set&^usable != 0 {
			continue
		}
		sum := int64(0)
		for left := set; left != 0; left &= left - 1 {
			sum += weight[bits.TrailingZeros32(uint32(left))]
		}
		if packs(set) {
			packing = max(packing, sum)
			maximal := true
			for k := range n {
				if usable>>k&1 != 0 && set>>k&1 == 0 && packs(set|1<<k) {
					maximal = false
				}
			}
			if maximal && (clumsy < 0 || sum < clumsy) {
				clumsy = sum
			}
		}
		if covers(set) && (cover < 0 || sum < cover) {
			cover = sum
		}
	}
	return packing, clumsy, cover
}

// randomSets returns a random problem of a few options, with secondary items, and with colors and
// multiplicities if asked for.
func randomSets(random *rand.Rand, rich bool) *Problem {
	var items []Item
	primary, secondary := 1+random.IntN(6), random.IntN(3)
	for i := range primary {
		it := Item{Name: fmt.Sprint("p", i), Low: 1, High: 1}
		if rich && i > 0 && random.IntN(4) == 0 {
			it.Low = random.IntN(3)
			it.High = max(1, it.Low+random.IntN(2))
		}
		items = append(items, it)
	}
	for i := range secondary {
		items = append(items, Item{Name: fmt.Sprint("s", i), Secondary: true})
	}
	p := New().AddItems(items...)
	for range 1 + random.IntN(9) {
		var entries []Entry
		for i, it := range items {
			if random.IntN(3) > 0 {
				continue
			}
			e := Entry{Item: i}
			if it.Secondary && rich && random.IntN(2) == 0 {
				e.Color = string(rune('A' + random.IntN(2)))
			}
			entries = append(entries, e)
		}
		if len(entries) > 0 {
			p = p.AddEntries(entries...)
		}
	}
	return p
}

// TestBestByBruteForce compares packings and covers of random problems with all sets of options.
func TestBestByBruteForce(t *testing.T) {
	const seed = 37
	random := rand.New(rand.NewPCG(seed, 1))
	n := tries(4000)
	kinds := [4]int{}
	for round := range n {
		p := randomSets(random, round%2 == 1)
		weight := make([]int64, p.NumOptions())
		for k := range weight {
			weight[k] = 1
			if round%4 > 1 {
				weight[k] = random.Int64N(8)
				if k == 0 {
					weight[k]++ // if all were 0, they would count as 1
				}
			}
		}
		packing, clumsy, cover := bruteForce(p, weight)
		if p = p.WithCosts(func(k int) int64 { return weight[k] }); round%4 <= 1 {
			p = p.WithCosts(func(int) int64 { return 0 })
		}
		for kind, ask := range []func(context.Context) ([]int, Bounds, error){p.LargestPacking, p.SmallestMaximalPacking, p.SmallestCover} {
			want := []int64{packing, clumsy, cover}[kind]
			options, known, err := ask(t.Context())
			sum := int64(0)
			for _, k := range options {
				sum += weight[k]
			}
			switch {
			case err != nil && !errors.Is(err, ErrNoSolution):
				if kind == 2 || round%2 == 0 && kind == 1 {
					t.Fatalf("seed %d, problem %d, kind %d: %v\n%s", seed, round, kind, err, p.DLX())
				}
				kinds[3]++
				continue
			case want < 0 != errors.Is(err, ErrNoSolution), want >= 0 && (sum != want || known.Best != want || known.Bound != want), !known.Done:
				t.Fatalf("seed %d, problem %d, kind %d: %v of weight %d, %v, %v; want %d\n%s", seed, round, kind, options, sum, known, err, want, p.DLX())
			}
			kinds[kind]++
		}
	}
	t.Logf("seed %d: %d packings, %d maximal packings, %d covers, %d refused", seed, kinds[0], kinds[1], kinds[2], kinds[3])
}

// TestClumsy compares clumsy packings of dominoes with OEIS A280984.
func TestClumsy(t *testing.T) {
	for n, want := range []int64{2: 2, 3: 3, 4: 6, 5: 9, 6: 12} {
		if n < 2 {
			continue
		}
		options, known, err := dominoes(n, n).SmallestMaximalPacking(t.Context())
		if err != nil || known.Best != want || len(options) != int(want) {
			t.Errorf("%d: %v, %v, %v, want %d", n, options, known, err, want)
		}
	}
}

// TestBoundsWhileRunning stops a search after some reports: the bounds only get better, and
// contain the least cost.
func TestBoundsWhileRunning(t *testing.T) {
	p := price(t, load(t, "pent6x10"), "1")
	const least = 250
	for most := range 12 {
		ctx := &impatient{Context: t.Context(), most: 1 << most}
		list, known, err := p.Solver(Options{}).Cheapest(ctx, 2)
		if known.Found != len(list) || known.Found > 0 && (known.Best < least || known.Best != list[0].Cost()) || known.Bound > least {
			t.Errorf("after %d questions: %v, %d solutions, %v", ctx.asked, known, len(list), err)
		}
		if known.Done != (err == nil) || known.Done && known.Best != least {
			t.Errorf("after %d questions: %v, %v", ctx.asked, known, err)
		}
	}
	var reports []Bounds
	_, _, err := p.Solver(Options{Progress: func(p Progress) { reports = append(reports, p.Bounds) }}).Cheapest(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range reports {
		if i > 0 && (b.Bound < reports[i-1].Bound || b.Found > 0 && reports[i-1].Found > 0 && b.Best > reports[i-1].Best) {
			t.Errorf("%v after %v", b, reports[i-1])
		}
	}
	for _, o := range []Options{{Limit: 1}, {Engine: "bits"}, {Threads: 1}, {Memory: 1 << 30}} {
		if _, _, err := p.Solver(o).Cheapest(t.Context(), 1); err == nil {
			t.Errorf("%+v is no error", o)
		}
	}
}

// TestBoundsText writes bounds.
func TestBoundsText(t *testing.T) {
	for _, c := range []struct {
		b    Bounds
		want string
	}{
		{Bounds{}, "nothing found, bound 0"},
		{Bounds{Done: true}, "no solution"},
		{Bounds{Found: 1, Best: 20, Bound: 15}, "best 20, bound 15, gap 25.0 %"},
		{Bounds{Found: 1, Best: 15, Bound: 20}, "best 15, bound 20, gap 25.0 %"},
		{Bounds{Found: 1, Best: 20, Bound: 20, Done: true}, "best 20, proved"},
	} {
		if got := c.b.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestPackingMisuse asks for what there is not.
func TestPackingMisuse(t *testing.T) {
	p := New("a b", "2|c").AddOption("a c").AddOption("c").AddOption("b")
	if _, _, err := p.LargestPacking(t.Context()); err == nil {
		t.Error("an option without items that are covered once is no error")
	}
	if _, _, err := p.SmallestMaximalPacking(t.Context()); err == nil {
		t.Error("multiplicities are no error")
	}
	if _, _, err := p.WithCosts(func(int) int64 { return 1 << 40 }).SmallestCover(t.Context()); err == nil {
		t.Error("great weights are no error")
	}
	if _, _, err := p.Containing(0).SmallestCover(t.Context()); err == nil {
		t.Error("required options are no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, known, err := dominoes(6, 6).LargestPacking(ctx); !errors.Is(err, context.Canceled) || known.Bound < 18 {
		t.Errorf("%v, %v", known, err)
	}
}

func ExampleProblem_LargestPacking() {
	p := New("a b c d").AddOption("a b").AddOption("b c d").AddOption("d").AddOption("c d")
	options, known, err := p.LargestPacking(context.Background())
	fmt.Println(options, known, err)
	// Output: [0 3] best 2, proved <nil>
}

func ExampleProblem_SmallestMaximalPacking() {
	p := New("a b c d").AddOption("a b").AddOption("b c").AddOption("c d")
	options, known, err := p.SmallestMaximalPacking(context.Background())
	fmt.Println(options, known, err)
	// Output: [1] best 1, proved <nil>
}

func ExampleProblem_SmallestCover() {
	p := New("a b c d").AddOption("a b").AddOption("b c").AddOption("c d").AddOption("a")
	options, known, err := p.SmallestCover(context.Background())
	fmt.Println(options, known, err)
	// Output: [0 2] best 2, proved <nil>
}

// TestCertifyMisuse asks for certificates that there are not.
func TestCertifyMisuse(t *testing.T) {
	p := New("a b").AddOption("a").AddOption("b")
	for _, q := range []*Problem{New("2|a").AddOption("a"), p.Containing(0), p.Without(0), New("a a")} {
		if _, err := q.Certify(t.Context(), io.Discard); err == nil {
			t.Errorf("%v: no error", q)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Certify(ctx, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
