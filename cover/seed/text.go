// SPDX-License-Identifier: BSD-3-Clause

package seed

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"polka/cover"
	"polka/shapes"
)

// Parse reads the text of a problem: paragraphs separated by empty lines. A paragraph is
//
//	6x10          a box, the width first
//
//	PP            a piece; dots and spaces are free, and a capital letter is its name
//	PP
//	P.
//
//	3             three copies of a piece
//	##
//
//	triple 2      the board is the second piece, three times as large
//
//	2/1 3/2       two copies of the first piece, three of the second, none of the others
//
//	board         a picture of the board
//	####
//	##.#
//
// Box, triple, instances and board occur at most once, in any order. Errors are of type
// *cover.SyntaxError.
func Parse(text string) (Problem, error) {
	r := &reader{}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); {
		if strings.TrimSpace(lines[i]) == "" {
			i++
			continue
		}
		end := i
		for end < len(lines) && strings.TrimSpace(lines[end]) != "" {
			end++
		}
		if err := r.paragraph(lines[i:end], i+1); err != nil {
			return Problem{}, err
		}
		i = end
	}
	return r.finish(len(lines))
}

// A reader collects the contents of the paragraphs.
type reader struct {
	p         Problem
	board     int // the line of the box, triple or board, 0 if there was none
	triple    int // its line
	instances []string
	at        int // the line of the instances
}

func wrong(line, column int, format string, args ...any) error {
	return &cover.SyntaxError{Line: line, Column: column, Message: fmt.Sprintf(format, args...)}
}

// paragraph reads the lines from the given number on.
func (r *reader) paragraph(lines []string, number int) error {
	first := strings.TrimSpace(lines[0])
	single := len(lines) == 1
	width, height, sized := strings.Cut(first, "x")
	w, ok1 := decimal(width, 255)
	h, ok2 := decimal(height, 255)
	switch {
	case sized && ok1 && ok2:
		if w == 0 || h == 0 || !single {
			return wrong(number, 1, "expected a box with sides from 1 to 255 on a line of its own, found %q", first)
		}
		r.p.Width, r.p.Height = w, h
		return r.one(number)
	case strings.HasPrefix(first, "triple"):
		n, ok := decimal(strings.TrimSpace(first[len("triple"):]), maxCount)
		if !ok || n == 0 || !single {
			return wrong(number, 1, "expected the word triple and the number of a piece on a line of its own, found %q", first)
		}
		r.p.Triple, r.triple = n, number
		return r.one(number)
	case first == "board":
		if single {
			return wrong(number, utf8.RuneCountInString(lines[0])+1, "expected a picture of the board below this line")
		}
		s, err := picture(lines[1:], number+1)
		r.p.Board = s.Named("")
		if err != nil {
			return err
		}
		return r.one(number)
	case strings.Contains(first, "/") && first[0] >= '0' && first[0] <= '9':
		if r.instances != nil {
			return wrong(number, 1, "expected one list of instances, and there is one on line %d", r.at)
		}
		r.instances, r.at = strings.Fields(strings.Join(lines, " ")), number
		return nil
	}
	return r.piece(lines, number)
}

// one remembers that there is a board, and refuses a second one.
func (r *reader) one(number int) error {
	if r.board > 0 {
		return wrong(number, 1, "expected one box, piece to be tripled or board, and there is one on line %d", r.board)
	}
	r.board = number
	return nil
}

// piece reads a picture with an optional count.
func (r *reader) piece(lines []string, number int) error {
	q := Piece{Count: 1}
	if n, ok := decimal(strings.TrimSpace(lines[0]), maxCount); ok {
		if len(lines) == 1 {
			return wrong(number, utf8.RuneCountInString(lines[0])+1, "expected a piece below the number of its copies")
		}
		q.Count = n
		lines, number = lines[1:], number+1
	}
	s, err := picture(lines, number)
	if err != nil {
		return err
	}
	q.Shape = s.Normal()
	r.p.Pieces = append(r.p.Pieces, q)
	return nil
}

// picture reads a picture whose first line has the given number.
func picture(lines []string, number int) (shapes.Shape, error) {
	mark := rune(0)
	var cells []shapes.Cell
	for y, row := range lines {
		for x, c := range []rune(strings.TrimRight(row, " \t")) {
			switch {
			case c == '.' || c == ' ':
			case c <= ' ' || c == '\u007f' || c == utf8.RuneError || '0' <= c && c <= '9':
				return shapes.Shape{}, wrong(number+y, x+1, "expected a cell, a dot or a space, found %q", c)
			case mark != 0 && c != mark:
				return shapes.Shape{}, wrong(number+y, x+1, "expected cells marked %q, found %q", mark, c)
			default:
				mark = c
				cells = append(cells, shapes.Cell{X: x, Y: y})
			}
		}
	}
	if cells == nil {
		return shapes.Shape{}, wrong(number, 1, "expected a picture with cells")
	}
	s := shapes.New(shapes.Square, cells...)
	if 'A' <= mark && mark <= 'Z' {
		s = s.Named(string(mark))
	}
	return s.Normal(), nil
}

// finish puts together what was read.
func (r *reader) finish(lines int) (Problem, error) {
	if r.board == 0 {
		return Problem{}, wrong(lines, 1, "expected a box such as 6x10, a piece to be tripled or a board before the end")
	}
	if len(r.p.Pieces) == 0 {
		return Problem{}, wrong(lines, 1, "expected a piece before the end")
	}
	if r.p.Triple > len(r.p.Pieces) {
		return Problem{}, wrong(r.triple, 1, "expected the number of one of %d pieces, found %d", len(r.p.Pieces), r.p.Triple)
	}
	if r.instances == nil {
		return r.p, nil
	}
	p, err := r.p.Instances(r.instances...)
	if err != nil {
		return Problem{}, wrong(r.at, 1, "%v", err)
	}
	return p, nil
}

// String returns the text that Parse reads.
func (p Problem) String() string {
	var b strings.Builder
	switch {
	case p.Triple > 0:
		fmt.Fprintf(&b, "triple %d\n", p.Triple)
	case !p.Board.Empty():
		fmt.Fprintf(&b, "board\n%s\n", drawing(p.Board, "#"))
	default:
		fmt.Fprintf(&b, "%dx%d\n", p.Width, p.Height)
	}
	for _, q := range p.Pieces {
		b.WriteByte('\n')
		if q.Count != 1 {
			fmt.Fprintf(&b, "%d\n", q.Count)
		}
		mark := "#"
		if name := q.Shape.Name(); len(name) == 1 && "A" <= name && name <= "Z" {
			mark = name
		}
		b.WriteString(drawing(q.Shape, mark) + "\n")
	}
	return b.String()
}

// drawing draws a shape with a mark.
func drawing(s shapes.Shape, mark string) string { return strings.ReplaceAll(s.Text(), "#", mark) }
