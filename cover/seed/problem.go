// SPDX-License-Identifier: BSD-3-Clause

package seed

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"polka/cover"
	"polka/internal/plural"
	"polka/shapes"
)

// A Problem is a board and pieces of squares. The board is the box unless Triple or Board is set.
type Problem struct {
	Width, Height int          // of the box, from 1 to 255; 0 if there is none
	Triple        int          // the board is this piece, counted from 1, enlarged three times; or 0
	Board         shapes.Shape // the board, if it is not empty
	Pieces        []Piece
}

// A Piece is a polyomino with a number of copies.
type Piece struct {
	Shape shapes.Shape // in the corner
	Count int          // 0 or more
}

// Check returns an error unless the problem has exactly one board, and pieces with cells.
func (p Problem) Check() error {
	boards := 0
	for _, is := range []bool{p.Width != 0 || p.Height != 0, p.Triple != 0, !p.Board.Empty()} {
		if is {
			boards++
		}
	}
	switch {
	case boards == 0:
		return fmt.Errorf("seed: there is no box, no piece to be tripled and no board")
	case boards > 1:
		return fmt.Errorf("seed: there is more than one of a box, a piece to be tripled and a board")
	case p.Width < 0 || p.Width > 255 || p.Height < 0 || p.Height > 255 || (p.Width == 0) != (p.Height == 0):
		return fmt.Errorf("seed: the box is %dx%d, and should have sides from 1 to 255", p.Width, p.Height)
	case p.Triple < 0 || p.Triple > len(p.Pieces):
		return fmt.Errorf("seed: piece %d is to be tripled, but the problem has %s", p.Triple, plural.Count(len(p.Pieces), "piece"))
	case len(p.Pieces) == 0:
		return fmt.Errorf("seed: there are no pieces")
	}
	for i, q := range p.Pieces {
		if q.Shape.Empty() || q.Shape.Lattice() != shapes.Square || q.Count < 0 {
			return fmt.Errorf("seed: piece %d should have squares, and a number of copies that is not negative", i+1)
		}
	}
	return nil
}

// Puzzle returns the puzzle of the problem. Pieces may be rotated and reflected. If the board is
// larger than the pieces together, cells may stay uncovered. The error is that of Check.
func (p Problem) Puzzle() (*cover.Puzzle, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	board := cover.BoardOf(p.Board)
	switch {
	case p.Triple > 0:
		board = cover.BoardOf(p.Pieces[p.Triple-1].Shape.Scale(3).Named(""))
	case p.Width > 0:
		board = cover.Rectangle(p.Height, p.Width)
	}
	var set cover.Set
	area := 0
	for _, q := range p.Pieces {
		if q.Count > 0 {
			area += q.Count * q.Shape.Size()
			set = append(set, cover.Pieces(q.Shape).Times(q.Count)...)
		}
	}
	if area < board.Shape().Size() {
		board = board.WithOptional(board.Shape())
	}
	return cover.New(board).With(set), nil
}

// Instances returns the problem with other numbers of copies: each word "n/i" gives n copies to
// piece number i, counted from 1, and the other pieces get none. An error names the word.
func (p Problem) Instances(words ...string) (Problem, error) {
	p.Pieces = append([]Piece(nil), p.Pieces...)
	for i := range p.Pieces {
		p.Pieces[i].Count = 0
	}
	for _, w := range words {
		n, i, err := instance(w, 1, len(p.Pieces))
		if err != nil {
			return p, err
		}
		p.Pieces[i-1].Count += n
	}
	return p, nil
}

// maxCount is the greatest number of copies.
const maxCount = 1 << 16

// instance reads a word such as 2/3, with pieces from first to last.
func instance(w string, first, last int) (n, i int, err error) {
	copies, number, ok := strings.Cut(w, "/")
	if ok {
		n, ok = decimal(copies, maxCount)
	}
	if ok {
		i, ok = decimal(number, last)
	}
	if !ok || i < first {
		return 0, 0, fmt.Errorf("expected copies/piece such as 2/%d, with a piece from %[1]d to %d, found %q", first, last, w)
	}
	return n, i, nil
}

// decimal reads a number up to most.
func decimal(s string, most int) (n int, ok bool) {
	for _, r := range s {
		if r < '0' || r > '9' {
			return 0, false
		}
		if n = 10*n + int(r-'0'); n > most {
			return 0, false
		}
	}
	return n, s != ""
}

// Draw returns a random problem: pieces are drawn for a box until none fits into the remaining
// area. If unique is set, each piece is drawn at most once. The same seed draws the same pieces.
// Draw panics unless the sides of the box are from 1 to 255.
func Draw(width, height int, pieces []shapes.Shape, unique bool, seed uint64) Problem {
	if width < 1 || height < 1 || width > 255 || height > 255 {
		panic("seed: the sides of a box are from 1 to 255")
	}
	p := Problem{Width: width, Height: height}
	for _, s := range pieces {
		p.Pieces = append(p.Pieces, Piece{Shape: s.Normal()})
	}
	random := rand.New(rand.NewPCG(seed, 0))
	for left := width * height; ; {
		var fit []int
		for i, q := range p.Pieces {
			if q.Shape.Size() <= left && (!unique || q.Count == 0) && !q.Shape.Empty() {
				fit = append(fit, i)
			}
		}
		if fit == nil {
			return p
		}
		i := fit[random.IntN(len(fit))]
		p.Pieces[i].Count++
		left -= p.Pieces[i].Shape.Size()
	}
}
