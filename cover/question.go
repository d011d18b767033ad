// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"polka/dlx"
	"polka/internal/plural"
	"polka/shapes"
)

// An Answer is the answer to the question whether pieces cover a board.
type Answer struct {
	Board    Board    // the zero value if no board was found by a search for one
	Found    bool     // whether there is a tiling
	Tiling   Tiling   // if there is one
	Reason   string   // why there is none
	Excluded []Answer // of FindSmallestRectangle: the smaller rectangles
}

// String writes the answer on one line, such as "4x5: impossible: piece I does not fit on the
// board".
func (a Answer) String() string {
	name := a.Board.region.Name()
	if name == "" {
		name = a.Board.String()
	}
	switch {
	case a.Found:
		return fmt.Sprintf("%s: %v", name, a.Tiling)
	case a.Board.region.Empty():
		return a.Reason
	}
	return fmt.Sprintf("%s: impossible: %s", name, a.Reason)
}

// try looks for a tiling of a puzzle.
func try(ctx context.Context, p *Puzzle) (Answer, error) {
	a := Answer{Board: p.Board()}
	if p.Err() != nil {
		a.Reason = strings.TrimPrefix(p.Err().Error(), "cover: ")
		return a, nil
	}
	t, r, err := p.Solver(dlx.Options{}).First(ctx)
	switch {
	case err == nil:
		a.Found, a.Tiling = true, t
	case errors.Is(err, dlx.ErrNoSolution) && p.Impossible() != "":
		a.Reason = p.Impossible()
	case errors.Is(err, dlx.ErrNoSolution):
		a.Reason = fmt.Sprintf("a search of %s has found no tiling", plural.Count(int(r.Nodes), "node"))
	default:
		return a, err
	}
	return a, nil
}

// FindRepTiles returns the free polyominoes of n cells that tile their own enlargement by the
// factor k, each with a tiling of the enlargement, in the order of [shapes.Enumerate]. Their
// numbers for k = 2, 3 and 4 are
//
//	n = 3: 2, 2, 2    n = 4: 3, 3, 4    n = 5: 2, 2, 3
//	n = 6: 3, 3, 3    n = 7: 1, 1, 2    n = 8: 2, 2, 10
//
// The last of these takes some seconds, the others less. It is an error if n or k is not
// positive. If ctx ends first, it returns those found so far together with the error.
func FindRepTiles(ctx context.Context, n, k int) ([]Tiling, error) {
	if n < 1 || k < 1 {
		return nil, fmt.Errorf("cover: %d cells and enlargement by %d: expected positive numbers", n, k)
	}
	all, err := shapes.Enumerate(ctx, shapes.Square, n, shapes.Free)
	if err != nil {
		return nil, err
	}
	var list []Tiling
	for _, s := range all {
		a, err := try(ctx, New(enlarged(s, k)).With(Pieces(s).Any()))
		if err != nil {
			return list, err
		}
		if a.Found {
			list = append(list, a.Tiling)
		}
	}
	return list, nil
}

// enlarged returns the board of a shape enlarged by the factor k.
func enlarged(s shapes.Shape, k int) Board { return BoardOf(s.Scale(k).Normal().Named("")) }

// FindRectangles returns an answer for each rectangle with the area of the pieces of a set, from
// the most square to the longest. If ctx ends first, it returns the answers found so far together
// with the error: long narrow rectangles are the hardest, and 5x63 by all fixed pentominoes takes
// many minutes. It returns an error if the numbers of copies are not fixed.
func FindRectangles(ctx context.Context, set Set) ([]Answer, error) {
	area, most := set.area()
	if area != most || area == 0 {
		return nil, fmt.Errorf("cover: the pieces (%v) have no fixed area, so that there is no list of rectangles", set)
	}
	set = hardestFirst(set)
	root := 1
	for (root+1)*(root+1) <= area {
		root++
	}
	var list []Answer
	for rows := root; rows >= 1; rows-- {
		if area%rows != 0 {
			continue
		}
		a, err := try(ctx, New(Rectangle(rows, area/rows)).With(set))
		if err != nil {
			return list, err
		}
		list = append(list, a)
	}
	return list, nil
}

// hardestFirst sorts pieces by how hard it is to fit others to them, measured by the number of
// their notches: cells outside that touch them on several sides. Where the solver has a free
// choice, it tries options in their order, and the easy pieces should be left for the end.
func hardestFirst(set Set) Set {
	notches := make(map[Piece]int, len(set))
	for _, p := range set {
		for _, c := range p.shape.Neighbors().Cells() {
			n := -1
			for _, d := range p.shape.Lattice().Neighbors(c) {
				if p.shape.Contains(d) {
					n++
				}
			}
			notches[p] += n
		}
	}
	set = slices.Clone(set)
	slices.SortStableFunc(set, func(p, q Piece) int {
		return cmp.Or(cmp.Compare(notches[q], notches[p]), cmp.Compare(q.shape.Perimeter(), p.shape.Perimeter()))
	})
	return set
}

// FindSmallestRectangle looks for a rectangle of least area, with at most the given number of
// cells, that the pieces of a set tile. Of several rectangles with the same area the longest comes
// first. The field Excluded of the answer contains the smaller rectangles, each with its reason. If
// ctx ends first, it contains those excluded so far. Each rectangle requires a search unless there
// is a proof; the number of rectangles is about cells times its logarithm. It is an error if cells
// is not positive.
//
// For one or more copies of a single polyomino, the number of placements in the tiling is the order
// of the polyomino: 2 for the L tromino, 10 for the Y pentomino. The function FindSmallestRectangle
// of package plane finds it faster, and finds much larger ones.
func FindSmallestRectangle(ctx context.Context, set Set, cells int) (Answer, error) {
	if cells < 1 {
		return Answer{}, fmt.Errorf("cover: %d cells: expected a positive number", cells)
	}
	var excluded []Answer
	reached := set.areas(cells)
	for area := 1; area <= cells; area++ {
		if !reached[area] {
			continue
		}
		for rows := 1; rows*rows <= area; rows++ {
			if area%rows != 0 {
				continue
			}
			a, err := try(ctx, New(Rectangle(rows, area/rows)).With(set))
			if err != nil {
				return Answer{Reason: "the search was stopped", Excluded: excluded}, err
			}
			if a.Found {
				a.Excluded = excluded
				return a, nil
			}
			excluded = append(excluded, a)
		}
	}
	reason := fmt.Sprintf("no rectangle of up to %s has a tiling; %d were tried", plural.Count(cells, "cell"), len(excluded))
	return Answer{Reason: reason, Excluded: excluded}, nil
}

// Dissect decides whether free polyforms of n cells tile a board: first with any number of copies
// of each, then with all of them different. The time grows quickly with n; there are 369
// octominoes. It is an error if n is not positive.
func Dissect(ctx context.Context, b Board, n int) (repeated, distinct Answer, err error) {
	if n < 1 {
		return repeated, distinct, fmt.Errorf("cover: %d cells: expected a positive number", n)
	}
	repeated, distinct = Answer{Board: b}, Answer{Board: b}
	if size := b.region.Size(); size%n != 0 {
		repeated.Reason = fmt.Sprintf("%d does not divide the area %d", n, size)
		distinct.Reason = repeated.Reason
		return repeated, distinct, nil
	}
	free, err := shapes.Enumerate(ctx, b.region.Lattice(), n, shapes.Free)
	if err != nil {
		return repeated, distinct, err
	}
	repeated, err = try(ctx, New(b).With(Pieces(free...).Any()))
	switch {
	case err != nil:
	case repeated.Found:
		distinct, err = try(ctx, New(b).With(Pieces(free...).AtMost(1)))
	default:
		distinct.Reason = "not even with several copies"
	}
	return repeated, distinct, err
}
