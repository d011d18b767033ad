// The builtins print and println write to standard error in a form of their own: floating-point numbers
// in full, slices as lengths and addresses, interfaces as two words. The interpreter prints with package
// fmt to standard output instead. So they become calls of the runtime, which is told which arguments are
// interfaces, since a value that has been put into one does not tell:
//
//	println(x, err)    becomes    runtime.Println("vi", x, err)

package cell

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

func printRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.CallExpr)
	if !ok {
		return
	}
	name := e.builtin(n.Fun)
	if name != "print" && name != "println" {
		return
	}
	p := n.Pos()
	var kinds strings.Builder
	add := func(t types.Type) {
		if isInterface(t) {
			kinds.WriteByte('i')
		} else {
			kinds.WriteByte('v')
		}
	}
	for _, x := range n.Args {
		if t, ok := e.typeOf(x).(*types.Tuple); ok {
			e.spread(n, t)
			for v := range t.Variables() {
				add(v.Type())
			}
			break
		}
		add(e.typeOf(x))
	}
	if lit, ok := n.Fun.(*ast.FuncLit); ok {
		// The tuple's call: the print is inside.
		n = lit.Body.List[0].(*ast.ExprStmt).X.(*ast.CallExpr)
	}
	n.Fun = e.runtime(p, strings.ToUpper(name[:1])+name[1:]).Fun
	n.Args = append([]ast.Expr{e.typed(text(p, strconv.Quote(kinds.String())), types.Typ[types.String])}, n.Args...)
	if known := e.argTypes[n]; known != nil { // of a defer or go statement
		e.argTypes[n] = append([]types.Type{types.Typ[types.String]}, known...)
	}
}
