package cover

import (
	"context"
	"math/big"
	"slices"

	"polka/dlx"
	"polka/shapes"
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
	// up to the symmetry of the board: the least one in the order of their
	// placements, as Puzzle.Placements lists them.
	Distinct bool
}

// A Solver is a puzzle and a way to solve it.
type Solver struct {
	puzzle  *Puzzle
	options Options
	solver  *dlx.Solver
}

// Solver returns a solver for the puzzle.
func (p *Puzzle) Solver(options Options) *Solver {
	p.compile()
	problem := p.problem
	if problem == nil {
		problem = dlx.New() // never solved, since the puzzle has an error
	}
	inner := dlx.Options{Engine: options.Engine, Threads: options.Threads}
	if !options.Distinct {
		inner.Limit = options.Limit
	}
	return &Solver{p, options, problem.Solver(inner)}
}

// Count returns the number of tilings, at most the limit. If ctx ends first,
// it returns the error together with the number found so far, a lower bound.
func (s *Solver) Count(ctx context.Context) (*big.Int, error) {
	if s.puzzle.err != nil {
		return new(big.Int), s.puzzle.err
	}
	if !s.options.Distinct {
		return s.solver.Count(ctx)
	}
	if s.options.Limit == 0 && s.puzzle.countsByCycles() {
		return s.orbits(ctx)
	}
	n := int64(0)
	err := s.each(ctx, func(dlx.Solution) bool {
		n++
		return true
	})
	return big.NewInt(n), err
}

// First returns a tiling, or dlx.ErrNoSolution.
func (s *Solver) First(ctx context.Context) (Tiling, error) {
	var first Tiling
	found := false
	err := s.Each(ctx, func(t Tiling) bool {
		first, found = t, true
		return false
	})
	if err == nil && !found {
		err = dlx.ErrNoSolution
	}
	return first, err
}

// All returns all tilings, at most the limit. If ctx ends first, it returns
// those found so far together with the error. Each visits them one by one.
func (s *Solver) All(ctx context.Context) ([]Tiling, error) {
	var all []Tiling
	err := s.Each(ctx, func(t Tiling) bool {
		all = append(all, t)
		return true
	})
	return all, err
}

// Each calls visit with every tiling, at most the limit, until visit returns
// false. All collects them.
func (s *Solver) Each(ctx context.Context, visit func(Tiling) bool) error {
	if s.puzzle.err != nil {
		return s.puzzle.err
	}
	return s.each(ctx, func(found dlx.Solution) bool { return visit(s.puzzle.Tiling(found)) })
}

// Stats tells what the last search that ended has cost.
func (s *Solver) Stats() dlx.Stats { return s.solver.Stats() }

// each visits the solutions that are wanted.
func (s *Solver) each(ctx context.Context, visit func(dlx.Solution) bool) error {
	if !s.options.Distinct {
		return s.solver.Each(ctx, visit)
	}
	group := s.puzzle.symmetries()
	n := 0
	return s.solver.Each(ctx, func(found dlx.Solution) bool {
		if !least(found.Options(), group) {
			return true
		}
		n++
		return visit(found) && n != s.options.Limit
	})
}

// A symmetry of the board takes the placement k to the placement image[k].
type symmetry struct {
	isometry shapes.Isometry
	image    []int
}

// symmetries lists the symmetries of the board but the identity.
func (p *Puzzle) symmetries() []symmetry {
	number := make(map[Placement]int, len(p.places))
	for k, place := range p.places {
		number[place] = k
	}
	var group []symmetry
	for _, g := range p.board.Symmetries() {
		if g.Identity() {
			continue
		}
		image := make([]int, len(p.places))
		for k, place := range p.places {
			image[k] = number[moved(place, g)]
		}
		group = append(group, symmetry{g, image})
	}
	return group
}

// moved is the image of a placement. Since every orientation of a piece is
// allowed, it is a placement as well.
func moved(p Placement, g shapes.Isometry) Placement {
	return Placement{p.Piece, g.Apply(p.Shape)}
}

// least reports whether no image of a set of placements, given as increasing
// numbers, comes before it.
func least(set []int, group []symmetry) bool {
	moved := make([]int, len(set))
	for _, g := range group {
		for i, k := range set {
			moved[i] = g.image[k]
		}
		slices.Sort(moved)
		if slices.Compare(moved, set) < 0 {
			return false
		}
	}
	return true
}
