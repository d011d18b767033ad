// SPDX-License-Identifier: BSD-3-Clause

// Where code becomes hot: functions and loops count how often they are run, until they are
// translated to machine code.

package machine

import (
	"unsafe"

	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/node"
	"polka/kernel/machine/internal/run"
)

// hotBody is the body b of the function, which is exchanged for machine code when it is called
// often.
func (c *comp) hotBody(b run.Stmt) run.Stmt { return c.countedBody(b, false) }

// hotInner is hotBody for a body inside of other code, which native code does not call.
func (c *comp) hotInner(b run.Stmt) run.Stmt { return c.countedBody(b, true) }

func (c *comp) countedBody(b run.Stmt, inner bool) run.Stmt {
	if !c.withTrees() || c.steps {
		return b
	}
	tree := c.tree(b)
	if tree.Kind == ir.Do {
		c.fn.Stays = true
		return b
	}
	c.fn.Stays = inner
	return c.newUnit(tree, inner).Body(b)
}

// newUnit makes a unit of the function. The code of a cell does not keep its loops, which are freed
// with their closures.
func (c *comp) newUnit(tree *ir.Stmt, loop bool) *run.Unit { return c.fn.NewUnit(tree, loop, !c.steps) }

// hotLoop is a loop with a condition, which may be nil as post may be. It counts its turns, and
// goes on as machine code when there are many.
func (c *comp) hotLoop(loop run.Stmt, cond run.Eval[bool], condTree *ir.Expr, post, body run.Stmt, brk, cont run.Ctl) run.Stmt {
	if !c.withTrees() || cond != nil && condTree == nil {
		return loop
	}
	tree := &ir.Stmt{Kind: ir.Loop, X: condTree, Body: c.tree(body), Brk: brk, Cont: cont}
	if post != nil {
		tree.Post = c.tree(post)
	}
	u := c.newUnit(tree, true)
	const often = 64
	every := int(min(often, max(c.m.Threshold.Load(), 1)))
	counted := func(t *run.Thread, f run.FP) run.Ctl {
		n := 0
		for {
			if u.Hot(max(n, 1)) {
				return u.Run(t, f)
			}
			if u.Declined() {
				return loop(t, f)
			}
			for n = 0; n < every; n++ {
				if cond != nil && !cond(t, f) {
					u.Hot(n)
					return run.Next
				}
				if r := body(t, f); r != run.Next && r != cont {
					u.Hot(n)
					return leave(r, brk)
				}
				t.Back()
				if post != nil {
					post(t, f)
				}
			}
		}
	}
	return c.as(counted, tree)
}

// A rangeState is where a loop over elements or integers has its state in the frame, for machine
// code.
type rangeState struct {
	tree *ir.Stmt // of the loop, once it has begun
	init *ir.Stmt // begins it
	unit *run.Unit
	at   uintptr // of what the loop goes over: a slice, or an int

	index uintptr // of the counter
}

// hotElements prepares a loop over the slice x, which has a tree if xn has; nil if it does not
// become machine code. The arguments are those of elements.
func (c *comp) hotElements(x run.Eval[memory.Slice], xn *ir.Expr, et *memory.Type, k, v node.Node, body run.Stmt, brk, cont run.Ctl) *rangeState {
	if !c.fn.Trees {
		return nil
	}
	st := c.m.anySlice()
	r := &rangeState{at: c.frame.AddShape(st), index: c.frame.AddShape(c.m.intType())} // also with hooks: the frames must be the same
	if !c.withTrees() || v.T != nil && (!v.Local || v.T != et) || k.T != nil && !k.Local {
		return nil
	}
	if v.T != nil && et.Rep == memory.RepMem && (et.Size > maxCopied || et.Pointers && et.Ptrs == nil) || v.T != nil && !ir.IsWord(et.Rep) && !ir.IsMulti(et.Rep) && et.Rep != memory.RepMem {
		return nil
	}
	if xn == nil || xn.Rep != memory.RepSlice {
		xn = &ir.Expr{Op: ir.Leaf, Rep: memory.RepSlice, Store: func(t *run.Thread, f run.FP, dst unsafe.Pointer) { *(*memory.Slice)(dst) = x(t, f) }}
	}
	r.init = &ir.Stmt{Kind: ir.Set, A: local(r.at), X: xn, Type: st}
	r.tree = &ir.Stmt{Kind: ir.Each, N: int64(r.at), Body: c.tree(body), Brk: brk, Cont: cont, Type: et}
	c.rangeUnit(r, k, v)
	return r
}

// hotCount is hotElements for a loop over the integers below x, of type t.
func (c *comp) hotCount(x *ir.Expr, t *memory.Type, k node.Node, body run.Stmt, brk, cont run.Ctl) *rangeState {
	if !c.fn.Trees {
		return nil
	}
	r := &rangeState{at: c.frame.AddShape(c.m.intType()), index: c.frame.AddShape(c.m.intType())}
	if !c.withTrees() || k.T != nil && !k.Local || x == nil || !ir.IsWord(x.Rep) {
		return nil
	}
	if x.Rep != memory.RepInt {
		x = &ir.Expr{Op: ir.Convert, Rep: memory.RepInt, Type: x.Rep, X: x}
	}
	r.init = &ir.Stmt{Kind: ir.Set, A: local(r.at), X: x, Type: c.m.intType()}
	r.tree = &ir.Stmt{Kind: ir.Count, N: int64(r.at), Body: c.tree(body), Brk: brk, Cont: cont, Rep: t.Rep}
	c.rangeUnit(r, k, node.Node{})
	return r
}

func (c *comp) rangeUnit(r *rangeState, k, v node.Node) {
	r.tree.M = int64(r.index)
	switch {
	case k.T == nil:
	case k.T.Rep == memory.RepInt && !r.tree.Body.Changes(int64(k.Off), int64(k.Off)+8):
		r.tree.M = int64(k.Off) // the variable is the counter
	default:
		r.tree.Key = local(k.Off)
	}
	if v.T != nil {
		r.tree.Value = local(v.Off)
	}
	r.unit = c.newUnit(r.tree, true)
}

// as notes the tree of the whole loop.
func (r *rangeState) as(c *comp, s run.Stmt) run.Stmt {
	if r == nil {
		return s
	}
	return c.as(s, &ir.Stmt{Kind: ir.Seq, List: []*ir.Stmt{r.init, r.tree}})
}

// hot reports whether a loop of n turns is to be run as machine code.
func (r *rangeState) hot(n int) bool { return r != nil && n > 0 && r.unit.Hot(n) }
