// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"polka/dlx"
)

// problems are small problems of all kinds.
var problems = []struct{ name, text string }{
	{"toy", "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"},
	{"colors", "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"},
	{"multiplicities", "2|a 1:2|b 0:2|c d\na b\na c\na d\nb c\nb d\na\nb\nc\nd\na b c\n"},
	{"none", "a b c\na b\nb c\n"},
	{"optional", "0:1|a 0:3|b\na\na b\nb\nb\n"},
	{"ignored", "a b | x\na x\nb x\nx\na\nb\n"},
}

// A solver is Solve or SolveAgain.
type solver func(context.Context, Part) (Result, error)

// coverOf makes a search from a text.
func coverOf(t rapid.TB, text string) *cover {
	s, err := Parse(coverKind, Count, text)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*cover)
}

// solutions lists the sets of options that solve a problem, by trying all of them.
func solutions(c *cover) [][]int {
	var list [][]int
	n := len(c.entries)
	for set := range 1 << n {
		var chosen []int
		times := make([]int, c.primary)
		colors, ok := map[int]string{}, true
		for k := range n {
			if set>>k&1 == 0 {
				continue
			}
			chosen = append(chosen, k)
			ok = ok && !c.ignored(k)
			for _, e := range c.entries[k] {
				if e.Item < c.primary {
					times[e.Item]++
					continue
				}
				before, used := colors[e.Item]
				ok = ok && (!used || e.Color != "" && e.Color == before)
				colors[e.Item] = e.Color
			}
		}
		for i, t := range times {
			ok = ok && c.items[i].Low <= t && t <= c.items[i].High
		}
		if ok {
			list = append(list, chosen)
		}
	}
	return list
}

// inside reports whether a solution is one of a part.
func (b box) inside(solution []int) bool {
	for _, k := range b.with {
		if !slices.Contains(solution, k) {
			return false
		}
	}
	return !slices.ContainsFunc(b.without, func(k int) bool { return slices.Contains(solution, k) })
}

// tryPartition splits a part, checks it, and compares the numbers of solutions in it and
// in its parts with those that a trial of all sets finds.
func tryPartition(t rapid.TB, c *cover, part Part, all [][]int) {
	b, err := c.box(part)
	if err != nil {
		t.Fatal(err)
	}
	var own [][]int
	for _, s := range all {
		if b.inside(s) {
			own = append(own, s)
		}
	}
	for _, solve := range []solver{c.Solve, c.SolveAgain} {
		if r, err := solve(context.Background(), part); err != nil || r.Count.Int64() != int64(len(own)) {
			t.Fatalf("part %q has %v solutions, error %v, expected %d", part, r.Count, err, len(own))
		}
	}
	parts, err := c.Split(part)
	if errors.Is(err, ErrWhole) {
		if len(own) > 1 {
			t.Fatalf("part %q cannot be split, and has %d solutions", part, len(own))
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(part, parts); err != nil {
		t.Fatal(err)
	}
	for _, s := range own {
		times := 0
		for _, p := range parts {
			if inner, err := c.box(p); err != nil {
				t.Fatal(err)
			} else if inner.inside(s) {
				times++
			}
		}
		if times != 1 {
			t.Fatalf("solution %v of part %q is in %d of the parts %q", s, part, times, parts)
		}
	}
	for i := range parts {
		fewer := slices.Delete(slices.Clone(parts), i, i+1)
		if err := c.Check(part, fewer); err == nil && len(fewer) > 0 {
			inner, _ := c.box(parts[i])
			if slices.ContainsFunc(own, inner.inside) {
				t.Fatalf("%q without %q passes as a partition of %q", parts, parts[i], part)
			}
		}
		if err := c.Check(part, append(slices.Clone(parts), parts[i])); err == nil {
			t.Fatalf("%q with %q twice passes as a partition of %q", parts, parts[i], part)
		}
		tryPartition(t, c, parts[i], all)
	}
}

func TestPartition(t *testing.T) {
	for _, p := range problems {
		t.Run(p.name, func(t *testing.T) {
			c := coverOf(t, p.text)
			tryPartition(t, c, "", solutions(c))
		})
	}
}

// TestPartitionRandom does the same for random problems with colors and multiplicities.
func TestPartitionRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		primary := rapid.IntRange(1, 4).Draw(t, "primary")
		secondary := rapid.IntRange(0, 2).Draw(t, "secondary")
		p := dlx.New()
		for i := range primary {
			low := rapid.IntRange(0, 2).Draw(t, "low")
			p = p.AddItems(dlx.Item{Name: string(rune('a' + i)), Low: low, High: max(1, low+rapid.IntRange(0, 1).Draw(t, "more"))})
		}
		for i := range secondary {
			p = p.AddItems(dlx.Item{Name: string(rune('x' + i)), Secondary: true})
		}
		for range rapid.IntRange(0, 8).Draw(t, "options") {
			var entries []dlx.Entry
			for i := range primary + secondary {
				if rapid.Bool().Draw(t, "has") {
					e := dlx.Entry{Item: i}
					if i >= primary {
						e.Color = rapid.SampledFrom([]string{"", "A", "B"}).Draw(t, "color")
					}
					entries = append(entries, e)
				}
			}
			if len(entries) > 0 {
				p = p.AddEntries(entries...)
			}
		}
		if p.Err() != nil {
			t.Fatal(p.Err())
		}
		c := coverOf(t, p.DLX())
		tryPartition(t, c, "", solutions(c))
	})
}

// TestBadParts reads parts that are wrong.
func TestBadParts(t *testing.T) {
	c := coverOf(t, problems[2].text)
	for _, part := range []Part{"x", "0", "0:", "0:x", "9:0", "-1:0", "0:4", "0:99", "00:0", "0:00", "0:0 0:0", "0:+1", "3:- 0:2"} {
		if _, err := c.Solve(context.Background(), part); err == nil {
			t.Errorf("part %q was counted", part)
		}
	}
}
