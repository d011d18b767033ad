// SPDX-License-Identifier: BSD-3-Clause

package knuth

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"polka/cover"
)

// A line is a line of the input, without its line feed.
type line struct {
	number int // from 1
	text   string
}

// lines reads the input up to its end. A line feed at the end of the last line may be absent.
func lines(r io.Reader) ([]line, error) {
	var list []line
	for in := bufio.NewReader(r); ; {
		text, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			return nil, err
		}
		if n := len(text); n > 0 && text[n-1] == '\n' {
			list = append(list, line{len(list) + 1, text[:n-1]})
		} else if n > 0 {
			list = append(list, line{len(list) + 1, text})
		}
		if err == io.EOF {
			return list, nil
		}
	}
}

// errorf returns an error at a byte of the line.
func (l line) errorf(offset int, format string, args ...any) error {
	column := utf8.RuneCountInString(l.text[:min(offset, len(l.text))]) + 1
	return &cover.SyntaxError{Line: l.number, Column: column, Message: fmt.Sprintf(format, args...)}
}

// expected returns the error that something else stands at a byte of the line.
func (l line) expected(offset int, what string) error {
	return l.errorf(offset, "expected %s, found %s", what, l.found(offset))
}

// found describes what stands at a byte of the line.
func (l line) found(offset int) string {
	if offset >= len(l.text) {
		return "the end of the line"
	}
	r, _ := utf8.DecodeRuneInString(l.text[offset:])
	return strconv.QuoteRune(r)
}

// space reports whether c separates words, as the function isspace of C has it.
func space(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// A word is a part of a line between white space.
type word struct {
	text   string
	offset int // in the line
}

// words splits a line at white space.
func (l line) words() []word {
	var list []word
	for i := 0; i < len(l.text); {
		start := i
		for i < len(l.text) && !space(l.text[i]) {
			i++
		}
		if i > start {
			list = append(list, word{l.text[start:i], start})
		}
		for i < len(l.text) && space(l.text[i]) {
			i++
		}
	}
	return list
}
