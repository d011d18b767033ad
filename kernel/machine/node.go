// Nodes: the closures that expressions become.
//
// An expression of a type that fits a few machine words becomes a func(*thread, fp) T. The value of
// a struct or an array is passed by its address; the receiver copies it before anything else
// happens. What depends on T is made by the typed[T] of the rep, so that the compiler above it does
// not mention T.

package machine

import (
	"go/constant"
	"go/token"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

type tokenPos = token.Pos

// A node is a compiled expression.
type node struct {
	t   *memory.Type
	pos token.Pos
	// f is an ev of what t.rep says; nil for the value of a local variable until load makes it.
	f any
	// c is the value of a constant.
	c constant.Value
	// local: the value is that of the frame at off.
	local bool
	off   uintptr
	// addr returns the address of the variable, if it has one and is not local.
	addr ev[unsafe.Pointer]
	// into puts a new struct or array at dst, where nothing that the expression mentions lives.
	into func(t *thread, f fp, dst unsafe.Pointer)
	// tuple are the results of a call that has several, which f, a stmt, leaves in the frame at
	// off.
	tuple *memory.Layout
	// fixed is the address of a variable of the top level.
	fixed unsafe.Pointer
	nil   bool // the predeclared nil
	// base and baseOff are the pointer and the offset of a field that is reached through a pointer.
	base    *node
	baseOff uintptr
	// elem are the slice and the index of an element.
	elem *elemNode
	site int32
	// cell is the element of a slice that the value is part of, at cellOff of the element.
	cell    *elemNode
	cellOff uintptr
	size    uintptr // of the element
}

// An elemNode is s[i] of a slice.
type elemNode struct{ s, i node }

// typedOps make nodes of one rep.
type typedOps interface {
	local(off uintptr) any
	deref(addr ev[unsafe.Pointer]) any
	fixed(p unsafe.Pointer) any
	boxed(off uintptr) any
	// store evaluates f and puts the value at dst.
	store(f any) func(t *thread, f fp, dst unsafe.Pointer)
	// The statements that assign evaluate the value before the place.
	setLocal(off uintptr, f any) stmt
	setAddr(addr ev[unsafe.Pointer], f any) stmt
	setFixed(p unsafe.Pointer, f any) stmt
	// discard evaluates f.
	discard(f any) stmt
	// literal is the constant at p.
	literal(p unsafe.Pointer) any
	// result calls a function and gives its only result.
	result(c *callNode) any
	// field is the value at an offset from a pointer, which is checked.
	field(p node, off uintptr, site int32) any
	setField(p node, off uintptr, f any, site int32) stmt
	// index is s[i] of a slice.
	index(s, i node, size uintptr, site int32) any
	setIndex(s, i, v node, size uintptr, site int32) stmt
	// part is the value at an offset in s[i], for a slice and an index that are variables of the
	// frame.
	part(so, io, size, off uintptr, site int32) any
	mapGet(get func(*thread, fp) unsafe.Pointer) any
}

type typed[T any] struct{}

var repOps = [...]typedOps{
	memory.RepBool: typed[bool]{}, memory.RepInt: typed[int]{}, memory.RepInt8: typed[int8]{}, memory.RepInt16: typed[int16]{}, memory.RepInt32: typed[int32]{},
	memory.RepInt64: typed[int64]{}, memory.RepUint: typed[uint]{}, memory.RepUint8: typed[uint8]{}, memory.RepUint16: typed[uint16]{}, memory.RepUint32: typed[uint32]{},
	memory.RepUint64: typed[uint64]{}, memory.RepUintptr: typed[uintptr]{}, memory.RepFloat32: typed[float32]{}, memory.RepFloat64: typed[float64]{},
	memory.RepComplex64: typed[complex64]{}, memory.RepComplex128: typed[complex128]{}, memory.RepString: typed[string]{}, memory.RepPtr: typed[unsafe.Pointer]{},
	memory.RepSlice: typed[memory.Slice]{}, memory.RepEface: typed[any]{}, memory.RepIface: typed[memory.Iface]{}, memory.RepMem: nil,
}

// load is the value of type t at an address, as the f of a node.
func load(t *memory.Type, addr ev[unsafe.Pointer]) any {
	if t.Rep == memory.RepMem {
		return addr
	}
	return repOps[t.Rep].deref(addr)
}

// as is n as a func of T. It is what n.f is for.
func as[T any](n node) ev[T] {
	if n.f == nil && n.local {
		return typed[T]{}.local(n.off).(ev[T])
	}
	return n.f.(ev[T])
}

// ptr is n as a func of a pointer, where n is a struct, an array or a pointer.
func (n node) ptr() ev[unsafe.Pointer] {
	if n.t != nil && n.t.Rep == memory.RepMem {
		if n.local {
			off := n.off
			return func(_ *thread, f fp) unsafe.Pointer { return unsafe.Add(f, off) }
		}
		return n.f.(ev[unsafe.Pointer])
	}
	return as[unsafe.Pointer](n)
}

// ops are the typedOps of a value.
func (n node) ops() typedOps { return repOps[n.t.Rep] }

// value is n with f set.
func (n node) value() node {
	if n.f != nil {
		return n
	}
	switch {
	case n.local && n.t.Rep == memory.RepMem:
		n.f = n.ptr()
	case n.local:
		n.f = n.ops().local(n.off)
	}
	return n
}

// store is a function that evaluates n and puts its value at dst.
func (n node) store() func(t *thread, f fp, dst unsafe.Pointer) {
	if n.t.Rep == memory.RepMem {
		if n.into != nil {
			return n.into
		}
		src, cp := n.ptr(), n.t.Copy
		return func(t *thread, f fp, dst unsafe.Pointer) { cp(dst, src(t, f)) }
	}
	if n.local {
		off := n.off
		switch n.t.Size {
		case 8:
			if !n.t.Pointers {
				return func(_ *thread, f fp, dst unsafe.Pointer) { *(*uint64)(dst) = *(*uint64)(unsafe.Add(f, off)) }
			}
			return func(_ *thread, f fp, dst unsafe.Pointer) {
				*(*unsafe.Pointer)(dst) = *(*unsafe.Pointer)(unsafe.Add(f, off))
			}
		}
		cp := n.t.Copy
		return func(_ *thread, f fp, dst unsafe.Pointer) { cp(dst, unsafe.Add(f, off)) }
	}
	return n.ops().store(n.value().f)
}

// discard is a statement that evaluates n.
func (n node) discard() stmt {
	if s, ok := n.f.(stmt); ok && n.t == nil {
		return s // a call without results, or with several
	}
	if n.t.Rep == memory.RepMem {
		f := n.f
		if f == nil {
			return nothing
		}
		p := f.(ev[unsafe.Pointer])
		return func(t *thread, f fp) ctl { p(t, f); return next }
	}
	return n.ops().discard(n.value().f)
}

func nothing(*thread, fp) ctl { return next }

func (typed[T]) local(off uintptr) any {
	return ev[T](func(_ *thread, f fp) T { return *(*T)(unsafe.Add(f, off)) })
}

func (typed[T]) deref(addr ev[unsafe.Pointer]) any {
	return ev[T](func(t *thread, f fp) T { return *(*T)(addr(t, f)) })
}

func (typed[T]) fixed(p unsafe.Pointer) any {
	return ev[T](func(*thread, fp) T { return *(*T)(p) })
}

func (typed[T]) boxed(off uintptr) any {
	return ev[T](func(_ *thread, f fp) T { return **(**T)(unsafe.Add(f, off)) })
}

func (typed[T]) store(f any) func(t *thread, f fp, dst unsafe.Pointer) {
	e := f.(ev[T])
	return func(t *thread, f fp, dst unsafe.Pointer) { *(*T)(dst) = e(t, f) }
}

func (typed[T]) setLocal(off uintptr, f any) stmt {
	e := f.(ev[T])
	return func(t *thread, f fp) ctl {
		*(*T)(unsafe.Add(f, off)) = e(t, f)
		return next
	}
}

func (typed[T]) setAddr(addr ev[unsafe.Pointer], f any) stmt {
	e := f.(ev[T])
	return func(t *thread, f fp) ctl {
		v := e(t, f)
		*(*T)(addr(t, f)) = v
		return next
	}
}

func (typed[T]) setFixed(p unsafe.Pointer, f any) stmt {
	e := f.(ev[T])
	return func(t *thread, f fp) ctl {
		*(*T)(p) = e(t, f)
		return next
	}
}

func (typed[T]) discard(f any) stmt {
	e := f.(ev[T])
	return func(t *thread, f fp) ctl {
		e(t, f)
		return next
	}
}

func (typed[T]) literal(p unsafe.Pointer) any {
	v := *(*T)(p)
	return ev[T](func(*thread, fp) T { return v })
}

func (typed[T]) mapGet(get func(*thread, fp) unsafe.Pointer) any {
	return ev[T](func(t *thread, f fp) T {
		if p := get(t, f); p != nil {
			return *(*T)(p)
		}
		var zero T
		return zero
	})
}

// field reads through a pointer: from a variable of the frame, of the top level, or an expression.
func (typed[T]) field(p node, off uintptr, site int32) any {
	if p.local {
		at := p.off
		return ev[T](func(t *thread, f fp) T {
			q := *(*unsafe.Pointer)(unsafe.Add(f, at))
			if q == nil {
				t.failNil(f, site)
			}
			return *(*T)(unsafe.Add(q, off))
		})
	}
	e := p.ptr()
	return ev[T](func(t *thread, f fp) T {
		q := e(t, f)
		if q == nil {
			t.failNil(f, site)
		}
		return *(*T)(unsafe.Add(q, off))
	})
}

func (typed[T]) setField(p node, off uintptr, v any, site int32) stmt {
	e := v.(ev[T])
	if p.local {
		at := p.off
		return func(t *thread, f fp) ctl {
			v := e(t, f)
			q := *(*unsafe.Pointer)(unsafe.Add(f, at))
			if q == nil {
				t.failNil(f, site)
			}
			*(*T)(unsafe.Add(q, off)) = v
			return next
		}
	}
	d := p.ptr()
	return func(t *thread, f fp) ctl {
		v := e(t, f)
		q := d(t, f)
		if q == nil {
			t.failNil(f, site)
		}
		*(*T)(unsafe.Add(q, off)) = v
		return next
	}
}

// sliceHeader is a node that returns the address of a slice in memory, if s has one.
func sliceHeader(s node) (ev[unsafe.Pointer], bool) {
	switch {
	case s.local:
		off := s.off
		return func(_ *thread, f fp) unsafe.Pointer { return unsafe.Add(f, off) }, true
	case s.fixed != nil:
		p := s.fixed
		return func(*thread, fp) unsafe.Pointer { return p }, true
	case s.addr != nil:
		return s.addr, true
	}
	return nil, false
}

func (typed[T]) index(s, i node, size uintptr, site int32) any {
	switch {
	case s.local && i.local && i.t.Rep == memory.RepInt:
		so, io := s.off, i.off
		return ev[T](func(t *thread, f fp) T {
			h := (*memory.Slice)(unsafe.Add(f, so))
			n := *(*int)(unsafe.Add(f, io))
			if uint(n) >= uint(h.Len) {
				t.failIndex(f, site, n, h.Len)
			}
			return *(*T)(unsafe.Add(h.P, uintptr(n)*size))
		})
	case s.local:
		so, ie := s.off, index(i)
		return ev[T](func(t *thread, f fp) T {
			n := ie(t, f)
			h := (*memory.Slice)(unsafe.Add(f, so))
			if uint(n) >= uint(h.Len) {
				t.failIndex(f, site, n, h.Len)
			}
			return *(*T)(unsafe.Add(h.P, uintptr(n)*size))
		})
	case s.fixed != nil:
		h, ie := (*memory.Slice)(s.fixed), index(i)
		return ev[T](func(t *thread, f fp) T {
			n := ie(t, f)
			if uint(n) >= uint(h.Len) {
				t.failIndex(f, site, n, h.Len)
			}
			return *(*T)(unsafe.Add(h.P, uintptr(n)*size))
		})
	case s.addr != nil && i.local && i.t.Rep == memory.RepInt:
		a, io := s.addr, i.off
		return ev[T](func(t *thread, f fp) T {
			h := (*memory.Slice)(a(t, f))
			n := *(*int)(unsafe.Add(f, io))
			if uint(n) >= uint(h.Len) {
				t.failIndex(f, site, n, h.Len)
			}
			return *(*T)(unsafe.Add(h.P, uintptr(n)*size))
		})
	}
	se, ie := as[memory.Slice](s), index(i)
	return ev[T](func(t *thread, f fp) T {
		h := se(t, f)
		n := ie(t, f)
		if uint(n) >= uint(h.Len) {
			t.failIndex(f, site, n, h.Len)
		}
		return *(*T)(unsafe.Add(h.P, uintptr(n)*size))
	})
}

func (typed[T]) setIndex(s, i, v node, size uintptr, site int32) stmt {
	e := as[T](v)
	if s.local && i.local && i.t.Rep == memory.RepInt {
		so, io := s.off, i.off
		return func(t *thread, f fp) ctl {
			v := e(t, f)
			h := (*memory.Slice)(unsafe.Add(f, so))
			n := *(*int)(unsafe.Add(f, io))
			if uint(n) >= uint(h.Len) {
				t.failIndex(f, site, n, h.Len)
			}
			*(*T)(unsafe.Add(h.P, uintptr(n)*size)) = v
			return next
		}
	}
	ie := index(i)
	if s.local {
		so := s.off
		return func(t *thread, f fp) ctl {
			v := e(t, f)
			n := ie(t, f)
			h := *(*memory.Slice)(unsafe.Add(f, so))
			if uint(n) >= uint(h.Len) {
				t.failIndex(f, site, n, h.Len)
			}
			*(*T)(unsafe.Add(h.P, uintptr(n)*size)) = v
			return next
		}
	}
	se := as[memory.Slice](s)
	return func(t *thread, f fp) ctl {
		v := e(t, f)
		h := se(t, f)
		n := ie(t, f)
		if uint(n) >= uint(h.Len) {
			t.failIndex(f, site, n, h.Len)
		}
		*(*T)(unsafe.Add(h.P, uintptr(n)*size)) = v
		return next
	}
}

func (typed[T]) part(so, io, size, off uintptr, site int32) any {
	return ev[T](func(t *thread, f fp) T {
		h := (*memory.Slice)(unsafe.Add(f, so))
		n := *(*int)(unsafe.Add(f, io))
		if uint(n) >= uint(h.Len) {
			t.failIndex(f, site, n, h.Len)
		}
		return *(*T)(unsafe.Add(h.P, uintptr(n)*size+off))
	})
}

// index is the value of an index as an int; one that does not fit becomes one out of range.
func index(i node) ev[int] {
	switch i.t.Rep {
	case memory.RepInt:
		return as[int](i)
	case memory.RepInt8:
		return widen[int8](i)
	case memory.RepInt16:
		return widen[int16](i)
	case memory.RepInt32:
		return widen[int32](i)
	case memory.RepInt64:
		return widen[int64](i)
	case memory.RepUint:
		return widen[uint](i)
	case memory.RepUint8:
		return widen[uint8](i)
	case memory.RepUint16:
		return widen[uint16](i)
	case memory.RepUint32:
		return widen[uint32](i)
	case memory.RepUint64:
		return widen[uint64](i)
	case memory.RepUintptr:
		return widen[uintptr](i)
	}
	panic("machine: an index that is no integer")
}

func widen[T integer](i node) ev[int] {
	e := as[T](i)
	return func(t *thread, f fp) int { return int(e(t, f)) }
}
