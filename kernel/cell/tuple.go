// A call whose one argument has several values hands them on as arguments. The interpreter cannot do that
// for its builtins:
//
//	append(f())    becomes    func(a []string, b string) []string { return append(a, b) }(f())

package cell

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

func tupleRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.CallExpr)
	if !ok || len(n.Args) != 1 || e.builtin(n.Fun) == "" {
		return
	}
	if t, ok := e.typeOf(n.Args[0]).(*types.Tuple); ok {
		e.spread(n, t)
	}
}

// spread changes n, the call of a builtin with one argument of several values.
func (e *emitter) spread(n *ast.CallExpr, t *types.Tuple) {
	p := n.Pos()
	ft := &ast.FuncType{Func: p, Params: fields(p)}
	inner := &ast.CallExpr{Fun: n.Fun, Lparen: p, Rparen: p}
	for v := range t.Variables() {
		typ, ok := e.typeExpr(v.Type(), p)
		if !ok {
			return
		}
		name := e.temporary("a")
		ft.Params.List = append(ft.Params.List, field(typ, ident(name, p)))
		inner.Args = append(inner.Args, e.typed(ident(name, p), v.Type()))
	}
	result := e.typeOf(n)
	var body ast.Stmt = &ast.ExprStmt{X: inner}
	if result != nil {
		if _, none := result.(*types.Tuple); !none && hasValue(result) {
			typ, ok := e.typeExpr(result, p)
			if !ok {
				return
			}
			ft.Results = fields(p, field(typ))
			body = returns(p, inner)
			e.typed(inner, result)
		}
	}
	n.Fun = &ast.FuncLit{Type: ft, Body: block(p, body)}
}

// hasValue reports whether t is the type of an expression that has a value.
func hasValue(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return !ok || b.Kind() != types.Invalid
}
