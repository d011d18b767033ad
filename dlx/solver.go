// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"strings"
	"time"

	"polka/internal/plural"
)

// ErrNoSolution is the error of a search for a solution if there is none.
var ErrNoSolution = errors.New("dlx: there is no solution")

// ErrNotUnique is the error of a search for the only solution if there are several.
var ErrNotUnique = errors.New("dlx: there are several solutions")

// Options control how a problem is solved. The zero value is a good choice. A search has no
// time limit of its own: when its context ends, it returns the results so far.
type Options struct {
	// Engine is one of the names that Engines returns. The default, "auto",
	// selects an engine and reduces the problem first: preprocessing removes
	// forced and impossible options. A named engine gets the problem unchanged,
	// so its nodes and updates are those of the whole problem. It is an error if
	// the engine cannot do what is asked.
	Engine string

	// Threads is the number of processors that the search may use; 0 means all.
	// The result, the order of solutions, nodes and updates do not depend on it.
	// First uses one.
	Threads int

	// Memory is the approximate memory limit of a search in bytes; 0 means 512
	// MiB. The tables of the engines use at most half of it; an engine whose
	// tables would be larger does without them, or another engine is selected.
	// The memory of problems and lists of solutions is not included.
	Memory int64

	// Limit is the number of solutions after which the search ends; 0 means no
	// limit.
	Limit int

	// Progress, if not nil, is called about ten times a second, by the goroutine
	// that called the solver.
	Progress func(Progress)

	// Save, if not nil, is called at intervals of SaveEvery, by default 10
	// seconds, and when a search ends early, with a token from which the search
	// can be resumed. In a listing, the token belongs to the solutions that have
	// been visited when Save is called. An error ends the search. With engine
	// pfaffian it must be nil in a count; the Token of its Result can be resumed.
	Save      func(Token) error
	SaveEvery time.Duration

	// Resume, if not nil, is the token of an earlier search to be resumed. Count
	// then returns the total number of solutions, of which only the new ones
	// count for Limit; Each continues after the solutions visited before. The
	// token must be of the same problem and of the same kind of search, a count
	// or a listing. Engine should be "", or in a count any engine that works on
	// parts.
	Resume *Token
}

// A Solver solves a problem with options. Its methods also return a Result with
// statistics and a token. It is an immutable value: it may be used any number of
// times, and by several goroutines at once.
type Solver struct {
	problem *Problem
	options Options
	check   func() error // of each search, see engine.Control; set by tests
	eager   bool         // whether symmetries are used wherever there are any, and check is called all the time; set by tests
}

// Solver returns a solver for the problem. Its methods report invalid options.
func (p *Problem) Solver(options Options) *Solver {
	return &Solver{problem: p, options: options}
}

// Count returns the number of solutions. If ctx ends first, it returns the number
// found so far together with the error.
func (p *Problem) Count(ctx context.Context) (*big.Int, error) {
	r, err := p.Solver(Options{}).Count(ctx)
	return r.Solutions, err
}

// First returns a solution, or ErrNoSolution. For the same problem it is always the
// same solution, but not always the first one of All, because a long search is
// restarted in other orders. Of a huge problem with many solutions, such as 60 pieces on
// 360 cells, it often finds one where All finds none in reasonable time.
func (p *Problem) First(ctx context.Context) (Solution, error) {
	first, _, err := p.Solver(Options{}).First(ctx)
	return first, err
}

// Unique returns the only solution. If there are several, it returns one of
// them and ErrNotUnique; if there is none, ErrNoSolution.
func (p *Problem) Unique(ctx context.Context) (Solution, error) {
	only, _, err := p.Solver(Options{}).Unique(ctx)
	return only, err
}

// All returns all solutions, always in the same order. If ctx ends first, it
// returns those found so far together with the error. If there may be more than
// fit in memory, use Each.
func (p *Problem) All(ctx context.Context) ([]Solution, error) {
	var all []Solution
	err := p.Each(ctx, func(found Solution) bool {
		all = append(all, found)
		return true
	})
	return all, err
}

// Each calls visit with each solution, in the order of All, until visit returns
// false. Solutions is the same as a loop.
func (p *Problem) Each(ctx context.Context, visit func(Solution) bool) error {
	_, err := p.Solver(Options{}).Each(ctx, visit)
	return err
}

// Solutions returns the solutions one by one, in the order of All, for a loop such as
//
//	for s, err := range p.Solutions(ctx) {
//
// An error comes last, with the zero Solution. Leaving the loop ends the search.
func (p *Problem) Solutions(ctx context.Context) iter.Seq2[Solution, error] {
	return func(yield func(Solution, error) bool) {
		left := false
		err := p.Each(ctx, func(found Solution) bool {
			left = !yield(found, nil)
			return !left
		})
		if err != nil && !left {
			yield(Solution{}, err)
		}
	}
}

// Count counts the solutions, up to the limit. If ctx ends first, it returns the
// result so far together with the error.
func (s *Solver) Count(ctx context.Context) (Result, error) {
	return s.run(ctx, question{limit: s.options.Limit})
}

// First returns a solution, after Problem.Check of it, or ErrNoSolution if the search has proved
// that there is none.
func (s *Solver) First(ctx context.Context) (Solution, Result, error) {
	var first Solution
	r, err := s.run(ctx, question{limit: 1, any: true, visit: func(found Solution) bool {
		first = found
		return false
	}})
	switch {
	case err != nil:
	case r.Solutions.Sign() == 0:
		err = ErrNoSolution
	default:
		err = s.problem.Check(first.options...)
	}
	return first, r, err
}

// Unique returns the only solution. If there are several, it returns one of
// them and ErrNotUnique; if there is none, ErrNoSolution. It looks for no more
// than two.
func (s *Solver) Unique(ctx context.Context) (Solution, Result, error) {
	var first Solution
	found := 0
	r, err := s.run(ctx, question{limit: 2, any: true, visit: func(solution Solution) bool {
		if found++; found == 1 {
			first = solution
		}
		return true
	}})
	switch {
	case err != nil:
	case found == 0:
		err = ErrNoSolution
	case found == 2:
		err = ErrNotUnique
	}
	return first, r, err
}

// Each calls visit with each solution, up to the limit, until visit returns false.
func (s *Solver) Each(ctx context.Context, visit func(Solution) bool) (Result, error) {
	return s.run(ctx, question{limit: s.options.Limit, visit: visit})
}

// A Result holds the statistics of a search, and what is left of it.
type Result struct {
	Stats
	Token Token // of Count and Each: for Options.Resume
}

// Stats are the statistics of a search. Solutions are those of all sessions if it was resumed, and
// Elapsed is the time of this one. The counters from Nodes to Profile are those of Engine, in all
// sessions since it was selected. What was done to select it, and then given up, is not counted:
// trials of other engines, and the beginning of a search that another engine replaced or that was
// divided by symmetries.
type Stats struct {
	Engine string // the engine that was used; "reduction" if preprocessing left nothing to search, "auto" if none was chosen before it ended
	Why    string // why this engine was selected, and the effect of preprocessing, in a few words

	Solutions *big.Int // the number of solutions found

	// Nodes is the number of nodes of the search tree, including root and
	// solutions; for frontier, the number of states. If Why mentions symmetry,
	// only the parts that were searched are counted.
	Nodes int64

	// Updates is a measure of work: Knuth's updates (links, cells), words read
	// (bits, memo), options tried (frontier) or entries (pfaffian). If cells was selected
	// automatically and its sets are small, it is the number of words or constraints read.
	Updates int64

	Cleansings int64         // colors that were already right (links)
	Profile    []int64       // nodes on each level (links, bits), or states at each item or option (frontier)
	Elapsed    time.Duration // from the call to the return
}

// String returns the statistics on one line.
func (s Stats) String() string {
	if s.Engine == "" {
		return "no search yet"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d nodes, %d updates", plural.Big(s.Solutions, "solution"), s.Nodes, s.Updates)
	if s.Cleansings > 0 {
		fmt.Fprintf(&b, ", %d cleansings", s.Cleansings)
	}
	fmt.Fprintf(&b, ", %v, engine %s (%s)", s.Elapsed.Round(time.Microsecond), s.Engine, s.Why)
	return b.String()
}
