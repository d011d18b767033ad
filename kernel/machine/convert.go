// SPDX-License-Identifier: BSD-3-Clause

// Conversions.

package machine

import (
	"go/ast"
	"go/types"
	"unsafe"

	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/number"
	"polka/kernel/machine/internal/run"
)

// conversion compiles T(x).
func (c *comp) conversion(e *ast.CallExpr) node.Node {
	t := c.typeOf(e)
	x := e.Args[0]
	if tv := c.info.Types[x]; tv.Value != nil {
		n := c.constantFor(e, x, t)
		n.Pos = e.Pos()
		return n
	}
	n := c.convertNode(c.expr(x), t, e)
	n.Pos = e.Pos()
	n = n.Value() // the result is not addressable
	n.X, n.A = n.Tree(), nil
	n.Cell = nil
	n.Local, n.Addr, n.Base, n.Elem, n.Fixed = false, nil, nil, nil, nil
	return n
}

// constantFor converts a constant to a type that constants cannot have, or that has replaced a type
// parameter.
func (c *comp) constantFor(e *ast.CallExpr, x ast.Expr, t *memory.Type) node.Node {
	v := c.info.Types[x].Value
	from := c.typeOf(x)
	if t.Rep >= memory.RepBool && t.Rep <= memory.RepComplex128 && (sameKind(from, t) || t.Rep >= memory.RepComplex64) {
		return c.constant(v, t, e)
	}
	return c.convertNode(c.constant(v, from, e), t, e)
}

// sameKind reports whether a constant of one type is one of the other: only then is there nothing
// to cut off.
func sameKind(a, b *memory.Type) bool { return a.Rep == b.Rep }

// convertNode converts n to t as an explicit conversion does.
func (c *comp) convertNode(n node.Node, t *memory.Type, at ast.Node) node.Node {
	if n.Nil {
		return c.zeroNode(t)
	}
	from := n.T
	r := node.Node{T: t, Pos: at.Pos()}
	switch {
	case t.IsInterface():
		return c.convertTo(n, t, at)
	case from.Rep == t.Rep && from.Rep != memory.RepPtr:
		if from.Rep == memory.RepString || from.Rep != memory.RepMem {
			n = n.Value()
		}
		n.T = t
		return n
	case number.Of(from) != nil && number.Of(t) != nil:
		if (from.Rep == memory.RepComplex64 || from.Rep == memory.RepComplex128) != (t.Rep == memory.RepComplex64 || t.Rep == memory.RepComplex128) {
			break
		}
		if from.Rep == memory.RepUintptr && t.Rep == memory.RepPtr {
			break
		}
		r.F = number.Of(from).To(n.Value(), t.Rep)
		if x := n.Tree(); x != nil && ir.IsWord(from.Rep) && ir.IsWord(t.Rep) {
			r.X = &ir.Expr{Op: ir.Convert, Rep: t.Rep, Type: from.Rep, X: x}
		}
		return r
	case t.Rep == memory.RepString && number.Of(from) != nil:
		r.F = number.Of(from).ToString(n.Value())
		return r
	case t.Rep == memory.RepString && from.Rep == memory.RepSlice:
		s := node.As[memory.Slice](n)
		if c.elemOf(from, at).Rep == memory.RepInt32 {
			r.F = run.Eval[string](func(t *run.Thread, f run.FP) string { v := s(t, f); return string(*(*[]rune)(unsafe.Pointer(&v))) })
			return r
		}
		r.F = run.Eval[string](func(t *run.Thread, f run.FP) string { v := s(t, f); return string(*(*[]byte)(unsafe.Pointer(&v))) })
		return r
	case t.Rep == memory.RepSlice && from.Rep == memory.RepString:
		s := node.As[string](n)
		if c.elemOf(t, at).Rep == memory.RepInt32 {
			r.F = run.Eval[memory.Slice](func(t *run.Thread, f run.FP) memory.Slice {
				v := []rune(s(t, f))
				return *(*memory.Slice)(unsafe.Pointer(&v))
			})
			return r
		}
		r.F = run.Eval[memory.Slice](func(t *run.Thread, f run.FP) memory.Slice {
			v := []byte(s(t, f))
			return *(*memory.Slice)(unsafe.Pointer(&v))
		})
		return r
	case from.Rep == memory.RepSlice && t.Rep == memory.RepMem:
		p := c.arrayPointer(n, int(t.Go.Underlying().(*types.Array).Len()), at)
		r.F = p
		return r
	case from.Rep == memory.RepSlice && t.Rep == memory.RepPtr:
		a := t.Go.Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
		r.F = c.arrayPointer(n, int(a.Len()), at)
		return r
	case from.Rep == memory.RepPtr && t.Rep == memory.RepPtr:
		n = n.Value()
		n.T = t
		return n
	case from.Rep == memory.RepPtr && t.Rep == memory.RepUintptr:
		p := n.Ptr()
		r.F = run.Eval[uintptr](func(t *run.Thread, f run.FP) uintptr { return uintptr(p(t, f)) })
		return r
	case from.Rep == memory.RepUintptr && t.Rep == memory.RepPtr:
		u := node.As[uintptr](n)
		r.F = run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer {
			v := u(t, f)
			return *(*unsafe.Pointer)(unsafe.Pointer(&v))
		})
		return r
	}
	c.fail(at, "a conversion of a value of type %s to %s", from, t)
	return r
}

func (c *comp) elemOf(t *memory.Type, at ast.Node) *memory.Type {
	return c.typ(t.Go.Underlying().(*types.Slice).Elem(), at)
}

// arrayPointer returns a pointer to the first n elements of a slice.
func (c *comp) arrayPointer(s node.Node, n int, at ast.Node) run.Eval[unsafe.Pointer] {
	site := c.site(at)
	e := node.As[memory.Slice](s)
	return func(t *run.Thread, f run.FP) unsafe.Pointer {
		v := e(t, f)
		if v.Len < n {
			t.Fail(f, site, memory.RuntimeError("cannot convert slice with length "+itoa(v.Len)+" to array or pointer to array with length "+itoa(n)))
		}
		if v.P == nil {
			return nil
		}
		return v.P
	}
}
