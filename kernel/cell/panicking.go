// What panic is given.
//
// A value of a cell's own type loses its methods when it becomes the value of a panic (interface.go), so
// nobody could say afterwards what an error has to say. Its text is left with the session first:
//
//	panic(E{6})    becomes    panic(func(v E) any { return runtime.Raise(v, func() string { return v.Error() }) }(E{6}))
//
// panic(nil) panics with what Go gives for it, a *runtime.PanicNilError.

package cell

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

func panicRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.CallExpr)
	if !ok || len(n.Args) != 1 || e.builtin(n.Fun) != "panic" {
		return
	}
	x := n.Args[0]
	t := e.typeOf(x)
	empty := types.NewInterfaceType(nil, nil)
	switch {
	case t == nil:
	case isEmptyInterface(t) || e.r.info.Types[x].IsNil():
		n.Args[0] = e.typed(e.runtime(x.Pos(), "Panic", x), empty)
	case isOwn(t):
		if y := e.raise(x, t); y != nil {
			n.Args[0] = e.typed(y, empty)
		}
	}
}

// raise is x with its text left with the session; nil if x has none.
func (e *emitter) raise(x ast.Expr, t types.Type) ast.Expr {
	p := x.Pos()
	set := types.NewMethodSet(t)
	name := ""
	for _, m := range []string{"String", "Error"} {
		if s := set.Lookup(nil, m); s != nil && isText(s.Type()) {
			name = m
		}
	}
	param, ok := e.typeExpr(t, p)
	if name == "" || !ok {
		return nil
	}
	v := e.temporary("v")
	method := function(p, fields(p), fields(p, field(ident("string", p))),
		returns(p, call(p, &ast.SelectorExpr{X: ident(v, p), Sel: ident(name, p)})))
	return call(p, function(p, fields(p, field(param, ident(v, p))), fields(p, field(emptyInterface(p))),
		returns(p, e.runtime(p, "Raise", ident(v, p), method))), x)
}

// isText reports whether t is func() string.
func isText(t types.Type) bool {
	s, ok := t.(*types.Signature)
	return ok && s.Params().Len() == 0 && s.Results().Len() == 1 && types.Identical(s.Results().At(0).Type(), types.Typ[types.String])
}
