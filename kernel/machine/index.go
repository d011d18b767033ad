package machine

import (
	"go/ast"
	"go/types"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// indexNode compiles an index.
func (c *comp) indexNode(e ast.Expr) node {
	n := c.expr(e)
	if n.c != nil && n.t.Rep != memory.RepInt {
		return c.constant(n.c, c.typ(types.Typ[types.Int], e), e)
	}
	return n
}

// indexExpr compiles x[i].
func (c *comp) indexExpr(e *ast.IndexExpr) node {
	xt := c.goType(e.X)
	if xt == nil {
		return c.function_(e)
	}
	switch u := xt.Underlying().(type) {
	case *types.Signature:
		return c.function_(e)
	case *types.Map:
		return c.getEntry(c.mapEntry(e), e)
	case *types.Slice:
		return c.indexSlice(c.expr(e.X), c.indexNode(e.Index), c.typ(u.Elem(), e), e)
	case *types.Array:
		return c.indexArray(c.expr(e.X), c.indexNode(e.Index), c.typ(u.Elem(), e), int(u.Len()), e)
	case *types.Pointer:
		a := u.Elem().Underlying().(*types.Array)
		return c.indexPointer(c.expr(e.X), c.indexNode(e.Index), c.typ(u.Elem(), e), c.typ(a.Elem(), e), int(a.Len()), e)
	case *types.Basic:
		return c.indexString(c.expr(e.X), c.indexNode(e.Index), e)
	}
	c.fail(e, "an index of a value of type %s", xt)
	return node{}
}

// indexSlice is the variable s[i].
func (c *comp) indexSlice(s, i node, t *memory.Type, at ast.Node) node {
	site := c.boundsSite(at, i)
	i = i.value()
	n := node{t: t, pos: at.Pos(), site: site, elem: &elemNode{s, i}}
	size := t.Size
	ie := index(i)
	switch {
	case s.local && i.local && i.t.Rep == memory.RepInt:
		so, io := s.off, i.off
		n.addr = func(t *thread, f fp) unsafe.Pointer {
			h := (*memory.Slice)(unsafe.Add(f, so))
			n := *(*int)(unsafe.Add(f, io))
			if uint(n) >= uint(h.Len) {
				t.failIndex(f, site, n, h.Len)
			}
			return unsafe.Add(h.P, uintptr(n)*size)
		}
	case s.local:
		so := s.off
		n.addr = func(t *thread, f fp) unsafe.Pointer {
			n := ie(t, f)
			h := (*memory.Slice)(unsafe.Add(f, so))
			if uint(n) >= uint(h.Len) {
				t.failIndex(f, site, n, h.Len)
			}
			return unsafe.Add(h.P, uintptr(n)*size)
		}
	default:
		if a, ok := sliceHeader(s); ok {
			n.addr = func(t *thread, f fp) unsafe.Pointer {
				h := *(*memory.Slice)(a(t, f))
				n := ie(t, f)
				if uint(n) >= uint(h.Len) {
					t.failIndex(f, site, n, h.Len)
				}
				return unsafe.Add(h.P, uintptr(n)*size)
			}
			break
		}
		se := as[memory.Slice](s)
		n.addr = func(t *thread, f fp) unsafe.Pointer {
			h := se(t, f)
			n := ie(t, f)
			if uint(n) >= uint(h.Len) {
				t.failIndex(f, site, n, h.Len)
			}
			return unsafe.Add(h.P, uintptr(n)*size)
		}
	}
	if t.Rep == memory.RepMem {
		n.f = n.addr
		n.elem = nil
		if s.local && i.local && i.t.Rep == memory.RepInt {
			n.cell, n.size = &elemNode{s, i}, size
		}
	} else {
		n.f = repOps[t.Rep].index(s, i, size, site)
	}
	return n
}

// indexArray is the element i of an array of n.
func (c *comp) indexArray(x, i node, t *memory.Type, n int, at ast.Node) node {
	if i.c != nil {
		return c.at(x, uintptr(as[int](i)(nil, nil))*t.Size, t, at)
	}
	site := c.boundsSite(at, i)
	ie := index(i.value())
	r := node{t: t, pos: at.Pos(), site: site}
	size := t.Size
	var addr ev[unsafe.Pointer]
	if x.local {
		xo := x.off
		addr = func(t *thread, f fp) unsafe.Pointer {
			k := ie(t, f)
			if uint(k) >= uint(n) {
				t.failIndex(f, site, k, n)
			}
			return unsafe.Add(f, xo+uintptr(k)*size)
		}
		r.addr = addr
	} else {
		xe := c.addr(x)
		addr = func(t *thread, f fp) unsafe.Pointer {
			p := xe(t, f)
			k := ie(t, f)
			if uint(k) >= uint(n) {
				t.failIndex(f, site, k, n)
			}
			return unsafe.Add(p, uintptr(k)*size)
		}
		if x.addr != nil {
			r.addr = addr
		}
	}
	r.f = load(t, addr)
	return r
}

// indexPointer is p[i] of a pointer to an array of type at with n elements. The index is evaluated
// before a nil pointer panics.
func (c *comp) indexPointer(p, i node, array, t *memory.Type, n int, at ast.Node) node {
	if i.c != nil {
		return c.indexArray(c.throughPointer(p, 0, array, at), i, t, n, at)
	}
	site := c.boundsSite(at, i)
	pe, ie := p.ptr(), index(i.value())
	size := t.Size
	addr := ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer {
		q := pe(t, f)
		k := ie(t, f)
		if q == nil {
			t.failNil(f, site)
		}
		if uint(k) >= uint(n) {
			t.failIndex(f, site, k, n)
		}
		return unsafe.Add(q, uintptr(k)*size)
	})
	return node{t: t, pos: at.Pos(), site: site, addr: addr, f: load(t, addr)}
}

func (c *comp) indexString(x, i node, at ast.Node) node {
	site := c.boundsSite(at, i)
	s, ie := as[string](x.value()), index(i.value())
	return node{t: c.typ(types.Typ[types.Uint8], at), pos: at.Pos(), f: ev[uint8](func(t *thread, f fp) uint8 {
		v := s(t, f)
		n := ie(t, f)
		if uint(n) >= uint(len(v)) {
			t.failIndex(f, site, n, len(v))
		}
		return v[n]
	})}
}

// sliceExpr compiles x[lo:hi:max].
func (c *comp) sliceExpr(e *ast.SliceExpr) node {
	t := c.typeOf(e)
	var bounds [3]node
	var lo, hi, max ev[int]
	for i, x := range []ast.Expr{e.Low, e.High, e.Max} {
		if x != nil {
			bounds[i] = c.indexNode(x)
			*[]*ev[int]{&lo, &hi, &max}[i] = index(bounds[i].value())
		}
	}
	site := c.boundsSite(e, bounds[:]...)
	xt := c.goType(e.X)
	if b, ok := xt.Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
		s := as[string](c.expr(e.X))
		return node{t: t, pos: e.Pos(), f: ev[string](func(t *thread, f fp) string {
			v := s(t, f)
			i, j := 0, len(v)
			if lo != nil {
				i = lo(t, f)
			}
			if hi != nil {
				j = hi(t, f)
			}
			if uint(j) > uint(len(v)) || uint(i) > uint(j) {
				t.failSlice(f, site, slicing{lo: i, hi: j, length: len(v), array: true})
			}
			return v[i:j]
		})}
	}
	var base ev[memory.Slice]
	var size uintptr
	ofArray, ofPointer := false, false
	array := func(a *types.Array, p ev[unsafe.Pointer]) {
		size = c.typ(a.Elem(), e).Size
		n := int(a.Len())
		ofArray = true
		base = func(t *thread, f fp) memory.Slice { return memory.Slice{P: p(t, f), Len: n, Cap: n} }
	}
	switch u := xt.Underlying().(type) {
	case *types.Slice:
		size = c.typ(u.Elem(), e).Size
		base = as[memory.Slice](c.expr(e.X))
	case *types.Array:
		x := c.expr(e.X)
		if x.addr == nil {
			c.fail(e, "a slice of an array that is not addressable")
		}
		array(u, x.addr)
	case *types.Pointer:
		ofPointer = true
		array(u.Elem().Underlying().(*types.Array), c.expr(e.X).ptr())
	default:
		c.fail(e, "a slice of a value of type %s", xt)
	}
	if max == nil && lo != nil && hi == nil {
		return node{t: t, pos: e.Pos(), f: ev[memory.Slice](func(t *thread, f fp) memory.Slice {
			s := base(t, f)
			i := lo(t, f)
			if ofPointer && s.P == nil {
				t.failNil(f, site)
			}
			if uint(i) > uint(s.Len) {
				t.failSlice(f, site, slicing{lo: i, hi: s.Len, length: s.Len, capacity: s.Cap, array: ofArray})
			}
			if i == s.Cap {
				return memory.Slice{P: s.P, Len: 0, Cap: 0}
			}
			return memory.Slice{P: unsafe.Add(s.P, uintptr(i)*size), Len: s.Len - i, Cap: s.Cap - i}
		})}
	}
	return node{t: t, pos: e.Pos(), f: ev[memory.Slice](func(t *thread, f fp) memory.Slice {
		s := base(t, f)
		i, j, k := 0, s.Len, s.Cap
		if lo != nil {
			i = lo(t, f)
		}
		if hi != nil {
			j = hi(t, f)
		}
		if max != nil {
			k = max(t, f)
		}
		if ofPointer && s.P == nil {
			t.failNil(f, site)
		}
		if uint(k) > uint(s.Cap) || uint(j) > uint(k) || uint(i) > uint(j) {
			t.failSlice(f, site, slicing{i, j, k, s.Len, s.Cap, max != nil, ofArray})
		}
		if i == k {
			return memory.Slice{P: s.P, Len: 0, Cap: 0}
		}
		return memory.Slice{P: unsafe.Add(s.P, uintptr(i)*size), Len: j - i, Cap: k - i}
	})}
}

// selector compiles x.f.
func (c *comp) selector(e *ast.SelectorExpr) node {
	s := c.info.Selections[e]
	if s == nil {
		return c.qualified(e)
	}
	switch s.Kind() {
	case types.FieldVal:
		x := c.expr(e.X)
		return c.fieldPath(x, c.env.subst(s.Recv()), s.Obj().(*types.Var), s.Index(), e)
	case types.MethodVal:
		return c.methodValue(e, s)
	}
	return c.methodExpr(e, s)
}

// fieldPath is the field of x that the path of indices leads to.
func (c *comp) fieldPath(x node, xt types.Type, want *types.Var, path []int, at ast.Node) node {
	for _, i := range path {
		x, xt = c.field(x, xt, i, at)
	}
	return x
}

// field is field i of x, which is a struct or a pointer to one.
func (c *comp) field(x node, xt types.Type, i int, at ast.Node) (node, types.Type) {
	if p, ok := xt.Underlying().(*types.Pointer); ok {
		st := c.typ(p.Elem(), at)
		f := st.Go.Underlying().(*types.Struct).Field(i)
		c.learnField(st, f)
		return c.throughPointer(x, st.Field(i), c.typ(f.Type(), at), at), f.Type()
	}
	st := c.typ(xt, at)
	u, ok := st.Go.Underlying().(*types.Struct)
	if !ok {
		c.fail(at, "a field of a value of type %s", xt)
	}
	f := u.Field(i)
	c.learnField(st, f)
	return c.at(x, st.Field(i), c.typ(f.Type(), at), at), f.Type()
}

// learnField notes the type of a field of a compiled struct.
func (c *comp) learnField(st *memory.Type, f *types.Var) {
	n, ok := types.Unalias(st.Go).(*types.Named)
	if !ok || c.m.IsOwn(n) {
		return
	}
	if sf, ok := st.Reflect.FieldByName(f.Name()); ok {
		c.m.learn(f.Type(), sf.Type)
	}
}

// qualified is a name of an imported package.
func (c *comp) qualified(e *ast.SelectorExpr) node {
	switch obj := c.info.Uses[e.Sel].(type) {
	case *types.Var:
		if c.m.o.Own(obj.Pkg()) {
			return c.variableNode(obj, c.variableOf(obj), e.Pos())
		}
		return c.compiledVar(obj, e)
	case *types.Func:
		return c.function_(e)
	}
	c.fail(e, "%s here", e.Sel.Name)
	return node{}
}

// compiledVar is a variable of a compiled package.
func (c *comp) compiledVar(obj *types.Var, at ast.Node) node {
	v, ok := c.m.symbol(obj.Pkg().Path(), obj.Name())
	if !ok || !v.CanAddr() {
		c.fail(at, "%s.%s: it is not among the compiled symbols", obj.Pkg().Name(), obj.Name())
	}
	c.m.learn(obj.Type(), v.Type())
	t := c.typ(obj.Type(), at)
	return c.variableNode(obj, variable{t: t, fixed: v.Addr().UnsafePointer()}, at.Pos())
}

// markKey makes the key of an element of a map an ordered operation, if t is a map whose keys the
// Go compiler passes by address: it then copies a key that is no variable, or is converted.
func (c *comp) markKey(t types.Type, key ast.Expr) {
	if t == nil || c.info.Types[key].Value != nil || c.goType(key) == nil {
		return
	}
	m, ok := c.env.subst(t).Underlying().(*types.Map)
	if !ok || c.isVariable(key) && types.IsInterface(c.goType(key)) == types.IsInterface(m.Key()) {
		return
	}
	if k, elem := c.typ(m.Key(), key), c.typ(m.Elem(), key); elem.Size > 128 || k.Rep != memory.RepString && !(isPlain(m.Key()) && (k.Size == 4 || k.Size == 8)) {
		c.mark(key)
	}
}

// isPlain reports whether values of t are equal if their bytes are. It is not exact about padding.
func isPlain(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsBoolean) != 0 || u.Kind() == types.UnsafePointer
	case *types.Pointer, *types.Chan:
		return true
	case *types.Array:
		return isPlain(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !isPlain(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}
