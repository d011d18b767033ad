// SPDX-License-Identifier: BSD-3-Clause

package repl

import (
	"go/scanner"
	"go/token"
	"strings"
)

// The colors of Go's tokens, which are readable on dark and light terminals.
const (
	colorKeyword = "\x1b[35m"
	colorString  = "\x1b[32m"
	colorNumber  = "\x1b[36m"
	colorComment = "\x1b[2m"
	colorEnd     = "\x1b[0m"
)

// highlight colors the words of a cell. Text that is not Go is unchanged.
func highlight(text string) string {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, []byte(text), func(token.Position, string) {}, scanner.ScanComments)
	var b strings.Builder
	done := 0
	for {
		pos, tok, word := s.Scan()
		if tok == token.EOF {
			break
		}
		color := ""
		switch {
		case tok.IsKeyword():
			color = colorKeyword
		case tok == token.STRING || tok == token.CHAR:
			color = colorString
		case tok == token.INT || tok == token.FLOAT || tok == token.IMAG:
			color = colorNumber
		case tok == token.COMMENT:
			color = colorComment
		}
		at := file.Offset(pos)
		// Words that the scanner changes, as raw strings with carriage returns, are not found.
		if color == "" || at < done || !strings.HasPrefix(text[at:], word) {
			continue
		}
		b.WriteString(text[done:at])
		for i, line := range strings.Split(word, "\n") {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(color + line + colorEnd)
		}
		done = at + len(word)
	}
	return b.String() + text[done:]
}
