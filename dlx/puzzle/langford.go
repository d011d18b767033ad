package puzzle

import (
	"fmt"
	"strings"

	"polka/dlx"
)

// Langford is the problem of C. D. Langford (Mathematical Gazette 42, 1958) to
// put two each of the numbers 1 to n into a row so that there are k numbers
// between the two k. Numbers and places are items: Knuth, section 7.2.2.1,
// (16). A row and its mirror image are two solutions; half their number is OEIS
// A014552.
type Langford struct{ n int }

// NewLangford makes the problem for the numbers 1 to n. It panics if n is not
// positive.
func NewLangford(n int) Langford {
	if n < 1 {
		panic("puzzle: the number of Langford pairs is not positive")
	}
	return Langford{n}
}

// pairs lists the options: a number, and the place of the first of its two.
func (l Langford) pairs() (list [][2]int) {
	for k := 1; k <= l.n; k++ {
		for i := 0; i+k+1 < 2*l.n; i++ {
			list = append(list, [2]int{k, i})
		}
	}
	return list
}

// Problem states the puzzle.
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
		p = p.AddOption(entries(k-1, l.n+i, l.n+i+k+1)...)
	}
	return p
}

// Decode returns the row of 2n numbers.
func (l Langford) Decode(s dlx.Solution) []int {
	row := make([]int, 2*l.n)
	pairs := l.pairs()
	for _, option := range s.Options() {
		k, i := pairs[option][0], pairs[option][1]
		row[i], row[i+k+1] = k, k
	}
	return row
}

// Show draws a solution.
func (l Langford) Show(s dlx.Solution) string { return spaced(l.Decode(s)) }

// String names the puzzle.
func (l Langford) String() string { return fmt.Sprintf("Langford pairs of %d", l.n) }

// spaced writes numbers with spaces between them.
func spaced(numbers []int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }
