// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Variables in registers.
//
// A loop that runs nothing but its own code, with the loops inside of it, is a region: it has the
// variables that it uses most in the registers that its expressions do not need. To know which
// these are, the code of the loop is generated twice: first with all variables in memory.
//
// An assignment goes to the register and to the frame. So the frame is right wherever code leaves,
// to yield, to fail or for the collector, and nothing has to be stored then; after it has left, the
// registers are loaded again. This costs a store that nothing waits for; what the loop gains is not
// to wait for loads of what it has just stored.
//
// In a region a pointer that has been found not to be nil is not looked at again until it is
// assigned, or code from elsewhere comes in.
//
// A loop of a region does not look for a stop when it goes round, only whether the scheduler wants
// the thread to yield, which it does every 10 ms. A stop is noticed then.

package translate

import (
	"maps"
	"slices"

	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/target"
)

// A region is a loop with variables in registers.
type region struct {
	words  map[variable]target.Reg
	floats map[variable]target.XReg
	loads  []variable // all of them, in a fixed order
	mine   []target.Reg
	// checked are the pointers that are not nil.
	checked map[int64]bool
}

// regional generates the code of a loop, as a region if it can be one.
func (g *gen) regional(s *ir.Stmt, generate func(*ir.Stmt)) {
	if g.region != nil || g.plain || s.Leaves() {
		generate(s)
		return
	}
	vars, divides := variablesOf(s)
	if len(vars) == 0 {
		generate(s)
		return
	}
	back := g.mayGoBack()
	temps, floats := g.maxTemp, g.maxFloat
	g.maxTemp, g.maxFloat = 0, 0
	g.region = &region{checked: make(map[int64]bool)}
	generate(s)
	r := assign(vars, g.maxTemp, g.maxFloat, divides)
	g.maxTemp, g.maxFloat = max(temps, g.maxTemp), max(floats, g.maxFloat)
	back()
	g.region = r
	g.loadVariables()
	generate(s)
	g.region = nil
}

// mayGoBack returns a function that forgets the code that has been generated since.
func (g *gen) mayGoBack() func() {
	place, slow, marks, pushed, order, finders := g.Place(), len(g.slow), len(g.marks), g.maxPush, g.hasOrder, maps.Clone(g.finders)
	return func() {
		g.Cut(place)
		g.slow, g.marks, g.maxPush, g.hasOrder, g.finders = g.slow[:slow], g.marks[:marks], pushed, order, finders
	}
}

// assign gives registers to variables, as far as there are any that n temporaries and m floats do
// not need.
func assign(vars []use, n, m int, divides bool) *region {
	r := &region{words: make(map[variable]target.Reg), floats: make(map[variable]target.XReg), checked: make(map[int64]bool)}
	free := []target.Reg{target.R13, target.BP}
	if !divides {
		free = append(free, target.DX)
	}
	for k := len(temps) - 1; k >= max(n, 2); k-- {
		free = append(free, temps[k])
	}
	for _, v := range vars {
		switch {
		case ir.IsFloat(v.rep):
			if m < floats {
				r.floats[v.variable] = target.XReg(m)
				m++
				r.loads = append(r.loads, v.variable)
			}
		case len(free) > 0:
			r.words[v.variable] = free[0]
			r.mine = append(r.mine, free[0])
			free = free[1:]
			r.loads = append(r.loads, v.variable)
		}
	}
	return r
}

// loadVariables loads the variables of the region, if there is one.
func (g *gen) loadVariables() {
	if g.region == nil {
		return
	}
	for _, v := range g.region.loads {
		m := target.At(frame, disp(v.off))
		if x, ok := g.region.floats[v]; ok {
			g.FLoad(ir.Width(v.rep), x, m)
		} else {
			g.load(g.region.words[v], m, v.rep)
		}
	}
}

// word is the register of the variable at an address, if it has one.
func (g *gen) word(a *ir.Expr, rep memory.Rep) (target.Reg, bool) {
	off, ok := a.Flat()
	if !ok {
		return 0, false
	}
	return g.wordAt(off, rep)
}

func (g *gen) wordAt(off int64, rep memory.Rep) (target.Reg, bool) {
	if r, ok := g.held[variable{off, rep}]; ok {
		return r, true
	}
	if g.region == nil {
		return 0, false
	}
	r, ok := g.region.words[variable{off, rep}]
	return r, ok
}

// float is word for a float.
func (g *gen) float(a *ir.Expr, rep memory.Rep) (target.XReg, bool) {
	if g.region == nil {
		return 0, false
	}
	off, ok := a.Flat()
	if !ok {
		return 0, false
	}
	x, ok := g.region.floats[variable{off, rep}]
	return x, ok
}

// inRegister is the register of a variable that e reads. It must not be changed.
func (g *gen) inRegister(e *ir.Expr) (target.Reg, bool) {
	switch e.Op {
	case ir.Load:
		return g.word(e.X, e.Rep)
	case ir.Len:
		if off, ok := e.X.Flat(); ok {
			return g.wordAt(off+8, memory.RepInt)
		}
	}
	return 0, false
}

// reg is a register with the value of e, which must not be changed: that of a variable or temporary
// k. Next is the first temporary that is free.
func (g *gen) reg(e *ir.Expr, k, j int) (r target.Reg, next int) {
	if r, ok := g.inRegister(e); ok {
		return r, k
	}
	g.eval(e, k, j)
	return g.t(k), k + 1
}

// freg is reg for floats.
func (g *gen) freg(e *ir.Expr, k, j int) (x target.XReg, next int) {
	if e.Op == ir.Load {
		if x, ok := g.float(e.X, e.Rep); ok {
			return x, j
		}
	}
	g.feval(e, k, j)
	return g.x(j), j + 1
}

// isVariable reports whether r is the register of a variable, or of a temporary variable that an
// assignment of several values holds.
func (g *gen) isVariable(r target.Reg) bool {
	return slices.Contains(temps[:g.holding], r) || g.region != nil && slices.Contains(g.region.mine, r)
}

// forget is called where code comes together.
func (g *gen) forget() {
	if g.region != nil {
		clear(g.region.checked)
	}
}

// known is what is known of pointers, for restoreKnown.
func (g *gen) known() map[int64]bool {
	if g.region == nil {
		return nil
	}
	return maps.Clone(g.region.checked)
}

func (g *gen) restoreKnown(known map[int64]bool) {
	if g.region != nil {
		g.region.checked = maps.Clone(known)
	}
}

// isChecked reports whether the pointer e is not nil. If that is not known, it is after this.
func (g *gen) isChecked(e *ir.Expr) bool {
	if _, ok := g.inRegister(e); !ok {
		return false
	}
	off, _ := e.X.Flat()
	if g.region.checked[off] {
		return true
	}
	g.region.checked[off] = true
	return false
}

// assigned says that the variable at off has another value.
func (g *gen) assigned(off int64) {
	if g.region != nil {
		delete(g.region.checked, off)
	}
}

// setVariable assigns x to a variable that is in a register, and reports whether it is in one.
// The temporaries below k are in use.
func (g *gen) setVariable(a, x *ir.Expr, rep memory.Rep, k int) bool {
	off, ok := a.Flat()
	if !ok || g.region == nil {
		return false
	}
	m := at(frame, disp(off))
	if ir.IsFloat(rep) {
		dst, ok := g.float(a, rep)
		if ok {
			y, _ := g.freg(x, k, 0)
			g.FMov(dst, y)
			g.FStore(ir.Width(rep), m.m(0), dst)
		}
		return ok
	}
	dst, ok := g.wordAt(off, rep)
	switch {
	case !ok:
		return false
	case rep == memory.RepPtr:
		g.eval(x, 0, 0)
		g.Mov(8, dst, target.SI)
		g.storePointer(m)
		g.assigned(off)
	case isImm(x):
		g.MovImm(dst, x.N)
		g.StoreImm(ir.Width(rep), m.m(0), int32(x.N))
	default:
		if y, ok := g.inRegister(x); ok {
			g.Mov(8, dst, y)
		} else if x.Op == ir.Load {
			from, _ := g.address(x.X, k, 0)
			g.load(dst, from.m(0), x.Rep)
		} else {
			g.eval(x, k, 0)
			g.Mov(8, dst, g.t(k))
		}
		g.Store(ir.Width(rep), m.m(0), dst)
	}
	return true
}

// loadSlice loads the pointer and the length of a slice that has been assigned, as far as they are
// in registers.
func (g *gen) loadSlice(a *ir.Expr) {
	off, ok := a.Flat()
	if !ok {
		return
	}
	if r, ok := g.wordAt(off, memory.RepPtr); ok {
		g.Load(8, r, target.At(frame, disp(off)))
		g.assigned(off)
	}
	if r, ok := g.wordAt(off+8, memory.RepInt); ok {
		g.Load(8, r, target.At(frame, disp(off)+8))
	}
}

// updateVariable is setVariable for a op= x.
func (g *gen) updateVariable(s *ir.Stmt) bool {
	rep := s.Type.Rep
	off, ok := s.A.Flat()
	if !ok || g.region == nil {
		return false
	}
	m := target.At(frame, disp(off))
	if ir.IsFloat(rep) {
		dst, ok := g.float(s.A, rep)
		op, known := floatOp(s.Tok)
		if !ok || !known {
			return false
		}
		y, _ := g.freg(s.X, 0, 0)
		g.FOp(op, ir.Width(rep), dst, y)
		g.FStore(ir.Width(rep), m, dst)
		return true
	}
	dst, ok := g.wordAt(off, rep)
	op, direct := arith(s.Tok)
	switch {
	case !ok:
		return false
	case direct && isImm(s.X):
		g.OpImm(op, 8, dst, int32(s.X.N))
	case direct:
		y, _ := g.reg(s.X, 0, 0)
		g.Op(op, 8, dst, y)
	default:
		return false
	}
	g.narrow(dst, rep)
	g.Store(ir.Width(rep), m, dst)
	return true
}
