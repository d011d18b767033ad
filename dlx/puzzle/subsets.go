// SPDX-License-Identifier: BSD-3-Clause

package puzzle

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"polka/dlx"
)

// Partitions is the puzzle of partitioning the numbers 1 to n into blocks. Each allowed
// block is an option. If all are allowed, the number of solutions is a Bell number,
// OEIS A000110; Knuth calls this the extreme exact cover problem, because no problem
// with n items and different options has more solutions. Partitions into blocks of two
// numbers are counted in OEIS A001147, those into blocks of three in A025035.
type Partitions struct {
	n       int
	name    string
	subsets []uint32
}

// maxNumbers is the greatest number of numbers: the options of larger sets do not
// fit in memory.
const maxNumbers = 24

// NewPartitions returns the puzzle with all subsets of the given sizes, or with
// all subsets if there are no sizes. It panics if n is not from 1 to 24, or a size
// not from 1 to n.
func NewPartitions(n int, sizes ...int) Partitions {
	if n < 1 || n > maxNumbers {
		panic("puzzle: the size of the set is not from 1 to 24")
	}
	p := Partitions{n: n, name: fmt.Sprintf("partitions of a set of %d", n)}
	for i, size := range sizes {
		if size < 1 || size > n {
			panic("puzzle: there are no blocks of that size")
		}
		between := " into blocks of "
		if i > 0 {
			between = " or "
		}
		p.name += fmt.Sprint(between, size)
	}
	for set := uint32(1); set < 1<<n; set++ {
		if sizes == nil || slices.Contains(sizes, bits.OnesCount32(set)) {
			p.subsets = append(p.subsets, set)
		}
	}
	return p
}

// ParsePartitions returns the puzzle with the given subsets, one on each line, of
// numbers from 1 to n separated by spaces. Errors in the text wrap a
// *dlx.SyntaxError. It is also an error if n is not from 1 to 24.
func ParsePartitions(n int, text string) (Partitions, error) {
	if n < 1 || n > maxNumbers {
		return Partitions{}, fmt.Errorf("puzzle: expected a set of 1 to %d numbers, found %d", maxNumbers, n)
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

// Problem returns the puzzle as an exact cover problem.
func (p Partitions) Problem() *dlx.Problem {
	problem := dlx.New()
	for i := range p.n {
		problem = problem.AddItems(dlx.Item{Name: fmt.Sprint(i + 1)})
	}
	for _, set := range p.subsets {
		var items []int
		for ; set != 0; set &= set - 1 {
			items = append(items, bits.TrailingZeros32(set))
		}
		problem = problem.AddEntries(entries(items...)...)
	}
	return problem
}

// members returns the numbers in a set as text.
func members(set uint32, between string) string {
	var words []string
	for ; set != 0; set &= set - 1 {
		words = append(words, fmt.Sprint(bits.TrailingZeros32(set)+1))
	}
	return strings.Join(words, between)
}

// Decode returns the blocks, each of them a list of numbers.
func (p Partitions) Decode(s dlx.Solution) [][]int {
	var blocks [][]int
	for _, k := range s.Options() {
		var row []int
		for set := p.subsets[k]; set != 0; set &= set - 1 {
			row = append(row, bits.TrailingZeros32(set)+1)
		}
		blocks = append(blocks, row)
	}
	return blocks
}

// Text returns a solution as text such as "{1 2} {3}".
func (p Partitions) Text(s dlx.Solution) string {
	var words []string
	for _, k := range s.Options() {
		words = append(words, "{"+members(p.subsets[k], " ")+"}")
	}
	return strings.Join(words, " ")
}

// String returns a description of the puzzle.
func (p Partitions) String() string { return p.name }
