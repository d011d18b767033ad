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

// Text draws the bounding box of the shape in ASCII, a line for each row, with # for cells and . for the rest. The last
// line has no line feed at its end. [Parse] reads pictures of polyominoes back, into the corner.
//
// Rows of hexagons and triangles are indented as they lie; triangles are drawn as v and ^. Layers of cubes follow each
// other from Z = 0 up, with a blank line between them. Sticks are not drawn: for them Text is String.
func (s Shape) Text() string {
	if s.lattice == Stick {
		return s.String()
	}
	l := s.Lattice()
	least, most := s.Bounds()
	if !l.spatial {
		least.Z, most.Z = 0, 0
	}
	marks := "#"
	if l == Triangle {
		marks = "v^"
	}
	var b strings.Builder
	for z := least.Z; z <= most.Z && !s.Empty(); z++ {
		b.WriteString(separator(z-least.Z, "", "\n\n"))
		for y := least.Y; y <= most.Y; y++ {
			b.WriteString(separator(y-least.Y, "", "\n"))
			if l == Hexagon || l == Triangle {
				b.WriteString(strings.Repeat(" ", y-least.Y))
			}
			for x := least.X; x <= most.X; x++ {
				if l == Hexagon {
					b.WriteString(separator(x-least.X, "", " "))
				}
				for kind := range marks {
					if s.Contains(Cell{x, y, z + kind}) {
						b.WriteByte(marks[kind])
					} else {
						b.WriteByte('.')
					}
				}
			}
		}
	}
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
