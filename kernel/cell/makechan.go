// A channel of one direction is made as one of both and converted:
//
//	make(<-chan int)    becomes    (<-chan int)(make(chan int))
//
// Reflection, which makes the channels of the interpreter, makes no others.

package cell

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

func makeChanRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.CallExpr)
	if !ok || len(n.Args) == 0 || e.builtin(n.Fun) != "make" {
		return
	}
	t := e.typeOf(n)
	if t == nil {
		return
	}
	c, ok := t.Underlying().(*types.Chan)
	if !ok || c.Dir() == types.SendRecv {
		return
	}
	both := types.NewChan(types.SendRecv, c.Elem())
	x, ok := e.typeExpr(both, n.Pos())
	if !ok {
		return
	}
	e.r.info.Types[x] = typeMode(both)
	n.Args[0] = x
	cur.Replace(e.convert(e.typed(n, both), t))
}
