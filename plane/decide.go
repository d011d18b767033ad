// SPDX-License-Identifier: BSD-3-Clause

// Does a shape tile the plane?
//
// Every shape that is connected and has no hole is examined in this order, until it is decided:
//
//   - the complete search for isohedral tilings (gluing.go);
//   - for k = 1, 2, ..., 12: whether pairs of copies exclude k coronas (surround.go), which proves that
//     the shape does not tile;
//   - beginning with k = 3, also the search for tilings with at most 2k copies in a period
//     (torus.go), and beginning with k = 4, a stronger exclusion of pairs;
//   - for k = 3, 4, 5: whether clauses exclude k coronas, with holes or without (levels.go), which is
//     slower, but exact.
//
// So a tiling with at most 24 copies in a period is found, and a shape that does not tile if it has
// no 5 coronas, or if pairs of copies exclude at most 12 coronas, provided that the clauses are not
// too many. No method decides all shapes: it is not known whether the
// question is decidable for a single polyomino.

package plane

import (
	"context"
	"errors"
	"fmt"

	"polka/shapes"
)

// A Verdict says whether a shape tiles the plane, or a region of it.
type Verdict int

const (
	Undecided Verdict = iota
	Tiles
	DoesNotTile
)

// String returns "undecided", "tiles" or "does not tile".
func (v Verdict) String() string { return [...]string{"undecided", "tiles", "does not tile"}[v] }

// A Decision is the answer to the question whether a shape tiles the plane, with a tiling or a
// reason.
type Decision struct {
	Shape        shapes.Shape
	Verdict      Verdict
	Translations bool   // whether it tiles by translations alone
	Conway       bool   // whether Conway's criterion holds: it tiles by half turns and translations
	Isohedral    bool   // whether it has an isohedral tiling
	Tiling       Tiling // if it tiles
	Holes        bool   // whether it has a hole, so that it does not tile
	NumExcluded  int    // if it does not tile for another reason: this many coronas are impossible
}

// String describes the answer on one line, such as "tiles: isohedral, symmetry group p2 (2222),
// ...".
func (a Decision) String() string {
	switch {
	case a.Verdict == Tiles:
		return fmt.Sprintf("tiles: %v", a.Tiling)
	case a.Holes:
		return "does not tile: it has a hole"
	case a.Verdict == DoesNotTile && a.NumExcluded == 1:
		return "does not tile: it cannot be surrounded"
	case a.Verdict == DoesNotTile:
		return fmt.Sprintf("does not tile: it cannot be surrounded %d times", a.NumExcluded)
	}
	return "undecided"
}

// FindTranslations returns a tiling by translations of the shape. The bool result is false if there
// is none, which the boundary of the shape decides. It panics if the shape cannot be examined: if
// it is empty or not connected, has more than 250 cells or 256 sides of cells on its boundary, or
// lies on a lattice whose cells do not fill the plane side by side.
func FindTranslations(s shapes.Shape) (Tiling, bool) { return factored(s, (*tile).factorTranslations) }

// FindConway returns a tiling by half turns and translations of the shape that follows from
// Conway's criterion. The bool result is false if the shape does not satisfy it. It panics as
// [FindTranslations] does.
func FindConway(s shapes.Shape) (Tiling, bool) { return factored(s, (*tile).factorConway) }

func factored(s shapes.Shape, factor func(*tile, []point) []motion) (Tiling, bool) {
	t, corners, err := disk(s)
	if err != nil {
		panic(err.Error())
	}
	if corners == nil {
		return Tiling{}, false
	}
	list := factor(t, corners)
	if list == nil {
		return Tiling{}, false
	}
	return t.generate(withInverses(t.grid, list)), true
}

func withInverses(g *grid, list []motion) []motion {
	var all []motion
	for _, m := range list {
		all = append(all, m)
		if back := g.back(m); back != m {
			all = append(all, back)
		}
	}
	return all
}

var errTooManyEdges = errors.New("plane: the boundary has too many edges")

// disk prepares a shape. The boundary is nil if the shape has holes.
func disk(s shapes.Shape) (*tile, []point, error) {
	t, err := newTile(s)
	if err != nil {
		return nil, nil, err
	}
	corners := t.boundary()
	if len(corners) > maxEdges {
		return nil, nil, errTooManyEdges
	}
	return t, corners, nil
}

// FindIsohedral returns an isohedral tiling by the shape. The bool result is false if there is none
// on the lattice; the search is complete. It is an error if the shape is one for which
// [FindTranslations] panics.
func FindIsohedral(ctx context.Context, s shapes.Shape) (Tiling, bool, error) {
	t, corners, err := disk(s)
	if err != nil {
		return Tiling{}, false, err
	}
	return t.isohedral(ctx, corners)
}

func (t *tile) isohedral(ctx context.Context, corners []point) (tiling Tiling, found bool, err error) {
	if corners == nil {
		return Tiling{}, false, nil
	}
	err = t.glue(ctx, corners, func(int) bool { return true }, func(g *gluing, neighbors []motion) bool {
		tiling, found = t.generate(neighbors), true
		tiling.kind = g.heeschType(neighbors)
		return false
	})
	if found {
		err = nil
	}
	return tiling, found, err
}

// FindPeriodic returns a tiling by the shape with the least number of copies in a period, at most
// the given number. The bool result is false if there is none; the search is complete. It is an
// error if the number is not positive, or the shape is one for which [FindTranslations] panics.
func FindPeriodic(ctx context.Context, s shapes.Shape, copies int) (Tiling, bool, error) {
	if err := checkCopies(copies); err != nil {
		return Tiling{}, false, err
	}
	t, _, err := disk(s)
	if err != nil {
		return Tiling{}, false, err
	}
	a := newAnalysis(t)
	for k := 1; k <= copies; k++ {
		depth := 1
		if k <= 2 {
			depth = 0 // the search is shorter than the exclusion of pairs
		}
		if tiling, ok := a.periodic(ctx, k, depth); ok {
			return tiling, true, nil
		}
		if a.err != nil {
			break
		}
	}
	return Tiling{}, false, a.err
}

// Decide decides whether a shape tiles the plane. It finds a tiling if there is an isohedral one or
// one with at most 24 copies in a period. It proves that there is none if the shape cannot be
// surrounded 5 times, unless the proof is too long, or if pairs of copies exclude at most 12
// coronas. Otherwise the verdict is Undecided, as for the hat. These limits decide all polyforms
// that the tests compare with published tables.
//
// It is an error if the shape cannot be examined or ctx ends; then the verdict is Undecided.
func Decide(ctx context.Context, s shapes.Shape) (Decision, error) {
	t, corners, err := disk(s)
	if err != nil {
		return Decision{Shape: s}, err
	}
	answer, _, err := t.decide(ctx, corners)
	return answer, err
}

// mostLevels is how many coronas Decide tries to exclude by pairs, and mostSolved how many by
// clauses.
const (
	mostLevels = 12
	mostSolved = 5
)

func (t *tile) decide(ctx context.Context, corners []point) (Decision, *analysis, error) {
	answer := Decision{Shape: t.shape}
	if corners == nil {
		answer.Verdict, answer.Holes = DoesNotTile, true
		return answer, nil, nil
	}
	answer.Translations = t.factorTranslations(corners) != nil
	answer.Conway = t.factorConway(corners) != nil
	tiling, found, err := t.isohedral(ctx, corners)
	if found || err != nil {
		if found {
			answer.Verdict, answer.Isohedral, answer.Tiling = Tiles, true, tiling
		}
		return answer, nil, err
	}
	a := newAnalysis(t)
	copies := 2
	for k := 1; k <= mostLevels; k++ {
		if k >= 4 {
			a.strengthen(ctx, k-2)
		}
		for ; k >= 3 && copies <= 2*k; copies++ {
			if tiling, ok := a.periodic(ctx, copies, k-2); ok {
				answer.Verdict, answer.Tiling = Tiles, tiling
				return answer, a, nil
			}
		}
		if a.impossible(ctx, k) {
			answer.Verdict, answer.NumExcluded = DoesNotTile, k
			return answer, a, nil
		}
		if a.err != nil {
			return answer, a, a.err
		}
	}
	for k := 3; k <= mostSolved; k++ {
		_, found, decided := a.solve(ctx, k, 0)
		switch {
		case a.err != nil:
			return answer, a, a.err
		case !decided:
			return answer, a, nil
		case !found:
			answer.Verdict, answer.NumExcluded = DoesNotTile, k
			return answer, a, nil
		}
	}
	return answer, a, nil
}
