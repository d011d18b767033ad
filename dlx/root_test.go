// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"polka/dlx/internal/engine"
)

// TestReduction compares what is found with and without it, on problems of which
// much goes at the root.
func TestReduction(t *testing.T) {
	for _, c := range []struct{ name, why string }{
		{"sud17a", "no choice was left; reduced by 64 forced, 239 impossible of 303 options, 33 redundant items"},
		{"xcc_wsq600", "no option can cover item D0; reduced by 664 impossible of 6000 options"},
		{"xcc_symsq1000", "impossible of 5000 options"},
		{"ypent10x10", "reduced by 256 impossible of 504 options, 20 redundant items"},
		{"ttet8x8", "reduced by 120 impossible of 168 options"},
		{"qcp15_100", "reduced by 22 forced, 81 impossible of 374 options"},
	} {
		p := load(t, c.name)
		want, err := p.recorded(Options{Engine: "bits"}).All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		sets := numbersOf(want)
		slices.SortFunc(sets, slices.Compare)
		s := p.recorded(Options{})
		n, err := s.Count(t.Context())
		if err != nil || n.Int64() != int64(len(want)) {
			t.Errorf("%s: Count = %v, %v, want %d", c.name, n, err, len(want))
		}
		if st := s.Stats(); !strings.Contains(st.Why, c.why) {
			t.Errorf("%s: %q does not say that it was %s", c.name, st.Why, c.why)
		}
		all, err := s.All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got := numbersOf(all)
		if again, _ := p.All(t.Context()); !slices.EqualFunc(numbersOf(again), got, slices.Equal) {
			t.Errorf("%s: All finds another order the second time", c.name)
		}
		slices.SortFunc(got, slices.Compare)
		if !slices.EqualFunc(got, sets, slices.Equal) {
			t.Errorf("%s: All finds %d solutions, or others than the %d", c.name, len(got), len(sets))
		}
		first, err := p.First(t.Context())
		if (err == nil) != (len(want) > 0) || err == nil && p.Check(first.Options()...) != nil {
			t.Errorf("%s: First = %v, %v", c.name, first, err)
		}
		only, err := p.Unique(t.Context())
		if (err == nil) != (len(want) == 1) || err == nil && only.String() != want[0].String() {
			t.Errorf("%s: Unique = %v, %v", c.name, only, err)
		}
	}
}

// TestReductionByName sees that an engine that is asked for by name gets the
// whole problem.
func TestReductionByName(t *testing.T) {
	p := load(t, "xcc_wsq300")
	for _, name := range []string{"links", "cells", "bits"} {
		s := p.recorded(Options{Engine: name})
		if _, err := s.Count(t.Context()); err != nil || s.Stats().Nodes != 301 {
			t.Errorf("%s: %v, %v", name, s.Stats(), err)
		}
	}
}

// twice is a problem from testdata with every option there twice.
func twice(t *testing.T, name string) *Problem {
	p := load(t, name)
	for k := range p.NumOptions() {
		p = p.AddOption(p.OptionText(k))
	}
	return p
}

// TestCopies counts solutions that stand for others, at once and with stops: each
// way to place eleven queens is there 2^11 times.
func TestCopies(t *testing.T) {
	p := twice(t, "queens11")
	want := int64(2680 << 11)
	s := p.recorded(Options{})
	n, err := s.Count(t.Context())
	if st := s.Stats(); err != nil || n.Int64() != want || st.Nodes > 100_000 || st.Solutions.Cmp(n) != 0 {
		t.Errorf("Count = %v, %v (%v), want %d", n, err, st, want)
	}
	var token *Token
	asks, rounds := int64(3), 0
	for ; token == nil || !token.Done(); rounds++ {
		s := p.recorded(Options{Resume: token})
		s.check = engine.NewFuse(asks, errBurnt).Look
		asks *= 2
		if n, err = s.Count(t.Context()); err != nil && !errors.Is(err, errBurnt) {
			t.Fatal(err)
		}
		left, err := ParseToken(tokenString(s.Token()))
		if err != nil || new(big.Int).Rem(left.Found(), big.NewInt(1<<11)).Sign() != 0 {
			t.Fatalf("%v, %v", left, err)
		}
		token = &left
		if rounds == 1 && !token.Done() {
			if _, err := p.recorded(Options{Resume: token, Limit: 5}).Count(t.Context()); err == nil || !strings.Contains(err.Error(), "can only be resumed without limit") {
				t.Errorf("a limit after all: %v", err)
			}
		}
	}
	if n.Int64() != want || rounds < 3 {
		t.Errorf("counted %v in %d rounds, want %d in some", n, rounds, want)
	}
	few, err := p.recorded(Options{Limit: 5}).Count(t.Context())
	if err != nil || few.Int64() != 5 {
		t.Errorf("Count with limit 5 = %v, %v", few, err)
	}
	if first, err := p.First(t.Context()); err != nil || slices.Max(first.Options()) >= p.NumOptions()/2 {
		t.Errorf("First = %v, %v, want an option that comes first", first, err)
	}
}

// TestReductionStops looks at a search that is stopped before it begins, and goes
// on.
func TestReductionStops(t *testing.T) {
	p := load(t, "sud17a")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := p.recorded(Options{})
	_, err := s.Count(ctx)
	if token := s.Token(); errors.Is(err, context.Canceled) && !token.Done() {
		n, err := p.recorded(Options{Resume: &token}).Count(t.Context())
		if err != nil || n.Int64() != 1 {
			t.Errorf("Count = %v, %v, want 1", n, err)
		}
	} else if err != nil { // it has come to its end before it looked
		t.Errorf("Count: %v, %v", err, token)
	}
	if _, err := ParseToken(strings.Replace(tokenString(s.Token()), `"core":"count"`, `"core":"many"`, 1)); err == nil {
		t.Error("a token with an unknown core was read")
	}
}

// TestFirstOfParts finds solutions of a problem that falls apart into one with
// many solutions and one with few or none, without going through the many.
func TestFirstOfParts(t *testing.T) {
	beside := func(second string) *Problem {
		p := load(t, "pent3x20")
		q := load(t, second)
		for _, i := range q.Items() {
			p = p.AddItems(Item{Name: "other" + i.Name})
		}
		for k := range q.NumOptions() {
			p = p.AddOption("other" + strings.ReplaceAll(q.OptionText(k), " ", " other"))
		}
		return p
	}
	for _, c := range []struct {
		second string
		want   int64
		only   error
	}{{"mutil8", 0, ErrNoSolution}, {"domino6x6", 8 * 6728, ErrNotUnique}} {
		p := beside(c.second)
		if n, err := p.Count(t.Context()); err != nil || n.Int64() != c.want {
			t.Errorf("%s: Count = %v, %v, want %d", c.second, n, err, c.want)
		}
		s := p.recorded(Options{})
		first, err := s.First(t.Context())
		if c.want == 0 && !errors.Is(err, ErrNoSolution) || c.want > 0 && (err != nil || p.Check(first.Options()...) != nil) {
			t.Errorf("%s: First = %v, %v", c.second, first, err)
		}
		if st := s.Stats(); st.Solutions.Int64() != min(c.want, 1) || c.want == 0 && !strings.Contains(st.Why, "2 independent parts") {
			t.Errorf("%s: Stats = %v", c.second, st)
		}
		only, err := p.Unique(t.Context())
		if !errors.Is(err, c.only) || c.want > 0 && p.Check(only.Options()...) != nil {
			t.Errorf("%s: Unique = %v, %v, want %v", c.second, only, err, c.only)
		}
	}
}

// TestAllAgree holds what can be asked of a problem, whether it is reduced for
// that or not, to the solutions found by trying all sets of options.
func TestAllAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, rapid.Bool().Draw(t, "multiple"))
		sets := subsets(p)
		slices.SortFunc(sets, slices.Compare)
		is := func(s Solution) bool {
			_, ok := slices.BinarySearchFunc(sets, s.Options(), slices.Compare)
			return ok
		}
		fail := func(what string, args ...any) {
			t.Helper()
			t.Fatalf("%s: %v, want those of %v\n%s", what, args, sets, keep(p))
		}
		ctx := context.Background()
		if n, err := p.Count(ctx); err != nil || n.Int64() != int64(len(sets)) {
			fail("Count", n, err)
		}
		all, err := p.All(ctx)
		got := numbersOf(all)
		slices.SortFunc(got, slices.Compare)
		if err != nil || !slices.EqualFunc(got, sets, slices.Equal) {
			fail("All", all, err)
		}
		n := 0
		if err := p.Each(ctx, func(s Solution) bool { n++; return s.String() == all[n-1].String() }); err != nil || n != len(sets) {
			fail("Each", n, err)
		}
		if first, err := p.First(ctx); (err == nil) != (len(sets) > 0) || err == nil && !is(first) {
			fail("First", first, err)
		}
		if only, err := p.Unique(ctx); (err == nil) != (len(sets) == 1) || len(sets) > 0 && !is(only) {
			fail("Unique", only, err)
		}
		if cheap, err := p.Cheapest(ctx, len(sets)+1); err != nil || len(cheap) != len(sets) || slices.ContainsFunc(cheap, func(s Solution) bool { return !is(s) }) {
			fail("Cheapest", cheap, err)
		}
		if one, err := p.Random(ctx, 1); (err == nil) != (len(sets) > 0) || err == nil && !is(one) {
			fail("Random", one, err)
		}
		if one, err := p.RandomFirst(ctx, 1); (err == nil) != (len(sets) > 0) || err == nil && !is(one) {
			fail("RandomFirst", one, err)
		}
		if e, err := p.Estimate(ctx, 10, 1); err != nil || len(sets) == 0 && e.Solutions > 0 {
			fail("Estimate", e, err)
		}
	})
}
