// Interface values.
//
// They are what they are in compiled code: an interface value without methods is a type and data,
// one with methods a table and data. The runtime makes the tables, also for types and interface
// types of cells. A method is called by the type that the table is for, so that the call stays in
// the machine (call.go).

package machine

import (
	"go/types"
	"reflect"
	"sync/atomic"
	"unsafe"

	"polka/kernel/machine/descriptor"
)

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
			return i.toAny()
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

// toIface is n as a value of the interface type t, which has methods.
func (c *comp) toIface(n node, t *Type, at interface{ Pos() tokenPos }) node {
	m := c.m
	switch {
	case n.nil:
		return c.zeroNode(t)
	case n.t.rep == repIface && types.Identical(n.t.Go, t.Go):
		n.t = t
		return n
	case n.t.isInterface():
		v := as[any](c.toEface(n))
		var last atomic.Pointer[ifaceEntry]
		return node{t: t, pos: at.Pos(), f: ev[iface](func(th *thread, f fp) iface {
			x := v(th, f)
			h := (*eface)(unsafe.Pointer(&x))
			if h.typ == nil {
				return iface{}
			}
			e := last.Load()
			if e == nil || e.typ != h.typ {
				e = m.ifaceEntry(t, h.typ)
				last.Store(e)
			}
			return iface{e.tab, h.data}
		})}
	}
	tab := descriptor.Table(t.rt, n.t.rt)
	if tab == nil {
		c.fail(posNode(at.Pos()), "a value of type %s as a %s", n.t, t)
	}
	v := as[any](c.toEface(n))
	return node{t: t, pos: at.Pos(), f: ev[iface](func(th *thread, f fp) iface {
		x := v(th, f)
		return iface{tab, (*eface)(unsafe.Pointer(&x)).data}
	})}
}

// An ifaceEntry is the table for values of one dynamic type in an interface type.
type ifaceEntry struct {
	typ, tab unsafe.Pointer // tab is nil if the type lacks methods
}

// makeIface is v, which implements the interface type t, as a value of it.
func (m *Machine) makeIface(t *Type, v any) iface {
	h := (*eface)(unsafe.Pointer(&v))
	if h.typ == nil {
		return iface{}
	}
	return iface{m.ifaceEntry(t, h.typ).tab, h.data}
}

// ifaceEntry is the entry of the interface type t for the type with the word w.
func (m *Machine) ifaceEntry(t *Type, w unsafe.Pointer) *ifaceEntry {
	now := m.currentWord(w)
	if e, ok := t.entries.Load(now); ok && now == w {
		return e.(*ifaceEntry)
	}
	e := &ifaceEntry{typ: w, tab: descriptor.Table(t.rt, typeOfWord(now))}
	if now == w {
		t.entries.Store(w, e)
	}
	return e
}

// typeOfWord is the type with a type word.
func typeOfWord(w unsafe.Pointer) reflect.Type {
	e := eface{typ: w}
	return reflect.TypeOf(*(*any)(unsafe.Pointer(&e)))
}

// recordOf is the record of the dynamic type of v.
func (m *Machine) recordOf(v any) *Type {
	if t := m.typeOfValue(v); t != nil {
		return t
	}
	return m.bareType(reflect.TypeOf(v))
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
	if !t.isInterface() {
		w := t.word
		return func(v any) bool {
			h := (*eface)(unsafe.Pointer(&v))
			return h.typ == w || m.superseded.Load() && m.currentWord(h.typ) == m.currentWord(w)
		}
	}
	if t.rep == repEface {
		return func(v any) bool { return v != nil }
	}
	var last atomic.Pointer[ifaceEntry]
	return func(v any) bool {
		h := (*eface)(unsafe.Pointer(&v))
		if h.typ == nil {
			return false
		}
		e := last.Load()
		if e == nil || e.typ != h.typ || m.superseded.Load() {
			e = m.ifaceEntry(t, h.typ)
			last.Store(e)
		}
		return e.tab != nil
	}
}

// missing is the name of a method that the interface type t has, and v has not; "" if there is
// none.
func (m *Machine) missing(v any, t *Type) string {
	i := t.Go.Underlying().(*types.Interface)
	if i.NumMethods() == 0 || m.ifaceEntry(t, (*eface)(unsafe.Pointer(&v)).typ).tab != nil {
		return ""
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if vt := m.typeOfValue(v); vt != nil && vt.Go != nil {
		if f, _ := types.MissingMethod(vt.Go, i, true); f != nil {
			return f.Name()
		}
	}
	rt := reflect.TypeOf(v)
	for f := range i.Methods() {
		meth, ok := rt.MethodByName(f.Name())
		if !ok || withoutReceiver(meth.Type) != m.rtype(plainSignature(f)) {
			return f.Name()
		}
	}
	return i.Method(0).Name()
}

// assertionError is the error of x.(t) for the dynamic value v of x, which is of type xt.
func (m *Machine) assertionError(v any, xt, t *Type) error {
	var concrete reflect.Type
	missing := ""
	if v != nil {
		concrete = reflect.TypeOf(v)
		if t.isInterface() {
			missing = m.missing(v, t)
		}
	}
	inter := xt.rt
	if t.isInterface() {
		inter = nil
	}
	return descriptor.AssertionError(inter, concrete, t.rt, missing)
}
