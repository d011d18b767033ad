// SPDX-License-Identifier: BSD-3-Clause

// The predeclared functions.

package machine

import (
	"go/ast"
	"go/types"
	"math"
	"math/bits"
	"reflect"
	"runtime"
	"unsafe"

	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/number"
	"polka/kernel/machine/internal/run"
)

// builtin compiles a call of a builtin function.
func (c *comp) builtin(e *ast.CallExpr, name string) node.Node {
	if c.isSpread(e) {
		return c.builtinSpread(e, ast.Unparen(e.Args[0]).(*ast.CallExpr), name)
	}
	switch name {
	case "len", "cap":
		return c.lenOf(e, name)
	case "append":
		return c.appendTo(e)
	case "make":
		return c.makeOf(e)
	case "new":
		return c.newOf(e)
	case "min", "max":
		return c.extreme(e, name)
	case "complex", "real", "imag":
		return c.complexPart(e, name)
	case "recover":
		return c.recoverNode(e)
	}
	var nodes []node.Node
	for _, x := range e.Args {
		nodes = append(nodes, c.builtinArg(name, x))
	}
	return c.builtinOn(e, name, nodes)
}

// builtinSpread compiles name(f()), where f has several results.
func (c *comp) builtinSpread(e, call *ast.CallExpr, name string) node.Node {
	parts, eval := c.unpack(c.call(call))
	again := *e
	again.Args = nil
	if c.bound == nil {
		c.bound = make(map[ast.Expr]node.Node)
	}
	for _, p := range parts {
		id := &ast.Ident{NamePos: e.Pos(), Name: "_"}
		c.bound[id] = p
		again.Args = append(again.Args, id)
	}
	if tv, ok := c.info.Types[e]; ok {
		c.info.Types[&again] = tv
	}
	n := c.builtin(&again, name)
	return c.following(eval, n)
}

// builtinArg compiles an argument of a builtin function that go and defer can call.
func (c *comp) builtinArg(name string, x ast.Expr) node.Node {
	if name == "panic" {
		n := c.converted(x, c.m.Any())
		if c.info.Types[x].Value != nil {
			n.F = c.m.oneWord(n)
		}
		return n
	}
	n := c.expr(x)
	if n.Nil {
		return c.zeroNode(c.m.pointer())
	}
	return n
}

// builtinOn returns the call of a builtin function with arguments that have been compiled.
func (c *comp) builtinOn(e *ast.CallExpr, name string, args []node.Node) node.Node {
	site := c.site(e)
	n := node.Node{Pos: e.Pos()}
	switch name {
	case "panic":
		v := node.As[any](args[0])
		if c.defers && !c.steps && c.iterating == 0 {
			n.F = run.Stmt(func(t *run.Thread, f run.FP) run.Ctl {
				x := v(t, f)
				if x == nil {
					x = new(runtime.PanicNilError)
				}
				return t.Raise(f, site, x)
			})
			break
		}
		n.F = run.Stmt(func(t *run.Thread, f run.FP) run.Ctl {
			x := v(t, f)
			if x == nil {
				x = new(runtime.PanicNilError)
			}
			t.Fail(f, site, x)
			return run.Next
		})
	case "print", "println":
		n.F = c.printing(name == "println", args)
	case "close":
		p := args[0].Ptr()
		n.F = run.Stmt(func(t *run.Thread, f run.FP) run.Ctl {
			ch := p(t, f)
			t.Site = site
			close(*(*chan struct{})(unsafe.Pointer(&ch)))
			return run.Next
		})
	case "delete":
		mt := c.mapType(args[0].T)
		m := &mapEntry{mt: mt, elem: mt.Elem, mn: args[0], m: args[0].Ptr(), key: c.convertTo(args[1], mt.Key, e), site: site}
		key, ops := c.keyAddr(m), mt.Ops
		n.F = run.Stmt(func(t *run.Thread, f run.FP) run.Ctl {
			p := m.m(t, f)
			k := key(t, f)
			t.Site = site
			ops.Delete(p, k)
			return run.Next
		})
	case "clear":
		if args[0].T.Rep == memory.RepSlice {
			et := c.typ(args[0].T.Go.Underlying().(*types.Slice).Elem(), e)
			s := node.As[memory.Slice](args[0])
			n.F = run.Stmt(func(t *run.Thread, f run.FP) run.Ctl {
				et.ClearSlice(s(t, f))
				return run.Next
			})
			break
		}
		ops, p := c.mapType(args[0].T).Ops, args[0].Ptr()
		n.F = run.Stmt(func(t *run.Thread, f run.FP) run.Ctl {
			ops.Clear(p(t, f))
			return run.Next
		})
	case "copy":
		n.T = c.typ(types.Typ[types.Int], e)
		n.F = c.copyNode(args, e)
	case "recover":
		return c.zeroNode(c.m.Any()) // called by go or defer themselves, it recovers nothing
	default:
		c.fail(e, "the builtin function %s here", name)
	}
	return n
}

// discardAll evaluates a node for its effects.
func (c *comp) lenOf(e *ast.CallExpr, name string) node.Node {
	n := node.Node{T: c.typ(types.Typ[types.Int], e), Pos: e.Pos()}
	x := e.Args[0]
	xt := c.goType(x).Underlying()
	if p, ok := xt.(*types.Pointer); ok {
		xt = p.Elem().Underlying()
	}
	switch u := xt.(type) {
	case *types.Array:
		k := int(u.Len())
		s := c.expr(x).Discard()
		n.F = run.Eval[int](func(t *run.Thread, f run.FP) int { s(t, f); return k })
	case *types.Basic:
		sn := c.expr(x)
		s := node.As[string](sn)
		n.X = lenTree(ir.Len, sn.Place())
		if n.X == nil {
			n.X = partTree(sn, unsafe.Offsetof(memory.Slice{}.Len))
		}
		n.F = run.Eval[int](func(t *run.Thread, f run.FP) int { return len(s(t, f)) })
	case *types.Slice:
		sn := c.expr(x)
		if h, ok := node.SliceHeader(sn); ok {
			if name == "cap" {
				n.X = lenTree(ir.Cap, sn.Place())
				n.F = run.Eval[int](func(t *run.Thread, f run.FP) int { return (*memory.Slice)(h(t, f)).Cap })
				break
			}
			if sn.Local {
				off := sn.Off + unsafe.Offsetof(memory.Slice{}.Len)
				n.Local, n.Off = true, off
				break
			}
			n.X = lenTree(ir.Len, sn.Place())
			n.F = run.Eval[int](func(t *run.Thread, f run.FP) int { return (*memory.Slice)(h(t, f)).Len })
			break
		}
		s := node.As[memory.Slice](sn)
		if name == "cap" {
			n.X = partTree(sn, unsafe.Offsetof(memory.Slice{}.Cap))
			n.F = run.Eval[int](func(t *run.Thread, f run.FP) int { return s(t, f).Cap })
			break
		}
		n.X = partTree(sn, unsafe.Offsetof(memory.Slice{}.Len))
		n.F = run.Eval[int](func(t *run.Thread, f run.FP) int { return s(t, f).Len })
	case *types.Map:
		mn := c.expr(x)
		ops, p := c.mapType(mn.T).Ops, mn.Ptr()
		n.X = filledTree(mn)
		n.F = run.Eval[int](func(t *run.Thread, f run.FP) int { return ops.Len(p(t, f)) })
	case *types.Chan:
		cn := c.expr(x)
		p := cn.Ptr()
		if name == "cap" {
			n.F = run.Eval[int](func(t *run.Thread, f run.FP) int { ch := p(t, f); return cap(*(*chan struct{})(unsafe.Pointer(&ch))) })
			break
		}
		n.X = filledTree(cn)
		n.F = run.Eval[int](func(t *run.Thread, f run.FP) int { ch := p(t, f); return len(*(*chan struct{})(unsafe.Pointer(&ch))) })
	default:
		c.fail(e, "%s of a value of type %s", name, xt)
	}
	return n
}

// lenTree is the tree of the length or the capacity of what is at an address.
func lenTree(op ir.Op, a *ir.Expr) *ir.Expr {
	if a == nil {
		return nil
	}
	return &ir.Expr{Op: op, Rep: memory.RepInt, X: a}
}

// filledTree is the tree of the length of a map or channel.
func filledTree(x node.Node) *ir.Expr {
	p := x.Tree()
	if p == nil || p.Op == ir.Leaf {
		return nil
	}
	return &ir.Expr{Op: ir.Filled, Rep: memory.RepInt, X: p}
}

// appendTo compiles append.
func (c *comp) appendTo(e *ast.CallExpr) node.Node {
	t := c.typeOf(e)
	n := node.Node{T: t, Pos: e.Pos()}
	st, ok := t.Go.Underlying().(*types.Slice)
	if !ok {
		c.fail(e, "append to a value of type %s", t)
	}
	et := c.typ(st.Elem(), e)
	sn := c.converted(e.Args[0], t)
	s := node.As[memory.Slice](sn)
	if e.Ellipsis.IsValid() {
		an := c.expr(e.Args[1])
		if an.Nil {
			n.F = s
			return n
		}
		if an.T.Rep == memory.RepString {
			a := node.As[string](an)
			n.F = run.Eval[memory.Slice](func(t *run.Thread, f run.FP) memory.Slice {
				v := s(t, f)
				r := append(*(*[]byte)(unsafe.Pointer(&v)), a(t, f)...)
				return *(*memory.Slice)(unsafe.Pointer(&r))
			})
			return n
		}
		a := node.As[memory.Slice](an)
		n.F = run.Eval[memory.Slice](func(t *run.Thread, f run.FP) memory.Slice {
			v := s(t, f)
			return et.AppendSlice(v, a(t, f))
		})
		return n
	}
	switch len(e.Args) {
	case 1:
		n.F = s
		return n
	case 2:
		v := c.converted(e.Args[1], et)
		first := c.valueFirst(sn, &v)
		if et.Rep != memory.RepMem {
			n.F = node.RepOps[et.Rep].Append1(s, v.Value().F)
			n.X = appendTree(sn, v, et)
			return c.following(first, whole(n))
		}
		store, size, cp := v.Store(), et.Size, et.Copy
		if first != nil {
			off := v.Off
			n.F = run.Eval[memory.Slice](func(t *run.Thread, f run.FP) memory.Slice {
				v := s(t, f)
				if v.Len == v.Cap {
					v = et.Grow(v, 1)
				}
				cp(unsafe.Add(v.P, uintptr(v.Len)*size), unsafe.Add(f, off))
				v.Len++
				return v
			})
			n.X = appendTree(sn, v, et)
			return c.following(first, whole(n))
		}
		tmp := c.scratch(et)
		n.F = run.Eval[memory.Slice](func(t *run.Thread, f run.FP) memory.Slice {
			v := s(t, f)
			p := tmp(f)
			store(t, f, p)
			if v.Len == v.Cap {
				v = et.Grow(v, 1)
			}
			cp(unsafe.Add(v.P, uintptr(v.Len)*size), p)
			v.Len++
			return v
		})
		n.X = appendTree(sn, v, et)
		return whole(n)
	}
	var stores []node.Storing
	for _, x := range e.Args[1:] {
		stores = append(stores, c.converted(x, et).Store())
	}
	k, size := len(stores), et.Size
	n.F = run.Eval[memory.Slice](func(t *run.Thread, f run.FP) memory.Slice {
		v := s(t, f)
		p := et.AllocN(k) // the values are computed before the slice changes
		for i, st := range stores {
			st(t, f, unsafe.Add(p, uintptr(i)*size))
		}
		return et.AppendSlice(v, memory.Slice{P: p, Len: k, Cap: k})
	})
	return n
}

func (c *comp) copyNode(args []node.Node, e *ast.CallExpr) any {
	et := c.typ(args[0].T.Go.Underlying().(*types.Slice).Elem(), e)
	d := node.As[memory.Slice](args[0])
	if args[1].T.Rep == memory.RepString {
		s := node.As[string](args[1])
		return run.Eval[int](func(t *run.Thread, f run.FP) int {
			v := d(t, f)
			return copy(*(*[]byte)(unsafe.Pointer(&v)), s(t, f))
		})
	}
	s := node.As[memory.Slice](args[1])
	return run.Eval[int](func(t *run.Thread, f run.FP) int {
		v := d(t, f)
		w := s(t, f)
		n := min(v.Len, w.Len)
		et.Move(v.P, w.P, n)
		return n
	})
}

// makeOf compiles make.
func (c *comp) makeOf(e *ast.CallExpr) node.Node {
	t := c.typeOf(e)
	n := node.Node{T: t, Pos: e.Pos()}
	site := c.site(e)
	size := func(i int) run.Eval[int] {
		if i >= len(e.Args) {
			return nil
		}
		x := c.expr(e.Args[i])
		if x.C != nil {
			x = c.constant(x.C, c.typ(types.Typ[types.Int], e), e)
		}
		return c.sizeNode(x)
	}
	switch u := t.Go.Underlying().(type) {
	case *types.Slice:
		et := c.typ(u.Elem(), e)
		l, k := size(1), size(2)
		limit := math.MaxInt
		if et.Size > 0 {
			limit = maxAlloc / int(et.Size)
		}
		n.F = run.Eval[memory.Slice](func(t *run.Thread, f run.FP) memory.Slice {
			a := l(t, f)
			b := a
			if k != nil {
				b = k(t, f)
			}
			if a < 0 || a > limit {
				t.Fail(f, site, memory.RuntimeError("makeslice: len out of range"))
			}
			if b < a || b > limit {
				t.Fail(f, site, memory.RuntimeError("makeslice: cap out of range"))
			}
			return memory.Slice{P: et.AllocN(b), Len: a, Cap: b}
		})
	case *types.Map:
		ops, k := c.mapType(t).Ops, size(1)
		n.F = run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer {
			a := 0
			if k != nil {
				a = max(k(t, f), 0)
			}
			return ops.Make(min(a, 1<<26))
		})
	case *types.Chan:
		k := size(1)
		et := c.typ(u.Elem(), e)
		ct := reflect.ChanOf(reflect.BothDir, et.Reflect)
		n.F = run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer {
			a := 0
			if k != nil {
				a = k(t, f)
			}
			if a < 0 || et.Size > 0 && a > maxAlloc/int(et.Size) {
				t.Fail(f, site, memory.PlainError("makechan: size out of range"))
			}
			return reflect.MakeChan(ct, a).UnsafePointer()
		})
	default:
		c.fail(e, "make of type %s", t)
	}
	return n
}

// maxAlloc is how many bytes one make may ask for: 2^47, and 2^30 where int has 32 bits.
const maxAlloc = 1 << (bits.UintSize*17/32 + 13)

// sizeNode returns a size as an int; a value that does not fit becomes negative.
func (c *comp) sizeNode(n node.Node) run.Eval[int] {
	switch n.T.Rep {
	case memory.RepUint64, memory.RepUint, memory.RepUintptr:
		return node.Index(n.Value())
	case memory.RepFloat64:
		return number.Of(n.T).To(n.Value(), memory.RepInt).(run.Eval[int])
	}
	return node.Index(n.Value())
}

func (c *comp) newOf(e *ast.CallExpr) node.Node {
	n := node.Node{T: c.typeOf(e), Pos: e.Pos()}
	t := c.typ(n.T.Go.Underlying().(*types.Pointer).Elem(), e)
	if tv := c.info.Types[e.Args[0]]; !tv.IsType() {
		st := c.converted(e.Args[0], t).Store()
		n.F = run.Eval[unsafe.Pointer](func(th *run.Thread, f run.FP) unsafe.Pointer {
			p := t.Alloc()
			st(th, f, p)
			return p
		})
		return n
	}
	n.F = run.Eval[unsafe.Pointer](func(*run.Thread, run.FP) unsafe.Pointer { return t.Alloc() })
	return n
}

func (c *comp) extreme(e *ast.CallExpr, name string) node.Node {
	t := c.typeOf(e)
	r := c.converted(e.Args[0], t)
	for _, x := range e.Args[1:] {
		y := c.converted(x, t)
		f := extremeOf(name == "min", r.Value(), y.Value())
		if f == nil {
			c.fail(e, "%s of values of type %s", name, t)
		}
		x := extremeTree(name == "min", r, y)
		r = node.Node{T: t, Pos: e.Pos(), F: f, X: x}
	}
	return r
}

// whole gives the tree of n the closure of n, which it leaves to in rare cases.
func whole(n node.Node) node.Node {
	if n.X != nil {
		n.X.Store = n.Store()
	}
	return n
}

// extremeTree is the tree of the least or the greatest of two integers.
func extremeTree(least bool, x, y node.Node) *ir.Expr {
	a, b := x.Tree(), y.Tree()
	if a == nil || b == nil || !ir.IsWord(x.T.Rep) || ir.IsFloat(x.T.Rep) {
		return nil
	}
	e := &ir.Expr{Op: ir.Greatest, Rep: x.T.Rep, X: a, Y: b}
	if least {
		e.Op = ir.Least
	}
	return e
}

func extremeOf(least bool, x, y node.Node) any {
	switch x.T.Rep {
	case memory.RepInt:
		return extremeAs[int](least, x, y)
	case memory.RepInt8:
		return extremeAs[int8](least, x, y)
	case memory.RepInt16:
		return extremeAs[int16](least, x, y)
	case memory.RepInt32:
		return extremeAs[int32](least, x, y)
	case memory.RepInt64:
		return extremeAs[int64](least, x, y)
	case memory.RepUint:
		return extremeAs[uint](least, x, y)
	case memory.RepUint8:
		return extremeAs[uint8](least, x, y)
	case memory.RepUint16:
		return extremeAs[uint16](least, x, y)
	case memory.RepUint32:
		return extremeAs[uint32](least, x, y)
	case memory.RepUint64:
		return extremeAs[uint64](least, x, y)
	case memory.RepUintptr:
		return extremeAs[uintptr](least, x, y)
	case memory.RepFloat32:
		return extremeAs[float32](least, x, y)
	case memory.RepFloat64:
		return extremeAs[float64](least, x, y)
	case memory.RepString:
		return extremeAs[string](least, x, y)
	}
	return nil
}

func extremeAs[T number.Ordered](least bool, x, y node.Node) any {
	a, b := node.As[T](x), node.As[T](y)
	if least {
		return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return min(v, b(t, f)) })
	}
	return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return max(v, b(t, f)) })
}

func (c *comp) complexPart(e *ast.CallExpr, name string) node.Node {
	t := c.typeOf(e)
	n := node.Node{T: t, Pos: e.Pos()}
	switch name {
	case "complex":
		if t.Rep == memory.RepComplex64 {
			ft := c.typ(types.Typ[types.Float32], e)
			a, b := node.As[float32](c.converted(e.Args[0], ft)), node.As[float32](c.converted(e.Args[1], ft))
			n.F = run.Eval[complex64](func(t *run.Thread, f run.FP) complex64 { v := a(t, f); return complex(v, b(t, f)) })
			return n
		}
		ft := c.typ(types.Typ[types.Float64], e)
		a, b := node.As[float64](c.converted(e.Args[0], ft)), node.As[float64](c.converted(e.Args[1], ft))
		n.F = run.Eval[complex128](func(t *run.Thread, f run.FP) complex128 { v := a(t, f); return complex(v, b(t, f)) })
	case "real", "imag":
		x := c.expr(e.Args[0])
		im := name == "imag"
		if t.Rep == memory.RepFloat32 {
			a := node.As[complex64](x)
			n.F = run.Eval[float32](func(t *run.Thread, f run.FP) float32 {
				if v := a(t, f); im {
					return imag(v)
				} else {
					return real(v)
				}
			})
			return n
		}
		a := node.As[complex128](x)
		n.F = run.Eval[float64](func(t *run.Thread, f run.FP) float64 {
			if v := a(t, f); im {
				return imag(v)
			} else {
				return real(v)
			}
		})
	}
	return n
}
