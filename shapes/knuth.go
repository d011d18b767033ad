// Shapes in Knuth's notations.
//
// There are two notations. Each is a list of words separated by spaces:
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
// (2022), section 7.2.2.1, exercises on polyominoes. Package cover/knuth reads whole inputs of
// these programs.

package shapes

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"polka/internal/digit"
)

// ParsePairs reads the cells of a shape in the notation of Knuth's programs POLYOMINOES and
// POLYIAMONDS, such as "00 01 11" on [Square] or "00 00* 10" on [Triangle]. It panics on other
// lattices. Errors have type *[SyntaxError]. [Shape.Pairs] is its inverse.
func ParsePairs(l *Lattice, text string) (Shape, error) {
	if l = known(l); l != Square && l != Triangle {
		panic("shapes: ParsePairs expects the lattice Square or Triangle")
	}
	var cells []Cell
	err := parseWords(text, func(p *parser) error {
		x, err := p.digit(digit.Base36, "a digit 0-9 or a-z for x")
		if err != nil {
			return err
		}
		y, err := p.digit(digit.Base36, "a digit 0-9 or a-z for y")
		if err != nil {
			return err
		}
		c := Cell{X: x, Y: y}
		if l == Triangle && p.peek() == '*' {
			p.next()
			c.Z = 1
		}
		cells = append(cells, c)
		return nil
	})
	if err != nil {
		return Shape{}, err
	}
	return New(l, cells...), nil
}

// ParseBrackets reads the cells of a polyomino in the notation of Knuth's program POLYOMINO-DLX,
// such as "[0-2]0 11" for the T tetromino. Errors have type *[SyntaxError]. [Shape.Brackets] is its
// inverse.
func ParseBrackets(text string) (Shape, error) {
	var cells []Cell
	err := parseWords(text, func(p *parser) error {
		xs, err := p.digits("x")
		if err != nil {
			return err
		}
		ys, err := p.digits("y")
		if err != nil {
			return err
		}
		for _, x := range xs {
			for _, y := range ys {
				cells = append(cells, Cell{X: x, Y: y})
			}
		}
		return nil
	})
	if err != nil {
		return Shape{}, err
	}
	return New(Square, cells...), nil
}

// parseWords calls word at the start of each word, and requires that it reads the whole word.
func parseWords(text string, word func(*parser) error) error {
	p := &parser{text: text, line: 1, column: 1}
	for p.skipSpace(); p.peek() != end; p.skipSpace() {
		if err := word(p); err != nil {
			return err
		}
		if r := p.peek(); r != end && !unicode.IsSpace(r) {
			return p.expected("a space after a cell")
		}
	}
	return nil
}

// digit reads one of the digits.
func (p *parser) digit(digits, what string) (int, error) {
	r := p.peek()
	value := strings.IndexRune(digits, r)
	if r == end || value < 0 {
		return 0, p.expected(what)
	}
	p.next()
	return value, nil
}

// digits reads a digit or a set of digits in brackets.
func (p *parser) digits(coordinate string) ([]int, error) {
	if p.peek() != '[' {
		n, err := p.digit(digit.Base62, "a digit, or digits in brackets, for "+coordinate)
		return []int{n}, err
	}
	p.next()
	var list []int
	for p.peek() != ']' {
		first, err := p.digit(digit.Base62, "a digit or ']'")
		if err != nil {
			return nil, err
		}
		last := first
		if p.peek() == '-' {
			p.next()
			at := *p
			if last, err = p.digit(digit.Base62, "the last digit of a range"); err != nil {
				return nil, err
			}
			if last < first {
				return nil, at.errorf("expected a digit not less than %q, found %q", digit.Base62[first], digit.Base62[last])
			}
		}
		for n := first; n <= last; n++ {
			list = append(list, n)
		}
		if p.peek() == '-' {
			return nil, p.expected("a digit or ']' after a range")
		}
	}
	p.next()
	return list, nil
}

// Pairs returns the cells in the notation of Knuth's programs POLYOMINOES and POLYIAMONDS, such as
// "00 10 11". A coordinate outside the range from 0 to 35 and a lattice other than [Square] and
// [Triangle] are errors.
func (s Shape) Pairs() (string, error) {
	if s.lattice != nil && s.lattice != Triangle {
		return "", errors.New("shapes: cannot write pairs: expected the lattice square or triangle")
	}
	if err := s.mustFit(digit.Base36); err != nil {
		return "", err
	}
	words := make([]string, s.Size())
	for i := range words {
		c := s.cell(i)
		words[i] = digit.Base36[c.X:c.X+1] + digit.Base36[c.Y:c.Y+1]
		if c.Z == 1 {
			words[i] += "*"
		}
	}
	return strings.Join(words, " "), nil
}

// Brackets returns the cells in the notation of Knuth's program POLYOMINO-DLX, with equal columns
// combined, such as "[02][0-3] 10". A coordinate outside the range from 0 to 61 and a lattice other
// than [Square] are errors.
func (s Shape) Brackets() (string, error) {
	if s.lattice != nil {
		return "", errors.New("shapes: cannot write brackets: expected the lattice square")
	}
	if err := s.mustFit(digit.Base62); err != nil {
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
func (s Shape) mustFit(digits string) error {
	least, most := s.Bounds()
	if least.X < 0 || least.Y < 0 || most.X >= len(digits) || most.Y >= len(digits) {
		return fmt.Errorf("shapes: expected coordinates from 0 to %d, for which there are digits; the shape extends from (%d,%d) to (%d,%d)",
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
