// SPDX-License-Identifier: BSD-3-Clause

// The builtin functions print and println, and those of package unsafe.

package machine

import (
	"go/ast"
	"go/types"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
	"reflect"
	"strconv"
	"unsafe"
)

// printing compiles print or println.
func (c *comp) printing(line bool, args []node.Node) run.Stmt {
	type part struct {
		st  node.Storing
		t   *memory.Type
		tmp func(run.FP) unsafe.Pointer
	}
	var parts []part
	for _, a := range args {
		parts = append(parts, part{a.Store(), a.T, c.scratch(a.T)})
	}
	w := c.m.o.Print
	if w == nil {
		w = c.m.o.Stderr
	}
	return func(t *run.Thread, f run.FP) run.Ctl {
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
		return run.Next
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
func (c *comp) unsafeBuiltin(e *ast.CallExpr, name string) node.Node {
	t := c.typeOf(e)
	n := node.Node{T: t, Pos: e.Pos()}
	size := func(x ast.Expr) run.Eval[int] { return node.Index(c.indexNode(x).Value()) }
	pointer := func(x ast.Expr) run.Eval[unsafe.Pointer] {
		p := c.expr(x)
		if p.Nil {
			return func(*run.Thread, run.FP) unsafe.Pointer { return nil }
		}
		return p.Ptr()
	}
	constantly := func(k uintptr) node.Node {
		v := k
		n.F = run.Eval[uintptr](func(*run.Thread, run.FP) uintptr { return v })
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
		n.F = run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer { v := p(t, f); return unsafe.Add(v, k(t, f)) })
	case "Slice":
		esize := c.elemOf(t, e).Size
		p, k := pointer(e.Args[0]), size(e.Args[1])
		site := c.site(e)
		n.F = run.Eval[memory.Slice](func(t *run.Thread, f run.FP) memory.Slice {
			v, l := p(t, f), k(t, f)
			if l < 0 || esize > 0 && (uintptr(l) > maxAlloc/esize || uintptr(v)+uintptr(l)*esize-1 < uintptr(v) && l > 0) {
				t.Fail(f, site, memory.RuntimeError("unsafe.Slice: len out of range"))
			}
			if v == nil {
				if l > 0 {
					t.Fail(f, site, memory.RuntimeError("unsafe.Slice: ptr is nil and len is not zero"))
				}
				return memory.Slice{}
			}
			return memory.Slice{P: v, Len: l, Cap: l}
		})
	case "SliceData":
		s := node.As[memory.Slice](c.expr(e.Args[0]))
		n.F = run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer { return s(t, f).P })
	case "String":
		p, k := pointer(e.Args[0]), size(e.Args[1])
		n.F = run.Eval[string](func(t *run.Thread, f run.FP) string { v := p(t, f); return unsafe.String((*byte)(v), k(t, f)) })
	case "StringData":
		s := node.As[string](c.expr(e.Args[0]))
		n.F = run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer { return unsafe.Pointer(unsafe.StringData(s(t, f))) })
	default:
		c.fail(e, "unsafe.%s of this", name)
	}
	return n
}

// oneWord returns the constant n, of type any, with a data word that it shares with all equal
// constants of panics, as in a compiled program.
func (m *Machine) oneWord(n node.Node) run.Eval[any] {
	v := n.F.(run.Eval[any])(nil, nil)
	v, _ = m.panics.LoadOrStore(v, v)
	return func(*run.Thread, run.FP) any { return v }
}
