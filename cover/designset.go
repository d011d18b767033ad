// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"polka/dlx"
	"polka/shapes"
)

// DesignSets returns the sets of the given number of pieces that cover a board in exactly one way,
// up to its symmetries, each piece used once. The pieces must be different; such a set need not
// have names. The hardest set comes first, by [Puzzle.Effort]; sets of the same effort are in the
// order of the pieces. The list may be empty. All tilings by any of the pieces are visited, so that
// a call takes as long as listing them, and memory for each set that has one.
//
// Of the 792 sets of five pentominoes, 45 cover a square of side 5, 19 of them in one way.
func DesignSets(ctx context.Context, board Board, pieces []shapes.Shape, number int) ([]Design, error) {
	if number < 1 || number > len(pieces) {
		return nil, fmt.Errorf("cover: sets of %d pieces: expected a number from 1 to %d", number, len(pieces))
	}
	if !board.Optional().Empty() {
		return nil, errors.New("cover: DesignSets expects a board without optional cells")
	}
	index := make(map[shapes.Shape]int, len(pieces))
	known := make(map[shapes.Shape]bool, len(pieces))
	for i, s := range pieces {
		class := shapes.Free
		if s.Lattice().Spatial() {
			class = shapes.OneSided
		}
		if c := s.Canonical(class).Named(""); known[c] {
			return nil, fmt.Errorf("cover: piece %d: expected a piece other than the ones before", i+1)
		} else {
			known[c] = true
		}
		index[s] = i
	}
	type found struct {
		members []int
		tiling  Tiling
		number  int
	}
	sets := make(map[string]*found)
	// A reflection of the board may map a set to the one of its mirror images. So these are kept
	// apart, and sets that contain both may then have two tilings in place of one.
	all := New(board).With(Pieces(pieces...).AtMost(1)).TwinsApart().Distinct()
	if err := all.Err(); err != nil {
		return nil, err
	}
	for t, err := range all.Tilings(ctx) {
		if err != nil {
			if errors.Is(err, dlx.ErrNoSolution) {
				return nil, nil
			}
			return nil, err
		}
		if len(t.Placements) != number {
			continue
		}
		var members []int
		for _, q := range t.Placements {
			members = append(members, index[q.Piece])
		}
		slices.Sort(members)
		key := fmt.Sprint(members)
		if s := sets[key]; s != nil {
			s.number++
		} else {
			sets[key] = &found{members, t, 1}
		}
	}
	var list []*found
	for _, s := range sets {
		if s.number <= 2 {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b *found) int { return slices.Compare(a.members, b.members) })
	var designs []Design
	for _, s := range list {
		var own []shapes.Shape
		for _, i := range s.members {
			own = append(own, pieces[i])
		}
		d := Design{Puzzle: New(board, own...), Solution: s.tiling}
		if s.number == 2 {
			two, _, err := d.Puzzle.Distinct().Solver(dlx.Options{Limit: 2, Threads: 1}).All(ctx)
			if err != nil {
				return nil, err
			}
			if len(two) == 2 {
				continue
			}
		}
		var err error
		if d.Effort, err = d.Puzzle.Effort(ctx); err != nil {
			return nil, err
		}
		designs = append(designs, d)
	}
	slices.SortStableFunc(designs, func(a, b Design) int { return cmp.Compare(b.Effort, a.Effort) })
	return designs, nil
}
