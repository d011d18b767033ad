// SPDX-License-Identifier: BSD-3-Clause

package cover

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"polka/internal/syntax"
)

// A SyntaxError describes a mistake in a text: of a board or a set, or of a file that a package
// below this one reads. Its fields are File, the name of the file or ""; Line and Column, counted
// from 1, where Line is 0 if the text is one line and columns are characters; and Message, which
// says what was expected. Packages shapes and dlx use the same type.
type SyntaxError = syntax.Error

// expected returns a mistake at the beginning of a text.
func expected(format string, args ...any) *SyntaxError {
	return &SyntaxError{Line: 1, Column: 1, Message: "expected " + fmt.Sprintf(format, args...)}
}

// placedAfter gives an error in a part of a text its place in the text, in which before precedes
// the part. An error without a place gets the beginning of the part.
func placedAfter(before string, err error) *SyntaxError {
	at := SyntaxError{Line: 1, Column: 1, Message: err.Error()}
	if inner, ok := errors.AsType[*SyntaxError](err); ok {
		at = *inner
	}
	if at.Line == 1 {
		at.Column += utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	}
	at.Line += strings.Count(before, "\n")
	return &at
}
