// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"fmt"
	"strings"
	"unicode"
)

// Unmarked is the mark of a cell without a mark.
const Unmarked = ' '

// ParseMarked reads a picture like those that [Parse] reads, in which cells may have marks:
// question marks, digits and capital letters in place of their characters. On [Triangle] and
// [Stick] the position of a mark says which cell it is; if no triangle is without a mark, the
// first one points down. On [Tan] a mark stands for a full square. It returns the shape, without a
// name, and the mark of each of its cells in reading order, [Unmarked] if it has none. Errors have
// type *[SyntaxError].
func ParseMarked(text string) (Shape, []rune, error) {
	p := &parser{text: text, line: 1, column: 1}
	start := *p
	p.skipSpace()
	l, prefixed := p.lattice()
	if !prefixed {
		*p = start
	}
	if i := strings.IndexByte(p.text, '\n'); p.column > 1 && i > 0 && strings.TrimSpace(p.text[i:]) != "" {
		return Shape{}, nil, p.errorf("expected a picture of several lines to start on a new line")
	}
	r := pictureReader{lattice: l, mark: end, marked: true}
	s, err := p.readPicture(&r)
	if err != nil {
		return Shape{}, nil, err
	}
	of := make(map[Cell]rune, len(r.cells))
	for i, c := range r.cells {
		of[c] = r.marks[i]
	}
	marks := make([]rune, s.Size())
	for i, c := range s.Cells() {
		marks[i] = of[c]
	}
	return s, marks, nil
}

// isMarking reports whether a character is a mark for [ParseMarked].
func isMarking(r rune) bool { return r == '?' || '0' <= r && r <= '9' || unicode.IsUpper(r) }

// takeMarked is take for pictures in which cells have marks.
func (r *pictureReader) takeMarked(mark rune) (message string) {
	own := rune(Unmarked)
	if isMarking(mark) {
		own = mark
		if mark = r.plain(); mark == 0 {
			return fmt.Sprintf("expected a dot between cells, found %q", own)
		}
	}
	before := len(r.cells)
	if message := r.takeCell(mark); message != "" {
		if own != Unmarked {
			return fmt.Sprintf("expected a cell in another column or row, found %q", own)
		}
		return message
	}
	for range r.cells[before:] {
		r.marks = append(r.marks, own)
	}
	return ""
}

// plain returns the character for a cell without a mark in this column and row, or 0 if there is
// none.
func (r *pictureReader) plain() rune {
	switch r.lattice {
	case Triangle:
		if r.mark == end {
			return 'v'
		}
		return rune("v^"[(r.x-r.y-r.shift)&1])
	case Stick:
		switch {
		case r.y%2 == 0 && r.x%2 == 1:
			return '-'
		case r.y%2 == 1 && r.x%2 == 0:
			return '|'
		}
		return 0
	}
	if r.mark == end || r.lattice == Tan {
		return '#'
	}
	return r.mark
}

// findShift finds the shift of the rows of triangles by the first one without a mark.
func (r *pictureReader) findShift(rows []pictureRow) {
	for y, row := range rows {
		for x, mark := range []rune(row.text) {
			if mark == 'v' || mark == '^' {
				r.mark, r.shift = mark, (x+y)%2
				if mark == '^' {
					r.shift = 1 - r.shift
				}
				return
			}
		}
	}
}

// TextMarked is [Shape.Text] with the marks of cells, as [ParseMarked] reads them. The function
// returns the mark of a cell, or [Unmarked]. On [Tan] a full square has a mark if its quarters have
// the same. TextMarked reports false if a mark cannot be shown.
func (s Shape) TextMarked(mark func(Cell) rune) (text string, ok bool) {
	l := s.Lattice()
	least := l.cornerOf(s)
	if s.Empty() {
		return "", true
	}
	lines := strings.Split(s.Text(), "\n")
	if l == Tan && lines[0] == s.String() {
		return "", false
	}
	grid := make([][]rune, len(lines))
	for i, line := range lines {
		grid[i] = []rune(line)
	}
	_, most := s.Bounds()
	height := most.Y - least.Y + 1
	quarters := map[Cell]int{}
	var depth int
	if l.folded {
		for _, c := range s.Cells() {
			depth = max(depth, unfolded(c.minus(least))[2]+1)
		}
	}
	for _, c := range s.Cells() {
		m := mark(c)
		if m == Unmarked {
			continue
		}
		at := c.minus(least)
		column, row, _ := l.glyph(at)
		switch {
		case l.folded:
			p := unfolded(at)
			row += p[2]*(height+1) + p[3]*depth*(height+1)
		case l.spatial:
			row += at.Z * (height + 1)
		case l == Tan:
			square := Cell{X: at.X, Y: at.Y}
			if quarters[square]++; quarters[square] < 4 || grid[row][column] != '#' {
				continue
			}
			for kind := range l.corners {
				if mark(Cell{c.X, c.Y, kind}) != m {
					return "", false
				}
			}
			delete(quarters, square)
		}
		grid[row][column] = m
	}
	for i := range grid {
		lines[i] = string(grid[i])
	}
	return strings.Join(lines, "\n"), len(quarters) == 0
}
