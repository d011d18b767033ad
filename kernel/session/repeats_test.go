// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"polka/kernel/session"
)

func TestShownCalls(t *testing.T) {
	for _, c := range []struct {
		calls         string
		elide, elided int
		want          string
	}{
		{"ab", 0, 0, "a b"},
		{"aaaaab", 0, 0, "a a a a a b"},
		{"aaaaaab", 0, 0, "a (this call 5 more times) b"},
		{"abababab", 0, 0, "a b (these 2 calls 3 more times)"},
		{"xabcabcabcab", 0, 0, "x a b c (these 3 calls 2 more times) a b"},
		{"abcabc", 0, 0, "a b c (these 3 calls once more)"},
		{"aaaaaa", 3, 100, "a (this call 105 more times)"},
		{"ababbaba", 4, 100, "a b a b (100 more) b a b a"},
		{"abaababx", 3, 101, "a b (these 2 calls 53 more times) x"},
		{"abaababx", 3, 100, "a b a (100 more) a b a b x"},
		{"abcdef", 3, 100, "a b c (100 more) d e f"},
	} {
		got := session.ShownCalls(c.calls, c.elide, c.elided)
		if got != c.want {
			t.Errorf("%s with %d missing before %d:\ngot  %s\nwant %s", c.calls, c.elided, c.elide, got, c.want)
		}
	}
}

// TestShownCallsAreAll writes what is repeated in full again: it must be all calls.
func TestShownCallsAreAll(t *testing.T) {
	again := regexp.MustCompile(`\((?:this call|these (\d+) calls) (?:once more|(\d+) more times)\) ?`)
	r := rand.New(rand.NewPCG(1, 2))
	shortened := 0
	for range 20_000 {
		var b strings.Builder
		for range 1 + r.IntN(3) {
			round := make([]byte, 1+r.IntN(4))
			for i := range round {
				round[i] = "abc"[r.IntN(3)]
			}
			b.WriteString(strings.Repeat(string(round), 1+r.IntN(9)))
		}
		whole := b.String()
		calls, elide, elided := whole, 0, 0
		if len(whole) > 8 && r.IntN(2) == 0 { // the calls in the middle are missing
			elide, elided = len(whole)/3, 1+r.IntN(len(whole)/3)
			calls = whole[:elide] + whole[elide+elided:]
		}
		got := session.ShownCalls(calls, elide, elided)
		if strings.Contains(got, "more times") {
			shortened++
		}
		var full []string
		for text := got; text != ""; {
			if m := again.FindStringSubmatch(text); m != nil && strings.HasPrefix(text, m[0]) {
				size, times := 1, 1
				if m[1] != "" {
					size, _ = strconv.Atoi(m[1])
				}
				if m[2] != "" {
					times, _ = strconv.Atoi(m[2])
				}
				round := full[len(full)-size:]
				for range times {
					full = append(full, round...)
				}
				text = text[len(m[0]):]
				continue
			}
			if rest, ok := strings.CutPrefix(text, fmt.Sprintf("(%d more) ", elided)); ok && elided > 0 {
				full, text = append(full, strings.Split(whole[elide:elide+elided], "")...), rest
				continue
			}
			var call string
			call, text, _ = strings.Cut(text, " ")
			full = append(full, call)
		}
		if elided == 0 && strings.Join(full, "") != whole || len(full) != len(whole) {
			t.Fatalf("%s with %d missing before %d: %s, which is %s", calls, elided, elide, got, strings.Join(full, ""))
		}
	}
	if shortened < 1000 {
		t.Errorf("only %d are shortened", shortened)
	}
}
