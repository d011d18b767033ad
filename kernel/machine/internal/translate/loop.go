//go:build amd64 && (linux || darwin || windows)

// If and loops.

package translate

import (
	"polka/kernel/machine/internal/amd64"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
)

func (g *gen) ifStmt(s *ir.Stmt) {
	els, end := g.NewLabel(), g.NewLabel()
	g.cond(s.X, els, false, 0, 0)
	g.stmt(s.Body)
	if s.Else.Kind == ir.Nop {
		g.Bind(els)
		g.Bind(end)
		return
	}
	g.Jmp(end)
	g.Bind(els)
	g.stmt(s.Else)
	g.Bind(end)
}

// loop is a loop with a condition, which may be nil.
func (g *gen) loop(s *ir.Stmt) {
	test := g.NewLabel()
	if s.X != nil {
		g.Jmp(test)
	}
	g.around(s, func(top, end amd64.Label) {
		if s.Post != nil {
			g.stmt(s.Post)
		}
		g.Bind(test)
		if s.X == nil {
			g.Jmp(top)
		} else {
			g.cond(s.X, top, true, 0, 0)
		}
	})
}

// around is the body of a loop, and what follows it: next goes to top or falls out.
func (g *gen) around(s *ir.Stmt, next func(top, end amd64.Label)) {
	top, cont, end := g.NewLabel(), g.NewLabel(), g.NewLabel()
	g.targets = append(g.targets, target{s.Brk, end}, target{s.Cont, cont})
	g.Bind(top)
	if s.Key != nil {
		g.key(s)
	}
	if s.Value != nil {
		g.value(s)
	}
	g.stmt(s.Body)
	g.Bind(cont)
	g.poll()
	g.targets = g.targets[:len(g.targets)-2]
	next(top, end)
	g.Bind(end)
}

// each is a range over the slice in the frame at N, with the index in the frame at M.
func (g *gen) each(s *ir.Stmt) { g.counted(s, disp(s.N)+8, false) }

// count is a range over the integers below the one in the frame at N, with the counter at M.
func (g *gen) count(s *ir.Stmt) {
	g.counted(s, disp(s.N), s.Rep == memory.RepUint || s.Rep == memory.RepUint64 || s.Rep == memory.RepUintptr)
}

func (g *gen) counted(s *ir.Stmt, limit int32, unsigned bool) {
	i := amd64.At(frame, disp(s.M))
	test := g.NewLabel()
	g.StoreImm(8, i, 0)
	g.Jmp(test)
	g.around(s, func(top, end amd64.Label) {
		g.OpStoreImm(amd64.Add, 8, i, 1)
		g.Bind(test)
		g.Load(8, g.t(0), i)
		g.OpLoad(amd64.Cmp, 8, g.t(0), amd64.At(frame, limit))
		c := amd64.L
		if unsigned {
			c = amd64.B
		}
		g.Jcc(c, top)
	})
}

// key assigns the index, or the counter, to the variable of the loop.
func (g *gen) key(s *ir.Stmt) {
	g.Load(8, g.t(0), amd64.At(frame, disp(s.M)))
	m, _ := g.address(s.Key, 1, 0)
	w := 8
	if s.Kind == ir.Count {
		w = ir.Width(s.Rep)
	}
	g.Store(w, m.m(0), g.t(0))
}

// value assigns the element to the variable of the loop.
func (g *gen) value(s *ir.Stmt) {
	g.Load(8, g.t(0), amd64.At(frame, disp(s.M)))
	g.Load(8, g.t(1), amd64.At(frame, disp(s.N)))
	src, k := g.scaled(at(g.t(1), 0), g.t(0), int64(s.Type.Size), 2)
	dst, _ := g.address(s.Value, k, 0)
	switch r := s.Type.Rep; {
	case r == memory.RepPtr:
		g.Load(8, amd64.SI, src.m(0))
		g.storePointer(dst)
	case ir.IsWord(r):
		g.Load(ir.Width(r), amd64.CX, src.m(0))
		g.Store(ir.Width(r), dst.m(0), amd64.CX)
	default:
		g.copyTo(dst, src, s.Type)
	}
}

// switchStmt looks for the first condition that holds.
func (g *gen) switchStmt(s *ir.Stmt) {
	end := g.NewLabel()
	bodies := make([]amd64.Label, len(s.Cases))
	for i := range bodies {
		bodies[i] = g.NewLabel()
	}
	for i, c := range s.Cases {
		for _, x := range c.Conds {
			g.cond(x, bodies[i], true, 0, 0)
		}
	}
	if s.N >= 0 {
		g.Jmp(bodies[s.N])
	} else {
		g.Jmp(end)
	}
	for i, c := range s.Cases {
		g.Bind(bodies[i])
		g.targets = append(g.targets, target{s.Brk, end})
		if i+1 < len(bodies) {
			g.targets = append(g.targets, target{c.Fall, bodies[i+1]})
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
}
