// SPDX-License-Identifier: BSD-3-Clause

// The order of evaluation within a statement.
//
// The language specification fixes the order of calls, but not when a variable beside a call is
// read. The Go compiler first makes all calls of a statement, and performs some other operations
// such as slicing; it reads the remaining variables after that. The machine evaluates expressions
// from left to right. The results agree unless something that a call may change precedes the call,
// as in f(x, g()), where g assigns to x, or something that may panic precedes a slicing, as in
// f(a[i], a[:j]). In these cases the calls and slicings are hoisted: they are made first, in order,
// and the rest of the expression uses their results.
//
// An assignment has two phases: the operands on the left and the expressions on the right are
// evaluated, and then the values are assigned from left to right. What may panic about a place
// itself, such as an index out of range or a nil pointer, belongs to the second phase. So the
// machine evaluates the value before the place, and hoists the calls on the left (hoistAssignment);
// where there are several places, their operands are kept in temporaries first (freeze).
//
// The callee of a call, other than a name, is looked at before the arguments if calls lead to it. A
// nil function or interface fails after the arguments have been evaluated.
//
// A level is a set of expressions that are evaluated together: the expressions of a statement, the
// callee and the arguments of a call, or the operands of another ordered operation. Each level is
// hoisted separately.

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

// hoist compiles the ordered operations of a level into a statement that must run before the level,
// if their order among the variables matters; otherwise the statement is nil. Until lower is
// called, c.expr returns the results of the operations. Expressions in the list may be nil.
func (c *comp) hoist(list ...ast.Expr) (first run.Stmt, lower func()) {
	l := level{c: c}
	for _, e := range list {
		if l.disordered(e) {
			return c.hoistAll(list)
		}
	}
	return nil, func() {}
}

// hoistAll is hoist for a level whose order matters.
func (c *comp) hoistAll(list []ast.Expr) (first run.Stmt, lower func()) {
	return c.hoistThose(list, c.ordered)
}

// hoistThose is hoistAll for the operations for which ordered is true.
func (c *comp) hoistThose(list []ast.Expr, ordered func(ast.Expr) bool) (first run.Stmt, lower func()) {
	if c.bound == nil {
		c.bound = make(map[ast.Expr]node.Node)
	}
	var stmts []run.Stmt
	var hoisted []ast.Expr
	visit := func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		c.markParts(e)
		if _, ok := e.(*ast.FuncLit); ok || c.bound[e].T != nil {
			return false
		}
		if !ordered(e) {
			return true
		}
		n1 := c.expr(e)
		if n1.T == nil {
			return true
		}
		tmp := c.tempNode(n1.T)
		stmts = append(stmts, c.setTemp(tmp, n1))
		c.bound[e] = tmp
		hoisted = append(hoisted, e)
		return false
	}
	for _, e := range list {
		if e != nil {
			ast.Inspect(e, visit)
		}
	}
	lower = func() {
		for _, e := range hoisted {
			delete(c.bound, e)
		}
	}
	return c.sequence(stmts), lower
}

// hoistAssignment is hoist for the operands of a place and the value that is assigned to it. The
// machine evaluates the value before the place, so what is ordered about the place is hoisted
// unless it makes no difference. If the place takes an address, as (&s[i]).x does, the index of
// that is checked after the calls and before the rest of the value, and so is the length of s in
// (*[2]int)(s)[i].
func (c *comp) hoistAssignment(place []ast.Expr, value ast.Expr) (first run.Stmt, lower func()) {
	all := append(slices.Clip(place), value)
	if slices.ContainsFunc(place, c.hasAddress) && !c.inert(value) {
		calls, lowerCalls := c.hoistAll(all)
		addresses, lowerAddresses := c.hoistThose(place, c.isAddress)
		return c.sequence([]run.Stmt{calls, addresses}), func() { lowerAddresses(); lowerCalls() }
	}
	if c.anyOrdered(place) && (c.hasCall(value) || c.anyCall(place) && !c.inert(value)) {
		return c.hoistAll(all)
	}
	return c.hoist(all...)
}

// derefsFirst reports whether the place e is an element of an array that a pointer or a slice leads
// to, as p.a[f()] is: its address is found from left to right, but nothing panics before the call.
func (c *comp) derefsFirst(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		if t := c.goType(e.X); t != nil {
			if _, isArray := t.Underlying().(*types.Array); isArray {
				return len(placeOperands(c, e.X)) > 0 && c.hasCall(e.Index) || c.derefsFirst(e.X)
			}
		}
	case *ast.SelectorExpr:
		if s := c.info.Selections[e]; s != nil && !s.Indirect() {
			return c.derefsFirst(e.X)
		}
	}
	return false
}

// isAddress reports whether e is an address that has to be found, or the array of a slice, whose
// length is checked.
func (c *comp) isAddress(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.UnaryExpr:
		return e.Op == token.AND && len(placeOperands(c, e.X)) > 0
	case *ast.CallExpr:
		return c.info.Types[e.Fun].IsType() && c.toArray(e)
	}
	return false
}

// hasAddress reports whether isAddress is true of a part of e.
func (c *comp) hasAddress(e ast.Expr) (yes bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			yes = yes || c.isAddress(e)
		}
		_, isLit := n.(*ast.FuncLit)
		return !yes && !isLit
	})
	return yes
}

// inert reports whether e neither calls a function, nor reads what calls may change, nor may panic.
func (c *comp) inert(e ast.Expr) bool {
	l := level{c: c}
	return !c.hasCall(e) && !c.anyOrdered([]ast.Expr{e}) && !l.disordered(e) && !l.read && !l.panics
}

func (c *comp) anyCall(list []ast.Expr) bool { return slices.ContainsFunc(list, c.hasCall) }

// anyOrdered reports whether the expressions hold an ordered operation.
func (c *comp) anyOrdered(list []ast.Expr) (yes bool) {
	for _, e := range list {
		ast.Inspect(e, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok {
				yes = yes || c.ordered(e)
			}
			_, isLit := n.(*ast.FuncLit)
			return !yes && !isLit
		})
	}
	return yes
}

// root compiles an expression that is a level.
func (c *comp) root(e ast.Expr) node.Node {
	first, lower := c.hoist(e)
	defer lower()
	return c.following(first, c.expr(e))
}

// following is n after first, which may be nil. A node without a type is a statement.
func (c *comp) following(first run.Stmt, n node.Node) node.Node {
	switch s, isStmt := n.F.(run.Stmt); {
	case first == nil:
		return n
	case isStmt && n.T == nil:
		n.F = c.sequence([]run.Stmt{first, s})
		return n
	}
	return c.after(first, n)
}

// A level is a walk over what is evaluated together, in the order of the text.
type level struct {
	c      *comp
	read   bool // something that calls may change has been read
	panics bool // something has been done that may panic
}

// disordered reports whether e contains a call that comes after a shared variable is read, or a
// slicing or an assertion after something that may panic, in e or earlier in the level.
func (l *level) disordered(e ast.Expr) bool {
	c := l.c
	e = ast.Unparen(e)
	if e == nil {
		return false
	}
	tv := c.info.Types[e]
	if tv.IsType() || tv.Value != nil || c.bound[e].T != nil {
		return false
	}
	if c.ordered(e) {
		return l.read && c.hasCall(e) || l.panics && mayPanic(e)
	}
	c.markParts(e)
	switch e := e.(type) {
	case *ast.Ident:
		l.read = l.read || c.isShared(c.info.Uses[e])
	case *ast.SelectorExpr:
		s := c.info.Selections[e]
		if s == nil {
			l.read = l.read || c.isShared(c.info.Uses[e.Sel])
			return false
		}
		if l.disordered(e.X) {
			return true
		}
		if s.Indirect() || s.Kind() == types.MethodVal && types.IsInterface(c.env.subst(s.Recv())) {
			l.read, l.panics = true, true
		}
	case *ast.StarExpr:
		return l.reading(e.X)
	case *ast.TypeAssertExpr:
		return l.reading(e.X)
	case *ast.IndexExpr:
		if c.info.Types[e.Index].IsType() {
			return false
		}
		if t := c.goType(e.X); t != nil && c.info.Types[e.Index].Value != nil {
			if _, isArray := t.Underlying().(*types.Array); isArray {
				return l.disordered(e.X)
			}
		}
		return l.reading(e.X, e.Index)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			if _, isLit := ast.Unparen(e.X).(*ast.CompositeLit); !isLit {
				if operands := placeOperands(c, e.X); len(operands) > 0 {
					return l.reading(operands...)
				}
				return false
			}
		}
		return l.disordered(e.X)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.QUO, token.REM, token.SHL, token.SHR: // which may panic
			if c.info.Types[e.Y].Value == nil {
				return l.reading(e.X, e.Y)
			}
		case token.EQL, token.NEQ:
			if c.isInterface(e.X) && c.isInterface(e.Y) {
				return l.reading(e.X, e.Y)
			}
		}
		return l.any([]ast.Expr{e.X, e.Y})
	case *ast.CallExpr: // a conversion, or a builtin function
		if _, isTuple := c.goType(e).(*types.Tuple); !isTuple {
			if c.info.Types[e.Fun].IsType() && c.toArray(e) {
				return l.reading(e.Args...)
			}
			return l.any(e.Args)
		}
	case *ast.CompositeLit:
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				x = kv.Value
			}
			if l.disordered(x) {
				return true
			}
		}
	}
	return false
}

// toArray reports whether a conversion makes an array, or a pointer to one, of a slice.
func (c *comp) toArray(e *ast.CallExpr) bool {
	to, from := c.goType(e), c.goType(e.Args[0])
	if to == nil || from == nil {
		return false
	}
	switch to.Underlying().(type) {
	case *types.Array, *types.Pointer:
		_, isSlice := from.Underlying().(*types.Slice)
		return isSlice
	}
	return false
}

// IsInterface reports whether the type of e is an interface.
func (c *comp) isInterface(e ast.Expr) bool {
	t := c.goType(e)
	return t != nil && types.IsInterface(t)
}

// mayPanic reports whether e contains a slicing or a type assertion.
func mayPanic(e ast.Expr) (yes bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.SliceExpr, *ast.TypeAssertExpr:
			yes = true
		case *ast.FuncLit:
			return false
		}
		return !yes
	})
	return yes
}

func (l *level) any(list []ast.Expr) bool {
	for _, e := range list {
		if l.disordered(e) {
			return true
		}
	}
	return false
}

// reading is any for the operands of an operation that reads memory, or may panic.
func (l *level) reading(list ...ast.Expr) bool {
	if l.any(list) {
		return true
	}
	l.read, l.panics = true, true
	return false
}

// placeOperands returns the expressions that are evaluated to find the variable e, or the entry of
// a map.
func placeOperands(c *comp, e ast.Expr) []ast.Expr {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		if t := c.goType(e.X); t != nil {
			if _, isArray := t.Underlying().(*types.Array); isArray {
				return append(placeOperands(c, e.X), e.Index)
			}
			c.markKey(t, e.Index)
		}
		return []ast.Expr{e.X, e.Index}
	case *ast.StarExpr:
		return []ast.Expr{e.X}
	case *ast.SelectorExpr:
		if s := c.info.Selections[e]; s != nil && !s.Indirect() {
			return placeOperands(c, e.X)
		} else if s != nil {
			return []ast.Expr{e.X}
		}
	}
	return nil
}

// isShared reports whether obj is a variable that calls may change: it is not in the frame of the
// function, or has a box of its own.
func (c *comp) isShared(obj types.Object) bool {
	if v, ok := obj.(*types.Var); !ok || v.IsField() {
		return false
	}
	v, ok := c.vars[obj]
	return !ok || v.Boxed || v.Fixed != nil
}

// pointerOfCall reports whether a conversion makes an unsafe.Pointer of the result of a call: an
// address must not wait as a number.
func (c *comp) pointerOfCall(e *ast.CallExpr) bool {
	t := c.goType(e)
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer && c.ordered(ast.Unparen(e.Args[0]))
}

// copiesString reports whether a conversion makes a slice of a string.
func (c *comp) copiesString(e *ast.CallExpr) bool {
	to, from := c.goType(e), c.goType(e.Args[0])
	if to == nil || from == nil {
		return false
	}
	_, isSlice := to.Underlying().(*types.Slice)
	b, isBasic := from.Underlying().(*types.Basic)
	return isSlice && isBasic && b.Info()&types.IsString != 0
}

// isPointerShaped reports whether an interface holds a value of the type t itself, not its address.
func isPointerShaped(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Map, *types.Signature:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		return u.NumFields() == 1 && isPointerShaped(u.Field(0).Type())
	case *types.Array:
		return u.Len() == 1 && isPointerShaped(u.Elem())
	}
	return false
}

// isPure reports whether e calls a builtin function without an effect, which is not a call in Go's
// machine code.
func (c *comp) isPure(e *ast.CallExpr) bool {
	switch c.builtinName(e) {
	case "real", "imag", "complex":
		return true
	case "len", "cap":
		if c.isSpread(e) {
			return false
		}
		t := c.goType(e.Args[0])
		if t == nil {
			return true
		}
		_, isChan := t.Underlying().(*types.Chan) // the runtime is asked
		return !isChan
	}
	return false
}

// builtinName returns the name of the builtin function that e calls, "" for another call.
func (c *comp) builtinName(e *ast.CallExpr) string {
	if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok {
		if b, ok := c.info.Uses[id].(*types.Builtin); ok {
			return b.Name()
		}
	}
	return ""
}

// isOfFrame reports whether the expressions are variables of the frame alone.
func (c *comp) isOfFrame(list []ast.Expr) bool {
	for _, e := range list {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok || c.isShared(c.info.Uses[id]) {
			return false
		}
	}
	return true
}
