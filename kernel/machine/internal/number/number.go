// SPDX-License-Identifier: BSD-3-Clause

// Package number makes the closures of arithmetic. Each operator is one generic function, which is
// instantiated for every numeric type.
package number

import (
	"go/token"
	"unsafe"

	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

type float interface{ float32 | float64 }

type complexes interface{ complex64 | complex128 }

// Ordered has the types whose values < compares.
type Ordered interface{ node.Integer | float | string }

// Ops makes the closures of arithmetic for one numeric type T. Results of type any are a
// run.Eval[T], unless their method says otherwise.
type Ops interface {
	// Binary returns x op y, nil if T does not have the operator.
	Binary(op token.Token, x, y node.Node, site int32) any
	Compare(op token.Token, x, y node.Node) run.Eval[bool]
	Unary(op token.Token, x node.Node) any
	// Shift returns x op n, where op is << or >>.
	Shift(op token.Token, x any, n run.Eval[uint64]) any
	// OpLocal returns x op= y for the variable of the frame at off, OpAddr for one that has an
	// address, and OpIndex for the element s[i] of a slice. They return nil if Binary has to do.
	OpLocal(op token.Token, off uintptr, y node.Node) run.Stmt
	OpAddr(op token.Token, addr run.Eval[unsafe.Pointer], y node.Node) run.Stmt
	OpIndex(op token.Token, s, i, y node.Node, size uintptr, site int32) run.Stmt
	// To converts x to the type with representation r: it returns a run.Eval of that type.
	To(x node.Node, r memory.Rep) any
	// ToString returns string(x) of an integer.
	ToString(x node.Node) run.Eval[string]
	// Count returns x as the count of a shift. A negative one is a panic.
	Count(x node.Node, site int32) run.Eval[uint64]
}

var numbers = [...]Ops{
	memory.RepInt: &integers[int]{}, memory.RepInt8: &integers[int8]{}, memory.RepInt16: &integers[int16]{}, memory.RepInt32: &integers[int32]{}, memory.RepInt64: &integers[int64]{},
	memory.RepUint: &integers[uint]{}, memory.RepUint8: &integers[uint8]{}, memory.RepUint16: &integers[uint16]{}, memory.RepUint32: &integers[uint32]{}, memory.RepUint64: &integers[uint64]{},
	memory.RepUintptr: &integers[uintptr]{}, memory.RepFloat32: &floats[float32]{}, memory.RepFloat64: &floats[float64]{},
	memory.RepComplex64: &complexNumbers[complex64]{}, memory.RepComplex128: &complexNumbers[complex128]{}, memory.RepMem: nil,
}

// literalOf returns the value of n if it is a constant.
func literalOf[T any](n node.Node) (T, bool) {
	if n.C == nil {
		var zero T
		return zero, false
	}
	return node.As[T](n)(nil, nil), true
}

type integers[T node.Integer] struct{}

func (*integers[T]) Binary(op token.Token, x, y node.Node, site int32) any {
	switch op {
	case token.QUO:
		if k, ok := literalOf[T](y); ok && k != 0 && k+1 != 0 {
			a := node.As[T](x)
			return run.Eval[T](func(t *run.Thread, f run.FP) T { return a(t, f) / k })
		}
		a, b := node.As[T](x), node.As[T](y)
		return run.Eval[T](func(t *run.Thread, f run.FP) T {
			v, w := a(t, f), b(t, f)
			if w == 0 {
				t.Fail(f, site, run.ErrDivide())
			}
			return v / w
		})
	case token.REM:
		if k, ok := literalOf[T](y); ok && k != 0 && k+1 != 0 {
			if x.Local {
				off := x.Off
				return run.Eval[T](func(_ *run.Thread, f run.FP) T { return *(*T)(unsafe.Add(f, off)) % k })
			}
			a := node.As[T](x)
			return run.Eval[T](func(t *run.Thread, f run.FP) T { return a(t, f) % k })
		}
		a, b := node.As[T](x), node.As[T](y)
		return run.Eval[T](func(t *run.Thread, f run.FP) T {
			v, w := a(t, f), b(t, f)
			if w == 0 {
				t.Fail(f, site, run.ErrDivide())
			}
			return v % w
		})
	case token.AND:
		if k, ok := literalOf[T](y); ok {
			a := node.As[T](x)
			return run.Eval[T](func(t *run.Thread, f run.FP) T { return a(t, f) & k })
		}
		a, b := node.As[T](x), node.As[T](y)
		return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return v & b(t, f) })
	case token.OR:
		a, b := node.As[T](x), node.As[T](y)
		return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return v | b(t, f) })
	case token.XOR:
		a, b := node.As[T](x), node.As[T](y)
		return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return v ^ b(t, f) })
	case token.AND_NOT:
		a, b := node.As[T](x), node.As[T](y)
		return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return v &^ b(t, f) })
	}
	return arithmetic[T](op, x, y)
}

// arithmetic returns x op y for the operators that integers and floats share.
func arithmetic[T node.Integer | float](op token.Token, x, y node.Node) any {
	switch op {
	case token.ADD:
		if k, ok := literalOf[T](y); ok {
			if x.Local {
				xo := x.Off
				return run.Eval[T](func(_ *run.Thread, f run.FP) T { return *(*T)(unsafe.Add(f, xo)) + k })
			}
			a := node.As[T](x)
			return run.Eval[T](func(t *run.Thread, f run.FP) T { return a(t, f) + k })
		}
		switch {
		case x.Local && y.Local:
			xo, yo := x.Off, y.Off
			return run.Eval[T](func(_ *run.Thread, f run.FP) T { return *(*T)(unsafe.Add(f, xo)) + *(*T)(unsafe.Add(f, yo)) })
		case x.Local:
			xo, b := x.Off, node.As[T](y)
			return run.Eval[T](func(t *run.Thread, f run.FP) T { v := *(*T)(unsafe.Add(f, xo)); return v + b(t, f) })
		case y.Local:
			a, yo := node.As[T](x), y.Off
			return run.Eval[T](func(t *run.Thread, f run.FP) T { return a(t, f) + *(*T)(unsafe.Add(f, yo)) })
		}
		a, b := node.As[T](x), node.As[T](y)
		return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return v + b(t, f) })
	case token.SUB:
		if k, ok := literalOf[T](y); ok {
			if x.Local {
				xo := x.Off
				return run.Eval[T](func(_ *run.Thread, f run.FP) T { return *(*T)(unsafe.Add(f, xo)) - k })
			}
			a := node.As[T](x)
			return run.Eval[T](func(t *run.Thread, f run.FP) T { return a(t, f) - k })
		}
		switch {
		case x.Local && y.Local:
			xo, yo := x.Off, y.Off
			return run.Eval[T](func(_ *run.Thread, f run.FP) T { return *(*T)(unsafe.Add(f, xo)) - *(*T)(unsafe.Add(f, yo)) })
		case y.Local:
			a, yo := node.As[T](x), y.Off
			return run.Eval[T](func(t *run.Thread, f run.FP) T { return a(t, f) - *(*T)(unsafe.Add(f, yo)) })
		}
		a, b := node.As[T](x), node.As[T](y)
		return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return v - b(t, f) })
	case token.MUL:
		if k, ok := literalOf[T](y); ok {
			a := node.As[T](x)
			return run.Eval[T](func(t *run.Thread, f run.FP) T { return a(t, f) * k })
		}
		if k, ok := literalOf[T](x); ok {
			b := node.As[T](y)
			return run.Eval[T](func(t *run.Thread, f run.FP) T { return k * b(t, f) })
		}
		if x.Local && y.Local {
			xo, yo := x.Off, y.Off
			return run.Eval[T](func(_ *run.Thread, f run.FP) T { return *(*T)(unsafe.Add(f, xo)) * *(*T)(unsafe.Add(f, yo)) })
		}
		a, b := node.As[T](x), node.As[T](y)
		return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return v * b(t, f) })
	}
	return nil
}

func (*integers[T]) Compare(op token.Token, x, y node.Node) run.Eval[bool] {
	return Compare[T](op, x, y)
}

// Compare returns x op y, where op compares ordered values.
func Compare[T Ordered](op token.Token, x, y node.Node) run.Eval[bool] {
	if k, ok := literalOf[T](y); ok {
		return compareLiteral(op, x, k)
	}
	switch op {
	case token.LSS:
		switch {
		case x.Local && y.Local:
			xo, yo := x.Off, y.Off
			return func(_ *run.Thread, f run.FP) bool { return *(*T)(unsafe.Add(f, xo)) < *(*T)(unsafe.Add(f, yo)) }
		case x.Local:
			xo, b := x.Off, node.As[T](y)
			return func(t *run.Thread, f run.FP) bool { v := *(*T)(unsafe.Add(f, xo)); return v < b(t, f) }
		}
		a, b := node.As[T](x), node.As[T](y)
		return func(t *run.Thread, f run.FP) bool { v := a(t, f); return v < b(t, f) }
	case token.LEQ:
		if x.Local && y.Local {
			xo, yo := x.Off, y.Off
			return func(_ *run.Thread, f run.FP) bool { return *(*T)(unsafe.Add(f, xo)) <= *(*T)(unsafe.Add(f, yo)) }
		}
		a, b := node.As[T](x), node.As[T](y)
		return func(t *run.Thread, f run.FP) bool { v := a(t, f); return v <= b(t, f) }
	case token.GTR:
		if x.Local && y.Local {
			xo, yo := x.Off, y.Off
			return func(_ *run.Thread, f run.FP) bool { return *(*T)(unsafe.Add(f, xo)) > *(*T)(unsafe.Add(f, yo)) }
		}
		a, b := node.As[T](x), node.As[T](y)
		return func(t *run.Thread, f run.FP) bool { v := a(t, f); return v > b(t, f) }
	case token.GEQ:
		a, b := node.As[T](x), node.As[T](y)
		return func(t *run.Thread, f run.FP) bool { v := a(t, f); return v >= b(t, f) }
	}
	return Equal[T](op, x, y)
}

// Equal returns x == y or x != y.
func Equal[T comparable](op token.Token, x, y node.Node) run.Eval[bool] {
	a, b := node.As[T](x), node.As[T](y)
	if op == token.EQL {
		if x.Local && y.Local {
			xo, yo := x.Off, y.Off
			return func(_ *run.Thread, f run.FP) bool { return *(*T)(unsafe.Add(f, xo)) == *(*T)(unsafe.Add(f, yo)) }
		}
		return func(t *run.Thread, f run.FP) bool { v := a(t, f); return v == b(t, f) }
	}
	return func(t *run.Thread, f run.FP) bool { v := a(t, f); return v != b(t, f) }
}

func compareLiteral[T Ordered](op token.Token, x node.Node, k T) run.Eval[bool] {
	if x.Local {
		off := x.Off
		switch op {
		case token.LSS:
			return func(_ *run.Thread, f run.FP) bool { return *(*T)(unsafe.Add(f, off)) < k }
		case token.LEQ:
			return func(_ *run.Thread, f run.FP) bool { return *(*T)(unsafe.Add(f, off)) <= k }
		case token.GTR:
			return func(_ *run.Thread, f run.FP) bool { return *(*T)(unsafe.Add(f, off)) > k }
		case token.GEQ:
			return func(_ *run.Thread, f run.FP) bool { return *(*T)(unsafe.Add(f, off)) >= k }
		case token.EQL:
			return func(_ *run.Thread, f run.FP) bool { return *(*T)(unsafe.Add(f, off)) == k }
		}
		return func(_ *run.Thread, f run.FP) bool { return *(*T)(unsafe.Add(f, off)) != k }
	}
	a := node.As[T](x)
	switch op {
	case token.LSS:
		return func(t *run.Thread, f run.FP) bool { return a(t, f) < k }
	case token.LEQ:
		return func(t *run.Thread, f run.FP) bool { return a(t, f) <= k }
	case token.GTR:
		return func(t *run.Thread, f run.FP) bool { return a(t, f) > k }
	case token.GEQ:
		return func(t *run.Thread, f run.FP) bool { return a(t, f) >= k }
	case token.EQL:
		return func(t *run.Thread, f run.FP) bool { return a(t, f) == k }
	}
	return func(t *run.Thread, f run.FP) bool { return a(t, f) != k }
}

func (*integers[T]) Unary(op token.Token, x node.Node) any {
	a := node.As[T](x)
	switch op {
	case token.SUB:
		return run.Eval[T](func(t *run.Thread, f run.FP) T { return -a(t, f) })
	case token.XOR:
		return run.Eval[T](func(t *run.Thread, f run.FP) T { return ^a(t, f) })
	}
	return a
}

func (*integers[T]) Shift(op token.Token, x any, n run.Eval[uint64]) any {
	a := x.(run.Eval[T])
	if op == token.SHL {
		return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return v << n(t, f) })
	}
	return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return v >> n(t, f) })
}

func (*integers[T]) Count(x node.Node, site int32) run.Eval[uint64] {
	if k, ok := literalOf[T](x); ok && k >= 0 {
		n := uint64(k)
		return func(*run.Thread, run.FP) uint64 { return n }
	}
	a := node.As[T](x)
	return func(t *run.Thread, f run.FP) uint64 {
		v := a(t, f)
		if v < 0 {
			t.Fail(f, site, run.ErrNegativeShift())
		}
		return uint64(v)
	}
}

func (*integers[T]) OpLocal(op token.Token, off uintptr, y node.Node) run.Stmt {
	if s := opLocal[T](op, off, y); s != nil {
		return s
	}
	b := node.As[T](y)
	switch op {
	case token.AND:
		return func(t *run.Thread, f run.FP) run.Ctl { v := b(t, f); *(*T)(unsafe.Add(f, off)) &= v; return run.Next }
	case token.OR:
		return func(t *run.Thread, f run.FP) run.Ctl { v := b(t, f); *(*T)(unsafe.Add(f, off)) |= v; return run.Next }
	case token.XOR:
		return func(t *run.Thread, f run.FP) run.Ctl { v := b(t, f); *(*T)(unsafe.Add(f, off)) ^= v; return run.Next }
	case token.AND_NOT:
		return func(t *run.Thread, f run.FP) run.Ctl { v := b(t, f); *(*T)(unsafe.Add(f, off)) &^= v; return run.Next }
	}
	return nil
}

func opLocal[T node.Integer | float](op token.Token, off uintptr, y node.Node) run.Stmt {
	if k, ok := literalOf[T](y); ok {
		switch op {
		case token.ADD:
			return func(_ *run.Thread, f run.FP) run.Ctl { *(*T)(unsafe.Add(f, off)) += k; return run.Next }
		case token.SUB:
			return func(_ *run.Thread, f run.FP) run.Ctl { *(*T)(unsafe.Add(f, off)) -= k; return run.Next }
		}
	}
	if y.Local {
		yo := y.Off
		switch op {
		case token.ADD:
			return func(_ *run.Thread, f run.FP) run.Ctl {
				*(*T)(unsafe.Add(f, off)) += *(*T)(unsafe.Add(f, yo))
				return run.Next
			}
		case token.SUB:
			return func(_ *run.Thread, f run.FP) run.Ctl {
				*(*T)(unsafe.Add(f, off)) -= *(*T)(unsafe.Add(f, yo))
				return run.Next
			}
		case token.MUL:
			return func(_ *run.Thread, f run.FP) run.Ctl {
				*(*T)(unsafe.Add(f, off)) *= *(*T)(unsafe.Add(f, yo))
				return run.Next
			}
		}
	}
	b := node.As[T](y)
	switch op {
	case token.ADD:
		return func(t *run.Thread, f run.FP) run.Ctl { v := b(t, f); *(*T)(unsafe.Add(f, off)) += v; return run.Next }
	case token.SUB:
		return func(t *run.Thread, f run.FP) run.Ctl { v := b(t, f); *(*T)(unsafe.Add(f, off)) -= v; return run.Next }
	case token.MUL:
		return func(t *run.Thread, f run.FP) run.Ctl { v := b(t, f); *(*T)(unsafe.Add(f, off)) *= v; return run.Next }
	}
	return nil
}

func (*integers[T]) OpAddr(op token.Token, addr run.Eval[unsafe.Pointer], y node.Node) run.Stmt {
	if s := opAddr[T](op, addr, y); s != nil {
		return s
	}
	b := node.As[T](y)
	switch op {
	case token.AND:
		return func(t *run.Thread, f run.FP) run.Ctl { p := (*T)(addr(t, f)); *p &= b(t, f); return run.Next }
	case token.OR:
		return func(t *run.Thread, f run.FP) run.Ctl { p := (*T)(addr(t, f)); v := b(t, f); *p |= v; return run.Next }
	case token.XOR:
		return func(t *run.Thread, f run.FP) run.Ctl { p := (*T)(addr(t, f)); v := b(t, f); *p ^= v; return run.Next }
	case token.AND_NOT:
		return func(t *run.Thread, f run.FP) run.Ctl { p := (*T)(addr(t, f)); v := b(t, f); *p &^= v; return run.Next }
	}
	return nil
}

func opAddr[T node.Integer | float](op token.Token, addr run.Eval[unsafe.Pointer], y node.Node) run.Stmt {
	b := node.As[T](y)
	switch op {
	case token.ADD:
		if k, ok := literalOf[T](y); ok {
			return func(t *run.Thread, f run.FP) run.Ctl { *(*T)(addr(t, f)) += k; return run.Next }
		}
		return func(t *run.Thread, f run.FP) run.Ctl { p := (*T)(addr(t, f)); v := b(t, f); *p += v; return run.Next }
	case token.SUB:
		return func(t *run.Thread, f run.FP) run.Ctl { p := (*T)(addr(t, f)); v := b(t, f); *p -= v; return run.Next }
	case token.MUL:
		return func(t *run.Thread, f run.FP) run.Ctl { p := (*T)(addr(t, f)); v := b(t, f); *p *= v; return run.Next }
	}
	return nil
}

func (*integers[T]) OpIndex(op token.Token, s, i, y node.Node, size uintptr, site int32) run.Stmt {
	return opIndex[T](op, s, i, y, size, site)
}

// OpIndex is for slices that are variables of the frame. It finds the element before it evaluates
// y. That is no difference, because y has no calls: the compiler has evaluated them before.
func opIndex[T node.Integer | float](op token.Token, s, i, y node.Node, size uintptr, site int32) run.Stmt {
	if !s.Local || op != token.ADD && op != token.SUB {
		return nil
	}
	so, ie, b := s.Off, node.Index(i), node.As[T](y)
	add := op == token.ADD
	if i.Local && i.T.Rep == memory.RepInt && add {
		io := i.Off
		return func(t *run.Thread, f run.FP) run.Ctl {
			h := (*memory.Slice)(unsafe.Add(f, so))
			n := *(*int)(unsafe.Add(f, io))
			if uint(n) >= uint(h.Len) {
				t.FailIndex(f, site, n, h.Len)
			}
			p := (*T)(unsafe.Add(h.P, uintptr(n)*size))
			v := b(t, f)
			*p += v
			return run.Next
		}
	}
	return func(t *run.Thread, f run.FP) run.Ctl {
		h := *(*memory.Slice)(unsafe.Add(f, so))
		n := ie(t, f)
		if uint(n) >= uint(h.Len) {
			t.FailIndex(f, site, n, h.Len)
		}
		p := (*T)(unsafe.Add(h.P, uintptr(n)*size))
		v := b(t, f)
		if add {
			*p += v
		} else {
			*p -= v
		}
		return run.Next
	}
}

func (*integers[T]) ToString(x node.Node) run.Eval[string] {
	a := node.As[T](x)
	return func(t *run.Thread, f run.FP) string {
		v := a(t, f)
		if r := rune(v); T(r) == v && (r < 0) == (v < 0) {
			return string(r)
		}
		return "\uFFFD"
	}
}

type floats[T float] struct{}

func (*floats[T]) Binary(op token.Token, x, y node.Node, site int32) any {
	if op == token.QUO {
		a, b := node.As[T](x), node.As[T](y)
		return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return v / b(t, f) })
	}
	return arithmetic[T](op, x, y)
}

func (*floats[T]) Compare(op token.Token, x, y node.Node) run.Eval[bool] { return Compare[T](op, x, y) }

func (*floats[T]) Unary(op token.Token, x node.Node) any {
	a := node.As[T](x)
	if op == token.SUB {
		return run.Eval[T](func(t *run.Thread, f run.FP) T { return -a(t, f) })
	}
	return a
}

func (*floats[T]) Shift(token.Token, any, run.Eval[uint64]) any { panic("machine: a shift of a float") }

func (*floats[T]) Count(x node.Node, site int32) run.Eval[uint64] {
	panic("machine: a shift by a float")
}

func (*floats[T]) OpLocal(op token.Token, off uintptr, y node.Node) run.Stmt {
	return opLocal[T](op, off, y)
}

func (*floats[T]) OpAddr(op token.Token, addr run.Eval[unsafe.Pointer], y node.Node) run.Stmt {
	return opAddr[T](op, addr, y)
}

func (*floats[T]) OpIndex(op token.Token, s, i, y node.Node, size uintptr, site int32) run.Stmt {
	return opIndex[T](op, s, i, y, size, site)
}

func (*floats[T]) ToString(node.Node) run.Eval[string] { panic("machine: a string of a float") }

type complexNumbers[T complexes] struct{}

func (*complexNumbers[T]) Binary(op token.Token, x, y node.Node, site int32) any {
	a, b := node.As[T](x), node.As[T](y)
	switch op {
	case token.ADD:
		return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return v + b(t, f) })
	case token.SUB:
		return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return v - b(t, f) })
	case token.MUL:
		return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return v * b(t, f) })
	case token.QUO:
		return run.Eval[T](func(t *run.Thread, f run.FP) T { v := a(t, f); return v / b(t, f) })
	}
	return nil
}

func (*complexNumbers[T]) Compare(op token.Token, x, y node.Node) run.Eval[bool] {
	return Equal[T](op, x, y)
}

func (*complexNumbers[T]) Unary(op token.Token, x node.Node) any {
	a := node.As[T](x)
	if op == token.SUB {
		return run.Eval[T](func(t *run.Thread, f run.FP) T { return -a(t, f) })
	}
	return a
}

func (*complexNumbers[T]) Shift(token.Token, any, run.Eval[uint64]) any {
	panic("machine: a shift of a complex number")
}

func (*complexNumbers[T]) Count(node.Node, int32) run.Eval[uint64] {
	panic("machine: a shift by a complex number")
}
func (*complexNumbers[T]) OpLocal(token.Token, uintptr, node.Node) run.Stmt { return nil }
func (*complexNumbers[T]) OpAddr(token.Token, run.Eval[unsafe.Pointer], node.Node) run.Stmt {
	return nil
}
func (*complexNumbers[T]) OpIndex(token.Token, node.Node, node.Node, node.Node, uintptr, int32) run.Stmt {
	return nil
}
func (*complexNumbers[T]) ToString(node.Node) run.Eval[string] {
	panic("machine: a string of a complex number")
}

func (*complexNumbers[T]) To(x node.Node, r memory.Rep) any {
	a := node.As[T](x)
	if r == memory.RepComplex64 {
		return run.Eval[complex64](func(t *run.Thread, f run.FP) complex64 { return complex64(a(t, f)) })
	}
	return run.Eval[complex128](func(t *run.Thread, f run.FP) complex128 { return complex128(a(t, f)) })
}

func (*integers[T]) To(x node.Node, r memory.Rep) any { return convertTo[T](x, r) }
func (*floats[T]) To(x node.Node, r memory.Rep) any   { return convertTo[T](x, r) }

func convertTo[T node.Integer | float](x node.Node, r memory.Rep) any {
	switch r {
	case memory.RepInt:
		return conversion[T, int](x)
	case memory.RepInt8:
		return conversion[T, int8](x)
	case memory.RepInt16:
		return conversion[T, int16](x)
	case memory.RepInt32:
		return conversion[T, int32](x)
	case memory.RepInt64:
		return conversion[T, int64](x)
	case memory.RepUint:
		return conversion[T, uint](x)
	case memory.RepUint8:
		return conversion[T, uint8](x)
	case memory.RepUint16:
		return conversion[T, uint16](x)
	case memory.RepUint32:
		return conversion[T, uint32](x)
	case memory.RepUint64:
		return conversion[T, uint64](x)
	case memory.RepUintptr:
		return conversion[T, uintptr](x)
	case memory.RepFloat32:
		return conversion[T, float32](x)
	case memory.RepFloat64:
		return conversion[T, float64](x)
	}
	panic("machine: a conversion to no number")
}

func conversion[F, T node.Integer | float](x node.Node) any {
	a := node.As[F](x)
	if b, ok := any(a).(run.Eval[T]); ok {
		return b
	}
	return run.Eval[T](func(t *run.Thread, f run.FP) T { return T(a(t, f)) })
}

// Of returns the Ops of a type, nil if it is not numeric.
func Of(t *memory.Type) Ops {
	if int(t.Rep) < len(numbers) {
		return numbers[t.Rep]
	}
	return nil
}

// SwapAs exchanges the values of type T at two addresses.
func SwapAs[T any](a, b run.Eval[unsafe.Pointer]) run.Stmt {
	return func(t *run.Thread, f run.FP) run.Ctl {
		p, q := (*T)(a(t, f)), (*T)(b(t, f))
		*p, *q = *q, *p
		return run.Next
	}
}
