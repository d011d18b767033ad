// SPDX-License-Identifier: BSD-3-Clause

// Package sqltext divides SQL into statements and finds the parameters in them, such as :size.
//
// It knows what all dialects share and what keeps a semicolon or colon from meaning that: quoted
// text and names, comments, PostgreSQL's casts and dollar quotes, and the bodies of SQLite's
// triggers. It does not check the SQL.
package sqltext

import (
	"strings"
	"unicode/utf8"
)

// A Param is a parameter, :name or $name, at text[From:To]. The name begins after the sign.
type Param struct {
	Name     string
	From, To int
}

// A Statement is a part of a text, text[From:To], without the semicolon and without blanks around
// it.
type Statement struct {
	From, To int
	Params   []Param
	Words    []string // outside parentheses, in upper case
}

// Rows reports whether a statement has a result with rows.
func (s Statement) Rows() bool {
	has := func(list ...string) bool {
		for _, w := range s.Words {
			for _, l := range list {
				if w == l {
					return true
				}
			}
		}
		return false
	}
	if len(s.Words) == 0 {
		return true // it begins with a parenthesis
	}
	switch s.Words[0] {
	case "SELECT", "VALUES", "TABLE", "PRAGMA", "EXPLAIN", "SHOW", "DESCRIBE", "DESC":
		return true
	case "WITH":
		return has("RETURNING") || !has("INSERT", "UPDATE", "DELETE", "REPLACE", "MERGE")
	}
	return has("RETURNING")
}

// Split divides a text into statements.
func Split(text string) (list []Statement) {
	s := scanner{text: text}
	s.begin(0)
	for s.at < len(text) {
		s.step()
	}
	s.end(len(text))
	return s.list
}

type scanner struct {
	text    string
	at      int
	depth   int // of parentheses
	now     Statement
	trigger bool // in CREATE TRIGGER, whose body has semicolons
	list    []Statement
}

func (s *scanner) begin(at int) { s.now, s.trigger, s.depth = Statement{From: at}, false, 0 }

// end ends the statement before a semicolon or the end of the text. One without a word or
// parenthesis, such as a comment, is none.
func (s *scanner) end(at int) {
	raw := s.text[s.now.From:at]
	s.now.From += len(raw) - len(strings.TrimLeft(raw, " \t\r\n"))
	s.now.To = s.now.From + len(strings.TrimSpace(raw))
	if s.now.Words != nil || s.depth > 0 || strings.HasPrefix(strings.TrimSpace(raw), "(") {
		s.list = append(s.list, s.now)
	}
}

// step reads one token.
func (s *scanner) step() {
	rest := s.text[s.at:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "--"):
		s.skip(rest, "\n")
	case strings.HasPrefix(rest, "/*"):
		s.skip(rest, "*/")
	case c == '\'' || c == '"' || c == '`':
		s.at++
		s.skip(rest[1:], string(c)) // a doubled quote is the beginning of another text
	case c == '[':
		s.skip(rest, "]")
	case strings.HasPrefix(rest, "::"):
		s.at += 2
	case c == '$':
		s.dollar(rest)
	case c == ':' && name(rest[1:]) > 0:
		s.param(rest)
	case c == '(':
		s.depth++
		s.at++
	case c == ')':
		s.depth = max(s.depth-1, 0)
		s.at++
	case c == ';':
		if s.trigger && s.last() != "END" {
			s.at++
			return
		}
		s.end(s.at)
		s.at++
		s.begin(s.at)
	default:
		s.word(rest)
	}
}

// skip continues after the next occurrence of mark in rest, which begins at s.at, or at the end.
func (s *scanner) skip(rest, mark string) {
	if i := strings.Index(rest, mark); i >= 0 {
		s.at += i + len(mark)
		return
	}
	s.at = len(s.text)
}

// dollar reads $name, or text in PostgreSQL's quotes $$ or $name$.
func (s *scanner) dollar(rest string) {
	n := name(rest[1:])
	if strings.HasPrefix(rest[1+n:], "$") {
		mark := rest[:n+2]
		s.at += len(mark)
		s.skip(rest[len(mark):], mark)
		return
	}
	if n == 0 {
		s.at++
		return
	}
	s.param(rest)
}

func (s *scanner) param(rest string) {
	n := name(rest[1:])
	s.now.Params = append(s.now.Params, Param{rest[1 : 1+n], s.at, s.at + 1 + n})
	s.at += 1 + n
}

// word reads a keyword, a name or any other character.
func (s *scanner) word(rest string) {
	n := name(rest)
	if n == 0 {
		_, n = utf8.DecodeRuneInString(rest)
		if c := rest[0]; c >= '0' && c <= '9' { // 0x1F and 1e5 are no names
			for n < len(rest) && (name(rest[n:]) > 0 || rest[n] >= '0' && rest[n] <= '9') {
				n++
			}
		}
		s.at += n
		return
	}
	if s.depth == 0 {
		s.now.Words = append(s.now.Words, strings.ToUpper(rest[:n]))
	}
	if k := len(s.now.Words); s.now.Words != nil && s.now.Words[k-1] == "TRIGGER" && s.now.Words[0] == "CREATE" && k <= 3 {
		s.trigger = true
	}
	s.at += n
}

func (s *scanner) last() string {
	if len(s.now.Words) == 0 {
		return ""
	}
	return s.now.Words[len(s.now.Words)-1]
}

// name returns the length of the identifier at the beginning of a text.
func name(text string) int {
	for i, c := range text {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
		if !letter && (i == 0 || c < '0' || c > '9') {
			return i
		}
	}
	return len(text)
}
