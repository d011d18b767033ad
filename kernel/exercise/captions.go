// SPDX-License-Identifier: BSD-3-Clause

package exercise

import (
	"go/scanner"
	"go/token"
	"slices"
	"strconv"
)

// captionCalls are the functions and methods of charts, tables, pictures and widgets whose string
// arguments are shown, and nothing else.
var captionCalls = []string{"Captions", "NewChart", "Axes", "Line", "Bars", "Points", "Curve", "NewTable", "Title", "Row", "Label", "Note"}

// TranslateCaptions replaces the captions in Go code: the string literals that are arguments of the
// functions which show them, such as Title, and the formats of fmt.Sprintf there. Names of one
// letter and code stay.
func TranslateCaptions(code string, text func(string) string) string {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(code))
	var s scanner.Scanner
	s.Init(file, []byte(code), func(token.Position, string) {}, 0)
	type tok struct {
		kind     token.Token
		lit      string
		from, to int
	}
	var list []tok
	for {
		pos, kind, lit := s.Scan()
		if kind == token.EOF {
			break
		}
		at := file.Offset(pos)
		list = append(list, tok{kind, lit, at, at + len(lit)})
	}
	var open []bool // of each bracket that is open: whether it begins the arguments of a caption
	var found []tok
	for i, t := range list {
		switch t.kind {
		case token.LPAREN:
			name := ""
			if i > 0 && list[i-1].kind == token.IDENT {
				name = list[i-1].lit
			}
			inside := len(open) > 0 && open[len(open)-1]
			open = append(open, slices.Contains(captionCalls, name) || inside && name == "Sprintf")
		case token.LBRACK, token.LBRACE:
			open = append(open, false)
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		case token.STRING:
			before := i > 0 && (list[i-1].kind == token.LPAREN || list[i-1].kind == token.COMMA)
			after := i+1 < len(list) && (list[i+1].kind == token.RPAREN || list[i+1].kind == token.COMMA)
			if before && after && len(open) > 0 && open[len(open)-1] {
				found = append(found, t)
			}
		}
	}
	for _, t := range slices.Backward(found) {
		caption, err := strconv.Unquote(t.lit)
		if err != nil || !hasWords(caption) {
			continue
		}
		if other := text(caption); other != caption {
			code = code[:t.from] + strconv.Quote(other) + code[t.to:]
		}
	}
	return code
}
