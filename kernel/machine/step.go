package machine

import (
	"context"
	"go/ast"
	"go/types"
	"unsafe"

	"polka/kernel/machine/internal/memory"
)

// compileSteps compiles the statements of the top level.
func (c *comp) compileSteps(u *Unit, code *Code) {
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
		c.panics = c.frame.pointer()
	}
	if c.defers {
		c.deferAt = c.frame.pointer()
	}
	var list []stmt
	var all []ast.Stmt
	for _, s := range u.Steps {
		if s.Stmt != nil {
			all = append(all, s.Stmt)
		}
	}
	var places map[ctl]int
	body := &ast.BlockStmt{List: all}
	for _, s := range u.Steps {
		if l, ok := s.Stmt.(*ast.LabeledStmt); ok {
			if obj, ok := c.info.Defs[l.Label].(*types.Label); ok && c.jumpedTo(obj, body) {
				if places == nil {
					places = make(map[ctl]int)
				}
				places[c.label(obj)] = len(list)
			}
		}
		list = append(list, c.step(s))
	}
	c.fn.frame = memory.FrameTypeFor(c.frame.end, c.frame.ptrs)
	c.fn.ptrs = c.frame.ptrs
	run := func(t *thread, f fp) ctl {
		for i := 0; i < len(list); i++ {
			r := list[i](t, f)
			if r == next {
				continue
			}
			at, ok := places[r]
			if !ok {
				return r // a return
			}
			i = at - 1
		}
		return next
	}
	if c.defers {
		run = c.withDefers(run)
	}
	code.steps = []stmt{run}
}

func (c *comp) step(s Step) stmt {
	var r stmt
	if s.Stmt != nil {
		r = c.stmt(s.Stmt)
	} else {
		r = c.showStep(s)
		if c.m.hook.Load() != nil {
			r = c.hookedAt(s.Value, r)
		}
	}
	if s.Reached > 0 || s.Digits != "" {
		do := r
		r = func(t *thread, f fp) ctl {
			x := do(t, f)
			if s.Digits != "" && t.run.Digits != nil {
				t.run.Digits(s.Digits)
			}
			if s.Reached > 0 && t.run.Reached != nil {
				t.run.Reached(s.Reached)
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
	return func(t *thread, f fp) ctl {
		t.site = pos
		t.back()
		return inner(t, f)
	}
}

// showStep compiles an expression whose value is shown.
func (c *comp) showStep(s Step) stmt {
	n := c.root(s.Value)
	if n.nil {
		return func(t *thread, _ fp) ctl { t.run.show(s, []memory.Value{{}}); return next }
	}
	if n.t == nil && n.tuple == nil {
		return n.discard()
	}
	if n.tuple != nil {
		parts, eval := c.unpack(n)
		return func(t *thread, f fp) ctl {
			eval(t, f)
			var list []memory.Value
			for _, p := range parts {
				list = append(list, p.t.ValueAt(unsafe.Add(f, p.off)))
			}
			t.run.show(s, list)
			return next
		}
	}
	t, tmp, st := n.t, c.scratch(n.t), n.store()
	return func(th *thread, f fp) ctl {
		p := tmp(f)
		st(th, f, p)
		th.run.show(s, []memory.Value{t.ValueAt(p)})
		return next
	}
}

// show hands the values of a step over.
func (r *Run) show(s Step, list []memory.Value) {
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

// contextNode is the context of the running cell.
func (c *comp) contextNode(e *ast.Ident) node {
	t := c.typ(e0type(c, e), e)
	return node{t: t, pos: e.Pos(), f: ev[memory.Iface](func(t *thread, f fp) memory.Iface {
		ctx := context.Background()
		if t.run.Context != nil {
			ctx = t.run.Context()
		}
		return *(*memory.Iface)(unsafe.Pointer(&ctx))
	})}
}

func e0type(c *comp, e *ast.Ident) types.Type { return c.m.o.Context.Type() }
