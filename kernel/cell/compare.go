// Comparisons.
//
// The interpreter compares only what has the same type. Go also compares a channel with one that is of
// one direction, a named array with an unnamed one, a value with an interface. The operands get the same
// type by a conversion: the one without a name is converted to the type of the other.
//
// It also writes the outcome into the place that waits for a result, of whatever type that is. Where a
// comparison becomes a value of an interface, or is thrown away, it says so: any(bool(x > y)).

package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

func compareRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.BinaryExpr)
	if !ok || !isComparison(n.Op) {
		return
	}
	if x := e.compared(n); x != nil {
		cur.Replace(x)
	}
}

// compared prepares the comparison n. It gives what is to stand in its place, or nil.
func (e *emitter) compared(n *ast.BinaryExpr) ast.Expr {
	if x := e.equality(n.X, n.Y, n.Op); x != nil {
		return x
	}
	e.sameType(&n.X, &n.Y)
	return nil
}

// sameType converts one of two operands that are compared to the type of the other.
func (e *emitter) sameType(x, y *ast.Expr) {
	tx, ty := e.typeOf(*x), e.typeOf(*y)
	if tx == nil || ty == nil || e.isConstant(*x) || e.isConstant(*y) || isInterface(tx) || isInterface(ty) ||
		isTypeParam(tx) || isTypeParam(ty) || types.Identical(tx, ty) {
		return
	}
	if _, named := types.Unalias(tx).(*types.Named); named || isNarrow(tx) {
		*y = e.convert(*y, tx)
	} else {
		*x = e.convert(*x, ty)
	}
}

// isNarrow reports whether t is a channel of one direction.
func isNarrow(t types.Type) bool {
	c, ok := t.Underlying().(*types.Chan)
	return ok && c.Dir() != types.SendRecv
}

func isComparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// isTruth reports whether x is a comparison, or made of them.
func isTruth(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.BinaryExpr:
		return isComparison(x.Op) || x.Op == token.LAND || x.Op == token.LOR
	case *ast.UnaryExpr:
		return x.Op == token.NOT
	}
	return false
}
