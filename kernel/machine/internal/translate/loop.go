// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// If and loops.

package translate

import (
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/target"
)

func (g *gen) ifStmt(s *ir.Stmt) {
	els, end := g.NewLabel(), g.NewLabel()
	g.cond(s.X, els, false, 0, 0)
	known := g.known()
	g.stmt(s.Body)
	if s.Else.Kind == ir.Nop {
		g.Bind(els)
		g.Bind(end)
		g.forget()
		return
	}
	g.Jmp(end)
	g.Bind(els)
	g.restoreKnown(known)
	g.stmt(s.Else)
	g.Bind(end)
	g.forget()
}

// loop is a loop with a condition, which may be nil.
func (g *gen) loop(s *ir.Stmt) {
	test := g.NewLabel()
	if s.X != nil {
		g.Jmp(test)
	}
	g.around(s, func(top, end target.Label) {
		if s.Post != nil {
			g.stmt(s.Post)
		}
		g.Bind(test)
		g.forget()
		if s.X == nil {
			g.Jmp(top)
		} else {
			g.cond(s.X, top, true, 0, 0)
		}
	})
}

// around is the body of a loop, and what follows it: next goes to top or falls out.
func (g *gen) around(s *ir.Stmt, next func(top, end target.Label)) {
	top, cont, end := g.NewLabel(), g.NewLabel(), g.NewLabel()
	g.targets = append(g.targets, destination{s.Brk, end}, destination{s.Cont, cont})
	g.Bind(top)
	g.forget()
	if s.Key != nil {
		g.key(s)
	}
	if s.Value != nil {
		g.value(s)
	}
	g.stmt(s.Body)
	g.Bind(cont)
	g.forget()
	g.poll()
	g.targets = g.targets[:len(g.targets)-2]
	next(top, end)
	g.Bind(end)
	g.forget()
}

// each is a range over the slice in the frame at N, with the index in the frame at M.
func (g *gen) each(s *ir.Stmt) { g.counted(s, disp(s.N)+8, false) }

// count is a range over the integers below the one in the frame at N, with the counter at M.
func (g *gen) count(s *ir.Stmt) {
	g.counted(s, disp(s.N), s.Rep == memory.RepUint || s.Rep == memory.RepUint64 || s.Rep == memory.RepUintptr)
}

func (g *gen) counted(s *ir.Stmt, limit int32, unsigned bool) {
	i := target.At(frame, disp(s.M))
	v, inReg := g.wordAt(s.M, memory.RepInt)
	test := g.NewLabel()
	if inReg {
		g.Zero(v)
	}
	g.StoreImm(8, i, 0)
	g.Jmp(test)
	g.around(s, func(top, end target.Label) {
		if inReg {
			g.OpImm(target.Add, 8, v, 1)
			g.Store(8, i, v)
		} else {
			g.OpStoreImm(target.Add, 8, i, 1)
		}
		g.Bind(test)
		r := v
		if !inReg {
			r = g.t(0)
			g.Load(8, r, i)
		}
		if n, ok := g.wordAt(int64(limit), memory.RepInt); ok {
			g.Op(target.Cmp, 8, r, n)
		} else {
			g.OpLoad(target.Cmp, 8, r, target.At(frame, limit))
		}
		c := target.L
		if unsigned {
			c = target.B
		}
		g.Jcc(c, top)
	})
}

// index is the counter of a range loop: its register, or temporary k.
func (g *gen) index(s *ir.Stmt, k int) (r target.Reg, next int) {
	if v, ok := g.wordAt(s.M, memory.RepInt); ok {
		return v, k
	}
	g.Load(8, g.t(k), target.At(frame, disp(s.M)))
	return g.t(k), k + 1
}

// key assigns the index, or the counter, to the variable of the loop.
func (g *gen) key(s *ir.Stmt) {
	i, k := g.index(s, 0)
	rep := keyRep(s)
	if v, ok := g.word(s.Key, rep); ok {
		g.Mov(8, v, i)
		g.narrow(v, rep)
	}
	m, _ := g.address(s.Key, k, 0)
	g.Store(ir.Width(rep), m.m(0), i)
}

// value assigns the element to the variable of the loop.
func (g *gen) value(s *ir.Stmt) {
	i, k := g.index(s, 0)
	p, ok := g.wordAt(s.N, memory.RepPtr)
	if !ok {
		p = g.t(k)
		k++
		g.Load(8, p, target.At(frame, disp(s.N)))
	}
	src, k := g.scaled(at(p, 0), i, int64(s.Type.Size), k)
	r, w := s.Type.Rep, ir.Width(s.Type.Rep)
	if x, ok := g.float(s.Value, r); ok {
		g.FLoad(w, x, src.m(0))
		g.FStore(w, target.At(frame, flat(s.Value)), x)
		return
	}
	if v, ok := g.word(s.Value, r); ok && r != memory.RepPtr {
		g.load(v, src.m(0), r)
		g.Store(w, target.At(frame, flat(s.Value)), v)
		return
	}
	dst, _ := g.address(s.Value, k, 0)
	switch {
	case r == memory.RepPtr:
		g.Load(8, target.SI, src.m(0))
		if v, ok := g.word(s.Value, r); ok {
			g.Mov(8, v, target.SI)
			g.assigned(int64(flat(s.Value)))
		}
		g.storePointer(dst)
	case ir.IsWord(r):
		g.Load(w, target.CX, src.m(0))
		g.Store(w, dst.m(0), target.CX)
	default:
		g.copyTo(dst, src, s.Type)
		if r == memory.RepSlice {
			g.loadSlice(s.Value)
		}
	}
}

// flat is the offset in the frame of an address that has one.
func flat(a *ir.Expr) int32 {
	off, _ := a.Flat()
	return disp(off)
}

// switchStmt looks for the first condition that holds.
func (g *gen) switchStmt(s *ir.Stmt) {
	end := g.NewLabel()
	bodies := make([]target.Label, len(s.Cases))
	for i := range bodies {
		bodies[i] = g.NewLabel()
	}
	for i, c := range s.Cases {
		for _, x := range c.Conds {
			g.cond(x, bodies[i], true, 0, 0)
		}
	}
	g.forget()
	if s.N >= 0 {
		g.Jmp(bodies[s.N])
	} else {
		g.Jmp(end)
	}
	for i, c := range s.Cases {
		g.Bind(bodies[i])
		g.forget()
		g.targets = append(g.targets, destination{s.Brk, end})
		if i+1 < len(bodies) {
			g.targets = append(g.targets, destination{c.Fall, bodies[i+1]})
		}
		n := len(g.targets)
		g.stmt(c.Body)
		g.targets = g.targets[:n-1]
		if i+1 < len(bodies) {
			g.targets = g.targets[:n-2]
		}
		g.Jmp(end)
	}
	g.Bind(end)
	g.forget()
}
