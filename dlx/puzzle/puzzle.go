// SPDX-License-Identifier: BSD-3-Clause

// Package puzzle states well-known puzzles as exact cover problems and translates the
// solutions back to the terms of the puzzle.
//
// Each puzzle is a value with a method Problem, whose result package dlx solves, and
// a method Decode, which translates a solution to a board of queens, a grid of
// numbers and so on. The smallest useful program:
//
//	q := puzzle.NewQueens(8)
//	s, err := q.Problem().First(context.Background())
//	if err == nil {
//		fmt.Println(q.Decode(s)) // a board with eight queens
//	}
//
// The comment of each type describes how the puzzle becomes a cover problem, mostly
// as in D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1, and
// its exercises.
//
// Package cover is for boards and pieces.
package puzzle

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"polka/dlx"
)

// An Encoding is a puzzle of this package as an exact cover problem. Text returns a picture of a
// solution.
type Encoding interface {
	Problem() *dlx.Problem
	Text(s dlx.Solution) string
	String() string
}

// A Grid is a rectangle of numbers, by rows. It prints as lines of digits and
// letters, or of decimal numbers if some are greater than 35; 0 prints as a dot.
type Grid [][]int

// String returns the lines of the grid.
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

// digits are the characters for the numbers 0, 1, 2, ... of a grid.
const digits = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// digit returns the number of a character, or -1. An empty cell is written as a dot,
// a zero or an underscore.
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

// wrong returns an error for a mistake in a text.
func wrong(line, column int, format string, args ...any) error {
	return fmt.Errorf("puzzle: %w", &dlx.SyntaxError{Line: line, Column: column, Message: fmt.Sprintf(format, args...)})
}

// end returns the position after a text.
func end(text string) (line, column int) {
	return 1 + strings.Count(text, "\n"), 1 + utf8.RuneCountInString(text[strings.LastIndexByte(text, '\n')+1:])
}

// entries returns the entries of an option without colors.
func entries(items ...int) []dlx.Entry {
	list := make([]dlx.Entry, len(items))
	for i, item := range items {
		list[i].Item = item
	}
	return list
}

// newGrid returns a grid of zeros.
func newGrid(rows, columns int) Grid {
	g := make(Grid, rows)
	for i := range g {
		g[i] = make([]int, columns)
	}
	return g
}

// clone returns a copy.
func (g Grid) clone() Grid {
	h := make(Grid, len(g))
	for i := range g {
		h[i] = slices.Clone(g[i])
	}
	return h
}
