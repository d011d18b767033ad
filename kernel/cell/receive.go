// A value that was received is a constant to the interpreter: `x = <-c` puts it in the place of x, and
// the next x++, &x or x = 3 panics, in this cell or in a later one. So it is received into a variable of its
// own, which nobody changes, and copied from there:
//
//	x = <-c                  becomes    v := <-c; x = v
//	_, ok = <-c                         v, o := <-c; ok = o
//
// (what a blank stands for may have another type). In declarations, and in the head of an if, for or switch,
// there is no room for two statements; there a function copies it:
//
//	if x := <-c; x > 0 {}               if x := func(v T) T { return v }(<-c); x > 0 {}

package cell

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/astutil"
)

func receiveRule(e *emitter, cur *astutil.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.ValueSpec:
		if len(n.Names) == 1 && len(n.Values) == 1 && received(n.Values[0]) {
			n.Values[0] = e.copied(n.Values[0])
		}
	case *ast.AssignStmt:
		if len(n.Rhs) != 1 || n.Tok != token.ASSIGN && n.Tok != token.DEFINE || !received(n.Rhs[0]) {
			return
		}
		if _, inSelect := cur.Parent().(*ast.CommClause); inSelect && cur.Index() < 0 {
			return // order.go
		}
		if len(n.Lhs) == 2 {
			e.receiveOk(cur, n)
			return
		}
		switch {
		case isBlank(n.Lhs[0]):
		case cur.Index() < 0:
			n.Rhs[0] = e.copied(n.Rhs[0])
		default:
			v := e.temporary("v")
			cur.InsertBefore(define(n.Pos(), v, n.Rhs[0]))
			n.Rhs[0] = ident(v, n.Pos())
		}
	}
}

func received(x ast.Expr) bool {
	u, ok := ast.Unparen(x).(*ast.UnaryExpr)
	return ok && u.Op == token.ARROW
}

// receiveOk gives the value in `_, ok := <-c` a variable.
func (e *emitter) receiveOk(cur *astutil.Cursor, n *ast.AssignStmt) {
	p := n.Pos()
	switch {
	case !isBlank(n.Lhs[0]):
	case n.Tok == token.DEFINE:
		n.Lhs[0] = ident(e.temporary("v"), p)
	case isBlank(n.Lhs[1]) || cur.Index() < 0:
	default:
		v, o := e.temporary("v"), e.temporary("ok")
		cur.InsertBefore(definePair(p, v, o, n.Rhs[0]))
		cur.Replace(assign(p, n.Lhs[1], ident(o, p)))
	}
}

// copied is x, which receives, through a function that copies it.
func (e *emitter) copied(x ast.Expr) ast.Expr {
	t := e.typeOf(x)
	if t == nil {
		return x // of the compiler's own
	}
	if y := e.identity(t, x); y != nil {
		return y
	}
	return x
}
