// SPDX-License-Identifier: BSD-3-Clause

package puzzle

import (
	"fmt"
	"strings"

	"polka/dlx"
)

// Queens is the puzzle of placing n queens on a board of n by n squares so that none
// attacks another. Rows and columns are primary items, and diagonals are secondary:
// Knuth, section 7.2.2.1, (23). The numbers of solutions are OEIS A000170.
type Queens struct{ n int }

// NewQueens returns the puzzle for n queens. It panics if n is not positive.
func NewQueens(n int) Queens {
	if n < 1 {
		panic("puzzle: the number of queens is not positive")
	}
	return Queens{n}
}

// Problem returns the puzzle as an exact cover problem. Option n*i+j
// places a queen in row i and column j, both counted from 0.
func (q Queens) Problem() *dlx.Problem {
	p := dlx.New()
	line := make([]int, q.n) // the item of row k is line[k], that of column k the next one
	for at, k := range middleFirst(q.n) {
		line[k] = 2 * at
		p = p.AddItems(dlx.Item{Name: fmt.Sprintf("r%d", k+1)}, dlx.Item{Name: fmt.Sprintf("c%d", k+1)})
	}
	for k := range 2*q.n - 1 {
		p = p.AddItems(dlx.Item{Name: fmt.Sprintf("a%d", k+1), Secondary: true}, dlx.Item{Name: fmt.Sprintf("b%d", k+1), Secondary: true})
	}
	diagonals := 2 * q.n
	for i := range q.n {
		for j := range q.n {
			p = p.AddEntries(entries(line[i], line[j]+1, diagonals+2*(i+j), diagonals+2*(i-j+q.n-1)+1)...)
		}
	}
	return p
}

// middleFirst returns the numbers from 0 to n-1 from the middle outwards, Knuth's
// organ-pipe order: a search that starts in the middle is shorter.
func middleFirst(n int) []int {
	list := make([]int, 0, n)
	for low, high := (n-1)/2, (n-1)/2+1; low >= 0; low, high = low-1, high+1 {
		list = append(list, low)
		if high < n {
			list = append(list, high)
		}
	}
	return list
}

// Decode returns the column of the queen in each row, from 0.
func (q Queens) Decode(s dlx.Solution) QueensBoard {
	b := make(QueensBoard, q.n)
	for _, k := range s.Options() {
		b[k/q.n] = k % q.n
	}
	return b
}

// Text returns a picture of a solution.
func (q Queens) Text(s dlx.Solution) string { return q.Decode(s).String() }

// String returns a description of the puzzle.
func (q Queens) String() string { return fmt.Sprintf("%d queens", q.n) }

// A QueensBoard is the list of the columns of the queens, by rows.
type QueensBoard []int

// String returns the board, with Q for a queen.
func (b QueensBoard) String() string {
	rows := make([]string, len(b))
	for i, column := range b {
		squares := strings.Split(strings.Repeat(".", len(b)), "")
		squares[column] = "Q"
		rows[i] = strings.Join(squares, " ")
	}
	return strings.Join(rows, "\n")
}
