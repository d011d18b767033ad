package cover

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"polka/shapes"
)

// A SyntaxError says what is wrong with a text that describes a puzzle, and where. The packages
// below this one that read formats of other programs give errors of this type too.
type SyntaxError struct {
	Line, Column int    // from 1; columns count characters
	Message      string // what was expected, and what was found
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// placedBehind gives a mistake in a part of a text its place in the text, of which before stands in
// front of the part. An error that names no place gets the beginning of the part.
func placedBehind(before string, err error) *SyntaxError {
	at := SyntaxError{1, 1, err.Error()}
	if shape, ok := errors.AsType[*shapes.SyntaxError](err); ok {
		at = SyntaxError{shape.Line, shape.Column, shape.Message}
	} else if inner, ok := errors.AsType[*SyntaxError](err); ok {
		at = *inner
	}
	if at.Line == 1 {
		at.Column += utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	}
	at.Line += strings.Count(before, "\n")
	return &at
}
