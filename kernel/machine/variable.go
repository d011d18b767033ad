// SPDX-License-Identifier: BSD-3-Clause

// Variables: where they live, how they begin, and how they are assigned to.

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
	"reflect"
	"unsafe"
)

// declareVar makes a place for a variable of the function; the statement gives it its own box, if
// it needs one, and clears it.
func (c *comp) declareVar(obj types.Object, at ast.Node) (v run.Place, init run.Stmt) {
	t := c.typ(c.env.subst(obj.Type()), at)
	if g := c.global(obj); g != nil {
		v = run.Place{T: g.Type, Fixed: g.p}
		c.vars[obj] = v
		if t.Size > maxClear && c.m.new[g] {
			return v, node.Nothing // its memory is new
		}
		return v, c.zeroVariable(v)
	}
	if c.uses[obj].boxed() || t.Size > memory.MaxFlat {
		v = run.Place{T: t, Off: c.frame.Pointer(), Boxed: true}
	} else {
		v = run.Place{T: t, Off: c.frame.AddShape(t)}
	}
	c.vars[obj] = v
	c.local_(obj, v.Off)
	return v, c.zeroVariable(v)
}

// zeroVariable clears a variable. A boxed variable gets a new box.
func (c *comp) zeroVariable(v run.Place) run.Stmt {
	t, off := v.T, v.Off
	switch {
	case v.Fixed != nil:
		p := v.Fixed
		return c.as(func(*run.Thread, run.FP) run.Ctl { t.Zero(p); return run.Next }, c.clearTree(v))
	case v.Boxed:
		return func(_ *run.Thread, f run.FP) run.Ctl {
			*(*unsafe.Pointer)(unsafe.Add(f, off)) = t.Alloc()
			return run.Next
		}
	case t.Size == 8 && !t.Pointers:
		return c.as(func(_ *run.Thread, f run.FP) run.Ctl { *(*uint64)(unsafe.Add(f, off)) = 0; return run.Next }, c.clearTree(v))
	}
	return c.as(func(_ *run.Thread, f run.FP) run.Ctl { t.Zero(unsafe.Add(f, off)); return run.Next }, c.clearTree(v))
}

// initVar returns the statement that initializes a new variable.
func (c *comp) initVar(v run.Place, n node.Node) run.Stmt {
	if v.Boxed {
		t, off, st := v.T, v.Off, n.Store()
		return func(th *run.Thread, f run.FP) run.Ctl {
			p := t.Alloc()
			st(th, f, p)
			*(*unsafe.Pointer)(unsafe.Add(f, off)) = p
			return run.Next
		}
	}
	if n.Literal != nil && v.Fixed == nil { // which does not mention the variable
		return c.as(c.assignVarTo(v, n), c.fillTree(local(v.Off), n))
	}
	return c.assignVar(v, n)
}

// assignVar returns the statement that assigns to a variable.
func (c *comp) assignVar(v run.Place, n node.Node) run.Stmt {
	s := c.assignVarTo(v, n)
	if c.fn.Trees {
		c.as(s, c.assignTree(placeOf(v), n, v.T))
	}
	return s
}

func (c *comp) assignVarTo(v run.Place, n node.Node) run.Stmt {
	if v.T.Rep == memory.RepMem || n.T != nil && n.T.Rep == memory.RepMem {
		st, off := n.Store(), v.Off
		early := n.Into != nil && !n.Late
		if early && !v.Boxed && v.Fixed == nil {
			// The expression may mention the variable.
			tmp := c.scratch(v.T)
			cp := v.T.Copy
			return func(t *run.Thread, f run.FP) run.Ctl {
				q := tmp(f)
				st(t, f, q)
				cp(unsafe.Add(f, off), q)
				return run.Next
			}
		}
		switch {
		case early:
			tmp := c.scratch(v.T)
			cp := v.T.Copy
			p := v.Fixed
			return func(t *run.Thread, f run.FP) run.Ctl {
				q := tmp(f)
				st(t, f, q)
				d := p
				if d == nil {
					d = *(*unsafe.Pointer)(unsafe.Add(f, off))
				}
				cp(d, q)
				return run.Next
			}
		case v.Fixed != nil:
			p := v.Fixed
			return func(t *run.Thread, f run.FP) run.Ctl { st(t, f, p); return run.Next }
		case v.Boxed:
			return func(t *run.Thread, f run.FP) run.Ctl {
				st(t, f, *(*unsafe.Pointer)(unsafe.Add(f, off)))
				return run.Next
			}
		}
		return func(t *run.Thread, f run.FP) run.Ctl { st(t, f, unsafe.Add(f, off)); return run.Next }
	}
	ops := node.RepOps[v.T.Rep]
	switch {
	case v.Fixed != nil:
		return ops.SetFixed(v.Fixed, n.Value().F)
	case v.Boxed:
		off := v.Off
		return ops.SetAddr(func(_ *run.Thread, f run.FP) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Add(f, off)) }, n.Value().F)
	}
	if n.Local && n.F == nil {
		st, off := n.Store(), v.Off
		return func(t *run.Thread, f run.FP) run.Ctl { st(t, f, unsafe.Add(f, off)); return run.Next }
	}
	return ops.SetLocal(v.Off, n.Value().F)
}

// scratch returns memory for a value for the duration of one expression: in the frame, or on the
// heap if it is large.
func (c *comp) scratch(t *memory.Type) func(run.FP) unsafe.Pointer {
	if t.Size > memory.MaxFlat {
		return func(run.FP) unsafe.Pointer { return t.Alloc() }
	}
	off := c.frame.AddShape(t)
	return func(f run.FP) unsafe.Pointer { return unsafe.Add(f, off) }
}

// global returns the variable of the top level that obj is, nil if it is another.
func (c *comp) global(obj types.Object) *Global {
	if g := c.defined[obj]; g != nil {
		return g
	}
	if c.u == nil || c.u.Symbol == nil {
		return nil
	}
	sym, ok := c.u.Symbol(obj)
	if !ok {
		return nil
	}
	return c.m.global(sym, obj.Type())
}

// global finds or makes a variable of the top level.
func (m *Machine) global(sym string, t types.Type) *Global {
	g := m.globals[sym]
	if g == nil {
		r := m.TypeFor(t)
		g = &Global{Type: r, p: reflect.New(r.Reflect).UnsafePointer()}
		m.globals[sym] = g
		m.new[g] = true
	}
	return g
}

// maxClear is the size from which a new variable of the top level is not cleared once more.
const maxClear = 1 << 20

// variableOf finds a variable. One that belongs to a function around this one is caught.
func (c *comp) variableOf(obj types.Object) run.Place {
	if v, ok := c.vars[obj]; ok {
		return v
	}
	if g := c.global(obj); g != nil {
		return run.Place{T: g.Type, Fixed: g.p}
	}
	panic(memory.Decline{Pos: obj.Pos(), Msg: "variable " + obj.Name() + ", which is not known"})
}

// variableNode returns the value of a variable.
func (c *comp) variableNode(obj types.Object, v run.Place, pos token.Pos) node.Node {
	n := node.Node{T: v.T, Pos: pos}
	switch {
	case v.Fixed != nil:
		p := v.Fixed
		n.Fixed = p
		n.Addr = func(*run.Thread, run.FP) unsafe.Pointer { return p }
		if v.T.Rep == memory.RepMem {
			n.F = n.Addr
		} else {
			n.F = node.RepOps[v.T.Rep].Fixed(p)
		}
	case v.Boxed:
		off := v.Off
		n.A = &ir.Expr{Op: ir.Boxed, N: int64(off)}
		n.Addr = func(_ *run.Thread, f run.FP) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Add(f, off)) }
		if v.T.Rep == memory.RepMem {
			n.F = n.Addr
		} else {
			n.F = node.RepOps[v.T.Rep].Boxed(off)
		}
	default:
		n.Local, n.Off = true, v.Off
	}
	return n
}
