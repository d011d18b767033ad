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
				p = p.Option(cell(i, j), cell(i, j+1))
			}
			if i+1 < rows {
				p = p.Option(cell(i, j), cell(i+1, j))
			}
		}
	}
	return p
}

// TestRandomIsUniform draws many solutions and compares how often each comes
// with what is to be expected, by both ways to draw. The seeds are fixed; for a
// statistic of d degrees of freedom, d+5*sqrt(2d) is beyond any doubt.
func TestRandomIsUniform(t *testing.T) {
	const draws = 3000
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
			d := float64(n) - draws/36.0
			chi += d * d / (draws / 36.0)
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
		of      string
	}{
		{load(t, "soma"), true, "11520"},
		{load(t, "domino8x8"), true, "12988816"},
		{load(t, "domino16x16"), true, "2444888770250892795802079170816"},
		{load(t, "ltrom9x10"), true, "9567192"},
		{load(t, "mcc_pent5x8"), true, "582"},
		{load(t, "bedlam"), false, ""},
	} {
		a, of, err := c.p.Random(t.Context(), 5)
		if err != nil || (of != nil) != c.uniform || c.of != "" && of.String() != c.of {
			t.Errorf("%v: %v, one of %v, %v", c.p, a, of, err)
			continue
		}
		if err := c.p.Check(a.Options()...); err != nil {
			t.Error(err)
		}
		if b, _, err := c.p.Random(t.Context(), 5); err != nil || a.String() != b.String() {
			t.Errorf("%v: another one with the same seed: %v, %v", c.p, b, err)
		}
	}
	if _, _, err := load(t, "mutil8").Random(t.Context(), 1); !errors.Is(err, ErrNoSolution) {
		t.Errorf("the mutilated board: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := load(t, "soma").Random(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled context: %v", err)
	}
}
