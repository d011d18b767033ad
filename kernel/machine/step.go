// SPDX-License-Identifier: BSD-3-Clause

// The statements of the top level, and the values that they show.

package machine

import (
	"context"
	"go/ast"
	"go/types"
	"unsafe"

	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

// compileSteps compiles the statements of the top level.
func (c *comp) compileSteps(u *Unit, code *run.Code) {
	var nodes []ast.Node
	for _, s := range u.Steps {
		if s.Stmt != nil {
			nodes = append(nodes, s.Stmt)
		}
		if s.Value != nil {
			nodes = append(nodes, s.Value)
		}
	}
	c.uses = findUses(c, nil, nodes...)
	for _, n := range nodes {
		c.hasDefers(n)
	}
	if c.recovers {
		c.panics = c.frame.Pointer()
	}
	if c.defers {
		c.deferAt = c.frame.Pointer()
	}
	var list []run.Stmt
	var all []ast.Stmt
	for _, s := range u.Steps {
		if s.Stmt != nil {
			all = append(all, s.Stmt)
		}
	}
	var places map[run.Ctl]int
	body := &ast.BlockStmt{List: all}
	held := false
	for _, s := range u.Steps {
		if l, ok := s.Stmt.(*ast.LabeledStmt); ok {
			if obj, ok := c.info.Defs[l.Label].(*types.Label); ok && c.jumpedTo(obj, body) {
				if places == nil {
					places = make(map[run.Ctl]int)
				}
				places[c.label(obj)] = len(list)
			}
		}
		list = append(list, c.step(s, !held && !c.releases(s.Stmt)))
		held = c.acquires(s.Stmt) || held && !c.releases(s.Stmt)
	}
	c.fn.Frame = memory.FrameTypeFor(c.frame.End, c.frame.Ptrs)
	c.fn.Ptrs = c.frame.Ptrs
	steps := func(t *run.Thread, f run.FP) run.Ctl {
		for i := 0; i < len(list); i++ {
			r := list[i](t, f)
			if r == run.Next {
				continue
			}
			at, ok := places[r]
			if !ok {
				return r // a return
			}
			i = at - 1
		}
		return run.Next
	}
	if c.defers {
		steps = c.withDefers(steps)
	}
	code.Steps = []run.Stmt{steps}
}

// step compiles a step. Stops says that the thread may be stopped before it.
func (c *comp) step(s Step, stops bool) run.Stmt {
	var r run.Stmt
	if s.Stmt != nil {
		r = c.stmt(s.Stmt)
	} else {
		r = c.showStep(s)
		if c.m.Hook.Load() != nil {
			r = run.HookedStmt(c.site(s.Value), r, stops)
		}
	}
	if s.Reached > 0 || s.Digits != "" {
		do := r
		r = func(t *run.Thread, f run.FP) run.Ctl {
			x := do(t, f)
			if s.Digits != "" && t.Run.Digits != nil {
				t.Run.Digits(s.Digits)
			}
			if s.Reached > 0 && t.Run.Reached != nil {
				t.Run.Reached(s.Reached)
			}
			return x
		}
	}
	pos, inner := int32(0), r
	if s.Stmt != nil {
		pos = c.site(s.Stmt)
	} else {
		pos = c.site(s.Value)
	}
	return func(t *run.Thread, f run.FP) run.Ctl {
		t.Site = pos
		if stops {
			t.Back()
		}
		return inner(t, f)
	}
}

// showStep compiles an expression whose value is shown.
func (c *comp) showStep(s Step) run.Stmt {
	n := c.root(s.Value)
	if n.Nil {
		return func(t *run.Thread, _ run.FP) run.Ctl { show(t.Run, s, []memory.Value{{}}); return run.Next }
	}
	if n.T == nil && n.Tuple == nil {
		return n.Discard()
	}
	if n.Tuple != nil {
		parts, eval := c.unpack(n)
		return func(t *run.Thread, f run.FP) run.Ctl {
			eval(t, f)
			var list []memory.Value
			for _, p := range parts {
				list = append(list, p.T.ValueAt(unsafe.Add(f, p.Off)))
			}
			show(t.Run, s, list)
			return run.Next
		}
	}
	t, tmp, st := n.T, c.scratch(n.T), n.Store()
	return func(th *run.Thread, f run.FP) run.Ctl {
		p := tmp(f)
		st(th, f, p)
		show(th.Run, s, []memory.Value{t.ValueAt(p)})
		return run.Next
	}
}

// show hands the values of a step over.
func show(r *run.Run, s Step, list []memory.Value) {
	if s.Silent || r.Show == nil {
		return
	}
	if s.TrailingError && len(list) > 0 && list[len(list)-1].Any == nil {
		list = list[:len(list)-1]
	}
	for _, v := range list {
		r.Show(v)
	}
}

// contextNode returns the context of the running cell.
func (c *comp) contextNode(e *ast.Ident) node.Node {
	t := c.typ(e0type(c, e), e)
	return node.Node{T: t, Pos: e.Pos(), F: run.Eval[memory.Iface](func(t *run.Thread, f run.FP) memory.Iface {
		ctx := context.Background()
		if t.Run.Context != nil {
			ctx = t.Run.Context()
		}
		return *(*memory.Iface)(unsafe.Pointer(&ctx))
	})}
}

func e0type(c *comp, e *ast.Ident) types.Type { return c.m.o.Context.Type() }
