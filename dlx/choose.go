package dlx

import (
	"fmt"
	"math"
	"math/big"
	"runtime"

	"polka/dlx/internal/bits"
	"polka/dlx/internal/cells"
	"polka/dlx/internal/crew"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/frontier"
	"polka/dlx/internal/links"
	"polka/dlx/internal/pfaffian"
	"polka/dlx/internal/reduce"
)

// A way is how a problem is solved. It returns the name of the engine that did
// it, and why that one.
type way func(*engine.Problem, *engine.Search) (name, why string)

// choose finds the way for a problem.
func choose(p *engine.Problem, o Options, s *engine.Search) (way, error) {
	name, threads := o.Engine, threads(o.Engine, o)
	counting := s.Visit == nil && s.Limit == 0
	switch name {
	case "", "auto":
		one := s.Visit != nil && s.Limit == 1
		switch {
		case one:
			return portfolio, nil
		case counting && reduce.Components(p) != nil:
			return product(o), nil
		case p.High != nil:
			return inParts("bits", threads, "there are multiplicities"), nil
		case counting:
			if plan, ok := pfaffian.NewPlan(p); ok {
				return with("pfaffian", func(_ *engine.Problem, s *engine.Search) { plan.Count(s) }, "the options are pairs, and the graph is planar"), nil
			}
			return searchOrSweep(threads), nil
		}
		return inParts("bits", threads, "solutions are wanted one by one"), nil
	case "links", "cells", "bits":
		return inParts(name, threads, "as asked for"), nil
	case "memo":
		if !counting {
			return nil, fmt.Errorf("dlx: engine memo counts all solutions and cannot list them or stop at a limit; the other engines can")
		}
		if p.High != nil {
			return nil, fmt.Errorf("dlx: engine memo cannot count where there are multiplicities; links, cells and bits can")
		}
		return inParts(name, threads, "as asked for"), nil
	case "frontier":
		if !counting {
			return nil, fmt.Errorf("dlx: engine frontier counts all solutions and cannot list them or stop at a limit; the other engines can")
		}
		plan, ok := frontier.NewPlan(p)
		if !ok {
			return nil, fmt.Errorf("dlx: engine frontier cannot sweep this problem: its options reach too far, or there are multiplicities; the other engines can solve it")
		}
		return with(name, func(_ *engine.Problem, s *engine.Search) { plan.Count(s, math.MaxInt64) }, "as asked for"), nil
	case "pfaffian":
		if !counting {
			return nil, fmt.Errorf("dlx: engine pfaffian counts all solutions and cannot list them or stop at a limit; the other engines can")
		}
		plan, ok := pfaffian.NewPlan(p)
		if !ok {
			return nil, fmt.Errorf("dlx: engine pfaffian needs options of two items each that make a planar graph, and no multiplicities; the other engines can solve this problem")
		}
		return with(name, func(_ *engine.Problem, s *engine.Search) { plan.Count(s) }, "as asked for"), nil
	}
	return nil, fmt.Errorf("dlx: there is no engine %q; engines are auto, links, cells, bits, memo, frontier and pfaffian", name)
}

// threads is how many threads an engine may use. What engine memo has learned it
// does not share.
func threads(name string, o Options) int {
	switch {
	case name == "memo":
		return 1
	case o.Threads == 0:
		return runtime.GOMAXPROCS(0)
	}
	return o.Threads
}

// product counts the solutions of parts that have nothing to do with each other.
func product(o Options) way {
	return func(p *engine.Problem, s *engine.Search) (name, why string) {
		number := big.NewInt(1)
		parts := reduce.Components(p)
		for _, part := range parts {
			t := &engine.Search{Context: s.Context, Memory: s.Memory}
			way, err := choose(part, o, t)
			if err != nil {
				s.Err = err
				break
			}
			name, _ = way(part, t)
			number.Mul(number, t.Total())
			t.Count = 0
			t.Bulk.SetInt64(0)
			s.Add(t)
			if s.Err != nil || number.Sign() == 0 {
				break
			}
		}
		if s.Err == nil {
			s.Bulk.Set(number)
		}
		return name, fmt.Sprintf("for the last of %d parts that have nothing to do with each other", len(parts))
	}
}

// with is the way to use one engine.
func with(name string, solve func(*engine.Problem, *engine.Search), why string) way {
	return func(p *engine.Problem, s *engine.Search) (string, string) {
		solve(p, s)
		return name, why
	}
}

// inParts is the way to use one engine for parts of the problem, spread over
// the threads.
func inParts(name string, threads int, why string) way {
	return func(p *engine.Problem, s *engine.Search) (string, string) {
		s.Rest = []engine.Part{engine.Root()}
		s.Hire, s.Name = hire(name, p), name
		crew.Finish(s, threads)
		return name, why
	}
}

// hire gives workers of an engine, nil if that does not work on parts.
func hire(name string, p *engine.Problem) func(bytes int) engine.Worker {
	switch {
	case name == "links":
		return links.Hire(p)
	case name == "cells":
		return crew.Whole(p, cells.Solve)
	case name == "bits":
		return bits.Hire(p)
	case name == "memo":
		return bits.HireMemo(p)
	}
	return nil
}

// trial is how many nodes of the search tree are visited before anything else
// is thought of: a few milliseconds.
const trial = 20_000

// searchOrSweep counts the solutions by a search if it is short, or else by
// sweeping if that is no longer than the search promises to be.
//
// The trial tells what fraction of the tree it has seen. A node of package bits
// takes the time of some updates of package frontier, and the sweep is given up
// when it has made a tenth of what the rest of the search is worth, and looks as
// if it would make more than the whole. What the trial has done is not lost, and
// what it has left is spread over the threads.
func searchOrSweep(threads int) way {
	return func(p *engine.Problem, s *engine.Search) (name, why string) {
		s.Quota = trial
		bits.Solve(p, s)
		if s.Err != engine.ErrQuota {
			return "bits", "the search is short"
		}
		s.Err, s.Quota = nil, 0
		why = "the front is too wide for sweeping"
		if plan, ok := frontier.NewPlan(p); ok {
			nodes := float64(s.Nodes) / max(s.Progress, 1e-12)
			sweep := &engine.Search{Context: s.Context, Report: s.Report, Memory: s.Memory}
			worth := (1.2 + float64(s.Updates)/float64(s.Nodes)/60) * (nodes - float64(s.Nodes)) // in updates
			plan.Count(sweep, int64(min(worth, 1e18)))
			if sweep.Err == nil {
				*s = *sweep
				return "frontier", fmt.Sprintf("a search would visit some %.1g nodes", nodes)
			}
			if sweep.Err != frontier.ErrWide && sweep.Rest[0].State != nil {
				*s = *sweep
				return "frontier", "stopped while it was tried to sweep"
			}
			if sweep.Err != frontier.ErrWide {
				s.Err = sweep.Err
				return "bits", "stopped while it was tried to sweep"
			}
		}
		if s.Progress > 0.1 || !remember(p, s) {
			crew.Finish(s, threads)
			return "bits", why
		}
		return "memo", "situations come back"
	}
}

// remember counts with a memory, if a trial shows that this makes the tree
// several times smaller. It reports whether it did, or was stopped.
func remember(p *engine.Problem, s *engine.Search) bool {
	if p.High != nil {
		return false
	}
	memo := bits.NewMemo(p, s.Room())
	nodes := float64(s.Nodes) / max(s.Progress, 1e-12)
	sample := &engine.Search{Context: s.Context, Report: s.Report, Quota: int64(min(trial, nodes/50))}
	memo.Count(sample)
	if sample.Err == engine.ErrQuota {
		if memo.Gain() < gain {
			return false
		}
		sample.Err, sample.Quota = nil, 0
		crew.Finish(sample, 1)
	}
	if sample.Err == bits.ErrHuge {
		return false
	}
	*s = *sample
	return true
}

// gain is by what factor a memory must make the tree smaller.
const gain = 4
