// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"polka/dlx/internal/choice"
	"polka/dlx/internal/engine"
	"polka/dlx/internal/reduce"
	"polka/internal/progress"
)

// A question is what a solver is asked for.
type question struct {
	limit int
	visit func(Solution) bool // nil for a count
	any   bool                // whether any solutions will do, in any order
}

// A run is one search of a solver.
type run struct {
	*Solver
	question
	start time.Time

	part   engine.Subproblem // the part of the problem that is searched
	search *engine.Search
	before Token // where it started

	core    *reduce.Core // of the problem, if it was reduced
	choices int          // the number of options before the reduction
	forced  []int        // the options that every solution contains

	failed error // the error of Options.Save
}

// run searches.
func (s *Solver) run(ctx context.Context, q question) (Result, error) {
	r := &run{Solver: s, question: q, start: time.Now(), before: Token{listing: q.visit != nil}}
	way, err := r.prepare(ctx)
	if err != nil {
		return Result{Stats: Stats{Solutions: new(big.Int)}}, err
	}
	tell := s.options.Progress
	if listen := progress.Listener(ctx); listen != nil && tell == nil {
		tell = func(p Progress) { listen(progress.Report{Done: min(p.Fraction, 0.9999), Text: p.line()}) }
		defer listen(progress.Report{Done: 1})
	}
	if tell != nil || s.options.Save != nil {
		r.search.Report = r.reporter(tell)
	}
	return r.end(way(r.part.Problem, r.search))
}

// prepare translates the problem and the question to a search and selects an engine.
func (r *run) prepare(ctx context.Context) (way choice.Way, err error) {
	if r.part, err = r.problem.compile(); err != nil {
		return nil, err
	}
	if err := r.checkOptions(); err != nil {
		return nil, err
	}
	r.search = new(engine.Search)
	r.search.Context, r.search.Check, r.search.Memory = ctx, r.check, int(r.options.Memory)
	r.ask()
	if r.eager {
		r.search.Pace = 1
	}
	from := r.options.Resume
	if r.resumes() {
		if !r.problem.owns(*from) {
			return nil, fmt.Errorf("dlx: the token is of another problem")
		}
		r.before = *from
		r.search.Nodes, r.search.Updates, r.search.Cleansings = from.nodes, from.updates, from.cleansings
		r.search.Profile = slices.Clone(from.profile)
	}
	if !r.search.Tick(1) {
		return r.late, nil
	}
	if r.reduces() {
		if r.any && r.limit == 1 {
			return choice.Soon(r.wanted(), r.soon), nil
		}
		if err := r.reduce(); err != nil {
			return nil, err
		}
	}
	switch {
	case r.resumes() && from.Done():
		return choice.Again(from.engine, r.wanted()), nil
	case r.part.Problem == nil || r.search.Err != nil:
		return r.atRoot, nil
	case r.resumes():
		r.search.Earlier = new(big.Int).Quo(&from.found, new(big.Int).SetUint64(r.copies()))
		r.search.Rest, err = from.parts(r.part)
		return choice.Again(from.engine, r.wanted()), err
	}
	return r.choose()
}

// choose selects the engine for the problem or its core.
func (r *run) choose() (choice.Way, error) {
	if r.any && r.core != nil {
		if parts := reduce.Parts(r.part.Problem); parts != nil {
			return choice.SomeOfEach(parts, r.wanted()), nil
		}
	}
	return choice.Choose(r.part.Problem, r.wanted(), r.search)
}

// wanted returns the options that matter for the choice.
func (r *run) wanted() choice.Options {
	return choice.Options{Engine: r.options.Engine, Threads: r.options.Threads, Eager: r.eager}
}

// resumes reports whether the search resumes another one.
func (r *run) resumes() bool { return r.options.Resume != nil && !r.any }

// checkOptions reports invalid options.
func (r *run) checkOptions() error {
	o := r.options
	switch from := o.Resume; {
	case r.limit < 0:
		return fmt.Errorf("dlx: limit %d: expected a number of solutions, or 0 for all", r.limit)
	case o.Threads < 0:
		return fmt.Errorf("dlx: %d threads: expected a positive number, or 0 for all processors", o.Threads)
	case o.Memory < 0:
		return fmt.Errorf("dlx: memory %d: expected a number of bytes, or 0 for %d", o.Memory, engine.Memory)
	case o.SaveEvery < 0:
		return fmt.Errorf("dlx: save every %v: expected a positive time, or 0 for %v", o.SaveEvery, saveEvery)
	case o.Save != nil && !r.any && o.Engine == "pfaffian":
		return fmt.Errorf("dlx: engine pfaffian cannot save what is left of a count; the other engines can")
	case from == nil || r.any:
	case from.listing && r.visit == nil:
		return fmt.Errorf("dlx: the token is of a listing and cannot be resumed as a count")
	case !from.listing && r.visit != nil:
		return fmt.Errorf("dlx: the token is of a count and cannot be resumed as a listing")
	case from.listing && o.Engine != "" && o.Engine != "auto" && o.Engine != from.engine:
		return fmt.Errorf("dlx: the token is of engine %s, and engine %s would find solutions in another order", from.engine, o.Engine)
	}
	return nil
}

// ask stores the question in the search. The visitor enforces the limit of a
// listing, because a search with both a visitor and a limit may find any solutions.
func (r *run) ask() {
	if r.visit == nil || r.any {
		r.search.Limit = uint64(r.limit)
	}
	if r.visit == nil {
		return
	}
	shown := 0
	r.search.Visit = func(options []int32) bool {
		shown++
		return r.visit(r.solution(options)) && shown != r.limit
	}
}

// solution converts a solution of an engine, and adds the forced options.
func (r *run) solution(options []int32) Solution {
	found := r.problem.solution(r.part, options)
	if len(r.forced) > 0 {
		found.options = append(found.options, r.forced...)
		slices.Sort(found.options)
	}
	return found
}

// total returns the number of solutions of the problem that a search has found, with
// those found before it was resumed.
func (r *run) total(s *engine.Search) *big.Int {
	n := s.Total()
	n.Mul(n, new(big.Int).SetUint64(r.copies()))
	return n.Add(n, &r.before.found)
}

// solution converts a solution of a part of the problem.
func (p *Problem) solution(part engine.Subproblem, options []int32) Solution {
	found := Solution{p, make([]int, len(options))}
	for i, k := range options {
		found.options[i] = int(part.Option[k])
	}
	slices.Sort(found.options)
	return found
}

// end returns the result of the search.
func (r *run) end(name, why string) (Result, error) {
	if r.failed != nil {
		r.search.Err = r.failed
	}
	result := Result{
		Stats: Stats{
			Engine:     name,
			Why:        why + r.reduced(),
			Solutions:  r.total(r.search),
			Nodes:      r.search.Nodes,
			Updates:    r.search.Updates,
			Cleansings: r.search.Cleansings,
			Profile:    r.search.Profile,
			Elapsed:    time.Since(r.start),
		},
		Token: r.left(name),
	}
	if r.options.Save != nil && !r.any && !result.Token.Done() && r.failed == nil {
		if err := r.options.Save(result.Token); err != nil {
			return result, err
		}
	}
	return result, r.search.Err
}

// late is the way of a search that is stopped before it starts.
func (r *run) late(*engine.Problem, *engine.Search) (name, why string) {
	if r.reduces() {
		_, r.before.core = r.wish()
	}
	return cmp.Or(r.options.Engine, "auto"), "stopped before it began"
}

// left returns the token of a search that has ended. If the engine does not know
// what is left, it is the token of the beginning.
func (r *run) left(name string) Token {
	if r.search.Err != nil && r.search.NewWorker == nil && len(r.search.Rest) == 0 {
		if r.resumes() {
			return r.before
		}
		return r.tokenOf(&engine.Search{}, []engine.Part{engine.Root()}, name)
	}
	return r.tokenOf(r.search, r.search.Rest, name)
}

// tokenOf returns the token of a search and the parts that are left of it.
func (r *run) tokenOf(s *engine.Search, open []engine.Part, name string) Token {
	t := Token{
		of: r.problem, engine: name, listing: r.before.listing, core: r.before.core,
		nodes: s.Nodes, updates: s.Updates, cleansings: s.Cleansings, profile: slices.Clone(s.Profile),
		open: slices.Clone(open), part: engine.Subproblem{Option: r.part.Option, Item: r.part.Item},
	}
	t.found.Set(r.total(s))
	return t
}
