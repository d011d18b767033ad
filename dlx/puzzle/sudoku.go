package puzzle

import (
	"fmt"
	"strings"
	"unicode"

	"polka/dlx"
)

// Sudoku is the problem to fill a square of n by n cells with the numbers 1 to
// n, each once in each row, column and region, some being given. Regions are
// boxes, or any others for a jigsaw sudoku, or there are none: then it is the
// problem to complete a Latin square. Knuth, section 7.2.2.1, (28) and (29): an
// option has four items, of a cell, of a number in a row, in a column and in a
// region. Latin squares are counted in OEIS A002860, and sudoku grids in
// A107739.
type Sudoku struct {
	n      int
	kind   string
	region []int // of each cell, by rows; nil if there are none
	given  Grid  // 0 where nothing is
}

// NewSudoku makes an empty sudoku with boxes of so many rows and columns: 3 and
// 3 for the usual one. It panics if one of them is not positive.
func NewSudoku(rows, columns int) Sudoku {
	if rows < 1 || columns < 1 {
		panic("puzzle: the boxes of a sudoku have no cells")
	}
	n := rows * columns
	s := Sudoku{n: n, kind: fmt.Sprintf("sudoku with boxes of %d by %d", rows, columns), region: make([]int, n*n), given: newGrid(n, n)}
	for i := range s.region {
		s.region[i] = i/n/rows*rows + i%n/columns
	}
	return s
}

// NewLatin makes an empty Latin square. It panics if n is not positive.
func NewLatin(n int) Sudoku {
	if n < 1 {
		panic("puzzle: a Latin square has no cells")
	}
	return Sudoku{n: n, kind: fmt.Sprintf("Latin square of order %d", n), given: newGrid(n, n)}
}

// NewJigsaw makes an empty jigsaw sudoku from a picture of its regions: n lines
// of n signs, of which n are different and each is there n times. Spaces do not
// count. The error for a mistake in it wraps a *dlx.SyntaxError.
func NewJigsaw(regions string) (Sudoku, error) {
	rows := lines(regions)
	n := len(rows)
	s := Sudoku{n: n, kind: fmt.Sprintf("jigsaw sudoku of order %d", n), given: newGrid(n, n)}
	number := map[rune]int{}
	size := map[rune]int{}
	for _, row := range rows {
		if len(row.signs) != n {
			at := row.columns[min(n, len(row.signs))]
			return Sudoku{}, wrong(row.number, at, "expected %d cells on each line of the regions, as there are lines, found %d", n, len(row.signs))
		}
		for j, sign := range row.signs {
			if _, ok := number[sign]; !ok {
				if len(number) == n {
					return Sudoku{}, wrong(row.number, row.columns[j], "expected one of the %d regions before, found %q", n, sign)
				}
				number[sign] = len(number)
			}
			if size[sign]++; size[sign] > n {
				return Sudoku{}, wrong(row.number, row.columns[j], "expected %d cells in region %q, found more", n, sign)
			}
			s.region = append(s.region, number[sign])
		}
	}
	return s, nil
}

// ParseSudoku reads a sudoku from a line of n*n signs, or from n lines of n
// signs: 1 to 9, then A, B and so on, and a dot, a zero or an underscore for
// nothing. Spaces, and the lines drawn with - + | between boxes, do not count.
// The boxes are square where n is a square number, and otherwise lie as those
// of 2 by 3 for n=6. The error for a mistake wraps a *dlx.SyntaxError.
func ParseSudoku(text string) (Sudoku, error) {
	cells := 0
	for _, r := range text {
		if !between(r) {
			cells++
		}
	}
	n := 1
	for n*n < cells {
		n++
	}
	if n*n != cells {
		line, column := end(text)
		return Sudoku{}, wrong(line, column, "expected the cells of a square, found %d of them", cells)
	}
	rows := 1
	for r := 1; r*r <= n; r++ {
		if n%r == 0 {
			rows = r
		}
	}
	return NewSudoku(rows, n/rows).Given(text)
}

// between reports whether a sign in a picture of a sudoku is no cell.
func between(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("|+-", r) }

// Given is the puzzle with numbers given, in the form of ParseSudoku. Dots
// leave what was given before. The error for a mistake wraps a
// *dlx.SyntaxError.
func (s Sudoku) Given(text string) (Sudoku, error) {
	given := newGrid(s.n, s.n)
	for i := range given {
		copy(given[i], s.given[i])
	}
	at, line, column := 0, 1, 0
	for _, r := range text {
		if column++; r == '\n' {
			line, column = line+1, 0
		}
		if between(r) {
			continue
		}
		v := digit(r)
		switch {
		case v < 0 || v > s.n:
			return Sudoku{}, wrong(line, column, "expected a number from 1 to %d or a dot, found %q", s.n, r)
		case at == s.n*s.n:
			return Sudoku{}, wrong(line, column, "expected the end after %d cells, found %q", at, r)
		case v > 0:
			given[at/s.n][at%s.n] = v
		}
		at++
	}
	if at < s.n*s.n {
		return Sudoku{}, wrong(line, column+1, "expected %d cells, found %d", s.n*s.n, at)
	}
	s.given = given
	return s, nil
}

// moves lists the options: row, column and number.
func (s Sudoku) moves() (list [][3]int) {
	for i := range s.n {
		for j := range s.n {
			for v := 1; v <= s.n; v++ {
				if g := s.given[i][j]; g == 0 || g == v {
					list = append(list, [3]int{i, j, v})
				}
			}
		}
	}
	return list
}

// Problem states the puzzle. A number that is given is an option without
// alternatives.
func (s Sudoku) Problem() *dlx.Problem {
	kinds := "prcb"
	if s.region == nil {
		kinds = "prc"
	}
	p := dlx.New()
	for _, kind := range kinds {
		for i := range s.n {
			for j := range s.n {
				p = p.AddItems(dlx.Item{Name: fmt.Sprintf("%c%d,%d", kind, i+1, j+1)})
			}
		}
	}
	item := func(kind, i, j int) int { return (kind*s.n+i)*s.n + j }
	for _, m := range s.moves() {
		i, j, v := m[0], m[1], m[2]-1
		items := []int{item(0, i, j), item(1, i, v), item(2, j, v)}
		if s.region != nil {
			items = append(items, item(3, s.region[i*s.n+j], v))
		}
		p = p.AddOption(entries(items...)...)
	}
	return p
}

// Decode gives the numbers in all cells.
func (s Sudoku) Decode(found dlx.Solution) Grid {
	g := newGrid(s.n, s.n)
	moves := s.moves()
	for _, k := range found.Options() {
		m := moves[k]
		g[m[0]][m[1]] = m[2]
	}
	return g
}

// Show draws a solution.
func (s Sudoku) Show(found dlx.Solution) string { return s.Decode(found).String() }

// String names the puzzle, with how many numbers are given.
func (s Sudoku) String() string {
	n := 0
	for _, row := range s.given {
		for _, v := range row {
			if v > 0 {
				n++
			}
		}
	}
	if n == 0 {
		return s.kind
	}
	return fmt.Sprintf("%s, %d numbers given", s.kind, n)
}
