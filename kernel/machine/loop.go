// SPDX-License-Identifier: BSD-3-Clause

// The for statement.

package machine

import (
	"go/ast"
	"go/token"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
	"unsafe"
)

// forStmt compiles the loops without range.
func (c *comp) forStmt(s *ast.ForStmt, label string) run.Stmt {
	var init run.Stmt
	if s.Init != nil {
		init = c.stmt(s.Init)
	}
	var cond run.Eval[bool]
	var condNode node.Node
	if s.Cond != nil {
		condNode = c.root(s.Cond)
		cond = node.As[bool](condNode)
	}
	brk, cont := c.newLabel(), c.newLabel()
	c.targets = append(c.targets, target{label: label, brk: brk, cont: cont, loop: true})
	body := c.block(s.Body.List, s.Body)
	c.targets = c.targets[:len(c.targets)-1]
	var post run.Stmt
	if s.Post != nil {
		post = c.stmt(s.Post)
	}
	// Each iteration has its own variables.
	if a, ok := s.Init.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
		var fresh []run.Stmt
		for _, x := range a.Lhs {
			if id, ok := x.(*ast.Ident); ok {
				if v, ok := c.vars[c.info.Defs[id]]; ok && v.Boxed && c.uses[c.info.Defs[id]].boxed() {
					fresh = append(fresh, freshBox(v))
				}
			}
		}
		if fresh != nil {
			post = c.sequence(append(fresh, post))
		}
	}
	loop := c.hotLoop(c.loop(s, cond, post, body, brk, cont), cond, condNode.Tree(), post, body, brk, cont)
	if init == nil {
		return loop
	}
	return c.sequence([]run.Stmt{init, loop})
}

// freshBox moves a boxed variable to a new box with the same value.
func freshBox(v run.Place) run.Stmt {
	t, off := v.T, v.Off
	return func(_ *run.Thread, f run.FP) run.Ctl {
		slot := (*unsafe.Pointer)(unsafe.Add(f, off))
		p := t.Alloc()
		t.Copy(p, *slot)
		*slot = p
		return run.Next
	}
}

func (c *comp) loop(s *ast.ForStmt, cond run.Eval[bool], post, body run.Stmt, brk, cont run.Ctl) run.Stmt {
	if cond != nil && post != nil {
		if l := c.countingLoop(s, body, brk, cont); l != nil && c.m.Hook.Load() == nil {
			return l
		}
	}
	if cond == nil {
		cond = func(*run.Thread, run.FP) bool { return true }
	}
	if post == nil {
		return func(t *run.Thread, f run.FP) run.Ctl {
			for cond(t, f) {
				if r := body(t, f); r != run.Next && r != cont {
					return leave(r, brk)
				}
				t.Back()
			}
			return run.Next
		}
	}
	return func(t *run.Thread, f run.FP) run.Ctl {
		for cond(t, f) {
			if r := body(t, f); r != run.Next && r != cont {
				return leave(r, brk)
			}
			t.Back()
			post(t, f)
		}
		return run.Next
	}
}

// leave returns what a loop or a switch ends with whose body has ended with r: a break that is
// meant for it ends nothing else.
func leave(r, brk run.Ctl) run.Ctl {
	if r == brk {
		return run.Next
	}
	return r
}

// countingLoop is for ...; i < n; i++ {...} with an int in the frame and a limit that is one too,
// or a literal.
func (c *comp) countingLoop(s *ast.ForStmt, body run.Stmt, brk, cont run.Ctl) run.Stmt {
	b, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.LSS && b.Op != token.LEQ {
		return nil
	}
	p, ok := s.Post.(*ast.IncDecStmt)
	if !ok || p.Tok != token.INC {
		return nil
	}
	i, ok := b.X.(*ast.Ident)
	j, ok2 := p.X.(*ast.Ident)
	if !ok || !ok2 || c.info.Uses[i] == nil || c.info.Uses[i] != c.info.Uses[j] {
		return nil
	}
	x := c.expr(i)
	if !x.Local || x.T.Rep != memory.RepInt {
		return nil
	}
	off := x.Off
	if c.hasCall(b.Y) {
		return nil
	}
	y := c.expr(b.Y)
	if y.T == nil || y.T.Rep != memory.RepInt {
		return nil
	}
	limit := node.As[int](y)
	switch {
	case y.Local && b.Op == token.LSS:
		lo := y.Off
		return func(t *run.Thread, f run.FP) run.Ctl {
			for *(*int)(unsafe.Add(f, off)) < *(*int)(unsafe.Add(f, lo)) {
				if r := body(t, f); r != run.Next && r != cont {
					return leave(r, brk)
				}
				t.Back()
				*(*int)(unsafe.Add(f, off))++
			}
			return run.Next
		}
	case b.Op == token.LSS:
		return func(t *run.Thread, f run.FP) run.Ctl {
			for *(*int)(unsafe.Add(f, off)) < limit(t, f) {
				if r := body(t, f); r != run.Next && r != cont {
					return leave(r, brk)
				}
				t.Back()
				*(*int)(unsafe.Add(f, off))++
			}
			return run.Next
		}
	}
	return func(t *run.Thread, f run.FP) run.Ctl {
		for *(*int)(unsafe.Add(f, off)) <= limit(t, f) {
			if r := body(t, f); r != run.Next && r != cont {
				return leave(r, brk)
			}
			t.Back()
			*(*int)(unsafe.Add(f, off))++
		}
		return run.Next
	}
}
