// SPDX-License-Identifier: BSD-3-Clause

// What nothing uses, in a program made of cells.
//
// A variable of a function and a label are errors in a file if nothing uses them, and not in a
// cell. They are found by checking the program. After the statement that defines a variable, or at
// the beginning of the body that it belongs to, comes _ = x; a label is removed.
//
// Each round repairs at least one place, and no place twice.

package cell

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// An importerFunc is a types.Importer.
type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// fixProgram returns the text of a program with uses of what nothing used. The error is that of a
// check of the types.
func (c *Compiler) fixProgram(text []byte) ([]byte, error) {
	for {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "main.go", text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		var errs []types.Error
		conf := types.Config{Importer: importerFunc(c.load), Sizes: c.sizes, Error: func(err error) {
			if e, ok := errors.AsType[types.Error](err); ok {
				errs = append(errs, e)
			}
		}}
		_, _ = conf.Check("main", fset, []*ast.File{f}, nil)
		if len(errs) == 0 {
			return text, nil
		}
		var edits []edit
		for _, e := range errs {
			fix, ok := unusedEdit(f, e)
			if !ok {
				return nil, fmt.Errorf("the program would have an error: %s", e.Msg)
			}
			edits = append(edits, edit{fset.Position(token.Pos(fix.from)).Offset, fset.Position(token.Pos(fix.to)).Offset, fix.text})
		}
		slices.SortFunc(edits, func(a, b edit) int { return b.from - a.from })
		for _, e := range edits {
			text = slices.Concat(text[:e.from], []byte(e.text), text[e.to:])
		}
	}
}

// unusedEdit returns the edit that makes a use of what is not used, with positions for offsets.
func unusedEdit(f *ast.File, e types.Error) (fix edit, ok bool) {
	name, unused := strings.CutPrefix(e.Msg, "declared and not used: ")
	isLabel := strings.HasPrefix(e.Msg, "label ") && strings.HasSuffix(e.Msg, "declared and not used")
	ast.Inspect(f, func(n ast.Node) bool {
		if ok || n == nil || e.Pos < n.Pos() || n.End() < e.Pos {
			return false
		}
		switch n := n.(type) {
		case *ast.LabeledStmt:
			if isLabel && n.Label.Pos() == e.Pos {
				fix, ok = edit{int(n.Pos()), int(n.Colon) + 1, ""}, true
			}
		case *ast.BlockStmt:
			fix, ok = useIn(n.List, name, e.Pos)
		case *ast.CaseClause:
			fix, ok = useIn(n.Body, name, e.Pos)
		case *ast.CommClause:
			if fix, ok = useIn(n.Body, name, e.Pos); !ok && n.Comm != nil && n.Comm.Pos() <= e.Pos && e.Pos < n.Comm.End() {
				fix, ok = edit{int(n.Colon) + 1, int(n.Colon) + 1, " _ = " + name + "; "}, unused
			}
		}
		return !ok
	})
	return fix, ok && (unused || isLabel)
}

// useIn returns the edit if the statement that defines a name is in the list.
func useIn(list []ast.Stmt, name string, p token.Pos) (fix edit, ok bool) {
	for _, s := range list {
		if l, labeled := s.(*ast.LabeledStmt); labeled {
			s = l.Stmt
		}
		if p < s.Pos() || s.End() <= p {
			continue
		}
		switch s := s.(type) {
		case *ast.AssignStmt:
			if slices.ContainsFunc(s.Lhs, func(x ast.Expr) bool { return x.Pos() == p }) {
				return edit{int(s.End()), int(s.End()), "; _ = " + name}, true
			}
		case *ast.DeclStmt:
			for _, spec := range s.Decl.(*ast.GenDecl).Specs {
				if v, isVar := spec.(*ast.ValueSpec); isVar && slices.ContainsFunc(v.Names, func(id *ast.Ident) bool { return id.Pos() == p }) {
					return edit{int(s.End()), int(s.End()), "; _ = " + name}, true
				}
			}
		case *ast.RangeStmt:
			if p < s.Body.Pos() {
				return inBody(s.Body, name)
			}
		case *ast.ForStmt:
			if p < s.Body.Pos() {
				return inBody(s.Body, name)
			}
		case *ast.IfStmt:
			if s.Init != nil && s.Init.Pos() <= p && p < s.Init.End() {
				return inBody(s.Body, name)
			}
		case *ast.TypeSwitchStmt:
			if a, isAssign := s.Assign.(*ast.AssignStmt); isAssign && a.Lhs[0].Pos() == p {
				return edit{int(a.Pos()), int(a.Rhs[0].Pos()), ""}, true
			}
		}
	}
	return edit{}, false
}

func inBody(b *ast.BlockStmt, name string) (edit, bool) {
	at := int(b.Lbrace) + 1
	return edit{at, at, " _ = " + name + "; "}, true
}
