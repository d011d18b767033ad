// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"polka/shapes"
)

// maxCells limits the memory that a typing error can cost.
const maxCells = 1 << 20

// ParseBoard reads a board: "6x10" for six rows and ten columns of squares; "2x3x10" for layers,
// rows and columns of cubes; "2x2x2x3" for slices, layers, rows and columns of cubes of four
// dimensions; one of the families below, such as "aztec 5"; the text of a shape as read by
// shapes.Parse; or a picture such as
//
//	########
//	########
//	###??AA#
//	###22AA#
//	########
//
// in which dots and spaces do not belong to the board, question marks are optional cells,
// capital letters are cells reserved for the piece of that name, and digits are colors. A
// picture in which all cells have the same letter or digit is a plain board. ParseBoard also
// reads what Board.String writes.
//
// The families are: aztec N; triangle N, trapezium ROWS BASE, hexagon A B C and parallelogram
// ROWS COLUMNS, of triangles, or of hexagons after the word hexagons; grid ROWS COLUMNS, of
// sticks. The name of a finite lattice, such as "torus-4x5", "cube-surface-3" or "penrose-4" (see
// shapes.LatticeByName), is the board of all its cells. If the name of a lattice is followed by a
// picture, as in "hexagon # ?/ A A", it is one of its cells, with the same marks (see
// shapes.ParseMarked).
//
// A board has at most 1,048,576 cells.
//
// Errors are of type *SyntaxError.
func ParseBoard(text string) (Board, error) {
	if name := strings.TrimSpace(text); !strings.ContainsAny(name, " \n[") {
		if l, err := shapes.LatticeByName(name); err == nil && l.Finite() {
			return BoardOf(l.Whole()), nil
		}
	}
	if b, ok, err := parseFamily(text); ok {
		return b, err
	}
	name, _ := strconv.QuotedPrefix(text) // it may contain a semicolon
	outline, rest, more := strings.Cut(text[len(name):], ";")
	outline = name + outline
	if more && !strings.Contains(outline, "\n") {
		return parseMarked(text, outline, rest)
	}
	if b, ok, err := parsePicture(text); ok {
		return b, err
	}
	if b, ok, err := parseMarks(text); ok {
		return b, err
	}
	region, err := shapes.Parse(text)
	switch {
	case err != nil:
		return Board{}, placedAfter("", err)
	case region.Empty():
		return Board{}, expected("a board with cells, found %q", text)
	case region.Size() > maxCells:
		return Board{}, expected("a board of at most %d cells, found %d cells", maxCells, region.Size())
	}
	return BoardOf(region), nil
}

// parseFamily reads sizes and families. It reports whether the text looks like one.
func parseFamily(text string) (b Board, ok bool, err error) {
	words := strings.Fields(text)
	if strings.Contains(text, "[") { // a lattice may have the name of a family
		return Board{}, false, nil
	}
	if len(words) == 1 {
		if n, err := integers(strings.Split(words[0], "x")); err == nil && 2 <= len(n) && len(n) <= 4 {
			b, err := sized(text, n)
			return b, true, err
		}
	}
	if len(words) == 0 {
		return Board{}, false, nil
	}
	lattice := shapes.Triangle
	if words[0] == "hexagons" && len(words) > 1 {
		lattice = shapes.Hexagon
		words = words[1:]
	}
	f, ok := families()[words[0]]
	if !ok || words[0] == "aztec" && lattice == shapes.Hexagon {
		return Board{}, false, nil
	}
	n, err := integers(words[1:])
	if err != nil || len(n) != len(f.sizes) {
		if isPicture(text, words) {
			return Board{}, false, nil
		}
		return Board{}, true, expected("%s %s, found %q", words[0], strings.Join(f.sizes, " "), text)
	}
	if err := checkSizes(text, n, 4); err != nil {
		return Board{}, true, err
	}
	if words[0] == "aztec" || words[0] == "triangle" {
		if n[0] > 500 {
			return Board{}, true, expected("a board of at most %d cells, found %q", maxCells, text)
		}
	}
	if words[0] == "trapezium" && n[1] < n[0] {
		return Board{}, true, expected("at most as many rows as the longer side is long, found %q", text)
	}
	return f.make(lattice, n), true, nil
}

// isPicture reports whether a text that is not the name of a family with its numbers is the name of
// a lattice with a picture: one that begins with a mark or has several rows.
func isPicture(text string, words []string) bool {
	if _, err := shapes.LatticeByName(words[0]); err != nil || len(words) == 1 {
		return false
	}
	return !strings.ContainsAny(words[1][:1], "+-0123456789") || strings.ContainsAny(strings.TrimSpace(text), "/\n")
}

// A family is a kind of board that is selected by numbers.
type family struct {
	sizes []string
	make  func(l *shapes.Lattice, n []int) Board
}

var families = sync.OnceValue(func() map[string]family {
	return map[string]family{
		"aztec":         {[]string{"N"}, func(_ *shapes.Lattice, n []int) Board { return Aztec(n[0]) }},
		"triangle":      {[]string{"N"}, func(l *shapes.Lattice, n []int) Board { return Trapezium(l, n[0], n[0]) }},
		"trapezium":     {[]string{"ROWS", "BASE"}, func(l *shapes.Lattice, n []int) Board { return Trapezium(l, n[0], n[1]) }},
		"hexagon":       {[]string{"A", "B", "C"}, func(l *shapes.Lattice, n []int) Board { return Hexagon(l, n[0], n[1], n[2]) }},
		"parallelogram": {[]string{"ROWS", "COLUMNS"}, func(l *shapes.Lattice, n []int) Board { return Parallelogram(l, n[0], n[1]) }},
		"grid":          {[]string{"ROWS", "COLUMNS"}, func(_ *shapes.Lattice, n []int) Board { return Parallelogram(shapes.Stick, n[0], n[1]) }},
	}
})

func integers(words []string) ([]int, error) {
	list := make([]int, len(words))
	for i, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil {
			return nil, err
		}
		list[i] = n
	}
	return list, nil
}

// checkSizes returns an error for numbers that are not positive, or whose product, times the
// given number of cells, is too large.
func checkSizes(text string, n []int, cells int) error {
	for _, k := range n {
		if k <= 0 {
			return expected("positive numbers, found %q", text)
		}
		if k > maxCells/cells {
			return expected("a board of at most %d cells, found %q", maxCells, text)
		}
		cells *= k
	}
	return nil
}

// sized returns the rectangle or box of the given sizes, of two to four dimensions.
func sized(text string, n []int) (Board, error) {
	if err := checkSizes(text, n, 1); err != nil {
		return Board{}, err
	}
	if len(n) == 4 {
		const most = 128 // coordinates of 4-cubes are less
		if max(n[0], n[1]) > most {
			return Board{}, expected("at most %d slices and layers, found %q", most, text)
		}
		return hyperbox(n[0], n[1], n[2], n[3]), nil
	}
	if len(n) == 3 {
		return Box(n[0], n[1], n[2]), nil
	}
	return Rectangle(n[0], n[1]), nil
}

// parseMarked reads what String writes for a board with optional cells or
// marks: a text that consists of the outline, a semicolon, and the rest.
func parseMarked(text, outline, rest string) (Board, error) {
	b, err := ParseBoard(outline)
	if err != nil {
		return Board{}, err
	}
	at := len(outline) + 1 // where a part begins
	for _, wide := range strings.Split(rest, ";") {
		part := strings.TrimSpace(wide)
		start := at + strings.Index(wide, part)
		list, optional := strings.CutPrefix(part, "optional ")
		mark := unmarked
		if !optional {
			var n int
			list = strings.TrimPrefix(part, "mark ")
			mark, n = utf8.DecodeRuneInString(list)
			if list == part || !printable(mark) || mark == unmarked {
				return Board{}, placedAfter(text[:start], expected("optional or mark, a character, and a list of cells, found %q", part))
			}
			list = list[n:]
		}
		cells, err := shapes.Parse(list)
		switch {
		case err != nil:
			return Board{}, placedAfter(text[:start+len(part)-len(list)], err)
		case cells.Lattice() != b.region.Lattice():
			return Board{}, placedAfter(text[:start], expected("cells of the %v lattice, found %q", b.region.Lattice(), part))
		case optional:
			b = b.WithOptional(cells)
		default:
			b = b.WithMark(mark, cells)
		}
		at += len(wide) + 1
	}
	return b, nil
}

// parsePicture reads a picture with different marks. It reports whether the
// text is one.
func parsePicture(text string) (b Board, ok bool, err error) {
	if strings.ContainsAny(text, "[=") {
		return Board{}, false, nil
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	single := len(lines) == 1
	if single {
		lines = strings.Split(text, "/")
	}
	indent, size := -1, 0
	cells := map[rune][]shapes.Cell{}
	for _, row := range lines {
		if trimmed := strings.TrimLeft(row, " \t"); trimmed != "" {
			if n := len(row) - len(trimmed); indent < 0 || n < indent {
				indent = n
			}
		}
	}
	top := slices.IndexFunc(lines, func(row string) bool { return strings.TrimSpace(row) != "" })
	for y, row := range lines {
		row = strings.TrimRight(row, " \t")
		if len(row) <= indent || indent < 0 {
			continue
		}
		for x, r := range []rune(row[indent:]) {
			switch {
			case r == '.' || r == ' ':
			case r == '#' || r == '?' || '0' <= r && r <= '9' || unicode.IsUpper(r):
				cells[r] = append(cells[r], shapes.Cell{X: x, Y: y - top})
				if size++; size > maxCells {
					return Board{}, true, expected("a board of at most %d cells, found a picture with more", maxCells)
				}
			case cells['?'] != nil || cells['#'] != nil:
				wrong := &SyntaxError{Line: y + 1, Column: indent + x + 1, Message: fmt.Sprintf("expected # for a cell, . or a space, ? for an optional cell, a capital letter or a digit, found %q", r)}
				if single {
					wrong.Line = 1
					wrong = placedAfter(strings.Join(append(lines[:y:y], ""), "/"), wrong)
				}
				return Board{}, true, wrong
			default:
				return Board{}, false, nil
			}
		}
	}
	if len(cells) == 0 || len(cells) == 1 && cells['?'] == nil {
		return Board{}, false, nil
	}
	return fromPicture(cells), true, nil
}

// parseMarks reads the name of a lattice and a picture with different marks. It reports whether the
// text is one.
func parseMarks(text string) (b Board, ok bool, err error) {
	words := strings.Fields(text)
	if len(words) < 2 || strings.ContainsAny(text, "[=") {
		return Board{}, false, nil
	}
	if _, err := shapes.LatticeByName(words[0]); err != nil {
		return Board{}, false, nil
	}
	_, picture, _ := strings.Cut(text, words[0])
	if !strings.ContainsFunc(picture, func(r rune) bool { return r == '?' || unicode.IsDigit(r) || unicode.IsUpper(r) }) {
		return Board{}, false, nil
	}
	region, marks, err := shapes.ParseMarked(text)
	if err != nil {
		if _, plain := shapes.Parse(text); plain == nil {
			return Board{}, false, nil // all cells have the same character
		}
		return Board{}, true, placedAfter("", err)
	}
	if region.Size() > maxCells {
		return Board{}, true, expected("a board of at most %d cells, found %d cells", maxCells, region.Size())
	}
	cells := map[rune][]shapes.Cell{}
	for i, c := range region.Cells() {
		cells[marks[i]] = append(cells[marks[i]], c)
	}
	if len(cells) == 1 && cells['?'] == nil {
		return Board{}, false, nil
	}
	b = BoardOf(region)
	for mark, list := range cells {
		switch s := shapes.New(region.Lattice(), list...); mark {
		case shapes.Unmarked:
		case '?':
			b = b.WithOptional(s)
		default:
			b = b.WithMark(mark, s)
		}
	}
	return b, true, nil
}

// fromPicture puts together what a picture shows.
func fromPicture(cells map[rune][]shapes.Cell) Board {
	var all []shapes.Cell
	for _, list := range cells {
		all = append(all, list...)
	}
	b := BoardOf(shapes.New(shapes.Square, all...))
	for r, list := range cells {
		s := shapes.New(shapes.Square, list...)
		switch r {
		case '#':
		case '?':
			b = b.WithOptional(s)
		default:
			b = b.WithMark(r, s)
		}
	}
	return b
}

// printable reports whether r can be the mark of a cell: it is seen, and does
// not end the mark in a text.
func printable(r rune) bool {
	return r != utf8.RuneError && unicode.IsPrint(r) && !strings.ContainsRune("#?.;/[]=", r)
}
