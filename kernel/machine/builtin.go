package machine

import (
	"go/ast"
	"go/types"
	"math"
	"math/bits"
	"reflect"
	"runtime"
	"strconv"
	"unsafe"
)

// builtin compiles a call of a builtin function.
func (c *comp) builtin(e *ast.CallExpr, name string) node {
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
	var nodes []node
	for _, x := range e.Args {
		nodes = append(nodes, c.builtinArg(name, x))
	}
	return c.builtinOn(e, name, nodes)
}

// builtinSpread compiles name(f()), where f has several results.
func (c *comp) builtinSpread(e, call *ast.CallExpr, name string) node {
	parts, eval := c.unpack(c.call(call))
	again := *e
	again.Args = nil
	if c.bound == nil {
		c.bound = make(map[ast.Expr]node)
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
func (c *comp) builtinArg(name string, x ast.Expr) node {
	if name == "panic" {
		return c.converted(x, c.m.anyT())
	}
	n := c.expr(x)
	if n.nil {
		return c.zeroNode(c.m.pointer())
	}
	return n
}

// builtinOn is the call of a builtin function with arguments that have been compiled.
func (c *comp) builtinOn(e *ast.CallExpr, name string, args []node) node {
	site := c.site(e)
	n := node{pos: e.Pos()}
	switch name {
	case "panic":
		v := as[any](args[0])
		n.f = stmt(func(t *thread, f fp) ctl {
			x := v(t, f)
			if x == nil {
				x = new(runtime.PanicNilError)
			}
			t.fail(f, site, x)
			return next
		})
	case "print", "println":
		n.f = c.printing(name == "println", args)
	case "close":
		p := args[0].ptr()
		n.f = stmt(func(t *thread, f fp) ctl {
			ch := p(t, f)
			t.site = site
			close(*(*chan struct{})(unsafe.Pointer(&ch)))
			return next
		})
	case "delete":
		mt := c.mapType(args[0].t)
		m := &mapEntry{mt: mt, elem: mt.elem, mn: args[0], m: args[0].ptr(), key: c.convertTo(args[1], mt.key, e), site: site}
		key, ops := c.keyAddr(m), mt.ops
		n.f = stmt(func(t *thread, f fp) ctl {
			p := m.m(t, f)
			k := key(t, f)
			t.site = site
			ops.delete(p, k)
			return next
		})
	case "clear":
		if args[0].t.rep == repSlice {
			et := c.typ(args[0].t.Go.Underlying().(*types.Slice).Elem(), e)
			s := as[slice](args[0])
			n.f = stmt(func(t *thread, f fp) ctl {
				et.clearSlice(s(t, f))
				return next
			})
			break
		}
		ops, p := c.mapType(args[0].t).ops, args[0].ptr()
		n.f = stmt(func(t *thread, f fp) ctl {
			ops.clear(p(t, f))
			return next
		})
	case "copy":
		n.t = c.typ(types.Typ[types.Int], e)
		n.f = c.copyNode(args, e)
	case "recover":
		return c.zeroNode(c.m.anyT()) // called by go or defer themselves, it recovers nothing
	default:
		c.fail(e, "the builtin function %s here", name)
	}
	return n
}

// discardAll evaluates a node for what it does.
func (c *comp) lenOf(e *ast.CallExpr, name string) node {
	n := node{t: c.typ(types.Typ[types.Int], e), pos: e.Pos()}
	x := e.Args[0]
	xt := c.goType(x).Underlying()
	if p, ok := xt.(*types.Pointer); ok {
		xt = p.Elem().Underlying()
	}
	switch u := xt.(type) {
	case *types.Array:
		k := int(u.Len())
		s := c.expr(x).discard()
		n.f = ev[int](func(t *thread, f fp) int { s(t, f); return k })
	case *types.Basic:
		s := as[string](c.expr(x))
		n.f = ev[int](func(t *thread, f fp) int { return len(s(t, f)) })
	case *types.Slice:
		sn := c.expr(x)
		if h, ok := sliceHeader(sn); ok {
			if name == "cap" {
				n.f = ev[int](func(t *thread, f fp) int { return (*slice)(h(t, f)).cap })
				break
			}
			if sn.local {
				off := sn.off + unsafe.Offsetof(slice{}.len)
				n.local, n.off = true, off
				break
			}
			n.f = ev[int](func(t *thread, f fp) int { return (*slice)(h(t, f)).len })
			break
		}
		s := as[slice](sn)
		if name == "cap" {
			n.f = ev[int](func(t *thread, f fp) int { return s(t, f).cap })
			break
		}
		n.f = ev[int](func(t *thread, f fp) int { return s(t, f).len })
	case *types.Map:
		mn := c.expr(x)
		ops, p := c.mapType(mn.t).ops, mn.ptr()
		n.f = ev[int](func(t *thread, f fp) int { return ops.len(p(t, f)) })
	case *types.Chan:
		p := c.expr(x).ptr()
		if name == "cap" {
			n.f = ev[int](func(t *thread, f fp) int { ch := p(t, f); return cap(*(*chan struct{})(unsafe.Pointer(&ch))) })
			break
		}
		n.f = ev[int](func(t *thread, f fp) int { ch := p(t, f); return len(*(*chan struct{})(unsafe.Pointer(&ch))) })
	default:
		c.fail(e, "%s of a value of type %s", name, xt)
	}
	return n
}

// appendTo compiles append.
func (c *comp) appendTo(e *ast.CallExpr) node {
	t := c.typeOf(e)
	n := node{t: t, pos: e.Pos()}
	st, ok := t.Go.Underlying().(*types.Slice)
	if !ok {
		c.fail(e, "append to a value of type %s", t)
	}
	et := c.typ(st.Elem(), e)
	sn := c.converted(e.Args[0], t)
	s := as[slice](sn)
	if e.Ellipsis.IsValid() {
		an := c.expr(e.Args[1])
		if an.nil {
			n.f = s
			return n
		}
		if an.t.rep == repString {
			a := as[string](an)
			n.f = ev[slice](func(t *thread, f fp) slice {
				v := s(t, f)
				r := append(*(*[]byte)(unsafe.Pointer(&v)), a(t, f)...)
				return *(*slice)(unsafe.Pointer(&r))
			})
			return n
		}
		a := as[slice](an)
		n.f = ev[slice](func(t *thread, f fp) slice {
			v := s(t, f)
			return et.appendSlice(v, a(t, f))
		})
		return n
	}
	switch len(e.Args) {
	case 1:
		n.f = s
		return n
	case 2:
		v := c.converted(e.Args[1], et)
		if et.rep != repMem {
			n.f = repOps[et.rep].(appender).append1(s, v.value().f)
			return n
		}
		store, size := v.store(), et.size
		into := v.into != nil
		tmp := c.scratch(et)
		cp := et.copy
		n.f = ev[slice](func(t *thread, f fp) slice {
			v := s(t, f)
			p := tmp(f)
			store(t, f, p)
			_ = into
			if v.len == v.cap {
				v = et.grow(v, 1)
			}
			cp(unsafe.Add(v.p, uintptr(v.len)*size), p)
			v.len++
			return v
		})
		return n
	}
	var stores []storing
	for _, x := range e.Args[1:] {
		stores = append(stores, c.converted(x, et).store())
	}
	k, size := len(stores), et.size
	n.f = ev[slice](func(t *thread, f fp) slice {
		v := s(t, f)
		p := et.allocN(k) // the values are computed before the slice changes
		for i, st := range stores {
			st(t, f, unsafe.Add(p, uintptr(i)*size))
		}
		return et.appendSlice(v, slice{p, k, k})
	})
	return n
}

type appender interface {
	append1(s ev[slice], v any) any
}

func (typed[T]) append1(s ev[slice], v any) any {
	e := v.(ev[T])
	return ev[slice](func(t *thread, f fp) slice {
		h := s(t, f)
		x := e(t, f)
		r := append(*(*[]T)(unsafe.Pointer(&h)), x)
		return *(*slice)(unsafe.Pointer(&r))
	})
}

// grow makes room for n more elements of type t.
func (t *Type) grow(s slice, n int) slice {
	if s.len+n < 0 {
		panic(runtimeError("growslice: len out of range"))
	}
	v := reflect.NewAt(t.sliceOf(), unsafe.Pointer(&s)).Elem()
	v.Grow(n)
	return s
}

// appendSlice is append(s, a...).
func (t *Type) appendSlice(s, a slice) slice {
	if a.len == 0 {
		return s
	}
	if s.len+a.len < 0 {
		panic(runtimeError("growslice: len out of range"))
	}
	if s.cap-s.len < a.len {
		s = t.grow(s, a.len)
	}
	t.move(unsafe.Add(s.p, uintptr(s.len)*t.size), a.p, a.len)
	s.len += a.len
	return s
}

// move copies n elements, which may overlap.
func (t *Type) move(dst, src unsafe.Pointer, n int) {
	switch {
	case n == 0 || t.size == 0:
	case !t.pointers:
		b := uintptr(n) * t.size
		copy(unsafe.Slice((*byte)(dst), b), unsafe.Slice((*byte)(src), b))
	case t.size == word:
		copy(unsafe.Slice((*unsafe.Pointer)(dst), n), unsafe.Slice((*unsafe.Pointer)(src), n))
	case t.rep == repString:
		copy(unsafe.Slice((*string)(dst), n), unsafe.Slice((*string)(src), n))
	case t.rep == repSlice:
		copy(unsafe.Slice((*slice)(dst), n), unsafe.Slice((*slice)(src), n))
	case t.rep == repEface || t.rep == repIface:
		copy(unsafe.Slice((*iface)(dst), n), unsafe.Slice((*iface)(src), n))
	default:
		reflect.Copy(reflect.SliceAt(t.rt, dst, n), reflect.SliceAt(t.rt, src, n))
	}
}

func (t *Type) clearSlice(s slice) {
	if s.len == 0 {
		return
	}
	if !t.pointers {
		clear(unsafe.Slice((*byte)(s.p), uintptr(s.len)*t.size))
		return
	}
	reflect.SliceAt(t.rt, s.p, s.len).Clear()
}

func (c *comp) copyNode(args []node, e *ast.CallExpr) any {
	et := c.typ(args[0].t.Go.Underlying().(*types.Slice).Elem(), e)
	d := as[slice](args[0])
	if args[1].t.rep == repString {
		s := as[string](args[1])
		return ev[int](func(t *thread, f fp) int {
			v := d(t, f)
			return copy(*(*[]byte)(unsafe.Pointer(&v)), s(t, f))
		})
	}
	s := as[slice](args[1])
	return ev[int](func(t *thread, f fp) int {
		v := d(t, f)
		w := s(t, f)
		n := min(v.len, w.len)
		et.move(v.p, w.p, n)
		return n
	})
}

// makeOf compiles make.
func (c *comp) makeOf(e *ast.CallExpr) node {
	t := c.typeOf(e)
	n := node{t: t, pos: e.Pos()}
	site := c.site(e)
	size := func(i int) ev[int] {
		if i >= len(e.Args) {
			return nil
		}
		x := c.expr(e.Args[i])
		if x.c != nil {
			x = c.constant(x.c, c.typ(types.Typ[types.Int], e), e)
		}
		return c.sizeNode(x)
	}
	switch u := t.Go.Underlying().(type) {
	case *types.Slice:
		et := c.typ(u.Elem(), e)
		l, k := size(1), size(2)
		limit := math.MaxInt
		if et.size > 0 {
			limit = maxAlloc / int(et.size)
		}
		n.f = ev[slice](func(t *thread, f fp) slice {
			a := l(t, f)
			b := a
			if k != nil {
				b = k(t, f)
			}
			if a < 0 || a > limit {
				t.fail(f, site, runtimeError("makeslice: len out of range"))
			}
			if b < a || b > limit {
				t.fail(f, site, runtimeError("makeslice: cap out of range"))
			}
			return slice{et.allocN(b), a, b}
		})
	case *types.Map:
		ops, k := c.mapType(t).ops, size(1)
		n.f = ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer {
			a := 0
			if k != nil {
				a = max(k(t, f), 0)
			}
			return ops.make(min(a, 1<<26))
		})
	case *types.Chan:
		k := size(1)
		et := c.typ(u.Elem(), e)
		ct := reflect.ChanOf(reflect.BothDir, et.rt)
		n.f = ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer {
			a := 0
			if k != nil {
				a = k(t, f)
			}
			if a < 0 || et.size > 0 && a > maxAlloc/int(et.size) {
				t.fail(f, site, plainError("makechan: size out of range"))
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

// sizeNode is a size as an int; a value that does not fit becomes negative.
func (c *comp) sizeNode(n node) ev[int] {
	switch n.t.rep {
	case repUint64, repUint, repUintptr:
		return index(n.value())
	case repFloat64:
		return numberOpsOf(n.t).to(n.value(), repInt).(ev[int])
	}
	return index(n.value())
}

func (c *comp) newOf(e *ast.CallExpr) node {
	n := node{t: c.typeOf(e), pos: e.Pos()}
	t := c.typ(n.t.Go.Underlying().(*types.Pointer).Elem(), e)
	if tv := c.info.Types[e.Args[0]]; !tv.IsType() {
		st := c.converted(e.Args[0], t).store()
		n.f = ev[unsafe.Pointer](func(th *thread, f fp) unsafe.Pointer {
			p := t.alloc()
			st(th, f, p)
			return p
		})
		return n
	}
	n.f = ev[unsafe.Pointer](func(*thread, fp) unsafe.Pointer { return t.alloc() })
	return n
}

func (c *comp) extreme(e *ast.CallExpr, name string) node {
	t := c.typeOf(e)
	r := c.converted(e.Args[0], t)
	for _, x := range e.Args[1:] {
		y := c.converted(x, t)
		f := extremeOf(name == "min", r.value(), y.value())
		if f == nil {
			c.fail(e, "%s of values of type %s", name, t)
		}
		r = node{t: t, pos: e.Pos(), f: f}
	}
	return r
}

func extremeOf(least bool, x, y node) any {
	switch x.t.rep {
	case repInt:
		return extremeAs[int](least, x, y)
	case repInt8:
		return extremeAs[int8](least, x, y)
	case repInt16:
		return extremeAs[int16](least, x, y)
	case repInt32:
		return extremeAs[int32](least, x, y)
	case repInt64:
		return extremeAs[int64](least, x, y)
	case repUint:
		return extremeAs[uint](least, x, y)
	case repUint8:
		return extremeAs[uint8](least, x, y)
	case repUint16:
		return extremeAs[uint16](least, x, y)
	case repUint32:
		return extremeAs[uint32](least, x, y)
	case repUint64:
		return extremeAs[uint64](least, x, y)
	case repUintptr:
		return extremeAs[uintptr](least, x, y)
	case repFloat32:
		return extremeAs[float32](least, x, y)
	case repFloat64:
		return extremeAs[float64](least, x, y)
	case repString:
		return extremeAs[string](least, x, y)
	}
	return nil
}

func extremeAs[T ordered](least bool, x, y node) any {
	a, b := as[T](x), as[T](y)
	if least {
		return ev[T](func(t *thread, f fp) T { v := a(t, f); return min(v, b(t, f)) })
	}
	return ev[T](func(t *thread, f fp) T { v := a(t, f); return max(v, b(t, f)) })
}

func (c *comp) complexPart(e *ast.CallExpr, name string) node {
	t := c.typeOf(e)
	n := node{t: t, pos: e.Pos()}
	switch name {
	case "complex":
		if t.rep == repComplex64 {
			ft := c.typ(types.Typ[types.Float32], e)
			a, b := as[float32](c.converted(e.Args[0], ft)), as[float32](c.converted(e.Args[1], ft))
			n.f = ev[complex64](func(t *thread, f fp) complex64 { v := a(t, f); return complex(v, b(t, f)) })
			return n
		}
		ft := c.typ(types.Typ[types.Float64], e)
		a, b := as[float64](c.converted(e.Args[0], ft)), as[float64](c.converted(e.Args[1], ft))
		n.f = ev[complex128](func(t *thread, f fp) complex128 { v := a(t, f); return complex(v, b(t, f)) })
	case "real", "imag":
		x := c.expr(e.Args[0])
		im := name == "imag"
		if t.rep == repFloat32 {
			a := as[complex64](x)
			n.f = ev[float32](func(t *thread, f fp) float32 {
				if v := a(t, f); im {
					return imag(v)
				} else {
					return real(v)
				}
			})
			return n
		}
		a := as[complex128](x)
		n.f = ev[float64](func(t *thread, f fp) float64 {
			if v := a(t, f); im {
				return imag(v)
			} else {
				return real(v)
			}
		})
	}
	return n
}

// printing is print or println.
func (c *comp) printing(line bool, args []node) stmt {
	type part struct {
		st  storing
		t   *Type
		tmp func(fp) unsafe.Pointer
	}
	var parts []part
	for _, a := range args {
		parts = append(parts, part{a.store(), a.t, c.scratch(a.t)})
	}
	w := c.m.o.Print
	if w == nil {
		w = c.m.o.Stderr
	}
	return func(t *thread, f fp) ctl {
		var b []byte
		for i, p := range parts {
			if line && i > 0 {
				b = append(b, ' ')
			}
			q := p.tmp(f)
			p.st(t, f, q)
			b = appendPrinted(b, p.t, q)
		}
		if line {
			b = append(b, '\n')
		}
		w.Write(b)
		return next
	}
}

// appendPrinted adds the value at p as Go's runtime prints it.
func appendPrinted(b []byte, t *Type, p unsafe.Pointer) []byte {
	address := func(b []byte, p unsafe.Pointer) []byte {
		return strconv.AppendUint(append(b, "0x"...), uint64(uintptr(p)), 16)
	}
	switch t.rep {
	case repBool:
		return strconv.AppendBool(b, *(*bool)(p))
	case repInt, repInt8, repInt16, repInt32, repInt64:
		return strconv.AppendInt(b, reflect.NewAt(t.plain(), p).Elem().Int(), 10)
	case repUint, repUint8, repUint16, repUint32, repUint64, repUintptr:
		return strconv.AppendUint(b, reflect.NewAt(t.plain(), p).Elem().Uint(), 10)
	case repFloat32:
		return strconv.AppendFloat(b, float64(*(*float32)(p)), 'g', -1, 32)
	case repFloat64:
		return strconv.AppendFloat(b, *(*float64)(p), 'g', -1, 64)
	case repComplex64:
		return append(b, strconv.FormatComplex(complex128(*(*complex64)(p)), 'g', -1, 64)...)
	case repComplex128:
		return append(b, strconv.FormatComplex(*(*complex128)(p), 'g', -1, 128)...)
	case repString:
		return append(b, *(*string)(p)...)
	case repSlice:
		s := (*slice)(p)
		b = strconv.AppendInt(append(b, '['), int64(s.len), 10)
		b = strconv.AppendInt(append(b, '/'), int64(s.cap), 10)
		return address(append(b, ']'), s.p)
	case repEface, repIface:
		i := (*iface)(p)
		b = address(append(b, '('), i.tab)
		return append(address(append(b, ','), i.data), ')')
	}
	return address(b, *(*unsafe.Pointer)(p))
}

// unsafeBuiltin compiles a call of a function of package unsafe.
func (c *comp) unsafeBuiltin(e *ast.CallExpr, name string) node {
	t := c.typeOf(e)
	n := node{t: t, pos: e.Pos()}
	size := func(x ast.Expr) ev[int] { return index(c.indexNode(x).value()) }
	pointer := func(x ast.Expr) ev[unsafe.Pointer] {
		p := c.expr(x)
		if p.nil {
			return func(*thread, fp) unsafe.Pointer { return nil }
		}
		return p.ptr()
	}
	constantly := func(k uintptr) node {
		v := k
		n.f = ev[uintptr](func(*thread, fp) uintptr { return v })
		return n
	}
	switch name {
	case "Sizeof":
		return constantly(c.typeOf(e.Args[0]).size)
	case "Alignof":
		return constantly(uintptr(c.typeOf(e.Args[0]).rt.Align()))
	case "Offsetof":
		if sel, ok := ast.Unparen(e.Args[0]).(*ast.SelectorExpr); ok {
			if s := c.info.Selections[sel]; s != nil {
				off, xt := uintptr(0), c.env.subst(s.Recv())
				for _, i := range s.Index() {
					if p, ok := xt.Underlying().(*types.Pointer); ok {
						xt, off = p.Elem(), 0
					}
					st := c.typ(xt, e)
					off += st.field(i)
					xt = st.Go.Underlying().(*types.Struct).Field(i).Type()
				}
				return constantly(off)
			}
		}
	case "Add":
		p, k := pointer(e.Args[0]), size(e.Args[1])
		n.f = ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer { v := p(t, f); return unsafe.Add(v, k(t, f)) })
	case "Slice":
		esize := c.elemOf(t, e).size
		p, k := pointer(e.Args[0]), size(e.Args[1])
		site := c.site(e)
		n.f = ev[slice](func(t *thread, f fp) slice {
			v, l := p(t, f), k(t, f)
			if l < 0 || esize > 0 && (uintptr(l) > maxAlloc/esize || uintptr(v)+uintptr(l)*esize-1 < uintptr(v) && l > 0) {
				t.fail(f, site, runtimeError("unsafe.Slice: len out of range"))
			}
			if v == nil {
				if l > 0 {
					t.fail(f, site, runtimeError("unsafe.Slice: ptr is nil and len is not zero"))
				}
				return slice{}
			}
			return slice{v, l, l}
		})
	case "SliceData":
		s := as[slice](c.expr(e.Args[0]))
		n.f = ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer { return s(t, f).p })
	case "String":
		p, k := pointer(e.Args[0]), size(e.Args[1])
		n.f = ev[string](func(t *thread, f fp) string { v := p(t, f); return unsafe.String((*byte)(v), k(t, f)) })
	case "StringData":
		s := as[string](c.expr(e.Args[0]))
		n.f = ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer { return unsafe.Pointer(unsafe.StringData(s(t, f))) })
	default:
		c.fail(e, "unsafe.%s of this", name)
	}
	return n
}
