// SPDX-License-Identifier: BSD-3-Clause

package knuth

import (
	"bytes"
	"fmt"
	"io"

	"polka/cover"
	"polka/dlx"
	"polka/shapes"
)

// Puzzle returns the puzzle of the board and the pieces. Lines with the same name are different
// ways for one piece to lie. It returns an error if a name occurs twice on the second line.
func (d *Dance) Puzzle() (*cover.Puzzle, error) { return puzzle(d.Lattice, d.WriteRows) }

// Puzzle returns the puzzle of the box and the pieces. Lines with the same name are different
// ways for one piece to lie; cells with suffixes are constraints, which are not drawn.
func (b *Box) Puzzle() (*cover.Puzzle, error) { return puzzle(shapes.Square, b.WriteDLX) }

// puzzle returns the puzzle of what a program writes.
func puzzle(l *shapes.Lattice, write func(io.Writer) error) (*cover.Puzzle, error) {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return nil, err
	}
	problem, err := dlx.Read(&text)
	if err != nil {
		return nil, fmt.Errorf("the problem: %w", err)
	}
	return cover.FromProblem(problem, l)
}

// DanceOf returns a puzzle of squares or triangles as the input of POLYOMINOES or POLYIAMONDS,
// with a line for each way in which a piece may lie. It returns an error if the format cannot
// express the puzzle: optional cells, marks, pieces that are not used exactly once, and
// coordinates greater than 35.
func DanceOf(p *cover.Puzzle) (*Dance, error) {
	b := p.Board()
	d := &Dance{Lattice: b.Shape().Lattice()}
	switch {
	case p.Err() != nil:
		return nil, p.Err()
	case d.Lattice != shapes.Square && d.Lattice != shapes.Triangle:
		return nil, fmt.Errorf("knuth: the format has squares and triangles, and no cells of the %v lattice", d.Lattice)
	case !b.Optional().Empty():
		return nil, fmt.Errorf("knuth: the format has no optional cells")
	}
	least, most := b.Shape().Bounds()
	if most.X-least.X > 35 || most.Y-least.Y > 35 {
		return nil, fmt.Errorf("knuth: the format has room for 36 columns and rows")
	}
	for _, c := range b.Shape().Cells() {
		if b.Mark(c) != ' ' {
			return nil, fmt.Errorf("knuth: the format has no marks on cells")
		}
		d.Cells = append(d.Cells, shapes.Cell{X: c.X - least.X, Y: c.Y - least.Y, Z: c.Z})
	}
	return d, d.addPieces(p)
}

// addPieces writes a line for each way in which a piece may lie.
func (d *Dance) addPieces(p *cover.Puzzle) error {
	taken := map[string]bool{}
	for _, c := range d.Cells {
		taken[d.cell(c)] = true
	}
	for i, q := range p.Set() {
		if low, high := q.Copies(); low != 1 || high != 1 {
			return fmt.Errorf("knuth: in the format each piece is there once, and not %v", q)
		}
		name := q.Shape().Name()
		if name == "" || taken[name] || bytes.ContainsAny([]byte(name), " \t\v\f\r\n") {
			name = fmt.Sprintf("#%d", i+1)
		}
		taken[name] = true
		d.Names = append(d.Names, name)
		for _, s := range q.Orientations() {
			if s.Width() <= 36 && s.Height() <= 36 {
				d.Pieces = append(d.Pieces, DancePiece{Name: name, Turns: 1, Transpositions: 1, Cells: s.Cells()})
			}
		}
	}
	return nil
}

// WriteProblem writes any puzzle in DLX format, as package dlx reads it.
func WriteProblem(w io.Writer, p *cover.Puzzle) error {
	problem, err := p.Problem()
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, problem.DLX())
	return err
}
