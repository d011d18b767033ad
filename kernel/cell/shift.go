// Shifts of untyped constants.
//
// In `x >> (1 >> x)` the inner 1 has no type of its own: it takes the type that it would have if 1 stood
// there alone. As the count of a shift that is uint, and so says go/types for a constant, but of a count
// that is itself such a shift it says "untyped". The interpreter takes those for int, and then
// for uint. So the types are written down here: a count that is no constant and has no type becomes uint,
// with all that it is made of.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

func shiftRule(e *emitter, cur *astutil.Cursor) {
	var count *ast.Expr
	switch n := cur.Node().(type) {
	case *ast.BinaryExpr:
		if n.Op != token.SHL && n.Op != token.SHR {
			return
		}
		count = &n.Y
	case *ast.AssignStmt:
		if n.Tok != token.SHL_ASSIGN && n.Tok != token.SHR_ASSIGN {
			return
		}
		count = &n.Rhs[0]
	default:
		return
	}
	tv := e.r.info.Types[*count]
	if tv.Value != nil || !isUntyped(tv.Type) {
		return
	}
	ast.Inspect(*count, func(m ast.Node) bool {
		x, ok := m.(ast.Expr)
		if ok && isUntyped(e.typeOf(x)) {
			tv := e.r.info.Types[x]
			tv.Type = types.Typ[types.Uint]
			e.r.info.Types[x] = tv
		}
		_, isCall := m.(*ast.CallExpr)
		return !isCall
	})
}

func isUntyped(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsUntyped != 0
}
