// The problem. The time to the first solution has a heavy tail: with one order
// of the items a search meets a solution at once, with another one it loses
// itself in a subtree without any, for hours. Sixty queens take 66 million
// nodes in the order of the problem, and a hundred in most others.
//
// The source. C. P. Gomes, B. Selman, N. Crato and H. Kautz, Heavy-tailed
// phenomena in satisfiability and constraint satisfaction problems, Journal of
// Automated Reasoning 24 (2000), DOI 10.1023/A:1006314320276.
//
// The idea. Give up after a number of nodes and begin again otherwise, with a
// larger number: with another engine, which orders the options otherwise as it
// goes (package cells), or with the items and options in random order; and in
// between go on in the order of the problem, for a number of nodes that grows
// faster. If there is no solution, that search proves it, and the others have
// cost a fraction of it. The random orders come from a fixed seed, so that the
// same problem has the same first solution every time.
//
// Who asks whether a solution is the only one wants a second one, if there is one,
// as soon as others want the first, and else a proof that there is none. The
// searches collect what they find, each solution once; when a million nodes have
// not told, all threads help with the proof.
//
// An example. One square of side 1, two of side 2, ..., eight of side 8 fill a
// square of side 36. Package bits has not found out how in a million nodes, nor
// in any other order; package cells does after 7330.

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

// firstQuota is how many nodes the first search may visit. It is enough for
// most problems.
const firstQuota = 4_000

// proof is how many nodes the search in the order of the problem may go on for
// before it is taken for a proof that there are no more solutions.
const proof = 1_000_000

// A finder looks for a few solutions, whichever they are.
type finder struct {
	p         *engine.Problem
	s         *engine.Search // what is wanted
	newWorker func(bytes int) engine.Worker
	own       *rest         // of the search in the order of the problem
	found     [][]int32     // solutions, in increasing order of their options
	total     engine.Search // what all searches have cost
	searches  int
	name      string // of the engine that has searched last
	done      bool   // whether all is found, or the search has to stop
}

// portfolio is a way to find one solution, or as many as the limit says.
func portfolio(threads int) Way {
	return func(p *engine.Problem, s *engine.Search) (name, why string) {
		f := newFinder(p, s)
		f.inOrder(firstQuota)
		return f.finish(threads)
	}
}

// Soon is the way to find one solution: a short search of the whole problem,
// which most often is enough and takes less time than to reduce it, and if that
// does not tell, a way to solve what the problem is reduced to then. If this is nil,
// the search of the whole problem goes on.
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
		s.Result = rest.Result
		return name, why
	}
}

// newFinder has not yet begun.
func newFinder(p *engine.Problem, s *engine.Search) *finder {
	newWorker := bits.Workers(p)
	return &finder{p: p, s: s, newWorker: newWorker, own: &rest{worker: newWorker(s.Room() / 2), open: []engine.Part{engine.Root()}}}
}

// finish goes on after the first search.
func (f *finder) finish(threads int) (name, why string) {
	f.otherwise("cells", engine.Subproblem{Problem: f.p}, 4*firstQuota)
	random := rand.New(rand.NewPCG(7, 2))
	for own, other := int64(8*firstQuota), int64(firstQuota/2); !f.done; own, other = 4*own, 2*other {
		if own > proof && threads > 1 && len(f.found) > 0 {
			f.prove(threads)
			break
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
	s.Result = f.total.Result
	return f.name, f.why()
}

// why tells who has told.
func (f *finder) why() string {
	wanted := "one solution is wanted"
	if f.s.Limit > 1 {
		wanted = fmt.Sprintf("at most %d solutions are wanted", f.s.Limit)
	}
	if f.searches == 1 {
		return wanted + ", and the first search has told"
	}
	return fmt.Sprintf("%s, and the last of %d searches of several kinds has told", wanted, f.searches)
}

// search is a search of the problem in some order, for so many nodes.
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

// take takes a solution, if it is a new one, and reports whether to look for more.
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

// ended adds up what a search has cost. It was the last one unless it has used up
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

// inOrder goes on with the search in the order of the problem.
func (f *finder) inOrder(quota int64) {
	if f.done {
		return
	}
	t := f.search(engine.Subproblem{}, quota)
	f.own.search(t)
	f.ended(t, "bits")
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

// search goes on, as s asks for it, and adds to the counters of s. Nothing is left
// if it ends without an error, unless the visitor has had enough.
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

// done is the share of the tree that was searched.
func (r *rest) done() float64 { return engine.Done(r.open) }

// shuffle gives the items and the options of a problem another order.
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
