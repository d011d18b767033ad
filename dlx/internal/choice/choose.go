// SPDX-License-Identifier: BSD-3-Clause

// The problem. The engines differ by factors of a thousand, in both directions. Which
// one counts the solutions of a problem soonest, and how much may it cost to find out?
//
// The source. For the estimates see survey.go, and forecast.go in package frontier.
// Limiting the loss by a wrong decision to a share of the cost of the right one is the
// idea of online algorithms: A. Borodin and R. El-Yaniv, Online Computation and
// Competitive Analysis, Cambridge (1998).
//
// The idea. Some properties can be read from the problem: independent parts,
// multiplicities, options that are edges of a planar graph. Otherwise there are three
// ways to count:
//
//   - search (package bits) starts at once. Its work is never lost, and a sample of
//     nodes from the whole tree estimates how long it takes;
//   - counting by layers (package frontier) is tried as soon as the search is worth
//     several times its preparation. It forecasts its own end. It may spend an
//     eightieth of the rest of the search before its forecast must be below 16 times
//     that rest, and a twentieth before the forecast must be shorter than the rest;
//   - caching counts (package bits, memo.go) is tried last, for less than a hundredth
//     of the nodes. It must make the tree four times smaller.
//
// A search that has no clear rival is divided by symmetries, see orbits.go. They are looked for
// when a trial of another engine has cost, or would cost, as much as that. With a cache the parts
// that they leave are counted, too.
//
// If there are multiplicities, see ranges.go.
//
// If search and count seem equally long, the search continues for a while, which
// improves its estimate. If the tree turns out to be much larger than estimated, the
// selection starts again. So the selection costs about a tenth of the search, or a
// millisecond, unless a forecast is wrong by a factor.
//
// The estimates are in units of work, such as nodes and states, each with a cost in
// nanoseconds, and not in measured time. So the same problem is always counted in the
// same way, with the same counters. Only the point at which a search turns out to be
// longer than estimated depends on the number of threads.
//
// An example. Twelve pentominoes on 4x15. After 1000 nodes the estimate of the tree is
// 900 thousand nodes, which take 140 ms; the true number is 850 thousand. The count by
// layers forecasts 20 ms after 2, and takes 32. On 8x8 without the four middle cells,
// where the search takes 40 ms, the forecast is a second, and the count gives up.

// Package choice solves problems: it selects an engine, and lets several engines take
// turns if it is not known which is the best. It also samples and estimates.
package choice

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"polka/dlx/internal/bits"
	"polka/dlx/internal/cells"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/frontier"
	"polka/dlx/internal/links"
	"polka/dlx/internal/pfaffian"
	"polka/dlx/internal/pool"
	"polka/dlx/internal/reduce"
)

// A Way solves a problem. It returns the name of the engine that did, and the reason
// for its selection.
type Way func(*engine.Problem, *engine.Search) (name, why string)

// Options are the options of package dlx that matter for the selection.
type Options struct {
	Engine  string
	Threads int
	Eager   bool // use symmetries wherever there are any, for tests
}

// Choose returns the way to solve a problem.
func Choose(p *engine.Problem, o Options, s *engine.Search) (Way, error) {
	if o.chosen() == "auto" && s.Counts() {
		if parts := reduce.Parts(p); parts != nil {
			return product(parts, o, &unfinished{}), nil
		}
	}
	return chooseWhole(p, o, s)
}

// chooseWhole returns the way to solve a problem that is not divided into parts.
func chooseWhole(p *engine.Problem, o Options, s *engine.Search) (Way, error) {
	name, threads := o.chosen(), o.threads(o.Engine)
	counting := s.Counts()
	switch name {
	case "auto":
		switch {
		case s.Visit != nil && s.Limit > 0:
			return portfolio(threads), nil
		case counting && p.High != nil:
			return searchOrCells(threads, false, o.Eager), nil
		case p.High != nil:
			return inParts("bits", threads, "there are multiplicities"), nil
		case counting:
			if untouched(s) { // pfaffian would count again what has been counted
				plan, ok := pfaffian.NewPlan(p, s)
				switch {
				case s.Err != nil:
					return stopped(undecided), nil
				case ok:
					return pairs(plan), nil
				}
			}
			return searchOrCount(threads, o.Eager), nil
		}
		return inParts("bits", threads, "solutions are visited one by one"), nil
	case "links", "cells", "bits":
		return inParts(name, threads, "as asked for"), nil
	case "memo", "frontier", "pfaffian":
		if !counting {
			return nil, fmt.Errorf("dlx: engine %s counts all solutions and cannot list them or stop at a limit; the other engines can", name)
		}
		return counter(p, o, s)
	}
	return nil, fmt.Errorf("dlx: unknown engine %q; the engines are auto, links, cells, bits, memo, frontier and pfaffian", name)
}

// counter returns the way to count by an engine that can only count.
func counter(p *engine.Problem, o Options, s *engine.Search) (Way, error) {
	switch name := o.Engine; name {
	case "frontier":
		if p.High != nil {
			return counterOfRanges(p, s)
		}
		plan, ok := frontier.NewPlan(p, s)
		if s.Err != nil {
			return stopped(name), nil
		}
		if !ok {
			return nil, errTooFar
		}
		return with(name, func(_ *engine.Problem, s *engine.Search) { plan.Count(s, math.MaxInt64) }, "as asked for"), nil
	case "pfaffian":
		plan, ok := pfaffian.NewPlan(p, s)
		if s.Err != nil {
			return stopped(name), nil
		}
		if !ok {
			return nil, fmt.Errorf("dlx: engine pfaffian needs options of two items each that make a planar graph, and no multiplicities; the other engines can solve this problem")
		}
		return with(name, func(_ *engine.Problem, s *engine.Search) { plan.Count(s) }, "as asked for"), nil
	}
	if p.High != nil {
		return nil, fmt.Errorf("dlx: engine memo cannot count where there are multiplicities; links, cells and bits can")
	}
	return inParts("memo", o.threads("memo"), "as asked for"), nil
}

// errTooFar is the error of a problem that engine frontier cannot count.
var errTooFar = errors.New("dlx: engine frontier cannot count this problem: its options reach too far; the other engines can solve it")

// chosen returns the engine of the options, auto by default.
func (o Options) chosen() string { return cmp.Or(o.Engine, "auto") }

// threads returns the number of threads that an engine may use. Engine memo does not
// share its cache.
func (o Options) threads(name string) int {
	switch {
	case name == "memo":
		return 1
	case o.Threads == 0:
		return runtime.GOMAXPROCS(0)
	}
	return o.Threads
}

// with returns the way to use one engine.
func with(name string, solve func(*engine.Problem, *engine.Search), why string) Way {
	return func(p *engine.Problem, s *engine.Search) (string, string) {
		solve(p, s)
		return name, why
	}
}

// stopped returns the way of an engine whose preparation has been stopped, which does nothing.
func stopped(name string) Way {
	return with(name, func(*engine.Problem, *engine.Search) {}, "stopped during preparation")
}

// inParts returns the way to use one engine for parts of the problem, by several
// threads.
func inParts(name string, threads int, why string) Way {
	return func(p *engine.Problem, s *engine.Search) (string, string) {
		s.Rest = []engine.Part{engine.Root()}
		s.NewWorker, s.Name = named(name, p), name
		pool.Run(s, threads)
		return name, why
	}
}

// workersOf returns the function that makes workers of an engine, or nil if the engine
// does not work on parts.
func workersOf(name string, p *engine.Problem) func(bytes int) engine.Worker {
	switch {
	case name == "links":
		return links.Workers(p)
	case name == "cells":
		return cellWorkers(p)
	case name == "bits":
		return bits.Workers(p)
	case name == "memo":
		return bits.MemoWorkers(p)
	}
	return nil
}

// Again returns the way to resume a search, by the same engine or the one in the options. If that
// cannot resume it, what is left remains as it was.
func Again(before string, o Options) Way {
	return func(p *engine.Problem, s *engine.Search) (name, why string) {
		name, why = before, "resumed"
		if e := o.chosen(); e != "auto" {
			name = e
		}
		if len(s.Rest) == 0 {
			return name, "nothing is left to search"
		}
		rest := slices.Clone(s.Rest)
		if parts, u := independent(p, o, s); parts != nil {
			return product(parts, o, u)(p, s)
		}
		refuse := func(err error) (name, why string) {
			s.Err, s.Rest = err, rest
			return before, why
		}
		switch limited := s.Visit == nil && s.Limit > 0; {
		case limited && !stops(o.chosen()), o.Engine == "memo" && p.High != nil:
			_, err := chooseWhole(p, o, s)
			return refuse(err)
		case limited && symmetric(s.Rest):
			return fromStart(p, o, s)
		case limited && o.chosen() == "auto" && countsOnly(name):
			name = "bits" // it can stop at the limit, and the parts are those of every engine
			for i := range s.Rest {
				s.Rest[i].State, s.Rest[i].Later = nil, nil
			}
		case name == undecided && s.Counts():
			way, err := chooseWhole(p, o, s)
			if err != nil {
				return refuse(err)
			}
			return way(p, s)
		}
		if s.NewWorker, s.Name = workersOf(name, p), name; name == o.Engine {
			s.NewWorker = named(name, p)
		}
		if s.NewWorker != nil {
			pool.Run(s, o.threads(name))
			return name, why
		}
		way, err := Choose(p, Options{Engine: name, Threads: o.Threads}, s)
		if len(s.Rest) > 1 || s.Rest[0].Path != nil {
			err = fmt.Errorf("dlx: engine %s cannot resume subproblems; links, cells, bits and memo can", name)
		}
		if err != nil {
			return refuse(err)
		}
		name, why = way(p, s)
		if s.Err == frontier.ErrWide && o.Engine != name {
			s.Err, s.Look = nil, nil // it reports no longer what is left
			if s.Counts() && p.High != nil {
				return searchOrCells(o.threads(""), true, o.Eager)(p, s)
			}
			if way, err = Choose(p, Options{Threads: o.Threads}, s); err != nil {
				s.Err = err
				return name, why
			}
			return way(p, s)
		}
		return name, why
	}
}

// The parameters of the selection.
const (
	glance    = 500  // nodes that are visited before anything else is considered
	manyItems = 128  // primary items of a problem that can be sparse
	perEntry  = 150  // ns to prepare a count by layers, for each entry of an option
	perPair   = 12   // ns for package pfaffian, for each pair of items, options or not
	perNodeM  = 40   // ns for a node of package bits with multiplicities,
	perWordM  = 1.8  // and for each word of its rows; without them, bits.PerNode and PerWord
	perNodeO  = 18   // ns for a node of package cells where items are bytes,
	perWordO  = 2.0  // and for each word of its rows
	doubt     = 0.05 // the share of a search that a count which gives up may cost
	maxGrowth = 64   // the greatest ratio of an estimate to the nodes visited that is trusted
	latin     = 3    // the factor by which doubt is larger if items are bytes, as in Latin squares
	margin    = 1.2  // the factor by which a count must seem shorter
	grown     = 2    // the factor by which a search must seem longer if something is to be tried again
)

// A selection compares a search that has started with other ways to count.
type selection struct {
	*survey
	p        *engine.Problem
	engine   string         // of the search
	plan     *frontier.Plan // of a count by layers, nil if there is none,
	planned  bool           // whether plan has been computed,
	refused  float64        // and the rest of the search when the count was given up
	memories bool           // whether caching has been tried
	parts    []engine.Part  // into which symmetries have divided the count, nil if they may not be used,
	orbits   string         // and what to say about that,
	sought   float64        // and the rest of the search when symmetries were looked for
	eager    bool           // whether they are used wherever there are any
}

// time estimates how many nanoseconds a number of nodes takes.
func (c *selection) time(nodes float64) float64 {
	return nodes * c.perNode(float64(c.Updates)/float64(max(c.Nodes, 1)))
}

// perNode returns the time for a node of package bits that processes the given number of words.
func (c *selection) perNode(words float64) float64 {
	switch {
	case c.p.High != nil:
		return perNodeM + perWordM*words
	case c.engine == "cells":
		return perNodeO + perWordO*words
	}
	return bits.PerNode + bits.PerWord*words
}

// rest estimates the time for the rest of the search.
func (c *selection) rest() float64 { return c.time(c.nodes() - float64(c.Nodes)) }

// sure is rest, limited to a multiple of the nodes visited so far.
func (c *selection) sure() float64 {
	return c.time(min(c.nodes(), maxGrowth*float64(c.Nodes)) - float64(c.Nodes))
}

// sparse reports whether the rows of package bits, which have a word for each item, are nearly all
// zeros: to make them takes longer than a short search without them.
func sparse(p *engine.Problem) bool { return p.Primary >= manyItems && p.Options() < p.Primary }

// searchOrCount counts the solutions by a search if that is short, or by an engine that is likely
// to be faster. The work of the search is not lost, and several threads do what is left of it. If
// it is eager, it is as short a search as possible and has no rivals but symmetries.
func searchOrCount(threads int, eager bool) Way {
	return func(p *engine.Problem, s *engine.Search) (name, why string) {
		c := &selection{p: p, engine: "bits", parts: divisible(s, eager), eager: eager}
		defer func() {
			if name == c.engine {
				why += c.orbits
			}
		}()
		if sparse(p) {
			if c.survey = begin(s, links.Workers(p)(s.Room()/threads), c.glance()); c.over() && c.Err == nil {
				return "links", "the search is short, and there are fewer options than items"
			}
		}
		if cells.FitsOctets(p) {
			c.engine = "cells"
		}
		newWorker := workersOf(c.engine, p)
		worker := newWorker(s.Room() / threads)
		if c.survey == nil {
			c.survey = begin(s, worker, c.glance())
		}
		c.worker = worker
		for preparation := perEntry * float64(len(p.Entries)); ; c.look(2 * c.Nodes) {
			switch {
			case c.over():
				return c.short()
			case c.trial == nil && !eager && c.rest() < 4*preparation:
				continue
			}
			s.NewWorker, s.Name = lend(worker, newWorker), undecided
			if !eager {
				if name, why = c.others(); name != "" {
					return name, why
				}
			}
			c.byOrbits()
			if c.over() {
				return c.short()
			}
			s.Name = c.engine
			thought := c.nodes()
			c.look(int64(thought / 32))
			if c.over() || c.nodes() < surprise*thought {
				return c.finish(max(c.nodes(), thought), threads)
			}
		}
	}
}

// finish continues the search with all threads. If it turns out to be much longer than
// estimated, the other engines are tried again, for a tree of which the parts that are done have
// their share of the nodes. The number of nodes at that moment depends on the threads.
func (c *selection) finish(thought float64, threads int) (name, why string) {
	for outer := c.Check; ; {
		thought *= surprise
		words := max(float64(c.Updates)/float64(max(c.Nodes, 1)), 1)
		fuse := engine.NewFuse(int64(min(thought*words/engine.Patience, 1e15))+1, errSurprise)
		c.Check = func() error {
			if outer != nil {
				if err := outer(); err != nil {
					return err
				}
			}
			return fuse.Look()
		}
		pool.Run(c.Search, threads)
		c.Check = outer
		if c.Err != errSurprise {
			return c.engine, "the frontier is too wide"
		}
		c.Err = nil
		c.guesses, c.sum = 1, float64(c.Nodes)/max(engine.Done(c.Rest), 1.0/maxGrowth)
		if name, why = c.others(); name != "" {
			return name, why
		}
	}
}

// surprise is the ratio at which a tree is much larger than estimated.
const surprise = 3

// errSurprise ends the search of such a tree.
var errSurprise = errors.New("the search is longer than estimated")

// lend returns a function that makes workers; the first worker exists already.
func lend(first engine.Worker, newWorker func(bytes int) engine.Worker) func(bytes int) engine.Worker {
	var taken atomic.Bool
	return func(bytes int) engine.Worker {
		if taken.CompareAndSwap(false, true) {
			return first
		}
		return newWorker(bytes)
	}
}

// others tries the other engines, and returns the name of the one that has counted, if
// any.
func (c *selection) others() (name, why string) {
	nodes := c.nodes()
	if !c.planned {
		c.plan, _ = frontier.NewPlan(c.p, c.Search)
		c.planned = true
	}
	if c.over() {
		return c.short()
	}
	if c.plan != nil && c.rest() > grown*c.refused {
		likely := c.countLayers(c.plan)
		switch {
		case likely && c.Err == nil:
			return "frontier", fmt.Sprintf("a search would visit some %.1g nodes", nodes)
		case likely:
			return "frontier", "stopped during the count"
		case c.over():
			return c.short()
		}
		c.refused = c.rest()
	}
	if c.remember() {
		return "memo", "states recur" + c.orbits
	}
	if c.Err != nil {
		return c.short()
	}
	return "", ""
}

// countLayers counts by package frontier, as long as that seems shorter than the
// rest of the search. If it reports true, the search is that of the count, which is
// done, or has been stopped.
func (c *selection) countLayers(plan *frontier.Plan) (likely bool) {
	t := c.aside(&likely)
	plan.CountWhile(t, func(spent, total float64) float64 {
		c.refine(spent, total)
		if likely = margin*(total-spent) < c.rest(); !likely && spent > c.toSeek() {
			c.byOrbits()
			likely = margin*(total-spent) < c.rest()
		}
		rest := c.sure()
		if c.engine == "cells" {
			rest *= latin
		}
		switch {
		case c.Err != nil: // it will stop the count too, which then leaves its state
			return spent * 1.25
		case c.over():
			return 0
		case likely:
			return spent * 1.25
		case spent > doubt*rest, spent > doubt*rest/4 && total > 16*c.rest():
			return 0
		}
		return min(spent*1.5, 1.01*doubt*rest)
	})
	switch {
	case t.Err == frontier.ErrWide:
		return false
	case t.Err == nil, likely:
		c.Result, c.Remainder = t.Result, t.Remainder
		return true
	}
	c.stop(t)
	return false
}

// refine extends the survey of the tree if the decision is not clear and the survey
// is short compared to the count so far.
func (c *selection) refine(spent, total float64) {
	for !c.over() && maxGrowth*float64(c.Nodes) < c.nodes() && (16*c.time(float64(c.Nodes)) < spent || spent > doubt*c.sure()) {
		clear := 8.0 // the ratio at which the decision is clear
		if c.Nodes > 8*glance {
			clear = 3
		}
		if rest, more := c.rest(), total-spent; more < rest/clear || more > 2*clear*rest {
			return
		}
		c.look(2 * c.Nodes)
	}
}

// pairs counts perfect matchings of a planar graph by package pfaffian, or by layers if
// that is shorter, as on long and narrow boards.
func pairs(plan *pfaffian.Plan) Way {
	return func(p *engine.Problem, s *engine.Search) (name, why string) {
		worth := perPair * float64(p.Primary) * float64(p.Primary)
		if worth > 4*perEntry*float64(len(p.Entries)) {
			if other, ok := frontier.NewPlan(p, s); ok {
				t := &engine.Search{Control: s.Within()}
				t.Memory, t.Report = s.Memory, s.Report
				likely := false
				other.CountWhile(t, func(spent, total float64) float64 {
					if likely = margin*(total-spent) < worth; likely || spent < worth/8 {
						return spent * 1.25
					}
					return 0
				})
				if t.Err == nil || likely && t.Err != frontier.ErrWide {
					s.Result, s.Remainder = t.Result, t.Remainder
					return "frontier", "the options are pairs, and the board is narrow"
				}
			}
		}
		plan.Count(s)
		return "pfaffian", "the options are pairs, and the graph is planar"
	}
}
