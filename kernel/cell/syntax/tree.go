// SPDX-License-Identifier: BSD-3-Clause

package syntax

import (
	"go/ast"
	"go/token"
	"strings"
)

// Declared returns the set of names that t declares outside of its statements.
func (t *Tree) Declared() map[string]bool {
	names := make(map[string]bool)
	for _, d := range t.Decls {
		if d.Recv == "" {
			for _, n := range d.Names {
				names[n] = true
			}
		}
	}
	return names
}

// Mentioned returns the set of identifiers of t.
func (t *Tree) Mentioned() map[string]bool {
	m := make(map[string]bool)
	t.Walk(func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			m[id.Name] = true
		}
		return true
	})
	return m
}

// Defined lists the identifiers on the left side of t's top-level definitions.
func (t *Tree) Defined() []*ast.Ident {
	var ids []*ast.Ident
	for _, s := range t.Stmts {
		ids = append(ids, DefinedBy(s)...)
	}
	return ids
}

// DefinedBy lists the identifiers that s defines.
func DefinedBy(s ast.Stmt) []*ast.Ident {
	var ids []*ast.Ident
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			for _, x := range s.Lhs {
				if id, ok := x.(*ast.Ident); ok {
					ids = append(ids, id)
				}
			}
		}
	case *ast.DeclStmt:
		if g, ok := s.Decl.(*ast.GenDecl); ok && g.Tok == token.VAR {
			for _, spec := range g.Specs {
				ids = append(ids, spec.(*ast.ValueSpec).Names...)
			}
		}
	}
	return ids
}

// Walk calls f for every node of t, as ast.Inspect does.
func (t *Tree) Walk(f func(ast.Node) bool) {
	for _, d := range t.Decls {
		ast.Inspect(d.Node, f)
	}
	for _, s := range t.Stmts {
		ast.Inspect(s, f)
	}
	for _, e := range t.Values {
		ast.Inspect(e, f)
	}
}

// IsType reports whether d declares a type.
func (d *Declaration) IsType() bool { return d.tok == token.TYPE }

// IsConst reports whether d is a group of constants.
func (d *Declaration) IsConst() bool { return d.tok == token.CONST }

// ContextName is the name, in a cell's tree, of the context that is passed to calls.
const ContextName = "ctxꓸ"

// Declares reports whether t declares name outside of its statements.
func (t *Tree) Declares(name string) bool {
	for _, d := range t.Decls {
		if d.Recv == "" {
			for _, n := range d.Names {
				if n == name {
					return true
				}
			}
		}
	}
	return false
}

// Embeds reports whether there is a directive that puts a file into a variable.
func (t *Tree) Embeds() bool {
	return strings.Contains("\n"+t.src, "\n//go:embed ")
}

// Text returns the text of the cell.
func (t *Tree) Text() string { return t.src }

// A Part is a part of the text of a cell that belongs together: an import, a declaration, or one of
// the statements. It begins where the part before it has ended, with the comments between them.
type Part struct {
	Begin, End          int
	Imports, Statements bool
	Semicolon           bool // one in the text ends it
}

// Parts divides the text of the cell.
func (t *Tree) Parts() (list []Part) {
	for _, c := range split(t.src) {
		list = append(list, Part{Begin: c.begin, End: c.end, Imports: c.section == imports, Statements: c.section == statements, Semicolon: c.semi})
	}
	return list
}
