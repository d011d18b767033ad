package shapes

import (
	"strconv"
	"strings"
	"unicode"
)

// String writes the shape on one line that [Parse] reads back: its name, its lattice unless it is the square one, and its
// cells, such as
//
//	P = [(0,0), (1,0), (0,1), (1,1), (0,2)]
//
// Coordinates are written as x,y or, where Z can be other than 0, as x,y,z.
func (s Shape) String() string {
	var b strings.Builder
	if s.name != "" {
		b.WriteString(quoteName(s.name))
		b.WriteString(" = ")
	}
	l := s.Lattice()
	if l != Square {
		b.WriteString(l.name)
		b.WriteByte(' ')
	}
	b.WriteByte('[')
	for i := range s.Size() {
		c := s.cell(i)
		b.WriteString(separator(i, "(", ", ("))
		writeInt(&b, c.X)
		b.WriteByte(',')
		writeInt(&b, c.Y)
		if l.spatial || len(l.corners) > 1 {
			b.WriteByte(',')
			writeInt(&b, c.Z)
		}
		b.WriteByte(')')
	}
	b.WriteByte(']')
	return b.String()
}

func writeInt(b *strings.Builder, n int) { b.WriteString(strconv.Itoa(n)) }

// quoteName leaves words as they are and puts other names into quotes.
func quoteName(name string) string {
	for i, r := range name {
		if !isWord(r) || i == 0 && !unicode.IsLetter(r) {
			return strconv.Quote(name)
		}
	}
	return name
}

// isWord reports whether r may stand in a name without quotes, though not everywhere at its beginning.
func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_'+", r)
}
