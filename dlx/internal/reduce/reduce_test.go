package reduce

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"polka/dlx/internal/engine"
)

// solutions finds all solutions by trying every set of options. The options of
// each are in increasing order.
func solutions(p *engine.Problem) [][]int32 {
	if p == nil {
		return [][]int32{nil}
	}
	var all [][]int32
	for set := range uint64(1) << p.Options() {
		var chosen []int32
		for ; set != 0; set &= set - 1 {
			chosen = append(chosen, int32(bits.TrailingZeros64(set)))
		}
		if covers(p, chosen) {
			all = append(all, chosen)
		}
	}
	return all
}

// covers reports whether some options are a solution.
func covers(p *engine.Problem, chosen []int32) bool {
	times, colors := make([]int32, p.Items), make([]int32, p.Items)
	for _, k := range chosen {
		for _, e := range p.Option(k) {
			if times[e.Item]++; int(e.Item) >= p.Primary && times[e.Item] > 1 && (e.Color == 0 || e.Color != colors[e.Item]) {
				return false
			}
			colors[e.Item] = e.Color
		}
	}
	for i, n := range times[:p.Primary] {
		if p.High == nil && n != 1 || p.High != nil && (n < p.Low[i] || n > p.High[i]) {
			return false
		}
	}
	return true
}

// back gives the solutions of the whole that a core stands for, but for copies.
func back(c *Core) [][]int32 {
	if c.Hopeless != engine.Null {
		return nil
	}
	all := solutions(c.Problem)
	for n, s := range all {
		t := slices.Clone(c.Forced)
		for _, k := range s {
			if c.Option != nil {
				k = c.Option[k]
			}
			t = append(t, k)
		}
		slices.Sort(t)
		all[n] = t
	}
	slices.SortFunc(all, slices.Compare)
	return all
}

// draw draws a problem of a few items and options, some of them equal.
func draw(t *rapid.T) *engine.Problem {
	p := &engine.Problem{First: []int32{0}}
	p.Primary = rapid.IntRange(1, 6).Draw(t, "primary")
	p.Items = p.Primary + rapid.IntRange(0, 4).Draw(t, "secondary")
	if rapid.Bool().Draw(t, "multiple") {
		for range p.Primary {
			low := rapid.Int32Range(0, 2).Draw(t, "low")
			p.Low, p.High = append(p.Low, low), append(p.High, max(1, low+rapid.Int32Range(0, 2).Draw(t, "slack")))
		}
	}
	for range rapid.IntRange(0, 11).Draw(t, "options") {
		if n := p.Options(); n > 0 && rapid.IntRange(0, 7).Draw(t, "again") == 0 {
			p.Entries = append(p.Entries, p.Option(rapid.Int32Range(0, int32(n-1)).Draw(t, "like"))...)
			p.First = append(p.First, int32(len(p.Entries)))
			continue
		}
		var option []engine.Entry
		for i := range int32(p.Primary) {
			if rapid.IntRange(0, 2).Draw(t, "in") == 0 {
				option = append(option, engine.Entry{Item: i})
			}
		}
		if len(option) == 0 {
			continue
		}
		for i := int32(p.Primary); int(i) < p.Items; i++ {
			if c := rapid.Int32Range(-4, 2).Draw(t, "color"); c >= 0 {
				option = append(option, engine.Entry{Item: i, Color: c})
			}
		}
		p.Entries = append(p.Entries, rapid.Permutation(option).Draw(t, "order")...)
		p.First = append(p.First, int32(len(p.Entries)))
	}
	return p
}

// sound sees that a core can be given to an engine.
func sound(c *Core) error {
	q := c.Problem
	if q == nil {
		return nil
	}
	for k := range int32(q.Options()) {
		if !slices.ContainsFunc(q.Option(k), func(e engine.Entry) bool { return int(e.Item) < q.Primary }) {
			return fmt.Errorf("option %d has no primary item", k)
		}
	}
	for i := range q.High {
		if q.Low[i] < 0 || q.High[i] < 1 {
			return fmt.Errorf("item %d may be covered %d to %d times", i, q.Low[i], q.High[i])
		}
	}
	if c.Option != nil && (len(c.Option) != q.Options() || len(c.Item) != q.Items) {
		return fmt.Errorf("%d options and %d items are named, of %d and %d", len(c.Option), len(c.Item), q.Options(), q.Items)
	}
	return nil
}

// TestRoot holds cores to the solutions of the whole, found by trying all sets
// of options, with all the work that they want, and with little.
func TestRoot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := draw(t)
		want := solutions(p)
		slices.SortFunc(want, slices.Compare)
		work := rapid.SampledFrom([]int64{1e9, 300, 60}).Draw(t, "work")
		for _, wish := range []Wish{Listing, Counting, AnyOne} {
			c := Root(p, wish, work, &engine.Search{})
			if err := sound(c); err != nil {
				t.Fatalf("wish %d: %v\n%+v\n%+v", wish, err, p, c)
			}
			got := back(c)
			ok := false
			switch wish {
			case Listing:
				ok = slices.EqualFunc(got, want, slices.Equal) && c.Copies == 1
			case Counting:
				ok = len(got)*int(c.Copies) == len(want)
			case AnyOne:
				ok = len(got) > 0 == (len(want) > 0)
			}
			for _, s := range got {
				ok = ok && covers(p, s)
			}
			if !ok {
				t.Fatalf("wish %d: the solutions are %v, %d times, want %v\n%+v\n%+v %+v", wish, got, c.Copies, want, p, c, c.Problem)
			}
		}
	})
}
