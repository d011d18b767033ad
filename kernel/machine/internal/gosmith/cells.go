// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// Cells divides a program into cells that do the same one after the other. A declaration is in a
// cell with those that it depends on, or in a later one, and methods are in the cell of their type.
// The statements of main come last, each in a cell of its own unless one declares something.
//
// Declarations that depend on each other form the strongly connected components of a graph, which
// Tarjan's algorithm (Depth-First Search and Linear Graph Algorithms, SIAM J. Comput. 1 (1972),
// doi:10.1137/0201010) finds in an order in which each comes after those that it depends on. A
// declaration depends on all whose names it mentions, whatever they mean there.
//
// The result is the program itself if the type checker fails for the order of the cells.
func Cells(src string, seed uint64) []string {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "main.go", src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		panic(fmt.Sprintf("gosmith: %v in\n%s", err, src))
	}
	s := &splitter{random: random{state: seed ^ 0x63656c6c73}, fset: fset, src: src, units: map[string]*unit{}}
	imports, statements := "", []string(nil)
	var body *ast.BlockStmt
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "main" {
				body = d.Body
				continue
			}
			name := d.Name.Name
			if d.Recv != nil {
				name = receiverName(d.Recv.List[0].Type)
			}
			s.add(d, name)
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				imports += s.text(d) + "\n"
				continue
			}
			var names []string
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names = append(names, spec.Name.Name)
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						names = append(names, id.Name)
					}
				}
			}
			s.add(d, names...)
		}
	}
	one := false
	for _, st := range body.List {
		switch st := st.(type) {
		case *ast.ExprStmt, *ast.IncDecStmt:
		case *ast.AssignStmt:
			one = one || st.Tok == token.DEFINE
		default:
			one = true
		}
		statements = append(statements, s.text(st))
	}
	if one {
		statements = []string{strings.Join(statements, "\n")}
	}
	var cells []string
	cell := imports
	for _, component := range s.components() {
		for _, u := range component {
			cell += strings.Join(u.texts, "\n\n") + "\n\n"
		}
		if s.chance(15) {
			cells = append(cells, cell)
			cell = ""
		}
	}
	cells = append(cells, cell)
	if errors.Is(Check("package main\n\n"+strings.Join(cells, "")+"func main() {}\n"), errChecker) {
		return []string{src}
	}
	return append(cells, statements...)
}

// receiverName returns the name of the type of a receiver.
func receiverName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiverName(e.X)
	case *ast.IndexExpr:
		return receiverName(e.X)
	case *ast.IndexListExpr:
		return receiverName(e.X)
	}
	return e.(*ast.Ident).Name
}

// A unit is a set of declarations that must be in one cell.
type unit struct {
	texts      []string
	uses       []string
	index, low int // of Tarjan's algorithm; index is 0 before the visit
	stacked    bool
}

type splitter struct {
	random
	fset  *token.FileSet
	src   string
	units map[string]*unit // by name; a unit may have several
	order []*unit

	index int
	stack []*unit
	found [][]*unit
}

func (s *splitter) text(n ast.Node) string {
	start := n.Pos()
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Doc != nil {
			start = n.Doc.Pos()
		}
	case *ast.GenDecl:
		if n.Doc != nil {
			start = n.Doc.Pos()
		}
	}
	return s.src[s.fset.Position(start).Offset:s.fset.Position(n.End()).Offset]
}

// add adds a declaration to the unit of a name, which it also stands for under the other names.
func (s *splitter) add(d ast.Decl, names ...string) {
	u := s.units[names[0]]
	if u == nil {
		u = &unit{}
		s.order = append(s.order, u)
	}
	for _, name := range names {
		s.units[name] = u
	}
	u.texts = append(u.texts, s.text(d))
	ast.Inspect(d, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !slices.Contains(u.uses, id.Name) {
			u.uses = append(u.uses, id.Name)
		}
		return true
	})
}

// components returns the strongly connected components, those that others depend on first.
func (s *splitter) components() [][]*unit {
	shuffle(&s.random, s.order)
	for _, u := range s.order {
		if u.index == 0 {
			s.visit(u)
		}
	}
	return s.found
}

func (s *splitter) visit(u *unit) {
	s.index++
	u.index, u.low, u.stacked = s.index, s.index, true
	s.stack = append(s.stack, u)
	for _, name := range u.uses {
		switch v := s.units[name]; {
		case v == nil:
		case v.index == 0:
			s.visit(v)
			u.low = min(u.low, v.low)
		case v.stacked:
			u.low = min(u.low, v.index)
		}
	}
	if u.low == u.index {
		i := slices.Index(s.stack, u)
		component := slices.Clone(s.stack[i:])
		s.stack = s.stack[:i]
		for _, v := range component {
			v.stacked = false
		}
		shuffle(&s.random, component)
		s.found = append(s.found, component)
	}
}
