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
	"polka/kernel/machine/internal/memory"
)

// toEface is n as an any that holds the value itself.
func (c *comp) toEface(n node) node {
	m := c.m
	r := node{t: m.Any(), pos: n.pos}
	switch {
	case n.nil:
		return c.zeroNode(m.Any())
	case n.t.Rep == memory.RepEface:
		return n
	case n.t.Rep == memory.RepIface:
		e := as[memory.Iface](n)
		r.f = ev[any](func(t *thread, f fp) any {
			i := e(t, f)
			return i.ToAny()
		})
		return r
	case n.c != nil:
		p := n.t.Alloc()
		n.store()(nil, nil, p)
		v := n.t.Box(p)
		r.f = ev[any](func(*thread, fp) any { return v })
		return r
	case n.t.Rep == memory.RepMem:
		t := n.t
		if t.Direct {
			st, tmp := n.store(), c.scratch(t)
			r.f = ev[any](func(th *thread, f fp) any {
				p := tmp(f)
				st(th, f, p)
				return t.Box(p)
			})
			return r
		}
		st, w := n.store(), t.Word
		r.f = ev[any](func(th *thread, f fp) any {
			p := t.Alloc()
			st(th, f, p)
			e := memory.Eface{Type: w, Data: p}
			return *(*any)(unsafe.Pointer(&e))
		})
		return r
	case n.t.Rep == memory.RepPtr:
		p, w := n.ptr(), n.t.Word
		r.f = ev[any](func(t *thread, f fp) any {
			e := memory.Eface{Type: w, Data: p(t, f)}
			return *(*any)(unsafe.Pointer(&e))
		})
		return r
	}
	r.f = repOps[n.t.Rep].(boxer).box(n.t, n.value().f)
	return r
}

type boxer interface {
	box(t *memory.Type, f any) any
}

// box makes an any.
func (typed[T]) box(t *memory.Type, f any) any {
	e := f.(ev[T])
	if t.Reflect == reflect.TypeFor[T]() {
		return ev[any](func(t *thread, f fp) any { return e(t, f) })
	}
	w := t.Word
	if t.Rep == memory.RepSlice {
		return ev[any](func(t *thread, f fp) any {
			p := new(memory.Slice)
			*(*T)(unsafe.Pointer(p)) = e(t, f)
			x := memory.Eface{Type: w, Data: unsafe.Pointer(p)}
			return *(*any)(unsafe.Pointer(&x))
		})
	}
	return ev[any](func(t *thread, f fp) any {
		p := new(T)
		*p = e(t, f)
		x := memory.Eface{Type: w, Data: unsafe.Pointer(p)}
		return *(*any)(unsafe.Pointer(&x))
	})
}

// toIface is n as a value of the interface type t, which has methods.
func (c *comp) toIface(n node, t *memory.Type, at interface{ Pos() tokenPos }) node {
	m := c.m
	switch {
	case n.nil:
		return c.zeroNode(t)
	case n.t.Rep == memory.RepIface && types.Identical(n.t.Go, t.Go):
		n.t = t
		return n
	case n.t.IsInterface():
		v := as[any](c.toEface(n))
		var last atomic.Pointer[memory.IfaceEntry]
		return node{t: t, pos: at.Pos(), f: ev[memory.Iface](func(th *thread, f fp) memory.Iface {
			x := v(th, f)
			h := (*memory.Eface)(unsafe.Pointer(&x))
			if h.Type == nil {
				return memory.Iface{}
			}
			e := last.Load()
			if e == nil || e.Typ != h.Type {
				e = m.IfaceEntry(t, h.Type)
				last.Store(e)
			}
			return memory.Iface{Tab: e.Tab, Data: h.Data}
		})}
	}
	tab := descriptor.Table(t.Reflect, n.t.Reflect)
	if tab == nil {
		c.fail(posNode(at.Pos()), "a value of type %s as a %s", n.t, t)
	}
	v := as[any](c.toEface(n))
	return node{t: t, pos: at.Pos(), f: ev[memory.Iface](func(th *thread, f fp) memory.Iface {
		x := v(th, f)
		return memory.Iface{Tab: tab, Data: (*memory.Eface)(unsafe.Pointer(&x)).Data}
	})}
}
