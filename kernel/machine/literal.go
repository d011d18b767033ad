// SPDX-License-Identifier: BSD-3-Clause

// Composite literals.

package machine

import (
	"go/ast"
	"go/constant"
	"go/types"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
	"unsafe"
)

// compositeLit compiles a composite literal of type t, or of a pointer to its type where the text
// leaves out &T.
func (c *comp) compositeLit(e *ast.CompositeLit, t *memory.Type) node.Node {
	if p, ok := t.Go.Underlying().(*types.Pointer); ok {
		lt := c.typ(p.Elem(), e)
		st := c.compositeLit(e, lt).Store()
		return node.Node{T: t, Pos: e.Pos(), F: run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer {
			p := lt.Alloc()
			st(t, f, p)
			return p
		})}
	}
	n := node.Node{T: t, Pos: e.Pos()}
	switch u := t.Go.Underlying().(type) {
	case *types.Struct:
		n.Into, n.Literal = c.structLit(e, t, u)
	case *types.Array:
		n.Into = c.arrayLit(e, t, u)
	case *types.Slice:
		n.F = c.sliceLit(e, t, u)
		return n
	case *types.Map:
		n.F = c.mapLit(e, t, u)
		return n
	default:
		c.fail(e, "a composite literal of type %s", t)
	}
	tmp, into := c.scratch(t), n.Into
	n.F = run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer {
		p := tmp(f)
		into(t, f, p)
		return p
	})
	return n
}

func (c *comp) structLit(e *ast.CompositeLit, t *memory.Type, u *types.Struct) (node.Storing, *node.Literal) {
	var parts []elementOf
	lit := new(node.Literal)
	for i, x := range e.Elts {
		index := i
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			name := kv.Key.(*ast.Ident).Name
			for k := range u.NumFields() {
				if u.Field(k).Name() == name {
					index = k
				}
			}
			x = kv.Value
		}
		ft := c.typ(c.env.subst(u.Field(index).Type()), x)
		n := c.converted(x, ft)
		off := t.Field(index)
		c.learnField(t, u.Field(index))
		if u.Field(index).Name() == "_" {
			st, tmp := n.Store(), c.scratch(ft) // the value is lost
			parts = append(parts, elementOf{off, func(t *run.Thread, f run.FP, _ unsafe.Pointer) { st(t, f, tmp(f)) }})
			continue
		}
		lit.Fields = append(lit.Fields, node.Field{Off: off, Value: n})
		if n.Into != nil && n.T.Rep == memory.RepMem {
			parts = append(parts, elementOf{off, n.Into})
			continue
		}
		parts = append(parts, elementOf{off, n.Store()})
	}
	if len(lit.Fields) < len(parts) { // some are called _
		lit = nil
	}
	zero := t.Zero
	if len(parts) == u.NumFields() {
		full := true
		for i := range u.NumFields() {
			full = full && u.Field(i).Name() != "_"
		}
		if full {
			zero = func(unsafe.Pointer) {}
			lit.Full = true
		}
	}
	switch len(parts) {
	case 0:
		return func(_ *run.Thread, _ run.FP, dst unsafe.Pointer) { zero(dst) }, lit
	case 1:
		a := parts[0]
		return func(t *run.Thread, f run.FP, dst unsafe.Pointer) { zero(dst); a.st(t, f, unsafe.Add(dst, a.off)) }, lit
	case 2:
		a, b := parts[0], parts[1]
		return func(t *run.Thread, f run.FP, dst unsafe.Pointer) {
			zero(dst)
			a.st(t, f, unsafe.Add(dst, a.off))
			b.st(t, f, unsafe.Add(dst, b.off))
		}, lit
	}
	return func(t *run.Thread, f run.FP, dst unsafe.Pointer) {
		zero(dst)
		for _, p := range parts {
			p.st(t, f, unsafe.Add(dst, p.off))
		}
	}, lit
}

// An elementOf is a part of a composite literal.
type elementOf struct {
	off uintptr
	st  node.Storing
}

// elements compiles the elements of an array or slice literal, with their indices.
func (c *comp) elements(e *ast.CompositeLit, et *memory.Type) (list []elementOf, length int) {
	index := 0
	for _, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			if v := c.info.Types[kv.Key].Value; v != nil {
				n, _ := constant.Int64Val(constant.ToInt(v))
				index = int(n)
			}
			x = kv.Value
		}
		list = append(list, elementOf{uintptr(index) * et.Size, c.element(x, et).Store()})
		index++
		length = max(length, index)
	}
	return list, length
}

// element compiles an element, whose literal may leave its type out.
func (c *comp) element(x ast.Expr, t *memory.Type) node.Node {
	if lit, ok := x.(*ast.CompositeLit); ok && lit.Type == nil && c.bound[x].T == nil {
		return c.convertTo(c.compositeLit(lit, t), t, x)
	}
	return c.converted(x, t)
}

func (c *comp) arrayLit(e *ast.CompositeLit, t *memory.Type, u *types.Array) node.Storing {
	list, n := c.elements(e, c.typ(u.Elem(), e))
	full := int64(n) == u.Len() && int64(len(list)) == u.Len()
	return func(th *run.Thread, f run.FP, dst unsafe.Pointer) {
		if !full {
			t.Zero(dst)
		}
		for _, x := range list {
			x.st(th, f, unsafe.Add(dst, x.off))
		}
	}
}

func (c *comp) sliceLit(e *ast.CompositeLit, t *memory.Type, u *types.Slice) any {
	et := c.typ(u.Elem(), e)
	list, n := c.elements(e, et)
	return run.Eval[memory.Slice](func(th *run.Thread, f run.FP) memory.Slice {
		p := et.AllocN(n)
		for _, x := range list {
			x.st(th, f, unsafe.Add(p, x.off))
		}
		return memory.Slice{P: p, Len: n, Cap: n}
	})
}
