// Builtins that the interpreter lacks: min, max and clear, and new of a value. min and max become calls of
// a small function of the cell, one for each type, made when it is first needed; clear asks the runtime,
// which knows reflection. The order of floating-point numbers is Go's: NaN wins, and -0 is less than 0.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

func builtinRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.CallExpr)
	if !ok {
		return
	}
	p := n.Pos()
	switch name := e.builtin(n.Fun); name {
	case "min", "max":
		t := e.r.info.Types[n].Type
		if t == nil || e.r.info.Types[n].Value != nil {
			return
		}
		f, ok := e.extreme(name, types.Default(t), p)
		if !ok {
			return
		}
		x := n.Args[0]
		if len(n.Args) == 1 {
			cur.Replace(x)
			return
		}
		for _, y := range n.Args[1:] {
			x = call(p, ident(f, p), x, y)
		}
		cur.Replace(x)
	case "clear":
		cur.Replace(e.runtime(p, "Clear", n.Args...))
	case "new":
		if len(n.Args) != 1 || e.r.info.Types[n.Args[0]].IsType() {
			return
		}
		ptr, ok := e.r.info.Types[n].Type.(*types.Pointer)
		if !ok {
			return
		}
		result, ok1 := e.typeExpr(ptr, p)
		param, ok2 := e.typeExpr(ptr.Elem(), p)
		if ok1 && ok2 {
			address := &ast.UnaryExpr{OpPos: p, Op: token.AND, X: ident("w", p)}
			cur.Replace(call(p, function(p, fields(p, field(param, ident("v", p))), fields(p, field(result)),
				define(p, "w", ident("v", p)), returns(p, address)), n.Args[0]))
		}
	}
}

// extreme is the name of the function that computes min or max of two values of type t.
func (e *emitter) extreme(name string, t types.Type, p token.Pos) (string, bool) {
	typ, ok := e.typeExpr(t, p)
	if !ok || isTypeParam(t) {
		return "", false
	}
	f := name + "ꓸ" + strings.NewReplacer(".", "ꓸ", "[", "ꓸ", "]", "ꓸ").Replace(types.ExprString(typ))
	if !e.helper(f) {
		return f, true
	}
	a := func() ast.Expr { return ident("a", p) }
	b := func() ast.Expr { return ident("b", p) }
	when := func(cond ast.Expr, x ast.Expr) ast.Stmt {
		return &ast.IfStmt{If: p, Cond: cond, Body: block(p, returns(p, x))}
	}
	op := token.LSS
	if name == "max" {
		op = token.GTR
	}
	var list []ast.Stmt
	if basic, ok := t.Underlying().(*types.Basic); ok && basic.Info()&types.IsFloat != 0 {
		list = append(list, when(binary(a(), p, token.NEQ, a()), a()), when(binary(b(), p, token.NEQ, b()), b()))
		// Equal but of different sign: 1/-0 is less than 0.
		number := func(s string) ast.Expr { return &ast.BasicLit{ValuePos: p, Kind: token.FLOAT, Value: s} }
		float := func(x ast.Expr) ast.Expr { return call(p, ident("float64", p), x) }
		zero := binary(binary(a(), p, token.EQL, b()), p, token.LAND, binary(float(a()), p, token.EQL, number("0.0")))
		less, more := a(), b()
		if name == "max" {
			less, more = more, less
		}
		list = append(list, &ast.IfStmt{If: p, Cond: zero, Body: block(p,
			when(binary(binary(number("1.0"), p, token.QUO, float(a())), p, token.LSS, number("0.0")), less), returns(p, more))})
	}
	list = append(list, when(binary(b(), p, op, a()), b()), returns(p, a()))
	result, _ := e.typeExpr(t, p)
	e.funcs = append(e.funcs, &ast.FuncDecl{
		Name: ident(f, p),
		Type: &ast.FuncType{Func: p, Params: fields(p, field(typ, ident("a", p), ident("b", p))), Results: fields(p, field(result))},
		Body: block(p, list...),
	})
	return f, true
}
