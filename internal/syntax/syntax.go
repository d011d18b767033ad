// SPDX-License-Identifier: BSD-3-Clause

// Package syntax describes mistakes in the texts that packages shapes, dlx and cover read. Each of
// them calls the type SyntaxError, so that errors.As finds the mistakes of all of them by the name
// in any of them.
package syntax

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// An Error describes a mistake in a text and its position.
type Error struct {
	File         string // "" if the text is not from a file, or the reader does not know its name
	Line, Column int    // counted from 1; columns count characters; Line is 0 if the text is one line
	Message      string // what was expected, and what was found
}

// Error returns the position and the message, shortened by Short.
func (e *Error) Error() string {
	message := Short(e.Message)
	switch {
	case e.File != "":
		return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, message)
	case e.Line == 0:
		return fmt.Sprintf("column %d: %s", e.Column, message)
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, message)
}

// The greatest numbers of characters of a word and of a message, and how many of them are those at
// the end.
const (
	mostOfWord, endOfWord       = 80, 20
	mostOfMessage, endOfMessage = 1000, 200
)

// Short shortens a message that quotes a text, in which names can be of any length: the middle of a
// long word, and of a message that is still long, is replaced by three dots.
func Short(message string) string {
	if len(message) <= mostOfWord {
		return message
	}
	words := strings.Split(message, " ")
	for i, w := range words {
		words[i] = shortened(w, mostOfWord, endOfWord)
	}
	return shortened(strings.Join(words, " "), mostOfMessage, endOfMessage)
}

// shortened returns a text of at most the given number of characters, of which some are its end.
func shortened(s string, most, end int) string {
	if len(s) <= most || utf8.RuneCountInString(s) <= most {
		return s
	}
	const dots = "..."
	begin := 0
	for range most - end - len(dots) {
		_, n := utf8.DecodeRuneInString(s[begin:])
		begin += n
	}
	last := len(s)
	for range end {
		_, n := utf8.DecodeLastRuneInString(s[:last])
		last -= n
	}
	return s[:begin] + dots + s[last:]
}

// In reports whether err is an Error and its position is in the text, for tests of readers.
func In(text string, err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	lines := strings.Split(text, "\n")
	return 1 <= e.Line && e.Line <= len(lines) && 1 <= e.Column && e.Column <= 1+utf8.RuneCountInString(lines[e.Line-1])
}
