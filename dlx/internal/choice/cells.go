// SPDX-License-Identifier: BSD-3-Clause

package choice

import (
	"polka/dlx/internal/cells"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/pool"
)

// A cellWorker searches parts by package cells, which divides them only where it counts items that
// are bytes.
type cellWorker struct {
	visits, counts func() engine.Worker // each makes its worker the first time
	visit, count   engine.Worker
}

// named returns the function that makes workers of an engine that was asked for by name: package
// cells then keeps its sets in lists, as in Knuth's programs.
func named(name string, p *engine.Problem) func(bytes int) engine.Worker {
	if name == "cells" {
		return pool.Whole(p, cells.Solve)
	}
	return workersOf(name, p)
}

// cellWorkers returns a function that makes workers of package cells.
func cellWorkers(p *engine.Problem) func(bytes int) engine.Worker {
	whole := pool.Whole(p, cells.Count)
	if !cells.FitsOctets(p) {
		return whole
	}
	octets := cells.Octets(p)
	return func(bytes int) engine.Worker {
		return &cellWorker{visits: func() engine.Worker { return whole(bytes) }, counts: octets}
	}
}

// Solve searches a part: see engine.Worker.
func (w *cellWorker) Solve(part engine.Part, s *engine.Search) (left []engine.Part, ok bool) {
	made, make := &w.visit, w.visits
	if s.Counts() {
		made, make = &w.count, w.counts
	}
	if *made == nil {
		*made = make()
	}
	return (*made).Solve(part, s)
}
