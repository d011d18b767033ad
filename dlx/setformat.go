// SPDX-License-Identifier: BSD-3-Clause

package dlx

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// ParseSets reads a problem in the format of the exact cover instances of L. Fang and others, A
// Parallel Approach to Counting Exact Covers Based on Decomposability Property, SAT (2026),
// arXiv:2604.14627, whose files end in .ec:
//
//	c a comment
//	p ec 3
//	s 1 3
//	s 2
//
// The elements 1, 2, ... up to the number after p ec become primary items, and the lines that begin
// with s become options. There must be a line p, before the lines s. Empty lines are ignored. All
// mistakes are errors of type *SyntaxError.
func ParseSets(text string) (*Problem, error) {
	p, done := New().extend()
	defer done()
	p.expect(text)
	elements := 0 // none before the line p
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		begin := skipSpace(line, 0)
		kind, rest := line[begin:], ""
		if i := strings.IndexAny(kind, " \t"); i >= 0 {
			kind, rest = kind[:i], kind[i:]
		}
		at := begin + len(kind) // the offset of rest
		var wrong *SyntaxError
		switch {
		case kind == "" || kind == "c":
		case elements == 0 && kind == "p":
			elements, wrong = readElements(rest, at)
			if wrong == nil {
				wrong = p.addElements(elements)
			}
		case elements == 0:
			wrong = &SyntaxError{Column: begin, Message: fmt.Sprintf("expected a line such as p ec 12 before the sets, found %q", kind)}
		case kind == "s":
			wrong = p.addSet(rest, at)
		default:
			wrong = &SyntaxError{Column: begin, Message: fmt.Sprintf("expected s and the elements of a set, or a comment that begins with c, found %q", kind)}
		}
		if wrong != nil {
			wrong.Line = number
			return nil, within(line, wrong)
		}
	}
	if elements == 0 {
		return nil, &SyntaxError{Line: max(number, 1), Column: 1, Message: "expected a line such as p ec 12, found the end of the text"}
	}
	return p, nil
}

// readElements reads the rest of the line p, which begins at an offset of the line.
func readElements(rest string, at int) (int, *SyntaxError) {
	w := words(rest)
	if len(w) != 2 || w[0].text != "ec" {
		return 0, &SyntaxError{Column: at, Message: "expected ec and the number of elements after p"}
	}
	n, err := strconv.Atoi(w[1].text)
	if err != nil || n < 1 || n > maxElements {
		return 0, &SyntaxError{Column: at + w[1].offset, Message: fmt.Sprintf("expected a number of elements from 1 to %d, found %q", maxElements, w[1].text)}
	}
	return n, nil
}

// maxElements limits the number of items that a short text can ask for.
const maxElements = 1 << 20

// addElements adds the items 1 to n.
func (p *Problem) addElements(n int) *SyntaxError {
	names := make([]byte, 0, 7*n)
	for i := range n {
		names = append(strconv.AppendInt(names, int64(i+1), 10), ' ')
	}
	return p.addItems(string(names))
}

// addSet adds an option, which begins at an offset of the line.
func (p *Problem) addSet(rest string, at int) *SyntaxError {
	for _, w := range words(rest) {
		n, err := strconv.ParseUint(w.text, 10, 63)
		if err != nil || n == 0 || n > math.MaxInt32 || strconv.FormatUint(n, 10) != w.text {
			return &SyntaxError{Column: at + w.offset, Message: fmt.Sprintf("expected the number of an element, found %q", w.text)}
		}
	}
	_, wrong := p.addOption(rest)
	if wrong != nil {
		wrong.Column += at
	}
	return wrong
}

// ReadSets reads a problem from r, up to the end and at most 256 MiB, and parses it as ParseSets
// does. It returns errors of r unchanged.
func ReadSets(r io.Reader) (*Problem, error) {
	text, err := readAll(r)
	if err != nil {
		return nil, err
	}
	return ParseSets(text)
}
