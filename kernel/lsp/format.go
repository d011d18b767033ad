// SPDX-License-Identifier: BSD-3-Clause

package lsp

import (
	"encoding/json"
	"strings"

	"polka/kernel/cell/syntax"
)

func (s *Server) formatting(params json.RawMessage) (any, error) {
	var p struct {
		TextDocument documentID `json:"textDocument"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	d, c, _, err := s.find(p.TextDocument.URI)
	if err != nil || c == nil {
		return nil, err
	}
	text, err := formatted(d.text, d.page.notebook)
	if err != nil {
		return nil, failure("the text has a syntax error")
	}
	return difference(d, text), nil
}

// formatted returns a cell or a script in the layout of gofmt. A script ends with the end of a
// line.
func formatted(text string, cell bool) (string, error) {
	first, code := "", text
	if !cell {
		first, code = syntax.CutShebang(text)
	}
	out, err := syntax.Format(code)
	if err != nil {
		return "", err
	}
	if !cell && out != "" && !strings.HasSuffix(out, "\n") {
		out += "\n"
	}
	return first + out, nil
}

// difference returns the edit that makes text of a document: of the lines that differ, from the
// first to the last.
func difference(d *document, text string) []textEdit {
	if text == d.text {
		return []textEdit{}
	}
	a, b := strings.SplitAfter(d.text, "\n"), strings.SplitAfter(text, "\n")
	from := 0
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		from += len(a[0])
		a, b = a[1:], b[1:]
	}
	to := len(d.text)
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		to -= len(a[len(a)-1])
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return []textEdit{{textRange{d.position(from), d.position(to)}, strings.Join(b, "")}}
}
