// SPDX-License-Identifier: BSD-3-Clause

// Expressions.

package machine

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"unsafe"

	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/number"
	"polka/kernel/machine/internal/run"
)

// expr compiles an expression.
func (c *comp) expr(e ast.Expr) node.Node {
	if n, ok := c.bound[e]; ok {
		return n
	}
	if tv, ok := c.info.Types[e]; ok && tv.Value != nil {
		return c.constant(tv.Value, c.typeOf(e), e)
	}
	if c.copied[e] {
		delete(c.copied, e) // while it is compiled, it is a level
		defer c.mark(e)
		return c.root(e)
	}
	operands := c.operandsOf(e)
	if operands == nil {
		return c.expression(e)
	}
	first, lower := c.hoist(operands...)
	defer lower()
	return c.following(first, c.expression(e))
}

// operandsOf returns the level of an ordered operation other than a call.
func (c *comp) operandsOf(e ast.Expr) []ast.Expr {
	switch e := e.(type) {
	case *ast.SliceExpr:
		list := []ast.Expr{e.X, e.Low, e.High, e.Max}
		for _, i := range list[1:] {
			if _, isVar := ast.Unparen(i).(*ast.Ident); i != nil && !isVar && c.info.Types[i].Value == nil {
				c.mark(i)
			}
		}
		return list
	case *ast.TypeAssertExpr:
		return []ast.Expr{e.X}
	case *ast.UnaryExpr:
		if e.Op == token.ARROW {
			return []ast.Expr{e.X}
		}
	case *ast.CallExpr:
		if c.info.Types[e.Fun].IsType() && c.ordered(e) { // a conversion
			return e.Args
		}
	}
	return nil
}

// expression compiles an expression whose operands are in order.
func (c *comp) expression(e ast.Expr) node.Node {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return c.expr(e.X)
	case *ast.Ident:
		return c.ident(e)
	case *ast.FuncLit:
		return c.funcLit(e)
	case *ast.CompositeLit:
		return c.compositeLit(e, c.typeOf(e))
	case *ast.SelectorExpr:
		return c.selector(e)
	case *ast.IndexExpr:
		return c.indexExpr(e)
	case *ast.IndexListExpr:
		return c.function_(e)
	case *ast.SliceExpr:
		return c.sliceExpr(e)
	case *ast.TypeAssertExpr:
		return c.typeAssert(e)
	case *ast.CallExpr:
		return c.call(e)
	case *ast.StarExpr:
		return c.star(e)
	case *ast.UnaryExpr:
		return c.unary(e)
	case *ast.BinaryExpr:
		return c.binary(e)
	}
	c.fail(e, "an expression of this kind (%T)", e)
	return node.Node{}
}

// hasCall reports whether e calls a function or receives from a channel, and so may change
// variables.
func (c *comp) hasCall(e ast.Expr) bool {
	if r, ok := c.calls[e]; ok {
		return r
	}
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = found || !c.info.Types[n.Fun].IsType() && c.info.Types[n].Value == nil && !c.isPure(n)
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	if c.calls == nil {
		c.calls = make(map[ast.Expr]bool)
	}
	c.calls[e] = found
	return found
}

func (c *comp) ident(e *ast.Ident) node.Node {
	obj := c.info.Uses[e]
	if obj == nil {
		obj = c.info.Defs[e]
	}
	switch obj := obj.(type) {
	case *types.Nil:
		return node.Node{Nil: true, Pos: e.Pos()}
	case *types.Var:
		if obj == c.m.o.Context {
			return c.contextNode(e)
		}
		if pkg := obj.Pkg(); pkg != nil && !c.m.o.Own(pkg) && !c.hasVar(obj) && obj.Parent() == pkg.Scope() {
			return c.compiledVar(obj, e) // imported with a dot
		}
		return c.variableNode(obj, c.variableOf(obj), e.Pos())
	case *types.Func:
		return c.function_(e)
	}
	c.fail(e, "%s here", e.Name)
	return node.Node{}
}

// converted compiles e and converts it to t as an assignment does.
func (c *comp) converted(e ast.Expr, t *memory.Type) node.Node {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok && c.info.Types[e].Type == nil {
		return c.compositeLit(lit, t)
	}
	if tv, ok := c.info.Types[e]; ok && tv.Value != nil && t.Rep != memory.RepEface && t.Rep != memory.RepIface {
		return c.constant(tv.Value, t, e)
	}
	return c.convertTo(c.expr(e), t, e)
}

// settle converts a node of an untyped value to its default type.
func (c *comp) settle(n node.Node, e ast.Expr) node.Node {
	if n.Nil {
		c.fail(e, "an untyped nil here")
	}
	return n
}

// zeroNode returns the zero value of a type.
func (c *comp) zeroNode(t *memory.Type) node.Node {
	n := node.Node{T: t}
	if t.Rep == memory.RepMem {
		p := t.Alloc()
		n.F = run.Eval[unsafe.Pointer](func(*run.Thread, run.FP) unsafe.Pointer { return p })
		n.Into = func(_ *run.Thread, _ run.FP, dst unsafe.Pointer) { t.Zero(dst) }
		return n
	}
	n.F = node.RepOps[t.Rep].Literal(unsafe.Pointer(new([4]uint64)))
	return n
}

// convertTo converts a node to a type it is assignable to.
func (c *comp) convertTo(n node.Node, t *memory.Type, at ast.Node) node.Node {
	switch {
	case n.Nil:
		z := c.zeroNode(t)
		z.Pos = at.Pos()
		return z
	case n.T == t:
		return n
	case t.Rep == memory.RepEface:
		if n.T.Rep == memory.RepEface {
			n.T = t
			return n
		}
		r := c.toEface(n)
		r.T = t
		return r
	case t.Rep == memory.RepIface:
		return c.toIface(n, t, at)
	case n.T.Rep != t.Rep:
		if n.T.Rep == memory.RepPtr && t.Rep == memory.RepPtr {
			break
		}
		if _, ok := n.T.Go.Underlying().(*types.Basic); ok && n.C != nil {
			return c.constant(n.C, t, at)
		}
		panic(memory.Decline{Pos: at.Pos(), Msg: "a value of type " + n.T.String() + " as one of type " + t.String()})
	}
	n.T = t
	return n
}

// one returns the constant 1 of a numeric type.
func (c *comp) one(t *memory.Type, at ast.Node) node.Node {
	return c.constant(constant.MakeInt64(1), t, at)
}

func (c *comp) star(e *ast.StarExpr) node.Node {
	p := c.expr(e.X)
	t := c.typeOf(e)
	return c.throughPointer(p, 0, t, e)
}

// throughPointer returns the variable at an offset from a pointer.
func (c *comp) throughPointer(p node.Node, off uintptr, t *memory.Type, at ast.Node) node.Node {
	site := c.site(at)
	n := node.Node{T: t, Pos: at.Pos(), Base: &p, BaseOff: off, Site: site}
	e := p.Ptr()
	if p.Local {
		at := p.Off
		n.Addr = func(t *run.Thread, f run.FP) unsafe.Pointer {
			q := *(*unsafe.Pointer)(unsafe.Add(f, at))
			if q == nil {
				t.FailNil(f, site)
			}
			return unsafe.Add(q, off)
		}
	} else {
		n.Addr = func(t *run.Thread, f run.FP) unsafe.Pointer {
			q := e(t, f)
			if q == nil {
				t.FailNil(f, site)
			}
			return unsafe.Add(q, off)
		}
	}
	if t.Rep == memory.RepMem {
		n.F = n.Addr
	} else {
		n.F = node.RepOps[t.Rep].Field(p, off, site)
	}
	return n
}

// at returns the variable at an offset in x, which is in memory.
func (c *comp) at(x node.Node, off uintptr, t *memory.Type, pos ast.Node) node.Node {
	n := node.Node{T: t, Pos: pos.Pos()}
	switch {
	case x.Local:
		n.Local, n.Off = true, x.Off+off
		return n
	case x.Base != nil:
		return c.throughPointer(*x.Base, x.BaseOff+off, t, pos)
	case x.Fixed != nil:
		p := unsafe.Add(x.Fixed, off)
		n.Fixed = p
		n.Addr = func(*run.Thread, run.FP) unsafe.Pointer { return p }
		if t.Rep == memory.RepMem {
			n.F = n.Addr
		} else {
			n.F = node.RepOps[t.Rep].Fixed(p)
		}
		return n
	}
	if x.Cell != nil {
		so, io, size, site, total := x.Cell.S.Off, x.Cell.I.Off, x.Size, x.Site, x.CellOff+off
		n.Cell, n.CellOff, n.Size, n.Site = x.Cell, total, size, site
		n.Addr = func(t *run.Thread, f run.FP) unsafe.Pointer {
			h := (*memory.Slice)(unsafe.Add(f, so))
			n := *(*int)(unsafe.Add(f, io))
			if uint(n) >= uint(h.Len) {
				t.FailIndex(f, site, n, h.Len)
			}
			return unsafe.Add(h.P, uintptr(n)*size+total)
		}
		if t.Rep == memory.RepMem {
			n.F = n.Addr
		} else {
			n.F = node.RepOps[t.Rep].Part(so, io, size, total, site)
		}
		return n
	}
	a := x.Ptr()
	addr := a
	if off != 0 {
		addr = func(t *run.Thread, f run.FP) unsafe.Pointer { return unsafe.Add(a(t, f), off) }
	}
	if x.Addr != nil {
		n.Addr = addr
	}
	n.F = node.Load(t, addr)
	if a := x.Place(); a != nil && x.T.Rep == memory.RepMem {
		n.A = &ir.Expr{Op: ir.Offset, X: a, N: int64(off)}
	}
	return n
}

func (c *comp) unary(e *ast.UnaryExpr) node.Node {
	switch e.Op {
	case token.AND:
		return c.addressOf(e)
	case token.ARROW:
		return c.receive(e)
	case token.NOT:
		xn := c.expr(e.X)
		x := node.As[bool](xn)
		return node.Node{T: c.typeOf(e), Pos: e.Pos(), X: &ir.Expr{Op: ir.Not, Rep: memory.RepBool, X: xn.Tree()}, F: run.Eval[bool](func(t *run.Thread, f run.FP) bool { return !x(t, f) })}
	}
	t := c.typeOf(e)
	x := c.converted(e.X, t)
	n := node.Node{T: t, Pos: e.Pos(), F: number.Of(t).Unary(e.Op, x)}
	if a := x.Tree(); a != nil && ir.IsWord(t.Rep) {
		n.X = &ir.Expr{Op: ir.Unary, Rep: t.Rep, Tok: e.Op, X: a}
	}
	return n
}

// addressOf compiles &x.
func (c *comp) addressOf(e *ast.UnaryExpr) node.Node {
	t := c.typeOf(e)
	n := node.Node{T: t, Pos: e.Pos()}
	x := ast.Unparen(e.X)
	if lit, ok := x.(*ast.CompositeLit); ok {
		lt := c.typ(t.Go.Underlying().(*types.Pointer).Elem(), e)
		v := c.compositeLit(lit, lt)
		st := v.Store()
		n.F = run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer {
			p := lt.Alloc()
			st(t, f, p)
			return p
		})
		return n
	}
	v := c.expr(x)
	if v.Addr == nil {
		c.fail(e, "the address of this")
	}
	n.F, n.X = v.Addr, addressOfPlace(v)
	return n
}

// addr returns the address of an addressable node, or of a temporary that has its value.
func (c *comp) addr(n node.Node) run.Eval[unsafe.Pointer] {
	switch {
	case n.Local:
		off := n.Off
		return func(_ *run.Thread, f run.FP) unsafe.Pointer { return unsafe.Add(f, off) }
	case n.Addr != nil:
		return n.Addr
	case n.T.Rep == memory.RepMem:
		return n.Ptr()
	}
	tmp, st := c.scratch(n.T), n.Store()
	return func(t *run.Thread, f run.FP) unsafe.Pointer {
		p := tmp(f)
		st(t, f, p)
		return p
	}
}

func (c *comp) binary(e *ast.BinaryExpr) node.Node {
	switch e.Op {
	case token.LAND:
		x, y := c.root(e.X), c.root(e.Y)
		a, b := node.As[bool](x), node.As[bool](y)
		return node.Node{T: c.typeOf(e), Pos: e.Pos(), X: &ir.Expr{Op: ir.AndAnd, Rep: memory.RepBool, X: x.Tree(), Y: y.Tree()},
			F: run.Eval[bool](func(t *run.Thread, f run.FP) bool { return a(t, f) && b(t, f) })}
	case token.LOR:
		x, y := c.root(e.X), c.root(e.Y)
		a, b := node.As[bool](x), node.As[bool](y)
		return node.Node{T: c.typeOf(e), Pos: e.Pos(), X: &ir.Expr{Op: ir.OrOr, Rep: memory.RepBool, X: x.Tree(), Y: y.Tree()},
			F: run.Eval[bool](func(t *run.Thread, f run.FP) bool { return a(t, f) || b(t, f) })}
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return c.comparisonNode(e.Op, c.expr(e.X), c.expr(e.Y), c.typeOf(e), e)
	case token.SHL, token.SHR:
		t := c.typeOf(e)
		return c.binaryNode(e.Op, c.converted(e.X, t), c.shiftCount(e.Y), e)
	}
	t := c.typeOf(e)
	return c.binaryNode(e.Op, c.converted(e.X, t), c.converted(e.Y, t), e)
}

// after is n, evaluated after a statement.
func (c *comp) after(s run.Stmt, n node.Node) node.Node {
	n = n.Value()
	if n.T.Rep == memory.RepMem {
		p := n.Ptr()
		n.F = run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer { s(t, f); return p(t, f) })
		n.Addr, n.Into, n.Late, n.Local, n.Opaque = nil, nil, false, false, true
		return n
	}
	r := node.Node{T: n.T, Pos: n.Pos, F: node.RepOps[n.T.Rep].After(s, n.F)}
	if x := n.Tree(); x != nil && (ir.IsWord(n.T.Rep) || ir.IsMulti(n.T.Rep)) {
		r.X = &ir.Expr{Op: ir.After, Rep: n.T.Rep, X: x, S: c.tree(s)}
	}
	return r
}

// shiftCount compiles the count of a shift. A constant may be of any kind.
func (c *comp) shiftCount(e ast.Expr) node.Node {
	if v := c.info.Types[e].Value; v != nil {
		if v = constant.ToInt(v); v.Kind() == constant.Int && constant.Sign(v) >= 0 {
			return c.constant(v, c.typ(types.Typ[types.Uint], e), e)
		}
	}
	return c.settle(c.expr(e), e)
}

// binaryNode is x op y for values of one type, or a shift.
func (c *comp) binaryNode(op token.Token, x, y node.Node, at ast.Node) node.Node {
	t := x.T
	n := node.Node{T: t, Pos: at.Pos()}
	if op == token.SHL || op == token.SHR {
		site := c.site(at)
		count := number.Of(y.T).Count(y, site)
		n.F = number.Of(t).Shift(op, x.Value().F, count)
		if a, b := x.Tree(), y.Tree(); a != nil && b != nil && ir.IsWord(y.T.Rep) {
			n.X = &ir.Expr{Op: ir.Shift, Rep: t.Rep, Type: y.T.Rep, Tok: op, X: a, Y: b, Site: site}
		}
		return n
	}
	if t.Rep == memory.RepString {
		n.F = c.concat(x, y)
		return n
	}
	ops := number.Of(t)
	if ops == nil {
		c.fail(at, "operator %s for values of type %s", op, t)
	}
	site := c.site(at)
	n.F = ops.Binary(op, x, y, site)
	n.X = binaryTree(op, x, y, site)
	if n.F == nil {
		c.fail(at, "operator %s for values of type %s", op, t)
	}
	return n
}

func (c *comp) concat(x, y node.Node) run.Eval[string] {
	a, b := node.As[string](x), node.As[string](y)
	return func(t *run.Thread, f run.FP) string { v := a(t, f); return v + b(t, f) }
}

// comparisonNode is x op y as a value of type t.
func (c *comp) comparisonNode(op token.Token, x, y node.Node, t *memory.Type, at ast.Node) node.Node {
	n := node.Node{T: t, Pos: at.Pos(), F: c.comparison(op, x, y, at)}
	if !c.fn.Trees {
		return n
	}
	if x.Nil && !y.Nil {
		x, y = y, x
	}
	switch {
	case y.Nil:
		n.X = nilTree(x, op == token.NEQ)
	case x.T == nil || y.T == nil || x.T.IsInterface() || y.T.IsInterface():
	case x.C != nil && y.C == nil:
		n.X = compareTree(op, c.convertTo(x, y.T, at), y)
	case y.C != nil && x.C == nil:
		n.X = compareTree(op, x, c.convertTo(y, x.T, at))
	default:
		n.X = compareTree(op, x, y)
	}
	return n
}

// comparison is x op y.
func (c *comp) comparison(op token.Token, x, y node.Node, at ast.Node) run.Eval[bool] {
	if x.Nil && !y.Nil {
		x, y = y, x
	}
	if y.Nil {
		return c.compareNil(op, x)
	}
	xi, yi := x.T.IsInterface(), y.T.IsInterface()
	switch {
	case xi && !yi:
		if x.T.Rep == memory.RepEface {
			return c.compareEface(op, x, y)
		}
		x, y = c.toEface(x), c.toEface(y)
	case yi && !xi:
		if y.T.Rep == memory.RepEface {
			return c.compareEface(op, y, x)
		}
		x, y = c.toEface(x), c.toEface(y)
	case xi && yi && x.T.Rep != y.T.Rep:
		x, y = c.toEface(x), c.toEface(y)
	case x.C != nil && y.C == nil:
		x = c.convertTo(x, y.T, at)
	case y.C != nil && x.C == nil:
		y = c.convertTo(y, x.T, at)
	}
	switch x.T.Rep {
	case memory.RepBool:
		return number.Equal[bool](op, x, y)
	case memory.RepString:
		return number.Compare[string](op, x, y)
	case memory.RepPtr:
		return number.Equal[unsafe.Pointer](op, x, y)
	case memory.RepEface:
		site := c.site(at)
		a, b := node.As[any](x), node.As[any](y)
		neq := op == token.NEQ
		return func(t *run.Thread, f run.FP) bool {
			v, w := a(t, f), b(t, f)
			t.Site = site
			return v == w != neq
		}
	case memory.RepIface:
		a, b := node.As[memory.Iface](x), node.As[memory.Iface](y)
		neq := op == token.NEQ
		return func(t *run.Thread, f run.FP) bool {
			v := a(t, f)
			return memory.EqualIfaces(v, b(t, f)) != neq
		}
	case memory.RepMem:
		eq := x.T.Eq()
		a, b := c.addr(x), c.addr(y)
		neq := op == token.NEQ
		if x.T.Size == 0 {
			return func(t *run.Thread, f run.FP) bool { a(t, f); b(t, f); return !neq }
		}
		return func(t *run.Thread, f run.FP) bool {
			p := a(t, f)
			return eq(p, b(t, f)) != neq
		}
	}
	if ops := number.Of(x.T); ops != nil {
		return ops.Compare(op, x, y)
	}
	c.fail(at, "a comparison of values of type %s", x.T)
	return nil
}

// compareEface compares the interface value x with y, which is of another type.
func (c *comp) compareEface(op token.Token, x, y node.Node) run.Eval[bool] {
	a, b := node.As[any](x), node.As[any](c.toEface(y))
	neq := op == token.NEQ
	return func(t *run.Thread, f run.FP) bool {
		v := a(t, f)
		return v == b(t, f) != neq
	}
}

func (c *comp) compareNil(op token.Token, x node.Node) run.Eval[bool] {
	neq := op == token.NEQ
	switch x.T.Rep {
	case memory.RepPtr:
		if x.Local {
			off := x.Off
			if neq {
				return func(_ *run.Thread, f run.FP) bool { return *(*unsafe.Pointer)(unsafe.Add(f, off)) != nil }
			}
			return func(_ *run.Thread, f run.FP) bool { return *(*unsafe.Pointer)(unsafe.Add(f, off)) == nil }
		}
		a := node.As[unsafe.Pointer](x)
		return func(t *run.Thread, f run.FP) bool { return a(t, f) == nil != neq }
	case memory.RepSlice:
		a := node.As[memory.Slice](x)
		return func(t *run.Thread, f run.FP) bool { return a(t, f).P == nil != neq }
	case memory.RepEface:
		a := node.As[any](x)
		return func(t *run.Thread, f run.FP) bool { return a(t, f) == nil != neq }
	case memory.RepIface:
		a := node.As[memory.Iface](x)
		return func(t *run.Thread, f run.FP) bool { return a(t, f).Tab == nil != neq }
	}
	panic(memory.Decline{Pos: x.Pos, Msg: "a comparison with nil"})
}
