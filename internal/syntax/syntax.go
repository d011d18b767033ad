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

// Error returns the position and the message.
func (e *Error) Error() string {
	switch {
	case e.File != "":
		return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
	case e.Line == 0:
		return fmt.Sprintf("column %d: %s", e.Column, e.Message)
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
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
