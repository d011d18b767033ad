package cover

import (
	"context"
	"fmt"
	"math/big"
	"slices"

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

// A Tally holds the two numbers of tilings of a puzzle.
type Tally struct {
	Raw      *big.Int // as they lie on the board
	Distinct *big.Int // up to its symmetry
	Order    int      // how many symmetries there are, the identity included
}

// String writes the tally on one line, such as "2339 tilings up to 4 symmetries, 9356 in all".
func (t Tally) String() string {
	noun := "tilings"
	if t.Distinct.IsInt64() && t.Distinct.Int64() == 1 {
		noun = "tiling"
	}
	if t.Order == 1 {
		return fmt.Sprintf("%v %s, and no symmetry but the identity", t.Raw, noun)
	}
	return fmt.Sprintf("%v %s up to %d symmetries, %v in all", t.Distinct, noun, t.Order, t.Raw)
}

// A Solver is a puzzle and a way to solve it. Its methods may be called again,
// but not by several goroutines at once.
type Solver struct {
	puzzle  *Puzzle
	options Options
	costs   []dlx.Stats // of the searches of the last call
	locked  bool        // whether it has kept the lock to representatives
	proved  string      // why nothing was searched, or ""
	found   *big.Int    // how many tilings it has found
}

// Solver returns a solver for the puzzle.
func (p *Puzzle) Solver(options Options) *Solver {
	p.compile()
	return &Solver{puzzle: p, options: options}
}

// solver makes a solver for a part of the work.
func (s *Solver) solver(p *dlx.Problem, limit int) *dlx.Solver {
	return p.Solver(dlx.Options{Engine: s.options.Engine, Threads: s.options.Threads, Limit: limit})
}

// countPart counts the solutions of a part of the work.
func (s *Solver) countPart(ctx context.Context, p *dlx.Problem, limit int) (*big.Int, error) {
	r, err := s.solver(p, limit).Count(ctx)
	s.costs = append(s.costs, r.Stats)
	return r.Solutions, err
}

// eachPart visits the solutions of a part of the work.
func (s *Solver) eachPart(ctx context.Context, p *dlx.Problem, limit int, visit func(dlx.Solution) bool) error {
	r, err := s.solver(p, limit).Each(ctx, visit)
	s.costs = append(s.costs, r.Stats)
	return err
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
func (s *Solver) begin() {
	s.costs, s.locked, s.proved, s.found = nil, false, "", new(big.Int)
}

// hopeless reports whether there is an error or a proof that there is no tiling.
func (s *Solver) hopeless() bool {
	if s.puzzle.err == nil && s.options.Limit >= 0 && s.options.Threads >= 0 {
		s.proved = s.puzzle.Impossible()
	}
	return s.puzzle.err != nil || s.proved != ""
}

// countAny is Count in the way that the options ask for.
func (s *Solver) countAny(ctx context.Context) (*big.Int, error) {
	if s.hopeless() {
		return new(big.Int), s.puzzle.err
	}
	switch {
	case s.options.Limit < 0 || s.options.Limit > 0 && !s.options.Distinct:
		return s.countPart(ctx, s.puzzle.cover, s.options.Limit)
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

// Tally returns both numbers of tilings; the options for limits and classes do
// not matter. If ctx ends first, it returns lower bounds and the error.
func (s *Solver) Tally(ctx context.Context) (Tally, error) {
	s.begin()
	t := Tally{new(big.Int), new(big.Int), 1}
	if s.puzzle.err != nil {
		return t, s.puzzle.err
	}
	s.puzzle.symmetric()
	t.Order = len(s.puzzle.group) + 1
	if s.hopeless() {
		return t, nil
	}
	if s.puzzle.countsByCycles() {
		var err error
		t.Raw, err = s.count(ctx)
		t.Distinct, err = s.burnside(ctx, t.Raw, err)
		s.found.Set(t.Raw)
		return t, err
	}
	raw, classes := int64(0), int64(0)
	err := s.distinct(ctx, func(numbers []int) bool {
		classes++
		fixed := 1
		for _, g := range s.puzzle.group {
			if slices.Equal(g.apply(numbers), numbers) {
				fixed++
			}
		}
		raw += int64(t.Order / fixed)
		return true
	})
	s.found.SetInt64(raw)
	t.Raw.SetInt64(raw)
	t.Distinct.SetInt64(classes)
	return t, err
}

// First returns a tiling, or an error that wraps dlx.ErrNoSolution.
func (s *Solver) First(ctx context.Context) (Tiling, error) {
	s.begin()
	if s.hopeless() {
		return Tiling{}, s.noTiling()
	}
	first, r, err := s.solver(s.puzzle.cover, 0).First(ctx)
	s.costs = append(s.costs, r.Stats)
	if err != nil {
		return Tiling{}, err
	}
	s.found.SetInt64(1)
	numbers := s.puzzle.laid(first)
	if s.options.Distinct {
		s.puzzle.symmetric()
		numbers = s.puzzle.least(numbers)
	}
	return s.puzzle.tiling(numbers), nil
}

// noTiling is the error of a hopeless puzzle.
func (s *Solver) noTiling() error {
	if s.puzzle.err != nil {
		return s.puzzle.err
	}
	return fmt.Errorf("%w: %s", dlx.ErrNoSolution, s.proved)
}

// Unique returns the only tiling up to the symmetry of the board. If there are
// several, it returns one of them and dlx.ErrNotUnique; if there is none, an
// error as First does. It looks for no more than two.
func (s *Solver) Unique(ctx context.Context) (Tiling, error) {
	s.begin()
	if s.hopeless() {
		return Tiling{}, s.noTiling()
	}
	var first []int
	n := 0
	err := s.distinct(ctx, func(numbers []int) bool {
		if n++; n == 1 {
			first = numbers
		}
		return n < 2
	})
	s.found.SetInt64(int64(n))
	switch {
	case err == nil && n == 0:
		err = dlx.ErrNoSolution
	case err == nil && n > 1:
		err = dlx.ErrNotUnique
	}
	if n == 0 {
		return Tiling{}, err
	}
	return s.puzzle.tiling(first), err
}

// All returns all tilings, at most the limit, always in the same order. If ctx
// ends first, it returns those found so far together with the error. Each
// visits them one by one.
//
// Without a limit, and if ctx does not end, the order is that of the numbers of the placements, and
// on a symmetric board most tilings are found by moving others; so All may be faster than Each.
func (s *Solver) All(ctx context.Context) ([]Tiling, error) {
	var all []Tiling
	s.begin()
	p := s.puzzle
	if s.hopeless() {
		return nil, p.err
	}
	if p.symmetric(); p.lock != nil && !s.options.Distinct && s.options.Limit == 0 {
		list, err := s.all(ctx)
		s.found.SetInt64(int64(len(list)))
		return list, err
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
	if s.hopeless() {
		return s.puzzle.err
	}
	one := big.NewInt(1)
	if s.options.Limit < 0 || !s.options.Distinct { // a negative limit gives its error there
		return s.eachPart(ctx, s.puzzle.cover, s.options.Limit, func(found dlx.Solution) bool {
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
	for i, st := range s.costs {
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
		sum.Why += "; " + s.puzzle.lock.name + " lies in one place of each orbit only"
	}
	if s.proved != "" {
		sum.Engine, sum.Why = "none", s.proved
	}
	return sum
}
