// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"polka/dlx"
	"polka/internal/plural"
	"polka/shapes"
)

// A Family is a set of tilings of a puzzle, at first of all tilings, as a [dlx.Family]: it is
// stored as a decision diagram, which is often much smaller than a list, and from which counts,
// frequencies, random tilings and the cheapest ones are computed without another search. It is an
// immutable value. What only makes sense for sets of options, such as Restrict, is in its Cover.
type Family struct {
	puzzle  *Puzzle
	options *dlx.Family
}

// Family returns the family of all tilings. dlx.ErrMemory means that it does not fit in the memory
// allowed, which the options of a Solver can change.
func (p *Puzzle) Family(ctx context.Context) (*Family, error) {
	f, _, err := p.Solver(dlx.Options{}).Family(ctx)
	return f, err
}

// Family returns the family of all tilings, or of the first ones if there is a limit. A family up
// to symmetry, of [Puzzle.Distinct], is an error.
func (s *Solver) Family(ctx context.Context) (*Family, dlx.Result, error) {
	p := s.puzzle
	none := dlx.Result{Stats: dlx.Stats{Solutions: new(big.Int)}}
	switch {
	case p.err != nil:
		return nil, none, p.err
	case p.distinct:
		return nil, none, errors.New("cover: a family has all tilings and not only those that differ up to symmetry; use the puzzle without Distinct")
	}
	f, r, err := p.exactCover().Solver(s.options).Family(ctx)
	if err != nil {
		return nil, r, err
	}
	return &Family{p, f}, r, nil
}

// Puzzle returns the puzzle.
func (f *Family) Puzzle() *Puzzle { return f.puzzle }

// Cover returns the family as sets of options of the puzzle's Problem.
func (f *Family) Cover() *dlx.Family { return f.options }

// Count returns the number of tilings.
func (f *Family) Count() *big.Int { return f.options.Count() }

// Size returns the number of nodes of the diagram.
func (f *Family) Size() int { return f.options.Size() }

// String returns the numbers of tilings and nodes on one line.
func (f *Family) String() string {
	return fmt.Sprintf("a family of %s, %s", plural.Big(f.Count(), "tiling"), plural.Count(f.Size(), "node"))
}

// Containing returns the family of the tilings that contain all the given placements. It is an
// error if one of them is not a placement of the puzzle.
func (f *Family) Containing(ctx context.Context, placements ...Placement) (*Family, error) {
	options, err := f.puzzle.number(placements)
	if err != nil {
		return nil, err
	}
	return f.derive(f.options.Containing(ctx, options...))
}

// Without returns the family of the tilings that contain none of the given placements. It is an
// error if one of them is not a placement of the puzzle.
func (f *Family) Without(ctx context.Context, placements ...Placement) (*Family, error) {
	options, err := f.puzzle.number(placements)
	if err != nil {
		return nil, err
	}
	return f.derive(f.options.Without(ctx, options...))
}

// derive is another family of the same puzzle.
func (f *Family) derive(options *dlx.Family, err error) (*Family, error) {
	if err != nil {
		return nil, err
	}
	return &Family{f.puzzle, options}, nil
}

// Union returns the family of the tilings in f or g. It returns an error if these are families of
// different puzzles. Like all methods of a Family that return another one, it returns dlx.ErrMemory
// if the computation takes more than half of the Memory of the options with which f was made.
func (f *Family) Union(ctx context.Context, g *Family) (*Family, error) {
	return f.derive(f.options.Union(ctx, g.options))
}

// Intersection returns the family of the tilings in both f and g, or an error as Union does.
func (f *Family) Intersection(ctx context.Context, g *Family) (*Family, error) {
	return f.derive(f.options.Intersection(ctx, g.options))
}

// Difference returns the family of the tilings in f that are not in g, or an error as Union does.
func (f *Family) Difference(ctx context.Context, g *Family) (*Family, error) {
	return f.derive(f.options.Difference(ctx, g.options))
}

// has reports whether a piece of the puzzle has a name.
func (p *Puzzle) has(name string) bool {
	return slices.ContainsFunc(p.pieces, func(q Piece) bool { return q.shape.Name() == name })
}

// CountBy returns how many tilings have 0, 1, 2, ... copies of the piece with the given name. It is
// an error if the puzzle has no such piece.
func (f *Family) CountBy(ctx context.Context, piece string) ([]*big.Int, error) {
	if !f.puzzle.has(piece) {
		return nil, fmt.Errorf("cover: the puzzle has no piece named %q", piece)
	}
	var options []int
	for k, q := range f.puzzle.places {
		if f.puzzle.pieces[q.piece].shape.Name() == piece {
			options = append(options, k)
		}
	}
	return f.options.CountBy(ctx, options...)
}

// Random returns a tiling chosen at random, each with the same probability, or dlx.ErrNoSolution.
// The same seed gives the same tiling.
func (f *Family) Random(seed uint64) (Tiling, error) {
	s, err := f.options.Random(seed)
	if err != nil {
		return Tiling{}, err
	}
	return f.puzzle.Decode(s), nil
}

// Sample returns n tilings chosen at random, independently and each with the same probability, so
// that some can be equal. It returns none if the family has no tilings. The same seed gives the
// same tilings. It panics if n is negative. In a notebook they are shown as a gallery.
func (f *Family) Sample(n int, seed uint64) []Tiling {
	var list []Tiling
	for _, s := range f.options.Sample(n, seed) {
		list = append(list, f.puzzle.Decode(s))
	}
	return list
}

// Each calls visit with each tiling, until it returns false. So a loop can be written as
//
//	for t := range f.Each {
func (f *Family) Each(visit func(Tiling) bool) {
	f.options.Each(func(s dlx.Solution) bool { return visit(f.puzzle.Decode(s)) })
}

// All returns all tilings in the order of Each. If there may be more than fit in memory, use Each.
func (f *Family) All() []Tiling {
	var all []Tiling
	for t := range f.Each {
		all = append(all, t)
	}
	return all
}

// At returns tiling n in the order of Each, counted from 0. It panics if there is no such tiling.
func (f *Family) At(n *big.Int) Tiling { return f.puzzle.Decode(f.options.At(n)) }

// Contains reports whether the given placements are a tiling of the family.
func (f *Family) Contains(placements ...Placement) bool {
	options, err := f.puzzle.number(placements)
	return err == nil && f.options.Contains(f.puzzle.withSkips(options)...)
}

// Equal reports whether two families of the same puzzle have the same tilings.
func (f *Family) Equal(g *Family) bool { return f.options.Equal(g.options) }

// A Frequency is the number of tilings that contain a placement.
type Frequency struct {
	Placement Placement
	Count     *big.Int
	Share     float64 // of all tilings
}

// Frequencies returns how often each placement occurs, in the order of AllPlacements.
func (f *Family) Frequencies() []Frequency {
	total := f.Count()
	counts := f.options.Frequencies()
	list := make([]Frequency, len(f.puzzle.places))
	for k, q := range f.puzzle.AllPlacements() {
		list[k] = Frequency{q, counts[k], share(counts[k], total)}
	}
	return list
}

// share returns the ratio of two numbers, 0 if the second is 0.
func share(part, total *big.Int) float64 {
	if total.Sign() == 0 {
		return 0
	}
	ratio, _ := new(big.Rat).SetFrac(part, total).Float64()
	return ratio
}

// A HeatMap has the number of tilings in which a piece covers each cell of a board.
type HeatMap struct {
	Board  Board
	Piece  string        // its name, or "" for all pieces together
	Total  *big.Int      // the number of tilings
	Cells  []shapes.Cell // of the board, in reading order
	Counts []*big.Int    // for each cell, the number of tilings in which the piece covers it
}

// HeatMap returns in how many tilings the piece with the given name covers each cell of the board;
// "" means all pieces. In a notebook it is shown as a picture. It panics if the puzzle has no such
// piece.
func (f *Family) HeatMap(piece string) HeatMap {
	p := f.puzzle
	if piece != "" && !p.has(piece) {
		panic("cover: HeatMap expects the name of a piece of the puzzle")
	}
	h := HeatMap{Board: p.board, Piece: piece, Total: f.Count(), Cells: slices.Clone(p.cells), Counts: make([]*big.Int, len(p.cells))}
	for i := range h.Counts {
		h.Counts[i] = new(big.Int)
	}
	counts := f.options.Frequencies()
	for k, q := range p.places {
		if piece == "" || p.pieces[q.piece].shape.Name() == piece {
			for _, c := range q.cells {
				h.Counts[c].Add(h.Counts[c], counts[k])
			}
		}
	}
	return h
}

// Share returns the share of the tilings in which the piece covers cell i.
func (h HeatMap) Share(i int) float64 { return share(h.Counts[i], h.Total) }

// String describes the map on one line.
func (h HeatMap) String() string {
	piece := h.Piece
	if piece == "" {
		piece = "all pieces"
	}
	board := h.Board.outline()
	if strings.Contains(board, "[") { // a list of all cells
		board = "a board of " + plural.Count(h.Board.Shape().Size(), "cell")
	}
	return fmt.Sprintf("how often %s covers each cell of %s in %v tilings", piece, board, h.Total)
}
