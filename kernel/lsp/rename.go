// SPDX-License-Identifier: BSD-3-Clause

// Renaming: the occurrences of a name get another one, in all cells. Whether the page means the
// same after that is not argued but tried: a copy of the page with the new texts is compiled. It
// must have as many errors as before, and each identifier must stand for what it stood for.

package lsp

import (
	"encoding/json"
	"go/token"
	"slices"
	"strings"
)

// renamable returns the occurrence at the position of a request, or says why its name cannot be
// changed.
func (s *Server) renamable(params json.RawMessage) (*nameTable, *cellState, occurrence, error) {
	t, c, o, ok, err := s.lookup(params)
	switch {
	case err != nil:
		return nil, nil, o, err
	case c == nil || !ok || o.length == 0: // also in a cell that does not parse
		return nil, nil, o, failure("there is no name that a cell declares here")
	case o.of.name != "":
		name := o.of.name
		return nil, nil, o, failure("%s is not declared in a cell", strings.TrimPrefix(name, "builtin."))
	}
	for _, other := range t.all(o) {
		if other.of.name != "" {
			return nil, nil, o, failure("%s is also the name of %s, which is not declared in a cell", c.doc.text[c.doc.at(o.line, o.column):][:o.length], other.of.name)
		}
	}
	return t, c, o, nil
}

func (s *Server) prepareRename(params json.RawMessage) (any, error) {
	_, c, o, err := s.renamable(params)
	if err != nil {
		return nil, err
	}
	from := c.doc.at(o.line, o.column)
	return prepareRename{c.doc.span(from, o.length), c.doc.text[from : from+o.length]}, nil
}

func (s *Server) rename(params json.RawMessage) (any, error) {
	var p renameParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	t, c, o, err := s.renamable(params)
	if err != nil {
		return nil, err
	}
	if !token.IsIdentifier(p.NewName) || p.NewName == "_" {
		return nil, failure("%q is not a name", p.NewName)
	}
	places := t.all(o)
	edits := make(map[string][]textEdit)
	for _, other := range places {
		l, ok := c.doc.page.locate(other)
		if !ok {
			return nil, failure("the name is used outside of the text")
		}
		edits[l.URI] = append(edits[l.URI], textEdit{l.Range, p.NewName})
	}
	if why := c.doc.page.tryRename(t, places, p.NewName); why != "" {
		return nil, failure("%s", why)
	}
	return workspaceEdit{edits}, nil
}

// tryRename says why the page would not mean the same if the name at some places were another one;
// "" if it would.
func (p *page) tryRename(t *nameTable, places []occurrence, name string) string {
	copied := p.copyWith(func(c *cellState) string { return renamed(c, places, name) })
	after := copied.table()
	for i, c := range p.cells {
		if a, b := len(c.result.Errors), len(copied.cells[i].result.Errors); a != b {
			for _, d := range copied.cells[i].result.Errors {
				if !slices.ContainsFunc(c.result.Errors, func(e diagnosis) bool { return e.Message == d.Message }) {
					line, _, _ := strings.Cut(d.Message, "\n")
					return "cell " + itoa(d.Cell) + ", line " + itoa(d.Line) + " would be an error: " + line
				}
			}
			return "the errors of cell " + itoa(c.number) + " would change"
		}
	}
	if len(t.at) != len(after.at) {
		return "another name would be used or hidden"
	}
	where := func(at place) place { return moved(at, places, name) }
	if at, differs := t.differs(after, where, func(_, of place) group { return group{place: of} }); differs {
		return "cell " + itoa(at.cell) + ", line " + itoa(at.line) + " would mean something else"
	}
	return ""
}

// A group is the places of one thing, or those of them that are to become another one.
type group struct {
	place
	inside bool // a variable of lines that become a function, in the function
}

// differs looks for a place at which a name stands for something else in another table. Where says
// where places are in it, and groupOf what the name at a place must stand for there, given what it
// stands for here.
func (t *nameTable) differs(after *nameTable, where func(place) place, groupOf func(at, of place) group) (at place, differs bool) {
	to, from := make(map[group]place), make(map[place]group)
	for at, list := range t.at {
		now := after.at[where(at)]
		if len(now) == 0 {
			return at, true
		}
		a, b := groupOf(at, t.find(list[0].of)), after.find(now[0].of)
		if x, ok := to[a]; ok && x != b {
			return at, true
		}
		if x, ok := from[b]; ok && x != a {
			return at, true
		}
		to[a], from[b] = b, a
	}
	return place{}, false
}

// copyWith returns a copy of the page, in which the cells have other texts.
func (p *page) copyWith(text func(c *cellState) string) *page {
	copied := p.s.newPage(p.uri)
	copied.notebook = p.notebook
	for _, c := range p.cells {
		other := &cellState{mayFail: c.mayFail, skipped: c.skipped}
		if c.doc != nil {
			d := *c.doc
			d.text, d.lines, d.page = text(c), nil, copied
			other.doc = &d
		}
		copied.cells = append(copied.cells, other)
	}
	copied.number()
	return copied
}

// renamed returns the text of a cell with another name at some places.
func renamed(c *cellState, places []occurrence, name string) string {
	var here []occurrence
	for _, o := range places {
		if o.cell == c.number && c.number > 0 {
			here = append(here, o)
		}
	}
	slices.SortFunc(here, func(a, b occurrence) int { return c.doc.at(b.line, b.column) - c.doc.at(a.line, a.column) })
	text := c.doc.text
	for _, o := range here {
		from := c.doc.at(o.line, o.column)
		text = text[:from] + name + text[from+o.length:]
	}
	return text
}

// moved returns where a place is after the renaming.
func moved(at place, places []occurrence, name string) place {
	shift := 0
	for _, o := range places {
		if o.cell == at.cell && o.line == at.line && o.column < at.column {
			shift += len(name) - o.length
		}
	}
	at.column += shift
	return at
}
