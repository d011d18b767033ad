package dlx

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"
)

// ErrNoSolution is returned where a solution is asked for and there is none.
var ErrNoSolution = errors.New("dlx: there is no solution")

// ErrNotUnique is returned where the only solution is asked for and there are
// several.
var ErrNotUnique = errors.New("dlx: there are several solutions")

// Options say how to solve a problem. The zero value is a good choice.
type Options struct {
	// Engine is one of the names that Engines lists, or "" for "auto", which
	// leaves the choice to the package, and reduces the problem first: options
	// that are clearly in all solutions, or in none, are no part of the search.
	// An engine that is named gets the problem as it stands, so that its nodes
	// and updates are those of the problem. One that cannot do what is asked
	// gives an error.
	Engine string

	// Threads is how many processors may work on the search; 0 means all. The
	// number does not change the result, nor the order of solutions, nor nodes
	// and updates. First uses one.
	Threads int

	// Memory is about how many bytes a search may take; 0 means 512 MiB. What
	// engines keep to be fast, such as rows of conflicts, tables of states
	// and what they have learned, fits half of it; an engine that would need
	// more does without, or leaves the search to one that needs less. Problems
	// and lists of solutions come on top.
	Memory int64

	// Limit ends the search after so many solutions. 0 means no limit.
	Limit int

	// TimeLimit ends the search after so long, with the error
	// context.DeadlineExceeded and what was found so far. 0 means no limit.
	TimeLimit time.Duration

	// Progress, if not nil, is called about ten times a second with what was
	// done so far, by the goroutine that has called the solver.
	Progress func(Progress)

	// Save, if not nil, is called every SaveEvery, 10 seconds if that is 0,
	// with a token to go on from if the process should end, and by a search
	// that ends early. In a listing the token is right for the solutions that
	// have been shown when Save is called. An error ends the search.
	Save      func(Token) error
	SaveEvery time.Duration

	// Resume is where to go on. Count then returns the solutions found before
	// together with the new ones, which alone count for the limit; Each and
	// All go on after those shown before. It belongs to the problem, and to
	// the same question: a count or a listing. Engine should be "", or for a
	// count any that works on parts. Nil means to begin.
	Resume *Token
}

// A Solver is a problem and a way to solve it. Each of its methods also returns
// what the search has cost and left. It is an immutable value: methods may be called
// again, and by several goroutines at once.
type Solver struct {
	problem *Problem
	options Options
	check   func() error // of each search, see engine.Control; tests have one
}

// Solver returns a solver for the problem. Mistakes in the options are
// reported when it is used.
func (p *Problem) Solver(options Options) *Solver {
	return &Solver{problem: p, options: options}
}

// Count returns the number of solutions. It does not keep them. If ctx ends
// first, it returns the number found so far together with the error.
func (p *Problem) Count(ctx context.Context) (*big.Int, error) {
	r, err := p.Solver(Options{}).Count(ctx)
	return r.Solutions, err
}

// First returns a solution, or ErrNoSolution. It is always the same one for the
// same problem, but not always the first one of All: a long search is begun
// again in other orders.
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
// returns those found so far together with the error. Where there may be more
// than fit the memory, use Each, or a Solver with a limit.
func (p *Problem) All(ctx context.Context) ([]Solution, error) {
	var all []Solution
	err := p.Each(ctx, func(found Solution) bool {
		all = append(all, found)
		return true
	})
	return all, err
}

// Each calls visit with every solution, in the order of All, until visit
// returns false.
func (p *Problem) Each(ctx context.Context, visit func(Solution) bool) error {
	_, err := p.Solver(Options{}).Each(ctx, visit)
	return err
}

// Count counts the solutions, at most the limit, without keeping them: their
// number is that of the Result. If ctx ends first, it is the number found so far,
// returned together with the error.
func (s *Solver) Count(ctx context.Context) (Result, error) {
	return s.run(ctx, question{limit: s.options.Limit})
}

// First returns a solution, or ErrNoSolution.
func (s *Solver) First(ctx context.Context) (Solution, Result, error) {
	var first Solution
	r, err := s.run(ctx, question{limit: 1, any: true, visit: func(found Solution) bool {
		first = found
		return false
	}})
	if err == nil && r.Solutions.Sign() == 0 {
		err = ErrNoSolution
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

// Each calls visit with every solution, at most the limit, until visit returns
// false.
func (s *Solver) Each(ctx context.Context, visit func(Solution) bool) (Result, error) {
	return s.run(ctx, question{limit: s.options.Limit, visit: visit})
}

// A Result is what has come of a search besides solutions: what it has cost, and
// what is left of it.
type Result struct {
	Stats
	Token Token // to go on from, with Options.Resume; that of Count, Each or All
}

// Stats tells what a search has cost.
type Stats struct {
	Engine string // which engine was used; reduction, if nothing was left to search
	Why    string // and why, in a few words, and what was taken out of the problem before

	Solutions *big.Int // found

	Nodes      int64         // of the search tree, root and solutions included; states met (frontier)
	Updates    int64         // Knuth's measure of work (links, cells); words looked at (bits, memo); options tried (frontier); entries (pfaffian)
	Cleansings int64         // colors found as they should be (links)
	Profile    []int64       // nodes on each level of the search tree (links, bits) or at each item (frontier)
	Time       time.Duration // from the call to the end
}

// String writes the statistics on one line.
func (s Stats) String() string {
	if s.Engine == "" {
		return "nothing was searched yet"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%v solutions, %d nodes, %d updates", s.Solutions, s.Nodes, s.Updates)
	if s.Cleansings > 0 {
		fmt.Fprintf(&b, ", %d cleansings", s.Cleansings)
	}
	fmt.Fprintf(&b, ", %v, engine %s (%s)", s.Time.Round(time.Microsecond), s.Engine, s.Why)
	return b.String()
}
