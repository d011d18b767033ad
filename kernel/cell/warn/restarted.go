// SPDX-License-Identifier: BSD-3-Clause

// A variable of a function literal that begins anew with each call.
//
// A counter needs a variable outside the function that counts:
//
//	n := 0
//	return func() int {
//		n := n + 1
//		return n
//	}
//
// Here := makes a second n, and the function returns 1 with each call. No Go compiler rejects it.
// The rule reports := whose right side calculates with the variable of the same name outside the
// literal, if that begins as a constant and is never changed: then the result is always the same,
// so that nobody can mean it.

package warn

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

func (w *warner) restarted() {
	var literals []*ast.FuncLit // those around the node
	var stack []ast.Node
	ast.Inspect(w.File, func(n ast.Node) bool {
		if n == nil {
			if _, ok := stack[len(stack)-1].(*ast.FuncLit); ok {
				literals = literals[:len(literals)-1]
			}
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		switch n := n.(type) {
		case *ast.FuncLit:
			literals = append(literals, n)
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE && len(n.Lhs) == 1 && len(n.Rhs) == 1 && len(literals) > 0 {
				w.restartedIn(n, literals[len(literals)-1])
			}
		}
		return true
	})
}

// restartedIn looks at an assignment in a function literal.
func (w *warner) restartedIn(a *ast.AssignStmt, literal *ast.FuncLit) {
	id, ok := a.Lhs[0].(*ast.Ident)
	sum, isSum := a.Rhs[0].(*ast.BinaryExpr)
	if !ok || !isSum {
		return
	}
	for _, x := range []ast.Expr{sum.X, sum.Y} {
		operand, ok := ast.Unparen(x).(*ast.Ident)
		if !ok || operand.Name != id.Name {
			continue
		}
		outer, ok := w.Info.Uses[operand].(*types.Var)
		if ok && (outer.Pos() < literal.Pos() || outer.Pos() > literal.End()) && w.remains(outer) {
			w.warn(id.Pos(), fmt.Sprintf("this %s is a new variable in each call of the function; that of %s is never changed (= assigns, := defines)",
				id.Name, w.Place(outer.Pos())))
			return
		}
	}
}

// remains reports whether a variable of the cell begins as a constant and is never changed.
func (w *warner) remains(v *types.Var) bool {
	begins, changes := false, false
	is := func(x ast.Expr) bool {
		id, ok := ast.Unparen(x).(*ast.Ident)
		return ok && (w.Info.Uses[id] == v || w.Info.Defs[id] == v)
	}
	constant := func(values []ast.Expr, i int) bool {
		return len(values) == 0 || i < len(values) && w.Info.Types[values[i]].Value != nil
	}
	ast.Inspect(w.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for i, id := range n.Names {
				begins = begins || is(id) && constant(n.Values, i)
			}
		case *ast.AssignStmt:
			for i, x := range n.Lhs {
				id, _ := ast.Unparen(x).(*ast.Ident)
				switch {
				case !is(x):
				case id != nil && w.Info.Defs[id] == v:
					begins = begins || len(n.Lhs) == len(n.Rhs) && constant(n.Rhs, i)
				default:
					changes = true
				}
			}
		case *ast.IncDecStmt:
			changes = changes || is(n.X)
		case *ast.RangeStmt:
			changes = changes || n.Key != nil && is(n.Key) || n.Value != nil && is(n.Value)
		case *ast.UnaryExpr:
			changes = changes || n.Op == token.AND && is(n.X)
		}
		return true
	})
	return begins && !changes
}
