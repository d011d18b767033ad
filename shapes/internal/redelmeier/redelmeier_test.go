// SPDX-License-Identifier: BSD-3-Clause

package redelmeier

import (
	"fmt"
	"slices"
	"testing"

	"polka/shapes/internal/job"

	"pgregory.net/rapid"
)

// subsets finds the connected sets by looking at all subsets: the oracle.
func subsets(g *Graph, n, root int) int {
	found := 0
	for bits := range 1 << g.size {
		var set []int
		for v := range g.size {
			if bits>>v&1 == 1 && !g.blocked[v] {
				set = append(set, v)
			} else if bits>>v&1 == 1 {
				set = nil
				break
			}
		}
		if len(set) != n || !slices.Contains(set, root) {
			continue
		}
		reached := []int{root}
		for i := 0; i < len(reached); i++ {
			for _, u := range g.near[reached[i]*g.degree : (reached[i]+1)*g.degree] {
				if int(u) < g.size && slices.Contains(set, int(u)) && !slices.Contains(reached, int(u)) {
					reached = append(reached, int(u))
				}
			}
		}
		if len(reached) == n {
			found++
		}
	}
	return found
}

func TestAgainstAllSubsets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 9).Draw(t, "size")
		edges := map[[2]int]bool{}
		for range rapid.IntRange(0, 20).Draw(t, "edges") {
			a, b := rapid.IntRange(0, size-1).Draw(t, "a"), rapid.IntRange(0, size-1).Draw(t, "b")
			if a != b {
				edges[[2]int{a, b}], edges[[2]int{b, a}] = true, true
			}
		}
		g := NewGraph(size, max(size, 1), func(v int) (near []int) {
			for w := range size {
				if edges[[2]int{v, w}] {
					near = append(near, w)
				}
			}
			return near
		})
		for v := range size {
			if rapid.IntRange(0, 5).Draw(t, "block") == 0 {
				g.Block(v)
			}
		}
		n, root := rapid.IntRange(1, size).Draw(t, "n"), rapid.IntRange(0, size-1).Draw(t, "root")
		want := subsets(g, n, root)
		seen := map[string]bool{}
		visited := 0
		see := func(set, last []int32) bool {
			for _, v := range last {
				visited++
				seen[fmt.Sprint(slices.Sorted(slices.Values(append(slices.Clone(set), v))))] = true
			}
			return true
		}
		if n == 1 || rapid.Bool().Draw(t, "whole") {
			g.Walk(n, root, 0, nil, see)
		} else { // in three parts
			left := rapid.IntRange(1, n-1).Draw(t, "left")
			for part := range 3 {
				g.Walk(n, root, left, func(number int) bool { return number%3 == part }, see)
			}
		}
		if visited != want || len(seen) != want {
			t.Errorf("Walk visits %d sets, %d different ones, want %d", visited, len(seen), want)
		}
		for _, goroutines := range []int{1, 3} {
			if got, ok := g.Count(n, root, goroutines, nil); got != uint64(want) || !ok {
				t.Errorf("Count with %d goroutines = %d, %v, want %d", goroutines, got, ok, want)
			}
		}
	})
}

func TestWalkStops(t *testing.T) {
	g := NewGraph(50, 2, func(v int) []int { return []int{v - 1, v + 1} })
	visited := 0
	if g.Walk(5, 25, 0, nil, func(_, _ []int32) bool { visited++; return visited < 3 }) || visited != 3 {
		t.Errorf("Walk went on to %d sets", visited)
	}
	var stopped job.Job
	stopped.Stop()
	large, root := halfPlane(40)
	if _, ok := large.Count(40, root, 2, &stopped); ok {
		t.Error("a stopped Count of much came to its end")
	}
	if _, ok := CountPolyominoes(BoardCells, 2, &stopped); ok {
		t.Error("a stopped CountPolyominoes of much came to its end")
	}
}
