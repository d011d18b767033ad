// Questions about types that have their answer before the program runs.
//
// A generic function asks what its type parameter is by a type switch on any(x), or by an assertion. In an
// instance the type of x is known, and so is the answer. It is given here, because the interpreter could
// not: in an empty interface it tells a named int from an int no more than reflection does, finds no
// methods, and refuses what can never be true.
//
//	switch y := any(x).(type) {      becomes    switch { default: y := x; A }      where x is an int
//	case int: A
//	case string: B
//	}
//	v, ok := any(x).(fmt.Stringer)              v, ok := x, true                   where x has the method
//	v, ok := any(x).(string)                    v, ok := *new(string), false       where x is an int
//
// The operand may be converted to any interface. Its own type must be none.
//
// An assertion to a type that lacks methods of the operand's interface is always false. In a program it is
// a mistake, in an instance it is not; the interpreter is not asked then either.

package cell

import (
	"go/ast"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// answer rewrites the questions in an instance, before other rules change what they are about.
func (e *emitter) answer(f *ast.FuncDecl) {
	astutil.Apply(f, nil, func(cur *astutil.Cursor) bool {
		staticRule(e, cur)
		return true
	})
}

func staticRule(e *emitter, cur *astutil.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.TypeSwitchStmt:
		e.staticSwitch(cur, n)
	case *ast.AssignStmt:
		if len(n.Lhs) == 2 && len(n.Rhs) == 1 {
			if a, ok := ast.Unparen(n.Rhs[0]).(*ast.TypeAssertExpr); ok && a.Type != nil {
				e.staticCommaOk(n, a)
			}
		}
	case *ast.TypeAssertExpr:
		if n.Type == nil {
			return
		}
		// With comma and ok the whole statement is another; see above.
		if a, ok := cur.Parent().(*ast.AssignStmt); ok && len(a.Lhs) == 2 && len(a.Rhs) == 1 {
			return
		}
		if s, ok := cur.Parent().(*ast.ValueSpec); ok && len(s.Names) == 2 && len(s.Values) == 1 {
			return
		}
		if x := e.concrete(n.X); x != nil && holds(e.typeOf(x), e.typeOf(n.Type)) {
			cur.Replace(e.as(x, e.typeOf(n.Type)))
		} else if e.impossible(n) {
			n.X = e.convert(n.X, types.NewInterfaceType(nil, nil))
		}
	}
}

// concrete is the operand of a conversion x to an interface, if its type is none; else nil.
func (e *emitter) concrete(x ast.Expr) ast.Expr {
	c, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok || len(c.Args) != 1 || !e.r.info.Types[c.Fun].IsType() || !isInterface(e.typeOf(c)) {
		return nil
	}
	t := e.typeOf(c.Args[0])
	if t == nil || isInterface(t) || isTypeParam(t) || e.isConstant(c.Args[0]) {
		return nil
	}
	return c.Args[0]
}

// impossible reports whether the assertion a can never be true.
func (e *emitter) impossible(a *ast.TypeAssertExpr) bool {
	return a.Type != nil && never(e.typeOf(a.X), e.typeOf(a.Type))
}

// never reports whether no value of the interface type t is one of u.
func never(t, u types.Type) bool {
	if t == nil || u == nil || types.IsInterface(u) {
		return false
	}
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.IsMethodSet() && i.NumMethods() > 0 && !types.Implements(u, i)
}

// holds reports whether a value of the type t, which is no interface, is asserted to be u with success.
func holds(t, u types.Type) bool {
	if u == nil || types.IsInterface(t) {
		return false
	}
	if i, ok := u.Underlying().(*types.Interface); ok {
		return types.Implements(t, i)
	}
	return types.Identical(t, u)
}

// as is x as a value of the type t. To become an interface it is passed as one: in a conversion the
// interpreter forgets the methods.
func (e *emitter) as(x ast.Expr, t types.Type) ast.Expr {
	if types.Identical(e.typeOf(x), t) {
		return x
	}
	if y := e.identity(t, x); y != nil {
		return y
	}
	return x
}

// staticCommaOk rewrites the assignment or definition n with the assertion a.
func (e *emitter) staticCommaOk(n *ast.AssignStmt, a *ast.TypeAssertExpr) {
	x, t := e.concrete(a.X), e.typeOf(a.Type)
	if e.impossible(a) {
		x = a.X
	}
	if x == nil || t == nil {
		return
	}
	p := a.Pos()
	ok := holds(e.typeOf(x), t)
	var value ast.Expr
	if ok {
		value = e.as(x, t)
	} else {
		typ, known := e.typeExpr(t, p)
		if !known || e.calls(x) {
			return
		}
		value = e.typed(&ast.StarExpr{Star: p, X: e.typed(call(p, ident("new", p), typ), types.NewPointer(t))}, t)
	}
	n.Rhs = []ast.Expr{value, e.typed(ident(strconv.FormatBool(ok), p), types.Typ[types.Bool])}
}

// staticSwitch rewrites a type switch.
func (e *emitter) staticSwitch(cur *astutil.Cursor, n *ast.TypeSwitchStmt) {
	a := asserted(n)
	if a == nil {
		return
	}
	x := e.concrete(a.X)
	if x == nil {
		return
	}
	p := n.Pos()
	clause, t := e.chosen(n, e.typeOf(x))
	body := &ast.CaseClause{Case: p, Colon: p}
	operand := a.X
	if t == nil {
		t = e.typeOf(a.X)
	} else {
		operand = e.as(x, t)
	}
	name := "_"
	if s, ok := n.Assign.(*ast.AssignStmt); ok && clause != nil {
		name = s.Lhs[0].(*ast.Ident).Name
	}
	if name == "_" {
		body.Body = append(body.Body, assign(p, ident("_", p), x))
	} else {
		typ, ok := e.typeExpr(t, p)
		if !ok {
			return
		}
		body.Body = append(body.Body, &ast.DeclStmt{Decl: variable(p, name, typ, operand)})
	}
	if clause != nil {
		body.Body = append(body.Body, clause.Body...)
	}
	cur.Replace(&ast.SwitchStmt{Switch: p, Init: n.Init, Tag: e.typed(ident("true", p), types.Typ[types.Bool]), Body: block(p, body)})
}

// chosen is the clause of n that a value of the type t takes, if any, and the type that the value has in
// it; nil if that is the type of the operand.
func (e *emitter) chosen(n *ast.TypeSwitchStmt, t types.Type) (*ast.CaseClause, types.Type) {
	var fallback *ast.CaseClause
	for _, s := range n.Body.List {
		c := s.(*ast.CaseClause)
		if c.List == nil {
			fallback = c
		}
		for _, x := range c.List {
			if e.r.info.Types[x].IsNil() || !holds(t, e.typeOf(x)) {
				continue
			}
			if len(c.List) == 1 {
				return c, e.typeOf(x)
			}
			return c, nil
		}
	}
	return fallback, nil
}
