// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Assignments of several values.
//
// The compiler evaluates what is assigned, and indices that the statement could change, into
// variables of the frame that only this statement reads. Where registers suffice they are never
// stored: a value stays in a temporary, or in the register of the variable that it is; what has
// been computed already is not computed again, since nothing is stored before all have been.

package translate

import (
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/target"
)

// several assigns several values.
func (g *gen) several(s *ir.Stmt) {
	if g.plain || !g.hold(s) {
		for _, x := range s.List {
			g.stmt(x)
		}
	}
}

// hold is several with temporary variables in registers. It reports whether there are enough: if
// not, it has generated nothing.
func (g *gen) hold(s *ir.Stmt) (done bool) {
	back, known, pos := g.mayGoBack(), g.known(), g.pos
	temps, floats := g.maxTemp, g.maxFloat
	defer func() {
		g.held, g.holding = nil, 0
		if done {
			return
		}
		e := recover()
		if _, ok := e.(failure); !ok {
			panic(e)
		}
		back()
		g.restoreKnown(known)
		g.maxTemp, g.maxFloat, g.pos = temps, floats, pos
	}()
	g.held = make(map[variable]target.Reg)
	n := int(s.N)
	for i, x := range s.List[:n] {
		g.held[variable{x.A.N, x.Type.Rep}] = g.valueOf(s, i)
	}
	for _, x := range s.List[n:] {
		g.setWord(x, g.holding)
	}
	return true
}

// valueOf is a register with the value of part i of s, which stays there.
func (g *gen) valueOf(s *ir.Stmt, i int) target.Reg {
	x := s.List[i].X
	for _, y := range s.List[:i] {
		if x.Same(y.X) {
			return g.held[variable{y.A.N, y.Type.Rep}]
		}
	}
	if r, ok := g.inRegister(x); ok && !changes(s, x) {
		return r
	}
	g.eval(x, g.holding, 0)
	r := g.t(g.holding)
	g.holding++
	return r
}

// changes reports whether s assigns to the variable that x reads.
func changes(s *ir.Stmt, x *ir.Expr) bool {
	if x.Op != ir.Load {
		return true
	}
	off, _ := x.X.Flat()
	for _, y := range s.List[s.N:] {
		if at, ok := y.A.Flat(); ok && at < off+8 && off < at+8 {
			return true
		}
	}
	return false
}

// setWord is set for a word that is neither a float nor a pointer. The temporaries below k are in
// use.
func (g *gen) setWord(s *ir.Stmt, k int) {
	x, r := s.X, s.Type.Rep
	if g.setVariable(s.A, x, r, k) {
		return
	}
	if isImm(x) {
		m, _ := g.address(s.A, k, 0)
		g.StoreImm(ir.Width(r), m.m(0), int32(x.N))
		return
	}
	y, n := g.reg(x, k, 0)
	m, _ := g.address(s.A, n, 0)
	g.Store(ir.Width(r), m.m(0), y)
}
