// SPDX-License-Identifier: BSD-3-Clause

package exercise

import (
	"go/scanner"
	"go/token"
	"strings"
)

// A span is a part of a text, in bytes.
type span struct{ from, to int }

// commentsIn returns the comments to the end of a line in Go code that are not directives. Magics
// and commands of cells do not disturb it.
func commentsIn(code string) (list []span) {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(code))
	var s scanner.Scanner
	s.Init(file, []byte(code), func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return list
		}
		if tok == token.COMMENT && strings.HasPrefix(lit, "// ") {
			at := file.Offset(pos)
			list = append(list, span{at, at + len(lit)})
		}
	}
}
