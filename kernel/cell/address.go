// Places.
//
// `&p[i]` of a pointer p to an array has the array left out, which the interpreter wants to see: &(*p)[i].
//
// A variable of a compiled package that is a number, a string or a truth value is a constant to the
// interpreter, except behind its address:
//
//	runtime.MemProfileRate = 0    becomes    p := &runtime.MemProfileRate; *p = 0

package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

func addressRule(e *emitter, cur *astutil.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.UnaryExpr:
		if x, ok := ast.Unparen(n.X).(*ast.IndexExpr); ok && n.Op == token.AND {
			e.throughPointer(x)
		}
	case *ast.AssignStmt:
		if len(n.Lhs) != 1 || !inList(cur) || n.Tok == token.DEFINE {
			return
		}
		sel, ok := n.Lhs[0].(*ast.SelectorExpr)
		if !ok {
			return
		}
		v, ok := e.r.info.Uses[sel.Sel].(*types.Var)
		if !ok || v.IsField() || pathOf(v) == world {
			return
		}
		if _, basic := v.Type().Underlying().(*types.Basic); basic {
			p := n.Pos()
			place := e.temporary("p")
			insert(cur, []ast.Stmt{define(p, place, &ast.UnaryExpr{OpPos: p, Op: token.AND, X: sel})})
			n.Lhs[0] = e.typed(&ast.StarExpr{Star: p, X: ident(place, p)}, v.Type())
		}
	}
}

// throughPointer writes out that x indexes what a pointer points to.
func (e *emitter) throughPointer(x *ast.IndexExpr) {
	t := e.typeOf(x.X)
	if t == nil {
		return
	}
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return
	}
	p := x.Pos()
	array := e.typed(&ast.StarExpr{Star: p, X: x.X}, ptr.Elem())
	x.X = e.typed(&ast.ParenExpr{Lparen: p, X: array, Rparen: p}, ptr.Elem())
}
