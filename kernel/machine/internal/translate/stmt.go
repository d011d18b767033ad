// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Statements.

package translate

import (
	"go/token"
	"unsafe"

	"polka/kernel/machine/internal/code"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
	"polka/kernel/machine/internal/target"
)

func (g *gen) stmt(s *ir.Stmt) {
	if s.Pos != 0 {
		defer g.mark(g.mark(s.Pos, false))
	}
	switch s.Kind {
	case ir.Nop:
	case ir.Seq:
		for _, x := range s.List {
			g.stmt(x)
		}
	case ir.Several:
		g.several(s)
	case ir.Set:
		g.orDo(s, g.set)
	case ir.Update:
		g.orDo(s, g.update)
	case ir.Lookup:
		g.lookup(s)
	case ir.Swap:
		g.swap(s)
	case ir.Clear:
		g.clearPlace(s)
	case ir.Eval:
		g.effect(s.X)
	case ir.If:
		g.ifStmt(s)
	case ir.Loop:
		g.regional(s, g.loop)
	case ir.Each:
		g.regional(s, g.each)
	case ir.Count:
		g.regional(s, g.count)
	case ir.Switch:
		g.switchStmt(s)
	case ir.Block:
		end := g.NewLabel()
		g.targets = append(g.targets, destination{s.Brk, end})
		g.stmt(s.Body)
		g.targets = g.targets[:len(g.targets)-1]
		g.Bind(end)
		g.forget()
	case ir.InPlace:
		g.inline(s.X.Call, 0, 0, 0, func() { g.stmt(s.Body) }, nothing, nothing)
	case ir.Branch:
		g.branch(s.To)
	case ir.Do:
		g.do(s)
	default:
		fail("a statement of kind %d", s.Kind)
	}
}

// branch goes where a Ctl says.
func (g *gen) branch(to run.Ctl) {
	if to == run.Returned {
		g.Jmp(g.ret)
		return
	}
	for i := len(g.targets) - 1; i >= 0; i-- {
		if g.targets[i].ctl == to {
			g.Jmp(g.targets[i].at)
			return
		}
	}
	g.StoreImm(8, ctx(code.OffInt), int32(to))
	g.Jmp(g.out)
}

// do leaves for a closure, and goes where it says.
func (g *gen) do(s *ir.Stmt) {
	g.mark(g.pos, true)
	g.argument(code.OffA, unsafe.Pointer(&s.Do))
	g.leave(run.ExitDo)
	targets := append([]destination(nil), g.targets...)
	g.OpStoreImm(target.Cmp, 8, ctx(code.OffInt), int32(run.Next))
	g.Jcc(target.NE, g.later(func() {
		g.OpStoreImm(target.Cmp, 8, ctx(code.OffInt), int32(run.Returned))
		g.Jcc(target.E, g.ret)
		for i := len(targets) - 1; i >= 0; i-- {
			g.OpStoreImm(target.Cmp, 8, ctx(code.OffInt), int32(targets[i].ctl))
			g.Jcc(target.E, targets[i].at)
		}
		g.Jmp(g.out)
	}))
}

// effect evaluates an expression for what it does.
func (g *gen) effect(e *ir.Expr) {
	switch {
	case e.Op == ir.CallOp:
		g.call(e.Call, 0, 0, 0)
	case ir.IsFloat(e.Rep):
		g.feval(e, 0, 0)
	case ir.IsWord(e.Rep):
		g.eval(e, 0, 0)
	default:
		g.multi(e, 0, 0)
	}
}

// set assigns: the value comes first, then the address.
func (g *gen) set(s *ir.Stmt) {
	x, r := s.X, s.Type.Rep
	if ir.IsWord(r) && g.setVariable(s.A, x, r, 0) {
		return
	}
	switch {
	case ir.IsFloat(r) && x.Op == ir.Const && ir.Width(r) == 4, isImm(x) && r != memory.RepPtr:
		m, _ := g.address(s.A, 0, 0)
		g.StoreImm(ir.Width(r), m.m(0), int32(x.N))
	case ir.IsFloat(r):
		y, j := g.freg(x, 0, 0)
		m, _ := g.address(s.A, 0, j)
		g.FStore(ir.Width(r), m.m(0), y)
	case r == memory.RepPtr:
		g.eval(x, 0, 0)
		m, _ := g.address(s.A, 1, 0)
		g.storePointer(m)
	case ir.IsWord(r):
		y, k := g.reg(x, 0, 0)
		m, _ := g.address(s.A, k, 0)
		g.Store(ir.Width(r), m.m(0), y)
	case r == memory.RepMem:
		src, k := g.address(x.X, 0, 0)
		dst, _ := g.address(s.A, k, 0)
		g.copyTo(dst, src, s.Type)
	default:
		src, k := g.multi(x, 0, 0)
		dst, _ := g.address(s.A, k, 0)
		g.copyTo(dst, src, s.Type)
		if r == memory.RepSlice {
			g.loadSlice(s.A)
		}
	}
}

// put stores a value, for which code does not leave, in the frame of a callee.
func (g *gen) put(c *ir.CallExpr, dst mem, x *ir.Expr, t *memory.Type) {
	switch r := t.Rep; {
	case ir.IsFloat(r) && x.Op == ir.Const && ir.Width(r) == 4, isImm(x) && r != memory.RepPtr:
		g.StoreImm(ir.Width(r), dst.m(0), int32(x.N))
	case ir.IsFloat(r):
		g.feval(x, 0, 0)
		g.FStore(ir.Width(r), dst.m(0), g.x(0))
	case r == memory.RepPtr:
		g.eval(x, 0, 0)
		g.storePointer(dst)
	case ir.IsWord(r):
		g.eval(x, 0, 0)
		g.Store(ir.Width(r), dst.m(0), g.t(0))
	default:
		src, _ := g.multiOrMem(x)
		if x.Op != ir.Load {
			g.calleeAgain(c)
		}
		g.copyTo(dst, src, t)
	}
}

// multiOrMem is the address of a value that is no word.
func (g *gen) multiOrMem(x *ir.Expr) (mem, int) {
	if x.Op == ir.Load {
		return g.address(x.X, 0, 0)
	}
	return g.multi(x, 0, 0)
}

// update is *a op= x. Where the address can fail, it comes first.
func (g *gen) update(s *ir.Stmt) {
	r := s.Type.Rep
	w := ir.Width(r)
	flat := isFlat(s.A)
	if g.updateVariable(s) {
		return
	}
	if ir.IsFloat(r) {
		var m mem
		if flat {
			g.feval(s.X, 0, 1)
			m, _ = g.address(s.A, 0, 2)
		} else {
			var k int
			m, k = g.address(s.A, 0, 0)
			g.feval(s.X, k, 1)
		}
		op, ok := floatOp(s.Tok)
		if !ok {
			fail("operator %s of floats", s.Tok)
		}
		g.FLoad(w, g.x(0), m.m(0))
		g.FOp(op, w, g.x(0), g.x(1))
		g.FStore(w, m.m(0), g.x(0))
		return
	}
	op, direct := arith(s.Tok)
	switch {
	case isImm(s.X) && direct:
		m, _ := g.address(s.A, 0, 0)
		g.OpStoreImm(op, w, m.m(0), narrowImm(s.X.N, w))
		return
	case flat:
		g.eval(s.X, 0, 0)
		m, k := g.address(s.A, 1, 0)
		g.updateWord(s, op, direct, m, g.t(0), g.t(k))
		if v, ok := g.word(s.A, r); ok {
			g.load(v, m.m(0), r)
		}
	default:
		m, k := g.address(s.A, 0, 0)
		g.eval(s.X, k, 0)
		g.updateWord(s, op, direct, m, g.t(k), g.t(k+1))
	}
}

func narrowImm(n int64, w int) int32 {
	if w < 4 {
		return int32(n << (64 - 8*w) >> (64 - 8*w))
	}
	return int32(n)
}

func (g *gen) updateWord(s *ir.Stmt, op target.Arith, direct bool, m mem, x, tmp target.Reg) {
	w := ir.Width(s.Type.Rep)
	switch {
	case direct:
		g.OpStore(op, w, m.m(0), x)
	case s.Tok == token.MUL:
		g.load(tmp, m.m(0), s.Type.Rep)
		g.Mul(8, tmp, x)
		g.Store(w, m.m(0), tmp)
	case s.Tok == token.AND_NOT:
		g.Asm.Unary(target.Not, 8, x)
		g.OpStore(target.And, w, m.m(0), x)
	default:
		fail("operator %s=", s.Tok)
	}
}

// swap exchanges two values, which are one or have no byte in common.
func (g *gen) swap(s *ir.Stmt) {
	a, k := g.address(s.A, 0, 0)
	b, _ := g.address(s.B, k, 0)
	on := g.NewLabel()
	if s.Type.Pointers {
		g.marking(g.later(func() {
			g.Lea(target.AX, a.m(0))
			g.Lea(target.CX, b.m(0))
			g.Mov(8, target.SI, target.AX)
			g.Mov(8, target.DI, target.CX)
			g.argumentOf(s.Type)
			g.leaveBy(run.ExitSwap, code.OffLeaveWith)
			g.Jmp(on)
		}))
	}
	for off, w := int32(0), 8; off < int32(s.Type.Size); off += int32(w) {
		for int(off)+w > int(s.Type.Size) {
			w /= 2
		}
		g.Load(w, target.AX, a.m(off))
		g.Load(w, target.CX, b.m(off))
		g.Store(w, a.m(off), target.CX)
		g.Store(w, b.m(off), target.AX)
	}
	g.Bind(on)
}

// clearPlace sets a variable to its zero value.
func (g *gen) clearPlace(s *ir.Stmt) {
	if off, ok := s.A.Flat(); ok && ir.IsWord(s.Type.Rep) {
		if r, ok := g.wordAt(off, s.Type.Rep); ok {
			g.Zero(r)
			g.assigned(off)
		} else if x, ok := g.float(s.A, s.Type.Rep); ok {
			g.FZero(x)
		}
	}
	defer func() {
		if s.Type.Rep == memory.RepSlice {
			g.loadSlice(s.A)
		}
	}()
	m, _ := g.address(s.A, 0, 0)
	on := g.NewLabel()
	if s.Type.Pointers {
		slow := g.later(func() {
			g.Lea(target.DI, m.m(0))
			g.Zero(target.SI)
			g.argumentOf(s.Type)
			g.leaveBy(run.ExitZero, code.OffLeaveWith)
			g.Jmp(on)
		})
		g.marking(slow)
	}
	for off := int32(0); off < int32(s.Type.Size); {
		w := 8
		for int(s.Type.Size)-int(off) < w {
			w /= 2
		}
		g.StoreImm(w, m.m(off), 0)
		off += int32(w)
	}
	g.Bind(on)
}

// argumentOf sets the argument A of leaving to a type.
func (g *gen) argumentOf(t *memory.Type) { g.argument(code.OffA, unsafe.Pointer(t)) }
