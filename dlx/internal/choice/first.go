// SPDX-License-Identifier: BSD-3-Clause

// The problem. The time to the first solution has a heavy tail: with one order
// of the items a search finds a solution at once, with another one it spends
// hours in a subtree without any. Sixty queens take 66 million nodes in the
// order of the problem, and a hundred in most others.
//
// The source. C. P. Gomes, B. Selman, N. Crato and H. Kautz, Heavy-tailed
// phenomena in satisfiability and constraint satisfaction problems, Journal of
// Automated Reasoning 24 (2000), DOI 10.1023/A:1006314320276.
//
// The idea. Give up after a number of nodes and restart with a larger number
// and a different search: with another engine, which reorders the options as it
// runs (package cells), or with the items and options in random order, or many
// times with the options first that cover what has been hard to cover
// (dlx/internal/cells/restart.go). Between restarts, continue in the order of the problem,
// for a number of nodes that grows faster. If there is no solution, that search
// proves it, and the others have cost a fraction of it: while it has visited
// next to nothing of its tree, the restarts get twice its time, and later an
// eighth. In a huge problem, for which package bits takes long to prepare its
// rows, they replace the other random orders. The random orders come from fixed
// seeds, so that the same problem has the same first solution every time.
//
// To decide whether a solution is the only one, we need a second one as soon as
// possible, or a proof that there is none. The searches collect what they find,
// each solution once; after a million nodes without an answer, all threads work
// on the proof.
//
// Examples. One square of side 1, two of side 2, ..., eight of side 8 fill a
// square of side 36. Package bits finds no such tiling in a million nodes, nor
// in any other order; package cells does after 7330. The 60 one-sided hexominoes
// in 15 by 24 are found by the restarts.

package choice

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"polka/dlx/internal/bits"
	"polka/dlx/internal/cells"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/pool"
)

// firstQuota is the number of nodes that the first search may visit. It is
// enough for most problems.
const firstQuota = 4_000

// proof is the number of nodes after which the search in the order of the
// problem is expected to prove that there are no more solutions.
const proof = 1_000_000

// The parameters of the restarts.
const (
	restartSeed = 1
	perRemoval  = 8         // ns to remove an option from the set of an item
	perGuided   = 500       // ns for a node
	distant     = 1.0 / 256 // the share of the tree below which a proof is far away
	far         = 2         // the time of the restarts, relative to the search in order, until then
	near        = 1.0 / 8   // and from then on
	huge        = 10_000    // the options from which package bits takes long to prepare
)

// A finder searches for a few solutions, no matter which.
type finder struct {
	p         *engine.Problem
	s         *engine.Search // the request
	newWorker func(bytes int) engine.Worker
	own       *rest   // of the search in the order of the problem
	words     float64 // that it has read, per node
	restarter *cells.Restarter
	found     [][]int32     // solutions, in increasing order of their options
	total     engine.Search // the cost of all searches
	searches  int
	name      string // of the engine that has searched last
	done      bool   // whether all are found, or the search must stop
}

// portfolio returns the way to find as many solutions as the limit says.
func portfolio(threads int) Way {
	return func(p *engine.Problem, s *engine.Search) (name, why string) {
		f := newFinder(p, s)
		f.inOrder(firstQuota)
		return f.finish(threads)
	}
}

// Soon returns the way to find one solution. It starts with a short search of
// the whole problem, which is usually enough and takes less time than reducing
// it. If that gives no answer, it calls reduce for a way to solve the reduced
// problem; if this is nil, the search of the whole problem continues.
func Soon(o Options, reduce func() (Way, *engine.Problem, error)) Way {
	return func(p *engine.Problem, s *engine.Search) (name, why string) {
		f := newFinder(p, s)
		f.inOrder(firstQuota)
		if f.done {
			return f.finish(1)
		}
		way, q, err := reduce()
		if way == nil {
			return f.finish(o.threads(""))
		}
		rest := &engine.Search{Question: s.Question, Control: s.Within()}
		rest.Report, rest.Err = s.Report, err
		name, why = way(q, rest)
		rest.Add(&f.total)
		s.Result, s.Remainder = rest.Result, rest.Remainder
		return name, why
	}
}

// newFinder returns a finder that has not started.
func newFinder(p *engine.Problem, s *engine.Search) *finder {
	newWorker := bits.Workers(p)
	return &finder{p: p, s: s, newWorker: newWorker, own: &rest{worker: newWorker(s.Room() / 2), open: []engine.Part{engine.Root()}}}
}

// finish continues after the first search.
func (f *finder) finish(threads int) (name, why string) {
	f.otherwise("cells", engine.Subproblem{Problem: f.p}, 4*firstQuota)
	random := rand.New(rand.NewPCG(7, 2))
	for own, other := int64(8*firstQuota), int64(firstQuota/2); !f.done; own, other = 4*own, 2*other {
		if own > proof && threads > 1 && len(f.found) > 0 {
			f.prove(threads)
			break
		}
		f.again(own)
		if f.p.Options() >= huge {
			f.inOrder(own / 8)
			continue
		}
		for _, name := range []string{"bits", "cells", "bits", "cells"} {
			if !f.done {
				f.otherwise(name, shuffle(f.p, random), other)
			}
		}
		f.inOrder(own)
	}
	s := f.s
	f.total.Count = uint64(len(f.found))
	s.Result, s.Remainder = f.total.Result, f.total.Remainder
	return f.name, f.why()
}

// why returns the reason for the engine that gave the answer.
func (f *finder) why() string {
	wanted := "for one solution"
	if f.s.Limit > 1 {
		wanted = fmt.Sprintf("for at most %d solutions", f.s.Limit)
	}
	if f.searches == 1 {
		return wanted + " the first search was enough"
	}
	return fmt.Sprintf("%s, as the last of %d searches of several kinds", wanted, f.searches)
}

// search searches the problem in some order, for the given number of nodes.
func (f *finder) search(p engine.Subproblem, quota int64) *engine.Search {
	t := &engine.Search{Control: f.s.Within()}
	t.Memory, t.Quota = f.s.Memory/2, quota
	t.Visit = func(options []int32) bool { return f.take(p.Outer(options)) }
	if f.s.Report != nil {
		t.Report = func(sofar *engine.Search, open func() []engine.Part) bool {
			all := new(engine.Search)
			all.Progress = f.own.done()
			all.Add(&f.total)
			all.Add(sofar)
			all.Count = uint64(len(f.found))
			return f.s.Report(all, open)
		}
		t.Watch(f.own.done, func() []engine.Part { return f.own.open })
	}
	return t
}

// take takes a solution, if it is a new one, and reports whether to search for more.
func (f *finder) take(options []int32) bool {
	found := slices.Sorted(slices.Values(options))
	for _, known := range f.found {
		if slices.Equal(known, found) {
			return true
		}
	}
	f.found = append(f.found, found)
	return f.s.Visit(options) && uint64(len(f.found)) != f.s.Limit
}

// ended adds the cost of a search. It was the last one unless it has used up
// its quota.
func (f *finder) ended(t *engine.Search, name string) {
	f.searches++
	f.name = name
	f.done = t.Err != engine.ErrQuota
	if !f.done {
		t.Err = nil
	}
	f.total.Add(t)
}

// inOrder continues the search in the order of the problem.
func (f *finder) inOrder(quota int64) {
	if f.done {
		return
	}
	t := f.search(engine.Subproblem{}, quota)
	f.own.search(t)
	f.words = float64(t.Updates) / float64(max(t.Nodes, 1))
	f.ended(t, "bits")
}

// again searches with many restarts, before a search in the order of the problem for a number of
// nodes.
func (f *finder) again(own int64) {
	if f.restarter == nil {
		f.restarter = cells.NewRestarter(f.p, restartSeed)
	}
	budget := near * float64(own) * (bits.PerNode + bits.PerWord*f.words)
	if f.own.done() < distant {
		budget *= far / near
	}
	nodes := int64(0) // at least for a huge problem
	if f.p.Options() >= huge {
		nodes = own
	}
	for (budget > 0 || nodes > 0) && !f.done {
		t := f.search(engine.Subproblem{}, 0)
		f.restarter.Search(t)
		nodes -= t.Nodes
		budget -= perGuided*float64(t.Nodes) + perRemoval*float64(t.Updates)
		f.ended(t, "cells")
	}
}

// otherwise searches a problem in another order, or with another engine.
func (f *finder) otherwise(name string, p engine.Subproblem, quota int64) {
	if f.done {
		return
	}
	t := f.search(p, quota)
	if name == "bits" {
		bits.Solve(p.Problem, t)
	} else {
		cells.Solve(p.Problem, t)
	}
	t.Rest, t.NewWorker = nil, nil
	f.ended(t, name)
}

// prove has several threads finish the search in the order of the problem.
func (f *finder) prove(threads int) {
	t := f.search(engine.Subproblem{}, 0)
	t.Rest, t.NewWorker, t.Name = f.own.open, f.newWorker, "bits"
	pool.Run(t, threads)
	f.ended(t, "bits")
}

// A rest is what is left of a search by one worker.
type rest struct {
	worker engine.Worker
	open   []engine.Part
}

// search continues with the limits of s, and adds to the counters of s. Nothing
// is left if it ends without an error, unless the visitor has stopped it.
func (r *rest) search(s *engine.Search) {
	enough, visit := false, s.Visit
	s.Visit = func(options []int32) bool {
		enough = !visit(options)
		return !enough
	}
	for len(r.open) > 0 && s.Err == nil && !enough {
		left, _ := r.worker.Solve(r.open[0], s)
		r.open = append(left, r.open[1:]...)
	}
}

// done returns the share of the tree that was searched.
func (r *rest) done() float64 { return engine.Done(r.open) }

// shuffle reorders the items and the options of a problem at random.
func shuffle(p *engine.Problem, random *rand.Rand) engine.Subproblem {
	items := make([]int32, p.Items)
	for i := range items {
		items[i] = int32(i)
	}
	for i, j := range random.Perm(p.Primary) {
		items[j] = int32(i)
	}
	options := make([]int32, 0, p.Options())
	for _, k := range random.Perm(p.Options()) {
		options = append(options, int32(k))
	}
	return p.Selector()(items, p.Primary, options)
}
