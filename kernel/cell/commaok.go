// Values that are not there.
//
// In `v, ok := m[k]` and `v, ok := x.(T)` the interpreter leaves v alone if there is no value: it keeps what
// it was, or what the same variable was in the last round of a loop. Go makes it zero. So
//
//	v, ok = m[k]               becomes    v, ok = m[k]; if !ok { v = zero }
//	v, _ = m[k]                           v = m[k]
//	if v, ok := m[k]; ok {}               the same: nobody sees v where it is not there
//
// and everywhere else, as in the head of a switch, or where v is no plain variable, the right side becomes a
// function that returns both. Where v is blank there is nothing to do.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// findMissing records the type of the value of each assignment with comma and ok.
func (e *emitter) findMissing() {
	e.missing = make(map[ast.Node]types.Type)
	e.t.walk(func(n ast.Node) bool {
		var right ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == 2 && len(n.Rhs) == 1 {
				right = n.Rhs[0]
			}
		case *ast.ValueSpec:
			if len(n.Names) == 2 && len(n.Values) == 1 {
				right = n.Values[0]
			}
		}
		switch ast.Unparen(right).(type) {
		case *ast.IndexExpr, *ast.TypeAssertExpr:
			if t, ok := e.r.info.Types[right].Type.(*types.Tuple); ok && t.Len() == 2 {
				e.missing[n] = t.At(0).Type()
			}
		}
		return true
	})
}

func missingRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.AssignStmt)
	if !ok || e.missing[n] == nil {
		return
	}
	if isBlank(n.Lhs[0]) || onlyIfThere(cur, n) {
		return
	}
	p := n.Pos()
	_, indexed := ast.Unparen(n.Rhs[0]).(*ast.IndexExpr)
	v, plain := n.Lhs[0].(*ast.Ident)
	there, known := n.Lhs[1].(*ast.Ident)
	if isBlank(n.Lhs[1]) {
		if indexed {
			n.Lhs = n.Lhs[:1]
			return
		}
		known = false
	}
	typ, ok := e.typeExpr(e.missing[n], p)
	if !ok {
		return
	}
	z := e.temporary("zero")
	declare := &ast.DeclStmt{Decl: variable(p, z, typ)}
	if plain && known && cur.Index() >= 0 {
		not := &ast.UnaryExpr{OpPos: p, Op: token.NOT, X: ident(there.Name, p)}
		cur.InsertAfter(&ast.IfStmt{If: p, Cond: not, Body: block(p, declare, assign(p, ident(v.Name, p), ident(z, p)))})
		return
	}
	result, _ := e.typeExpr(e.missing[n], p)
	t, o := e.temporary("v"), e.temporary("ok")
	n.Rhs[0] = call(p, function(p, fields(p), fields(p, field(result), field(ident("bool", p))),
		definePair(p, t, o, n.Rhs[0]),
		&ast.IfStmt{If: p, Cond: ident(o, p), Body: block(p, returns(p, ident(t, p), ident("true", p)))},
		declare,
		returns(p, ident(z, p), ident("false", p))))
}

// onlyIfThere reports whether n is the head of an if without an else whose condition is that the value is
// there.
func onlyIfThere(cur *astutil.Cursor, n *ast.AssignStmt) bool {
	s, ok := cur.Parent().(*ast.IfStmt)
	if !ok || s.Init != ast.Stmt(n) || s.Else != nil || n.Tok != token.DEFINE {
		return false
	}
	cond, ok1 := s.Cond.(*ast.Ident)
	there, ok2 := n.Lhs[1].(*ast.Ident)
	return ok1 && ok2 && cond.Name == there.Name && there.Name != "_"
}
