// SPDX-License-Identifier: BSD-3-Clause

package syntax

import (
	"go/scanner"
	"strings"
)

// An Error is a syntax error of a cell, with the message of the parser.
type Error struct {
	Line, Col int // from 1; columns count bytes
	Message   string
	AtEnd     bool // the error is that the text ends
}

// Errors are the syntax errors of a cell, in the order of the text.
type Errors []Error

func (e Errors) Error() string { return e[0].Message }

// placed sets the positions of the parser's errors in src.
func placed(src string, list scanner.ErrorList) Errors {
	var errs Errors
	lines := strings.Count(strings.TrimRight(src, "\n"), "\n") + 1
	list.Sort()
	list.RemoveMultiples()
	for _, err := range list {
		e := Error{Line: err.Pos.Line, Col: err.Pos.Column, Message: err.Msg}
		if e.Line > lines { // the end of the text, as the wrapping sees it
			e.AtEnd = true
			e.Line = lines
			e.Col = len(Line(src, lines)) + 1
		}
		if e.Line == lines && e.Col > len(strings.TrimRight(Line(src, lines), " \t")) {
			e.AtEnd = true
		}
		errs = append(errs, e)
	}
	return errs
}

// Line gives line n of text, from 1, or "" if there is none.
func Line(text string, n int) string {
	for s := range strings.SplitSeq(text, "\n") {
		if n--; n == 0 {
			return strings.TrimSuffix(s, "\r")
		}
	}
	return ""
}
