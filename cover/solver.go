package cover

import (
	"context"
	"math/big"

	"polka/dlx"
)

// Options say how to solve a puzzle, and which of its tilings are wanted. The
// zero value asks for all of them, as they lie on the board.
type Options struct {
	// Engine names the engine of package dlx to use; "" leaves the choice to
	// that package.
	Engine string

	// Threads is how many processors may work on a count; 0 means all. It does
	// not change the result.
	Threads int

	// Limit ends the search after so many tilings. 0 means no limit.
	Limit int

	// Distinct asks for one tiling of each class of tilings that are the same
	// up to the symmetry of the board: the one with the least placements, in
	// the order of Puzzle.Placements.
	Distinct bool
}

// A Solver is a puzzle and a way to solve it. Its methods may be called again,
// but not by several goroutines at once.
type Solver struct {
	puzzle  *Puzzle
	options Options
	solvers []*dlx.Solver // the searches of the last call
	locked  bool          // whether it has kept the lock to representatives
	found   *big.Int      // how many tilings it has found
}

// Solver returns a solver for the puzzle.
func (p *Puzzle) Solver(options Options) *Solver {
	p.compile()
	return &Solver{puzzle: p, options: options}
}

// run makes a solver for a part of the work, whose cost will be added up.
func (s *Solver) run(p *dlx.Problem, limit int) *dlx.Solver {
	solver := p.Solver(dlx.Options{Engine: s.options.Engine, Threads: s.options.Threads, Limit: limit})
	s.solvers = append(s.solvers, solver)
	return solver
}

// Count returns the number of tilings, at most the limit. If ctx ends first,
// it returns the error together with the number found so far, a lower bound.
func (s *Solver) Count(ctx context.Context) (*big.Int, error) {
	s.begin()
	n, err := s.countAny(ctx)
	s.found.Set(n)
	return n, err
}

// begin forgets the last call.
func (s *Solver) begin() { s.solvers, s.locked, s.found = nil, false, new(big.Int) }

// countAny is Count in the way that the options ask for.
func (s *Solver) countAny(ctx context.Context) (*big.Int, error) {
	switch {
	case s.puzzle.err != nil:
		return new(big.Int), s.puzzle.err
	case s.options.Limit < 0 || s.options.Limit > 0 && !s.options.Distinct:
		return s.run(s.puzzle.problem, s.options.Limit).Count(ctx)
	case s.options.Limit == 0 && !s.options.Distinct:
		return s.count(ctx)
	case s.options.Limit == 0 && s.puzzle.countsByCycles():
		return s.orbits(ctx)
	}
	n := int64(0)
	err := s.distinct(ctx, func([]int) bool {
		n++
		return int(n) != s.options.Limit
	})
	return big.NewInt(n), err
}

// First returns a tiling, or dlx.ErrNoSolution.
func (s *Solver) First(ctx context.Context) (Tiling, error) {
	s.begin()
	if s.puzzle.err != nil {
		return Tiling{}, s.puzzle.err
	}
	first, err := s.run(s.puzzle.problem, 0).First(ctx)
	if err != nil {
		return Tiling{}, err
	}
	s.found.SetInt64(1)
	numbers := first.Options()
	if s.options.Distinct {
		numbers = s.puzzle.least(numbers)
	}
	return s.puzzle.tiling(numbers), nil
}

// All returns all tilings, at most the limit, always in the same order. If ctx
// ends first, it returns those found so far together with the error. Each
// visits them one by one.
//
// Without a limit the order is that of the numbers of the placements, and on a
// symmetric board most tilings are found by moving others; so All may be faster
// than Each.
func (s *Solver) All(ctx context.Context) ([]Tiling, error) {
	var all []Tiling
	if p := s.puzzle; p.err == nil && p.lock >= 0 && !s.options.Distinct && s.options.Limit == 0 {
		s.begin()
		list, err := s.all(ctx)
		s.found.SetInt64(int64(len(list)))
		for _, numbers := range list {
			all = append(all, p.tiling(numbers))
		}
		return all, err
	}
	err := s.Each(ctx, func(t Tiling) bool {
		all = append(all, t)
		return true
	})
	return all, err
}

// Each calls visit with every tiling, at most the limit, as the search comes to
// it, until visit returns false. All collects them.
func (s *Solver) Each(ctx context.Context, visit func(Tiling) bool) error {
	s.begin()
	if s.puzzle.err != nil {
		return s.puzzle.err
	}
	one := big.NewInt(1)
	if s.options.Limit < 0 || !s.options.Distinct { // a negative limit gives its error there
		return s.run(s.puzzle.problem, s.options.Limit).Each(ctx, func(found dlx.Solution) bool {
			s.found.Add(s.found, one)
			return visit(s.puzzle.Tiling(found))
		})
	}
	n := 0
	return s.distinct(ctx, func(numbers []int) bool {
		n++
		s.found.Add(s.found, one)
		return visit(s.puzzle.tiling(numbers)) && n != s.options.Limit
	})
}

// Stats tells what the last call has cost, that of several searches in sum.
func (s *Solver) Stats() dlx.Stats {
	var sum dlx.Stats
	for i, solver := range s.solvers {
		st := solver.Stats()
		if i == 0 {
			sum = st
			continue
		}
		sum.Nodes += st.Nodes
		sum.Updates += st.Updates
		sum.Cleansings += st.Cleansings
		sum.Time += st.Time
		for l, n := range st.Profile {
			if l == len(sum.Profile) {
				sum.Profile = append(sum.Profile, 0)
			}
			sum.Profile[l] += n
		}
	}
	sum.Solutions = s.found
	if s.locked {
		lock := s.puzzle.pieces[s.puzzle.lock].shape.Name()
		sum.Why += "; " + lock + " lies in one place of each orbit only"
	}
	return sum
}
