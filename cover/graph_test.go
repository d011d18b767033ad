// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"polka/shapes"
)

// TestMatchings counts perfect matchings: of hypercubes (A005271), complete graphs (A001147),
// rings, and Petersen's graph.
func TestMatchings(t *testing.T) {
	for _, test := range []struct {
		name            string
		total, distinct int64
	}{
		{"hypercube-2", 2, 1}, {"hypercube-3", 9, 2}, {"hypercube-4", 272, 8},
		{"complete-4", 3, 1}, {"complete-6", 15, 1},
		{"cycle-8", 2, 1}, {"path-8", 1, 1}, {"path-6", 1, 1}, {"petersen", 6, 1},
	} {
		board, err := ParseBoard(test.name)
		if err != nil {
			t.Fatal(err)
		}
		puzzle := New(board).With(Pieces(shapes.Domino()).Any())
		counts, err := puzzle.Counts(context.Background())
		if err != nil || counts.Total.Int64() != test.total || counts.Distinct.Int64() != test.distinct {
			t.Errorf("%s: %v, error %v; expected %d and %d", test.name, counts, err, test.total, test.distinct)
		}
		if all, err := puzzle.Distinct().All(context.Background()); err != nil || int64(len(all)) != test.distinct {
			t.Errorf("%s: listed %d, error %v; expected %d", test.name, len(all), err, test.distinct)
		}
	}
}

// TestRandomGraphs compares tilings of random graphs with paths of two and three nodes with a
// search that knows only the edges, up to all permutations of nodes that keep them.
func TestRandomGraphs(t *testing.T) {
	const seed = 36
	r := rand.New(rand.NewPCG(seed, 4))
	three, err := shapes.LatticeByName("path-3")
	if err != nil {
		t.Fatal(err)
	}
	pieces := Pieces(shapes.Domino(), three.Whole()).Any()
	found := 0
	for i := range 200 {
		n := 3 + r.IntN(4)
		var adjacent [7][7]bool
		g := shapes.Graph{Name: "random"}
		for a := range n {
			g.Nodes = append(g.Nodes, fmt.Sprint(a))
			for b := range a {
				if r.IntN(2) == 0 {
					adjacent[a][b], adjacent[b][a] = true, true
					g.Edges = append(g.Edges, [2]string{fmt.Sprint(b), fmt.Sprint(a)})
				}
			}
		}
		l, err := shapes.NewGraph(g)
		if err != nil {
			t.Fatal(err)
		}
		tilings := partitions(n, &adjacent)
		classes := map[string]bool{}
		order := make([]int, n)
		for k := range order {
			order[k] = k
		}
		var group [][]int
		permute(order, 0, func(p []int) {
			for a := range n {
				for b := range a {
					if adjacent[a][b] != adjacent[p[a]][p[b]] {
						return
					}
				}
			}
			group = append(group, slices.Clone(p))
		})
		for _, tiling := range tilings {
			least := ""
			for _, p := range group {
				var image []string
				for _, set := range tiling {
					var moved []int
					for _, a := range set {
						moved = append(moved, p[a])
					}
					slices.Sort(moved)
					image = append(image, fmt.Sprint(moved))
				}
				slices.Sort(image)
				if text := fmt.Sprint(image); least == "" || text < least {
					least = text
				}
			}
			classes[least] = true
		}
		if m := len(l.Automorphisms()); m != len(group) {
			t.Errorf("seed %d, graph %d, %v: %d symmetries, expected %d", seed, i, g.Edges, m, len(group))
		}
		counts, err := New(BoardOf(l.Whole())).With(pieces).Counts(context.Background())
		if err != nil || counts.Total.Int64() != int64(len(tilings)) || counts.Distinct.Int64() != int64(len(classes)) {
			t.Errorf("seed %d, graph %d, %v: %v, error %v; expected %d and %d", seed, i, g.Edges, counts, err, len(tilings), len(classes))
		}
		found += len(tilings)
	}
	if found < 200 {
		t.Errorf("seed %d: only %d tilings in all", seed, found)
	}
}

// partitions lists the partitions of n nodes into edges and connected sets of three.
func partitions(n int, adjacent *[7][7]bool) (list [][][]int) {
	var parts [][]int
	used := make([]bool, n)
	var search func()
	search = func() {
		a := slices.Index(used, false)
		if a < 0 {
			list = append(list, slices.Clone(parts))
			return
		}
		try := func(set ...int) {
			for _, k := range set {
				used[k] = true
			}
			parts = append(parts, set)
			search()
			parts = parts[:len(parts)-1]
			for _, k := range set {
				used[k] = false
			}
		}
		for b := a + 1; b < n; b++ {
			if used[b] {
				continue
			}
			if adjacent[a][b] {
				try(a, b)
			}
			for c := b + 1; c < n; c++ {
				edges := 0
				for _, e := range [3]bool{adjacent[a][b], adjacent[a][c], adjacent[b][c]} {
					if e {
						edges++
					}
				}
				if !used[c] && edges >= 2 {
					try(a, b, c)
				}
			}
		}
	}
	search()
	return list
}

// permute calls visit for all permutations of list from k on.
func permute(list []int, k int, visit func([]int)) {
	if k == len(list) {
		visit(list)
		return
	}
	for i := k; i < len(list); i++ {
		list[k], list[i] = list[i], list[k]
		permute(list, k+1, visit)
		list[k], list[i] = list[i], list[k]
	}
}
