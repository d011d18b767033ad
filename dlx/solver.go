package dlx

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"time"

	"polka/dlx/internal/engine"
)

// ErrNoSolution is returned where a solution is asked for and there is none.
var ErrNoSolution = errors.New("dlx: there is no solution")

// ErrNotUnique is returned where the only solution is asked for and there are
// several.
var ErrNotUnique = errors.New("dlx: there are several solutions")

// Options say how to solve a problem. The zero value is a good choice.
type Options struct {
	// Engine is "links", "bits" or "frontier", or "auto" or "" to leave the
	// choice to the package. An engine that cannot do what is asked gives an
	// error.
	Engine string

	// Threads is how many processors may work on a count; 0 means all. The
	// number does not change the result, nor nodes and updates. Solutions that
	// are listed, and those with multiplicities, come from one thread.
	Threads int

	// Limit ends the search after so many solutions. 0 means no limit.
	Limit int
}

// A Solver is a problem and a way to solve it. Its methods may be called
// again, and by several goroutines at once.
type Solver struct {
	problem *Problem
	options Options

	mu   sync.Mutex
	last Stats
}

// Solver returns a solver for the problem. Mistakes in the options are
// reported when it is used.
func (p *Problem) Solver(options Options) *Solver {
	return &Solver{problem: p, options: options}
}

// Count returns the number of solutions. It does not keep them. If ctx ends
// first, it returns the number found so far together with the error.
func (p *Problem) Count(ctx context.Context) (*big.Int, error) {
	return p.Solver(Options{}).Count(ctx)
}

// First returns a solution, or ErrNoSolution. It is always the same one for the
// same problem, but not always the first one of All: a long search is begun
// again in other orders.
func (p *Problem) First(ctx context.Context) (Solution, error) {
	return p.Solver(Options{}).First(ctx)
}

// Unique returns the only solution. If there are several, it returns one of
// them and ErrNotUnique; if there is none, ErrNoSolution.
func (p *Problem) Unique(ctx context.Context) (Solution, error) {
	return p.Solver(Options{}).Unique(ctx)
}

// All returns all solutions, always in the same order. If ctx ends first, it
// returns those found so far together with the error. Where there may be more
// than fit the memory, use Each, or a Solver with a limit.
func (p *Problem) All(ctx context.Context) ([]Solution, error) {
	return p.Solver(Options{}).All(ctx)
}

// Each calls visit with every solution, in the order of All, until visit
// returns false.
func (p *Problem) Each(ctx context.Context, visit func(Solution) bool) error {
	return p.Solver(Options{}).Each(ctx, visit)
}

// Count returns the number of solutions, at most the limit. It does not keep
// them. If ctx ends first, it returns the number found so far together with
// the error.
func (s *Solver) Count(ctx context.Context) (*big.Int, error) {
	return s.run(ctx, s.options.Limit, nil)
}

// First returns a solution, or ErrNoSolution.
func (s *Solver) First(ctx context.Context) (Solution, error) {
	var first Solution
	n, err := s.run(ctx, 1, func(found Solution) bool {
		first = found
		return false
	})
	if err == nil && n.Sign() == 0 {
		err = ErrNoSolution
	}
	return first, err
}

// Unique returns the only solution. If there are several, it returns one of
// them and ErrNotUnique; if there is none, ErrNoSolution. It looks for no more
// than two.
func (s *Solver) Unique(ctx context.Context) (Solution, error) {
	var first Solution
	found := 0
	_, err := s.run(ctx, 2, func(solution Solution) bool {
		if found++; found == 1 {
			first = solution
		}
		return true
	})
	switch {
	case err != nil:
		return first, err
	case found == 0:
		return first, ErrNoSolution
	case found == 2:
		return first, ErrNotUnique
	}
	return first, nil
}

// All returns all solutions, at most the limit. If ctx ends first, it returns
// those found so far together with the error. Each visits them one by one.
func (s *Solver) All(ctx context.Context) ([]Solution, error) {
	var all []Solution
	err := s.Each(ctx, func(found Solution) bool {
		all = append(all, found)
		return true
	})
	return all, err
}

// Each calls visit with every solution, at most the limit, until visit returns
// false. All collects them.
func (s *Solver) Each(ctx context.Context, visit func(Solution) bool) error {
	_, err := s.run(ctx, s.options.Limit, visit)
	return err
}

// run searches and remembers what it cost.
func (s *Solver) run(ctx context.Context, limit int, visit func(Solution) bool) (*big.Int, error) {
	start := time.Now()
	p, number, err := s.problem.compile()
	if err != nil {
		return new(big.Int), err
	}
	if limit < 0 {
		return new(big.Int), fmt.Errorf("dlx: the limit is %d, and should be a number of solutions, or 0 for all", limit)
	}
	if s.options.Threads < 0 {
		return new(big.Int), fmt.Errorf("dlx: the number of threads is %d, and should be positive, or 0 for all processors", s.options.Threads)
	}
	search := &engine.Search{Context: ctx, Limit: uint64(limit)}
	if visit != nil {
		search.Visit = func(options []int32) bool {
			found := Solution{s.problem, make([]int, len(options))}
			for i, k := range options {
				found.options[i] = int(number[k])
			}
			slices.Sort(found.options)
			return visit(found)
		}
	}
	way, err := choose(p, s.options, search)
	if err != nil {
		return new(big.Int), err
	}
	name, why := way(p, search)
	s.mu.Lock()
	s.last = Stats{
		Engine:     name,
		Why:        why,
		Solutions:  search.Total(),
		Nodes:      search.Nodes,
		Updates:    search.Updates,
		Cleansings: search.Cleansings,
		Profile:    search.Profile,
		Time:       time.Since(start),
	}
	s.mu.Unlock()
	return search.Total(), search.Err
}

// Stats tells what the last search that ended has cost. It is zero before.
func (s *Solver) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.last
	st.Profile = slices.Clone(st.Profile)
	return st
}

// Stats tells what a search has cost.
type Stats struct {
	Engine string // which engine was used
	Why    string // and why, in a few words

	Solutions *big.Int // found

	Nodes      int64         // of the search tree, root and solutions included; situations met (frontier)
	Updates    int64         // Knuth's measure of work (links); words looked at (bits); options tried (frontier)
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
