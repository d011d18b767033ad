// SPDX-License-Identifier: BSD-3-Clause

package campaign

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"polka/shapes"
)

// polyformCounts are published counts.
var polyformCounts = []struct {
	lattice *shapes.Lattice
	cells   int
	class   shapes.Class
	want    int64
}{
	{shapes.Square, 1, shapes.Free, 1},
	{shapes.Square, 2, shapes.Fixed, 2},
	{shapes.Square, 8, shapes.Free, 369},     // A000105
	{shapes.Square, 7, shapes.OneSided, 196}, // A000988
	{shapes.Square, 10, shapes.Fixed, 36446}, // A001168
	{shapes.Hexagon, 6, shapes.Free, 82},     // A000228
	{shapes.Hexagon, 7, shapes.Fixed, 3652},  // A001207
	{shapes.Triangle, 8, shapes.Free, 66},    // A000577
	{shapes.Triangle, 9, shapes.Fixed, 1838}, // A001420
	{shapes.Cube, 5, shapes.OneSided, 29},    // A000162
	{shapes.Cube, 6, shapes.Fixed, 3481},     // A001931
	{shapes.King, 5, shapes.Free, 94},        // A030222
}

// TestPolyforms counts and lists polyforms in parts.
func TestPolyforms(t *testing.T) {
	if testing.Short() {
		t.Skip("counts in hundreds of parts")
	}
	for _, p := range polyformCounts {
		for _, parts := range []int{1, 7, 200} {
			for _, goal := range []Goal{Count, All} {
				name := fmt.Sprintf("%v %d %v, %d parts, %s", p.lattice, p.cells, p.class, parts, goal)
				search, err := Polyforms(p.lattice, p.cells, p.class, goal)
				if err != nil {
					t.Fatal(err)
				}
				c, err := New(t.Context(), NewMemory(), "test", search, Plan{Parts: parts})
				if err != nil {
					t.Fatal(err)
				}
				if err := c.Work(t.Context(), quick(2)); err != nil {
					t.Fatal(err)
				}
				if got, err := c.Result(t.Context()); err != nil || got.Int64() != p.want {
					t.Errorf("%s: %v, error %v, want %d", name, got, err, p.want)
				}
				if v, err := c.Verify(t.Context(), Verification{Sample: 20}); err != nil || !v.Done() {
					t.Errorf("%s: %+v, error %v", name, v, err)
				}
				if goal == Count {
					continue
				}
				lines := map[string]bool{}
				if err := c.EachSolution(t.Context(), func(data []byte) bool {
					for line := range strings.Lines(string(data)) {
						lines[line] = true
					}
					return true
				}); err != nil {
					t.Fatal(err)
				}
				for s, err := range shapesOf(t, p.lattice, p.cells, p.class) {
					if err != nil || !lines[s+"\n"] {
						t.Fatalf("%s: %s is missing, error %v", name, s, err)
					}
				}
				if int64(len(lines)) != p.want {
					t.Errorf("%s: %d different polyforms, want %d", name, len(lines), p.want)
				}
			}
		}
	}
}

// shapesOf lists polyforms as text.
func shapesOf(t *testing.T, l *shapes.Lattice, n int, class shapes.Class) func(yield func(string, error) bool) {
	return func(yield func(string, error) bool) {
		list, err := shapes.Enumerate(t.Context(), l, n, class)
		if err != nil {
			yield("", err)
			return
		}
		for _, s := range list {
			if !yield(s.String(), nil) {
				return
			}
		}
	}
}

// TestPolyformPartition splits until nothing can be split, and takes parts away.
func TestPolyformPartition(t *testing.T) {
	for _, l := range []*shapes.Lattice{shapes.Square, shapes.Triangle, shapes.Cube} {
		s, err := Polyforms(l, 4, shapes.Fixed, Count)
		if err != nil {
			t.Fatal(err)
		}
		p := s.(*polyforms)
		var try func(part Part) int64
		try = func(part Part) int64 {
			var counts [2]int64
			for i, solve := range []solver{p.Solve, p.SolveAgain} {
				r, err := solve(t.Context(), part)
				if err != nil {
					t.Fatal(err)
				}
				counts[i] = r.Count.Int64()
			}
			if counts[0] != counts[1] {
				t.Fatalf("%v: part %q has %v polyforms", l, part, counts)
			}
			parts, err := p.Split(part)
			if errors.Is(err, ErrWhole) {
				if counts[0] != 1 {
					t.Fatalf("%v: part %q has %v polyforms, expected 1", l, part, counts)
				}
				return counts[0]
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Check(part, parts); err != nil {
				t.Fatal(err)
			}
			sum := int64(0)
			for i := range parts {
				var fewer []Part
				fewer = append(append(fewer, parts[:i]...), parts[i+1:]...)
				if p.Check(part, fewer) == nil || p.Check(part, append(fewer, parts[i], parts[i])) == nil {
					t.Fatalf("%v: wrong parts of %q pass", l, part)
				}
				sum += try(parts[i])
			}
			if sum != counts[0] {
				t.Fatalf("%v: part %q has %d polyforms, its parts %d", l, part, counts[0], sum)
			}
			return sum
		}
		try("")
		for _, bad := range []Part{"x", "0,0", "0,0,0 0,0,0", "0,0,0 -1,0,0", "0,0,0 2,0,0", "1,0,0", "0,0,0 01,0,0", "0,0,0 0,1,0 1,0,0"} {
			if _, err := p.Solve(t.Context(), bad); err == nil && l == shapes.Square {
				t.Errorf("part %q was solved", bad)
			}
		}
	}
	if _, err := Polyforms(shapes.Tan, 4, shapes.Free, Count); err == nil {
		t.Error("a campaign of polytans")
	}
	for _, text := range []string{"", "square", "square x free", "square 0 free", "square 4 fast", "round 4 free", "square 4 free 5"} {
		if _, err := Parse(polyformsKind, Count, text); err == nil {
			t.Errorf("the search %q was parsed", text)
		}
	}
}
