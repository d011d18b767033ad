// SPDX-License-Identifier: BSD-3-Clause

// Package node turns expressions into closures.
//
// An expression whose value fits a few machine words becomes a run.Eval[T], a function of the
// thread and the frame that returns a T. An expression that is a struct or an array becomes a
// function that returns the address of the value, and its caller copies the value before it does
// anything else. There is one T for each representation (memory.Rep) of values. Ops makes the
// closures for one of them, so that the compiler does not mention T.
package node

import (
	"go/constant"
	"go/token"
	"reflect"
	"unsafe"

	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
)

// A Node is a compiled expression.
type Node struct {
	T   *memory.Type
	Pos token.Pos
	// F is the closure: a run.Eval of the type that T.Rep stands for. It is nil for a local
	// variable until Value makes it.
	F any
	// C is the value if the expression is a constant.
	C constant.Value
	// Local says that the value is that of a variable in the frame, at offset Off.
	Local bool
	Off   uintptr
	// Addr returns the address of the variable, if it has one and is not local.
	Addr run.Eval[unsafe.Pointer]
	// Into stores a new struct or array at dst, which must not be memory that the expression
	// reads, unless Late is set: then it stores when everything has been read.
	Into func(t *run.Thread, f run.FP, dst unsafe.Pointer)
	Late bool
	// Literal has the parts of a struct literal, if the value is one. Into is set then.
	Literal *Literal
	// Tuple is the layout of the results of a call that has several. F is then a run.Stmt that
	// leaves them in the frame at Off.
	Tuple *memory.Layout
	// Fixed is the address of the variable if it is one of the top level.
	Fixed unsafe.Pointer
	Nil   bool // the predeclared nil
	// Base and BaseOff are the pointer and the offset if the expression is a field of what a
	// pointer points to.
	Base    *Node
	BaseOff uintptr
	// Elem is set if the expression is an element of a slice.
	Elem *Elem
	Site int32 // the position, for the trace of a panic
	// Cell is the element of a slice that the value is a part of, CellOff is where in it, and
	// Size is the size of the element.
	Cell    *Elem
	CellOff uintptr
	Size    uintptr
	// X and A are the value and the address for machine code, where the other fields do not say
	// them. Opaque says that there are none.
	X, A   *ir.Expr
	Opaque bool
}

// A Literal is a struct literal.
type Literal struct {
	Fields []Field
	Full   bool // no other field or gap is to be cleared
}

// A Field is a value and its place in a struct.
type Field struct {
	Off   uintptr
	Value Node
}

// An Elem is a slice and an index.
type Elem struct{ S, I Node }

// Ops makes closures for one representation of values. Parameters and results of type any are
// run.Eval[T] for its T. A site is the position that the trace of a panic shows.
type Ops interface {
	local(off uintptr) any
	deref(addr run.Eval[unsafe.Pointer]) any
	Fixed(p unsafe.Pointer) any
	Boxed(off uintptr) any
	// store returns a function that evaluates f and stores the value at dst.
	store(f any) func(t *run.Thread, f run.FP, dst unsafe.Pointer)
	// The statements of the Set methods evaluate the value before the place.
	SetLocal(off uintptr, f any) run.Stmt
	SetAddr(addr run.Eval[unsafe.Pointer], f any) run.Stmt
	SetFixed(p unsafe.Pointer, f any) run.Stmt
	// discard returns a statement that evaluates f.
	discard(f any) run.Stmt
	// Literal returns the constant at p.
	Literal(p unsafe.Pointer) any
	// Result returns the call c as an expression with its only result.
	Result(c *Call) any
	// Field returns the value at an offset from a pointer, which is checked for nil.
	Field(p Node, off uintptr, site int32) any
	SetField(p Node, off uintptr, f any, site int32) run.Stmt
	// Index returns s[i] of a slice whose elements have the given size.
	Index(s, i Node, size uintptr, site int32) any
	SetIndex(s, i, v Node, size uintptr, site int32) run.Stmt
	// Part returns the value at offset off of s[i], where the slice and the index are variables of
	// the frame at so and io.
	Part(so, io, size, off uintptr, site int32) any
	mapGet(get func(*run.Thread, run.FP) unsafe.Pointer) any
	// After runs a statement before it evaluates f.
	After(s run.Stmt, f any) any
	// SetResult is a return statement: it stores the value of f at off in the frame.
	SetResult(off uintptr, f any) run.Stmt
	// Append1 is append(s, v).
	Append1(s run.Eval[memory.Slice], v any) any
	// Box converts a value of type t to an any.
	Box(t *memory.Type, f any) any
}

type typed[T any] struct{}

// RepOps has the Ops of each representation; nil for structs and arrays.
var RepOps = [...]Ops{
	memory.RepBool: &typed[bool]{}, memory.RepInt: &typed[int]{}, memory.RepInt8: &typed[int8]{}, memory.RepInt16: &typed[int16]{}, memory.RepInt32: &typed[int32]{},
	memory.RepInt64: &typed[int64]{}, memory.RepUint: &typed[uint]{}, memory.RepUint8: &typed[uint8]{}, memory.RepUint16: &typed[uint16]{}, memory.RepUint32: &typed[uint32]{},
	memory.RepUint64: &typed[uint64]{}, memory.RepUintptr: &typed[uintptr]{}, memory.RepFloat32: &typed[float32]{}, memory.RepFloat64: &typed[float64]{},
	memory.RepComplex64: &typed[complex64]{}, memory.RepComplex128: &typed[complex128]{}, memory.RepString: &typed[string]{}, memory.RepPtr: &typed[unsafe.Pointer]{},
	memory.RepSlice: &typed[memory.Slice]{}, memory.RepEface: &typed[any]{}, memory.RepIface: &typed[memory.Iface]{}, memory.RepMem: nil,
}

// Load returns the value of type t at an address, as the F of a node.
func Load(t *memory.Type, addr run.Eval[unsafe.Pointer]) any {
	if t.Rep == memory.RepMem {
		return addr
	}
	return RepOps[t.Rep].deref(addr)
}

// As returns the closure of n. T must be the type of its representation.
func As[T any](n Node) run.Eval[T] {
	if n.F == nil && n.Local {
		return new(typed[T]).local(n.Off).(run.Eval[T])
	}
	return n.F.(run.Eval[T])
}

// Ptr returns a closure for the address of n, which is a struct or an array, or for the value of n,
// which is a pointer.
func (n Node) Ptr() run.Eval[unsafe.Pointer] {
	if n.T != nil && n.T.Rep == memory.RepMem {
		if n.Local {
			off := n.Off
			return func(_ *run.Thread, f run.FP) unsafe.Pointer { return unsafe.Add(f, off) }
		}
		return n.F.(run.Eval[unsafe.Pointer])
	}
	return As[unsafe.Pointer](n)
}

// ops returns the Ops for the representation of n.
func (n Node) ops() Ops { return RepOps[n.T.Rep] }

// Value returns n with F set.
func (n Node) Value() Node {
	if n.F != nil {
		return n
	}
	switch {
	case n.Local && n.T.Rep == memory.RepMem:
		n.F = n.Ptr()
	case n.Local:
		n.F = n.ops().local(n.Off)
	}
	return n
}

// Store returns a function that evaluates n and stores its value at dst.
func (n Node) Store() func(t *run.Thread, f run.FP, dst unsafe.Pointer) {
	if n.T.Rep == memory.RepMem {
		if n.Into != nil {
			return n.Into
		}
		src, cp := n.Ptr(), n.T.Copy
		return func(t *run.Thread, f run.FP, dst unsafe.Pointer) { cp(dst, src(t, f)) }
	}
	if n.Local {
		off := n.Off
		switch n.T.Size {
		case 8:
			if !n.T.Pointers {
				return func(_ *run.Thread, f run.FP, dst unsafe.Pointer) { *(*uint64)(dst) = *(*uint64)(unsafe.Add(f, off)) }
			}
			return func(_ *run.Thread, f run.FP, dst unsafe.Pointer) {
				*(*unsafe.Pointer)(dst) = *(*unsafe.Pointer)(unsafe.Add(f, off))
			}
		}
		cp := n.T.Copy
		return func(_ *run.Thread, f run.FP, dst unsafe.Pointer) { cp(dst, unsafe.Add(f, off)) }
	}
	return n.ops().store(n.Value().F)
}

// Discard returns a statement that evaluates n.
func (n Node) Discard() run.Stmt {
	if s, ok := n.F.(run.Stmt); ok && n.T == nil {
		return s // a call without results, or with several
	}
	if n.T.Rep == memory.RepMem {
		f := n.F
		if f == nil {
			return Nothing
		}
		p := f.(run.Eval[unsafe.Pointer])
		return func(t *run.Thread, f run.FP) run.Ctl { p(t, f); return run.Next }
	}
	return n.ops().discard(n.Value().F)
}

// Nothing is a statement without effect.
func Nothing(*run.Thread, run.FP) run.Ctl { return run.Next }

func (*typed[T]) local(off uintptr) any {
	return run.Eval[T](func(_ *run.Thread, f run.FP) T { return *(*T)(unsafe.Add(f, off)) })
}

func (*typed[T]) deref(addr run.Eval[unsafe.Pointer]) any {
	return run.Eval[T](func(t *run.Thread, f run.FP) T { return *(*T)(addr(t, f)) })
}

func (*typed[T]) Fixed(p unsafe.Pointer) any {
	return run.Eval[T](func(*run.Thread, run.FP) T { return *(*T)(p) })
}

func (*typed[T]) Boxed(off uintptr) any {
	return run.Eval[T](func(_ *run.Thread, f run.FP) T { return **(**T)(unsafe.Add(f, off)) })
}

func (*typed[T]) store(f any) func(t *run.Thread, f run.FP, dst unsafe.Pointer) {
	e := f.(run.Eval[T])
	return func(t *run.Thread, f run.FP, dst unsafe.Pointer) { *(*T)(dst) = e(t, f) }
}

func (*typed[T]) SetLocal(off uintptr, f any) run.Stmt {
	e := f.(run.Eval[T])
	return func(t *run.Thread, f run.FP) run.Ctl {
		*(*T)(unsafe.Add(f, off)) = e(t, f)
		return run.Next
	}
}

func (*typed[T]) SetAddr(addr run.Eval[unsafe.Pointer], f any) run.Stmt {
	e := f.(run.Eval[T])
	return func(t *run.Thread, f run.FP) run.Ctl {
		v := e(t, f)
		*(*T)(addr(t, f)) = v
		return run.Next
	}
}

func (*typed[T]) SetFixed(p unsafe.Pointer, f any) run.Stmt {
	e := f.(run.Eval[T])
	return func(t *run.Thread, f run.FP) run.Ctl {
		*(*T)(p) = e(t, f)
		return run.Next
	}
}

func (*typed[T]) discard(f any) run.Stmt {
	e := f.(run.Eval[T])
	return func(t *run.Thread, f run.FP) run.Ctl {
		e(t, f)
		return run.Next
	}
}

func (*typed[T]) Literal(p unsafe.Pointer) any {
	v := *(*T)(p)
	return run.Eval[T](func(*run.Thread, run.FP) T { return v })
}

func (*typed[T]) mapGet(get func(*run.Thread, run.FP) unsafe.Pointer) any {
	return run.Eval[T](func(t *run.Thread, f run.FP) T {
		if p := get(t, f); p != nil {
			return *(*T)(p)
		}
		var zero T
		return zero
	})
}

// Field reads through a pointer: from a variable of the frame, of the top level, or an expression.
func (*typed[T]) Field(p Node, off uintptr, site int32) any {
	if p.Local {
		at := p.Off
		return run.Eval[T](func(t *run.Thread, f run.FP) T {
			q := *(*unsafe.Pointer)(unsafe.Add(f, at))
			if q == nil {
				t.FailNil(f, site)
			}
			return *(*T)(unsafe.Add(q, off))
		})
	}
	e := p.Ptr()
	return run.Eval[T](func(t *run.Thread, f run.FP) T {
		q := e(t, f)
		if q == nil {
			t.FailNil(f, site)
		}
		return *(*T)(unsafe.Add(q, off))
	})
}

func (*typed[T]) SetField(p Node, off uintptr, v any, site int32) run.Stmt {
	e := v.(run.Eval[T])
	if p.Local {
		at := p.Off
		return func(t *run.Thread, f run.FP) run.Ctl {
			v := e(t, f)
			q := *(*unsafe.Pointer)(unsafe.Add(f, at))
			if q == nil {
				t.FailNil(f, site)
			}
			*(*T)(unsafe.Add(q, off)) = v
			return run.Next
		}
	}
	d := p.Ptr()
	return func(t *run.Thread, f run.FP) run.Ctl {
		v := e(t, f)
		q := d(t, f)
		if q == nil {
			t.FailNil(f, site)
		}
		*(*T)(unsafe.Add(q, off)) = v
		return run.Next
	}
}

// SliceHeader returns a node that returns the address of a slice in memory, if s has one.
func SliceHeader(s Node) (run.Eval[unsafe.Pointer], bool) {
	switch {
	case s.Local:
		off := s.Off
		return func(_ *run.Thread, f run.FP) unsafe.Pointer { return unsafe.Add(f, off) }, true
	case s.Fixed != nil:
		p := s.Fixed
		return func(*run.Thread, run.FP) unsafe.Pointer { return p }, true
	case s.Addr != nil:
		return s.Addr, true
	}
	return nil, false
}

func (*typed[T]) Index(s, i Node, size uintptr, site int32) any {
	switch {
	case s.Local && i.Local && i.T.Rep == memory.RepInt:
		so, io := s.Off, i.Off
		return run.Eval[T](func(t *run.Thread, f run.FP) T {
			h := (*memory.Slice)(unsafe.Add(f, so))
			n := *(*int)(unsafe.Add(f, io))
			if uint(n) >= uint(h.Len) {
				t.FailIndex(f, site, n, h.Len)
			}
			return *(*T)(unsafe.Add(h.P, uintptr(n)*size))
		})
	case s.Local:
		so, ie := s.Off, Index(i)
		return run.Eval[T](func(t *run.Thread, f run.FP) T {
			n := ie(t, f)
			h := (*memory.Slice)(unsafe.Add(f, so))
			if uint(n) >= uint(h.Len) {
				t.FailIndex(f, site, n, h.Len)
			}
			return *(*T)(unsafe.Add(h.P, uintptr(n)*size))
		})
	case s.Fixed != nil:
		h, ie := (*memory.Slice)(s.Fixed), Index(i)
		return run.Eval[T](func(t *run.Thread, f run.FP) T {
			n := ie(t, f)
			if uint(n) >= uint(h.Len) {
				t.FailIndex(f, site, n, h.Len)
			}
			return *(*T)(unsafe.Add(h.P, uintptr(n)*size))
		})
	case s.Addr != nil && i.Local && i.T.Rep == memory.RepInt:
		a, io := s.Addr, i.Off
		return run.Eval[T](func(t *run.Thread, f run.FP) T {
			h := (*memory.Slice)(a(t, f))
			n := *(*int)(unsafe.Add(f, io))
			if uint(n) >= uint(h.Len) {
				t.FailIndex(f, site, n, h.Len)
			}
			return *(*T)(unsafe.Add(h.P, uintptr(n)*size))
		})
	}
	se, ie := As[memory.Slice](s), Index(i)
	return run.Eval[T](func(t *run.Thread, f run.FP) T {
		h := se(t, f)
		n := ie(t, f)
		if uint(n) >= uint(h.Len) {
			t.FailIndex(f, site, n, h.Len)
		}
		return *(*T)(unsafe.Add(h.P, uintptr(n)*size))
	})
}

func (*typed[T]) SetIndex(s, i, v Node, size uintptr, site int32) run.Stmt {
	e := As[T](v)
	if s.Local && i.Local && i.T.Rep == memory.RepInt {
		so, io := s.Off, i.Off
		return func(t *run.Thread, f run.FP) run.Ctl {
			v := e(t, f)
			h := (*memory.Slice)(unsafe.Add(f, so))
			n := *(*int)(unsafe.Add(f, io))
			if uint(n) >= uint(h.Len) {
				t.FailIndex(f, site, n, h.Len)
			}
			*(*T)(unsafe.Add(h.P, uintptr(n)*size)) = v
			return run.Next
		}
	}
	ie := Index(i)
	if s.Local {
		so := s.Off
		return func(t *run.Thread, f run.FP) run.Ctl {
			v := e(t, f)
			n := ie(t, f)
			h := *(*memory.Slice)(unsafe.Add(f, so))
			if uint(n) >= uint(h.Len) {
				t.FailIndex(f, site, n, h.Len)
			}
			*(*T)(unsafe.Add(h.P, uintptr(n)*size)) = v
			return run.Next
		}
	}
	se := As[memory.Slice](s)
	return func(t *run.Thread, f run.FP) run.Ctl {
		v := e(t, f)
		h := se(t, f)
		n := ie(t, f)
		if uint(n) >= uint(h.Len) {
			t.FailIndex(f, site, n, h.Len)
		}
		*(*T)(unsafe.Add(h.P, uintptr(n)*size)) = v
		return run.Next
	}
}

func (*typed[T]) Part(so, io, size, off uintptr, site int32) any {
	return run.Eval[T](func(t *run.Thread, f run.FP) T {
		h := (*memory.Slice)(unsafe.Add(f, so))
		n := *(*int)(unsafe.Add(f, io))
		if uint(n) >= uint(h.Len) {
			t.FailIndex(f, site, n, h.Len)
		}
		return *(*T)(unsafe.Add(h.P, uintptr(n)*size+off))
	})
}

// Index returns an index as an int. A value that an int cannot hold becomes one that is out of
// range.
func Index(i Node) run.Eval[int] {
	switch i.T.Rep {
	case memory.RepInt:
		return As[int](i)
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

func widen[T Integer](i Node) run.Eval[int] {
	e := As[T](i)
	return func(t *run.Thread, f run.FP) int { return int(e(t, f)) }
}

func (*typed[T]) After(s run.Stmt, f any) any {
	e := f.(run.Eval[T])
	return run.Eval[T](func(t *run.Thread, f run.FP) T { s(t, f); return e(t, f) })
}

func (*typed[T]) SetResult(off uintptr, f any) run.Stmt {
	e := f.(run.Eval[T])
	return func(t *run.Thread, f run.FP) run.Ctl {
		*(*T)(unsafe.Add(f, off)) = e(t, f)
		return run.Returned
	}
}

func (*typed[T]) Append1(s run.Eval[memory.Slice], v any) any {
	e := v.(run.Eval[T])
	return run.Eval[memory.Slice](func(t *run.Thread, f run.FP) memory.Slice {
		h := s(t, f)
		x := e(t, f)
		r := append(*(*[]T)(unsafe.Pointer(&h)), x)
		return *(*memory.Slice)(unsafe.Pointer(&r))
	})
}

func (*typed[T]) Box(t *memory.Type, f any) any {
	e := f.(run.Eval[T])
	if t.Reflect == reflect.TypeFor[T]() {
		return run.Eval[any](func(t *run.Thread, f run.FP) any { return e(t, f) })
	}
	w := t.Word
	if t.Rep == memory.RepSlice {
		return run.Eval[any](func(t *run.Thread, f run.FP) any {
			p := new(memory.Slice)
			*(*T)(unsafe.Pointer(p)) = e(t, f)
			x := memory.Eface{Type: w, Data: unsafe.Pointer(p)}
			return *(*any)(unsafe.Pointer(&x))
		})
	}
	return run.Eval[any](func(t *run.Thread, f run.FP) any {
		p := new(T)
		*p = e(t, f)
		x := memory.Eface{Type: w, Data: unsafe.Pointer(p)}
		return *(*any)(unsafe.Pointer(&x))
	})
}

// Integer has the types of integers, as representations: none with names of their own.
type Integer interface {
	int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 | uintptr
}
