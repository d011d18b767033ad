// SPDX-License-Identifier: BSD-3-Clause

// Interface values.
//
// They are the same as in compiled code: an interface value without methods is a type and data, one
// with methods a table and data. The runtime makes the tables, also for types and interface types
// of cells. A method is called by the type that the table is for, so that the call stays in the
// machine (call.go).

package machine

import (
	"go/token"
	"go/types"
	"sync/atomic"
	"unsafe"

	"polka/kernel/machine/descriptor"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

// toEface is n as an any that holds the value itself.
func (c *comp) toEface(n node.Node) node.Node {
	m := c.m
	r := node.Node{T: m.Any(), Pos: n.Pos}
	switch {
	case n.Nil:
		return c.zeroNode(m.Any())
	case n.T.Rep == memory.RepEface:
		return n
	case n.T.Rep == memory.RepIface:
		if x := n.Tree(); x != nil && x.Op == ir.Load {
			r.X = &ir.Expr{Op: ir.ToAny, Rep: memory.RepEface, X: x.X}
		}
		e := node.As[memory.Iface](n)
		r.F = run.Eval[any](func(t *run.Thread, f run.FP) any {
			i := e(t, f)
			return i.ToAny()
		})
		return r
	case n.C != nil:
		p := n.T.Alloc()
		n.Store()(nil, nil, p)
		v := n.T.Box(p)
		r.F = run.Eval[any](func(*run.Thread, run.FP) any { return v })
		return r
	case n.T.Rep == memory.RepMem:
		t := n.T
		if t.Direct {
			st, tmp := n.Store(), c.scratch(t)
			r.F = run.Eval[any](func(th *run.Thread, f run.FP) any {
				p := tmp(f)
				st(th, f, p)
				return t.Box(p)
			})
			return r
		}
		st, w := n.Store(), t.Word
		r.F = run.Eval[any](func(th *run.Thread, f run.FP) any {
			p := t.Alloc()
			st(th, f, p)
			e := memory.Eface{Type: w, Data: p}
			return *(*any)(unsafe.Pointer(&e))
		})
		return r
	case n.T.Rep == memory.RepPtr:
		p, w := n.Ptr(), n.T.Word
		r.X = pairedTree(n, memory.RepEface, w)
		r.F = run.Eval[any](func(t *run.Thread, f run.FP) any {
			e := memory.Eface{Type: w, Data: p(t, f)}
			return *(*any)(unsafe.Pointer(&e))
		})
		return r
	}
	r.F = node.RepOps[n.T.Rep].Box(n.T, n.Value().F)
	return r
}

// toIface is n as a value of the interface type t, which has methods.
func (c *comp) toIface(n node.Node, t *memory.Type, at interface{ Pos() token.Pos }) node.Node {
	m := c.m
	switch {
	case n.Nil:
		return c.zeroNode(t)
	case n.T.Rep == memory.RepIface && types.Identical(n.T.Go, t.Go):
		n.T = t
		return n
	case n.T.IsInterface():
		v := node.As[any](c.toEface(n))
		var last atomic.Pointer[memory.IfaceEntry]
		return node.Node{T: t, Pos: at.Pos(), F: run.Eval[memory.Iface](func(th *run.Thread, f run.FP) memory.Iface {
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
	tab := descriptor.Table(t.Reflect, n.T.Reflect)
	if tab == nil {
		c.fail(posNode(at.Pos()), "a value of type %s as a %s", n.T, t)
	}
	v := node.As[any](c.toEface(n))
	return node.Node{T: t, Pos: at.Pos(), X: pairedTree(n, memory.RepIface, tab), F: run.Eval[memory.Iface](func(th *run.Thread, f run.FP) memory.Iface {
		x := v(th, f)
		return memory.Iface{Tab: tab, Data: (*memory.Eface)(unsafe.Pointer(&x)).Data}
	})}
}

// pairedTree is the tree of the interface value of a pointer, nil if n is none. The word is that of
// its type, or a table.
func pairedTree(n node.Node, rep memory.Rep, word unsafe.Pointer) *ir.Expr {
	if n.T.Rep != memory.RepPtr {
		return nil
	}
	x := n.Tree()
	if x == nil || x.Rep != memory.RepPtr {
		return nil
	}
	return &ir.Expr{Op: ir.Paired, Rep: rep, X: x, P: word}
}
