// SPDX-License-Identifier: BSD-3-Clause

// POLYOMINO-DLX.
//
// The problem. The same as for POLYOMINOES (dance.go), but for solvers of DLX format, which know
// secondary items and multiplicities, and with a shorter way to write down cells.
//
// The source. Donald E. Knuth, the program POLYOMINO-DLX, which goes with section 7.2.2.1 of The
// Art of Computer Programming (volume 4B, 2022).
//
// The format. A line that begins with a bar is a comment. The first other line specifies the
// box, every further one a piece: its name, which a multiplicity and a bar may precede, and
// specifications of cells. A specification is two digits of base 62, or sets of digits in
// brackets such as [1-35a], and perhaps a suffix: x, y, and what the name of a secondary item
// has after its coordinates. Several lines may describe one piece.
//
// The order. A box, or a piece, is a sorted list of cells: by x, by y, by the suffix in the
// order in which suffixes are met. The base placements of a line are found breadth first by a
// quarter turn and a transposition. For each of them the options come by the translation in x,
// then in y; a translation is one that keeps the bounding box of all cells, with suffixes too,
// inside that of the box.
//
// What we changed. No limits. All is read before anything is written. A multiplicity is a number
// or a range of numbers that DLX format has. A suffix that DLX format cannot have is an error,
// but for a carriage return: to the program that is a character like others, so that in a file
// with the line ends of Windows the last cell of each line gets a suffix.
//
// An example. The box [1-2][1-2] and the piece "D 0[0-1]" of two cells give, after the comments,
//
//	 11 12 21 22 D
//	D 11 12
//	D 21 22
//	D 11 21
//	D 12 22

package knuth

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"polka/internal/digit"
	"polka/shapes"
)

// A Box is the input of POLYOMINO-DLX: a box and the pieces to be packed into it.
type Box struct {
	source   []line
	cells    []shapes.Cell // sorted; Z is the number of the suffix
	suffixes []string      // suffixes[0] is ""
	pieces   []boxPiece
	bases    []base
	notes    []Note
}

// A boxPiece is a piece with its multiplicity as it was written, "1" if it was not.
type boxPiece struct{ name, times string }

// A base is a way to turn a piece, in the corner.
type base struct {
	piece int
	cells []shapes.Cell // sorted
}

// ReadPolyominoDLX reads the input of POLYOMINO-DLX. Errors are of type *cover.SyntaxError.
func ReadPolyominoDLX(r io.Reader) (*Box, error) {
	list, err := lines(r)
	if err != nil {
		return nil, err
	}
	b := &Box{source: list, suffixes: []string{""}}
	boxed := false
	for _, l := range list {
		if strings.HasPrefix(l.text, "|") {
			continue
		}
		if strings.HasSuffix(l.text, "\r") {
			b.note(l, "the carriage return at the end is a part of the last word")
		}
		switch {
		case boxed:
			err = b.readPiece(l)
		default:
			b.cells, err = b.readCells(l, 0)
			boxed = true
			if len(b.cells) == 0 {
				b.note(l, "the box has no cells")
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if !boxed {
		return nil, line{number: len(list) + 1}.expected(0, "the cells of the box")
	}
	return b, nil
}

func (b *Box) note(l line, text string) {
	b.notes = append(b.notes, Note{l.number, text})
}

// readPiece reads a line that describes a piece.
func (b *Box) readPiece(l line) error {
	end := strings.IndexByte(l.text, ' ')
	if end < 0 {
		start := strings.IndexByte(l.text, '|') + 1
		if i := strings.IndexAny(l.text[start:], "|:"); i >= 0 {
			return l.expected(start+i, "a space after the name of a piece, which has no bar, colon or tab")
		}
		if l.text == "" {
			b.note(l, "an empty line is ignored")
		} else {
			b.note(l, fmt.Sprintf("the piece %s has no cells and is ignored", l.text))
		}
		return nil
	}
	name, start, times := l.text[:end], 0, "1"
	if i := strings.IndexByte(name, '|'); i >= 0 {
		times, name, start = name[:i], name[i+1:], i+1
		if err := checkTimes(l, times); err != nil {
			return err
		}
	}
	if err := b.checkName(l, name, start); err != nil {
		return err
	}
	k := slices.IndexFunc(b.pieces, func(p boxPiece) bool { return p.name == name })
	switch {
	case k < 0:
		k = len(b.pieces)
		b.pieces = append(b.pieces, boxPiece{name, times})
	case b.pieces[k].times != times:
		return l.errorf(0, "expected the multiplicity %s that piece %s has above, found %s", b.pieces[k].times, name, times)
	}
	cells, err := b.readCells(l, end)
	if err != nil {
		return err
	}
	if len(cells) == 0 {
		b.note(l, fmt.Sprintf("the piece %s has no cells, and options without cells", name))
		b.bases = append(b.bases, base{piece: k})
		return nil
	}
	b.addBases(k, cells)
	return nil
}

// checkName refuses names that DLX format cannot have or that stand for something else.
func (b *Box) checkName(l line, name string, start int) error {
	if name == "" {
		return l.expected(start, "the name of a piece")
	}
	if i := strings.IndexAny(name, "|:\t\v\f"); i >= 0 {
		return l.expected(start+i, "a space after the name of a piece, which has no bar, colon or tab")
	}
	if slices.ContainsFunc(b.cells, func(c shapes.Cell) bool { return b.item(c) == name }) {
		return l.errorf(start, "expected the name of a piece, found %q, which is a cell of the box", name)
	}
	return nil
}

// checkTimes refuses what is not a multiplicity n or lo:hi.
func checkTimes(l line, times string) error {
	bounds := [2]int{}
	parts := strings.Split(times, ":")
	at := 0
	for i, part := range parts {
		n, err := strconv.ParseInt(part, 10, 32)
		if err != nil || i > 1 || part[0] == '+' || part[0] == '-' {
			return l.errorf(at, "expected a multiplicity such as 12 or 2:3 before the bar, found %q", times)
		}
		bounds[i] = int(n)
		at += len(part) + 1
	}
	if len(parts) == 1 {
		bounds[1] = bounds[0]
	}
	if bounds[1] < max(bounds[0], 1) {
		return l.errorf(0, "expected a multiplicity of at least 1 with the lower bound first, found %q", times)
	}
	return nil
}

// readCells reads the specifications from a byte of the line on, into a sorted list.
func (b *Box) readCells(l line, at int) ([]shapes.Cell, error) {
	var cells []shapes.Cell
	for at < len(l.text) {
		if l.text[at] == ' ' {
			at++
			continue
		}
		var xs, ys []int
		var err error
		if xs, at, err = readDigits(l, at); err != nil {
			return nil, err
		}
		if ys, at, err = readDigits(l, at); err != nil {
			return nil, err
		}
		end := at
		for end < len(l.text) && l.text[end] != ' ' {
			if strings.IndexByte("|:\t\v\f", l.text[end]) >= 0 {
				return nil, l.expected(end, "a space after the suffix, which has no bar, colon or tab")
			}
			end++
		}
		suffix := b.suffix(l.text[at:end])
		at = end
		for _, x := range xs {
			for _, y := range ys {
				cells = append(cells, shapes.Cell{X: x, Y: y, Z: suffix})
			}
		}
	}
	return sorted(cells), nil
}

// sorted sorts cells, by columns, and leaves out duplicates.
func sorted(cells []shapes.Cell) []shapes.Cell {
	slices.SortFunc(cells, func(c, d shapes.Cell) int {
		return cmp.Or(cmp.Compare(c.X, d.X), cmp.Compare(c.Y, d.Y), cmp.Compare(c.Z, d.Z))
	})
	return slices.Compact(cells)
}

// suffix returns the number of a suffix, which may be new.
func (b *Box) suffix(text string) int {
	i := slices.Index(b.suffixes, text)
	if i < 0 {
		i = len(b.suffixes)
		b.suffixes = append(b.suffixes, text)
	}
	return i
}

// readDigits reads a digit or a set of digits in brackets. It returns their values and what comes
// next.
func readDigits(l line, at int) (values []int, next int, err error) {
	if at >= len(l.text) || l.text[at] != '[' {
		if at < len(l.text) && digit.Value(l.text[at]) >= 0 {
			return []int{digit.Value(l.text[at])}, at + 1, nil
		}
		return nil, at, l.expected(at, "a digit from 0 to 9, a to z or A to Z, or a bracket")
	}
	var in [len(digit.Base62)]bool
	from, last := -1, -1 // the beginning of a range; the digit before
	for at++; at < len(l.text) && l.text[at] != ']'; at++ {
		c := l.text[at]
		d := digit.Value(c)
		switch {
		case c == '-' && last < 0:
			return nil, at, l.errorf(at, "expected a digit before the hyphen of a range")
		case c == '-' && strings.HasPrefix(l.text[at+1:], "]"):
			return nil, at, l.errorf(at, "expected a digit after the hyphen of a range")
		case c == '-':
			from, last = last, -1
		case d < 0:
			return nil, at, l.expected(at, "a digit, a hyphen or the closing bracket")
		case from < 0:
			in[d], last = true, d
		case d < from:
			return nil, at, l.errorf(at, "expected a range that goes up, found %c-%c", digit.Base62[from], c)
		default:
			for n := from; n <= d; n++ {
				in[n] = true
			}
			from, last = -1, -1
		}
	}
	if at == len(l.text) {
		return nil, at, l.expected(at, "the closing bracket")
	}
	for n, ok := range in {
		if ok {
			values = append(values, n)
		}
	}
	return values, at + 1, nil
}

// addBases finds the base placements of a line.
func (b *Box) addBases(piece int, cells []shapes.Cell) {
	least, _ := bounds(cells)
	for i := range cells {
		cells[i].X -= least.X
		cells[i].Y -= least.Y
	}
	first := len(b.bases)
	b.bases = append(b.bases, base{piece, cells})
	for i := first; i < len(b.bases); i++ {
		for _, image := range [2][]shapes.Cell{turned(b.bases[i].cells), transposed(b.bases[i].cells)} {
			if !slices.ContainsFunc(b.bases[first:], func(c base) bool { return slices.Equal(c.cells, image) }) {
				b.bases = append(b.bases, base{piece, image})
			}
		}
	}
}

// turned gives the cells after a quarter turn, in the corner: (x,y) becomes (y,-x).
func turned(cells []shapes.Cell) []shapes.Cell {
	most := cells[len(cells)-1].X
	image := make([]shapes.Cell, len(cells))
	for i, c := range cells {
		image[i] = shapes.Cell{X: c.Y, Y: most - c.X, Z: c.Z}
	}
	return sorted(image)
}

// transposed gives the cells with their coordinates exchanged.
func transposed(cells []shapes.Cell) []shapes.Cell {
	image := slices.Clone(cells)
	transpose(image)
	return sorted(image)
}

// item returns the name of the item of a cell.
func (b *Box) item(c shapes.Cell) string { return string(b.appendItem(nil, c)) }

func (b *Box) appendItem(list []byte, c shapes.Cell) []byte {
	return append(append(list, digit.Base62[c.X], digit.Base62[c.Y]), b.suffixes[c.Z]...)
}

// WriteDLX writes what the program writes: the input as comments, the items, and the options.
func (b *Box) WriteDLX(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, l := range b.source {
		fmt.Fprintf(out, "| %s\n", l.text)
	}
	out.WriteString("| this file was created by polyomino-dlx from that data\n")
	for _, c := range b.cells {
		if c.Z == 0 {
			out.WriteString(" " + b.item(c))
		}
	}
	for _, p := range b.pieces {
		out.WriteByte(' ')
		if p.times != "1" {
			out.WriteString(p.times + "|")
		}
		out.WriteString(p.name)
	}
	if len(b.suffixes) > 1 {
		out.WriteString(" |")
		for _, c := range b.cells {
			if c.Z != 0 {
				out.WriteString(" " + b.item(c))
			}
		}
	}
	out.WriteByte('\n')
	b.writeOptions(out)
	return out.Flush()
}

func (b *Box) writeOptions(out *bufio.Writer) {
	least, most := shapes.Cell{X: 62, Y: 62}, shapes.Cell{X: -1, Y: -1} // how the program begins to look for them
	var ground ground
	if len(b.cells) > 0 {
		least, most = bounds(b.cells)
		ground = newGround(b.cells, b.appendItem)
	}
	for _, p := range b.bases {
		name := b.pieces[p.piece].name
		switch {
		case len(p.cells) == 0:
			// To the program a piece without cells extends from 62 to -1, and so can be moved by
			// 63 more than the box is long.
			for range (most.X - least.X + 64) * (most.Y - least.Y + 64) {
				out.WriteString(name + "\n")
			}
		case len(b.cells) > 0:
			ground.writeTranslates(out, name, p.cells)
		}
	}
}

// Farewell returns the last line of the program's output on stderr, such as "Altogether 49+36
// cells, 2 pieces, 11 base placements." The number after the plus sign is that of cells with
// suffixes. The number of list nodes that the program needed is omitted.
func (b *Box) Farewell() string {
	suffixed := 0
	for _, c := range b.cells {
		if c.Z != 0 {
			suffixed++
		}
	}
	cells := strconv.Itoa(len(b.cells) - suffixed)
	if suffixed > 0 {
		cells = fmt.Sprintf("%s+%d", cells, suffixed)
	}
	return fmt.Sprintf("Altogether %s cells, %d pieces, %d base placements.", cells, len(b.pieces), len(b.bases))
}

// A Note is a remark about a line of the input that is unusual but not wrong.
type Note struct {
	Line int // from 1
	Text string
}

// String returns the note on one line, such as "line 4: the piece M has no cells and is ignored".
func (n Note) String() string { return fmt.Sprintf("line %d: %s", n.Line, n.Text) }

// Notes returns remarks about the input, in the order of its lines, or nil if there are none.
func (b *Box) Notes() []Note { return slices.Clone(b.notes) }

// WriteTo writes the input as it was read. It implements io.WriterTo.
func (b *Box) WriteTo(w io.Writer) (int64, error) {
	var s strings.Builder
	for _, l := range b.source {
		s.WriteString(l.text)
		s.WriteByte('\n')
	}
	n, err := io.WriteString(w, s.String())
	return int64(n), err
}
