// SPDX-License-Identifier: BSD-3-Clause

// The problem. Two pieces are compatible if there is a figure that copies of the
// one tile and copies of the other too. Which is the smallest such figure, for
// two or more pieces?
//
// The source. S. W. Golomb, Normed division domains, American Mathematical
// Monthly 88 (1981), DOI 10.2307/2320675, who calls it their least common
// multiple; A. Liu, R. Barbans, A. Cibulis, G. Lee and B. Wainwright, Polyomino
// number theory, Mathematical Intelligencer 20 (1998).
//
// The idea. The area of the figure is a multiple of all sizes. Take the largest
// piece, which needs the fewest copies, and put together all connected figures
// of that many copies: each arises from one with a copy less by laying another
// one beside it. Of figures that are the same up to isometry one is kept. Each
// is then offered to the other pieces.
//
// The cost. A pentomino of eight orientations has some hundred figures of two
// copies, ten thousand times as many of four; so the number of copies should be
// small.
//
// An example. Two I trominoes side by side are tiled by two L trominoes too; so
// 6 is the least common multiple, and 2x3 the figure.

package cover

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"polka/dlx"
	"polka/internal/yield"
	"polka/shapes"
)

// FindCommonFigures looks for a connected figure of least area, with at most the given number of
// cells, that copies of each of the given shapes tile: a least common multiple. It returns a tiling
// of the figure by each shape, in their order, or dlx.ErrNoSolution if there is no such figure. Of
// several figures of that area it chooses the least in the order of shapes.Shape.Compare. If ctx
// ends first, it returns the error. It is an error if there are no shapes, if they are not
// connected shapes of one lattice, or if the number of cells is not positive.
func FindCommonFigures(ctx context.Context, most int, list ...shapes.Shape) ([]Tiling, error) {
	if most < 1 {
		return nil, fmt.Errorf("cover: %d cells: expected a positive number", most)
	}
	largest, step := 0, 1
	for i, s := range list {
		if s.Empty() || !s.Connected() || s.Lattice() != list[0].Lattice() {
			return nil, errors.New("cover: a figure is made of connected shapes of one lattice")
		}
		if s.Size() > list[largest].Size() {
			largest = i
		}
		step = multiple(step, s.Size())
	}
	if len(list) == 0 {
		return nil, errors.New("cover: a figure is made of at least one shape")
	}
	g := &figures{piece: Pieces(list[largest])[0], level: []shapes.Shape{list[largest].Canonical(shapes.Free).Named("")}}
	for area := list[largest].Size(); area <= most; area += list[largest].Size() {
		if area > list[largest].Size() {
			if err := g.grow(ctx); err != nil {
				return nil, err
			}
		}
		if area%step != 0 {
			continue
		}
		for _, figure := range g.level {
			tilings, err := tiledByEach(ctx, figure, list)
			if err != nil || tilings != nil {
				return tilings, err
			}
		}
	}
	return nil, dlx.ErrNoSolution
}

// multiple returns the least common multiple of two numbers.
func multiple(a, b int) int {
	n := a
	for n%b != 0 {
		n += a
	}
	return n
}

// tiledByEach tiles a figure by each shape, or returns nil.
func tiledByEach(ctx context.Context, figure shapes.Shape, list []shapes.Shape) ([]Tiling, error) {
	var tilings []Tiling
	for _, s := range list {
		a, err := try(ctx, New(BoardOf(figure)).With(Pieces(s).Any()))
		if err != nil || !a.Found {
			return nil, err
		}
		tilings = append(tilings, a.Tiling)
	}
	return tilings, nil
}

// figures are the connected figures of some copies of a piece, one of each free
// polyform, in order.
type figures struct {
	piece Piece
	level []shapes.Shape
}

// grow adds one copy.
func (f *figures) grow(ctx context.Context) error {
	poses := f.piece.poses()
	next := map[shapes.Shape]bool{}
	for _, figure := range f.level {
		yield.Point()
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("cover: stopped while figures were put together: %w", err)
		}
		for _, c := range figure.Neighbors().Cells() {
			for _, pose := range poses {
				for _, d := range pose.shape.Cells() {
					if l := figure.Lattice(); l.KindOf(d) != l.KindOf(c) {
						continue
					}
					copied := pose.shape.Translate(c.X-d.X, c.Y-d.Y, c.Z-d.Z)
					if figure.Intersection(copied).Empty() {
						next[figure.Union(copied).Canonical(shapes.Free).Named("")] = true
					}
				}
			}
		}
	}
	f.level = f.level[:0]
	for s := range next {
		f.level = append(f.level, s)
	}
	slices.SortFunc(f.level, shapes.Shape.Compare)
	return nil
}
