// The functions of package unsafe take counts of any integer type. The interpreter's are compiled
// functions that want int, and it has no Slice and SliceData, whose types depend on their arguments:
//
//	unsafe.Add(p, n)       becomes    unsafe.Add(p, int(n))
//	unsafe.Slice(p, n)     becomes    runtime.Slice(p, int(n)).([]T)
//	unsafe.SliceData(s)    becomes    runtime.SliceData(s).(*T)

package cell

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

func unsafeRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.CallExpr)
	if !ok {
		return
	}
	sel, ok := n.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	b, ok := e.r.info.Uses[sel.Sel].(*types.Builtin)
	if !ok {
		return
	}
	p := n.Pos()
	if len(n.Args) == 2 {
		if !e.isConstant(n.Args[1]) {
			n.Args[1] = e.convert(n.Args[1], types.Typ[types.Int])
		} else {
			tv := e.r.info.Types[n.Args[1]]
			tv.Type = types.Typ[types.Int]
			e.r.info.Types[n.Args[1]] = tv
		}
	}
	if b.Name() != "Slice" && b.Name() != "SliceData" {
		return
	}
	t := e.typeOf(n)
	typ, ok := e.typeExpr(t, p)
	if !ok {
		return
	}
	x := &ast.TypeAssertExpr{X: e.typed(e.runtime(p, b.Name(), n.Args...), types.NewInterfaceType(nil, nil)), Lparen: p, Type: typ, Rparen: p}
	cur.Replace(e.typed(x, t))
}
