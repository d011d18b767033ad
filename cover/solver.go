// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync/atomic"
	"time"

	"polka/dlx"
	"polka/internal/plural"
)

// Counts are the two numbers of tilings of a puzzle.
type Counts struct {
	Total         *big.Int // of tilings as they lie on the board
	Distinct      *big.Int // of tilings up to the symmetry of the board
	NumSymmetries int      // of the board and the pieces, including the identity
}

// String writes the counts on one line, such as "2339 tilings up to 4 symmetries, 9356 in all".
func (c Counts) String() string {
	if c.NumSymmetries == 1 {
		return plural.Big(c.Total, "tiling") + ", and no symmetry but the identity"
	}
	return fmt.Sprintf("%s up to %d symmetries, %v in all", plural.Big(c.Distinct, "tiling"), c.NumSymmetries, c.Total)
}

// A Solver solves a puzzle with options. Each of its methods also returns statistics, which are
// sums over all searches that were necessary. It is an immutable value: its methods may be called
// again, and by several goroutines at once.
type Solver struct {
	puzzle  *Puzzle
	options dlx.Options
}

// Solver returns a solver for the puzzle with options as in package dlx. Solutions in the options
// are tilings here: a limit counts tilings, and those of [Puzzle.Distinct] are counted up to
// symmetry.
//
// A listing with Each, and a count that is not up to symmetry, can be saved and resumed. Such a
// count does not make use of the symmetry of the board, so that one token describes all that is
// left; with neither Save nor Resume the returned token of a count is the zero value.
func (p *Puzzle) Solver(options dlx.Options) *Solver {
	p.compile()
	return &Solver{puzzle: p, options: options}
}

// A run is one call of a method of a solver.
type run struct {
	*Solver
	start    time.Time
	searches []dlx.Result
	whole    bool     // whether there is one search, whose token is that of the answer
	parts    int      // how many searches there will be, as far as that is known
	times    int64    // how many tilings a solution of the current search stands for
	locked   bool     // whether the lock was kept to representatives
	reason   string   // why nothing was searched, or ""
	found    *big.Int // how many tilings were found
}

// begin starts a run.
func (s *Solver) begin() *run {
	return &run{Solver: s, start: time.Now(), parts: 1, times: 1, found: new(big.Int)}
}

// resumable reports whether the search is to be saved or resumed.
func (s *Solver) resumable() bool { return s.options.Save != nil || s.options.Resume != nil }

// part returns the solver of one search of the run.
func (r *run) part(p *dlx.Problem, limit int) *dlx.Solver {
	o := r.options
	o.Limit = limit
	if !r.whole {
		o.Save, o.Resume = nil, nil
	}
	if report := o.Progress; report != nil && r.parts > 1 {
		done, before, nodes := len(r.searches), new(big.Int).Set(r.found), r.result().Nodes
		o.Progress = func(p dlx.Progress) {
			p.Fraction = (float64(done) + p.Fraction) / float64(max(r.parts, done+1))
			p.Solutions = before.Add(new(big.Int).Mul(p.Solutions, big.NewInt(r.times)), before)
			p.Nodes += nodes
			p.Elapsed = time.Since(r.start)
			report(p)
		}
	}
	return p.Solver(o)
}

// countPart counts the solutions of a part of the work.
func (r *run) countPart(ctx context.Context, p *dlx.Problem, limit int) (*big.Int, error) {
	n, err := r.part(p, limit).Count(ctx)
	r.searches = append(r.searches, n)
	return n.Solutions, err
}

// eachPart visits the solutions of a part of the work.
func (r *run) eachPart(ctx context.Context, p *dlx.Problem, limit int, visit func(dlx.Solution) bool) error {
	n, err := r.part(p, limit).Each(ctx, visit)
	r.searches = append(r.searches, n)
	return err
}

// Count counts the tilings, up to the limit; their number is Solutions of the result. If ctx ends
// first, it is the number found so far, a lower bound, and is returned together with the error.
func (s *Solver) Count(ctx context.Context) (dlx.Result, error) {
	r := s.begin()
	n, err := r.countAny(ctx)
	r.found = n
	return r.result(), err
}

// hopeless reports whether there is an error or a proof that there is no tiling.
func (r *run) hopeless() bool {
	o := r.options
	if r.puzzle.err == nil && o.Limit >= 0 && o.Threads >= 0 && o.Memory >= 0 {
		r.reason = r.puzzle.Impossible()
	}
	return r.puzzle.err != nil || r.reason != ""
}

// mostPostponed is the number of placements up to which a search begins before a proof is looked
// for that there is no tiling.
const mostPostponed = 1 << 10

// postpones reports whether the search begins without a proof. Many small puzzles are solved in
// less time than it takes to look for one. An engine that is named may not be able to do what is
// asked, which is no error if there is a proof.
func (r *run) postpones() bool {
	o := r.options
	return len(r.puzzle.places) <= mostPostponed && r.puzzle.err == nil && r.puzzle.given == nil && !r.puzzle.imported &&
		(o.Engine == "" || o.Engine == "auto") && !r.resumable() && o.Limit >= 0 && o.Threads >= 0 && o.Memory >= 0 && o.Progress == nil
}

// A prover is the context of a search that has begun without a proof. It looks for one when it has
// been asked often enough, about a millisecond later, and ends the search if there is one.
type prover struct {
	context.Context
	puzzle *Puzzle
	asked  atomic.Int32
}

// asksBefore is how often a prover is asked before it looks for a proof. Searches ask their context
// when they begin, and some thousand times a second.
const asksBefore = 8

// errProved ends a search because a proof has been found.
var errProved = errors.New("cover: the puzzle has no tiling")

// Err returns the error of the context, or errProved.
func (c *prover) Err() error {
	if err := c.Context.Err(); err != nil {
		return err
	}
	if c.asked.Add(1) > asksBefore && c.puzzle.Impossible() != "" {
		return errProved
	}
	return nil
}

// proved reports whether there is a proof that there is no tiling. It is called after a search with
// a prover, with the error of the search and whether it has found a tiling. The proof replaces the
// statistics of the search.
func (r *run) proved(err error, found bool) bool {
	if found || err != nil && !errors.Is(err, errProved) || !r.hopeless() {
		return false
	}
	r.searches = nil
	return true
}

// errDistinct is the error of a count that no token could describe.
var errDistinct = errors.New("cover: a count up to symmetry cannot be saved or resumed; list the tilings with Each instead")

// countAny is Count as the puzzle and the options require.
func (r *run) countAny(ctx context.Context) (*big.Int, error) {
	limit, distinct := r.options.Limit, r.puzzle.distinct
	switch {
	case r.hopeless():
		return new(big.Int), r.puzzle.err
	case distinct && r.resumable():
		return new(big.Int), errDistinct
	case limit < 0 || !distinct && (limit > 0 || r.resumable()):
		r.whole = true
		return r.countPart(ctx, r.puzzle.exactCover(), limit)
	case !distinct:
		return r.count(ctx)
	case limit == 0 && r.puzzle.countsByCycles():
		_, n, err := r.orbits(ctx)
		return n, err
	}
	n := int64(0)
	err := r.distinct(ctx, func([]int) bool {
		n++
		return int(n) != limit
	})
	return big.NewInt(n), err
}

// Counts returns both numbers of tilings and ignores the limit. If ctx ends first, it returns lower
// bounds and the error.
func (s *Solver) Counts(ctx context.Context) (Counts, dlx.Result, error) {
	r := s.begin()
	c, err := r.counts(ctx)
	r.found = c.Total
	return c, r.result(), err
}

func (r *run) counts(ctx context.Context) (Counts, error) {
	c := Counts{new(big.Int), new(big.Int), 1}
	if r.puzzle.err != nil {
		return c, r.puzzle.err
	}
	r.puzzle.symmetric()
	c.NumSymmetries = len(r.puzzle.group) + 1
	postponed := r.postpones()
	switch {
	case postponed:
		ctx = &prover{Context: ctx, puzzle: r.puzzle}
	case r.hopeless():
		return c, nil
	case r.resumable():
		return c, errDistinct
	}
	err := r.countBoth(ctx, &c)
	if postponed && r.proved(err, c.Total.Sign() > 0) {
		return c, nil
	}
	return c, err
}

// countBoth counts the tilings without a proof.
func (r *run) countBoth(ctx context.Context, c *Counts) (err error) {
	if r.puzzle.countsByCycles() {
		c.Total, c.Distinct, err = r.orbits(ctx)
		return err
	}
	total, classes := int64(0), int64(0)
	err = r.distinct(ctx, func(numbers []int) bool {
		classes++
		fixed := 1
		for _, g := range r.puzzle.group {
			if slices.Equal(g.apply(numbers), numbers) {
				fixed++
			}
		}
		total += int64(c.NumSymmetries / fixed)
		return true
	})
	c.Total.SetInt64(total)
	c.Distinct.SetInt64(classes)
	return err
}

// First returns a tiling. If there is none, the error is that of Puzzle.Err or wraps
// dlx.ErrNoSolution.
func (s *Solver) First(ctx context.Context) (Tiling, dlx.Result, error) {
	r := s.begin()
	if r.hopeless() {
		return Tiling{}, r.result(), r.noTiling()
	}
	first, result, err := r.part(s.puzzle.exactCover(), 0).First(ctx)
	r.searches = append(r.searches, result)
	if err != nil {
		return Tiling{}, r.result(), err
	}
	r.found.SetInt64(1)
	numbers := s.puzzle.laid(first)
	if s.puzzle.distinct {
		s.puzzle.symmetric()
		numbers = s.puzzle.least(numbers)
	}
	return s.puzzle.tiling(numbers), r.result(), nil
}

// noTiling returns the error of a hopeless puzzle.
func (r *run) noTiling() error {
	if r.puzzle.err != nil {
		return r.puzzle.err
	}
	return fmt.Errorf("%w: %s", dlx.ErrNoSolution, r.reason)
}

// Unique returns the only tiling up to the symmetry of the board. If there are several, it
// returns one of them and dlx.ErrNotUnique; if there is none, an error as First does. It looks
// for no more than two.
func (s *Solver) Unique(ctx context.Context) (Tiling, dlx.Result, error) {
	r := s.begin()
	if r.hopeless() {
		return Tiling{}, r.result(), r.noTiling()
	}
	var first []int
	n := 0
	err := r.distinct(ctx, func(numbers []int) bool {
		if n++; n == 1 {
			first = numbers
		}
		return n < 2
	})
	r.found.SetInt64(int64(n))
	switch {
	case err == nil && n == 0:
		err = dlx.ErrNoSolution
	case err == nil && n > 1:
		err = dlx.ErrNotUnique
	}
	if n == 0 {
		return Tiling{}, r.result(), err
	}
	return s.puzzle.tiling(first), r.result(), err
}

// All returns all tilings, up to the limit, always in the same order. If ctx ends first, it
// returns those found so far together with the error. Each visits them one by one.
//
// Where all tilings of a symmetric board are listed, most of them are images of others, and All
// may be faster than Each. Its order is then that of the numbers of their placements, unless ctx
// ends.
func (s *Solver) All(ctx context.Context) ([]Tiling, dlx.Result, error) {
	r := s.begin()
	p := s.puzzle
	if r.hopeless() {
		return nil, r.result(), p.err
	}
	if p.symmetric(); p.lock != nil && !p.distinct && s.options.Limit == 0 && !s.resumable() {
		list, err := r.all(ctx)
		r.found.SetInt64(int64(len(list)))
		return list, r.result(), err
	}
	var all []Tiling
	err := r.each(ctx, func(t Tiling) bool {
		all = append(all, t)
		return true
	})
	return all, r.result(), err
}

// Each calls visit with every tiling, up to the limit, in the order of the search, until visit
// returns false. All collects them.
func (s *Solver) Each(ctx context.Context, visit func(Tiling) bool) (dlx.Result, error) {
	r := s.begin()
	postponed := r.postpones()
	if postponed {
		ctx = &prover{Context: ctx, puzzle: r.puzzle}
	} else if r.hopeless() {
		return r.result(), s.puzzle.err
	}
	err := r.each(ctx, visit)
	if postponed && r.proved(err, r.found.Sign() > 0) {
		err = nil
	}
	return r.result(), err
}

// each is Each for a puzzle that may have a tiling.
func (r *run) each(ctx context.Context, visit func(Tiling) bool) error {
	p, limit := r.puzzle, r.options.Limit
	r.whole = true
	one := big.NewInt(1)
	if limit < 0 || !p.distinct { // a negative limit gives its error there
		return r.eachPart(ctx, p.exactCover(), limit, func(found dlx.Solution) bool {
			r.found.Add(r.found, one)
			return visit(p.Decode(found))
		})
	}
	n := 0
	return r.distinct(ctx, func(numbers []int) bool {
		n++
		r.found.Add(r.found, one)
		return visit(p.tiling(numbers)) && n != limit
	})
}

// result returns what the searches have cost, in sum.
func (r *run) result() dlx.Result {
	var sum dlx.Result
	for i, n := range r.searches {
		if i == 0 {
			sum = n
			sum.Profile = slices.Clone(n.Profile)
			continue
		}
		sum.Nodes += n.Nodes
		sum.Updates += n.Updates
		sum.Cleansings += n.Cleansings
		sum.Elapsed += n.Elapsed
		for l, m := range n.Profile {
			if l == len(sum.Profile) {
				sum.Profile = append(sum.Profile, 0)
			}
			sum.Profile[l] += m
		}
	}
	if !r.whole {
		sum.Token = dlx.Token{}
	}
	sum.Solutions = r.found
	if r.locked {
		sum.Why += "; " + r.puzzle.lock.name + " lies in one place of each orbit only"
	}
	if r.reason != "" {
		sum.Engine, sum.Why = "none", r.reason
	}
	return sum
}
