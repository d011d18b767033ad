// SPDX-License-Identifier: BSD-3-Clause

package pool_test

import (
	"testing"

	"polka/dlx/internal/cells"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/pool"
)

// TestStateVisited stops a count that leaves the state of a part, continues by visiting solutions,
// stops that too, and then counts the rest: no solution is counted twice.
func TestStateVisited(t *testing.T) {
	p := teams(11)
	newWorker := pool.Whole(p, cells.Count)
	run := func(looks int64, limit, count uint64, rest []engine.Part) *engine.Search {
		s := &engine.Search{}
		s.Rest, s.NewWorker, s.Count, s.Limit = rest, newWorker, count, limit
		s.Check = engine.NewFuse(looks, errBurnt).Look
		pool.Run(s, 1)
		s.Count = s.Total().Uint64()
		return s
	}
	const enough = 1 << 40
	want := run(enough, 0, 0, []engine.Part{engine.Root()}).Count
	states, visits := 0, 0
	for looks := range int64(40) {
		counted := run(10+2*looks, 0, 0, []engine.Part{engine.Root()})
		for _, part := range counted.Rest {
			if part.State != nil {
				states++
			}
		}
		visited := run(2+looks%3, enough, counted.Count, counted.Rest)
		if visited.Count > counted.Count {
			visits++
		}
		if all := run(enough, 0, visited.Count, visited.Rest); all.Count != want || len(all.Rest) > 0 {
			t.Errorf("stopped after %d questions: %d solutions, with those visited %d, all %d, want %d", 10+2*looks, counted.Count, visited.Count, all.Count, want)
		}
	}
	if states < 10 || visits < 10 {
		t.Errorf("%d states, %d visits", states, visits)
	}
}
