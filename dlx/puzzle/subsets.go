package puzzle

import (
	"fmt"
	"math/bits"
	"strings"
	"unicode/utf8"

	"polka/dlx"
)

// Partitions is the problem to divide the numbers 1 to n into subsets. Every
// subset that is allowed is an option. All of them give the partitions of a
// set, counted by the Bell numbers, OEIS A000110; Knuth calls that the extreme
// exact cover problem, since none of its size has more solutions. Subsets of k
// numbers give the partitions into blocks of that size, OEIS A001147 for pairs
// and A025035 for triples.
type Partitions struct {
	n       int
	name    string
	subsets []uint32
}

// mostNumbers is how many numbers there may be: beyond it the options do not
// fit the memory.
const mostNumbers = 24

// NewPartitions makes the problem with all subsets of 1 to n. It panics if n is
// not from 1 to 24.
func NewPartitions(n int) Partitions {
	return newPartitions(n, fmt.Sprintf("partitions of a set of %d", n), func(int) bool { return true })
}

// NewBlocks makes the problem with all subsets of k of the numbers 1 to n. It
// panics if n is not from 1 to 24, or k is not from 1 to n.
func NewBlocks(n, k int) Partitions {
	if k < 1 || k > n {
		panic("puzzle: there are no blocks of that size")
	}
	return newPartitions(n, fmt.Sprintf("partitions of a set of %d into blocks of %d", n, k), func(size int) bool { return size == k })
}

func newPartitions(n int, name string, allowed func(size int) bool) Partitions {
	if n < 1 || n > mostNumbers {
		panic("puzzle: the size of the set is not from 1 to 24")
	}
	p := Partitions{n: n, name: name}
	for set := uint32(1); set < 1<<n; set++ {
		if allowed(bits.OnesCount32(set)) {
			p.subsets = append(p.subsets, set)
		}
	}
	return p
}

// ParsePartitions makes the problem with the given subsets, one a line, of
// numbers from 1 to n separated by spaces. The error for a mistake wraps a
// *dlx.SyntaxError.
func ParsePartitions(n int, text string) (Partitions, error) {
	if n < 1 || n > mostNumbers {
		return Partitions{}, fmt.Errorf("puzzle: expected a set of 1 to %d numbers, found %d", mostNumbers, n)
	}
	p := Partitions{n: n}
	number := 0
	for line := range strings.Lines(text) {
		number++
		set, at := uint32(0), 0
		for _, word := range strings.Fields(line) {
			at += strings.Index(line[at:], word)
			k := 0
			if _, err := fmt.Sscanf(word+"\n", "%d\n", &k); err != nil || k < 1 || k > n {
				return Partitions{}, wrong(number, utf8.RuneCountInString(line[:at])+1, "expected a number from 1 to %d, found %q", n, word)
			}
			at += len(word)
			set |= 1 << (k - 1)
		}
		if set != 0 {
			p.subsets = append(p.subsets, set)
		}
	}
	p.name = fmt.Sprintf("partitions of a set of %d into some of %d subsets", n, len(p.subsets))
	return p, nil
}

// Problem states the puzzle.
func (p Partitions) Problem() *dlx.Problem {
	problem := dlx.New()
	for i := range p.n {
		problem = problem.Primary(fmt.Sprint(i + 1))
	}
	for _, set := range p.subsets {
		problem = problem.Option(members(set, " "))
	}
	return problem
}

// members writes the numbers in a set.
func members(set uint32, between string) string {
	var words []string
	for ; set != 0; set &= set - 1 {
		words = append(words, fmt.Sprint(bits.TrailingZeros32(set)+1))
	}
	return strings.Join(words, between)
}

// Decode gives the blocks, each of them a row of numbers.
func (p Partitions) Decode(s dlx.Solution) []Row {
	var blocks []Row
	for _, k := range s.Options() {
		var row Row
		for set := p.subsets[k]; set != 0; set &= set - 1 {
			row = append(row, bits.TrailingZeros32(set)+1)
		}
		blocks = append(blocks, row)
	}
	return blocks
}

// Show writes a solution, as "{1 2} {3}".
func (p Partitions) Show(s dlx.Solution) string {
	var words []string
	for _, k := range s.Options() {
		words = append(words, "{"+members(p.subsets[k], " ")+"}")
	}
	return strings.Join(words, " ")
}

// String names the puzzle.
func (p Partitions) String() string { return p.name }
