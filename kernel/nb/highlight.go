// SPDX-License-Identifier: BSD-3-Clause

package nb

import (
	"go/scanner"
	"go/token"
	"html"
	"slices"
	"strings"
)

// highlight returns Go text as HTML: tokens in span elements with the class names of Pygments and
// chroma.
func highlight(code string) string {
	var w strings.Builder
	tokens(code, func(class, text string) {
		w.WriteString(element(class, text))
	})
	return w.String()
}

// element returns the text of a token as HTML.
func element(class, text string) string {
	text = html.EscapeString(text)
	if class == "" || text == "" {
		return text
	}
	return `<span class="` + class + `">` + text + "</span>"
}

// tokens gives Go text to put, piece by piece, each with the class of a token or "". The scanner is
// Go's own; a library for hundreds of languages would add seven milliseconds to the start of every
// process, including kernels and workers. Text that is not Go is kept completely, too.
//
//	k keyword   kt type   nb built-in function   nf function   s string   m number   c comment
func tokens(code string, put func(class, text string)) {
	type piece struct {
		begin, end int
		tok        token.Token
		class      string
	}
	file := token.NewFileSet().AddFile("", -1, len(code))
	var s scanner.Scanner
	s.Init(file, []byte(code), func(token.Position, string) {}, scanner.ScanComments)
	var pieces []piece
	for {
		p, t, lit := s.Scan()
		if t == token.EOF {
			break
		}
		if t == token.SEMICOLON && lit != ";" {
			continue
		}
		one := piece{begin: file.Offset(p), tok: t}
		if lit == "" {
			lit = t.String() // an operator
		}
		one.end = one.begin + len(lit)
		if t == token.STRING && lit[0] == '`' || t == token.COMMENT {
			// The scanner drops carriage returns from these, so their length is taken from the
			// text.
			one.end = one.begin + measure(code[one.begin:])
		}
		switch {
		case t.IsKeyword():
			one.class = "k"
		case t == token.COMMENT:
			one.class = "c"
		case t == token.STRING || t == token.CHAR:
			one.class = "s"
		case t == token.INT || t == token.FLOAT || t == token.IMAG:
			one.class = "m"
		case t == token.IDENT && slices.Contains(basicTypes, lit):
			one.class = "kt"
		case t == token.IDENT && slices.Contains(constants, lit):
			one.class = "k"
		case t == token.LPAREN && len(pieces) > 0:
			// A name before a parenthesis is called or declared.
			if before := &pieces[len(pieces)-1]; before.tok == token.IDENT && before.class == "" && before.end == one.begin {
				before.class = "nf"
				if slices.Contains(builtins, code[before.begin:before.end]) {
					before.class = "nb"
				}
			}
		}
		pieces = append(pieces, one)
	}
	at := 0
	for _, p := range pieces {
		if p.class == "" || p.begin < at || p.end > len(code) {
			continue
		}
		put("", code[at:p.begin])
		put(p.class, code[p.begin:p.end])
		at = p.end
	}
	put("", code[at:])
}

// measure returns the length of the raw string or comment at the beginning of text.
func measure(text string) int {
	end, skip := "\n", 0
	switch {
	case text[0] == '`':
		end, skip = "`", 1
	case strings.HasPrefix(text, "/*"):
		end, skip = "*/", 2
	}
	n := strings.Index(text[min(skip, len(text)):], end)
	switch {
	case n < 0:
		return len(text)
	case skip == 0:
		return n
	}
	return skip + n + len(end)
}

var (
	basicTypes = strings.Fields(`any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64
		rune string uint uint8 uint16 uint32 uint64 uintptr`)
	constants = strings.Fields("true false nil iota")
	builtins  = strings.Fields("append cap clear close complex copy delete imag len make max min new panic print println real recover")
)
