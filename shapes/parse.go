// Shapes in text.
//
// Three forms are read, and told apart by their first characters:
//
//	P = [(0,0), (1,0), (0,1), (1,1), (0,2)]     cells, x to the right, y downwards; name and lattice may be absent
//	P = ##/##/#.                                rows on one line
//
//	PP
//	PP                                          rows on lines
//	P.
//
// The first is what String writes, and without a name it is the form in which courses on exact cover hand polyominoes
// out. In pictures, dots and spaces are free and anything else is a cell. All cells of a picture carry the same mark; a
// capital letter as the mark is the name of the shape. Blank lines around a picture and the indentation common to its
// lines do not count; otherwise the first character of the first line is the cell (0,0).
//
// Texts of many shapes are cut at blank lines. What is left are single lines, each a shape, and pictures of several
// lines, in which letters and digits are marks of different shapes, and of other marks each connected part is a shape.

package shapes

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A SyntaxError says what is wrong with the text of a shape, and where.
type SyntaxError struct {
	File         string // "" if the text is of no file
	Line, Column int    // from 1; columns count characters
	Message      string // what was expected, and what was found
}

func (e *SyntaxError) Error() string {
	if e.File != "" {
		return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// Parse reads a shape: the line that [Shape.String] writes, such as `P = [(0,0), (1,0), (0,1), (1,1), (0,2)]` or just
// `[(0,0), (0,1)]`, rows on one line, such as `##/##/#.`, or a picture of several lines as [Shape.Text] draws it. In a
// picture dots and spaces are free, every other character is a cell, and a capital letter used for all cells is the
// name. Errors are of type *[SyntaxError].
func Parse(text string) (Shape, error) {
	p := &parser{text: text, line: 1, column: 1}
	s, err := p.shape()
	if err != nil {
		return Shape{}, err
	}
	return s, nil
}

// ParseAll reads many shapes. Blank lines separate texts of one or more lines. A line with a list of cells, with a name and
// an equals sign, or with slashes is a shape as [Parse] reads it. Other lines are rows of a picture that may show many
// shapes: each letter or digit is a shape, with that name if it is a capital letter; of other marks, each part that is
// connected by sides is a shape. Shapes of a picture come in the order of their first cells and stay in their places.
// Errors are of type *[SyntaxError].
//
//	[(0,0), (0,1), (1,1)]
//	P = ##/##/#.
//
//	LL.TTT ## ##
//	L...T.  # #
//	L      ## #
func ParseAll(text string) ([]Shape, error) {
	var all []Shape
	var rows []string
	first := 1 // line number of the first row
	flush := func() error {
		shapes, err := pictures(rows, first)
		all, rows = append(all, shapes...), nil
		return err
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " \t\r")
		isShape := strings.ContainsAny(line, "[=/")
		if line == "" || isShape {
			if err := flush(); err != nil {
				return nil, err
			}
		}
		switch {
		case isShape:
			s, err := (&parser{text: line, line: i + 1, column: 1}).shape()
			if err != nil {
				return nil, err
			}
			all = append(all, s)
		case line != "":
			if rows == nil {
				first = i + 1
			}
			rows = append(rows, line)
		}
	}
	if err := flush(); err != nil {
		return nil, err
	}
	return all, nil
}

// pictures reads the shapes that rows from the given line on show together.
func pictures(rows []string, line int) ([]Shape, error) {
	marks := map[rune][]Cell{}
	var order []rune
	indent := indentation(rows)
	for y, row := range rows {
		x := 0
		for _, r := range row[len(indent):] {
			switch {
			case r == '.' || r == ' ':
			case unicode.IsSpace(r) || !unicode.IsPrint(r):
				return nil, &SyntaxError{"", line + y, 1 + len(indent) + x, fmt.Sprintf("expected a cell, a dot or a space, found %q", r)}
			default:
				if marks[r] == nil {
					order = append(order, r)
				}
				marks[r] = append(marks[r], Cell{X: x, Y: y})
			}
			x++
		}
	}
	var all []Shape
	for _, mark := range order {
		s := New(Square, marks[mark]...)
		switch {
		case unicode.IsUpper(mark):
			all = append(all, s.Named(string(mark)))
		case unicode.IsLetter(mark) || unicode.IsDigit(mark):
			all = append(all, s)
		default:
			all = append(all, s.Components()...)
		}
	}
	slices.SortStableFunc(all, func(s, t Shape) int { return s.cell(0).Compare(t.cell(0)) })
	return all, nil
}

// indentation is the white space at the beginning of all lines that have anything else. Lines have none at their ends.
func indentation(lines []string) string {
	indent, found := "", false
	for _, line := range lines {
		if line == "" {
			continue
		}
		blank := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if !found {
			indent, found = blank, true
		}
		for !strings.HasPrefix(blank, indent) {
			indent = indent[:len(indent)-1]
		}
	}
	return indent
}

// MustParse is Parse for texts known to be right, such as those in a program. It panics if there is an error.
func MustParse(text string) Shape {
	s, err := Parse(text)
	if err != nil {
		panic("shapes: " + err.Error())
	}
	return s
}

// A parser walks through a text by characters.
type parser struct {
	text         string // what is left
	line, column int    // where it starts
}

const end = -1 // what peek gives at the end of the text

func (p *parser) peek() rune {
	if p.text == "" {
		return end
	}
	r, _ := utf8.DecodeRuneInString(p.text)
	return r
}

func (p *parser) next() {
	r, n := utf8.DecodeRuneInString(p.text)
	p.text = p.text[n:]
	p.column++
	if r == '\n' {
		p.line, p.column = p.line+1, 1
	}
}

func (p *parser) skipSpace() {
	for unicode.IsSpace(p.peek()) {
		p.next()
	}
}

// expected is the error that something else stands here.
func (p *parser) expected(what string) error {
	found := "the end"
	switch r := p.peek(); {
	case r == end:
	case r == '\n':
		found = "a new line"
	default:
		found = strconv.QuoteRune(r)
	}
	return p.errorf("expected %s, found %s", what, found)
}

func (p *parser) errorf(format string, args ...any) error {
	return &SyntaxError{"", p.line, p.column, fmt.Sprintf(format, args...)}
}

// shape reads the whole text.
func (p *parser) shape() (Shape, error) {
	start := *p
	p.skipSpace()
	name, named, err := p.name()
	if err != nil {
		return Shape{}, err
	}
	if named {
		for p.peek() == ' ' || p.peek() == '\t' {
			p.next()
		}
		start = *p
		p.skipSpace()
	}
	l := p.lattice()
	var s Shape
	if p.peek() == '[' {
		s, err = p.list(l)
	} else {
		*p = start
		if i := strings.IndexByte(p.text, '\n'); p.column > 1 && i > 0 && strings.TrimSpace(p.text[i:]) != "" {
			return Shape{}, p.errorf("expected a picture of several lines to begin on a line of its own")
		}
		s, err = p.picture()
	}
	if err == nil && named {
		s = s.Named(name)
	}
	return s, err
}

// lattice reads the name of a lattice if there is one before a square bracket.
func (p *parser) lattice() *Lattice {
	for _, l := range Lattices() {
		rest, ok := strings.CutPrefix(p.text, l.name)
		if rest = strings.TrimLeft(rest, " \t"); ok && strings.HasPrefix(rest, "[") {
			for p.text != rest {
				p.next()
			}
			return l
		}
	}
	return Square
}

// name reads a name and the equals sign after it, if there is an equals sign.
func (p *parser) name() (name string, ok bool, err error) {
	ahead := *p
	if ahead.peek() == '"' {
		quoted, err := strconv.QuotedPrefix(ahead.text)
		if err != nil {
			return "", false, p.errorf(`expected the second quote of a name on the same line`)
		}
		name, _ = strconv.Unquote(quoted)
		for range utf8.RuneCountInString(quoted) {
			ahead.next()
		}
	} else {
		rest := strings.TrimLeftFunc(ahead.text, isWord)
		name = ahead.text[:len(ahead.text)-len(rest)]
		for ahead.text != rest {
			ahead.next()
		}
	}
	for ahead.peek() == ' ' || ahead.peek() == '\t' {
		ahead.next()
	}
	if name == "" || ahead.peek() != '=' {
		return "", false, nil
	}
	ahead.next()
	*p = ahead
	return name, true, nil
}

// list reads cells in square brackets, up to the end of the text.
func (p *parser) list(l *Lattice) (Shape, error) {
	p.next() // '['
	p.skipSpace()
	var cells []Cell
	for p.peek() != ']' {
		if len(cells) > 0 {
			if p.peek() != ',' {
				return Shape{}, p.expected("',' or ']' after a cell")
			}
			p.next()
			p.skipSpace()
		}
		c, err := p.cell(l)
		if err != nil {
			return Shape{}, err
		}
		cells = append(cells, c)
		p.skipSpace()
	}
	p.next()
	p.skipSpace()
	if p.peek() != end {
		return Shape{}, p.expected("nothing more after ']'")
	}
	return New(l, cells...), nil
}

// cell reads a cell such as (3,-1).
func (p *parser) cell(l *Lattice) (Cell, error) {
	if p.peek() != '(' {
		return Cell{}, p.expected("a cell such as (2,0)")
	}
	var n [3]int
	dimensions := 2
	if l.spatial || len(l.corners) > 1 {
		dimensions = 3
	}
	for i := range dimensions {
		if i > 0 && p.peek() != ',' {
			return Cell{}, p.expected(fmt.Sprintf("',' (a cell of lattice %v has %d coordinates)", l, dimensions))
		}
		p.next()
		p.skipSpace()
		if i == 2 && !l.spatial {
			at := *p
			z, err := p.integer()
			if err == nil && !l.Has(Cell{Z: z}) {
				return Cell{}, at.errorf("expected the kind of a cell, from 0 to %d, found %d", len(l.corners)-1, z)
			}
			*p = at
		}
		var err error
		if n[i], err = p.integer(); err != nil {
			return Cell{}, err
		}
		p.skipSpace()
	}
	if p.peek() != ')' {
		return Cell{}, p.expected(fmt.Sprintf("')' after %d coordinates", dimensions))
	}
	p.next()
	return Cell{n[0], n[1], n[2]}, nil
}

// integer reads a coordinate.
func (p *parser) integer() (int, error) {
	at := *p
	digits := 0
	if p.peek() == '-' || p.peek() == '+' {
		p.next()
	}
	for '0' <= p.peek() && p.peek() <= '9' {
		digits++
		p.next()
	}
	if digits == 0 {
		return 0, p.expected("a coordinate")
	}
	n, err := strconv.Atoi(at.text[:len(at.text)-len(p.text)])
	if err != nil || n < math.MinInt32 || n > math.MaxInt32 {
		return 0, at.errorf("expected a coordinate from %d to %d", math.MinInt32, math.MaxInt32)
	}
	return n, nil
}

// picture reads rows, on lines or between slashes, up to the end of the text.
func (p *parser) picture() (Shape, error) {
	lines := strings.Split(p.text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	indent := indentation(lines)
	mark := rune(end)
	var cells []Cell
	y := 0
	for _, line := range lines {
		if line == "" && mark == end && y == 0 { // above the picture
			p.line, p.column = p.line+1, 1
			continue
		}
		x := 0
		if line != "" {
			p.column += len(indent)
			line = line[len(indent):]
		}
		for _, r := range line {
			switch {
			case r == '/':
				y, x = y+1, -1
			case r == '.' || r == ' ':
			case unicode.IsSpace(r) || !unicode.IsPrint(r):
				return Shape{}, p.errorf("expected a cell, a dot or a space, found %q", r)
			case mark == end || r == mark:
				mark = r
				cells = append(cells, Cell{X: x, Y: y})
			default:
				return Shape{}, p.errorf("expected %q again for a cell or a dot for none, found %q", mark, r)
			}
			p.column, x = p.column+1, x+1
		}
		p.line, p.column, y = p.line+1, 1, y+1
	}
	if mark == end {
		p.line, p.column = p.line-1, 1+utf8.RuneCountInString(lines[len(lines)-1])
		return Shape{}, p.errorf("expected a cell of a picture, or a list such as [(0,0), (0,1)]; found none")
	}
	s := New(Square, cells...)
	if unicode.IsUpper(mark) {
		s = s.Named(string(mark))
	}
	return s, nil
}
