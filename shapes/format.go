// SPDX-License-Identifier: BSD-3-Clause

package shapes

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// String returns a line that [Parse] reads back: the name, the lattice unless it is [Square], and
// the cells, such as
//
//	P = [(0,0), (1,0), (0,1), (1,1), (0,2)]
//
// Coordinates are written as x,y, or as x,y,z on lattices where Z can be other than 0; a cube
// of four dimensions has x,y,z,w.
func (s Shape) String() string { return string(s.appendTo(nil)) }

// appendTo appends the result of String to b.
func (s Shape) appendTo(b []byte) []byte {
	l := s.Lattice()
	b = slices.Grow(b, len(s.name)+len(l.name)+10*s.Size()+8)
	if s.name != "" {
		b = append(append(b, quoteName(s.name)...), " = "...)
	}
	if l != Square {
		b = append(append(b, l.name...), ' ')
	}
	b = append(b, '[')
	three := l.coordinates() >= 3
	for i := range s.Size() {
		c := s.cell(i)
		b = append(b, separator(i, "(", ", (")...)
		b = strconv.AppendInt(b, int64(c.X), 10)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(c.Y), 10)
		if three {
			_, _, z, w := c.Four()
			if !l.folded {
				z = c.Z
			}
			b = append(b, ',')
			b = strconv.AppendInt(b, int64(z), 10)
			if l.folded {
				b = append(b, ',')
				b = strconv.AppendInt(b, int64(w), 10)
			}
		}
		b = append(b, ')')
	}
	return append(b, ']')
}

// coordinates returns the number of coordinates of a cell in text.
func (l *Lattice) coordinates() int {
	switch {
	case l.folded:
		return 4
	case l.spatial || l.NumKinds() > 1:
		return 3
	}
	return 2
}

// quoteName returns a name as it is if it is a word, and quoted otherwise.
func quoteName(name string) string {
	for i, r := range name {
		if !isWord(r) || i == 0 && !unicode.IsLetter(r) {
			return strconv.Quote(name)
		}
	}
	return name
}

// isWord reports whether r may occur in a name without quotes, though not necessarily as its first
// character.
func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_'+", r)
}
