// Package puzzle states well-known puzzles as exact cover problems, and reads
// the solutions back in the puzzle's own terms.
//
// Each puzzle is a value with a method Problem, whose result package dlx
// solves, and a method Decode, which turns a solution into columns of queens, a
// grid of digits or the like. The smallest useful program:
//
//	q := puzzle.NewQueens(8)
//	s, err := q.Problem().First(context.Background())
//	if err == nil {
//		fmt.Println(q.Decode(s)) // a board with eight queens
//	}
//
// How each puzzle becomes a cover problem is told in the comment of its type;
// most of it is from D. E. Knuth, The Art of Computer Programming, volume 4B,
// section 7.2.2.1, and its exercises.
//
// Boards and pieces are the matter of package cover, not of this one.
package puzzle

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"polka/dlx"
)

// A Puzzle is what all puzzles of this package have in common. Show is the
// picture of a solution, that of the result of Decode.
type Puzzle interface {
	Problem() *dlx.Problem
	Show(s dlx.Solution) string
	String() string
}

// A Grid is a square or rectangle of numbers, by rows. It prints as lines of
// digits and letters, or of numbers if there are large ones; 0 is a dot.
type Grid [][]int

// String draws the grid.
func (g Grid) String() string {
	most := 0
	for _, row := range g {
		for _, n := range row {
			most = max(most, n)
		}
	}
	sign := func(n int) string { return digits[n : n+1] }
	if most >= len(digits) {
		width := len(fmt.Sprint(most))
		sign = func(n int) string {
			if n == 0 {
				return fmt.Sprintf("%*s", width, ".")
			}
			return fmt.Sprintf("%*d", width, n)
		}
	}
	rows := make([]string, len(g))
	for i, row := range g {
		signs := make([]string, len(row))
		for j, n := range row {
			signs[j] = sign(n)
		}
		rows[i] = strings.Join(signs, " ")
	}
	return strings.Join(rows, "\n")
}

// digits are the signs for the numbers 1, 2, ... of a grid; that of 0 is a dot.
const digits = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// digit is the number of a sign, and -1 if it is none. Empty is written as a
// dot, a zero or an underscore.
func digit(r rune) int {
	switch {
	case r == '.' || r == '0' || r == '_':
		return 0
	case r >= 'a' && r <= 'z':
		r -= 'a' - 'A'
	}
	if r > 127 {
		return -1
	}
	return strings.IndexByte(digits, byte(r))
}

// A pictureLine is a line of a picture without its spaces.
type pictureLine struct {
	number  int // from 1
	signs   []rune
	columns []int // of the signs and, last, of the end; from 1
}

// lines splits a picture into lines, and drops empty ones at the ends.
func lines(picture string) []pictureLine {
	var list []pictureLine
	for text := range strings.SplitSeq(picture, "\n") {
		line, column, end := pictureLine{number: len(list) + 1}, 0, 1
		for _, r := range text {
			if column++; !unicode.IsSpace(r) {
				line.signs, line.columns, end = append(line.signs, r), append(line.columns, column), column+1
			}
		}
		line.columns = append(line.columns, end)
		list = append(list, line)
	}
	for len(list) > 1 && list[0].signs == nil {
		list = list[1:]
	}
	for len(list) > 1 && list[len(list)-1].signs == nil {
		list = list[:len(list)-1]
	}
	return list
}

// wrong is the error for a mistake in a text.
func wrong(line, column int, format string, args ...any) error {
	return fmt.Errorf("puzzle: %w", &dlx.SyntaxError{Line: line, Column: column, Message: fmt.Sprintf(format, args...)})
}

// end is the place behind a text.
func end(text string) (line, column int) {
	return 1 + strings.Count(text, "\n"), 1 + utf8.RuneCountInString(text[strings.LastIndexByte(text, '\n')+1:])
}

// entries makes an option of items without colors.
func entries(items ...int) []dlx.Entry {
	list := make([]dlx.Entry, len(items))
	for i, item := range items {
		list[i].Item = item
	}
	return list
}

// newGrid makes a grid of zeros.
func newGrid(rows, columns int) Grid {
	g := make(Grid, rows)
	for i := range g {
		g[i] = make([]int, columns)
	}
	return g
}
