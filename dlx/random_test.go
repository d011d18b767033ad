// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"polka/dlx/internal/choice"
)

// dominoes is the problem to cover rows by columns cells with dominoes.
func dominoes(rows, columns int) *Problem {
	p := New()
	cell := func(i, j int) string { return fmt.Sprintf("%d,%d", i, j) }
	for i := range rows {
		for j := range columns {
			p = p.AddItems(Item{Name: cell(i, j)})
		}
	}
	for i := range rows {
		for j := range columns {
			if j+1 < columns {
				p = p.AddOption(cell(i, j), cell(i, j+1))
			}
			if i+1 < rows {
				p = p.AddOption(cell(i, j), cell(i+1, j))
			}
		}
	}
	return p
}

// TestRandomIsUniform draws many solutions and compares how often each comes
// with what is to be expected, by both ways to draw. The seeds are fixed; for a
// statistic of d degrees of freedom, d+5*sqrt(2d) is beyond any doubt.
func TestRandomIsUniform(t *testing.T) {
	draws := 3000
	if testing.Short() {
		draws = 1000
	}
	ways := map[string]func(seed uint64) ([]int32, error){}
	board := dominoes(4, 4) // 36 coverings, A004003
	numbers, err := board.compile()
	if err != nil {
		t.Fatal(err)
	}
	ways["reservoir"] = func(seed uint64) ([]int32, error) {
		options, n, err := choice.Reservoir(t.Context(), numbers.Problem, rand.New(rand.NewPCG(seed, 1)))
		if n != 36 {
			t.Fatalf("%d solutions, want 36", n)
		}
		return options, err
	}
	ways["descend"] = func(seed uint64) ([]int32, error) {
		options, n, ok, err := choice.Descend(t.Context(), numbers.Problem, rand.New(rand.NewPCG(seed, 1)))
		if !ok || n.Int64() != 36 {
			t.Fatalf("%v solutions, want 36", n)
		}
		return options, err
	}
	for name, draw := range ways {
		times := map[string]int{}
		for seed := range uint64(draws) {
			options, err := draw(seed)
			if err != nil {
				t.Fatal(err)
			}
			var list []int
			for _, k := range options {
				list = append(list, int(k))
			}
			if err := board.Check(list...); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			slices.Sort(list)
			times[fmt.Sprint(list)]++
		}
		if len(times) != 36 {
			t.Errorf("%s: %d different solutions, want 36", name, len(times))
		}
		chi := 0.0
		for _, n := range times {
			d := float64(n) - float64(draws)/36
			chi += d * d / (float64(draws) / 36)
		}
		if chi > 35+5*8.4 {
			t.Errorf("%s: chi square is %.0f, and should be about 35", name, chi)
		}
	}
}

func TestRandom(t *testing.T) {
	for _, c := range []struct {
		p       *Problem
		uniform bool
	}{
		{load(t, "soma"), true},
		{load(t, "domino8x8"), true},
		{load(t, "domino16x16"), true},
		{load(t, "ltrom9x10"), true},
		{load(t, "mcc_pent5x8"), true},
		{load(t, "bedlam"), false},
	} {
		draw := c.p.Random
		if !c.uniform {
			if s, err := c.p.Random(t.Context(), 5); !errors.Is(err, ErrNotUniform) || s.String() != (Solution{}).String() {
				t.Errorf("%v: %v, %v; want the error that it is not uniform", c.p, s, err)
			}
			draw = c.p.RandomFirst
		}
		a, err := draw(t.Context(), 5)
		if err != nil {
			t.Errorf("%v: %v, %v", c.p, a, err)
			continue
		}
		if err := c.p.Check(a.Options()...); err != nil {
			t.Error(err)
		}
		if b, err := draw(t.Context(), 5); err != nil || a.String() != b.String() {
			t.Errorf("%v: another one with the same seed: %v, %v", c.p, b, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, draw := range map[string]func(p *Problem, ctx context.Context) (Solution, error){
		"Random":      func(p *Problem, ctx context.Context) (Solution, error) { return p.Random(ctx, 1) },
		"RandomFirst": func(p *Problem, ctx context.Context) (Solution, error) { return p.RandomFirst(ctx, 1) },
	} {
		if _, err := draw(load(t, "mutil8"), t.Context()); !errors.Is(err, ErrNoSolution) {
			t.Errorf("%s: the mutilated board: %v", name, err)
		}
		if _, err := draw(load(t, "soma"), ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: a canceled context: %v", name, err)
		}
	}
}
