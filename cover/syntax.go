package cover

import "fmt"

// A SyntaxError says what is wrong with a text that describes a puzzle, and where. The packages below this one that read
// formats of other programs give errors of this type too.
type SyntaxError struct {
	Line, Column int    // from 1; columns count characters
	Message      string // what was expected, and what was found
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}
