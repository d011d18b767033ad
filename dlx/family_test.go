// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"polka/dlx/internal/engine"
)

// familyOf returns the family of a problem made by an engine.
func familyOf(t interface{ Fatalf(string, ...any) }, p *Problem, engine string) *Family {
	f, _, err := p.Solver(Options{Engine: engine}).Family(context.Background())
	if err != nil {
		t.Fatalf("engine %s: %v", engine, err)
	}
	return f
}

// TestFamilyCounts compares the numbers of members with those of every instance that is
// known and not too long.
func TestFamilyCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("builds large diagrams")
	}
	eachKnown(t, []string{"auto", "frontier", "memo", "bits"}, func(name, want string, p *Problem, cost float64, e string) {
		if cost > 20 && e != "frontier" && e != "auto" || e == "memo" && frontierFinishes[name] {
			return
		}
		t.Run(name+"/"+e, func(t *testing.T) {
			f, r, err := p.Solver(Options{Engine: e}).Family(t.Context())
			if p.multiple() && (e == "frontier" || e == "memo") {
				if err == nil {
					t.Fatal("no error, although there are multiplicities")
				}
				return
			}
			if e == "frontier" && err != nil && strings.Contains(err.Error(), "reach too far") || err == ErrMemory && e != "auto" {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if f.Count().String() != want || r.Solutions.String() != want {
				t.Errorf("%v members, %v solutions, want %s", f.Count(), r.Solutions, want)
			}
			if r.Engine == "" || r.Why == "" {
				t.Errorf("engine %q, why %q", r.Engine, r.Why)
			}
		})
	})
}

// TestFamilySizes compares sizes with published ones: 2300 nodes with the two terminals
// for dominoes on a chessboard (Knuth, section 7.1.4), and 74049 for 12 by 12 cells by
// DXZ, whose order of options differs.
func TestFamilySizes(t *testing.T) {
	if n := familyOf(t, load(t, "domino8x8"), "auto").Size() + 2; n != 2300 {
		t.Errorf("dominoes on 8 by 8 cells: %d nodes, want 2300", n)
	}
	if n := familyOf(t, load(t, "domino12x12"), "auto").Size() + 2; n > 74049 {
		t.Errorf("dominoes on 12 by 12 cells: %d nodes, want at most 74049", n)
	}
}

// TestFamilyFrequencies compares the frequencies with a list of the solutions.
func TestFamilyFrequencies(t *testing.T) {
	names := []string{"pent3x20", "tet4x5mult", "xcc_col4x4_3", "mcc_pent5x8", "queens8", "K12_3"}
	if long() {
		names = append(names, "pent6x10")
	} else {
		names = append(names, "pent6x10q")
	}
	for _, name := range names {
		p := load(t, name)
		count := make([]int64, p.NumOptions())
		var all []Solution
		if err := p.Each(t.Context(), func(s Solution) bool {
			all = append(all, s)
			for _, k := range s.options {
				count[k]++
			}
			return true
		}); err != nil {
			t.Fatal(err)
		}
		f := familyOf(t, p, "auto")
		for k, n := range f.Frequencies() {
			if n.Cmp(big.NewInt(count[k])) != 0 {
				t.Errorf("%s: %v members have option %d (%s), want %d", name, n, k, p.OptionText(k), count[k])
			}
		}
		for _, s := range all {
			if !f.Contains(s.options...) {
				t.Errorf("%s: %v is not a member", name, s)
			}
		}
	}
}

// sets returns the members of a family as sorted lists of options, in order.
func sets(f *Family) [][]int {
	list := [][]int{}
	f.Each(func(s Solution) bool {
		list = append(list, s.Options())
		return true
	})
	slices.SortFunc(list, slices.Compare)
	return list
}

// filter returns the sets for which keep is true.
func filter(list [][]int, keep func([]int) bool) [][]int {
	kept := [][]int{}
	for _, s := range list {
		if keep(s) {
			kept = append(kept, s)
		}
	}
	return kept
}

// subset reports whether a sorted set is part of another.
func subset(a, b []int) bool {
	for _, k := range a {
		if _, ok := slices.BinarySearch(b, k); !ok {
			return false
		}
	}
	return true
}

func has(list [][]int, s []int) bool {
	return slices.ContainsFunc(list, func(m []int) bool { return slices.Equal(m, s) })
}

// testFamily compares families with lists of all subsets.
func testFamily(t *rapid.T, multiple bool) {
	ctx := context.Background()
	p := drawProblem(t, multiple)
	n := p.NumOptions()
	if rapid.Bool().Draw(t, "filtered") && n > 0 {
		p = p.Without(rapid.IntRange(0, n-1).Draw(t, "forbidden"))
		if k := rapid.IntRange(0, n-1).Draw(t, "required"); rapid.Bool().Draw(t, "requires") && !p.ignores(k) {
			p = p.Containing(k)
		}
	}
	if p.Err() != nil {
		t.Fatal(p.Err())
	}
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%s\n%s", fmt.Sprintf(format, args...), keep(p))
	}
	must := func(f *Family, err error) *Family {
		t.Helper()
		if err != nil {
			fail("%v", err)
		}
		return f
	}
	want := subsets(p)
	slices.SortFunc(want, slices.Compare)
	same := func(what string, f *Family, want [][]int) {
		t.Helper()
		if got := sets(f); !slices.EqualFunc(got, want, slices.Equal) {
			fail("%s: %v, want %v", what, got, want)
		}
		if f.Count().Int64() != int64(len(want)) {
			fail("%s: %v members, want %d", what, f.Count(), len(want))
		}
	}
	f := must(p.Family(ctx))
	same("Family", f, want)
	for _, e := range Engines() {
		g, _, err := p.Solver(Options{Engine: e}).Family(ctx)
		if err != nil {
			if e == "pfaffian" || p.multiple() && (e == "memo" || e == "frontier") {
				continue
			}
			fail("engine %s: %v", e, err)
		}
		if !g.Equal(f) || g.Size() != f.Size() {
			fail("engine %s makes another diagram, with %d nodes instead of %d", e, g.Size(), f.Size())
		}
	}
	if n == 0 {
		return
	}
	k, l := rapid.IntRange(0, n-1).Draw(t, "k"), rapid.IntRange(0, n-1).Draw(t, "l")
	with := func(k int) func([]int) bool { return func(s []int) bool { return slices.Contains(s, k) } }
	without := func(k int) func([]int) bool { return func(s []int) bool { return !slices.Contains(s, k) } }
	a, b := must(f.Containing(ctx, k)), must(f.Without(ctx, l))
	as, bs := filter(want, with(k)), filter(want, without(l))
	same("Containing", a, as)
	same("Without", b, bs)
	same("Containing two", must(f.Containing(ctx, k, l)), filter(as, with(l)))
	same("Union", must(a.Union(ctx, b)), filter(want, func(s []int) bool { return has(as, s) || has(bs, s) }))
	same("Intersect", must(a.Intersection(ctx, b)), filter(as, func(s []int) bool { return has(bs, s) }))
	same("Difference", must(a.Difference(ctx, b)), filter(as, func(s []int) bool { return !has(bs, s) }))
	if q := p.Containing(k); q.Err() == nil {
		if g := must(q.Family(ctx)); !g.Equal(a) {
			fail("the family of the problem containing %d differs", k)
		}
	}
	if g := must(p.Without(l).Family(ctx)); !g.Equal(b) {
		fail("the family of the problem without %d differs", l)
	}

	// Members of a restricted family can contain each other.
	item := rapid.IntRange(0, len(p.Items())-1).Draw(t, "item")
	other := rapid.IntRange(0, len(p.Items())-1).Draw(t, "other")
	using := append(p.OptionsWith(item), p.OptionsWith(other)...)
	r := must(f.Restrict(ctx, p.Items()[item].Name, p.Items()[other].Name))
	rs := [][]int{}
	for _, s := range want {
		s = slices.DeleteFunc(slices.Clone(s), func(k int) bool { return !slices.Contains(using, k) })
		if !has(rs, s) {
			rs = append(rs, s)
		}
	}
	slices.SortFunc(rs, slices.Compare)
	same("Restrict", r, rs)
	same("Minimal", must(r.Minimal(ctx)), filter(rs, func(s []int) bool {
		return !slices.ContainsFunc(rs, func(m []int) bool { return len(m) < len(s) && subset(m, s) })
	}))
	same("Maximal", must(r.Maximal(ctx)), filter(rs, func(s []int) bool {
		return !slices.ContainsFunc(rs, func(m []int) bool { return len(m) > len(s) && subset(s, m) })
	}))

	by, err := f.CountBy(ctx, k, l)
	if err != nil {
		fail("%v", err)
	}
	for number, n := range by {
		size := int64(len(filter(want, func(s []int) bool {
			return len(filter([][]int{{k}, {l}}[:2-b2i(k == l)], func(o []int) bool { return subset(o, s) })) == number
		})))
		if n.Int64() != size {
			fail("%v members have %d of the options %d and %d, want %d", n, number, k, l, size)
		}
	}

	weights := rapid.SliceOfN(rapid.Int64Range(-9, 9), n, n).Draw(t, "weights")
	weight := func(s []int) (sum int64) {
		for _, k := range s {
			sum += weights[k]
		}
		return sum
	}
	best, err := f.CheapestBy(ctx, 3, func(k int) int64 { return weights[k] })
	if err != nil {
		fail("%v", err)
	}
	var costs, all []int64
	for _, s := range best {
		costs = append(costs, weight(s.Options()))
		if !has(want, s.Options()) {
			fail("CheapestBy returns %v, which is no member", s)
		}
	}
	for _, s := range want {
		all = append(all, weight(s))
	}
	slices.Sort(all)
	if !slices.Equal(costs, all[:min(3, len(all))]) {
		fail("the least costs are %v, want %v", costs, all)
	}
	for i, s := range f.All() {
		if at := f.At(big.NewInt(int64(i))); at.String() != s.String() {
			fail("At(%d) = %v, want %v", i, at, s)
		}
	}
	var text bytes.Buffer
	if _, err := f.WriteTo(&text); err != nil {
		fail("%v", err)
	}
	if g := must(p.ReadFamily(&text)); !g.Equal(f) {
		fail("the family changes when it is written and read")
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestRandomFamilies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { testFamily(t, false) })
}

func TestRandomMultipleFamilies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { testFamily(t, true) })
}

// TestFamilyParts makes the family of two boards that do not touch.
func TestFamilyParts(t *testing.T) {
	p := New("a b c d", "e f g h").AddOption("a b").AddOption("f g").AddOption("c d").AddOption("a c").AddOption("e f").AddOption("b d").AddOption("g h").AddOption("h e")
	f, r, err := p.Solver(Options{}).Family(t.Context())
	if err != nil || f.Count().Int64() != 4 {
		t.Fatalf("%v, %v, want 4 members", f, err)
	}
	if f.Size() != 8 {
		t.Errorf("%d nodes, want 4 for each part", f.Size())
	}
	if !strings.Contains(r.Why, "2 independent parts") {
		t.Errorf("why: %s", r.Why)
	}
}

// TestFamilySample compares the frequencies of random members with the expected ones. For
// 51 degrees of freedom, chi-squared is above 86.7 with a probability of 0.1 percent.
func TestFamilySample(t *testing.T) {
	p := load(t, "langford7") // 52 solutions
	f := familyOf(t, p, "auto")
	const n = 52 * 200
	times := map[string]int{}
	for _, s := range f.Sample(n, 7) {
		if err := p.Check(s.Options()...); err != nil {
			t.Fatal(err)
		}
		times[s.String()]++
	}
	chi := 0.0
	for _, m := range times {
		chi += float64((m-200)*(m-200)) / 200
	}
	if len(times) != 52 || chi > 86.7 {
		t.Errorf("%d of 52 members occur, and chi-squared is %.1f", len(times), chi)
	}
	one, err := f.Random(3)
	if again, _ := f.Random(3); err != nil || one.String() != again.String() {
		t.Errorf("%v, then %v with the same seed; %v", one, again, err)
	}
	none, err := New("a b").AddOption("a").Family(t.Context())
	if err != nil || none.Count().Sign() != 0 || none.Size() != 0 {
		t.Errorf("%v, %v, want an empty family", none, err)
	}
	if _, err := none.Random(1); !errors.Is(err, ErrNoSolution) {
		t.Errorf("%v, want ErrNoSolution", err)
	}
}

// TestFamilySampleLarge draws dominoes on 12 by 12 cells, whose number needs 56 bits, and
// compares the frequency of each option with the exact one.
func TestFamilySampleLarge(t *testing.T) {
	p := load(t, "domino12x12")
	f := familyOf(t, p, "auto")
	const n = 4000
	times := make([]float64, p.NumOptions())
	for _, s := range f.Sample(n, 12) {
		for _, k := range s.options {
			times[k]++
		}
	}
	total := new(big.Float).SetInt(f.Count())
	outliers := 0
	for k, m := range f.Frequencies() {
		share, _ := new(big.Float).Quo(new(big.Float).SetInt(m), total).Float64()
		deviation := times[k] - n*share
		if deviation*deviation > 3.84*n*share*(1-share) { // beyond 1.96 standard deviations
			outliers++
		}
	}
	if outliers > p.NumOptions()/10 { // 1 in 20 is expected
		t.Errorf("%d of %d options are not as frequent as they should be", outliers, p.NumOptions())
	}
}

// TestFamilyStops ends the making of a family by the control, by time and by memory.
func TestFamilyStops(t *testing.T) {
	for _, c := range []struct{ name, engine string }{
		{"domino16x16", "auto"}, {"domino16x16", "frontier"}, {"domino16x16", "memo"}, {"os18_3x30", "auto"},
		{"mcc_conway5", "auto"}, {"os18_3x30", "bits"}, {"bedlam_sym", "memo"},
	} {
		fuse := engine.NewFuse(20, errBurnt)
		s := load(t, c.name).Solver(Options{Engine: c.engine})
		s.check = fuse.Look
		if f, _, err := s.Family(t.Context()); !errors.Is(err, errBurnt) || f != nil {
			t.Errorf("%s by %s: %v, %v, want %v", c.name, c.engine, f, err, errBurnt)
		}
		if fuse.Over() > 100 {
			t.Errorf("%s by %s: the context was asked %d times after its end", c.name, c.engine, fuse.Over())
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		if f, _, err := load(t, c.name).Solver(Options{Engine: c.engine}).Family(ctx); !errors.Is(err, context.DeadlineExceeded) || f != nil {
			t.Errorf("%s by %s: %v, %v, want the deadline", c.name, c.engine, f, err)
		}
		cancel()
	}
	for _, e := range []string{"auto", "frontier", "memo"} {
		if _, _, err := load(t, "domino12x12").Solver(Options{Engine: e, Memory: 1 << 20}).Family(t.Context()); !errors.Is(err, ErrMemory) {
			t.Errorf("engine %s: %v, want ErrMemory", e, err)
		}
	}
}

// TestFamilyMemory makes a small diagram with numbers of 2000 binary digits.
func TestFamilyMemory(t *testing.T) {
	const n = 2000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d ", i)
	}
	for i := range n {
		fmt.Fprintf(&b, "\n%d\n%[1]d", i)
	}
	p, err := Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []string{"auto", "frontier"} {
		f, _, err := p.Solver(Options{Engine: e}).Family(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if want := new(big.Int).Lsh(big.NewInt(1), n); f.Count().Cmp(want) != 0 {
			t.Errorf("engine %s: %v members, want 2^%d", e, f.Count(), n)
		}
		if f, _, err := p.Solver(Options{Engine: e, Memory: 1 << 20}).Family(t.Context()); err != ErrMemory || f != nil {
			t.Errorf("engine %s: %v, %v, want ErrMemory", e, f, err)
		}
	}
}

// TestFamilyProgress sees a report of a long computation.
func TestFamilyProgress(t *testing.T) {
	for _, e := range []string{"auto", "memo"} {
		n := 0
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		_, _, err := load(t, "os18_3x30").Solver(Options{Engine: e, Progress: func(p Progress) {
			if n++; n == 2 {
				cancel()
			}
			if p.Fraction < 0 || p.Fraction > 1 {
				t.Errorf("%v", p)
			}
		}}).Family(ctx)
		if n < 2 || !errors.Is(err, context.Canceled) {
			t.Errorf("engine %s: %d reports, %v", e, n, err)
		}
		cancel()
	}
}

func TestFamilyOptions(t *testing.T) {
	p := load(t, "queens8")
	f, r, err := p.Solver(Options{Limit: 5}).Family(t.Context())
	if err != nil || f.Count().Int64() != 5 || r.Solutions.Int64() != 5 {
		t.Errorf("%v, %v, want 5 members", f, err)
	}
	for _, o := range []Options{
		{Engine: "pfaffian"}, {Engine: "cuckoo"}, {Engine: "memo", Limit: 3}, {Limit: -1},
		{Save: func(Token) error { return nil }}, {Resume: &Token{}},
	} {
		if _, _, err := p.Solver(o).Family(t.Context()); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	q := familyOf(t, load(t, "queens10"), "auto")
	if _, err := f.Union(t.Context(), q); err == nil {
		t.Error("families of different problems were united")
	}
	if f.Equal(q) || f.Contains(-1) || f.Contains(1000) || f.Contains() {
		t.Error("Equal or Contains is true")
	}
}

// TestReadFamily reads families that were changed.
func TestReadFamily(t *testing.T) {
	p := New("a b c d").AddOption("a b").AddOption("c d").AddOption("a c").AddOption("b d")
	f := familyOf(t, p, "auto")
	var text strings.Builder
	n, err := f.WriteTo(&text)
	if err != nil || int(n) != text.Len() {
		t.Fatalf("%d bytes, %v, want %d", n, err, text.Len())
	}
	lines := strings.SplitAfter(text.String(), "\n")
	for i, line := range lines[:len(lines)-1] {
		for _, bad := range []string{"", "x" + line, line + line, strings.TrimSuffix(line, "\n"), strings.Replace(line, " ", "  ", 1), "0" + line, "-1\n", "99999999999\n"} {
			if bad == line {
				continue
			}
			changed := slices.Clone(lines)
			changed[i] = bad
			var wrong *SyntaxError
			if _, err := p.ReadFamily(strings.NewReader(strings.Join(changed, ""))); !errors.As(err, &wrong) || wrong.Line == 0 {
				t.Errorf("line %d replaced by %q: error %v", i+1, bad, err)
			}
		}
	}
	if _, err := p.AddOption("a d").ReadFamily(strings.NewReader(text.String())); err == nil || !strings.Contains(err.Error(), "other items or options") {
		t.Errorf("a family of another problem was read: %v", err)
	}
	if _, err := p.ReadFamily(strings.NewReader(text.String() + "\n")); err == nil {
		t.Error("text after the end was ignored")
	}
}

func FuzzReadFamily(f *testing.F) {
	p := New("a b c d").AddOption("a b").AddOption("c d").AddOption("a c").AddOption("b d")
	family, err := p.Family(context.Background())
	if err != nil {
		f.Fatal(err)
	}
	var text strings.Builder
	family.WriteTo(&text)
	f.Add(text.String())
	f.Fuzz(func(t *testing.T, text string) {
		g, err := p.ReadFamily(strings.NewReader(text))
		if err != nil {
			return
		}
		var again strings.Builder
		if g.WriteTo(&again); again.String() != text {
			t.Errorf("read and written again, the family is\n%s", again.String())
		}
	})
}

func BenchmarkFamily(b *testing.B) {
	for _, name := range []string{"domino12x12", "tet8x8mult", "pent6x10", "langford11"} {
		p := load(b, name)
		b.Run(name, func(b *testing.B) {
			size := 0
			for b.Loop() {
				f, err := p.Family(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				size = f.Size()
			}
			b.ReportMetric(float64(size), "nodes")
		})
	}
}
