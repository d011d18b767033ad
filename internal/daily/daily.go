// SPDX-License-Identifier: BSD-3-Clause

// Package daily makes a puzzle for each date, the same for everybody, and a site of static pages
// on which they are played: no server, no account, and no kernel.
//
//	p, err := daily.Of(ctx, daily.Date(2026, time.November, 29))
//	err = daily.Write(ctx, "daily", daily.Options{Years: []int{2026}})
//
// The weekday selects the lattice, and the date is the seed for the pieces and for the board,
// which has exactly one tiling. A second puzzle of each date is the calendar (calendar.go). What
// the pages know about a year is in one file of some kilobytes (data.go).
package daily

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"polka/cover"
	"polka/dlx"
	"polka/shapes"
)

// A Set is the pieces from which puzzles on one lattice take theirs.
type Set struct {
	Name    string // of the cells, such as "hexagons"
	Pieces  []shapes.Shape
	lattice string
	named   string // a set of package shapes
	size    int    // otherwise all free polyforms of so many cells
}

// weekdays are the sets of Monday to Saturday, others those of Sundays, in turn. Sticks are left
// out, since pages without a kernel do not know that they must not cross; so are lattices of space
// other than cubes, which cannot be drawn in layers, and triakis triangles, of which there are too
// few small polyforms.
var (
	weekdays = []Set{
		{Name: "squares", lattice: "square", named: "pentominoes"},
		{Name: "triangles", lattice: "triangle", named: "hexiamonds"},
		{Name: "hexagons", lattice: "hexagon", named: "tetrahexes"},
		{Name: "half squares", lattice: "tan", size: 4},
		{Name: "kites", lattice: "kite", size: 4},
		{Name: "cubes", lattice: "cube", named: "solid pentominoes"},
	}
	others = []Set{
		{Name: "rhombi", lattice: "rhombille", size: 5},
		{Name: "king's squares", lattice: "king", size: 4},
		{Name: "pentagons of Cairo", lattice: "cairo", size: 4},
		{Name: "triangles and hexagons", lattice: "trihexagonal", size: 4},
		{Name: "octagons and squares", lattice: "truncated-square", size: 3},
		{Name: "snub squares", lattice: "snub-square", size: 4},
		{Name: "triangles, squares and hexagons", lattice: "rhombitrihexagonal", size: 3},
		{Name: "dodecagons and triangles", lattice: "truncated-hexagonal", size: 3},
		{Name: "dodecagons, hexagons and squares", lattice: "truncated-trihexagonal", size: 3},
		{Name: "snub hexagons", lattice: "snub-hexagonal", size: 4},
		{Name: "rows of squares and triangles", lattice: "elongated-triangular", size: 5},
		{Name: "deltoids", lattice: "deltoidal", size: 4},
		{Name: "tetrakis squares", lattice: "tetrakis", size: 5},
		{Name: "kisrhombi", lattice: "kisrhombille", size: 5},
		{Name: "floret pentagons", lattice: "floret", size: 3},
		{Name: "prismatic pentagons", lattice: "prismatic", size: 4},
	}
)

// Sets returns all sets: those of Monday to Saturday, then those of Sundays.
var Sets = sync.OnceValues(func() ([]Set, error) {
	var list []Set
	for _, s := range append(append([]Set{}, weekdays...), others...) {
		l, err := shapes.LatticeByName(s.lattice)
		if err == nil && s.named != "" {
			s.Pieces, err = shapes.SetByName(s.named)
		} else if err == nil {
			s.Pieces, err = shapes.Enumerate(context.Background(), l, s.size, shapes.Free)
		}
		if err != nil {
			return nil, fmt.Errorf("daily: %s: %w", s.lattice, err)
		}
		list = append(list, s)
	}
	return list, nil
})

// Date returns a date as the functions of this package expect it: midnight UTC.
func Date(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// setOf returns the number of the set of a date.
func setOf(date time.Time) int {
	if w := date.Weekday(); w != time.Sunday {
		return int(w) - 1
	}
	week := int(date.Unix() / (7 * 24 * 3600))
	return len(weekdays) + week%len(others)
}

// A Puzzle is the puzzle of a date.
type Puzzle struct {
	Date   time.Time
	Set    int   // a number in Sets
	Pieces []int // numbers of the pieces in the set, in ascending order
	Board  shapes.Shape

	// Par is the effort of the puzzle (cover.Puzzle.Effort): the number of pieces that are laid by
	// a solver who always continues where there are the fewest ways, until the tiling is found and
	// it is proved that there is no other.
	Par int64
}

const (
	perDay     = 6  // pieces of a puzzle
	mostPar    = 60 // a puzzle beyond is too long for a break
	candidates = 4  // of which the one with the greatest par is taken
)

// Of makes the puzzle of a date, in some hundredths of a second. Its board has exactly one tiling.
// The result depends on nothing but the date.
func Of(ctx context.Context, date time.Time) (Puzzle, error) {
	sets, err := Sets()
	if err != nil {
		return Puzzle{}, err
	}
	seed := uint64(date.Year()*10000 + int(date.Month())*100 + date.Day())
	r := rand.New(rand.NewPCG(seed, 39))
	best, found := Puzzle{}, 0
	for tries := 0; found < candidates && (found == 0 || tries < 100); tries++ {
		p, err := draw(ctx, sets, date, r)
		switch {
		case errors.Is(err, dlx.ErrNoSolution) || errors.Is(err, dlx.ErrNotUnique):
			if tries == 1000 {
				return Puzzle{}, fmt.Errorf("daily: no puzzle of %s was found", date.Format(time.DateOnly))
			}
			continue
		case err != nil:
			return Puzzle{}, err
		}
		if found++; p.Par > best.Par {
			best = p
		}
	}
	return best, nil
}

// draw makes one candidate. The error is ErrNoSolution or ErrNotUnique if it is none.
func draw(ctx context.Context, sets []Set, date time.Time, r *rand.Rand) (Puzzle, error) {
	p := Puzzle{Date: date, Set: setOf(date)}
	set := sets[p.Set]
	p.Pieces = r.Perm(len(set.Pieces))[:perDay]
	slices.Sort(p.Pieces)
	d, err := cover.DesignBoard(ctx, set.choose(p.Pieces), cover.DesignOptions{Tries: 1, Seed: r.Uint64()})
	if err != nil {
		return p, err
	}
	p.Board, p.Par = d.Puzzle.Board().Shape(), d.Effort
	if p.Par > mostPar {
		return p, dlx.ErrNoSolution
	}
	// The tiling is the only one up to symmetry; a board with symmetries may have it twice.
	n, err := d.Puzzle.Solver(dlx.Options{Threads: 1, Limit: 2}).Count(ctx)
	if err == nil && n.Solutions.Int64() != 1 {
		err = dlx.ErrNotUnique
	}
	return p, err
}

// choose returns the pieces with the given numbers.
func (s Set) choose(numbers []int) []shapes.Shape {
	var list []shapes.Shape
	for _, i := range numbers {
		list = append(list, s.Pieces[i])
	}
	return list
}

// Puzzle returns the puzzle as a problem for package cover.
func (p Puzzle) Puzzle() (*cover.Puzzle, error) {
	sets, err := Sets()
	if err != nil {
		return nil, err
	}
	return cover.New(cover.BoardOf(p.Board), sets[p.Set].choose(p.Pieces)...), nil
}
