// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
)

// TestWithCosts compares with costs in the text.
func TestWithCosts(t *testing.T) {
	p := New("a b c").AddOption("a b").AddOption("c |7").AddOption("a").AddOption("b c")
	q := p.WithCosts(func(k int) int64 { return int64(3 * k) })
	if got, want := q.DLX(), "a b c\na b\nc |3\na |6\nb c |9\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if p.Cost(1) != 7 || q.Cost(3) != 9 || q.AddOption("a").Cost(4) != 0 || p.AddOption("c").Cost(1) != 7 {
		t.Error("wrong costs")
	}
	for _, c := range []int64{-1, maxCost + 1} {
		if err := p.WithCosts(func(int) int64 { return c }).Err(); err == nil {
			t.Errorf("a cost of %d is no error", c)
		}
	}
}

// TestSolutions compares the loop with All, leaves it, and stops it.
func TestSolutions(t *testing.T) {
	p := load(t, "queens8")
	all, err := p.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for s, err := range p.Solutions(t.Context()) {
		if err != nil || !slices.Equal(s.Options(), all[n].Options()) {
			t.Fatalf("solution %d is %v, %v", n, s, err)
		}
		n++
	}
	if n != len(all) {
		t.Errorf("%d of %d solutions", n, len(all))
	}
	for range p.Solutions(t.Context()) {
		break
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	n = 0
	for _, err = range p.Solutions(ctx) {
		n++
	}
	if n != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("a loop with a context that has ended: %d rounds, error %v", n, err)
	}
}

// TestFamilyMisuse asks for options that do not exist, and for no member.
func TestFamilyMisuse(t *testing.T) {
	ctx := t.Context()
	f, err := New("a b").AddOption("a").AddOption("b").Family(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []int{-1, 2} {
		_, containing := f.Containing(ctx, k)
		_, without := f.Without(ctx, 0, k)
		_, count := f.CountBy(ctx, k)
		if containing == nil || without == nil || count == nil {
			t.Errorf("option %d: errors %v, %v, %v", k, containing, without, count)
		}
	}
	if _, err := f.Cheapest(ctx, 0); err == nil {
		t.Error("the cheapest 0 are no error")
	}
	if _, err := f.Problem().Solver(Options{SaveEvery: -1}).Count(ctx); err == nil {
		t.Error("a negative SaveEvery is no error")
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("Sample of -1 members does not panic")
			}
		}()
		f.Sample(-1, 1)
	}()
	defer func() {
		if recover() == nil {
			t.Error("OptionsWith of no item does not panic")
		}
	}()
	f.Problem().OptionsWith(2)
}

// TestFamilyInheritsMemory computes families with the memory of the options of the first one.
func TestFamilyInheritsMemory(t *testing.T) {
	for _, memory := range []int64{0, 1 << 30} {
		f, _, err := load(t, "domino8x8").Solver(Options{Memory: memory}).Family(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		g, err := f.Minimal(t.Context())
		if err != nil || g.memory != int(memory) {
			t.Errorf("memory %d: %v, %v", memory, g, err)
		}
		g.memory = 1 << 10
		if _, err := g.Minimal(t.Context()); !errors.Is(err, ErrMemory) {
			t.Errorf("with 1 KiB: %v, want ErrMemory", err)
		}
	}
}

// TestTokenText writes a token as text and into JSON.
func TestTokenText(t *testing.T) {
	r, err := load(t, "queens8").Solver(Options{Engine: "links", Limit: 2}).Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text, err := r.Token.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var token Token
	if err := token.UnmarshalText(text); err != nil || token.String() != r.Token.String() {
		t.Errorf("%v was read as %v, %v", r.Token, token, err)
	}
	if err := token.UnmarshalText(text[1:]); err == nil {
		t.Error("a damaged token is no error")
	}
}

func ExampleProblem_Solutions() {
	p := New("a b c").AddOption("a b").AddOption("c").AddOption("a").AddOption("b c")
	for s, err := range p.Solutions(context.Background()) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(s)
	}
	// Output:
	// a b; c
	// a; b c
}
