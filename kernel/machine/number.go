// Arithmetic: one generic implementation for each operator, made for every numeric type.

package machine

import (
	"go/token"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

type integer interface {
	int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 | uintptr
}

type float interface{ float32 | float64 }

type complexes interface{ complex64 | complex128 }

type ordered interface{ integer | float | string }

// A numberOps makes the nodes of arithmetic of one numeric type.
type numberOps interface {
	// binary is x op y, nil if the type has not the operator.
	binary(op token.Token, x, y node, site int32) any
	compare(op token.Token, x, y node) ev[bool]
	unary(op token.Token, x node) any
	// shift is x op n.
	shift(op token.Token, x any, n ev[uint64]) any
	// opLocal is x op= y for a variable of the frame, opAddr for any other; nil if binary must do.
	opLocal(op token.Token, off uintptr, y node) stmt
	opAddr(op token.Token, addr ev[unsafe.Pointer], y node) stmt
	opIndex(op token.Token, s, i, y node, size uintptr, site int32) stmt
	// to converts.
	to(x node, r memory.Rep) any
	// toString is string(x) of an integer.
	toString(x node) ev[string]
	count(x node, site int32) ev[uint64]
}

var numbers = [...]numberOps{
	memory.RepInt: integers[int]{}, memory.RepInt8: integers[int8]{}, memory.RepInt16: integers[int16]{}, memory.RepInt32: integers[int32]{}, memory.RepInt64: integers[int64]{},
	memory.RepUint: integers[uint]{}, memory.RepUint8: integers[uint8]{}, memory.RepUint16: integers[uint16]{}, memory.RepUint32: integers[uint32]{}, memory.RepUint64: integers[uint64]{},
	memory.RepUintptr: integers[uintptr]{}, memory.RepFloat32: floats[float32]{}, memory.RepFloat64: floats[float64]{},
	memory.RepComplex64: complexNumbers[complex64]{}, memory.RepComplex128: complexNumbers[complex128]{}, memory.RepMem: nil,
}

// literalOf is the value of a constant node.
func literalOf[T any](n node) (T, bool) {
	if n.c == nil {
		var zero T
		return zero, false
	}
	return as[T](n)(nil, nil), true
}

type integers[T integer] struct{}

func (integers[T]) binary(op token.Token, x, y node, site int32) any {
	switch op {
	case token.QUO:
		if k, ok := literalOf[T](y); ok && k != 0 && k+1 != 0 {
			a := as[T](x)
			return ev[T](func(t *thread, f fp) T { return a(t, f) / k })
		}
		a, b := as[T](x), as[T](y)
		return ev[T](func(t *thread, f fp) T {
			v, w := a(t, f), b(t, f)
			if w == 0 {
				t.fail(f, site, errDivide())
			}
			return v / w
		})
	case token.REM:
		if k, ok := literalOf[T](y); ok && k != 0 && k+1 != 0 {
			if x.local {
				off := x.off
				return ev[T](func(_ *thread, f fp) T { return *(*T)(unsafe.Add(f, off)) % k })
			}
			a := as[T](x)
			return ev[T](func(t *thread, f fp) T { return a(t, f) % k })
		}
		a, b := as[T](x), as[T](y)
		return ev[T](func(t *thread, f fp) T {
			v, w := a(t, f), b(t, f)
			if w == 0 {
				t.fail(f, site, errDivide())
			}
			return v % w
		})
	case token.AND:
		if k, ok := literalOf[T](y); ok {
			a := as[T](x)
			return ev[T](func(t *thread, f fp) T { return a(t, f) & k })
		}
		a, b := as[T](x), as[T](y)
		return ev[T](func(t *thread, f fp) T { v := a(t, f); return v & b(t, f) })
	case token.OR:
		a, b := as[T](x), as[T](y)
		return ev[T](func(t *thread, f fp) T { v := a(t, f); return v | b(t, f) })
	case token.XOR:
		a, b := as[T](x), as[T](y)
		return ev[T](func(t *thread, f fp) T { v := a(t, f); return v ^ b(t, f) })
	case token.AND_NOT:
		a, b := as[T](x), as[T](y)
		return ev[T](func(t *thread, f fp) T { v := a(t, f); return v &^ b(t, f) })
	}
	return arithmetic[T](op, x, y)
}

// arithmetic are the operators that integers and floats share.
func arithmetic[T integer | float](op token.Token, x, y node) any {
	switch op {
	case token.ADD:
		if k, ok := literalOf[T](y); ok {
			if x.local {
				xo := x.off
				return ev[T](func(_ *thread, f fp) T { return *(*T)(unsafe.Add(f, xo)) + k })
			}
			a := as[T](x)
			return ev[T](func(t *thread, f fp) T { return a(t, f) + k })
		}
		switch {
		case x.local && y.local:
			xo, yo := x.off, y.off
			return ev[T](func(_ *thread, f fp) T { return *(*T)(unsafe.Add(f, xo)) + *(*T)(unsafe.Add(f, yo)) })
		case x.local:
			xo, b := x.off, as[T](y)
			return ev[T](func(t *thread, f fp) T { v := *(*T)(unsafe.Add(f, xo)); return v + b(t, f) })
		case y.local:
			a, yo := as[T](x), y.off
			return ev[T](func(t *thread, f fp) T { return a(t, f) + *(*T)(unsafe.Add(f, yo)) })
		}
		a, b := as[T](x), as[T](y)
		return ev[T](func(t *thread, f fp) T { v := a(t, f); return v + b(t, f) })
	case token.SUB:
		if k, ok := literalOf[T](y); ok {
			if x.local {
				xo := x.off
				return ev[T](func(_ *thread, f fp) T { return *(*T)(unsafe.Add(f, xo)) - k })
			}
			a := as[T](x)
			return ev[T](func(t *thread, f fp) T { return a(t, f) - k })
		}
		switch {
		case x.local && y.local:
			xo, yo := x.off, y.off
			return ev[T](func(_ *thread, f fp) T { return *(*T)(unsafe.Add(f, xo)) - *(*T)(unsafe.Add(f, yo)) })
		case y.local:
			a, yo := as[T](x), y.off
			return ev[T](func(t *thread, f fp) T { return a(t, f) - *(*T)(unsafe.Add(f, yo)) })
		}
		a, b := as[T](x), as[T](y)
		return ev[T](func(t *thread, f fp) T { v := a(t, f); return v - b(t, f) })
	case token.MUL:
		if k, ok := literalOf[T](y); ok {
			a := as[T](x)
			return ev[T](func(t *thread, f fp) T { return a(t, f) * k })
		}
		if k, ok := literalOf[T](x); ok {
			b := as[T](y)
			return ev[T](func(t *thread, f fp) T { return k * b(t, f) })
		}
		if x.local && y.local {
			xo, yo := x.off, y.off
			return ev[T](func(_ *thread, f fp) T { return *(*T)(unsafe.Add(f, xo)) * *(*T)(unsafe.Add(f, yo)) })
		}
		a, b := as[T](x), as[T](y)
		return ev[T](func(t *thread, f fp) T { v := a(t, f); return v * b(t, f) })
	}
	return nil
}

func (integers[T]) compare(op token.Token, x, y node) ev[bool] { return compare[T](op, x, y) }

// compare makes a comparison of ordered values.
func compare[T ordered](op token.Token, x, y node) ev[bool] {
	if k, ok := literalOf[T](y); ok {
		return compareLiteral(op, x, k)
	}
	switch op {
	case token.LSS:
		switch {
		case x.local && y.local:
			xo, yo := x.off, y.off
			return func(_ *thread, f fp) bool { return *(*T)(unsafe.Add(f, xo)) < *(*T)(unsafe.Add(f, yo)) }
		case x.local:
			xo, b := x.off, as[T](y)
			return func(t *thread, f fp) bool { v := *(*T)(unsafe.Add(f, xo)); return v < b(t, f) }
		}
		a, b := as[T](x), as[T](y)
		return func(t *thread, f fp) bool { v := a(t, f); return v < b(t, f) }
	case token.LEQ:
		if x.local && y.local {
			xo, yo := x.off, y.off
			return func(_ *thread, f fp) bool { return *(*T)(unsafe.Add(f, xo)) <= *(*T)(unsafe.Add(f, yo)) }
		}
		a, b := as[T](x), as[T](y)
		return func(t *thread, f fp) bool { v := a(t, f); return v <= b(t, f) }
	case token.GTR:
		if x.local && y.local {
			xo, yo := x.off, y.off
			return func(_ *thread, f fp) bool { return *(*T)(unsafe.Add(f, xo)) > *(*T)(unsafe.Add(f, yo)) }
		}
		a, b := as[T](x), as[T](y)
		return func(t *thread, f fp) bool { v := a(t, f); return v > b(t, f) }
	case token.GEQ:
		a, b := as[T](x), as[T](y)
		return func(t *thread, f fp) bool { v := a(t, f); return v >= b(t, f) }
	}
	return equal[T](op, x, y)
}

func equal[T comparable](op token.Token, x, y node) ev[bool] {
	a, b := as[T](x), as[T](y)
	if op == token.EQL {
		if x.local && y.local {
			xo, yo := x.off, y.off
			return func(_ *thread, f fp) bool { return *(*T)(unsafe.Add(f, xo)) == *(*T)(unsafe.Add(f, yo)) }
		}
		return func(t *thread, f fp) bool { v := a(t, f); return v == b(t, f) }
	}
	return func(t *thread, f fp) bool { v := a(t, f); return v != b(t, f) }
}

func compareLiteral[T ordered](op token.Token, x node, k T) ev[bool] {
	if x.local {
		off := x.off
		switch op {
		case token.LSS:
			return func(_ *thread, f fp) bool { return *(*T)(unsafe.Add(f, off)) < k }
		case token.LEQ:
			return func(_ *thread, f fp) bool { return *(*T)(unsafe.Add(f, off)) <= k }
		case token.GTR:
			return func(_ *thread, f fp) bool { return *(*T)(unsafe.Add(f, off)) > k }
		case token.GEQ:
			return func(_ *thread, f fp) bool { return *(*T)(unsafe.Add(f, off)) >= k }
		case token.EQL:
			return func(_ *thread, f fp) bool { return *(*T)(unsafe.Add(f, off)) == k }
		}
		return func(_ *thread, f fp) bool { return *(*T)(unsafe.Add(f, off)) != k }
	}
	a := as[T](x)
	switch op {
	case token.LSS:
		return func(t *thread, f fp) bool { return a(t, f) < k }
	case token.LEQ:
		return func(t *thread, f fp) bool { return a(t, f) <= k }
	case token.GTR:
		return func(t *thread, f fp) bool { return a(t, f) > k }
	case token.GEQ:
		return func(t *thread, f fp) bool { return a(t, f) >= k }
	case token.EQL:
		return func(t *thread, f fp) bool { return a(t, f) == k }
	}
	return func(t *thread, f fp) bool { return a(t, f) != k }
}

func (integers[T]) unary(op token.Token, x node) any {
	a := as[T](x)
	switch op {
	case token.SUB:
		return ev[T](func(t *thread, f fp) T { return -a(t, f) })
	case token.XOR:
		return ev[T](func(t *thread, f fp) T { return ^a(t, f) })
	}
	return a
}

func (integers[T]) shift(op token.Token, x any, n ev[uint64]) any {
	a := x.(ev[T])
	if op == token.SHL {
		return ev[T](func(t *thread, f fp) T { v := a(t, f); return v << n(t, f) })
	}
	return ev[T](func(t *thread, f fp) T { v := a(t, f); return v >> n(t, f) })
}

// count is a shift count, which is not negative.
func (integers[T]) count(x node, site int32) ev[uint64] {
	if k, ok := literalOf[T](x); ok && k >= 0 {
		n := uint64(k)
		return func(*thread, fp) uint64 { return n }
	}
	a := as[T](x)
	return func(t *thread, f fp) uint64 {
		v := a(t, f)
		if v < 0 {
			t.fail(f, site, errNegativeShift())
		}
		return uint64(v)
	}
}

func (integers[T]) opLocal(op token.Token, off uintptr, y node) stmt {
	if s := opLocal[T](op, off, y); s != nil {
		return s
	}
	b := as[T](y)
	switch op {
	case token.AND:
		return func(t *thread, f fp) ctl { v := b(t, f); *(*T)(unsafe.Add(f, off)) &= v; return next }
	case token.OR:
		return func(t *thread, f fp) ctl { v := b(t, f); *(*T)(unsafe.Add(f, off)) |= v; return next }
	case token.XOR:
		return func(t *thread, f fp) ctl { v := b(t, f); *(*T)(unsafe.Add(f, off)) ^= v; return next }
	case token.AND_NOT:
		return func(t *thread, f fp) ctl { v := b(t, f); *(*T)(unsafe.Add(f, off)) &^= v; return next }
	}
	return nil
}

func opLocal[T integer | float](op token.Token, off uintptr, y node) stmt {
	if k, ok := literalOf[T](y); ok {
		switch op {
		case token.ADD:
			return func(_ *thread, f fp) ctl { *(*T)(unsafe.Add(f, off)) += k; return next }
		case token.SUB:
			return func(_ *thread, f fp) ctl { *(*T)(unsafe.Add(f, off)) -= k; return next }
		}
	}
	if y.local {
		yo := y.off
		switch op {
		case token.ADD:
			return func(_ *thread, f fp) ctl { *(*T)(unsafe.Add(f, off)) += *(*T)(unsafe.Add(f, yo)); return next }
		case token.SUB:
			return func(_ *thread, f fp) ctl { *(*T)(unsafe.Add(f, off)) -= *(*T)(unsafe.Add(f, yo)); return next }
		case token.MUL:
			return func(_ *thread, f fp) ctl { *(*T)(unsafe.Add(f, off)) *= *(*T)(unsafe.Add(f, yo)); return next }
		}
	}
	b := as[T](y)
	switch op {
	case token.ADD:
		return func(t *thread, f fp) ctl { v := b(t, f); *(*T)(unsafe.Add(f, off)) += v; return next }
	case token.SUB:
		return func(t *thread, f fp) ctl { v := b(t, f); *(*T)(unsafe.Add(f, off)) -= v; return next }
	case token.MUL:
		return func(t *thread, f fp) ctl { v := b(t, f); *(*T)(unsafe.Add(f, off)) *= v; return next }
	}
	return nil
}

func (integers[T]) opAddr(op token.Token, addr ev[unsafe.Pointer], y node) stmt {
	if s := opAddr[T](op, addr, y); s != nil {
		return s
	}
	b := as[T](y)
	switch op {
	case token.AND:
		return func(t *thread, f fp) ctl { p := (*T)(addr(t, f)); *p &= b(t, f); return next }
	case token.OR:
		return func(t *thread, f fp) ctl { p := (*T)(addr(t, f)); v := b(t, f); *p |= v; return next }
	case token.XOR:
		return func(t *thread, f fp) ctl { p := (*T)(addr(t, f)); v := b(t, f); *p ^= v; return next }
	case token.AND_NOT:
		return func(t *thread, f fp) ctl { p := (*T)(addr(t, f)); v := b(t, f); *p &^= v; return next }
	}
	return nil
}

func opAddr[T integer | float](op token.Token, addr ev[unsafe.Pointer], y node) stmt {
	b := as[T](y)
	switch op {
	case token.ADD:
		if k, ok := literalOf[T](y); ok {
			return func(t *thread, f fp) ctl { *(*T)(addr(t, f)) += k; return next }
		}
		return func(t *thread, f fp) ctl { p := (*T)(addr(t, f)); v := b(t, f); *p += v; return next }
	case token.SUB:
		return func(t *thread, f fp) ctl { p := (*T)(addr(t, f)); v := b(t, f); *p -= v; return next }
	case token.MUL:
		return func(t *thread, f fp) ctl { p := (*T)(addr(t, f)); v := b(t, f); *p *= v; return next }
	}
	return nil
}

func (integers[T]) opIndex(op token.Token, s, i, y node, size uintptr, site int32) stmt {
	return opIndex[T](op, s, i, y, size, site)
}

// opIndex is s[i] op= y for a slice that is a variable of the frame. The element is found before y
// is evaluated, which holds no calls: they have been hoisted.
func opIndex[T integer | float](op token.Token, s, i, y node, size uintptr, site int32) stmt {
	if !s.local || op != token.ADD && op != token.SUB {
		return nil
	}
	so, ie, b := s.off, index(i), as[T](y)
	add := op == token.ADD
	if i.local && i.t.Rep == memory.RepInt && add {
		io := i.off
		return func(t *thread, f fp) ctl {
			h := (*memory.Slice)(unsafe.Add(f, so))
			n := *(*int)(unsafe.Add(f, io))
			if uint(n) >= uint(h.Len) {
				t.failIndex(f, site, n, h.Len)
			}
			p := (*T)(unsafe.Add(h.P, uintptr(n)*size))
			v := b(t, f)
			*p += v
			return next
		}
	}
	return func(t *thread, f fp) ctl {
		h := *(*memory.Slice)(unsafe.Add(f, so))
		n := ie(t, f)
		if uint(n) >= uint(h.Len) {
			t.failIndex(f, site, n, h.Len)
		}
		p := (*T)(unsafe.Add(h.P, uintptr(n)*size))
		v := b(t, f)
		if add {
			*p += v
		} else {
			*p -= v
		}
		return next
	}
}

func (integers[T]) toString(x node) ev[string] {
	a := as[T](x)
	return func(t *thread, f fp) string {
		v := a(t, f)
		if r := rune(v); T(r) == v && (r < 0) == (v < 0) {
			return string(r)
		}
		return "\uFFFD"
	}
}

type floats[T float] struct{}

func (floats[T]) binary(op token.Token, x, y node, site int32) any {
	if op == token.QUO {
		a, b := as[T](x), as[T](y)
		return ev[T](func(t *thread, f fp) T { v := a(t, f); return v / b(t, f) })
	}
	return arithmetic[T](op, x, y)
}

func (floats[T]) compare(op token.Token, x, y node) ev[bool] { return compare[T](op, x, y) }

func (floats[T]) unary(op token.Token, x node) any {
	a := as[T](x)
	if op == token.SUB {
		return ev[T](func(t *thread, f fp) T { return -a(t, f) })
	}
	return a
}

func (floats[T]) shift(token.Token, any, ev[uint64]) any { panic("machine: a shift of a float") }

func (floats[T]) count(x node, site int32) ev[uint64] { panic("machine: a shift by a float") }

func (floats[T]) opLocal(op token.Token, off uintptr, y node) stmt { return opLocal[T](op, off, y) }

func (floats[T]) opAddr(op token.Token, addr ev[unsafe.Pointer], y node) stmt {
	return opAddr[T](op, addr, y)
}

func (floats[T]) opIndex(op token.Token, s, i, y node, size uintptr, site int32) stmt {
	return opIndex[T](op, s, i, y, size, site)
}

func (floats[T]) toString(node) ev[string] { panic("machine: a string of a float") }

type complexNumbers[T complexes] struct{}

func (complexNumbers[T]) binary(op token.Token, x, y node, site int32) any {
	a, b := as[T](x), as[T](y)
	switch op {
	case token.ADD:
		return ev[T](func(t *thread, f fp) T { v := a(t, f); return v + b(t, f) })
	case token.SUB:
		return ev[T](func(t *thread, f fp) T { v := a(t, f); return v - b(t, f) })
	case token.MUL:
		return ev[T](func(t *thread, f fp) T { v := a(t, f); return v * b(t, f) })
	case token.QUO:
		return ev[T](func(t *thread, f fp) T { v := a(t, f); return v / b(t, f) })
	}
	return nil
}

func (complexNumbers[T]) compare(op token.Token, x, y node) ev[bool] { return equal[T](op, x, y) }

func (complexNumbers[T]) unary(op token.Token, x node) any {
	a := as[T](x)
	if op == token.SUB {
		return ev[T](func(t *thread, f fp) T { return -a(t, f) })
	}
	return a
}

func (complexNumbers[T]) shift(token.Token, any, ev[uint64]) any {
	panic("machine: a shift of a complex number")
}

func (complexNumbers[T]) count(node, int32) ev[uint64] {
	panic("machine: a shift by a complex number")
}
func (complexNumbers[T]) opLocal(token.Token, uintptr, node) stmt                    { return nil }
func (complexNumbers[T]) opAddr(token.Token, ev[unsafe.Pointer], node) stmt          { return nil }
func (complexNumbers[T]) opIndex(token.Token, node, node, node, uintptr, int32) stmt { return nil }
func (complexNumbers[T]) toString(node) ev[string] {
	panic("machine: a string of a complex number")
}

func (complexNumbers[T]) to(x node, r memory.Rep) any {
	a := as[T](x)
	if r == memory.RepComplex64 {
		return ev[complex64](func(t *thread, f fp) complex64 { return complex64(a(t, f)) })
	}
	return ev[complex128](func(t *thread, f fp) complex128 { return complex128(a(t, f)) })
}

func (integers[T]) to(x node, r memory.Rep) any { return convertTo[T](x, r) }
func (floats[T]) to(x node, r memory.Rep) any   { return convertTo[T](x, r) }

func convertTo[T integer | float](x node, r memory.Rep) any {
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

func conversion[F, T integer | float](x node) any {
	a := as[F](x)
	if b, ok := any(a).(ev[T]); ok {
		return b
	}
	return ev[T](func(t *thread, f fp) T { return T(a(t, f)) })
}
