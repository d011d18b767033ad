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
// The idea. The tilings grow together, from one cell. Whatever one piece covers is part of the
// figure, so every other piece has to cover it too. Of all pairs of a cell of the figure and a
// piece that does not cover it yet, take one with the fewest ways to lay a copy of the piece on the
// cell, and try each of them. A copy may add cells to the figure, up to the area that is searched
// for. Every tiling of the figure by a piece has exactly one of these ways, so none is missed. The
// first cell is the first of the figure in reading order, so that each figure is found in one
// position. It is connected, since every copy covers a cell that was part of it.
//
// Areas are tried in increasing order. When every piece covers every cell, the figure has the area
// of this turn: otherwise an earlier turn would have found it.
//
// The cost. The number of steps grows exponentially with the area, but most pairs of pentominoes
// have a figure of 10 or 20 cells, which takes a few hundred steps; docs/benchmarks.md has larger
// ones. A step looks at all ways to lay a copy on a cell: some thousands of cells.
//
// An example. Two I trominoes side by side are tiled by two L trominoes too; so 6 is the least
// common multiple, and 2x3 the figure.

package cover

import (
	"context"
	"errors"
	"fmt"

	"polka/dlx"
	"polka/internal/yield"
	"polka/shapes"
)

// FindCommonFigures looks for a connected figure of least area, with at most the given number of
// cells, that copies of each of the given shapes tile: a least common multiple. It returns a tiling
// of the figure by each shape, in their order, or dlx.ErrNoSolution if there is no such figure. Of
// several figures of that area it returns the one that it finds first, always the same. If ctx ends
// first, it returns an error that says which areas are impossible, and wraps that of ctx. It is an
// error if there are no shapes or more than 63, if they are not connected shapes of one lattice, or
// if the number of cells is not positive.
func FindCommonFigures(ctx context.Context, most int, list ...shapes.Shape) ([]Tiling, error) {
	if most < 1 {
		return nil, fmt.Errorf("cover: %d cells: expected a positive number", most)
	}
	if len(list) == 0 || len(list) > maxGrown {
		return nil, fmt.Errorf("cover: a figure of %d shapes: expected 1 to %d", len(list), maxGrown)
	}
	step := 1
	for _, s := range list {
		if s.Empty() || !s.Connected() || s.Lattice() != list[0].Lattice() {
			return nil, errors.New("cover: a figure is made of connected shapes of one lattice")
		}
		if step <= most { // it may be too large for an int otherwise
			step = multiple(step, s.Size())
		}
	}
	for area := step; area <= most; area += step {
		var tilings []Tiling
		figure, err := grow(ctx, area, list)
		if err == nil && !figure.Empty() {
			tilings, err = tiledByEach(ctx, figure, list)
		}
		if err != nil {
			return nil, fmt.Errorf("cover: stopped; a common figure has at least %d cells: %w", area, err)
		}
		if tilings != nil {
			return tilings, nil
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

// tiledByEach tiles a figure by each shape.
func tiledByEach(ctx context.Context, figure shapes.Shape, list []shapes.Shape) ([]Tiling, error) {
	var tilings []Tiling
	for _, s := range list {
		t, err := New(BoardOf(figure)).With(Pieces(s).Any()).First(ctx)
		if err != nil {
			return nil, err
		}
		tilings = append(tilings, t)
	}
	return tilings, nil
}

// grow returns a figure with that area that each of the shapes tiles, or the empty shape. No
// smaller figure is tiled by all of them.
func grow(ctx context.Context, area int, list []shapes.Shape) (shapes.Shape, error) {
	l := list[0].Lattice()
	for kind := range l.NumKinds() {
		g := newGrowth(ctx, area, l.CellOfKind(kind), list)
		found := g.search()
		switch {
		case g.err != nil:
			return shapes.Shape{}, g.err
		case found:
			return shapes.New(l, g.figure()...).Canonical(Pieces(list[0])[0].class).Named(""), nil
		}
	}
	return shapes.Shape{}, nil
}

// maxGrown is the number of pieces that a growth can have: bits of cover.
const maxGrown = 63

// begun is the bit of the first cell, which is part of the figure before a piece covers it.
const begun = 1 << maxGrown

// A growth is a figure with a partial tiling by each piece.
type growth struct {
	ctx     context.Context
	err     error // of ctx
	steps   int
	lattice *shapes.Lattice
	first   shapes.Cell // of the figure, in reading order
	poses   [][][]shapes.Cell

	numbers map[shapes.Cell]int32 // of cells, in the order in which they were first seen
	cells   []shapes.Cell         // by number
	ways    [][][]int32           // by piece and cell: see waysTo
	cover   []uint64              // by cell, the pieces that cover it; 0 if it is not part of the figure

	grown []int32 // the cells of the figure, in the order in which they became part of it
	room  int     // how many more it can have
}

func newGrowth(ctx context.Context, area int, first shapes.Cell, list []shapes.Shape) *growth {
	g := &growth{
		ctx: ctx, lattice: list[0].Lattice(), first: first,
		numbers: map[shapes.Cell]int32{}, ways: make([][][]int32, len(list)), room: area - 1,
	}
	for _, s := range list {
		g.poses = append(g.poses, posesIn(g.lattice, Pieces(s)[0]))
	}
	g.grown = append(g.grown, g.number(first))
	g.cover[0] = begun
	return g
}

// posesIn lists the cells of the orientations of a piece, or on a finite lattice, where nothing is
// moved to another period, of all copies of it.
func posesIn(l *shapes.Lattice, p Piece) (list [][]shapes.Cell) {
	if !l.Finite() {
		for _, pose := range p.poses() {
			list = append(list, pose.shape.Cells())
		}
		return list
	}
	known := map[shapes.Shape]bool{}
	for _, images := range l.Embeddings(p.shape, p.class) {
		if s := shapes.New(l, images...); !known[s] {
			known[s] = true
			list = append(list, s.Cells())
		}
	}
	return list
}

// figure lists the cells of the figure.
func (g *growth) figure() []shapes.Cell {
	var list []shapes.Cell
	for _, c := range g.grown {
		list = append(list, g.cells[c])
	}
	return list
}

// number returns the number of a cell.
func (g *growth) number(c shapes.Cell) int32 {
	n, ok := g.numbers[c]
	if !ok {
		n = int32(len(g.cells))
		g.numbers[c] = n
		g.cells = append(g.cells, c)
		g.cover = append(g.cover, 0)
		for p := range g.ways {
			g.ways[p] = append(g.ways[p], nil)
		}
	}
	return n
}

// waysTo returns the ways to lay piece p on a cell, without cells before the first: the numbers of
// the cells that a copy covers, one copy after the other.
func (g *growth) waysTo(p int, cell int32) []int32 {
	if list := g.ways[p][cell]; list != nil {
		return list
	}
	list := []int32{} // not nil
	c := g.cells[cell]
	for _, pose := range g.poses[p] {
		for _, d := range pose {
			if g.lattice.KindOf(d) != g.lattice.KindOf(c) {
				continue
			}
			before := len(list)
			for _, e := range pose {
				at := shapes.Cell{X: e.X + c.X - d.X, Y: e.Y + c.Y - d.Y, Z: e.Z + c.Z - d.Z}
				if at.Compare(g.first) < 0 {
					list = list[:before]
					break
				}
				list = append(list, g.number(at))
			}
		}
	}
	g.ways[p][cell] = list
	return list
}

// fits reports whether a copy of piece p can be laid on these cells.
func (g *growth) fits(p int, copied []int32) bool {
	room := g.room
	for _, c := range copied {
		switch covered := g.cover[c]; {
		case covered == 0:
			room--
		case covered>>p&1 != 0:
			return false
		}
	}
	return room >= 0
}

// search lays copies until every piece covers every cell of the figure, and reports whether that is
// possible. If so, it leaves the figure as it is then.
func (g *growth) search() bool {
	yield.Point()
	if g.steps++; g.steps%256 == 0 {
		if g.err = g.ctx.Err(); g.err != nil {
			return false
		}
	}
	piece, cell, left := g.choose()
	if !left {
		return true
	}
	size := len(g.poses[piece][0])
	ways := g.waysTo(piece, cell)
	for ; len(ways) > 0 && g.err == nil; ways = ways[size:] {
		copied := ways[:size]
		if !g.fits(piece, copied) {
			continue
		}
		before := len(g.grown)
		for _, c := range copied {
			if g.cover[c] == 0 {
				g.grown = append(g.grown, c)
			}
			g.cover[c] |= 1 << piece
		}
		g.room -= len(g.grown) - before
		if g.search() {
			return true
		}
		g.room += len(g.grown) - before
		g.grown = g.grown[:before]
		for _, c := range copied {
			g.cover[c] &^= 1 << piece
		}
	}
	return false
}

// choose returns a piece and a cell of the figure that it does not cover, with the fewest ways to
// lay a copy there. It reports false if every piece covers every cell.
func (g *growth) choose() (piece int, cell int32, left bool) {
	fewest := 0
	for _, c := range g.grown {
		for p := range g.poses {
			if g.cover[c]>>p&1 != 0 {
				continue
			}
			size, n := len(g.poses[p][0]), 0
			for ways := g.waysTo(p, c); len(ways) > 0 && (!left || n < fewest); ways = ways[size:] {
				if g.fits(p, ways[:size]) {
					n++
				}
			}
			if !left || n < fewest {
				if piece, cell, fewest, left = p, c, n, true; n == 0 {
					return
				}
			}
		}
	}
	return
}
