// SPDX-License-Identifier: BSD-3-Clause

// The trees of nodes, from which machine code is made.

package node

import (
	"sync/atomic"
	"unsafe"

	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
)

// trees says that machine code may be made.
var trees atomic.Bool

// WithTrees makes nodes have trees from now on.
func WithTrees() { trees.Store(true) }

// Tree is the value of n for machine code. A value that has no other tree is a leaf; nil is the
// tree of values that machine code does not handle.
func (n Node) Tree() *ir.Expr {
	switch {
	case n.T == nil || n.Nil || !trees.Load():
		return nil
	case n.C != nil && !n.Opaque:
		return n.constant()
	case n.X != nil && !n.Opaque:
		return n.X
	}
	if a := n.Place(); a != nil {
		return &ir.Expr{Op: ir.Load, Rep: n.T.Rep, X: a}
	}
	if ir.IsWord(n.T.Rep) || ir.IsMulti(n.T.Rep) {
		return &ir.Expr{Op: ir.Leaf, Rep: n.T.Rep, Store: n.Store()}
	}
	return nil
}

func (n Node) constant() *ir.Expr {
	switch {
	case ir.IsWord(n.T.Rep) && n.T.Rep != memory.RepPtr:
		var bits uint64
		n.Store()(nil, nil, unsafe.Pointer(&bits))
		v := int64(bits)
		if ir.Signed(n.T.Rep) {
			k := 64 - 8*ir.Width(n.T.Rep)
			v = v << k >> k
		}
		return &ir.Expr{Op: ir.Const, Rep: n.T.Rep, N: v}
	case n.T.Rep == memory.RepString:
		p := new(string)
		n.Store()(nil, nil, unsafe.Pointer(p))
		return &ir.Expr{Op: ir.Load, Rep: n.T.Rep, X: &ir.Expr{Op: ir.Fixed, P: unsafe.Pointer(p)}}
	}
	return nil
}

// Place is the address of n for machine code, nil if it has none there.
func (n Node) Place() *ir.Expr {
	switch {
	case n.Opaque || !trees.Load():
		return nil
	case n.A != nil:
		return n.A
	case n.Local:
		return &ir.Expr{Op: ir.Local, N: int64(n.Off)}
	case n.Fixed != nil:
		return &ir.Expr{Op: ir.Fixed, P: n.Fixed}
	case n.Base != nil:
		if p := n.Base.Tree(); p != nil && p.Rep == memory.RepPtr {
			return &ir.Expr{Op: ir.Deref, X: p, N: int64(n.BaseOff), Site: n.Site}
		}
	case n.Elem != nil:
		return element(n.Elem, n.T.Size, 0, n.Site)
	case n.Cell != nil:
		return element(n.Cell, n.Size, n.CellOff, n.Site)
	}
	return nil
}

// ElementPlace is the address of an element of a slice.
func ElementPlace(s, i Node, size uintptr, site int32) *ir.Expr {
	return element(&Elem{s, i}, size, 0, site)
}

func element(e *Elem, size, off uintptr, site int32) *ir.Expr {
	s, i := e.S.Place(), e.I.Tree()
	if s == nil || i == nil || s.Leaves() || i.Leaves() && !isFlat(s) {
		return nil
	}
	return &ir.Expr{Op: ir.Elem, X: s, Y: i, Type: e.I.T.Rep, N: int64(size), M: int64(off), Site: site}
}

// isFlat reports whether an address does not change while other code runs, and needs no register.
func isFlat(a *ir.Expr) bool { return a.Op == ir.Local || a.Op == ir.Fixed }
