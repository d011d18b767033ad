package machine

import (
	"go/ast"
	"go/types"
	"unsafe"
)

// conversion compiles T(x).
func (c *comp) conversion(e *ast.CallExpr) node {
	t := c.typeOf(e)
	x := e.Args[0]
	if tv := c.info.Types[x]; tv.Value != nil {
		n := c.constantFor(e, x, t)
		n.pos = e.Pos()
		return n
	}
	n := c.convertNode(c.expr(x), t, e)
	n.pos = e.Pos()
	n = n.value() // the result is not addressable
	n.local, n.addr, n.base, n.elem, n.fixed = false, nil, nil, nil, nil
	return n
}

// constantFor converts a constant to a type that constants cannot have, or that has replaced a type
// parameter.
func (c *comp) constantFor(e *ast.CallExpr, x ast.Expr, t *Type) node {
	v := c.info.Types[x].Value
	from := c.typeOf(x)
	if t.rep >= repBool && t.rep <= repComplex128 && (sameKind(from, t) || t.rep >= repComplex64) {
		return c.constant(v, t, e)
	}
	return c.convertNode(c.constant(v, from, e), t, e)
}

// sameKind reports whether a constant of one type is one of the other: only then is there nothing
// to cut off.
func sameKind(a, b *Type) bool { return a.rep == b.rep }

// convertNode converts n to t as an explicit conversion does.
func (c *comp) convertNode(n node, t *Type, at ast.Node) node {
	if n.nil {
		return c.zeroNode(t)
	}
	from := n.t
	r := node{t: t, pos: at.Pos()}
	switch {
	case t.isInterface():
		return c.convertTo(n, t, at)
	case from.rep == t.rep && from.rep != repPtr:
		if from.rep == repString || from.rep != repMem {
			n = n.value()
		}
		n.t = t
		return n
	case numberOpsOf(from) != nil && numberOpsOf(t) != nil:
		if (from.rep == repComplex64 || from.rep == repComplex128) != (t.rep == repComplex64 || t.rep == repComplex128) {
			break
		}
		if from.rep == repUintptr && t.rep == repPtr {
			break
		}
		r.f = numberOpsOf(from).to(n.value(), t.rep)
		return r
	case t.rep == repString && numberOpsOf(from) != nil:
		r.f = numberOpsOf(from).toString(n.value())
		return r
	case t.rep == repString && from.rep == repSlice:
		s := as[slice](n)
		if c.elemOf(from, at).rep == repInt32 {
			r.f = ev[string](func(t *thread, f fp) string { v := s(t, f); return string(*(*[]rune)(unsafe.Pointer(&v))) })
			return r
		}
		r.f = ev[string](func(t *thread, f fp) string { v := s(t, f); return string(*(*[]byte)(unsafe.Pointer(&v))) })
		return r
	case t.rep == repSlice && from.rep == repString:
		s := as[string](n)
		if c.elemOf(t, at).rep == repInt32 {
			r.f = ev[slice](func(t *thread, f fp) slice { v := []rune(s(t, f)); return *(*slice)(unsafe.Pointer(&v)) })
			return r
		}
		r.f = ev[slice](func(t *thread, f fp) slice { v := []byte(s(t, f)); return *(*slice)(unsafe.Pointer(&v)) })
		return r
	case from.rep == repSlice && t.rep == repMem:
		p := c.arrayPointer(n, int(t.Go.Underlying().(*types.Array).Len()), at)
		r.f = p
		return r
	case from.rep == repSlice && t.rep == repPtr:
		a := t.Go.Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
		r.f = c.arrayPointer(n, int(a.Len()), at)
		return r
	case from.rep == repPtr && t.rep == repPtr:
		n = n.value()
		n.t = t
		return n
	case from.rep == repPtr && t.rep == repUintptr:
		p := n.ptr()
		r.f = ev[uintptr](func(t *thread, f fp) uintptr { return uintptr(p(t, f)) })
		return r
	case from.rep == repUintptr && t.rep == repPtr:
		u := as[uintptr](n)
		r.f = ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer {
			v := u(t, f)
			return *(*unsafe.Pointer)(unsafe.Pointer(&v))
		})
		return r
	}
	c.fail(at, "a conversion of a value of type %s to %s", from, t)
	return r
}

func (c *comp) elemOf(t *Type, at ast.Node) *Type {
	return c.typ(t.Go.Underlying().(*types.Slice).Elem(), at)
}

// arrayPointer is a pointer to the first n elements of a slice.
func (c *comp) arrayPointer(s node, n int, at ast.Node) ev[unsafe.Pointer] {
	site := c.site(at)
	e := as[slice](s)
	return func(t *thread, f fp) unsafe.Pointer {
		v := e(t, f)
		if v.len < n {
			t.fail(f, site, runtimeError("cannot convert slice with length "+itoa(v.len)+" to array or pointer to array with length "+itoa(n)))
		}
		if v.p == nil {
			return nil
		}
		return v.p
	}
}
