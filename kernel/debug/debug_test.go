// SPDX-License-Identifier: BSD-3-Clause

package debug

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"polka/kernel/debug/host"
)

// The values are those that ipykernel computes.
func TestHash(t *testing.T) {
	for text, want := range map[string]uint32{
		"": 3990065800, "a": 2167009006, "ab": 2805137849, "abc": 3350977461, "abcd": 804720481, "x := 1\nx": 1941970703, "größe := 2 // ∞": 23066898,
	} {
		if got := host.Hash(text, host.HashSeed); got != want {
			t.Errorf("hash of %q: %d, expected %d", text, got, want)
		}
	}
}

func TestFirstStatements(t *testing.T) {
	text := `import "fmt"

%who
// a comment
type pair struct {
	a, b int
}

func f(n int) int {
	if n > 0 { n++; n++ }
	var k int; const c = 1

	for i := range n {
		k += i
	}
	switch {
	case k > 1:
		return func() int { return 1 }()
	}
	return k +
		c
}
x := 1; y := 2
f(x),
f(y)`
	want := map[int]int{10: 2, 11: 2, 13: 2, 14: 3, 16: 2, 18: 3, 20: 2, 23: 1, 24: 1, 25: 1}
	if d := cmp.Diff(want, firstStatements(text)); d != "" {
		t.Errorf("first statements (-want +got):\n%s", d)
	}
	if got := firstStatements("package main\n\nfunc main() {\n\tprintln()\n}\n"); !cmp.Equal(got, map[int]int{4: 2}) {
		t.Errorf("of a program: %v", got)
	}
	for _, text := range []string{"%%time\nx := 1\n\nf(x)", "%%trace f --watch x\nx := 1\n\nf(x)"} {
		if got := firstStatements(text); !cmp.Equal(got, map[int]int{2: 1, 4: 1}) {
			t.Errorf("of %q: %v", text, got)
		}
	}
	if got := firstStatements("%%writefile a.go\nx := 1"); len(got) > 0 {
		t.Errorf("of a text: %v", got)
	}
	if got := firstStatements("func {"); len(got) > 0 {
		t.Errorf("of a mistake: %v", got)
	}
}

func TestHits(t *testing.T) {
	for _, test := range []struct {
		condition string
		want      []int // of 1 to 8
		bad       bool
	}{
		{"", []int{1, 2, 3, 4, 5, 6, 7, 8}, false},
		{"6", []int{6, 7, 8}, false},
		{" >= 7 ", []int{7, 8}, false},
		{"> 7", []int{8}, false},
		{"== 3", []int{3}, false},
		{"<3", []int{1, 2}, false},
		{"<= 3", []int{1, 2, 3}, false},
		{"% 3", []int{3, 6}, false},
		{"%0", nil, false},
		{"often", []int{1, 2, 3, 4, 5, 6, 7, 8}, true},
		{"-1", []int{1, 2, 3, 4, 5, 6, 7, 8}, true},
	} {
		var got []int
		for n := range 8 {
			if hitsMatch(test.condition, n+1) {
				got = append(got, n+1)
			}
		}
		if err := checkHits(test.condition); !slices.Equal(got, test.want) || (err != nil) != test.bad {
			t.Errorf("%q: %v, %v", test.condition, got, err)
		}
	}
}
