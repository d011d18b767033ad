// SPDX-License-Identifier: BSD-3-Clause

package reduce

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"
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

// back returns the solutions of the whole that a core stands for, without copies.
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

// sound checks that a core can be given to an engine.
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

// TestRoot compares the solutions of cores with those of the whole, found by
// trying all sets of options, with as much work as needed, and with little.
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

// parse reads a problem in a form that is good enough for tables: items of one
// letter, secondary ones after a bar, with bounds such as 1:2|c; and options
// separated by commas, with colors such as x:A.
func parse(items, options string) *engine.Problem {
	p := &engine.Problem{First: []int32{0}}
	number := map[string]int32{}
	multiple := strings.Contains(items, ":")
	primary, secondary, _ := strings.Cut(items, " | ")
	for _, word := range strings.Fields(primary) {
		low, high := int32(1), int32(1)
		if bound, name, ok := strings.Cut(word, "|"); ok {
			fmt.Sscanf(bound, "%d:%d", &low, &high)
			word = name
		}
		if multiple {
			p.Low, p.High = append(p.Low, low), append(p.High, high)
		}
		number[word] = int32(p.Primary)
		p.Primary++
	}
	p.Items = p.Primary
	for _, word := range strings.Fields(secondary) {
		number[word] = int32(p.Items)
		p.Items++
	}
	for option := range strings.SplitSeq(options, ",") {
		for _, word := range strings.Fields(option) {
			name, color, _ := strings.Cut(word, ":")
			e := engine.Entry{Item: number[name]}
			if color != "" {
				e.Color = int32(color[0]-'A') + 1
			}
			p.Entries = append(p.Entries, e)
		}
		p.First = append(p.First, int32(len(p.Entries)))
	}
	return p
}

// text formats the core of a problem of parse as the remaining options, after
// the numbers of those that are forced.
func text(c *Core, whole, items string) string {
	if c.Hopeless != engine.Null {
		return fmt.Sprintf("hopeless %d", c.Hopeless)
	}
	var names []string
	for _, word := range strings.Fields(strings.Replace(items, " | ", " ", 1)) {
		names = append(names, word[strings.LastIndex(word, "|")+1:])
	}
	var list []string
	for _, k := range c.Forced {
		list = append(list, fmt.Sprint(k))
	}
	left := strings.Join(list, " ") + ";"
	if c.Problem == nil {
		return left
	}
	if c.Option == nil {
		return left + " " + whole
	}
	list = nil
	for k := range int32(c.Problem.Options()) {
		option := ""
		for _, e := range c.Problem.Option(k) {
			option += " " + names[c.Item[e.Item]]
			if e.Color != 0 {
				option += fmt.Sprintf(":%c", 'A'+e.Color-1)
			}
		}
		list = append(list, option)
	}
	return left + strings.Join(list, ",")
}

// TestRules tests each rule, with the examples of the essays and others.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		rule, items, options string
		wish                 Wish
		want                 string // the options that are forced; what is left
		copies               uint64
	}{
		{"forced", "a b c d", "a b, b c, c d, a", Listing, "2 0;", 1},
		{"forced, colors", "a b c d | x", "a x:A, b x:A, b c x:B, c, c d, d x:A, d x:B c", Listing, "0 1; c, c d, d", 1},
		{"forced, multiplicities", "2:3|a b c", "a, a b, b c, c", Listing, "0 1 3;", 1},
		{"no option", "a b", "a", Counting, "hopeless 1", 1},
		{"common", "i j k", "i j, i j k, j k, k", Listing, "; i, i k, k", 1},
		{"common, colors", "i k | x", "i x:A, i x:B, k x:C, k x:B, k x, k x:A", Listing, "; i x:A, i x:B, k x:B, k x:A", 1},
		{"support", "a b c d", "a b c, a b, a c, b d, c d, a", Listing, "; a b, a c, b d, c d, a", 1},
		{"support, twice", "2:2|a b c d", "a b, a c, a c d, c, b, d", Listing, "; a b, a c, a c d, b, d", 1},
		{"redundant, alone", "a b | x y", "a x, a y, b y, b", Listing, "; a, a y, b y, b", 1},
		{"redundant, excluded", "a b | x y", "a x, a y, a x y, b, b a", Listing, "; a, a, a, b, b a", 1},
		{"redundant, bounds", "0:3|a b c", "a b, a b c, a c, b, c", Listing, "; b, b c, c, b, c", 1},
		{"redundant, secondary", "0:1|a b c", "a b, a b c, a c, b, c", Listing, "; a b, a b c, a c, b, c", 1},
		{"redundant, one color", "a b | x", "a x:A, b x:A, b, a", Listing, "; a, b, b, a", 1},
		{"nothing", "a b c", "a b, b c, c a, a, b, c", Listing, "; a b, b c, c a, a, b, c", 1},
		{"equal, listed", "a b", "a, a, b, b, a b", Listing, "; a, a, b, b, a b", 1},
		{"equal, counted", "a b", "a, a, b, b, b, a b", Counting, "; a, a, b, b, b, a b", 1},
		{"equal, counted at once", "a b", "a, a, b, b, b", Counting, "0 2;", 6},
		{"equal, any one", "a b", "b, a, a b, a, b", AnyOne, "; b, a, a b", 1},
		{"worse", "a b | x y", "a x, a y x, a y, b x y, b x, a b", AnyOne, "; a x, a y, b x, a b", 1},
	} {
		p := parse(c.items, c.options)
		core := Root(p, c.wish, 1e9, &engine.Search{})
		if got := text(core, c.options, c.items); got != c.want || core.Copies != c.copies {
			t.Errorf("%s: %q, %d copies, want %q, %d", c.rule, got, core.Copies, c.want, c.copies)
		}
		if q := core.Problem; strings.HasPrefix(c.rule, "redundant") && q != nil && q.High != nil {
			t.Errorf("%s: there are multiplicities: %v to %v", c.rule, q.Low, q.High)
		}
	}
}

// chain is a problem that is reduced one option at a time: it has the options
// "0", "0 1", "1 2", ..., "n-1 n", and a separate matching of many items.
func chain(n, other int32) *engine.Problem {
	p := &engine.Problem{First: []int32{0}, Primary: int(n + other + 1), Items: int(n + other + 1)}
	add := func(items ...int32) {
		p.Entries = append(p.Entries, entries(items...)...)
		p.First = append(p.First, int32(len(p.Entries)))
	}
	for i := range n {
		add(i, i+1)
	}
	for i := range other {
		for d := int32(1); d <= 50; d++ {
			add(n+1+i, n+1+(i+d)%other)
		}
	}
	return p
}

// TestWork checks that no more work is done than is allowed, on a problem that
// would take far more, and that the result is correct.
func TestWork(t *testing.T) {
	const n, other = 19_999, 4_000 // so that every second option is forced
	p := chain(n, other)
	for _, work := range []int64{0, 1e5, Work(p)} {
		table := newTable(p, work, &engine.Search{})
		table.settle()
		table.support()
		if over := -table.work; over > 1<<20 {
			t.Errorf("%d units of work were allowed, and %d more done", work, over)
		}
		c := table.core()
		if forced := len(c.Forced); forced > n/2+1 || (forced == n/2+1) != (work > 1e5) || c.Hopeless != engine.Null {
			t.Fatalf("%d options forced, item %d hopeless", len(c.Forced), c.Hopeless)
		}
		for _, k := range c.Forced {
			if k%2 != 0 || k >= n {
				t.Fatalf("option %d was forced", k)
			}
		}
	}
}

// TestStop stops by the context; the result is correct.
func TestStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := &engine.Search{Control: engine.Control{Context: ctx}}
	p := chain(19_999, 4_000)
	c := Root(p, Counting, 1e12, s)
	if s.Err != context.Canceled {
		t.Errorf("error %v, want %v", s.Err, context.Canceled)
	}
	if c.Hopeless != engine.Null || len(c.Forced) > 10_000 {
		t.Errorf("%d options forced, item %d hopeless", len(c.Forced), c.Hopeless)
	}
}
