// SPDX-License-Identifier: BSD-3-Clause

package choice

import (
	"testing"

	"polka/dlx/internal/bits"
	"polka/dlx/internal/engine"
)

// queens is the problem of n queens on a board: ranks and files are primary items.
func queens(n int32) *engine.Problem {
	p := &engine.Problem{Primary: int(2 * n), Items: int(6*n - 2), First: []int32{0}}
	for r := range n {
		for f := range n {
			for _, i := range []int32{r, n + f, 2*n + r + f, 5*n - 2 + r - f} {
				p.Entries = append(p.Entries, engine.Entry{Item: i})
			}
			p.First = append(p.First, int32(len(p.Entries)))
		}
	}
	return p
}

// TestVisitAll visits all solutions in turns: the estimate of the size of the tree improves until
// half of it has been visited, and all solutions are found.
func TestVisitAll(t *testing.T) {
	p := queens(11)
	whole := new(engine.Search)
	bits.Solve(p, whole)
	b := &basket{k: 5, cost: make([]int64, p.Options()), full: func(int64) {}}
	for k := range b.cost {
		b.cost[k] = int64(k * k % 101)
	}
	w := &visitAll{b: b, p: p}
	guesses := 0.0
	for done := false; !done; {
		s := b.begin(t.Context())
		if done = w.work(s, 500_000); s.Err != nil {
			t.Fatal(s.Err)
		}
		if 2*w.Nodes > whole.Nodes {
			continue
		}
		if w.guesses <= guesses {
			t.Fatalf("no guess after %d of %d nodes", w.Nodes, whole.Nodes)
		}
		guesses = w.guesses
		if of := w.nodes() / float64(whole.Nodes); 4*w.Nodes > whole.Nodes && (of < 0.7 || of > 1.4) {
			t.Errorf("estimate of %.0f nodes, when %d of %d were visited", w.nodes(), w.Nodes, whole.Nodes)
		}
	}
	if w.Count != whole.Count || len(b.goods) != 5 {
		t.Errorf("%d solutions, want %d; the basket has %d", w.Count, whole.Count, len(b.goods))
	}
}
