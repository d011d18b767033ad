// SPDX-License-Identifier: BSD-3-Clause

// POLYOMINOES and POLYIAMONDS.
//
// The problem. A board and some pieces are given by the coordinates of their cells; wanted are
// the rows of an exact cover problem, one for each way to lay a piece on the board, in the form
// that the program DANCE reads.
//
// The source. Donald E. Knuth, the programs POLYOMINOES and POLYIAMONDS, which go with his
// "Dancing links", in Millennial Perspectives in Computer Science (2000), arXiv:cs/0011047.
//
// The format. The first line lists the cells of the board, two digits of base 36 for x and y,
// and on the triangular lattice an asterisk for the second kind of triangles. The second line
// lists the names of the pieces. Every further line is a piece: its name, the number s of turns,
// the number t of transpositions, and its cells. A name may come again.
//
// The order. For each of t mirror images and each of s turned ones, the rows come by the
// translation in x, then in y. The cells of a row come in the order in which they were given. The
// group acts on the numbers as they stand, and the bounding box determines which translations stay
// inside the board's; so only the differences between cells matter, and a turn may send coordinates
// below zero.
//
// What we changed. No limits. Rows are written in one go, after all has been read, so that bad
// input gives no half of an output. The programs do not look whether a piece is among the names,
// whether it has a cell twice or whether its name is that of a cell; the rows are then of no use,
// and here it is an error.
//
// An example. The board 11 12 21 22 and the piece "D 2 1 00 01" of two cells give
//
//	D 11 12
//	D 21 22
//	D 21 11
//	D 22 12

package knuth

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"polka/internal/digit"
	"polka/shapes"
)

// A Dance is the input of POLYOMINOES or of POLYIAMONDS.
type Dance struct {
	Lattice *shapes.Lattice // shapes.Square or shapes.Triangle
	Cells   []shapes.Cell   // of the board, each once, with coordinates from 0 to 35
	Names   []string        // of the pieces, in the order of the second line
	Pieces  []DancePiece

	board, names string // the first two lines as they were read
}

// A DancePiece is a line that describes a piece.
type DancePiece struct {
	Name           string
	Turns          int           // s: 1, 2 or 4 for squares, 1, 2, 3 or 6 for triangles
	Transpositions int           // t: 1, or 2 if mirror images are allowed
	Cells          []shapes.Cell // each once, with coordinates from 0 to 35
}

// ReadPolyominoes reads the input of POLYOMINOES. Errors are of type *cover.SyntaxError.
func ReadPolyominoes(r io.Reader) (*Dance, error) { return readDance(r, shapes.Square) }

// ReadPolyiamonds reads the input of POLYIAMONDS. Errors are of type *cover.SyntaxError.
func ReadPolyiamonds(r io.Reader) (*Dance, error) { return readDance(r, shapes.Triangle) }

func readDance(r io.Reader, lattice *shapes.Lattice) (*Dance, error) {
	list, err := lines(r)
	if err != nil {
		return nil, err
	}
	for len(list) < 2 {
		list = append(list, line{number: len(list) + 1})
	}
	d := &Dance{Lattice: lattice, board: list[0].text, names: list[1].text}
	if d.Cells, err = d.readCells(list[0], list[0].words()); err != nil {
		return nil, err
	}
	for _, w := range list[1].words() {
		if slices.ContainsFunc(d.Cells, func(c shapes.Cell) bool { return d.cell(c) == w.text }) {
			return nil, list[1].errorf(w.offset, "expected the name of a piece, found %q, which is a cell of the board", w.text)
		}
		d.Names = append(d.Names, w.text)
	}
	if d.Names == nil {
		return nil, list[1].expected(0, "the names of the pieces")
	}
	for _, l := range list[2:] {
		p, err := d.readPiece(l)
		if err != nil {
			return nil, err
		}
		d.Pieces = append(d.Pieces, p)
	}
	return d, nil
}

// readPiece reads a line that describes a piece.
func (d *Dance) readPiece(l line) (p DancePiece, err error) {
	list := l.words()
	for len(list) < 3 {
		list = append(list, word{"", len(l.text)})
	}
	switch {
	case list[0].text == "":
		return p, l.expected(0, "a piece")
	case !slices.Contains(d.Names, list[0].text):
		return p, l.errorf(list[0].offset, "expected one of the names on line 2, found %q", list[0].text)
	}
	p.Name = list[0].text
	if p.Turns, err = choice(l, list[1], "the number of turns", d.turns()); err != nil {
		return p, err
	}
	if p.Transpositions, err = choice(l, list[2], "the number of transpositions", "12"); err != nil {
		return p, err
	}
	p.Cells, err = d.readCells(l, list[3:])
	return p, err
}

// turns lists the possible numbers of turns.
func (d *Dance) turns() string {
	if d.Lattice == shapes.Triangle {
		return "1236"
	}
	return "124"
}

// choice reads one of a few digits.
func choice(l line, w word, what, allowed string) (int, error) {
	if len(w.text) == 1 && strings.Contains(allowed, w.text) {
		return int(w.text[0] - '0'), nil
	}
	last := len(allowed) - 1
	found := "the end of the line"
	if w.text != "" {
		found = fmt.Sprintf("%q", w.text)
	}
	return 0, l.errorf(w.offset, "expected %s, %s or %s, found %s", what, strings.Join(strings.Split(allowed[:last], ""), ", "), allowed[last:], found)
}

// readCells reads cells, at least one and each once.
func (d *Dance) readCells(l line, list []word) ([]shapes.Cell, error) {
	var cells []shapes.Cell
	seen := make(map[shapes.Cell]bool, len(list))
	for _, w := range list {
		c, err := d.readCell(l, w)
		if err != nil {
			return nil, err
		}
		if seen[c] {
			return nil, l.errorf(w.offset, "expected each cell once, found %q again", w.text)
		}
		seen[c] = true
		cells = append(cells, c)
	}
	if cells == nil {
		return nil, l.expected(len(l.text), "a cell such as 03")
	}
	return cells, nil
}

// readCell reads a cell.
func (d *Dance) readCell(l line, w word) (c shapes.Cell, err error) {
	coordinate := [2]*int{&c.X, &c.Y}
	for i, what := range [2]string{"an x", "a y"} {
		n := -1
		if i < len(w.text) {
			n = digit.Value(w.text[i])
		}
		if n < 0 || n >= len(digit.Base36) {
			return c, l.expected(w.offset+i, what+" coordinate, a digit from 0 to 9 or a to z")
		}
		*coordinate[i] = n
	}
	switch rest := w.text[2:]; {
	case rest == "*" && d.Lattice == shapes.Triangle:
		c.Z = 1
	case rest != "" && d.Lattice == shapes.Triangle:
		return c, l.expected(w.offset+2+strings.Count(rest[:1], "*"), "an asterisk or a space after the two coordinates")
	case rest != "":
		return c, l.expected(w.offset+2, "a space after the two coordinates")
	}
	return c, nil
}

// cell writes a cell.
func (d *Dance) cell(c shapes.Cell) string {
	return string(appendCell(nil, c))
}

func appendCell(b []byte, c shapes.Cell) []byte {
	b = append(b, digit.Base62[c.X], digit.Base62[c.Y])
	if c.Z == 1 {
		b = append(b, '*')
	}
	return b
}

// WriteRows writes what the program writes: a line with the items, and a line for each placement
// of a piece. The text is also in the format of package dlx.
func (d *Dance) WriteRows(w io.Writer) error {
	out := bufio.NewWriter(w)
	board, names := d.lines()
	fmt.Fprintf(out, "%s %s\n", board, names)
	ground := newGround(d.Cells, appendCell)
	for _, p := range d.Pieces {
		cells := slices.Clone(p.Cells)
		for range p.Transpositions {
			for k := range d.order() {
				if k < p.Turns {
					ground.writeTranslates(out, p.Name, cells)
				}
				d.turn(cells)
			}
			transpose(cells)
		}
	}
	return out.Flush()
}

// lines gives the first two lines, as they were read or, if they were not, as they should be.
func (d *Dance) lines() (board, names string) {
	if d.board != "" {
		return d.board, d.names
	}
	var list []string
	for _, c := range d.Cells {
		list = append(list, d.cell(c))
	}
	return strings.Join(list, " "), strings.Join(d.Names, " ")
}

// order returns how many turns make a full one.
func (d *Dance) order() int {
	if d.Lattice == shapes.Triangle {
		return 6
	}
	return 4
}

// turn turns cells about the origin, as the programs do.
func (d *Dance) turn(cells []shapes.Cell) {
	for i, c := range cells {
		if d.Lattice == shapes.Triangle {
			cells[i] = shapes.Cell{X: c.X + c.Y + c.Z, Y: -c.X, Z: 1 - c.Z}
		} else {
			cells[i] = shapes.Cell{X: -c.Y, Y: c.X}
		}
	}
}

// WriteTo writes an input from which the same Dance is read. It implements io.WriterTo.
func (d *Dance) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	board, names := d.lines()
	fmt.Fprintf(&b, "%s\n%s\n", board, names)
	for _, p := range d.Pieces {
		fmt.Fprintf(&b, "%s %d %d", p.Name, p.Turns, p.Transpositions)
		for _, c := range p.Cells {
			b.WriteString(" " + d.cell(c))
		}
		b.WriteByte('\n')
	}
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}
