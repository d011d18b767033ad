// SPDX-License-Identifier: BSD-3-Clause

package dlx_test

import (
	"slices"
	"testing"

	"polka/dlx"
)

// solutionsBy collects the solutions that a trace passes, in order of their texts.
func solutionsBy(t *testing.T, p *dlx.Problem, rule dlx.Rule) (solutions []string, tries int) {
	t.Helper()
	var path []int
	err := p.Steps(t.Context(), rule, func(e dlx.Event) bool {
		switch e.Kind {
		case dlx.Try, dlx.Null:
			tries++
			path = append(path[:e.Level], e.Option)
		case dlx.Solved:
			sorted := slices.Sorted(slices.Values(path[:e.Level]))
			text := ""
			for _, k := range sorted {
				if k >= 0 { // not the choice of nothing
					text += p.OptionText(k) + "; "
				}
			}
			solutions = append(solutions, text)
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(solutions)
	return solutions, tries
}

func TestRulesFindTheSameSolutions(t *testing.T) {
	queens := dlx.New("r0 r1 r2 r3 c0 c1 c2 c3 | a0 a1 a2 a3 a4 a5 a6 b0 b1 b2 b3 b4 b5 b6")
	for r := range 4 {
		for c := range 4 {
			queens = queens.AddOption("r"+string(rune('0'+r)), "c"+string(rune('0'+c)), "a"+string(rune('0'+r+c)), "b"+string(rune('3'+r-c)))
		}
	}
	want, least := solutionsBy(t, queens, dlx.Fewest)
	if len(want) != 2 {
		t.Fatalf("%d solutions of four queens", len(want))
	}
	for _, rule := range []dlx.Rule{dlx.Leftmost, dlx.Rightmost, dlx.AtRandom(1), dlx.AtRandom(2)} {
		got, tries := solutionsBy(t, queens, rule)
		if !slices.Equal(got, want) {
			t.Errorf("%s finds %q, want %q", rule, got, want)
		}
		if tries < least {
			t.Errorf("%s tries %d options, fewer than %s with %d", rule, tries, dlx.Fewest, least)
		}
	}
	if err := queens.Steps(t.Context(), "random x", func(dlx.Event) bool { return true }); err == nil {
		t.Error("a rule without a seed is accepted")
	}
}

func TestRulesWithMultiplicities(t *testing.T) {
	p := dlx.New("2|a 1:2|b c").AddOption("a b").AddOption("a").AddOption("b c").AddOption("a c").AddOption("b")
	if err := p.Err(); err != nil {
		t.Fatal(err)
	}
	want, _ := solutionsBy(t, p, dlx.Fewest)
	for _, rule := range []dlx.Rule{dlx.Leftmost, dlx.Rightmost, dlx.AtRandom(7)} {
		if got, _ := solutionsBy(t, p, rule); !slices.Equal(got, want) {
			t.Errorf("%s finds %q, want %q", rule, got, want)
		}
	}
}
