// SPDX-License-Identifier: BSD-3-Clause

package syntax

import (
	"go/token"
	"strings"
)

// The answers of IsComplete.
const (
	Complete   = "complete"
	Incomplete = "incomplete"
	Invalid    = "invalid"
)

// IsComplete reports whether code is a complete cell, the beginning of one, or neither, and, for
// the beginning of one, how to indent the next line.
//
// A magic with two percent signs takes the lines below it, and a blank line ends them.
func IsComplete(code string) (status, indent string) {
	if strings.HasPrefix(code, "%%") && strings.TrimSpace(code[strings.LastIndexByte(code, '\n')+1:]) != "" {
		return Incomplete, ""
	}
	code = onlyGo(code)
	_, err := Parse(token.NewFileSet(), 1, code)
	if i := strings.LastIndex(code, "/*"); i >= 0 && !strings.Contains(code[i:], "*/") && InCommentOrString(code) {
		return Incomplete, ""
	}
	if err == nil {
		return Complete, ""
	}
	list, ok := err.(Errors)
	if !ok {
		return Invalid, ""
	}
	if unbalanced(code) {
		return Invalid, ""
	}
	for _, e := range list {
		if !e.AtEnd && !strings.Contains(e.Message, "not terminated") {
			return Invalid, ""
		}
		if strings.HasPrefix(e.Message, "string literal not terminated") || strings.HasPrefix(e.Message, "rune literal not terminated") {
			return Invalid, ""
		}
	}
	return Incomplete, strings.Repeat("\t", len(Closers(code)))
}

// unbalanced reports whether code closes a bracket that it has not opened.
func unbalanced(code string) bool {
	s, _ := scan(code, 0)
	for depth := 0; ; {
		switch _, t, _ := s.Scan(); t {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if depth--; depth < 0 {
				return true
			}
		case token.EOF:
			return false
		}
	}
}
