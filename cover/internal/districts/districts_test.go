// SPDX-License-Identifier: BSD-3-Clause

package districts

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"
)

// brute counts divisions by giving each vertex the number of a part.
func brute(g Graph, q Question) int64 {
	n := len(g.Earlier)
	part := make([]int, n)
	total := int64(0)
	var try func(v, parts int)
	try = func(v, parts int) {
		if v < n {
			for p := range parts + 1 {
				part[v] = p
				try(v+1, max(parts, p+1))
			}
			return
		}
		if q.Number > 0 && parts != q.Number {
			return
		}
		root := make([]int, n)
		find := func(v int) int {
			for root[v] != v {
				v = root[v]
			}
			return v
		}
		for v := range root {
			root[v] = v
		}
		pieces := n
		for v, list := range g.Earlier {
			for _, u := range list {
				if a, b := find(u), find(v); part[u] == part[v] && a != b {
					root[a] = b
					pieces--
				}
			}
		}
		size := make([]int, parts)
		for _, p := range part {
			size[p]++
		}
		for _, s := range size {
			if s < q.Low || s > q.High {
				return
			}
		}
		if pieces == parts {
			total++
		}
	}
	try(0, 0)
	return total
}

// TestRandomGraphs compares counts with those by trying all partitions.
func TestRandomGraphs(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 4))
	for range 400 {
		g := Graph{}
		density := random.Float64()
		for v := range 1 + random.IntN(9) {
			var list []int
			for u := range v {
				if random.Float64() < density {
					list = append(list, u)
				}
			}
			g.Earlier = append(g.Earlier, list)
		}
		n := len(g.Earlier)
		q := Question{Low: 1 + random.IntN(3)}
		q.High = q.Low + random.IntN(n)
		if random.IntN(2) == 0 {
			q.Number = 1 + random.IntN(n)
		}
		got, err := Count(t.Context(), g, q, 1<<30)
		if want := brute(g, q); err != nil || got.Int64() != want {
			t.Fatalf("%v, %v, want %d divisions of %v as %+v", got, err, want, g, q)
		}
	}
}

// TestCarry counts more than 2^64 divisions: a star of 200 vertices, each with the center or
// alone.
func TestCarry(t *testing.T) {
	n, err := Count(t.Context(), star(200), Question{Low: 1, High: 201}, 1<<30)
	if want := new(big.Int).Lsh(big.NewInt(1), 200); err != nil || n.Cmp(want) != 0 {
		t.Errorf("%v, %v, want 2^200", n, err)
	}
}

// complete is the graph in which all vertices are neighbors.
func complete(n int) Graph {
	g := Graph{}
	for v := range n {
		var list []int
		for u := range v {
			list = append(list, u)
		}
		g.Earlier = append(g.Earlier, list)
	}
	return g
}

// TestNonominoes counts the divisions of 9 by 9 cells into nine districts of 9 cells (OEIS
// A172477). It takes 4 GB and a quarter of an hour.
func TestNonominoes(t *testing.T) {
	if os.Getenv("POLKA_LONG") == "" {
		t.Skip("takes a quarter of an hour; set POLKA_LONG=1")
	}
	const n = 9
	bytes := int(min(int64(4)<<30, math.MaxInt))
	if got, err := Count(t.Context(), grid(n), Question{Low: n, High: n}, bytes); err != nil || got.String() != "706152947468301" {
		t.Errorf("%v, %v, want 706152947468301", got, err)
	}
}

// A checked context counts the calls of Err.
type checked struct {
	context.Context
	calls int
}

func (c *checked) Err() error {
	c.calls++
	return c.Context.Err()
}

// TestChecks counts how often the context is checked where there are many vertices with few
// states, and where there are few vertices with many ways to join.
func TestChecks(t *testing.T) {
	ladder := Graph{Earlier: make([][]int, 2000)}
	for v := range ladder.Earlier {
		if v%2 == 1 {
			ladder.Earlier[v] = append(ladder.Earlier[v], v-1)
		}
		if v >= 2 {
			ladder.Earlier[v] = append(ladder.Earlier[v], v-2)
		}
	}
	for _, c := range []struct {
		g     Graph
		q     Question
		least int
	}{{ladder, Question{Low: 20, High: 20}, 50}, {complete(9), Question{Low: 1, High: 9}, 10}} {
		ctx := &checked{Context: t.Context()}
		if _, err := Count(ctx, c.g, c.q, 1<<30); err != nil {
			t.Fatal(err)
		}
		if ctx.calls < c.least {
			t.Errorf("%d vertices, %v: %d checks, want at least %d", len(c.g.Earlier), c.q, ctx.calls, c.least)
		}
	}
}

func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Count(ctx, complete(14), Question{Low: 1, High: 14}, 1<<30); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want Canceled", err)
	}
	if _, err := Count(t.Context(), complete(14), Question{Low: 1, High: 14}, 1<<16); !errors.Is(err, ErrWide) {
		t.Errorf("%v, want ErrWide", err)
	}
	if _, err := Count(t.Context(), complete(40), Question{Low: 1, High: 40}, 1<<30); !errors.Is(err, ErrWide) {
		t.Errorf("%v, want ErrWide", err)
	}
}
