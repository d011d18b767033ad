// Loops over arrays, and loops whose variables are places.
//
// Over an array of which only the indices are wanted, `for i := range a`, the array is not looked at: it
// may even be behind a nil pointer. So the loop counts to the array's length.
//
// The interpreter assigns to existing variables only once, and to nothing but names. In
// `for m[f()] = range s { B }` the places are evaluated and assigned in each iteration:
//
//	for k := range s { m[f()] = k; B }

package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

func rangeRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.RangeStmt)
	if !ok {
		return
	}
	p := n.Pos()
	if n.Value != nil && isBlank(n.Value) {
		n.Value = nil
	}
	if n.Tok == token.ASSIGN {
		a := &ast.AssignStmt{TokPos: p, Tok: token.ASSIGN}
		for _, place := range []*ast.Expr{&n.Key, &n.Value} {
			if *place == nil || isBlank(*place) {
				continue
			}
			name := e.temporary("k")
			a.Lhs, a.Rhs = append(a.Lhs, *place), append(a.Rhs, ident(name, p))
			*place = ident(name, p)
		}
		if len(a.Lhs) > 0 {
			n.Tok = token.DEFINE
			n.Body.List = append([]ast.Stmt{a}, n.Body.List...)
		} else {
			n.Tok, n.Key = token.ILLEGAL, nil
		}
	}
	if length, ok := e.arrayLength(n); ok && n.Value == nil {
		n.X = e.typed(integer(p, strconv.FormatInt(length, 10)), types.Typ[types.Int])
		e.overInt[n] = types.Typ[types.Int]
		e.kept[n] = n.Key != nil && n.Tok == token.DEFINE && e.keeps(n.Body, true, n.Key)
	}
}

// arrayLength is the length of the array that n ranges over, unless finding the array does something.
func (e *emitter) arrayLength(n *ast.RangeStmt) (int64, bool) {
	t := e.typeOf(n.X)
	if t == nil || e.calls(n.X) {
		return 0, false
	}
	t = t.Underlying()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem().Underlying()
	}
	if a, ok := t.(*types.Array); ok {
		return a.Len(), true
	}
	return 0, false
}
