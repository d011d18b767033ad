// Package syntax describes mistakes in the texts that packages shapes, dlx and cover read. Each of
// them calls the type SyntaxError, so that errors.As finds the mistakes of all of them by the name
// in any of them.
package syntax

import "fmt"

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
