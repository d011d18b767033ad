// SPDX-License-Identifier: BSD-3-Clause

// Map entries: how m[k] is read and assigned to, and literals of maps.

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"unsafe"

	"polka/kernel/machine/descriptor"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/maps"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/number"
	"polka/kernel/machine/internal/run"
)

// Type is how maps of type t are used.
func (c *comp) mapType(t *memory.Type) *maps.Type { return maps.Of(c.m.Types, t) }

// A mapEntry is m[k].
type mapEntry struct {
	mt   *maps.Type
	elem *memory.Type
	m    run.Eval[unsafe.Pointer]
	mn   node.Node
	key  node.Node // of the key's type
	site int32
}

// mapEntry compiles m[k] without using it.
func (c *comp) mapEntry(e *ast.IndexExpr) *mapEntry {
	mn := c.expr(e.X)
	mt := c.mapType(mn.T)
	return &mapEntry{mt: mt, elem: mt.Elem, mn: mn, m: mn.Ptr(), key: c.converted(e.Index, mt.Key), site: c.site(e)}
}

// freezeEntry keeps the operands of an entry in temporaries.
func (c *comp) freezeEntry(m *mapEntry) run.Stmt {
	var list []run.Stmt
	tmp := c.tempNode(m.mn.T)
	list = append(list, c.setTemp(tmp, m.mn))
	m.mn, m.m = tmp, tmp.Ptr()
	if m.key.C == nil {
		k := c.tempNode(m.key.T)
		list = append(list, c.setTemp(k, m.key))
		m.key = k
	}
	return c.sequence(list)
}

// keyNode returns the closure of the key, nil if the key is not a run.Eval of one of the types that
// package maps has for keys.
func (c *comp) keyNode(m *mapEntry) any {
	k := m.key
	switch k.T.Rep {
	case memory.RepInt, memory.RepInt16, memory.RepInt32, memory.RepUint8, memory.RepFloat64, memory.RepString, memory.RepPtr, memory.RepEface:
		return k.Value().F
	case memory.RepInt64, memory.RepUint, memory.RepUint64, memory.RepUintptr:
		return number.Of(k.T).To(k.Value(), memory.RepInt)
	case memory.RepUint32:
		return number.Of(k.T).To(k.Value(), memory.RepInt32)
	case memory.RepUint16:
		return number.Of(k.T).To(k.Value(), memory.RepInt16)
	case memory.RepInt8:
		return number.Of(k.T).To(k.Value(), memory.RepUint8)
	case memory.RepBool:
		b := node.As[bool](k)
		return run.Eval[uint8](func(t *run.Thread, f run.FP) uint8 {
			if b(t, f) {
				return 1
			}
			return 0
		})
	case memory.RepMem:
		p := k.Ptr()
		switch k.T.Size {
		case 16:
			return run.Eval[[2]int](func(t *run.Thread, f run.FP) [2]int { return *(*[2]int)(p(t, f)) })
		case 24:
			return run.Eval[[3]int](func(t *run.Thread, f run.FP) [3]int { return *(*[3]int)(p(t, f)) })
		case 32:
			return run.Eval[[4]int](func(t *run.Thread, f run.FP) [4]int { return *(*[4]int)(p(t, f)) })
		}
	}
	return nil
}

// keyAddr puts the key where the ops find it.
func (c *comp) keyAddr(m *mapEntry) run.Eval[unsafe.Pointer] {
	if m.key.T.Rep == memory.RepMem && m.key.Local {
		return c.addr(m.key)
	}
	tmp, st := c.scratch(m.key.T), m.key.Store()
	return func(t *run.Thread, f run.FP) unsafe.Pointer {
		p := tmp(f)
		st(t, f, p)
		return p
	}
}

// getEntry returns the value of m[k].
func (c *comp) getEntry(m *mapEntry, at ast.Node) node.Node {
	n := node.Node{T: m.elem, Pos: at.Pos(), X: c.getTree(m)}
	site := m.site
	if m.mt.Fits {
		if f := m.mt.Ops.GetNode(m.m, c.keyNode(m)); f != nil {
			n.F = f
			return n
		}
	}
	t := m.elem
	zero := t.Alloc()
	if g, ok := m.mt.Ops.(maps.General); ok {
		key := c.keyAddr(m)
		n.F = node.Load(t, run.Eval[unsafe.Pointer](func(th *run.Thread, f run.FP) unsafe.Pointer {
			mp := m.m(th, f)
			k := key(th, f)
			th.Site = site
			if p, ok := descriptor.MapAccess(g.Word, mp, k); ok {
				return p
			}
			return zero
		}))
		return n
	}
	get := c.getEntry2(m)
	p := run.Eval[unsafe.Pointer](func(th *run.Thread, f run.FP) unsafe.Pointer {
		th.Site = site
		if p := get(th, f); p != nil {
			return p
		}
		return zero
	})
	n.F = node.Load(t, p)
	return n
}

// getEntry2 returns the address of a copy of the element m[k], or nil if there is none.
func (c *comp) getEntry2(m *mapEntry) run.Eval[unsafe.Pointer] {
	ops := m.mt.Ops
	tmp := c.scratch(m.elem)
	if has, ok := ops.HasNode(m.m, c.keyNode(m)).(func(*run.Thread, run.FP, unsafe.Pointer) bool); ok {
		return func(t *run.Thread, f run.FP) unsafe.Pointer {
			p := tmp(f)
			if !has(t, f, p) {
				return nil
			}
			return p
		}
	}
	key := c.keyAddr(m)
	return func(t *run.Thread, f run.FP) unsafe.Pointer {
		p := tmp(f)
		mp := m.m(t, f)
		if !ops.Load(mp, key(t, f), p) {
			return nil
		}
		return p
	}
}

// setEntry is m[k] = n. It evaluates n first.
func (c *comp) setEntry(m *mapEntry, n node.Node) run.Stmt {
	return c.assignment(m,
		func(a *ir.Expr) *ir.Stmt { return c.setTree(a, n.Tree(), m.elem) },
		func(m *mapEntry) run.Stmt { return c.storeEntry(m, n) })
}

// storeEntry is the closure of m[k] = n.
func (c *comp) storeEntry(m *mapEntry, n node.Node) run.Stmt {
	site := m.site
	if m.mt.Fits && n.T.Rep != memory.RepMem {
		if s := m.mt.Ops.SetNode(m.m, c.keyNode(m), n.Value().F, site); s != nil {
			return s
		}
	}
	key := c.keyAddr(m)
	ops, t := m.mt.Ops, m.elem
	st := n.Store()
	tmp := c.scratch(t)
	return func(th *run.Thread, f run.FP) run.Ctl {
		v := tmp(f)
		st(th, f, v)
		mp := m.m(th, f)
		k := key(th, f)
		if mp == nil {
			th.Fail(f, site, run.ErrNilMap())
		}
		th.Site = site
		ops.Store(mp, k, v)
		return run.Next
	}
}

// opEntry is m[k] op= y.
func (c *comp) opEntry(m *mapEntry, op token.Token, y node.Node, s ast.Stmt) run.Stmt {
	tree := func(a *ir.Expr) *ir.Stmt {
		if !changesDirectly(op, m.elem.Rep) {
			return nil
		}
		return c.updateTree(op, a, y, m.elem)
	}
	return c.assignment(m, tree, func(m *mapEntry) run.Stmt { return c.changeEntry(m, op, y, s) })
}

// changeEntry is the closure of m[k] op= y.
func (c *comp) changeEntry(m *mapEntry, op token.Token, y node.Node, s ast.Stmt) run.Stmt {
	if op == token.ADD && m.mt.Fits && m.elem.Rep == memory.RepInt {
		if s := m.mt.Ops.AddNode(m.m, c.keyNode(m), y.Value().F, m.site); s != nil {
			return s
		}
	}
	list := []run.Stmt{c.freezeEntry(m)}
	if m.key.T.Reflect != nil && memory.HoldsInterfaces(m.key.T.Reflect) && op != token.QUO && op != token.REM {
		// Except for divisions, compiled code looks for the entry only once, to store in it.
		tmp := c.tempNode(y.T)
		list = append(list, c.setTemp(tmp, y), c.hashKey(m))
		y = tmp
	}
	old := c.getEntry(m, s)
	return c.sequence(append(list, c.setEntry(m, c.binaryNode(op, old, y, s))))
}

// oneEntry is a map in which a key that has no hash is an error, as where it is stored in a map.
var oneEntry = map[any]bool{0: true}

// hashKey panics if the key has no hash.
func (c *comp) hashKey(m *mapEntry) run.Stmt {
	key, site := node.As[any](c.toEface(m.key)), m.site
	return func(t *run.Thread, f run.FP) run.Ctl {
		k := key(t, f)
		t.Site = site
		_ = oneEntry[k]
		return run.Next
	}
}

// static reports whether an expression is a constant, nil, or a struct or an array of these.
func (c *comp) static(e ast.Expr) bool {
	if tv := c.info.Types[e]; tv.Value != nil || tv.IsNil() {
		return true
	}
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return false
	}
	switch t := c.goType(lit); t.Underlying().(type) {
	case *types.Struct, *types.Array:
	default:
		return false
	}
	for _, x := range lit.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			x = kv.Value
		}
		if !c.static(x) {
			return false
		}
	}
	return true
}

func (c *comp) mapLit(e *ast.CompositeLit, t *memory.Type, u *types.Map) any {
	mt := c.mapType(t)
	tmp := c.tempNode(t)
	var sets []run.Stmt
	// As the Go compiler has it, entries that need no computation come first. That shows if keys
	// are equal.
	elts := slices.Clone(e.Elts)
	slices.SortStableFunc(elts, func(a, b ast.Expr) int {
		x, y := a.(*ast.KeyValueExpr), b.(*ast.KeyValueExpr)
		p, q := c.static(x.Key) && c.static(x.Value), c.static(y.Key) && c.static(y.Value)
		switch {
		case p == q:
			return 0
		case p:
			return -1
		}
		return 1
	})
	for _, x := range elts {
		kv := x.(*ast.KeyValueExpr)
		c.markKey(u, kv.Key)
		first, lower := c.hoistAssignment([]ast.Expr{kv.Key}, kv.Value)
		m := &mapEntry{mt: mt, elem: mt.Elem, mn: tmp, m: tmp.Ptr(), key: c.element(kv.Key, mt.Key), site: c.site(x)}
		sets = append(sets, first, c.setEntry(m, c.element(kv.Value, mt.Elem)))
		lower()
	}
	entries := c.sequence(sets)
	n, ops, off := len(elts), mt.Ops, tmp.Off
	// The literal may stand in a function that its own elements call again: the map is in the frame
	// only meanwhile.
	return run.Eval[unsafe.Pointer](func(t *run.Thread, f run.FP) unsafe.Pointer {
		p := ops.Make(n)
		*(*unsafe.Pointer)(unsafe.Add(f, off)) = p
		entries(t, f)
		return p
	})
}
