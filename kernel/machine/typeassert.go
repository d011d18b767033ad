// SPDX-License-Identifier: BSD-3-Clause

// Type assertions, and expressions with a second result that reports whether there is a first.

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"unsafe"

	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

// typeAssert compiles x.(T).
func (c *comp) typeAssert(e *ast.TypeAssertExpr) node.Node {
	x := c.expr(e.X)
	t := c.typeOf(e.Type)
	site := c.site(e)
	whole := c.toEface(x)
	v := node.As[any](whole)
	test := c.m.Test(t)
	m := c.m
	xt := x.T
	fail := func(th *run.Thread, f run.FP, y any) { th.Fail(f, site, m.AssertionError(y, xt, t)) }
	checked := run.Eval[any](func(th *run.Thread, f run.FP) any {
		y := v(th, f)
		if !test(y) {
			fail(th, f, y)
		}
		return y
	})
	n := c.extractFrom(node.Node{T: m.Any(), F: checked}, t)
	n.Pos = e.Pos()
	if n.X == nil && !t.IsInterface() {
		n.X = c.assertTree(whole, t, test, fail)
	}
	return n
}

// assertTree is the tree of x.(T) for an any x, nil if there is none.
func (c *comp) assertTree(x node.Node, t *memory.Type, test func(any) bool, fail func(*run.Thread, run.FP, any)) *ir.Expr {
	v := x.Tree()
	if !c.withTrees() || v == nil {
		return nil
	}
	tmp := c.tempNode(x.T)
	set, held, holds := c.setTree(local(tmp.Off), v, x.T), heldTree(tmp, t), c.hasType(tmp, t, test)
	if set == nil || held == nil || holds == nil {
		return nil
	}
	bad := func(th *run.Thread, f run.FP) run.Ctl {
		fail(th, f, *(*any)(unsafe.Add(f, tmp.Off)))
		return run.Next
	}
	check := &ir.Stmt{Kind: ir.Seq, List: []*ir.Stmt{set, {
		Kind: ir.If, X: &ir.Expr{Op: ir.Not, Rep: memory.RepBool, X: holds}, Body: &ir.Stmt{Kind: ir.Do, Do: bad, Rare: true}, Else: nothing,
	}}}
	after := func(x *ir.Expr) *ir.Expr { return &ir.Expr{Op: ir.After, Rep: x.Rep, X: x, S: check} }
	if t.Direct {
		return after(held)
	}
	held.X.X = after(held.X.X) // the address
	return held
}

// hasType is the tree of whether the any in a temporary holds a value of type t.
func (c *comp) hasType(tmp node.Node, t *memory.Type, test func(any) bool) *ir.Expr {
	a := node.As[any](tmp)
	general := node.Node{T: c.m.TypeFor(types.Typ[types.Bool]), F: run.Eval[bool](func(th *run.Thread, f run.FP) bool { return test(a(th, f)) })}.Tree()
	if t.IsInterface() || general == nil {
		return general
	}
	general.Rare = true
	// Types may have been replaced by others of the same name.
	superseded := &ir.Expr{Op: ir.Load, Rep: memory.RepUint32, X: &ir.Expr{Op: ir.Fixed, P: unsafe.Pointer(&c.m.Superseded)}}
	return &ir.Expr{
		Op: ir.OrOr, Rep: memory.RepBool,
		X: &ir.Expr{Op: ir.HasType, Rep: memory.RepBool, X: local(tmp.Off), P: t.Word},
		Y: &ir.Expr{
			Op: ir.AndAnd, Rep: memory.RepBool,
			X: &ir.Expr{Op: ir.Compare, Rep: memory.RepBool, Type: memory.RepUint32, Tok: token.NEQ, X: superseded, Y: &ir.Expr{Op: ir.Const, Rep: memory.RepUint32}},
			Y: general,
		},
	}
}

// extract returns the value of type t that the any in a temporary holds.
func (c *comp) extract(tmp node.Node, t *memory.Type) node.Node { return c.extractFrom(tmp, t) }

func (c *comp) extractFrom(x node.Node, t *memory.Type) node.Node {
	a := node.As[any](x)
	n := node.Node{T: t, Pos: x.Pos}
	if x.Local {
		n.X = heldTree(x, t)
	}
	switch {
	case t.Rep == memory.RepEface:
		n.F = a
		return n
	case t.Rep == memory.RepIface:
		return c.toIface(node.Node{T: c.m.Any(), F: a}, t, posNode(x.Pos))
	case t.Direct:
		data := run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer {
			v := a(t, f)
			return (*memory.Eface)(unsafe.Pointer(&v)).Data
		})
		if t.Rep == memory.RepPtr {
			n.F = data
			return n
		}
		// A struct or array of one pointer.
		tmp := c.scratch(t)
		n.F = run.Eval[unsafe.Pointer](func(th *run.Thread, f run.FP) unsafe.Pointer {
			p := tmp(f)
			*(*unsafe.Pointer)(p) = data(th, f)
			return p
		})
		return n
	}
	data := run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer {
		v := a(t, f)
		return (*memory.Eface)(unsafe.Pointer(&v)).Data
	})
	n.F = node.Load(t, data)
	return n
}

// heldTree is the tree of the value of type t that the any in a temporary holds, nil if there is
// none.
func heldTree(tmp node.Node, t *memory.Type) *ir.Expr {
	switch {
	case t.Rep == memory.RepEface:
		return &ir.Expr{Op: ir.Load, Rep: t.Rep, X: local(tmp.Off)}
	case t.Rep == memory.RepIface, t.Direct && t.Rep != memory.RepPtr:
		return nil
	}
	data := &ir.Expr{Op: ir.Load, Rep: memory.RepPtr, X: local(tmp.Off + memory.Word)}
	if t.Direct {
		return data
	}
	return &ir.Expr{Op: ir.Load, Rep: t.Rep, X: &ir.Expr{Op: ir.Deref, X: data}}
}

// A posNode is a syntax node of which only the position is known.
type posNode token.Pos

func (p posNode) Pos() token.Pos { return token.Pos(p) }

func (p posNode) End() token.Pos { return token.Pos(p) }

// commaOk compiles the forms that return a value and whether there is one.
func (c *comp) commaOk(e ast.Expr) (parts []node.Node, eval run.Stmt) {
	okT := c.typ(types.Typ[types.Bool], e)
	ok := c.tempNode(okT)
	okAt := ok.Off
	switch x := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		m := c.mapEntry(x)
		v := c.tempNode(m.elem)
		get := c.getEntry2(m)
		dst := c.tempAddr(v)
		t := m.elem
		s := func(th *run.Thread, f run.FP) run.Ctl {
			p := get(th, f)
			if p != nil {
				t.Copy(dst(f), p)
			} else {
				t.Zero(dst(f))
			}
			*(*bool)(unsafe.Add(f, okAt)) = p != nil
			return run.Next
		}
		return []node.Node{v, ok}, c.as(s, c.lookupTree(m, v, ok))
	case *ast.TypeAssertExpr:
		t := c.typeOf(x.Type)
		n := c.expr(x.X)
		tmp := c.tempNode(c.m.Any())
		set := c.setTemp(tmp, c.toEface(n))
		v := c.tempNode(t)
		dst := c.tempAddr(v)
		good := c.setTemp(v, c.extract(tmp, t))
		test := c.m.Test(t)
		off := tmp.Off
		s := func(th *run.Thread, f run.FP) run.Ctl {
			set(th, f)
			yes := test(*(*any)(unsafe.Add(f, off)))
			if yes {
				good(th, f)
			} else {
				t.Zero(dst(f))
			}
			*(*bool)(unsafe.Add(f, okAt)) = yes
			return run.Next
		}
		return []node.Node{v, ok}, c.as(s, c.commaOkTree(tmp, v, ok, set, good, test))
	case *ast.UnaryExpr:
		return c.receive2(x, ok)
	}
	c.fail(e, "two values from this")
	return nil, nil
}

// commaOkTree is the tree of v, ok := x.(T), nil if there is none: set assigns x to a temporary,
// and good what it holds to v.
func (c *comp) commaOkTree(tmp, v, ok node.Node, set, good run.Stmt, test func(any) bool) *ir.Stmt {
	if !c.fn.Trees || !v.Local {
		return nil
	}
	holds, bad := c.hasType(tmp, v.T, test), c.clearTree(run.Place{T: v.T, Off: v.Off})
	if holds == nil || bad == nil {
		return nil
	}
	setOk := func(n int64) *ir.Stmt {
		return &ir.Stmt{Kind: ir.Set, A: local(ok.Off), X: &ir.Expr{Op: ir.Const, Rep: memory.RepBool, N: n}, Type: ok.T}
	}
	return &ir.Stmt{Kind: ir.Seq, List: []*ir.Stmt{c.tree(set), {
		Kind: ir.If, X: holds,
		Body: &ir.Stmt{Kind: ir.Seq, List: []*ir.Stmt{c.tree(good), setOk(1)}},
		Else: &ir.Stmt{Kind: ir.Seq, List: []*ir.Stmt{bad, setOk(0)}},
	}}}
}

// tempAddr returns the address of a temporary; a large one is allocated each time.
func (c *comp) tempAddr(tmp node.Node) func(run.FP) unsafe.Pointer {
	off := tmp.Off
	if tmp.Local {
		return func(f run.FP) unsafe.Pointer { return unsafe.Add(f, off) }
	}
	t := tmp.T
	return func(f run.FP) unsafe.Pointer {
		slot := (*unsafe.Pointer)(unsafe.Add(f, off))
		*slot = t.Alloc()
		return *slot
	}
}
