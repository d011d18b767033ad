// SPDX-License-Identifier: BSD-3-Clause

// The text around the cursor. While it is being written, it seldom parses.

package syntax

import (
	"go/scanner"
	"go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// NameAt returns the byte range of the identifier that touches offset pos of code; empty if there
// is none.
func NameAt(code string, pos int) (from, to int) {
	from, to = pos, pos
	for from > 0 {
		r, n := utf8.DecodeLastRuneInString(code[:from])
		if !isNameRune(r) {
			break
		}
		from -= n
	}
	for to < len(code) {
		r, n := utf8.DecodeRuneInString(code[to:])
		if !isNameRune(r) {
			break
		}
		to += n
	}
	return from, to
}

func isNameRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// Closers returns the brackets that close what is open at the end of text.
func Closers(text string) string {
	s, _ := scan(text, 0)
	var open []byte
	for {
		switch _, t, _ := s.Scan(); t {
		case token.LPAREN:
			open = append(open, ')')
		case token.LBRACK:
			open = append(open, ']')
		case token.LBRACE:
			open = append(open, '}')
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		case token.EOF:
			slices.Reverse(open)
			return string(open)
		}
	}
}

// InCommentOrString reports whether text ends inside of one.
func InCommentOrString(text string) bool {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var s scanner.Scanner
	unfinished := false
	s.Init(file, []byte(text), func(_ token.Position, msg string) {
		unfinished = unfinished || strings.Contains(msg, "not terminated")
	}, scanner.ScanComments)
	last := token.EOF
	end := 0
	for {
		p, t, lit := s.Scan()
		if t == token.EOF {
			break
		}
		if t == token.SEMICOLON && lit == "\n" {
			continue
		}
		last, end = t, file.Offset(p)+len(lit)
	}
	return unfinished || last == token.COMMENT && end == len(text) && strings.HasPrefix(text[strings.LastIndexByte(text, '\n')+1:][max(0, strings.LastIndex(text[strings.LastIndexByte(text, '\n')+1:], "//")):], "//")
}

// Operand returns the operand of a selector at the end of text: names, calls and indexes before a
// dot.
func Operand(text string) string {
	i := len(text)
	depth := 0
	for i > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:i])
		switch {
		case r == ')' || r == ']':
			depth++
		case (r == '(' || r == '[') && depth > 0:
			depth--
		case depth > 0 && r != '\n':
		case isNameRune(r) || r == '.':
		default:
			return text[i:]
		}
		i -= n
	}
	return text[i:]
}

// OpenAt finds the innermost call or literal that is open at the end of text: the range of the name
// before its bracket, and the number of the argument that comes next. A brace may also begin a
// block.
func OpenAt(text string) (from, to, argument int, brace bool) {
	s, file := scan(text, 0)
	type bracket struct {
		from, to int // the name before it; empty if there is none
		commas   int
		brace    bool
	}
	var open []bracket
	last := bracket{} // the name that was just read
	for {
		p, t, lit := s.Scan()
		if t == token.EOF {
			break
		}
		off := file.Offset(p)
		next := bracket{}
		switch t {
		case token.IDENT:
			next = bracket{from: off, to: off + len(lit)}
		case token.LPAREN, token.LBRACE, token.LBRACK:
			last.brace = t == token.LBRACE
			open = append(open, last)
		case token.RPAREN, token.RBRACE, token.RBRACK:
			if n := len(open); n > 0 {
				if t == token.RBRACK {
					next = open[n-1] // the type arguments of a function, perhaps
					next.commas, next.brace = 0, false
				}
				open = open[:n-1]
			}
		case token.COMMA:
			if n := len(open); n > 0 {
				open[n-1].commas++
			}
		}
		last = next
	}
	for _, b := range slices.Backward(open) {
		if b.from < b.to || b.brace {
			return b.from, b.to, b.commas, b.brace
		}
	}
	return 0, 0, -1, false
}

// Selects reports whether the last token of text is a dot that selects, and not part of "..." or a
// number.
func Selects(text string) bool {
	text = strings.TrimRight(text, " \t\n")
	return strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "..")
}
