// A lexer whose states are functions that return the next state.

package main

import (
	"fmt"
	"strings"
)

type stateFn func(*lexer) stateFn
type token struct {
	kind, text string
}
type lexer struct {
	in     string
	start  int
	pos    int
	tokens []token
}

func (l *lexer) emit(kind string) {
	l.tokens = append(l.tokens, token{kind, l.in[l.start:l.pos]})
	l.start = l.pos
}

func (l *lexer) accept(set string) bool {
	n := l.pos
	for l.pos < len(l.in) && strings.ContainsRune(set, rune(l.in[l.pos])) {
		l.pos++
	}
	return l.pos > n
}

func lexStart(l *lexer) stateFn {
	if l.accept(" ") {
		l.start = l.pos
	}
	switch {
	case l.pos >= len(l.in):
		return nil
	case l.in[l.pos] >= '0' && l.in[l.pos] <= '9':
		return lexNumber
	case strings.ContainsRune("+-*/()", rune(l.in[l.pos])):
		l.pos++
		l.emit("op")
		return lexStart
	}
	return lexError("unexpected " + l.in[l.pos:l.pos+1])
}

func lexNumber(l *lexer) stateFn {
	l.accept("0123456789")
	if l.accept(".") {
		l.accept("0123456789")
	}
	l.emit("num")
	return lexStart
}

func lexError(msg string) stateFn {
	return func(l *lexer) stateFn {
		l.tokens = append(l.tokens, token{"error", msg})
		return nil
	}
}

func lex(s string) []token {
	l := &lexer{in: s}
	for state := stateFn(lexStart); state != nil; {
		state = state(l)
	}
	return l.tokens
}

func main() {
	for _, s := range []string{"12 + 3.5*(4-1)", "", "7 & 8"} {
		fmt.Println(lex(s))
	}
}
