// SPDX-License-Identifier: BSD-3-Clause

// Indices, slices and selectors.

package machine

import (
	"go/ast"
	"go/types"
	"unsafe"

	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

// indexNode compiles an index.
func (c *comp) indexNode(e ast.Expr) node.Node {
	n := c.expr(e)
	if n.C != nil && n.T.Rep != memory.RepInt {
		return c.constant(n.C, c.typ(types.Typ[types.Int], e), e)
	}
	return n
}

// indexExpr compiles x[i].
func (c *comp) indexExpr(e *ast.IndexExpr) node.Node {
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
	return node.Node{}
}

// indexSlice returns the variable s[i].
func (c *comp) indexSlice(s, i node.Node, t *memory.Type, at ast.Node) node.Node {
	site := c.boundsSite(at, i)
	i = i.Value()
	n := node.Node{T: t, Pos: at.Pos(), Site: site, Elem: &node.Elem{S: s, I: i}}
	size := t.Size
	ie := node.Index(i)
	switch {
	case s.Local && i.Local && i.T.Rep == memory.RepInt:
		so, io := s.Off, i.Off
		n.Addr = func(t *run.Thread, f run.FP) unsafe.Pointer {
			h := (*memory.Slice)(unsafe.Add(f, so))
			n := *(*int)(unsafe.Add(f, io))
			if uint(n) >= uint(h.Len) {
				t.FailIndex(f, site, n, h.Len)
			}
			return unsafe.Add(h.P, uintptr(n)*size)
		}
	case s.Local:
		so := s.Off
		n.Addr = func(t *run.Thread, f run.FP) unsafe.Pointer {
			n := ie(t, f)
			h := (*memory.Slice)(unsafe.Add(f, so))
			if uint(n) >= uint(h.Len) {
				t.FailIndex(f, site, n, h.Len)
			}
			return unsafe.Add(h.P, uintptr(n)*size)
		}
	default:
		if a, ok := node.SliceHeader(s); ok {
			n.Addr = func(t *run.Thread, f run.FP) unsafe.Pointer {
				h := *(*memory.Slice)(a(t, f))
				n := ie(t, f)
				if uint(n) >= uint(h.Len) {
					t.FailIndex(f, site, n, h.Len)
				}
				return unsafe.Add(h.P, uintptr(n)*size)
			}
			break
		}
		se := node.As[memory.Slice](s)
		n.Addr = func(t *run.Thread, f run.FP) unsafe.Pointer {
			h := se(t, f)
			n := ie(t, f)
			if uint(n) >= uint(h.Len) {
				t.FailIndex(f, site, n, h.Len)
			}
			return unsafe.Add(h.P, uintptr(n)*size)
		}
	}
	if t.Rep == memory.RepMem {
		n.F = n.Addr
		n.Elem = nil
		n.A = node.ElementPlace(s, i, size, site)
		if s.Local && i.Local && i.T.Rep == memory.RepInt {
			n.Cell, n.Size = &node.Elem{S: s, I: i}, size
		}
	} else {
		n.F = node.RepOps[t.Rep].Index(s, i, size, site)
	}
	return n
}

// indexArray returns the element i of an array of n.
func (c *comp) indexArray(x, i node.Node, t *memory.Type, n int, at ast.Node) node.Node {
	if i.C != nil {
		return c.at(x, uintptr(node.As[int](i)(nil, nil))*t.Size, t, at)
	}
	site := c.boundsSite(at, i)
	ie := node.Index(i.Value())
	r := node.Node{T: t, Pos: at.Pos(), Site: site}
	size := t.Size
	var addr run.Eval[unsafe.Pointer]
	if x.Local {
		xo := x.Off
		addr = func(t *run.Thread, f run.FP) unsafe.Pointer {
			k := ie(t, f)
			if uint(k) >= uint(n) {
				t.FailIndex(f, site, k, n)
			}
			return unsafe.Add(f, xo+uintptr(k)*size)
		}
		r.Addr = addr
	} else {
		xe := c.addr(x)
		addr = func(t *run.Thread, f run.FP) unsafe.Pointer {
			p := xe(t, f)
			k := ie(t, f)
			if uint(k) >= uint(n) {
				t.FailIndex(f, site, k, n)
			}
			return unsafe.Add(p, uintptr(k)*size)
		}
		if x.Addr != nil {
			r.Addr = addr
		}
	}
	r.F = node.Load(t, addr)
	r.A = itemPlace(x.Place(), i, t, n, site)
	return r
}

// itemPlace is the address of element i of an array of n at an address.
func itemPlace(x *ir.Expr, i node.Node, t *memory.Type, n int, site int32) *ir.Expr {
	y := i.Tree()
	if x == nil || y == nil || x.Leaves() || y.Leaves() && x.Op != ir.Local && x.Op != ir.Fixed {
		return nil
	}
	return &ir.Expr{Op: ir.Item, X: x, Y: y, Type: i.T.Rep, N: int64(t.Size), M: int64(n), Site: site}
}

// indexPointer is p[i] of a pointer to an array of type at with n elements. The index is evaluated
// before a nil pointer panics.
func (c *comp) indexPointer(p, i node.Node, array, t *memory.Type, n int, at ast.Node) node.Node {
	if i.C != nil {
		return c.indexArray(c.throughPointer(p, 0, array, at), i, t, n, at)
	}
	site := c.boundsSite(at, i)
	pe, ie := p.Ptr(), node.Index(i.Value())
	size := t.Size
	addr := run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer {
		q := pe(t, f)
		k := ie(t, f)
		if q == nil {
			t.FailNil(f, site)
		}
		if uint(k) >= uint(n) {
			t.FailIndex(f, site, k, n)
		}
		return unsafe.Add(q, uintptr(k)*size)
	})
	r := node.Node{T: t, Pos: at.Pos(), Site: site, Addr: addr, F: node.Load(t, addr)}
	if x, y := p.Tree(), i.Tree(); x != nil && y != nil && !y.Leaves() {
		r.A = &ir.Expr{Op: ir.PtrItem, X: x, Y: y, Type: i.T.Rep, N: int64(size), M: int64(n), Site: site}
	}
	return r
}

func (c *comp) indexString(x, i node.Node, at ast.Node) node.Node {
	site := c.boundsSite(at, i)
	s, ie := node.As[string](x.Value()), node.Index(i.Value())
	var tree *ir.Expr
	if p, k := x.Tree(), i.Tree(); p != nil && k != nil && p.Op == ir.Load && !p.X.Leaves() && (!k.Leaves() || p.X.Op == ir.Local || p.X.Op == ir.Fixed) {
		tree = &ir.Expr{Op: ir.Load, Rep: memory.RepUint8, X: &ir.Expr{Op: ir.Char, X: p.X, Y: k, Type: i.T.Rep, N: 1, Site: site}}
	}
	return node.Node{T: c.typ(types.Typ[types.Uint8], at), Pos: at.Pos(), X: tree, F: run.Eval[uint8](func(t *run.Thread, f run.FP) uint8 {
		v := s(t, f)
		n := ie(t, f)
		if uint(n) >= uint(len(v)) {
			t.FailIndex(f, site, n, len(v))
		}
		return v[n]
	})}
}

// sliceExpr compiles x[lo:hi:max].
func (c *comp) sliceExpr(e *ast.SliceExpr) node.Node {
	t := c.typeOf(e)
	var bounds [3]node.Node
	var lo, hi, max run.Eval[int]
	for i, x := range []ast.Expr{e.Low, e.High, e.Max} {
		if x != nil {
			bounds[i] = c.indexNode(x)
			*[]*run.Eval[int]{&lo, &hi, &max}[i] = node.Index(bounds[i].Value())
		}
	}
	site := c.boundsSite(e, bounds[:]...)
	xt := c.goType(e.X)
	if b, ok := xt.Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
		sn := c.expr(e.X)
		s := node.As[string](sn)
		return whole(node.Node{T: t, Pos: e.Pos(), X: sliceTree(sn, bounds[0], bounds[1], 1), F: run.Eval[string](func(t *run.Thread, f run.FP) string {
			v := s(t, f)
			i, j := 0, len(v)
			if lo != nil {
				i = lo(t, f)
			}
			if hi != nil {
				j = hi(t, f)
			}
			if uint(j) > uint(len(v)) || uint(i) > uint(j) {
				t.FailSlice(f, site, run.Slicing{Lo: i, Hi: j, Length: len(v), Array: true})
			}
			return v[i:j]
		})})
	}
	var tree *ir.Expr
	var base run.Eval[memory.Slice]
	var size uintptr
	ofArray, ofPointer := false, false
	array := func(a *types.Array, p run.Eval[unsafe.Pointer]) {
		size = c.typ(a.Elem(), e).Size
		n := int(a.Len())
		ofArray = true
		base = func(t *run.Thread, f run.FP) memory.Slice { return memory.Slice{P: p(t, f), Len: n, Cap: n} }
	}
	switch u := xt.Underlying().(type) {
	case *types.Slice:
		size = c.typ(u.Elem(), e).Size
		sn := c.expr(e.X)
		if max == nil {
			tree = sliceTree(sn, bounds[0], bounds[1], size)
		}
		base = node.As[memory.Slice](sn)
	case *types.Array:
		x := c.expr(e.X)
		if x.Addr == nil {
			c.fail(e, "a slice of an array that is not addressable")
		}
		array(u, x.Addr)
	case *types.Pointer:
		ofPointer = true
		array(u.Elem().Underlying().(*types.Array), c.expr(e.X).Ptr())
	default:
		c.fail(e, "a slice of a value of type %s", xt)
	}
	if max == nil && lo != nil && hi == nil {
		return whole(node.Node{T: t, Pos: e.Pos(), X: tree, F: run.Eval[memory.Slice](func(t *run.Thread, f run.FP) memory.Slice {
			s := base(t, f)
			i := lo(t, f)
			if ofPointer && s.P == nil {
				t.FailNil(f, site)
			}
			if uint(i) > uint(s.Len) {
				t.FailSlice(f, site, run.Slicing{Lo: i, Hi: s.Len, Length: s.Len, Capacity: s.Cap, Array: ofArray})
			}
			if i == s.Cap {
				return memory.Slice{P: s.P, Len: 0, Cap: 0}
			}
			return memory.Slice{P: unsafe.Add(s.P, uintptr(i)*size), Len: s.Len - i, Cap: s.Cap - i}
		})})
	}
	return whole(node.Node{T: t, Pos: e.Pos(), X: tree, F: run.Eval[memory.Slice](func(t *run.Thread, f run.FP) memory.Slice {
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
			t.FailNil(f, site)
		}
		if uint(k) > uint(s.Cap) || uint(j) > uint(k) || uint(i) > uint(j) {
			t.FailSlice(f, site, run.Slicing{Lo: i, Hi: j, Max: k, Length: s.Len, Capacity: s.Cap, Three: max != nil, Array: ofArray})
		}
		if i == k {
			return memory.Slice{P: s.P, Len: 0, Cap: 0}
		}
		return memory.Slice{P: unsafe.Add(s.P, uintptr(i)*size), Len: j - i, Cap: k - i}
	})})
}

// selector compiles x.f.
func (c *comp) selector(e *ast.SelectorExpr) node.Node {
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

// fieldPath returns the field of x that the path of indices leads to.
func (c *comp) fieldPath(x node.Node, xt types.Type, want *types.Var, path []int, at ast.Node) node.Node {
	for _, i := range path {
		x, xt = c.field(x, xt, i, at)
	}
	return x
}

// field is field i of x, which is a struct or a pointer to one.
func (c *comp) field(x node.Node, xt types.Type, i int, at ast.Node) (node.Node, types.Type) {
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

// qualified returns a name of an imported package.
func (c *comp) qualified(e *ast.SelectorExpr) node.Node {
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
	return node.Node{}
}

// compiledVar returns a variable of a compiled package.
func (c *comp) compiledVar(obj *types.Var, at ast.Node) node.Node {
	v, ok := c.m.symbol(obj.Pkg().Path(), obj.Name())
	if !ok || !v.CanAddr() {
		c.fail(at, "%s.%s: it is not among the compiled symbols", obj.Pkg().Name(), obj.Name())
	}
	c.m.learn(obj.Type(), v.Type())
	t := c.typ(obj.Type(), at)
	return c.variableNode(obj, run.Place{T: t, Fixed: v.Addr().UnsafePointer()}, at.Pos())
}
