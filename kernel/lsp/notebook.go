// SPDX-License-Identifier: BSD-3-Clause

package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
)

func (s *Server) didOpenNotebook(params json.RawMessage) error {
	var p didOpenNotebook
	if err := json.Unmarshal(params, &p); err != nil {
		return err
	}
	n := s.notebook(p.NotebookDocument.URI)
	if n == nil {
		n = s.newPage(p.NotebookDocument.URI)
		n.notebook = true
		s.pages = append(s.pages, n)
	}
	for _, item := range p.CellTextDocuments {
		s.open(item)
	}
	n.cells = s.cellsOf(n, p.NotebookDocument.Cells)
	n.number()
	return nil
}

// notebook returns the page of a notebook, nil if it is not open.
func (s *Server) notebook(uri string) *page {
	for _, p := range s.pages {
		if p.notebook && p.uri == uri {
			return p
		}
	}
	return nil
}

// cellsOf makes cells of those of the client.
func (s *Server) cellsOf(n *page, list []notebookCell) (cells []*cellState) {
	for _, c := range list {
		state := new(cellState)
		state.take(c)
		if d := s.documents[c.Document]; d != nil && c.Kind == cellCode && (d.language == "go" || d.language == "") {
			state.doc, d.page = d, n
		}
		cells = append(cells, state)
	}
	return cells
}

// take reads the metadata of a cell. Clients put it at different depths.
func (c *cellState) take(from notebookCell) {
	tagged := func(tag string) bool {
		for _, m := range []any{from.Metadata, from.Metadata["metadata"]} {
			if m, ok := m.(map[string]any); ok {
				if tags, ok := m["tags"].([]any); ok && slices.Contains(tags, any(tag)) {
					return true
				}
			}
		}
		return false
	}
	c.mayFail, c.skipped = tagged("raises-exception"), tagged("skip-execution")
}

func (s *Server) didChangeNotebook(params json.RawMessage) error {
	var p didChangeNotebook
	if err := json.Unmarshal(params, &p); err != nil {
		return err
	}
	n := s.notebook(p.NotebookDocument.URI)
	if n == nil {
		return fmt.Errorf("%s is not open", p.NotebookDocument.URI)
	}
	changes := p.Change.Cells
	if changes == nil {
		return nil
	}
	if x := changes.Structure; x != nil {
		for _, item := range x.DidOpen {
			s.open(item)
		}
		from := max(0, min(x.Array.Start, len(n.cells)))
		to := max(from, min(from+x.Array.DeleteCount, len(n.cells)))
		n.cells = slices.Replace(n.cells, from, to, s.cellsOf(n, x.Array.Cells)...)
		for _, id := range x.DidClose {
			if err := s.closeCell(id.URI); err != nil {
				return err
			}
		}
		n.number()
	}
	for _, c := range changes.Data {
		for _, known := range n.cells {
			if known.doc != nil && known.doc.uri == c.Document {
				known.take(c)
				n.number()
			}
		}
	}
	for _, t := range changes.TextContent {
		if err := s.change(t.Document, t.Changes); err != nil {
			return err
		}
	}
	return nil
}

// closeCell forgets the text of a cell.
func (s *Server) closeCell(uri string) error {
	d := s.documents[uri]
	if d == nil {
		return nil
	}
	delete(s.documents, uri)
	return s.conn.notify("textDocument/publishDiagnostics", publishParams{uri, d.version, []diagnostic{}})
}

func (s *Server) didCloseNotebook(params json.RawMessage) error {
	var p struct {
		NotebookDocument  documentID   `json:"notebookDocument"`
		CellTextDocuments []documentID `json:"cellTextDocuments"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return err
	}
	if n := s.notebook(p.NotebookDocument.URI); n != nil {
		s.remove(n)
	}
	for _, id := range p.CellTextDocuments {
		if err := s.closeCell(id.URI); err != nil {
			return err
		}
	}
	return nil
}
