// SPDX-License-Identifier: BSD-3-Clause

// Puzzles with exactly one solution.
//
// Given cells are found by excluding tilings: as long as a tiling other than the intended one
// agrees with all cells given so far, one of the cells in which the two differ is given too. Then
// each given cell that is not needed is removed, so that the rest is minimal. Each step asks the
// solver for no more than two tilings.
//
// Boards are grown: pieces are laid beside each other at random, and the board is kept if its only
// tiling, up to its symmetries, is this one.

package cover

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"unicode"
	"unicode/utf8"

	"polka/dlx"
	"polka/internal/plural"
	"polka/shapes"
)

// DesignOptions say what [Puzzle.Design] and [DesignBoard] look for. The zero value is a good
// choice.
type DesignOptions struct {
	// Tries is the number of puzzles that are made, of which the one with the greatest effort is
	// returned, or with Easy the least; 0 is 10.
	Tries int

	// Easy prefers the least effort.
	Easy bool

	// Seed selects what is made. The same seed gives the same puzzle.
	Seed uint64
}

// A Design is a puzzle with exactly one tiling.
type Design struct {
	Puzzle   *Puzzle
	Solution Tiling
	Given    int   // number of cells that are given
	Effort   int64 // as Puzzle.Effort returns it
}

// String returns the board, the number of given cells and the effort. That of the zero Design is
// "no design".
func (d Design) String() string {
	if d.Puzzle == nil {
		return "no design"
	}
	return fmt.Sprintf("%v: %s given, effort %d", d.Puzzle.Board(), plural.Count(d.Given, "cell"), d.Effort)
}

// Text draws the board. A given cell has the letter of its piece. The text of the zero Design is
// empty.
func (d Design) Text() string {
	if d.Puzzle == nil {
		return ""
	}
	return d.Puzzle.Board().Text()
}

// better reports whether a design is preferred to another one.
func (o DesignOptions) better(a, b Design) bool {
	if o.Easy {
		return a.Effort < b.Effort
	}
	return a.Effort > b.Effort
}

func (o DesignOptions) tries() (int, error) {
	switch {
	case o.Tries < 0:
		return 0, fmt.Errorf("cover: %d tries: expected a positive number", o.Tries)
	case o.Tries == 0:
		return 10, nil
	}
	return o.Tries, nil
}

// Design makes puzzles by giving cells: each given cell is reserved for a piece by a mark on the
// board (see [Board]). The puzzle that is returned has exactly one tiling, and none of its given
// cells could be removed. Every piece must be used exactly once and have a capital letter as its
// name. The error is dlx.ErrNoSolution if there is no tiling. For the pentominoes on a board of 60
// cells a design takes about a second.
func (p *Puzzle) Design(ctx context.Context, o DesignOptions) (Design, error) {
	tries, err := o.tries()
	if err != nil {
		return Design{}, err
	}
	if err := p.designable(); err != nil {
		return Design{}, err
	}
	r := rand.New(rand.NewPCG(o.Seed, 36))
	var best Design
	for i := range tries {
		d, err := p.design(ctx, r)
		if err != nil {
			return Design{}, err
		}
		if i == 0 || o.better(d, best) {
			best = d
		}
	}
	return best, nil
}

// designable returns an error if a piece cannot be given by its letter.
func (p *Puzzle) designable() error {
	if err := p.Err(); err != nil {
		return err
	}
	seen := make(map[string]bool)
	for _, piece := range p.pieces {
		name := piece.Shape().Name()
		mark, n := utf8.DecodeRuneInString(name)
		if n != len(name) || !unicode.IsUpper(mark) || seen[name] {
			return fmt.Errorf("cover: piece %q: expected pieces whose names are different capital letters", name)
		}
		seen[name] = true
		if least, most := piece.Copies(); least != 1 || most != 1 {
			return errors.New("cover: Design expects every piece to be used exactly once")
		}
	}
	if !p.board.Optional().Empty() || p.board.marks != "" {
		return errors.New("cover: Design expects a board without optional cells and marks")
	}
	return nil
}

// withGiven returns the puzzle with some cells of a tiling given.
func (p *Puzzle) withGiven(owner map[shapes.Cell]string, cells []shapes.Cell) *Puzzle {
	b := p.board
	for _, c := range cells {
		mark, _ := utf8.DecodeRuneInString(owner[c])
		b = b.WithMark(mark, shapes.New(b.Shape().Lattice(), c))
	}
	return New(b).With(p.set)
}

// owners returns the name of the piece on each cell.
func owners(t Tiling) map[shapes.Cell]string {
	owner := make(map[shapes.Cell]string)
	for _, q := range t.Placements {
		for _, c := range q.Shape.Cells() {
			owner[c] = q.Piece.Name()
		}
	}
	return owner
}

// other returns the cells that have another piece in some other tiling, and none if there is no
// other tiling.
func (p *Puzzle) other(ctx context.Context, owner map[shapes.Cell]string) (differ []shapes.Cell, err error) {
	list, _, err := p.Solver(dlx.Options{Limit: 2, Threads: 1}).All(ctx)
	if err != nil {
		return nil, err
	}
	for _, t := range list {
		found := owners(t)
		for _, c := range p.board.Shape().Cells() {
			if found[c] != owner[c] {
				differ = append(differ, c)
			}
		}
		if len(differ) > 0 {
			return differ, nil
		}
	}
	return nil, nil
}

// design makes one puzzle.
func (p *Puzzle) design(ctx context.Context, r *rand.Rand) (Design, error) {
	// A random cell for a random piece leads to different tilings.
	cells := p.board.Shape().Cells()
	var owner map[shapes.Cell]string
	var solution Tiling
	for owner == nil {
		q := p
		for range 2 {
			c := cells[r.IntN(len(cells))]
			piece := p.pieces[r.IntN(len(p.pieces))].Shape().Name()
			mark, _ := utf8.DecodeRuneInString(piece)
			q = New(q.board.WithMark(mark, shapes.New(p.board.Shape().Lattice(), c))).With(p.set)
		}
		t, err := q.First(ctx)
		if errors.Is(err, dlx.ErrNoSolution) {
			if _, err := p.First(ctx); err != nil {
				return Design{}, err
			}
			continue
		}
		if err != nil {
			return Design{}, err
		}
		owner, solution = owners(t), t
	}
	var given []shapes.Cell
	for {
		differ, err := p.withGiven(owner, given).other(ctx, owner)
		if err != nil {
			return Design{}, err
		}
		if len(differ) == 0 {
			break
		}
		given = append(given, differ[r.IntN(len(differ))])
	}
	r.Shuffle(len(given), func(i, j int) { given[i], given[j] = given[j], given[i] })
	for i := 0; i < len(given); {
		fewer := append(append([]shapes.Cell{}, given[:i]...), given[i+1:]...)
		differ, err := p.withGiven(owner, fewer).other(ctx, owner)
		if err != nil {
			return Design{}, err
		}
		if len(differ) == 0 {
			given = fewer
		} else {
			i++
		}
	}
	q := p.withGiven(owner, given)
	solution.Board = q.board
	effort, err := q.Effort(ctx)
	return Design{Puzzle: q, Solution: solution, Given: len(given), Effort: effort}, err
}

// DesignBoard makes boards for pieces: the board that is returned is connected and has exactly one
// tiling, up to its symmetries, with each of the pieces used once. The pieces must be connected
// shapes of one lattice. With many pieces such boards are rare: for more than about eight
// pentominoes the search may take long. The error is dlx.ErrNoSolution if none of a thousand
// boards for each try is one.
func DesignBoard(ctx context.Context, pieces []shapes.Shape, o DesignOptions) (Design, error) {
	tries, err := o.tries()
	if err != nil {
		return Design{}, err
	}
	if len(pieces) == 0 {
		return Design{}, errors.New("cover: DesignBoard expects pieces")
	}
	for _, s := range pieces {
		if s.Lattice() != pieces[0].Lattice() || !s.Connected() || s.Empty() {
			return Design{}, errors.New("cover: DesignBoard expects connected pieces of one lattice")
		}
	}
	r := rand.New(rand.NewPCG(o.Seed, 37))
	var best Design
	found := 0
	for range 1000 * tries {
		b := BoardOf(grownBoard(pieces, r))
		if b.Shape().Empty() {
			continue
		}
		p := New(b, pieces...)
		t, _, err := p.Solver(dlx.Options{Threads: 1}).Unique(ctx)
		if errors.Is(err, dlx.ErrNotUnique) {
			continue
		}
		if err != nil {
			return Design{}, err
		}
		effort, err := p.Effort(ctx)
		if err != nil {
			return Design{}, err
		}
		d := Design{Puzzle: p, Solution: t, Effort: effort}
		if found++; found == 1 || o.better(d, best) {
			best = d
		}
		if found == tries {
			break
		}
	}
	if found == 0 {
		return Design{}, dlx.ErrNoSolution
	}
	return best, nil
}

// grownBoard lays pieces beside each other, as compactly as the best of a few random positions. It
// returns an empty shape if it finds no positions.
func grownBoard(pieces []shapes.Shape, r *rand.Rand) shapes.Shape {
	var board shapes.Shape
	for i, k := range r.Perm(len(pieces)) {
		forms := pieces[k].Orientations(shapes.Free)
		if i == 0 {
			board = forms[r.IntN(len(forms))]
			continue
		}
		var best shapes.Shape
		for n, attempts := 0, 0; n < 6 && attempts < 2000; attempts++ {
			form := forms[r.IntN(len(forms))].Cells()
			border := board.Neighbors().Cells()
			from, to := form[r.IntN(len(form))], border[r.IntN(len(border))]
			if l := board.Lattice(); l.KindOf(from) != l.KindOf(to) {
				continue
			}
			laid := shapes.New(board.Lattice(), form...).Translate(to.X-from.X, to.Y-from.Y, to.Z-from.Z)
			if !laid.Intersection(board).Empty() {
				continue
			}
			n++
			if whole := board.Union(laid); best.Empty() || whole.Perimeter() < best.Perimeter() {
				best = whole
			}
		}
		if best.Empty() {
			return best
		}
		board = best
	}
	return board.Normal().Named("")
}
