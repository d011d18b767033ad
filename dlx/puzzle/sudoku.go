// SPDX-License-Identifier: BSD-3-Clause

package puzzle

import (
	"fmt"
	"strings"
	"unicode"

	"polka/dlx"
)

// Sudoku is the puzzle of filling a square of n by n cells with the numbers 1 to n, each
// once in each row, column and region, where some numbers are given. The regions are
// boxes, or in a jigsaw sudoku of any shape. Without regions, the puzzle is to
// complete a Latin square. An option has four items, for a cell and for a number in a
// row, in a column and in a region: Knuth, section 7.2.2.1, (28) and (29). Latin
// squares are counted in OEIS A002860, and sudoku grids in A107739.
type Sudoku struct {
	n      int
	kind   string
	region []int // of each cell, by rows; nil if there are none
	given  Grid  // 0 for empty cells
	filled Grid  // numbers of a solution, given ones included; nil if there is none
}

// NewSudoku returns an empty sudoku whose boxes have the given numbers of rows and
// columns, normally 3 and 3. It panics if one of them is not positive.
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

// NewLatin returns an empty Latin square of order n. It panics if n is not positive.
func NewLatin(n int) Sudoku {
	if n < 1 {
		panic("puzzle: a Latin square has no cells")
	}
	return Sudoku{n: n, kind: fmt.Sprintf("Latin square of order %d", n), given: newGrid(n, n)}
}

// ParseJigsaw returns an empty jigsaw sudoku for a picture of its regions: n lines of n
// characters, with n different characters that occur n times each. Spaces are
// ignored. Errors in the picture wrap a *dlx.SyntaxError.
func ParseJigsaw(regions string) (Sudoku, error) {
	rows := lines(regions)
	n := len(rows)
	s := Sudoku{n: n, kind: fmt.Sprintf("jigsaw sudoku of order %d", n), given: newGrid(n, n)}
	number := map[rune]int{}
	size := map[rune]int{}
	for _, row := range rows {
		if len(row.signs) != n {
			at := row.columns[min(n, len(row.signs))]
			return Sudoku{}, wrong(row.number, at, "expected as many cells on each line of the regions as there are lines, %d, found %d", n, len(row.signs))
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

// ParseSudoku parses a sudoku of n*n characters on one line or on n lines: 1 to 9, then
// A, B and so on, and a dot, a zero or an underscore for an empty cell. Spaces, and
// lines between boxes drawn with - + |, are ignored. The boxes are square if n is a
// square number, and otherwise as close to square as possible and wider than high,
// such as 2 rows by 3 columns for n=6. Errors in the text wrap a *dlx.SyntaxError.
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

// between reports whether a character in a picture of a sudoku is not a cell.
func between(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("|+-", r) }

// Given returns the puzzle with clues, in the form that ParseSudoku reads. Where the
// text has an empty cell, earlier clues remain. Errors in the text wrap a
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
	s.given, s.filled = given, nil
	return s, nil
}

// Clues returns the numbers that are given, and 0 for empty cells.
func (s Sudoku) Clues() Grid { return s.given.clone() }

// Numbers returns the numbers that are given and those of the solution that Filled has
// added, and 0 for empty cells.
func (s Sudoku) Numbers() Grid {
	if s.filled != nil {
		return s.filled.clone()
	}
	return s.Clues()
}

// Regions returns the number of the region of each cell, from 1. It returns nil for a
// Latin square, which has no regions.
func (s Sudoku) Regions() Grid {
	if s.region == nil {
		return nil
	}
	g := newGrid(s.n, s.n)
	for i, r := range s.region {
		g[i/s.n][i%s.n] = r + 1
	}
	return g
}

// Filled returns the sudoku with the numbers of a solution of Problem. Its clues, and so
// its problem, are the same; a picture of it shows both.
func (s Sudoku) Filled(found dlx.Solution) Sudoku {
	s.filled = s.Decode(found)
	return s
}

// moves returns the options: row, column and number.
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

// Move returns what an option of Problem does: it writes a number, from 1, into the cell
// in a row and a column, both counted from 0. It panics if there is no such option.
func (s Sudoku) Move(option int) (row, column, number int) {
	for i := range s.n {
		for j := range s.n {
			first, n := 1, s.n // the numbers that the cell can have
			if g := s.given[i][j]; g > 0 {
				first, n = g, 1
			}
			if 0 <= option && option < n {
				return i, j, first + option
			}
			option -= n
		}
	}
	panic("puzzle: the sudoku has no such option")
}

// Problem returns the puzzle as an exact cover problem. The cell of
// a clue has one option.
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
		p = p.AddEntries(entries(items...)...)
	}
	return p
}

// Decode returns the numbers in all cells.
func (s Sudoku) Decode(found dlx.Solution) Grid {
	g := newGrid(s.n, s.n)
	moves := s.moves()
	for _, k := range found.Options() {
		m := moves[k]
		g[m[0]][m[1]] = m[2]
	}
	return g
}

// Text returns a picture of a solution.
func (s Sudoku) Text(found dlx.Solution) string { return s.Decode(found).String() }

// String returns a description of the puzzle, with the number of clues.
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
