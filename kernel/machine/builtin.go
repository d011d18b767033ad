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

	"polka/kernel/machine/internal/memory"
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
		n := c.converted(x, c.m.Any())
		if c.info.Types[x].Value != nil {
			n.f = c.m.oneWord(n)
		}
		return n
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
		if args[0].t.Rep == memory.RepSlice {
			et := c.typ(args[0].t.Go.Underlying().(*types.Slice).Elem(), e)
			s := as[memory.Slice](args[0])
			n.f = stmt(func(t *thread, f fp) ctl {
				et.ClearSlice(s(t, f))
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
		return c.zeroNode(c.m.Any()) // called by go or defer themselves, it recovers nothing
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
				n.f = ev[int](func(t *thread, f fp) int { return (*memory.Slice)(h(t, f)).Cap })
				break
			}
			if sn.local {
				off := sn.off + unsafe.Offsetof(memory.Slice{}.Len)
				n.local, n.off = true, off
				break
			}
			n.f = ev[int](func(t *thread, f fp) int { return (*memory.Slice)(h(t, f)).Len })
			break
		}
		s := as[memory.Slice](sn)
		if name == "cap" {
			n.f = ev[int](func(t *thread, f fp) int { return s(t, f).Cap })
			break
		}
		n.f = ev[int](func(t *thread, f fp) int { return s(t, f).Len })
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
	s := as[memory.Slice](sn)
	if e.Ellipsis.IsValid() {
		an := c.expr(e.Args[1])
		if an.nil {
			n.f = s
			return n
		}
		if an.t.Rep == memory.RepString {
			a := as[string](an)
			n.f = ev[memory.Slice](func(t *thread, f fp) memory.Slice {
				v := s(t, f)
				r := append(*(*[]byte)(unsafe.Pointer(&v)), a(t, f)...)
				return *(*memory.Slice)(unsafe.Pointer(&r))
			})
			return n
		}
		a := as[memory.Slice](an)
		n.f = ev[memory.Slice](func(t *thread, f fp) memory.Slice {
			v := s(t, f)
			return et.AppendSlice(v, a(t, f))
		})
		return n
	}
	switch len(e.Args) {
	case 1:
		n.f = s
		return n
	case 2:
		v := c.converted(e.Args[1], et)
		if et.Rep != memory.RepMem {
			n.f = repOps[et.Rep].(appender).append1(s, v.value().f)
			return n
		}
		store, size := v.store(), et.Size
		into := v.into != nil
		tmp := c.scratch(et)
		cp := et.Copy
		n.f = ev[memory.Slice](func(t *thread, f fp) memory.Slice {
			v := s(t, f)
			p := tmp(f)
			store(t, f, p)
			_ = into
			if v.Len == v.Cap {
				v = et.Grow(v, 1)
			}
			cp(unsafe.Add(v.P, uintptr(v.Len)*size), p)
			v.Len++
			return v
		})
		return n
	}
	var stores []storing
	for _, x := range e.Args[1:] {
		stores = append(stores, c.converted(x, et).store())
	}
	k, size := len(stores), et.Size
	n.f = ev[memory.Slice](func(t *thread, f fp) memory.Slice {
		v := s(t, f)
		p := et.AllocN(k) // the values are computed before the slice changes
		for i, st := range stores {
			st(t, f, unsafe.Add(p, uintptr(i)*size))
		}
		return et.AppendSlice(v, memory.Slice{P: p, Len: k, Cap: k})
	})
	return n
}

type appender interface {
	append1(s ev[memory.Slice], v any) any
}

func (typed[T]) append1(s ev[memory.Slice], v any) any {
	e := v.(ev[T])
	return ev[memory.Slice](func(t *thread, f fp) memory.Slice {
		h := s(t, f)
		x := e(t, f)
		r := append(*(*[]T)(unsafe.Pointer(&h)), x)
		return *(*memory.Slice)(unsafe.Pointer(&r))
	})
}

func (c *comp) copyNode(args []node, e *ast.CallExpr) any {
	et := c.typ(args[0].t.Go.Underlying().(*types.Slice).Elem(), e)
	d := as[memory.Slice](args[0])
	if args[1].t.Rep == memory.RepString {
		s := as[string](args[1])
		return ev[int](func(t *thread, f fp) int {
			v := d(t, f)
			return copy(*(*[]byte)(unsafe.Pointer(&v)), s(t, f))
		})
	}
	s := as[memory.Slice](args[1])
	return ev[int](func(t *thread, f fp) int {
		v := d(t, f)
		w := s(t, f)
		n := min(v.Len, w.Len)
		et.Move(v.P, w.P, n)
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
		if et.Size > 0 {
			limit = maxAlloc / int(et.Size)
		}
		n.f = ev[memory.Slice](func(t *thread, f fp) memory.Slice {
			a := l(t, f)
			b := a
			if k != nil {
				b = k(t, f)
			}
			if a < 0 || a > limit {
				t.fail(f, site, memory.RuntimeError("makeslice: len out of range"))
			}
			if b < a || b > limit {
				t.fail(f, site, memory.RuntimeError("makeslice: cap out of range"))
			}
			return memory.Slice{P: et.AllocN(b), Len: a, Cap: b}
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
		ct := reflect.ChanOf(reflect.BothDir, et.Reflect)
		n.f = ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer {
			a := 0
			if k != nil {
				a = k(t, f)
			}
			if a < 0 || et.Size > 0 && a > maxAlloc/int(et.Size) {
				t.fail(f, site, memory.PlainError("makechan: size out of range"))
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
	switch n.t.Rep {
	case memory.RepUint64, memory.RepUint, memory.RepUintptr:
		return index(n.value())
	case memory.RepFloat64:
		return numberOpsOf(n.t).to(n.value(), memory.RepInt).(ev[int])
	}
	return index(n.value())
}

func (c *comp) newOf(e *ast.CallExpr) node {
	n := node{t: c.typeOf(e), pos: e.Pos()}
	t := c.typ(n.t.Go.Underlying().(*types.Pointer).Elem(), e)
	if tv := c.info.Types[e.Args[0]]; !tv.IsType() {
		st := c.converted(e.Args[0], t).store()
		n.f = ev[unsafe.Pointer](func(th *thread, f fp) unsafe.Pointer {
			p := t.Alloc()
			st(th, f, p)
			return p
		})
		return n
	}
	n.f = ev[unsafe.Pointer](func(*thread, fp) unsafe.Pointer { return t.Alloc() })
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
	switch x.t.Rep {
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
		if t.Rep == memory.RepComplex64 {
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
		if t.Rep == memory.RepFloat32 {
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
		t   *memory.Type
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
func appendPrinted(b []byte, t *memory.Type, p unsafe.Pointer) []byte {
	address := func(b []byte, p unsafe.Pointer) []byte {
		return strconv.AppendUint(append(b, "0x"...), uint64(uintptr(p)), 16)
	}
	switch t.Rep {
	case memory.RepBool:
		return strconv.AppendBool(b, *(*bool)(p))
	case memory.RepInt, memory.RepInt8, memory.RepInt16, memory.RepInt32, memory.RepInt64:
		return strconv.AppendInt(b, reflect.NewAt(t.Plain(), p).Elem().Int(), 10)
	case memory.RepUint, memory.RepUint8, memory.RepUint16, memory.RepUint32, memory.RepUint64, memory.RepUintptr:
		return strconv.AppendUint(b, reflect.NewAt(t.Plain(), p).Elem().Uint(), 10)
	case memory.RepFloat32:
		return strconv.AppendFloat(b, float64(*(*float32)(p)), 'g', -1, 32)
	case memory.RepFloat64:
		return strconv.AppendFloat(b, *(*float64)(p), 'g', -1, 64)
	case memory.RepComplex64:
		return append(b, strconv.FormatComplex(complex128(*(*complex64)(p)), 'g', -1, 64)...)
	case memory.RepComplex128:
		return append(b, strconv.FormatComplex(*(*complex128)(p), 'g', -1, 128)...)
	case memory.RepString:
		return append(b, *(*string)(p)...)
	case memory.RepSlice:
		s := (*memory.Slice)(p)
		b = strconv.AppendInt(append(b, '['), int64(s.Len), 10)
		b = strconv.AppendInt(append(b, '/'), int64(s.Cap), 10)
		return address(append(b, ']'), s.P)
	case memory.RepEface, memory.RepIface:
		i := (*memory.Iface)(p)
		b = address(append(b, '('), i.Tab)
		return append(address(append(b, ','), i.Data), ')')
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
		return constantly(c.typeOf(e.Args[0]).Size)
	case "Alignof":
		return constantly(uintptr(c.typeOf(e.Args[0]).Reflect.Align()))
	case "Offsetof":
		if sel, ok := ast.Unparen(e.Args[0]).(*ast.SelectorExpr); ok {
			if s := c.info.Selections[sel]; s != nil {
				off, xt := uintptr(0), c.env.subst(s.Recv())
				for _, i := range s.Index() {
					if p, ok := xt.Underlying().(*types.Pointer); ok {
						xt, off = p.Elem(), 0
					}
					st := c.typ(xt, e)
					off += st.Field(i)
					xt = st.Go.Underlying().(*types.Struct).Field(i).Type()
				}
				return constantly(off)
			}
		}
	case "Add":
		p, k := pointer(e.Args[0]), size(e.Args[1])
		n.f = ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer { v := p(t, f); return unsafe.Add(v, k(t, f)) })
	case "Slice":
		esize := c.elemOf(t, e).Size
		p, k := pointer(e.Args[0]), size(e.Args[1])
		site := c.site(e)
		n.f = ev[memory.Slice](func(t *thread, f fp) memory.Slice {
			v, l := p(t, f), k(t, f)
			if l < 0 || esize > 0 && (uintptr(l) > maxAlloc/esize || uintptr(v)+uintptr(l)*esize-1 < uintptr(v) && l > 0) {
				t.fail(f, site, memory.RuntimeError("unsafe.Slice: len out of range"))
			}
			if v == nil {
				if l > 0 {
					t.fail(f, site, memory.RuntimeError("unsafe.Slice: ptr is nil and len is not zero"))
				}
				return memory.Slice{}
			}
			return memory.Slice{P: v, Len: l, Cap: l}
		})
	case "SliceData":
		s := as[memory.Slice](c.expr(e.Args[0]))
		n.f = ev[unsafe.Pointer](func(t *thread, f fp) unsafe.Pointer { return s(t, f).P })
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
