// Interface values.
//
// Inside of the machine a value of a cell's type is never wrapped: an any holds it under the type
// word of its own type. Where it becomes a value of an interface type that compiled code knows, it
// goes into a wrapper that has the methods; where it becomes an any again, or a type assertion
// looks at it, it comes out. Two wrappers of equal values are equal, as far as Go can compare them.

package machine

import (
	"go/types"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A wrapper is a value of a cell's type as compiled code has it.
type wrapper interface{ machineValue() any }

// A Wrapper is a value of the machine that others than the machine have wrapped for compiled code.
type Wrapper interface{ MachineValue() any }

// wrapWords are the type words of pointers to the wrappers that symbol tables have for interfaces.
// Their first field is the value.
var wrapWords sync.Map

// unwrap is the value in a wrapper, and x itself if it is none.
func unwrap(x any) any {
	switch w := x.(type) {
	case wrapper:
		return w.machineValue()
	case Wrapper:
		return w.MachineValue()
	}
	h := (*eface)(unsafe.Pointer(&x))
	if h.typ != nil {
		if _, ok := wrapWords.Load(h.typ); ok {
			return *(*any)(h.data)
		}
	}
	return x
}

// toEface is n as an any that holds the value itself.
func (c *comp) toEface(n node) node {
	m := c.m
	r := node{t: m.anyT(), pos: n.pos}
	switch {
	case n.nil:
		return c.zeroNode(m.anyT())
	case n.t.rep == repEface:
		return n
	case n.t.rep == repIface:
		e := as[iface](n)
		r.f = ev[any](func(t *thread, f fp) any {
			i := e(t, f)
			if i.tab == nil {
				return nil
			}
			return unwrap(i.toAny())
		})
		return r
	case n.c != nil:
		p := n.t.alloc()
		n.store()(nil, nil, p)
		v := n.t.box(p)
		r.f = ev[any](func(*thread, fp) any { return v })
		return r
	case n.t.rep == repMem:
		t := n.t
		if t.direct {
			st, tmp := n.store(), c.scratch(t)
			r.f = ev[any](func(th *thread, f fp) any {
				p := tmp(f)
				st(th, f, p)
				return t.box(p)
			})
			return r
		}
		st, w := n.store(), t.word
		r.f = ev[any](func(th *thread, f fp) any {
			p := t.alloc()
			st(th, f, p)
			e := eface{w, p}
			return *(*any)(unsafe.Pointer(&e))
		})
		return r
	case n.t.rep == repPtr:
		p, w := n.ptr(), n.t.word
		if sig, ok := n.t.Go.Underlying().(*types.Signature); ok {
			r.f = ev[any](func(t *thread, f fp) any {
				e := eface{w, m.callable(p(t, f), sig)}
				return *(*any)(unsafe.Pointer(&e))
			})
			return r
		}
		r.f = ev[any](func(t *thread, f fp) any {
			e := eface{w, p(t, f)}
			return *(*any)(unsafe.Pointer(&e))
		})
		return r
	}
	r.f = repOps[n.t.rep].(boxer).box(n.t, n.value().f)
	return r
}

type boxer interface{ box(t *Type, f any) any }

// box makes an any.
func (typed[T]) box(t *Type, f any) any {
	e := f.(ev[T])
	if t.rt == reflect.TypeFor[T]() {
		return ev[any](func(t *thread, f fp) any { return e(t, f) })
	}
	w := t.word
	if t.rep == repSlice {
		return ev[any](func(t *thread, f fp) any {
			p := new(slice)
			*(*T)(unsafe.Pointer(p)) = e(t, f)
			x := eface{w, unsafe.Pointer(p)}
			return *(*any)(unsafe.Pointer(&x))
		})
	}
	return ev[any](func(t *thread, f fp) any {
		p := new(T)
		*p = e(t, f)
		x := eface{w, unsafe.Pointer(p)}
		return *(*any)(unsafe.Pointer(&x))
	})
}

// toIface is n as a value of an interface type that compiled code knows.
func (c *comp) toIface(n node, t *Type, at interface{ Pos() tokenPos }) node {
	m := c.m
	if n.nil {
		return c.zeroNode(t)
	}
	if n.t.rep == repIface && types.Identical(n.t.Go, t.Go) {
		n.t = t
		return n
	}
	v := as[any](c.toEface(n))
	var last atomic.Pointer[ifaceEntry]
	it := t
	return node{t: t, pos: at.Pos(), f: ev[iface](func(t *thread, f fp) iface {
		x := v(t, f)
		h := (*eface)(unsafe.Pointer(&x))
		if h.typ == nil {
			return iface{}
		}
		e := last.Load()
		if e == nil || e.typ != h.typ || e.epoch != m.epoch.Load() {
			e = m.ifaceEntry(it, x)
			last.Store(e)
		}
		if e.wrap != nil {
			return e.wrap(x)
		}
		return iface{e.tab, h.data}
	})}
}

// An ifaceEntry says how values of one dynamic type become values of an interface type.
type ifaceEntry struct {
	typ   unsafe.Pointer
	epoch int32
	tab   unsafe.Pointer
	wrap  func(any) iface
}

// makeIface is v as a value of the interface type t.
func (m *Machine) makeIface(t *Type, v any) iface {
	h := (*eface)(unsafe.Pointer(&v))
	if h.typ == nil {
		return iface{}
	}
	e := m.ifaceEntry(t, v)
	if e.wrap != nil {
		return e.wrap(v)
	}
	return iface{e.tab, h.data}
}

func (m *Machine) ifaceEntry(t *Type, v any) *ifaceEntry {
	h := (*eface)(unsafe.Pointer(&v))
	epoch := m.epoch.Load()
	if e, ok := t.entries.Load(h.typ); ok && e.(*ifaceEntry).epoch == epoch {
		return e.(*ifaceEntry)
	}
	e := &ifaceEntry{typ: h.typ, epoch: epoch}
	if rt := reflect.TypeOf(v); rt.Implements(t.rt) {
		e.tab = tabOf(t.rt, v)
	} else {
		m.mu.Lock()
		defer m.mu.Unlock()
		e.wrap = m.wrapFor(t, m.recordOf(v))
	}
	t.entries.Store(h.typ, e)
	return e
}

// recordOf is the record of the dynamic type of v.
func (m *Machine) recordOf(v any) *Type {
	if t := m.typeOfValue(v); t != nil {
		return t
	}
	return m.bareType(reflect.TypeOf(v))
}

// tabOf is the first word of an interface value of type rt that holds v.
func tabOf(rt reflect.Type, v any) unsafe.Pointer {
	x := reflect.New(rt)
	x.Elem().Set(reflect.ValueOf(v))
	return (*iface)(x.UnsafePointer()).tab
}

// wrapFor makes the function that wraps values of the type vt as the interface type t.
func (m *Machine) wrapFor(t, vt *Type) func(any) iface {
	if t.rt == errorType {
		return m.wrapError(vt)
	}
	if w := m.fastWrapper(t, vt); w != nil {
		return w
	}
	n := types.Unalias(t.Go).(*types.Named)
	sym, ok := m.symbolsOf(n.Obj().Pkg().Path())["_"+n.Obj().Name()]
	if !ok {
		panic(&Panic{m: m, Value: plainError("a value of type " + vt.String() + " cannot be passed to compiled code as a " + t.String() + ": there is no wrapper for it")})
	}
	wt := sym.Type().Elem()
	wrapWords.Store(typeWord(reflect.PointerTo(wt)), true)
	tab := tabOf(t.rt, reflect.New(wt).Interface())
	var methods []methodField
	for i := 1; i < wt.NumField(); i++ {
		obj, _, _ := types.LookupFieldOrMethod(t.Go, false, nil, wt.Field(i).Name[1:])
		if f, ok := obj.(*types.Func); ok {
			methods = append(methods, m.methodField(vt, f, wt.Field(i).Offset))
		}
	}
	return func(v any) iface {
		p := reflect.New(wt).UnsafePointer()
		*(*any)(p) = v
		m.setMethods(p, v, methods)
		return iface{tab, p}
	}
}

// A methodField is a field of a wrapper that holds a method of its value.
type methodField struct {
	off uintptr
	fn  *Func
	pc  uintptr
	sig *types.Signature
}

// plainSignature is the type of a method value of f.
func plainSignature(f *types.Func) *types.Signature {
	sig := f.Signature()
	return types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}

// methodField is the field at off that holds the method f of values of the type vt.
func (m *Machine) methodField(vt *Type, f *types.Func, off uintptr) methodField {
	sig := plainSignature(f)
	return methodField{off, m.bound(vt, f.Pkg(), f.Name(), sig), m.shimPC(sig), sig}
}

// methodFields are the fields of the wrapper type W with methods that values of the type vt have:
// the field readDir is for the method ReadDir. A field remains nil if there is no method with its
// type. The caller holds m.mu.
func methodFields[W any](m *Machine, vt *Type) (list []methodField) {
	wt := reflect.TypeFor[W]()
	for i := range wt.NumField() {
		field := wt.Field(i)
		if field.Type.Kind() != reflect.Func {
			continue
		}
		f := m.plainMethod(vt, strings.ToUpper(field.Name[:1])+field.Name[1:])
		if f == nil {
			continue
		}
		if rt, _ := m.rtype(plainSignature(f)); rt == field.Type {
			list = append(list, m.methodField(vt, f, field.Offset))
		}
	}
	return list
}

// setMethods stores methods of v in the wrapper at w.
func (m *Machine) setMethods(w unsafe.Pointer, v any, fields []methodField) {
	for _, f := range fields {
		*(*unsafe.Pointer)(unsafe.Add(w, f.off)) = m.callable(bind(f.fn, f.pc, v), f.sig)
	}
}

// bound is a function that has caught an any which holds a vt, and calls a method of it.
func (m *Machine) bound(vt *Type, pkg *types.Package, name string, sig *types.Signature) *Func {
	c := &comp{m: m, fn: &Func{m: m}, info: &types.Info{}}
	s := c.synthetic(name, sig, posNode(0))
	base := s.fn.caughtBase()
	s.fn.caught.end = base
	off := s.fn.caught.add(m.anyT())
	s.c.frame.end = s.fn.caught.end
	s.c.frame.ptrs = append(s.c.frame.ptrs, off, off+word)
	caught := node{t: m.anyT(), local: true, off: off}
	if vt.Go == nil || types.IsInterface(vt.Go) {
		panic(decline{msg: "a wrapper of a value of an unknown type"})
	}
	s.forward(s.c.extractFrom(caught, vt), vt.Go, m.packageFor(vt, pkg, name), name, s.params(0), posNode(0))
	return s.fn
}

// packageFor is the package in which the method name of vt is to be looked up: for an exported name
// any of them works.
func (m *Machine) packageFor(vt *Type, pkg *types.Package, name string) *types.Package {
	if p := m.ownPackage(vt.Go); p != nil {
		return p
	}
	return pkg
}

// bind is a function value of fn that has caught v.
func bind(fn *Func, pc uintptr, v any) unsafe.Pointer {
	p := fn.closureType().alloc()
	cl := (*closure)(p)
	cl.pc, cl.self, cl.fn = pc, p, fn
	*(*any)(unsafe.Add(p, closureSize)) = v
	return p
}

// anyT is the type any.
func (m *Machine) anyT() *Type {
	if m.anyType == nil {
		m.anyType = m.typ(types.NewInterfaceType(nil, nil))
	}
	return m.anyType
}

// typeTest makes the test of a type assertion or a case of a type switch.
func (m *Machine) typeTest(t *Type) func(any) bool {
	if t.rt == reflect.TypeFor[*runtime.TypeAssertionError]() {
		w := t.word
		return func(v any) bool {
			_, own := v.(*assertionError)
			return own || (*eface)(unsafe.Pointer(&v)).typ == w
		}
	}
	if !t.isInterface() {
		w := t.word
		return func(v any) bool { return (*eface)(unsafe.Pointer(&v)).typ == w }
	}
	i := t.Go.Underlying().(*types.Interface)
	if i.NumMethods() == 0 {
		return func(v any) bool { return v != nil }
	}
	type answer struct {
		typ   unsafe.Pointer
		yes   bool
		epoch int32
	}
	var last atomic.Pointer[answer]
	return func(v any) bool {
		h := (*eface)(unsafe.Pointer(&v))
		if h.typ == nil {
			return false
		}
		epoch := m.epoch.Load()
		if a := last.Load(); a != nil && a.typ == h.typ && a.epoch == epoch {
			return a.yes
		}
		yes := m.missing(v, t) == ""
		last.Store(&answer{h.typ, yes, epoch})
		return yes
	}
}

// missing is the name of a method that the interface type t has, and v has not; "" if there is
// none.
func (m *Machine) missing(v any, t *Type) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := t.Go.Underlying().(*types.Interface)
	if vt := m.typeOfValue(v); vt != nil && vt.Go != nil {
		if f, _ := types.MissingMethod(vt.Go, i, true); f != nil {
			return f.Name()
		}
		return ""
	}
	rt := reflect.TypeOf(v)
	if t.rep == repIface {
		if rt.Implements(t.rt) {
			return ""
		}
	}
	for f := range i.Methods() {
		meth, ok := rt.MethodByName(f.Name())
		if !ok {
			return f.Name()
		}
		want, _ := m.rtype(f.Signature())
		if withoutReceiver(meth.Type) != want {
			return f.Name()
		}
	}
	return ""
}

// assertionError is the error of x.(t) for the dynamic value v of x, which is of type xt.
func (m *Machine) assertionError(v any, xt, t *Type) any {
	inter := "interface"
	if !t.isInterface() {
		inter = xt.String()
	}
	if v == nil {
		return newAssertionError("interface conversion: " + inter + " is nil, not " + t.String())
	}
	if !t.isInterface() {
		text := "interface conversion: " + inter + " is " + m.TypeOf(v) + ", not " + t.String()
		if m.TypeOf(v) == t.String() {
			text += " (types from different scopes)"
		}
		return newAssertionError(text)
	}
	return newAssertionError("interface conversion: " + m.TypeOf(v) + " is not " + t.String() + ": missing method " + m.missing(v, t))
}

// FromNative is a value that comes from compiled code as the machine has it.
func (m *Machine) FromNative(v any) any {
	if v == nil {
		return nil
	}
	return unwrap(v)
}
