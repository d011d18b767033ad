// SPDX-License-Identifier: BSD-3-Clause

package puzzle

import (
	"fmt"
	"strings"

	"polka/dlx"
)

// Langford is the puzzle of C. D. Langford (Mathematical Gazette 42, 1958): arrange
// two copies of each of the numbers 1 to n in a row so that there are k numbers
// between the two copies of k. The numbers and the places are items: Knuth, section
// 7.2.2.1, (16). A row and its mirror image are two solutions; half the number of
// solutions is OEIS A014552.
type Langford struct{ n int }

// NewLangford returns the puzzle for the numbers 1 to n. It panics if n is not
// positive.
func NewLangford(n int) Langford {
	if n < 1 {
		panic("puzzle: the number of Langford pairs is not positive")
	}
	return Langford{n}
}

// pairs returns the options: a number, and the place of its first copy.
func (l Langford) pairs() (list [][2]int) {
	for k := 1; k <= l.n; k++ {
		for i := 0; i+k+1 < 2*l.n; i++ {
			list = append(list, [2]int{k, i})
		}
	}
	return list
}

// Problem returns the puzzle as an exact cover problem.
func (l Langford) Problem() *dlx.Problem {
	p := dlx.New()
	for k := range l.n {
		p = p.AddItems(dlx.Item{Name: fmt.Sprint(k + 1)})
	}
	for i := range 2 * l.n {
		p = p.AddItems(dlx.Item{Name: fmt.Sprintf("s%d", i+1)})
	}
	for _, pair := range l.pairs() {
		k, i := pair[0], pair[1]
		p = p.AddEntries(entries(k-1, l.n+i, l.n+i+k+1)...)
	}
	return p
}

// Decode returns the row of 2n numbers.
func (l Langford) Decode(s dlx.Solution) LangfordRow {
	row := make(LangfordRow, 2*l.n)
	pairs := l.pairs()
	for _, option := range s.Options() {
		k, i := pairs[option][0], pairs[option][1]
		row[i], row[i+k+1] = k, k
	}
	return row
}

// Text returns a picture of a solution.
func (l Langford) Text(s dlx.Solution) string { return spaced(l.Decode(s)) }

// String returns a description of the puzzle.
func (l Langford) String() string { return fmt.Sprintf("Langford pairs of %d", l.n) }

// spaced returns numbers with spaces between them.
func spaced(numbers []int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }

// A LangfordRow is a row of numbers in which each number occurs twice.
type LangfordRow []int
