// SPDX-License-Identifier: BSD-3-Clause

package debug

import (
	"go/ast"
	"go/token"

	"polka/kernel/cell/syntax"
)

// firstStatements gives for each line of a cell on which a statement begins the column of the first
// one.
func firstStatements(text string) map[int]int {
	lines := make(map[int]int)
	steps := []syntax.Step{{Go: text}}
	if !syntax.IsProgram(text) {
		steps = syntax.Steps(text)
	}
	for _, s := range steps {
		if s.Query != nil || s.Shell != nil {
			continue
		}
		if s.Magic != nil {
			s.Go = s.Magic.Code()
		}
		fset := token.NewFileSet()
		t, err := syntax.Parse(fset, 1, s.Go)
		if err != nil {
			continue
		}
		add := func(n ast.Node) {
			p := fset.Position(n.Pos())
			if col, ok := lines[p.Line]; p.Line > 0 && (!ok || p.Column < col) {
				lines[p.Line] = p.Column
			}
		}
		for _, x := range t.Values {
			add(x)
		}
		t.Walk(func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt, *ast.LabeledStmt, *ast.EmptyStmt, *ast.CaseClause, *ast.CommClause:
			case *ast.DeclStmt:
				if g, ok := n.Decl.(*ast.GenDecl); ok && g.Tok == token.VAR {
					add(n)
				}
			case ast.Stmt:
				add(n)
			}
			return true
		})
	}
	return lines
}
