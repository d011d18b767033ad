// SPDX-License-Identifier: BSD-3-Clause

package mutant

import (
	"slices"
	"strings"
	"testing"
)

// TestOf compares the mutants of short programs with lists made by hand.
func TestOf(t *testing.T) {
	for _, c := range []struct {
		code string
		want []string
	}{
		{"func double(n int) int {\n\treturn 2 * n\n}", []string{
			"line 2: return 2 * n -> nothing", "line 2: 2 * n -> (2 * n) + 1", "line 2: 2 * n -> 2 + n", "line 2: 2 -> 3", "line 2: 2 -> 1",
		}},
		{"answer := min(a, b) < -1", []string{
			"line 1: min(a, b) < -1 -> min(a, b) <= -1", "line 1: min(a, b) < -1 -> min(a, b) > -1",
			"line 1: min -> max", "line 1: -1 -> 1", "line 1: 1 -> 2", "line 1: 1 -> 0",
		}},
		{"func f(xs []int) (n int) {\n\tfor i, x := range xs {\n\t\tn += i & x\n\t}\n\treturn\n}", []string{
			"line 2: for i, x := range xs { n += i & x } -> nothing", "line 2: xs -> xs + 1", "line 2: xs -> xs - 1", "line 2: xs -> xs[1:]",
			"line 3: n += i & x -> nothing", "line 3: n += i & x -> n -= i & x", "line 3: i & x -> i | x",
			"line 4: nothing -> break", "line 5: return -> nothing",
		}},
		{"for _, x := range xs {\n\tlast = at(x, 7)\n}", []string{
			"line 1: xs -> xs + 1", "line 1: xs -> xs - 1", "line 1: xs -> xs[1:]", "line 1: xs -> maps.Collect(slices.All(xs))",
			"line 2: last = at(x, 7) -> nothing", "line 2: x, 7 -> 7, x", "line 2: 7 -> 8", "line 2: 7 -> 6", "line 3: nothing -> break",
		}},
		{"if err != nil {\n\tn = 1\n}", nil},
	} {
		list, err := Of(c.code)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range list {
			got = append(got, m.Name)
			if m.Code == c.code {
				t.Errorf("%s changes nothing", m.Name)
			}
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s\nhas the mutants\n%s\nexpected\n%s", c.code, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
	if _, err := Of("func {"); err == nil {
		t.Error("no error for code that is not Go")
	}
}
