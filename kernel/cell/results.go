// Small repairs of what the interpreter gets wrong.
//
// Named results are written into the place where the caller keeps the value, without clearing it first:
// the second `x = f()` would begin with the first one's result. So functions with named results clear
// them at their entry.
//
// Parentheses around operands confuse the interpreter in receive operations and assertions; the tree says
// without them what belongs together. They stay around types.
//
// In a select, `case x = <-c` and `case _ = <-c` become `case tmp := <-c: x = tmp` and `case <-c`.
//
// A branch that stands in a case of a select by itself is not taken; it is within `if true { break L }`.
//
// In `a[i], b[j] = x, y` the interpreter evaluates operands while it assigns. With anything but plain
// variables on the left, the right side goes into variables first.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

func resultsRule(e *emitter, cur *astutil.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.FuncDecl:
		if n.Body != nil {
			n.Body.List = append(e.clearResults(n.Type, n.Body.Lbrace), n.Body.List...)
		}
	case *ast.FuncLit:
		n.Body.List = append(e.clearResults(n.Type, n.Body.Lbrace), n.Body.List...)
	case *ast.ParenExpr:
		if !e.r.info.Types[n].IsType() {
			cur.Replace(n.X)
		}
	case *ast.CommClause:
		e.receive(n)
	case *ast.AssignStmt:
		e.parallel(cur, n)
	}
}

func (e *emitter) clearResults(ft *ast.FuncType, p token.Pos) []ast.Stmt {
	if ft.Results == nil {
		return nil
	}
	var list []ast.Stmt
	for _, f := range ft.Results.List {
		for _, id := range f.Names {
			obj := e.r.info.Defs[id]
			if id.Name == "_" || obj == nil || isTypeParam(obj.Type()) {
				continue
			}
			typ, ok := e.typeExpr(obj.Type(), p)
			if !ok {
				continue
			}
			z := e.temporary("zero")
			list = append(list, &ast.DeclStmt{Decl: variable(p, z, typ)}, assign(p, ident(id.Name, p), ident(z, p)))
		}
	}
	return list
}

func isBlank(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "_"
}

func allBlank(list []ast.Expr) bool {
	return !slices.ContainsFunc(list, func(x ast.Expr) bool { return !isBlank(x) })
}

// receive rewrites the assignment of a case of a select.
func (e *emitter) receive(n *ast.CommClause) {
	for i, s := range n.Body {
		if b, ok := s.(*ast.BranchStmt); ok && b.Tok != token.FALLTHROUGH && b.Label != nil {
			n.Body[i] = &ast.IfStmt{If: b.Pos(), Cond: ident("true", b.Pos()), Body: block(b.Pos(), b)}
		}
	}
	a, ok := n.Comm.(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 {
		return
	}
	if allBlank(a.Lhs) {
		n.Comm = &ast.ExprStmt{X: a.Rhs[0]}
		return
	}
	if a.Tok != token.ASSIGN {
		return
	}
	def, after := e.inTwoSteps(a)
	n.Comm = def
	n.Body = append(after, n.Body...)
}

// parallel takes an assignment of several values apart, where that is needed.
func (e *emitter) parallel(cur *astutil.Cursor, n *ast.AssignStmt) {
	if n.Tok != token.ASSIGN || len(n.Lhs) < 2 || len(n.Lhs) != len(n.Rhs) || cur.Index() < 0 {
		return
	}
	plain := true
	for _, x := range n.Lhs {
		if _, ok := x.(*ast.Ident); !ok {
			plain = false
		}
	}
	if plain {
		return
	}
	p := n.Pos()
	var list []ast.Stmt
	hold := func(x ast.Expr) ast.Expr {
		switch x.(type) {
		case *ast.BasicLit:
			return x
		}
		if tv := e.r.info.Types[x]; tv.Value != nil || tv.IsNil() {
			return x
		}
		t := e.temporary("t")
		list = append(list, define(p, t, x))
		return ident(t, p)
	}
	for _, x := range n.Lhs {
		switch x := x.(type) {
		case *ast.IndexExpr:
			t := e.r.info.Types[x.X].Type
			if t == nil {
				return
			}
			if _, array := t.Underlying().(*types.Array); !array {
				x.X = hold(x.X)
			}
			x.Index = hold(x.Index)
		case *ast.StarExpr:
			x.X = hold(x.X)
		case *ast.SelectorExpr:
			if t := e.r.info.Types[x.X].Type; t != nil {
				if _, ptr := t.Underlying().(*types.Pointer); ptr {
					x.X = hold(x.X)
				}
			}
		}
	}
	for i, y := range n.Rhs {
		n.Rhs[i] = hold(y)
	}
	for i, x := range n.Lhs {
		list = append(list, assign(p, x, n.Rhs[i]))
	}
	cur.Replace(block(p, list...))
}
