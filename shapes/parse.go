// SPDX-License-Identifier: BSD-3-Clause

// Shapes in text.
//
// There are three forms, which are distinguished by their first characters:
//
//	P = [(0,0), (1,0), (0,1), (1,1), (0,2)]     cells, x to the right, y down; name and lattice are optional
//	P = ##/##/#.                                rows on one line
//
//	PP
//	PP                                          rows on lines
//	P.
//
// The first is what String returns. Without a name it is the form in which courses on exact cover
// distribute polyominoes. In pictures, dots and spaces are empty and any other character is a cell.
// All cells of a picture have the same mark; a capital letter as the mark is the name of the shape.
// Blank lines around a picture and the common indentation of its lines are ignored; otherwise the
// first character of the first line is the cell (0,0). The name of a lattice before a picture, on
// the same line or on the line above, says how to read it (see picture.go): `sphinx = triangle
// v^v^v./ v.....`.
//
// Texts of many shapes are divided at blank lines. The resulting blocks are single lines, each a
// shape, and pictures of several lines, in which letters and digits mark different shapes, and each
// connected component of other marks is a shape.

package shapes

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"polka/internal/syntax"
)

// A SyntaxError describes a mistake in the text of a shape and its position. Its fields are File,
// the name of the file or ""; Line and Column, counted from 1, where Line is 0 if the text is one
// line and columns are characters; and Message, which says what was expected. Packages dlx and
// cover use the same type.
type SyntaxError = syntax.Error

// Parse reads a shape in one of three forms. The first is the line that [Shape.String] returns,
// such as `P = [(0,0), (1,0), (0,1), (1,1), (0,2)]` or just `[(0,0), (0,1)]`. The second is a
// picture on one line, with slashes between rows, such as `##/##/#.`. The third is a picture of
// several lines, as [Shape.Text] draws it. In a picture dots and spaces are empty, and any other
// character can stand for the cells, the same one for all of them; a capital letter is also the
// name of the shape. Only on [Triangle], [Stick] and [Tan] are the characters those of Shape.Text.
// A picture on a lattice other than [Square] follows the name of the lattice, as in
// "hexagon # #/ # #". Errors have type *[SyntaxError].
func Parse(text string) (Shape, error) {
	p := &parser{text: text, line: 1, column: 1}
	s, err := p.shape()
	if err != nil {
		return Shape{}, err
	}
	return s, nil
}

// ParseAll reads any number of shapes. Blank lines separate blocks. A line with a list of cells, a
// name and an equals sign, slashes, or the name of a lattice is a shape as for [Parse]; if it ends
// with the equals sign or the name of the lattice, the picture is on the next lines, up to a blank
// line. All other lines are rows of a picture that may show several polyominoes. In it each letter
// or digit is one shape, named after it if it is a capital letter, and of other characters each
// component connected by sides is one shape. The shapes of a picture are ordered by their first
// cells and keep their positions. Errors have type *[SyntaxError].
//
//	[(0,0), (0,1), (1,1)]
//	P = ##/##/#.
//	hexagon
//	# #
//	 # #
//
//	LL.TTT ## ##
//	L...T.  # #
//	L      ## #
func ParseAll(text string) ([]Shape, error) {
	var all []Shape
	block := textBlock{line: 1}
	flush := func() error {
		list, err := block.shapes()
		all, block = append(all, list...), textBlock{}
		return err
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " \t\r")
		alone := isShape(line)
		if line == "" || alone && !block.headed {
			if err := flush(); err != nil {
				return nil, err
			}
		}
		if line == "" {
			continue
		}
		if block.rows == nil {
			block.line, block.headed = i+1, alone
		}
		block.rows = append(block.rows, line)
		if alone && !opensPicture(line) {
			if err := flush(); err != nil {
				return nil, err
			}
		}
	}
	if err := flush(); err != nil {
		return nil, err
	}
	return all, nil
}

// isShape reports whether a line is a shape, or the first line of one, and not a row of a picture
// of several shapes.
func isShape(line string) bool {
	_, ok := (&parser{text: strings.TrimLeft(line, " \t")}).lattice()
	return ok || strings.ContainsAny(line, "[=/")
}

// opensPicture reports whether a line without trailing blanks introduces a picture: whether it ends
// with an equals sign or the name of a lattice.
func opensPicture(line string) bool {
	last := line[strings.LastIndexAny(line, " \t=")+1:]
	if last == "" {
		return true
	}
	_, err := LatticeByName(last)
	return err == nil
}

// A textBlock is a part of a text of many shapes.
type textBlock struct {
	rows   []string
	line   int  // number of the first row
	headed bool // it is a single shape
}

func (b *textBlock) shapes() ([]Shape, error) {
	if !b.headed {
		return pictures(b.rows, b.line)
	}
	s, err := (&parser{text: strings.Join(b.rows, "\n"), line: b.line, column: 1}).shape()
	return []Shape{s}, err
}

// pictures reads the shapes that rows from the given line on show together.
func pictures(rows []string, line int) ([]Shape, error) {
	marks := map[rune][]Cell{}
	var order []rune
	indent := indentation(rows)
	for y, row := range rows {
		x := 0
		for _, r := range row[len(indent):] {
			cell, message := isMark(r)
			if message != "" {
				return nil, &SyntaxError{Line: line + y, Column: 1 + len(indent) + x, Message: message}
			}
			if cell {
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

// indentation returns the white space at the beginning of all lines that have anything else. Lines
// have none at their ends.
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

// MustParse is like [Parse] but panics if the text is not a shape.
func MustParse(text string) Shape {
	s, err := Parse(text)
	if err != nil {
		panic("shapes: " + err.Error())
	}
	return s
}

// A parser reads a text character by character.
type parser struct {
	text         string // the rest of the text
	line, column int    // its position
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

// skipBlanks stays on the line.
func (p *parser) skipBlanks() {
	for p.peek() == ' ' || p.peek() == '\t' {
		p.next()
	}
}

// skipTo skips the text before rest.
func (p *parser) skipTo(rest string) {
	for len(p.text) > len(rest) {
		p.next()
	}
}

// expected returns the error that something else stands here.
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
	return &SyntaxError{Line: p.line, Column: p.column, Message: fmt.Sprintf(format, args...)}
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
		p.skipBlanks()
		start = *p
		p.skipSpace()
	}
	l, prefixed := p.lattice()
	if prefixed {
		start = *p
		p.skipSpace()
	}
	var s Shape
	if p.peek() == '[' {
		s, err = p.list(l)
	} else {
		*p = start
		if i := strings.IndexByte(p.text, '\n'); p.column > 1 && i > 0 && strings.TrimSpace(p.text[i:]) != "" {
			return Shape{}, p.errorf("expected a picture of several lines to start on a new line")
		}
		if word := p.wordNotPicture(); word != "" && !prefixed {
			return Shape{}, p.errorf("expected a picture or the name of a lattice, found %q", word)
		}
		s, err = p.picture(l)
	}
	if err == nil && named {
		s = s.Named(name)
	}
	return s, err
}

// lattice reads the name of a lattice and the blanks after it, if the name is followed by a square
// bracket, a blank or the end of the line.
func (p *parser) lattice() (l *Lattice, ok bool) {
	rest := strings.TrimLeftFunc(p.text, isWord)
	name := p.text[:len(p.text)-len(rest)]
	if name == "" || rest != "" && !strings.ContainsRune("[ \t\r\n", rune(rest[0])) {
		return Square, false
	}
	if l = latticeNamed(name, func(a, b string) bool { return a == b }); l == nil {
		return Square, false
	}
	p.skipTo(rest)
	p.skipBlanks()
	return l, true
}

// wordNotPicture returns the word at the beginning if it cannot be a row of a picture, because it
// begins with lowercase letters that are not all the same.
func (p *parser) wordNotPicture() string {
	text := strings.TrimLeft(p.text, " \t")
	word := text[:len(text)-len(strings.TrimLeftFunc(text, isWord))]
	first, size := utf8.DecodeRuneInString(word)
	for _, r := range word[size:] {
		if !unicode.IsLower(first) || !unicode.IsLower(r) {
			break
		}
		if r != first {
			return word
		}
	}
	return ""
}

// name reads a name and the equals sign after it. It reads nothing if there is no equals sign.
func (p *parser) name() (name string, ok bool, err error) {
	ahead := *p
	if ahead.peek() == '"' {
		quoted, err := strconv.QuotedPrefix(ahead.text)
		if err != nil {
			return "", false, p.errorf(`expected the closing quote of a name on the same line`)
		}
		name, _ = strconv.Unquote(quoted)
		ahead.skipTo(ahead.text[len(quoted):])
	} else {
		rest := strings.TrimLeftFunc(ahead.text, isWord)
		name = ahead.text[:len(ahead.text)-len(rest)]
		ahead.skipTo(rest)
	}
	ahead.skipBlanks()
	if name == "" || ahead.peek() != '=' {
		return "", false, nil
	}
	ahead.next()
	*p = ahead
	return name, true, nil
}

// list reads cells in square brackets and expects the end of the text after them.
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
		return Shape{}, p.expected("the end after ']'")
	}
	return New(l, cells...), nil
}

// cell reads a cell such as (3,-1).
func (p *parser) cell(l *Lattice) (Cell, error) {
	if p.peek() != '(' {
		return Cell{}, p.expected("a cell such as (2,0)")
	}
	var n [4]int
	dimensions := l.coordinates()
	for i := range dimensions {
		if i > 0 && p.peek() != ',' {
			return Cell{}, p.expected(fmt.Sprintf("',' (a cell of the lattice %v has %d coordinates)", l, dimensions))
		}
		p.next()
		p.skipSpace()
		if i == 2 && !l.spatial {
			at := *p
			z, err := p.integer()
			if err == nil && !l.Contains(Cell{Z: z}) {
				return Cell{}, at.errorf("expected the kind of a cell, from 0 to %d, found %d", len(l.corners)-1, z)
			}
			*p = at
		}
		var err error
		at := *p
		if n[i], err = p.integer(); err == nil && l.folded && i >= 2 && (n[i] < -foldedLayers/2 || n[i] >= foldedLayers/2) {
			err = at.errorf("expected a coordinate from %d to %d", -foldedLayers/2, foldedLayers/2-1)
		}
		if err != nil {
			return Cell{}, err
		}
		p.skipSpace()
	}
	if p.peek() != ')' {
		return Cell{}, p.expected(fmt.Sprintf("')' after %d coordinates", dimensions))
	}
	p.next()
	return place4(n).folded(), nil
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
