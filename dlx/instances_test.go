// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// instances is the folder that gets the instances of testdata/cheapest.tsv, for other programs.
var instances = flag.String("instances", "", "write the instances of cheapest.tsv to a `folder`")

// An instance is a line of testdata/cheapest.tsv.
type instance struct {
	kind    string
	n, more int
	seed    uint64
	least   int64 // found by HiGHS, see testdata/README.md
}

// name returns a name for files.
func (c instance) name() string { return fmt.Sprintf("%s_%d_%d_%d", c.kind, c.n, c.more, c.seed) }

// readInstances reads the list.
func readInstances(t testing.TB) (list []instance) {
	f, err := os.Open("testdata/cheapest.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		var c instance
		if n, err := fmt.Sscan(in.Text(), &c.kind, &c.n, &c.more, &c.seed, &c.least); n == 5 && err == nil {
			list = append(list, c)
		}
	}
	return list
}

// letters are the pieces of the packings.
var letters = map[string][][2]int{
	"dominoes": {{0, 0}, {0, 1}},
	"ltrom":    {{0, 0}, {0, 1}, {1, 0}},
	"wpent":    {{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}},
	"xpent":    {{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}},
	"ypent":    {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1}},
}

// laid returns the problem of covering n x n cells with copies of a piece.
func laid(n int, piece [][2]int) *Problem {
	var items []Item
	for i := range n * n {
		items = append(items, Item{Name: fmt.Sprint(i), Low: 1, High: 1})
	}
	p := New().AddItems(items...)
	seen := map[string]bool{}
	for turn := range 8 {
		for r := range n {
			for c := range n {
				var entries []Entry
				for _, at := range piece {
					y, x := at[0], at[1]
					if turn&1 != 0 {
						y = -y
					}
					if turn&2 != 0 {
						x = -x
					}
					if turn&4 != 0 {
						y, x = x, y
					}
					if y, x = y+r, x+c; y >= 0 && y < n && x >= 0 && x < n {
						entries = append(entries, Entry{Item: y*n + x})
					}
				}
				set := make([]bool, n*n)
				for _, e := range entries {
					set[e.Item] = true
				}
				if key := fmt.Sprint(set); len(entries) == len(piece) && !seen[key] {
					seen[key] = true
					p = p.AddEntries(entries...)
				}
			}
		}
	}
	return p
}

// problem makes the instance.
func (c instance) problem(t testing.TB) *Problem {
	random := rand.New(rand.NewPCG(c.seed, 37))
	family, piece, _ := strings.Cut(c.kind, "-")
	switch family {
	case "clumsy", "packing":
		p := laid(c.n, letters[piece])
		weight := make([]int64, p.NumOptions())
		for k := range weight {
			weight[k] = 1
			if c.more > 0 {
				weight[k] = 1 + random.Int64N(int64(c.more))
			}
		}
		k, err := p.WithCosts(func(o int) int64 { return weight[o] }).newPacker()
		if err != nil {
			t.Fatal(err)
		}
		if family == "clumsy" {
			return k.maximal()
		}
		q, _, err := k.packings()
		if err != nil {
			t.Fatal(err)
		}
		return q
	case "assignment":
		return assignment(c.n, c.more, random)
	case "matching":
		return matching(c.n, c.more, random)
	case "sudoku":
		return costlySudoku(c.n, c.more, random)
	}
	t.Fatalf("unknown kind %s", c.kind)
	return nil
}

// assignment gives n persons n tasks; each knows how to do a number of them.
func assignment(n, tasks int, random *rand.Rand) *Problem {
	p := grouped(n, "person", "task")
	var costs []int64
	for i := range n {
		for k, j := range random.Perm(n)[:tasks] {
			if k == 0 {
				j = i
			}
			p = p.AddEntries(Entry{Item: i}, Entry{Item: n + j})
			costs = append(costs, random.Int64N(100))
		}
	}
	return p.WithCosts(func(k int) int64 { return costs[k] })
}

// matching is three-dimensional, with a number of triples for each element of the first set.
func matching(n, triples int, random *rand.Rand) *Problem {
	p := grouped(n, "a", "b", "c")
	b, c := random.Perm(n), random.Perm(n)
	var costs []int64
	for i := range n {
		for k := range triples {
			x, y := b[i], c[i]
			if k > 0 {
				x, y = random.IntN(n), random.IntN(n)
			}
			p = p.AddEntries(Entry{Item: i}, Entry{Item: n + x}, Entry{Item: 2*n + y})
			costs = append(costs, random.Int64N(100))
		}
	}
	return p.WithCosts(func(k int) int64 { return costs[k] })
}

// grouped returns a problem with n items of each name.
func grouped(n int, names ...string) *Problem {
	var items []Item
	for _, name := range names {
		for i := range n {
			items = append(items, Item{Name: fmt.Sprint(name, i), Low: 1, High: 1})
		}
	}
	return New().AddItems(items...)
}

// costlySudoku is an n*n sudoku with a number of digits given, of a shuffled solution.
func costlySudoku(n, clues int, random *rand.Rand) *Problem {
	m := n * n
	p := grouped(m*m, "cell", "row", "column", "box")
	rows, digits := random.Perm(n), random.Perm(m)
	given := random.Perm(m * m)[:clues]
	known := make([]int, m*m)
	for _, at := range given {
		r, c := at/m, at%m
		r = rows[r/n]*n + r%n
		known[at] = 1 + digits[(r%n*n+r/n+c)%m]
	}
	var costs []int64
	for at := range m * m {
		for d := range m {
			if known[at] != 0 && known[at] != d+1 {
				continue
			}
			r, c := at/m, at%m
			box := r/n*n + c/n
			p = p.AddEntries(Entry{Item: at}, Entry{Item: m*m + r*m + d}, Entry{Item: 2*m*m + c*m + d}, Entry{Item: 3*m*m + box*m + d})
			costs = append(costs, random.Int64N(100))
		}
	}
	return p.WithCosts(func(k int) int64 { return costs[k] })
}

// TestCheapestInstances finds the least costs of the instances, which another program has found
// too, by both ways and together.
func TestCheapestInstances(t *testing.T) {
	for i, c := range readInstances(t) {
		if testing.Short() && i%5 > 0 {
			continue
		}
		p := c.problem(t)
		if *instances != "" {
			if err := os.WriteFile(filepath.Join(*instances, c.name()+".dlx"), []byte(p.DLX()), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		start := time.Now()
		best, known, err := p.Solver(Options{}).Cheapest(t.Context(), 1)
		if err != nil || !known.Done || len(best) != 1 || best[0].Cost() != c.least || p.Check(best[0].Options()...) != nil {
			t.Errorf("%s: %v, %v, want %d", c.name(), known, err, c.least)
		}
		t.Logf("%s: %v, %v", c.name(), known, time.Since(start))
	}
}

// BenchmarkCheapest finds the cheapest solution of each instance by Cheapest, by the search with
// the bounds and nodes of DLX5 alone, and by the family of all solutions, each within three
// seconds.
func BenchmarkCheapest(b *testing.B) {
	for _, c := range readInstances(b) {
		p := c.problem(b)
		ways := map[string]func(ctx context.Context) error{
			"cheapest": func(ctx context.Context) error {
				_, err := p.Cheapest(ctx, 1)
				return err
			},
			"bounds": func(ctx context.Context) error { return bargain(ctx, p).Err },
			"family": func(ctx context.Context) error {
				f, err := p.Family(ctx)
				if err == nil {
					_, err = f.Cheapest(ctx, 1)
				}
				return err
			},
		}
		for _, way := range []string{"cheapest", "bounds", "family"} {
			b.Run(c.name()+"/"+way, func(b *testing.B) {
				for b.Loop() {
					ctx, cancel := context.WithTimeout(b.Context(), 3*time.Second)
					if err := ways[way](ctx); err != nil {
						b.Skip(err)
					}
					cancel()
				}
			})
		}
	}
}
