// SPDX-License-Identifier: BSD-3-Clause

package lsp

import (
	"encoding/json"
	"fmt"
	"go/scanner"
	"go/token"
	"strings"
	"time"
	"unicode/utf8"

	"polka/kernel/cell/explain"
	"polka/kernel/cell/syntax"
)

// publishEvery is how long pages are compiled before the diagnostics so far are sent.
const publishEvery = 20 * time.Millisecond

// publish brings the pages up to date, as long as there is nothing else to do, and sends the
// diagnostics that have changed. The cell that was edited comes first.
func (s *Server) publish() error {
	for _, p := range s.pages {
		for done := false; !done; {
			if s.conn.waiting() {
				return nil // more changes may come
			}
			began, first := time.Now(), p.next
			done = p.update(len(p.cells), func() bool {
				return p.next == first+1 && len(p.cells) > 1 || s.conn.waiting() || time.Since(began) > publishEvery
			})
			if err := s.send(p); err != nil {
				return err
			}
		}
	}
	return s.publishCovers()
}

// send sends the diagnostics of the cells of a page that are up to date.
func (s *Server) send(p *page) error {
	if j := s.joined[p.uri]; j != nil && j.page == p {
		return s.sendJoined(p, j)
	}
	for _, c := range p.cells[:p.next] {
		if c.doc == nil {
			continue
		}
		if err := s.sendTo(c.doc, c.diagnostics(), &c.published); err != nil {
			return err
		}
	}
	return nil
}

// sendTo sends the diagnostics of a document, unless the client has them.
func (s *Server) sendTo(d *document, list []diagnostic, published *string) error {
	text, err := json.Marshal(list)
	if err != nil || string(text) == *published || len(list) == 0 && *published == "" {
		return err
	}
	*published = string(text)
	return s.conn.notify("textDocument/publishDiagnostics", publishParams{d.uri, d.version, list})
}

// diagnostics returns what is known of a cell, in the order of the text.
func (c *cellState) diagnostics() []diagnostic {
	list := []diagnostic{}
	if c.number == 0 {
		return list
	}
	add := func(d explain.Diagnostic, severity int) {
		switch {
		case d.File != "":
			d.Message = fmt.Sprintf("%s:%d:%d: %s", d.File, d.Line, d.Col, d.Message)
			d.Line, d.Col = 1, 1
		case d.Cell != c.number:
			d.Message = fmt.Sprintf("cell %d, line %d: %s", d.Cell, d.Line, d.Message)
			d.Line, d.Col = 1, 1
		}
		from := c.doc.at(d.Line, d.Col)
		list = append(list, diagnostic{c.doc.span(from, tokenAt(c.doc.text, from)), severity, "polka", d.Message})
	}
	if !c.mayFail {
		for _, d := range c.result.Errors {
			add(d, severityError)
		}
		if c.fault != nil {
			add(*c.fault, severityError)
		}
	}
	for _, d := range c.result.Warnings {
		add(d, severityWarning)
	}
	for _, u := range c.result.Unread {
		line, column := u.Line, 1
		if from := c.doc.at(line, 1); from < len(c.doc.text) {
			column = 1 + max(0, wordIn(c.doc.text[from:c.doc.lineEnd(line-1)], u.Name))
		}
		add(explain.Diagnostic{Cell: c.number, Line: line, Col: column, Message: u.Name + " is set and not checked"}, severityInformation)
	}
	return list
}

// wordIn returns the byte offset of a name in a line, -1 if it is not there.
func wordIn(line, name string) int {
	for from := 0; from < len(line); {
		i := strings.Index(line[from:], name)
		if i < 0 {
			return -1
		}
		if a, b := syntax.NameAt(line, from+i); line[a:b] == name {
			return a
		}
		from += i + len(name)
	}
	return -1
}

// tokenAt returns the length of the token that begins at an offset; at least one character, if
// there is one on the line.
func tokenAt(text string, offset int) int {
	rest := text[offset:]
	line, _, _ := strings.Cut(rest, "\n")
	file := token.NewFileSet().AddFile("", -1, len(line))
	var s scanner.Scanner
	s.Init(file, []byte(line), func(token.Position, string) {}, 0)
	p, t, lit := s.Scan()
	if t == token.EOF || file.Offset(p) != 0 || lit == "\n" {
		_, n := utf8.DecodeRuneInString(line)
		return n
	}
	if lit == "" {
		lit = t.String()
	}
	return min(len(lit), len(line))
}
