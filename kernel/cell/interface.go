// Values in interfaces.
//
// The interpreter has two kinds of interface values. In one of an empty interface it keeps the value
// alone, as reflection has it. In one of an interface with methods it keeps the value together with what
// it knows of its type, since reflection knows no methods of interpreted types. It does not always turn
// one into the other. So here
//
//	var a any = f            becomes    a = runtime.Any(f)        f is of an interface with methods
//	F(x).M(), m[F(x)]        becomes    func(v F) F { return v }(x).M()
//	s.f = T{1}               becomes    v := T{1}; s.f = v        the field is an interface
//	f == g, a == 3           becomes    runtime.Equal(f, g)
//
// where the runtime is compiled code, which always gets the value alone. any itself is spelled
// interface{}: the interpreter takes the two for different types.
//
// Assertions are in assertion.go.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

func interfaceRule(e *emitter, cur *astutil.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.Ident:
		if isAnyName(e.r.info.Uses[n]) {
			if sel, ok := cur.Parent().(*ast.SelectorExpr); ok && sel.Sel == n {
				return
			}
			x := emptyInterface(n.Pos())
			e.r.info.Types[x] = e.r.info.Types[n]
			cur.Replace(x)
		}
	case *ast.CallExpr:
		tv := e.r.info.Types[n.Fun]
		if !tv.IsType() || len(n.Args) != 1 || !isInterface(tv.Type) || e.isConstant(n.Args[0]) {
			return
		}
		tx := e.typeOf(n.Args[0])
		if tx == nil {
			return
		}
		switch {
		case isEmptyInterface(tv.Type) && hasMethods(tx):
			cur.Replace(e.toAny(n.Args[0]))
		case hasMethods(tv.Type) && !isInterface(tx) && usedInPlace(cur.Parent(), n):
			if x := e.identity(tv.Type, n.Args[0]); x != nil {
				cur.Replace(x)
			}
		}
	case *ast.AssignStmt:
		e.storeLiteral(cur, n)
	}
}

// usedInPlace reports whether x is not assigned to anything before parent uses it.
func usedInPlace(parent ast.Node, x ast.Expr) bool {
	switch p := parent.(type) {
	case *ast.SelectorExpr:
		return true
	case *ast.IndexExpr:
		return p.Index == x
	}
	return false
}

// isAnyName reports whether obj is Go's own any.
func isAnyName(obj types.Object) bool {
	return obj != nil && obj.Pkg() == nil && obj.Name() == "any" && obj == types.Universe.Lookup("any")
}

func isEmptyInterface(t types.Type) bool {
	return isInterface(t) && t.Underlying().(*types.Interface).NumMethods() == 0
}

// hasMethods reports whether t is an interface with methods.
func hasMethods(t types.Type) bool { return isInterface(t) && !isEmptyInterface(t) }

// toAny is x, of an interface with methods, in an empty interface.
func (e *emitter) toAny(x ast.Expr) ast.Expr {
	return e.typed(e.runtime(x.Pos(), "Any", x), types.NewInterfaceType(nil, nil))
}

// identity is the call of a function that gives back x as a t; nil if t has no name here.
func (e *emitter) identity(t types.Type, x ast.Expr) ast.Expr {
	p := x.Pos()
	param, ok := e.typeExpr(t, p)
	if !ok {
		return nil
	}
	result, _ := e.typeExpr(t, p)
	v := e.temporary("v")
	lit := function(p, fields(p, field(param, ident(v, p))), fields(p, field(result)), returns(p, e.typed(ident(v, p), t)))
	return e.typed(call(p, lit, x), t)
}

// storeLiteral holds a literal that is stored in a place of an interface type: the interpreter would make
// it in that very place.
func (e *emitter) storeLiteral(cur *astutil.Cursor, n *ast.AssignStmt) {
	if n.Tok != token.ASSIGN || len(n.Lhs) != 1 || len(n.Rhs) != 1 || isBlank(n.Lhs[0]) {
		return
	}
	if _, ok := ast.Unparen(n.Rhs[0]).(*ast.CompositeLit); !ok || !isInterface(e.variableType(n.Lhs[0])) || !inList(cur) {
		return
	}
	var list []ast.Stmt
	n.Rhs[0] = e.hold(&list, n.Rhs[0])
	insert(cur, list)
}

// equality is x == y for two operands of which at least one is an interface; nil if the interpreter can
// compare them itself.
func (e *emitter) equality(x, y ast.Expr, op token.Token) ast.Expr {
	tx, ty := e.typeOf(x), e.typeOf(y)
	if op != token.EQL && op != token.NEQ || tx == nil || ty == nil || !isInterface(tx) && !isInterface(ty) {
		return nil
	}
	if e.r.info.Types[x].IsNil() || e.r.info.Types[y].IsNil() {
		return nil
	}
	p := x.Pos()
	eq := e.typed(e.runtime(p, "Equal", x, y), types.Typ[types.Bool])
	if op == token.NEQ {
		return e.typed(&ast.UnaryExpr{OpPos: p, Op: token.NOT, X: eq}, types.Typ[types.Bool])
	}
	return eq
}
