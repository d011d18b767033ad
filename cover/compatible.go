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
// The idea. Take the piece that needs the fewest copies, and of several the one with the fewest
// orientations, and put together all connected figures of that many copies: each arises from one
// with a copy less by laying another one beside it. Of figures that are the same up to the motions
// of pieces (in space, not reflections) one is kept. Each is then offered to the other pieces: the
// first cell in reading order must be the first cell of a piece, and so on, which fails after a few
// steps for nearly all. The figures with the last copy are offered as they arise, and only those
// that are tiled are compared.
//
// The cost. A pentomino of eight orientations has some hundred figures of two copies, ten thousand
// times as many of four; so the number of copies should be small. The pentominoes I and P and the
// tetromino L have a figure of 20 cells: see docs/benchmarks.md.
//
// An example. Two I trominoes side by side are tiled by two L trominoes too; so 6 is the least
// common multiple, and 2x3 the figure.

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
	base, step := 0, 1
	pieces := make([]Piece, len(list))
	for i, s := range list {
		if s.Empty() || !s.Connected() || s.Lattice() != list[0].Lattice() {
			return nil, errors.New("cover: a figure is made of connected shapes of one lattice")
		}
		pieces[i] = Pieces(s)[0]
		if n := s.Size() - list[base].Size(); n > 0 || n == 0 && len(pieces[i].poses()) < len(pieces[base].poses()) {
			base = i
		}
		step = multiple(step, s.Size())
	}
	if len(list) == 0 {
		return nil, errors.New("cover: a figure is made of at least one shape")
	}
	size := list[base].Size()
	g := &figures{piece: pieces[base]}
	for i, p := range pieces {
		if i != base {
			g.others = append(g.others, newFitter(p))
		}
	}
	for area := size; area <= most; area += size {
		if area%step == 0 {
			least, err := g.least(ctx)
			if err != nil {
				return nil, err
			}
			if !least.Empty() {
				return tiledByEach(ctx, least, list)
			}
		}
		if area+size <= most {
			if err := g.grow(ctx); err != nil {
				return nil, err
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

// figures are the connected figures of some copies of a piece, one of those that motions of pieces
// take to each other, in order.
type figures struct {
	piece  Piece
	others []*fitter
	level  []shapes.Shape // none before the first copy
}

// each passes all figures with a copy more to visit, some of them several times, in any isometry.
func (f *figures) each(ctx context.Context, visit func(shapes.Shape)) error {
	poses := f.piece.poses()
	if len(f.level) == 0 {
		visit(poses[0].shape)
	}
	for _, figure := range f.level {
		for _, c := range figure.Neighbors().Cells() {
			yield.Point()
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("cover: stopped while figures were put together: %w", err)
			}
			for _, pose := range poses {
				for _, d := range pose.shape.Cells() {
					if l := figure.Lattice(); l.KindOf(d) != l.KindOf(c) {
						continue
					}
					if union := figure.Union(pose.shape.Translate(c.X-d.X, c.Y-d.Y, c.Z-d.Z)); union.Size() == figure.Size()+pose.shape.Size() {
						visit(union)
					}
				}
			}
		}
	}
	return nil
}

// grow adds one copy.
func (f *figures) grow(ctx context.Context) error {
	next := map[shapes.Shape]bool{}
	err := f.each(ctx, func(figure shapes.Shape) { next[figure.Canonical(f.piece.class).Named("")] = true })
	f.level = f.level[:0]
	for s := range next {
		f.level = append(f.level, s)
	}
	slices.SortFunc(f.level, shapes.Shape.Compare)
	return err
}

// least returns the least of the figures with a copy more that all others tile, or an empty shape.
func (f *figures) least(ctx context.Context) (least shapes.Shape, err error) {
	err = f.each(ctx, func(figure shapes.Shape) {
		for _, other := range f.others {
			if !other.tiles(figure) {
				return
			}
		}
		if figure = figure.Canonical(f.piece.class).Named(""); least.Empty() || figure.Compare(least) < 0 {
			least = figure
		}
	})
	return least, err
}

// A fitter decides whether copies of a piece tile a figure.
type fitter struct {
	poses [][]shapes.Cell // in reading order
	cells []shapes.Cell   // of the figure, in reading order,
	place map[shapes.Cell]int
	taken []bool // and which of them are covered
}

func newFitter(p Piece) *fitter {
	f := &fitter{place: map[shapes.Cell]int{}}
	for _, pose := range p.poses() {
		f.poses = append(f.poses, pose.shape.Cells())
	}
	return f
}

// tiles reports whether copies of the piece tile a figure.
func (f *fitter) tiles(figure shapes.Shape) bool {
	f.cells = figure.Cells()
	clear(f.place)
	for i, c := range f.cells {
		f.place[c] = i
	}
	f.taken = append(f.taken[:0], make([]bool, len(f.cells))...)
	return f.from(figure.Lattice(), 0)
}

// from reports whether the cells that are not covered, of which none comes before cell i, can be
// covered.
func (f *fitter) from(l *shapes.Lattice, i int) bool {
	for i < len(f.cells) && f.taken[i] {
		i++
	}
	if i == len(f.cells) {
		return true
	}
	places := make([]int, 0, 16)
	c := f.cells[i]
next:
	for _, pose := range f.poses {
		d := pose[0]
		if l.KindOf(d) != l.KindOf(c) {
			continue
		}
		places = places[:0]
		for _, e := range pose {
			at, ok := f.place[shapes.Cell{X: e.X + c.X - d.X, Y: e.Y + c.Y - d.Y, Z: e.Z + c.Z - d.Z}]
			if !ok || f.taken[at] {
				continue next
			}
			places = append(places, at)
		}
		for _, at := range places {
			f.taken[at] = true
		}
		if f.from(l, i+1) {
			return true
		}
		for _, at := range places {
			f.taken[at] = false
		}
	}
	return false
}
