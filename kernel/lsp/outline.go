// SPDX-License-Identifier: BSD-3-Clause

package lsp

import (
	"encoding/json"
	"go/ast"
	"go/token"
	"strings"

	"polka/kernel/cell/syntax"
)

// The kinds of symbols.
const (
	symbolMethod   = 6
	symbolField    = 8
	symbolFunction = 12
	symbolVariable = 13
	symbolConstant = 14
	symbolType     = 5
	symbolStruct   = 23
	symbolItem     = 20 // of a cover problem: a key
)

func (s *Server) symbols(params json.RawMessage) (any, error) {
	var p struct {
		TextDocument documentID `json:"textDocument"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	d, c, _, err := s.find(p.TextDocument.URI)
	switch {
	case err != nil:
		return nil, err
	case c != nil:
		return outline(d), nil
	case kindOf(d) == covers:
		return coverSymbols(d), nil
	}
	return []documentSymbol{}, nil
}

// outline lists what a cell declares.
func outline(d *document) []documentSymbol {
	o := &outliner{d: d, fset: token.NewFileSet(), list: []documentSymbol{}}
	for _, step := range goSteps(syntax.CommentShebang(d.text)) {
		if t, err := syntax.Parse(o.fset, 1, step); err == nil {
			o.tree(t)
		}
	}
	return o.list
}

// goSteps returns the Go of a cell, step by step, each at its place in the text.
func goSteps(text string) (list []string) {
	if syntax.IsProgram(text) {
		return []string{text}
	}
	for _, s := range syntax.Steps(text) {
		code := s.Go
		if s.Magic != nil {
			code = s.Magic.Code()
		}
		if strings.TrimSpace(code) != "" {
			list = append(list, code)
		}
	}
	return list
}

type outliner struct {
	d    *document
	fset *token.FileSet
	list []documentSymbol
}

// span returns the range of a node in the document.
func (o *outliner) span(from, to token.Pos) textRange {
	a, b := o.fset.Position(from), o.fset.Position(to)
	return textRange{o.d.position(o.d.at(a.Line, a.Column)), o.d.position(o.d.at(b.Line, b.Column))}
}

func (o *outliner) symbol(id *ast.Ident, kind int, whole ast.Node) documentSymbol {
	return documentSymbol{Name: id.Name, Kind: kind, Range: o.span(whole.Pos(), whole.End()), SelectionRange: o.span(id.Pos(), id.End())}
}

func (o *outliner) tree(t *syntax.Tree) {
	for _, decl := range t.Decls {
		switch n := decl.Node.(type) {
		case *ast.FuncDecl:
			x := o.symbol(n.Name, symbolFunction, n)
			if n.Recv != nil {
				x.Kind, x.Name = symbolMethod, "("+decl.Recv+")."+n.Name.Name
			}
			o.list = append(o.list, x)
		case *ast.GenDecl:
			for _, spec := range n.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					o.list = append(o.list, o.typ(spec))
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						o.list = append(o.list, o.symbol(id, symbolConstant, spec))
					}
				}
			}
		}
	}
	for _, stmt := range t.Stmts {
		for _, id := range syntax.DefinedBy(stmt) {
			if id.Name != "_" {
				o.list = append(o.list, o.symbol(id, symbolVariable, stmt))
			}
		}
	}
}

// typ returns a type with its fields.
func (o *outliner) typ(spec *ast.TypeSpec) documentSymbol {
	x := o.symbol(spec.Name, symbolType, spec)
	if t, ok := spec.Type.(*ast.StructType); ok {
		x.Kind = symbolStruct
		for _, f := range t.Fields.List {
			for _, id := range f.Names {
				x.Children = append(x.Children, o.symbol(id, symbolField, f))
			}
		}
	}
	return x
}
