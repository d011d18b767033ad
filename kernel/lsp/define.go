// SPDX-License-Identifier: BSD-3-Clause

package lsp

import (
	"encoding/json"
	"go/types"
	"path/filepath"
)

// lookup finds the name at the position of a request: its page's names, and the occurrence.
func (s *Server) lookup(params json.RawMessage) (t *nameTable, c *cellState, o occurrence, ok bool, err error) {
	d, c, i, offset, err := s.cellAt(params)
	if err != nil || c == nil {
		return nil, nil, o, false, err
	}
	t = c.doc.page.table()
	if o, ok = t.under(c, offset); ok {
		return t, c, o, true, nil
	}
	// A cell that does not parse has no names in the table.
	a := s.assistant(c, i)
	obj := a.Object(d.text, offset)
	if obj == nil {
		return t, c, o, false, nil
	}
	o.object, o.of = obj, place{name: globalName(obj)}
	if n, line, column := d.page.k.Compiler().Place(obj.Pos()); n > 0 && n != c.number {
		o.of = place{cell: n, line: line, column: column}
	}
	return t, c, o, true, nil
}

// locate returns the location of an occurrence in the text of the client. It is false for what lies
// outside of the text.
func (p *page) locate(o occurrence) (l location, ok bool) {
	c := p.numbered(o.cell)
	if c == nil {
		return l, false
	}
	from := c.doc.at(o.line, o.column)
	if from+o.length > len(c.doc.text) {
		return l, false
	}
	return location{c.doc.uri, c.doc.span(from, o.length)}, true
}

func (s *Server) definition(params json.RawMessage) (any, error) {
	list := []location{}
	t, c, o, ok, err := s.lookup(params)
	if c == nil {
		return s.coverLocations(params, true, err)
	}
	if err != nil || !ok {
		return list, err
	}
	p := c.doc.page
	if o.of.name != "" {
		if l, ok := s.outside(p, o.object); ok {
			list = append(list, l)
		}
		return list, nil
	}
	for _, other := range t.all(o) {
		if l, ok := p.locate(other); ok && other.defines {
			list = append(list, l)
		}
	}
	return list, nil
}

func (s *Server) typeDefinition(params json.RawMessage) (any, error) {
	list := []location{}
	t, c, o, ok, err := s.lookup(params)
	if err != nil || c == nil || !ok || o.object == nil {
		return list, err
	}
	p := c.doc.page
	name := namedOf(o.object.Type())
	if name == nil {
		return list, nil
	}
	for _, other := range t.list {
		if other.defines && other.object == name {
			if l, ok := p.locate(other); ok {
				return append(list, l), nil
			}
		}
	}
	if l, ok := s.outside(p, name); ok {
		list = append(list, l)
	}
	return list, nil
}

// namedOf returns the name of the type that t is, points to, or consists of; nil if there is none.
func namedOf(t types.Type) types.Object {
	for {
		switch x := types.Unalias(t).(type) {
		case *types.Named:
			return x.Origin().Obj()
		case *types.Pointer:
			t = x.Elem()
		case *types.Slice:
			t = x.Elem()
		case *types.Array:
			t = x.Elem()
		case *types.Map:
			t = x.Elem()
		case *types.Chan:
			t = x.Elem()
		default:
			return nil
		}
	}
}

// outside returns the location of an object that no cell declares: in a package that is loaded from
// source, or in Go's library.
func (s *Server) outside(p *page, obj types.Object) (l location, ok bool) {
	if obj == nil {
		return l, false
	}
	if file, line, column, _ := p.k.Compiler().File(obj.Pos()); file != "" {
		if !filepath.IsAbs(file) {
			file = filepath.Join(p.dir, file)
		}
		at := position{line - 1, column - 1}
		return location{fileURI(file), textRange{at, position{at.Line, at.Character + len(obj.Name())}}}, true
	}
	return s.libraries.find(s.o.Library, obj)
}

func (s *Server) references(params json.RawMessage) (any, error) {
	var p referenceParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	list := []location{}
	t, c, o, ok, err := s.lookup(params)
	if c == nil {
		return s.coverLocations(params, false, err)
	}
	if err != nil || !ok {
		return list, err
	}
	for _, other := range t.all(o) {
		if l, ok := c.doc.page.locate(other); ok && (p.Context.IncludeDeclaration || !other.defines) {
			list = append(list, l)
		}
	}
	return list, nil
}

func (s *Server) highlights(params json.RawMessage) (any, error) {
	const read, write = 2, 3
	list := []documentHighlight{}
	t, c, o, ok, err := s.lookup(params)
	if err != nil || c == nil || !ok {
		return list, err
	}
	for _, other := range t.all(o) {
		l, ok := c.doc.page.locate(other)
		if !ok || l.URI != c.doc.uri {
			continue
		}
		h := documentHighlight{l.Range, read}
		if other.writes {
			h.Kind = write
		}
		list = append(list, h)
	}
	return list, nil
}
