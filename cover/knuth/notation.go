// SPDX-License-Identifier: BSD-3-Clause

// Shapes in Knuth's notations.
//
// There are two notations. Each is a list of words separated by white space:
//
//	00 01 02 10 12            pairs: POLYOMINOES, and POLYIAMONDS, where * marks the second kind of triangles
//	0[0-2] 1[02]              brackets: POLYOMINO-DLX
//
// A pair has the coordinates x and y of a cell, one digit each: 0-9 and a-z for 0 to 35. In
// brackets A-Z continue to 61, and several digits and ranges of digits may take the place of one:
// the word means all cells whose x is in the first set and whose y is in the second one. Digits may
// be repeated; [] is the empty set.
//
// Source: Donald E. Knuth's programs of these names, and The Art of Computer Programming, volume 4B
// (2022), section 7.2.2.1, exercises on polyominoes.

package knuth

import (
	"errors"
	"fmt"
	"strings"

	"polka/internal/digit"
	"polka/shapes"
)

// ParsePairs reads the cells of a shape in the notation of POLYOMINOES and POLYIAMONDS, such as
// "00 01 11" on [shapes.Square] or "00 00* 10" on [shapes.Triangle]; other lattices are errors, and
// nil stands for shapes.Square. Mistakes in the text are errors of type *[cover.SyntaxError].
// [Pairs] is its inverse.
func ParsePairs(l *shapes.Lattice, text string) (shapes.Shape, error) {
	if l == nil {
		l = shapes.Square
	}
	if l != shapes.Square && l != shapes.Triangle {
		return shapes.Shape{}, fmt.Errorf("knuth: lattice %v: expected square or triangle", l)
	}
	d := Dance{Lattice: l}
	return parseWords(l, text, func(l line, w word) ([]shapes.Cell, error) {
		c, err := d.readCell(l, w)
		return []shapes.Cell{c}, err
	})
}

// ParseBrackets reads the cells of a polyomino in the notation of POLYOMINO-DLX, such as
// "[0-2]0 11" for the T tetromino. Errors have type *[cover.SyntaxError]. [Brackets] is its
// inverse.
func ParseBrackets(text string) (shapes.Shape, error) {
	return parseWords(shapes.Square, text, func(l line, w word) ([]shapes.Cell, error) {
		xs, at, err := readDigits(l, w.offset)
		if err != nil {
			return nil, err
		}
		ys, at, err := readDigits(l, at)
		if err != nil {
			return nil, err
		}
		if at < w.offset+len(w.text) {
			return nil, l.expected(at, "a space after a cell")
		}
		var cells []shapes.Cell
		for _, x := range xs {
			for _, y := range ys {
				cells = append(cells, shapes.Cell{X: x, Y: y})
			}
		}
		return cells, nil
	})
}

// parseWords returns the shape of the cells that the words of a text stand for.
func parseWords(l *shapes.Lattice, text string, read func(line, word) ([]shapes.Cell, error)) (shapes.Shape, error) {
	list, err := lines(strings.NewReader(text))
	if err != nil {
		return shapes.Shape{}, err
	}
	var cells []shapes.Cell
	for _, l := range list {
		for _, w := range l.words() {
			more, err := read(l, w)
			if err != nil {
				return shapes.Shape{}, err
			}
			cells = append(cells, more...)
		}
	}
	return shapes.New(l, cells...), nil
}

// Pairs returns the cells of a shape in the notation of POLYOMINOES and POLYIAMONDS, such as
// "00 10 11". A coordinate outside the range from 0 to 35 and a lattice other than [shapes.Square]
// and [shapes.Triangle] are errors.
func Pairs(s shapes.Shape) (string, error) {
	if l := s.Lattice(); l != shapes.Square && l != shapes.Triangle {
		return "", errors.New("knuth: cannot write pairs: expected the lattice square or triangle")
	}
	if err := mustFit(s, digit.Base36); err != nil {
		return "", err
	}
	var b []byte
	for i, c := range s.Cells() {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendCell(b, c)
	}
	return string(b), nil
}

// Brackets returns the cells of a polyomino in the notation of POLYOMINO-DLX, with equal columns
// combined, such as "[02][0-3] 10". A coordinate outside the range from 0 to 61 and a lattice other
// than [shapes.Square] are errors.
func Brackets(s shapes.Shape) (string, error) {
	if s.Lattice() != shapes.Square {
		return "", errors.New("knuth: cannot write brackets: expected the lattice square")
	}
	if err := mustFit(s, digit.Base62); err != nil {
		return "", err
	}
	columns := make([][]int, len(digit.Base62)) // the y of the cells, by x
	for _, c := range s.Cells() {
		columns[c.X] = append(columns[c.X], c.Y)
	}
	places := map[string][]int{} // the columns that hold a set, by its text
	var order []string
	for x, ys := range columns {
		if ys == nil {
			continue
		}
		set := bracket(ys)
		if places[set] == nil {
			order = append(order, set)
		}
		places[set] = append(places[set], x)
	}
	for i, set := range order {
		order[i] = bracket(places[set]) + set
	}
	return strings.Join(order, " "), nil
}

// mustFit returns an error if there is no digit for a coordinate.
func mustFit(s shapes.Shape, digits string) error {
	least, most := s.Bounds()
	if least.X < 0 || least.Y < 0 || most.X >= len(digits) || most.Y >= len(digits) {
		return fmt.Errorf("knuth: expected coordinates from 0 to %d, for which there are digits; the shape extends from (%d,%d) to (%d,%d)",
			len(digits)-1, least.X, least.Y, most.X, most.Y)
	}
	return nil
}

// bracket writes sorted numbers: a single digit as it is, others in brackets, and three or more
// consecutive ones as a range.
func bracket(list []int) string {
	if len(list) == 1 {
		return digit.Base62[list[0] : list[0]+1]
	}
	var b strings.Builder
	b.WriteByte('[')
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		b.WriteByte(digit.Base62[list[i]])
		if j > i+1 {
			b.WriteByte('-')
		}
		if j > i {
			b.WriteByte(digit.Base62[list[j]])
		}
		i = j + 1
	}
	b.WriteByte(']')
	return b.String()
}
