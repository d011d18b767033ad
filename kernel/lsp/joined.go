// SPDX-License-Identifier: BSD-3-Clause

// Notebooks that come as one text.
//
// The extension jupyterlab-lsp does not send notebooks: it joins the cells, with two empty lines
// after each, and opens the result as a document with the name of the notebook. Checked as one
// cell, every value but the last would be lost and every redefinition a mistake. So the text is cut
// into cells again, which are documents of a notebook here. Requests for a place in the text are
// carried out in the cell that has it, and positions in what the server says are moved back.
//
// Code in gofmt's layout has no two empty lines in a row, except in strings and comments. There the
// pieces do not parse, so a piece that is not complete is joined with those after it, if that makes
// it complete.

package lsp

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"polka/kernel/cell/syntax"
)

// A joined is a notebook that came as one text.
type joined struct {
	doc   *document // the text
	page  *page
	parts []part

	published string // the diagnostics that the client has, as JSON
}

// A part is a cell.
type part struct {
	doc  *document
	line int // of the text, from 0, in which it begins
}

// mostJoins is how many pieces are tried to complete another.
const mostJoins = 8

// isJoined reports whether a document is a notebook.
func isJoined(d *document) bool {
	return path.Ext(strings.TrimSuffix(d.uri, "/")) == ".ipynb" && (d.language == "go" || d.language == "")
}

// cut returns the texts of the cells, and the lines in which they begin.
func cut(text string) (texts []string, lines []int) {
	all := strings.Split(text, "\n")
	for i := 0; i < len(all); {
		if all[i] == "" {
			i++
			continue
		}
		end := i
		for end < len(all) && (all[end] != "" || end+1 < len(all) && all[end+1] != "") {
			end++
		}
		texts, lines = append(texts, strings.Join(all[i:end], "\n")), append(lines, i)
		i = end
	}
	for i := 0; i < len(texts); i++ {
		if status, _ := syntax.IsComplete(texts[i]); status != "incomplete" {
			continue
		}
		last := min(i+mostJoins, len(texts)-1)
		for j := i + 1; j <= last; j++ {
			whole := strings.Join(all[lines[i]:lines[j]], "\n") + "\n" + texts[j]
			if status, _ := syntax.IsComplete(whole); status == "complete" {
				texts[i] = whole
				texts, lines = append(texts[:i+1], texts[j+1:]...), append(lines[:i+1], lines[j+1:]...)
				break
			}
		}
	}
	return texts, lines
}

// openJoined notes a notebook that the client has opened as a text.
func (s *Server) openJoined(d *document) {
	j := s.joined[d.uri]
	if j == nil {
		j = &joined{page: s.newPage(d.uri)}
		j.page.notebook = true
		s.joined[d.uri] = j
		s.pages = append(s.pages, j.page)
	}
	j.doc = d
	s.cutAgain(j)
}

// cutAgain makes the cells of a text that has changed.
func (s *Server) cutAgain(j *joined) {
	texts, lines := cut(j.doc.text)
	if len(texts) != len(j.parts) {
		for _, p := range j.parts {
			delete(s.documents, p.doc.uri)
		}
		j.parts, j.page.cells = nil, nil
		for i, text := range texts {
			d := &document{uri: fmt.Sprintf("%s#%d", j.doc.uri, i+1), language: "go", text: text, utf8: s.utf8, page: j.page}
			s.documents[d.uri] = d
			j.parts = append(j.parts, part{d, lines[i]})
			j.page.cells = append(j.page.cells, &cellState{doc: d})
		}
		j.page.number()
		return
	}
	for i, text := range texts {
		p := &j.parts[i]
		p.line = lines[i]
		if p.doc.text != text {
			p.doc.change(j.doc.version, []textChange{{Text: text}})
			j.page.changed(p.doc)
		}
	}
}

// closeJoined forgets a notebook.
func (s *Server) closeJoined(j *joined) {
	for _, p := range j.parts {
		delete(s.documents, p.doc.uri)
	}
	delete(s.joined, j.doc.uri)
	s.remove(j.page)
}

// sendJoined sends the diagnostics of all cells, once they are up to date.
func (s *Server) sendJoined(p *page, j *joined) error {
	if p.next < len(p.cells) {
		return nil
	}
	list := []diagnostic{}
	for i, c := range p.cells {
		for _, d := range c.diagnostics() {
			d.Range.Start.Line += j.parts[i].line
			d.Range.End.Line += j.parts[i].line
			list = append(list, d)
		}
	}
	return s.sendTo(j.doc, list, &j.published)
}

// at returns the cell that has a line of the text.
func (j *joined) at(line int) *part {
	for i := len(j.parts) - 1; i > 0; i-- {
		if j.parts[i].line <= line {
			return &j.parts[i]
		}
	}
	if len(j.parts) == 0 {
		return nil
	}
	return &j.parts[0]
}

// doJoined carries out a request for a notebook that came as a text. Requests without a place are
// for all cells, and their results lists.
func (s *Server) doJoined(j *joined, do func(*Server, json.RawMessage) (any, error), params map[string]any) (any, error) {
	var place any
	if place = params["position"]; place == nil {
		if r, ok := params["range"].(map[string]any); ok {
			place = r["start"]
		}
	}
	if place, ok := place.(map[string]any); ok {
		line, _ := place["line"].(float64)
		p := j.at(int(line))
		if p == nil {
			return nil, nil
		}
		return s.doPart(j, p, do, params)
	}
	all := []any{}
	for i := range j.parts {
		result, err := s.doPart(j, &j.parts[i], do, params)
		if err != nil {
			return nil, err
		}
		if list, ok := result.([]any); ok {
			all = append(all, list...)
		}
	}
	return all, nil
}

// doPart carries out a request in a cell.
func (s *Server) doPart(j *joined, p *part, do func(*Server, json.RawMessage) (any, error), params map[string]any) (any, error) {
	own := move(params, -p.line, nil).(map[string]any)
	own["textDocument"] = map[string]any{"uri": p.doc.uri}
	text, err := json.Marshal(own)
	if err != nil {
		return nil, err
	}
	result, err := do(s, text)
	if err != nil {
		return nil, err
	}
	if text, err = json.Marshal(result); err != nil {
		return nil, err
	}
	var found any
	if err := json.Unmarshal(text, &found); err != nil {
		return nil, err
	}
	return move(found, p.line, j), nil
}

// move returns a copy of a value in which positions are some lines further down. If j is not nil,
// the documents of its cells become its text, and their positions are moved accordingly.
func move(v any, lines int, j *joined) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i, x := range v {
			list[i] = move(x, lines, j)
		}
		return list
	case map[string]any:
		if line, ok := v["line"].(float64); ok && v["character"] != nil {
			return map[string]any{"line": max(0, int(line)+lines), "character": v["character"]}
		}
		uri, _ := v["uri"].(string)
		p := j.part(uri)
		if p != nil {
			lines = p.line
		} else if uri != "" {
			lines = 0
		}
		m := make(map[string]any, len(v))
		for key, x := range v {
			switch {
			case key == "changes" && j != nil:
				m[key] = j.changes(x)
			case key == "uri" && p != nil:
				m[key] = j.doc.uri
			default:
				m[key] = move(x, lines, j)
			}
		}
		return m
	}
	return v
}

// part returns the cell with a document, nil if there is none.
func (j *joined) part(uri string) *part {
	if j == nil {
		return nil
	}
	for i := range j.parts {
		if j.parts[i].doc.uri == uri {
			return &j.parts[i]
		}
	}
	return nil
}

// changes returns the edits of an edit of the workspace, by document.
func (j *joined) changes(v any) any {
	byURI, ok := v.(map[string]any)
	if !ok {
		return v
	}
	m := make(map[string]any)
	var own []any
	for i := range j.parts {
		if list, ok := byURI[j.parts[i].doc.uri].([]any); ok {
			own = append(own, move(list, j.parts[i].line, j).([]any)...)
		}
	}
	for uri, list := range byURI {
		if j.part(uri) == nil {
			m[uri] = list
		}
	}
	if own != nil {
		m[j.doc.uri] = own
	}
	return m
}
