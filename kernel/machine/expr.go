package machine

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// expr compiles an expression.
func (c *comp) expr(e ast.Expr) node {
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

// operandsOf are the level of an ordered operation other than a call.
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
func (c *comp) expression(e ast.Expr) node {
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
	return node{}
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

func (c *comp) ident(e *ast.Ident) node {
	obj := c.info.Uses[e]
	if obj == nil {
		obj = c.info.Defs[e]
	}
	switch obj := obj.(type) {
	case *types.Nil:
		return node{nil: true, pos: e.Pos()}
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
	return node{}
}

// converted compiles e and converts it to t as an assignment does.
func (c *comp) converted(e ast.Expr, t *memory.Type) node {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok && c.info.Types[e].Type == nil {
		return c.compositeLit(lit, t)
	}
	if tv, ok := c.info.Types[e]; ok && tv.Value != nil && t.Rep != memory.RepEface && t.Rep != memory.RepIface {
		return c.constant(tv.Value, t, e)
	}
	return c.convertTo(c.expr(e), t, e)
}

// settle converts a node of an untyped value to its default type.
func (c *comp) settle(n node, e ast.Expr) node {
	if n.nil {
		c.fail(e, "an untyped nil here")
	}
	return n
}

// zeroNode is the zero value of a type.
func (c *comp) zeroNode(t *memory.Type) node {
	n := node{t: t}
	if t.Rep == memory.RepMem {
		p := t.Alloc()
		n.f = ev[unsafe.Pointer](func(*thread, fp) unsafe.Pointer { return p })
		n.into = func(_ *thread, _ fp, dst unsafe.Pointer) { t.Zero(dst) }
		return n
	}
	n.f = repOps[t.Rep].literal(unsafe.Pointer(new([4]uint64)))
	return n
}

// convertTo converts a node to a type it is assignable to.
func (c *comp) convertTo(n node, t *memory.Type, at ast.Node) node {
	switch {
	case n.nil:
		z := c.zeroNode(t)
		z.pos = at.Pos()
		return z
	case n.t == t:
		return n
	case t.Rep == memory.RepEface:
		if n.t.Rep == memory.RepEface {
			n.t = t
			return n
		}
		r := c.toEface(n)
		r.t = t
		return r
	case t.Rep == memory.RepIface:
		return c.toIface(n, t, at)
	case n.t.Rep != t.Rep:
		if n.t.Rep == memory.RepPtr && t.Rep == memory.RepPtr {
			break
		}
		if _, ok := n.t.Go.Underlying().(*types.Basic); ok && n.c != nil {
			return c.constant(n.c, t, at)
		}
		panic(memory.Decline{Pos: at.Pos(), Msg: "a value of type " + n.t.String() + " as one of type " + t.String()})
	}
	n.t = t
	return n
}

// one is the constant 1 of a numeric type.
func (c *comp) one(t *memory.Type, at ast.Node) node { return c.constant(constant.MakeInt64(1), t, at) }

func (c *comp) star(e *ast.StarExpr) node {
	p := c.expr(e.X)
	t := c.typeOf(e)
	return c.throughPointer(p, 0, t, e)
}

// throughPointer is the variable at an offset from a pointer.
func (c *comp) throughPointer(p node, off uintptr, t *memory.Type, at ast.Node) node {
	site := c.site(at)
	n := node{t: t, pos: at.Pos(), base: &p, baseOff: off, site: site}
	e := p.ptr()
	if p.local {
		at := p.off
		n.addr = func(t *thread, f fp) unsafe.Pointer {
			q := *(*unsafe.Pointer)(unsafe.Add(f, at))
			if q == nil {
				t.failNil(f, site)
			}
			return unsafe.Add(q, off)
		}
	} else {
		n.addr = func(t *thread, f fp) unsafe.Pointer {
			q := e(t, f)
			if q == nil {
				t.failNil(f, site)
			}
			return unsafe.Add(q, off)
		}
	}
	if t.Rep == memory.RepMem {
		n.f = n.addr
	} else {
		n.f = repOps[t.Rep].field(p, off, site)
	}
	return n
}

// at is the variable at an offset in x, which is in memory.
func (c *comp) at(x node, off uintptr, t *memory.Type, pos ast.Node) node {
	n := node{t: t, pos: pos.Pos()}
	switch {
	case x.local:
		n.local, n.off = true, x.off+off
		return n
	case x.base != nil:
		return c.throughPointer(*x.base, x.baseOff+off, t, pos)
	case x.fixed != nil:
		p := unsafe.Add(x.fixed, off)
		n.fixed = p
		n.addr = func(*thread, fp) unsafe.Pointer { return p }
		if t.Rep == memory.RepMem {
			n.f = n.addr
		} else {
			n.f = repOps[t.Rep].fixed(p)
		}
		return n
	}
	if x.cell != nil {
		so, io, size, site, total := x.cell.s.off, x.cell.i.off, x.size, x.site, x.cellOff+off
		n.cell, n.cellOff, n.size, n.site = x.cell, total, size, site
		n.addr = func(t *thread, f fp) unsafe.Pointer {
			h := (*memory.Slice)(unsafe.Add(f, so))
			n := *(*int)(unsafe.Add(f, io))
			if uint(n) >= uint(h.Len) {
				t.failIndex(f, site, n, h.Len)
			}
			return unsafe.Add(h.P, uintptr(n)*size+total)
		}
		if t.Rep == memory.RepMem {
			n.f = n.addr
		} else {
			n.f = repOps[t.Rep].part(so, io, size, total, site)
		}
		return n
	}
	a := x.ptr()
	addr := a
	if off != 0 {
		addr = func(t *thread, f fp) unsafe.Pointer { return unsafe.Add(a(t, f), off) }
	}
	if x.addr != nil {
		n.addr = addr
	}
	n.f = load(t, addr)
	return n
}

func (c *comp) unary(e *ast.UnaryExpr) node {
	switch e.Op {
	case token.AND:
		return c.addressOf(e)
	case token.ARROW:
		return c.receive(e)
	case token.NOT:
		x := as[bool](c.expr(e.X))
		return node{t: c.typeOf(e), pos: e.Pos(), f: ev[bool](func(t *thread, f fp) bool { return !x(t, f) })}
	}
	t := c.typeOf(e)
	x := c.converted(e.X, t)
	return node{t: t, pos: e.Pos(), f: numberOpsOf(t).unary(e.Op, x)}
}

// addressOf compiles &x.
func (c *comp) addressOf(e *ast.UnaryExpr) node {
	t := c.typeOf(e)
	n := node{t: t, pos: e.Pos()}
	x := ast.Unparen(e.X)
	if lit, ok := x.(*ast.CompositeLit); ok {
		lt := c.typ(t.Go.Underlying().(*types.Pointer).Elem(), e)
		v := c.compositeLit(lit, lt)
		st := v.store()
		n.f = ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer {
			p := lt.Alloc()
			st(t, f, p)
			return p
		})
		return n
	}
	v := c.expr(x)
	if v.addr == nil {
		c.fail(e, "the address of this")
	}
	n.f = v.addr
	return n
}

// addr is the address of an addressable node, or of a temporary that has its value.
func (c *comp) addr(n node) ev[unsafe.Pointer] {
	switch {
	case n.local:
		off := n.off
		return func(_ *thread, f fp) unsafe.Pointer { return unsafe.Add(f, off) }
	case n.addr != nil:
		return n.addr
	case n.t.Rep == memory.RepMem:
		return n.ptr()
	}
	tmp, st := c.scratch(n.t), n.store()
	return func(t *thread, f fp) unsafe.Pointer {
		p := tmp(f)
		st(t, f, p)
		return p
	}
}

func (c *comp) binary(e *ast.BinaryExpr) node {
	switch e.Op {
	case token.LAND:
		a, b := as[bool](c.root(e.X)), as[bool](c.root(e.Y))
		return node{t: c.typeOf(e), pos: e.Pos(), f: ev[bool](func(t *thread, f fp) bool { return a(t, f) && b(t, f) })}
	case token.LOR:
		a, b := as[bool](c.root(e.X)), as[bool](c.root(e.Y))
		return node{t: c.typeOf(e), pos: e.Pos(), f: ev[bool](func(t *thread, f fp) bool { return a(t, f) || b(t, f) })}
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return node{t: c.typeOf(e), pos: e.Pos(), f: c.comparison(e.Op, c.expr(e.X), c.expr(e.Y), e)}
	case token.SHL, token.SHR:
		t := c.typeOf(e)
		return c.binaryNode(e.Op, c.converted(e.X, t), c.shiftCount(e.Y), e)
	}
	t := c.typeOf(e)
	return c.binaryNode(e.Op, c.converted(e.X, t), c.converted(e.Y, t), e)
}

// after is n, evaluated after a statement.
func (c *comp) after(s stmt, n node) node {
	n = n.value()
	if n.t.Rep == memory.RepMem {
		p := n.ptr()
		n.f = ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer { s(t, f); return p(t, f) })
		n.addr, n.into, n.local = nil, nil, false
		return n
	}
	return node{t: n.t, pos: n.pos, f: repOps[n.t.Rep].(sequencer).after(s, n.f)}
}

type sequencer interface{ after(s stmt, f any) any }

func (typed[T]) after(s stmt, f any) any {
	e := f.(ev[T])
	return ev[T](func(t *thread, f fp) T { s(t, f); return e(t, f) })
}

// shiftCount compiles the count of a shift. A constant may be of any kind.
func (c *comp) shiftCount(e ast.Expr) node {
	if v := c.info.Types[e].Value; v != nil {
		if v = constant.ToInt(v); v.Kind() == constant.Int && constant.Sign(v) >= 0 {
			return c.constant(v, c.typ(types.Typ[types.Uint], e), e)
		}
	}
	return c.settle(c.expr(e), e)
}

// binaryNode is x op y for values of one type, or a shift.
func (c *comp) binaryNode(op token.Token, x, y node, at ast.Node) node {
	t := x.t
	n := node{t: t, pos: at.Pos()}
	if op == token.SHL || op == token.SHR {
		site := c.site(at)
		count := numberOpsOf(y.t).count(y, site)
		n.f = numberOpsOf(t).shift(op, x.value().f, count)
		return n
	}
	if t.Rep == memory.RepString {
		n.f = c.concat(x, y)
		return n
	}
	ops := numberOpsOf(t)
	if ops == nil {
		c.fail(at, "operator %s for values of type %s", op, t)
	}
	n.f = ops.binary(op, x, y, c.site(at))
	if n.f == nil {
		c.fail(at, "operator %s for values of type %s", op, t)
	}
	return n
}

func (c *comp) concat(x, y node) ev[string] {
	a, b := as[string](x), as[string](y)
	return func(t *thread, f fp) string { v := a(t, f); return v + b(t, f) }
}

// comparison is x op y.
func (c *comp) comparison(op token.Token, x, y node, at ast.Node) ev[bool] {
	if x.nil && !y.nil {
		x, y = y, x
	}
	if y.nil {
		return c.compareNil(op, x)
	}
	xi, yi := x.t.IsInterface(), y.t.IsInterface()
	switch {
	case xi && !yi:
		if x.t.Rep == memory.RepEface {
			return c.compareEface(op, x, y)
		}
		x, y = c.toEface(x), c.toEface(y)
	case yi && !xi:
		if y.t.Rep == memory.RepEface {
			return c.compareEface(op, y, x)
		}
		x, y = c.toEface(x), c.toEface(y)
	case xi && yi && x.t.Rep != y.t.Rep:
		x, y = c.toEface(x), c.toEface(y)
	case x.c != nil && y.c == nil:
		x = c.convertTo(x, y.t, at)
	case y.c != nil && x.c == nil:
		y = c.convertTo(y, x.t, at)
	}
	switch x.t.Rep {
	case memory.RepBool:
		return equal[bool](op, x, y)
	case memory.RepString:
		return compare[string](op, x, y)
	case memory.RepPtr:
		return equal[unsafe.Pointer](op, x, y)
	case memory.RepEface:
		site := c.site(at)
		a, b := as[any](x), as[any](y)
		neq := op == token.NEQ
		return func(t *thread, f fp) bool {
			v, w := a(t, f), b(t, f)
			t.site = site
			return v == w != neq
		}
	case memory.RepIface:
		a, b := as[memory.Iface](x), as[memory.Iface](y)
		neq := op == token.NEQ
		return func(t *thread, f fp) bool {
			v := a(t, f)
			return memory.EqualIfaces(v, b(t, f)) != neq
		}
	case memory.RepMem:
		eq := x.t.Eq()
		a, b := c.addr(x), c.addr(y)
		neq := op == token.NEQ
		if x.t.Size == 0 {
			return func(t *thread, f fp) bool { a(t, f); b(t, f); return !neq }
		}
		return func(t *thread, f fp) bool {
			p := a(t, f)
			return eq(p, b(t, f)) != neq
		}
	}
	if ops := numberOpsOf(x.t); ops != nil {
		return ops.compare(op, x, y)
	}
	c.fail(at, "a comparison of values of type %s", x.t)
	return nil
}

// compareEface compares the interface value x with y, which is of another type.
func (c *comp) compareEface(op token.Token, x, y node) ev[bool] {
	a, b := as[any](x), as[any](c.toEface(y))
	neq := op == token.NEQ
	return func(t *thread, f fp) bool {
		v := a(t, f)
		return v == b(t, f) != neq
	}
}

func (c *comp) compareNil(op token.Token, x node) ev[bool] {
	neq := op == token.NEQ
	switch x.t.Rep {
	case memory.RepPtr:
		if x.local {
			off := x.off
			if neq {
				return func(_ *thread, f fp) bool { return *(*unsafe.Pointer)(unsafe.Add(f, off)) != nil }
			}
			return func(_ *thread, f fp) bool { return *(*unsafe.Pointer)(unsafe.Add(f, off)) == nil }
		}
		a := as[unsafe.Pointer](x)
		return func(t *thread, f fp) bool { return a(t, f) == nil != neq }
	case memory.RepSlice:
		a := as[memory.Slice](x)
		return func(t *thread, f fp) bool { return a(t, f).P == nil != neq }
	case memory.RepEface:
		a := as[any](x)
		return func(t *thread, f fp) bool { return a(t, f) == nil != neq }
	case memory.RepIface:
		a := as[memory.Iface](x)
		return func(t *thread, f fp) bool { return a(t, f).Tab == nil != neq }
	}
	panic(memory.Decline{Pos: x.pos, Msg: "a comparison with nil"})
}

// compositeLit compiles a composite literal of type t, or of a pointer to its type where the text
// leaves out &T.
func (c *comp) compositeLit(e *ast.CompositeLit, t *memory.Type) node {
	if p, ok := t.Go.Underlying().(*types.Pointer); ok {
		lt := c.typ(p.Elem(), e)
		st := c.compositeLit(e, lt).store()
		return node{t: t, pos: e.Pos(), f: ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer {
			p := lt.Alloc()
			st(t, f, p)
			return p
		})}
	}
	n := node{t: t, pos: e.Pos()}
	switch u := t.Go.Underlying().(type) {
	case *types.Struct:
		n.into = c.structLit(e, t, u)
	case *types.Array:
		n.into = c.arrayLit(e, t, u)
	case *types.Slice:
		n.f = c.sliceLit(e, t, u)
		return n
	case *types.Map:
		n.f = c.mapLit(e, t, u)
		return n
	default:
		c.fail(e, "a composite literal of type %s", t)
	}
	tmp, into := c.scratch(t), n.into
	n.f = ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer {
		p := tmp(f)
		into(t, f, p)
		return p
	})
	return n
}

type storing = func(t *thread, f fp, dst unsafe.Pointer)

func (c *comp) structLit(e *ast.CompositeLit, t *memory.Type, u *types.Struct) storing {
	var parts []elementOf
	for i, x := range e.Elts {
		index := i
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			name := kv.Key.(*ast.Ident).Name
			for k := range u.NumFields() {
				if u.Field(k).Name() == name {
					index = k
				}
			}
			x = kv.Value
		}
		ft := c.typ(c.env.subst(u.Field(index).Type()), x)
		n := c.converted(x, ft)
		off := t.Field(index)
		c.learnField(t, u.Field(index))
		if u.Field(index).Name() == "_" {
			st, tmp := n.store(), c.scratch(ft) // the value is lost
			parts = append(parts, elementOf{off, func(t *thread, f fp, _ unsafe.Pointer) { st(t, f, tmp(f)) }})
			continue
		}
		if n.into != nil && n.t.Rep == memory.RepMem {
			parts = append(parts, elementOf{off, n.into})
			continue
		}
		parts = append(parts, elementOf{off, n.store()})
	}
	zero := t.Zero
	if len(parts) == u.NumFields() {
		full := true
		for i := range u.NumFields() {
			full = full && u.Field(i).Name() != "_"
		}
		if full {
			zero = func(unsafe.Pointer) {}
		}
	}
	switch len(parts) {
	case 0:
		return func(_ *thread, _ fp, dst unsafe.Pointer) { zero(dst) }
	case 1:
		a := parts[0]
		return func(t *thread, f fp, dst unsafe.Pointer) { zero(dst); a.st(t, f, unsafe.Add(dst, a.off)) }
	case 2:
		a, b := parts[0], parts[1]
		return func(t *thread, f fp, dst unsafe.Pointer) {
			zero(dst)
			a.st(t, f, unsafe.Add(dst, a.off))
			b.st(t, f, unsafe.Add(dst, b.off))
		}
	}
	return func(t *thread, f fp, dst unsafe.Pointer) {
		zero(dst)
		for _, p := range parts {
			p.st(t, f, unsafe.Add(dst, p.off))
		}
	}
}

// elements compiles the elements of an array or slice literal, with their indices.
func (c *comp) elements(e *ast.CompositeLit, et *memory.Type) (list []elementOf, length int) {
	index := 0
	for _, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			if v := c.info.Types[kv.Key].Value; v != nil {
				n, _ := constant.Int64Val(constant.ToInt(v))
				index = int(n)
			}
			x = kv.Value
		}
		list = append(list, elementOf{uintptr(index) * et.Size, c.element(x, et).store()})
		index++
		length = max(length, index)
	}
	return list, length
}

// An elementOf is a part of a composite literal.
type elementOf struct {
	off uintptr
	st  storing
}

// element compiles an element, whose literal may leave its type out.
func (c *comp) element(x ast.Expr, t *memory.Type) node {
	if lit, ok := x.(*ast.CompositeLit); ok && lit.Type == nil && c.bound[x].t == nil {
		return c.convertTo(c.compositeLit(lit, t), t, x)
	}
	return c.converted(x, t)
}

func (c *comp) arrayLit(e *ast.CompositeLit, t *memory.Type, u *types.Array) storing {
	list, n := c.elements(e, c.typ(u.Elem(), e))
	full := int64(n) == u.Len() && int64(len(list)) == u.Len()
	return func(th *thread, f fp, dst unsafe.Pointer) {
		if !full {
			t.Zero(dst)
		}
		for _, x := range list {
			x.st(th, f, unsafe.Add(dst, x.off))
		}
	}
}

func (c *comp) sliceLit(e *ast.CompositeLit, t *memory.Type, u *types.Slice) any {
	et := c.typ(u.Elem(), e)
	list, n := c.elements(e, et)
	return ev[memory.Slice](func(th *thread, f fp) memory.Slice {
		p := et.AllocN(n)
		for _, x := range list {
			x.st(th, f, unsafe.Add(p, x.off))
		}
		return memory.Slice{P: p, Len: n, Cap: n}
	})
}

// typeAssert compiles x.(T).
func (c *comp) typeAssert(e *ast.TypeAssertExpr) node {
	x := c.expr(e.X)
	t := c.typeOf(e.Type)
	site := c.site(e)
	v := as[any](c.toEface(x))
	test := c.m.Test(t)
	m := c.m
	xt := x.t
	checked := ev[any](func(th *thread, f fp) any {
		y := v(th, f)
		if !test(y) {
			th.fail(f, site, m.AssertionError(y, xt, t))
		}
		return y
	})
	n := c.extractFrom(node{t: m.Any(), f: checked}, t)
	n.pos = e.Pos()
	return n
}

// extract is the value of type t that the any in a temporary holds.
func (c *comp) extract(tmp node, t *memory.Type) node { return c.extractFrom(tmp, t) }

func (c *comp) extractFrom(x node, t *memory.Type) node {
	a := as[any](x)
	n := node{t: t, pos: x.pos}
	switch {
	case t.Rep == memory.RepEface:
		n.f = a
		return n
	case t.Rep == memory.RepIface:
		return c.toIface(node{t: c.m.Any(), f: a}, t, posNode(x.pos))
	case t.Direct:
		data := ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer {
			v := a(t, f)
			return (*memory.Eface)(unsafe.Pointer(&v)).Data
		})
		if t.Rep == memory.RepPtr {
			n.f = data
			return n
		}
		// A struct or array of one pointer.
		tmp := c.scratch(t)
		n.f = ev[unsafe.Pointer](func(th *thread, f fp) unsafe.Pointer {
			p := tmp(f)
			*(*unsafe.Pointer)(p) = data(th, f)
			return p
		})
		return n
	}
	data := ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer {
		v := a(t, f)
		return (*memory.Eface)(unsafe.Pointer(&v)).Data
	})
	n.f = load(t, data)
	return n
}

// A posNode is a syntax node of which only the position is known.
type posNode token.Pos

func (p posNode) Pos() token.Pos { return token.Pos(p) }
func (p posNode) End() token.Pos { return token.Pos(p) }

// commaOk compiles the forms that return a value and whether there is one.
func (c *comp) commaOk(e ast.Expr) (parts []node, eval stmt) {
	okT := c.typ(types.Typ[types.Bool], e)
	ok := c.tempNode(okT)
	okAt := ok.off
	switch x := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		m := c.mapEntry(x)
		v := c.tempNode(m.elem)
		get := c.getEntry2(m)
		dst := c.tempAddr(v)
		t := m.elem
		return []node{v, ok}, func(th *thread, f fp) ctl {
			p := get(th, f)
			if p != nil {
				t.Copy(dst(f), p)
			} else {
				t.Zero(dst(f))
			}
			*(*bool)(unsafe.Add(f, okAt)) = p != nil
			return next
		}
	case *ast.TypeAssertExpr:
		t := c.typeOf(x.Type)
		n := c.expr(x.X)
		tmp := c.tempNode(c.m.Any())
		set := c.setTemp(tmp, c.toEface(n))
		v := c.tempNode(t)
		dst := c.tempAddr(v)
		good := c.setTemp(v, c.extract(tmp, t))
		test := c.m.Test(t)
		off := tmp.off
		return []node{v, ok}, func(th *thread, f fp) ctl {
			set(th, f)
			yes := test(*(*any)(unsafe.Add(f, off)))
			if yes {
				good(th, f)
			} else {
				t.Zero(dst(f))
			}
			*(*bool)(unsafe.Add(f, okAt)) = yes
			return next
		}
	case *ast.UnaryExpr:
		return c.receive2(x, ok)
	}
	c.fail(e, "two values from this")
	return nil, nil
}

// tempAddr is the address of a temporary; a large one is allocated each time.
func (c *comp) tempAddr(tmp node) func(fp) unsafe.Pointer {
	off := tmp.off
	if tmp.local {
		return func(f fp) unsafe.Pointer { return unsafe.Add(f, off) }
	}
	t := tmp.t
	return func(f fp) unsafe.Pointer {
		slot := (*unsafe.Pointer)(unsafe.Add(f, off))
		*slot = t.Alloc()
		return *slot
	}
}
