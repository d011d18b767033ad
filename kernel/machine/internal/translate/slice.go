// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Slicing and append. The usual cases are here; for all others, and to fail, the code leaves to the
// closure of the whole expression, whose operands have no effects.

package translate

import (
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/target"
)

// rarely leaves for the closure of e, and continues at on.
func (g *gen) rarely(e *ir.Expr, k, j int, on target.Label) target.Label {
	if g.inPlace != nil {
		return *g.inPlace // the closure is one of another frame
	}
	return g.later(func() {
		g.leaf(e, k, j)
		g.Jmp(on)
	})
}

// slice is x[lo:hi].
func (g *gen) slice(e *ir.Expr, k, j int) {
	on := g.NewLabel()
	slow := g.rarely(e, k, j, on)
	m, n := g.address(e.X, k, j)
	lo, hi := g.t(n), g.t(n+1)
	if e.Y != nil {
		g.eval(e.Y, n, j)
	} else {
		g.MovImm(lo, 0)
	}
	if e.Z != nil {
		g.eval(e.Z, n+1, j)
	} else {
		g.Load(8, hi, m.m(8))
	}
	to := resultAt(e.Rep)
	limit := int32(16)
	if e.Rep == memory.RepString {
		limit = 8
	}
	g.Load(8, target.AX, m.m(limit)) // the capacity, or the length of a string
	g.Op(target.Cmp, 8, hi, target.AX)
	g.Jcc(target.A, slow)
	g.Op(target.Cmp, 8, lo, hi)
	g.Jcc(target.A, slow)
	g.Op(target.Sub, 8, hi, lo)
	g.Op(target.Sub, 8, target.AX, lo)
	// A pointer behind the end would be one to other memory.
	g.Load(8, target.CX, m.m(0))
	g.Store(8, to.m(8), hi)
	if e.Rep == memory.RepSlice {
		g.Store(8, to.m(16), target.AX)
	}
	g.MulImm(8, lo, lo, disp(e.N))
	g.Op(target.Add, 8, lo, target.CX)
	g.Test(8, target.AX, target.AX)
	g.Cmov(target.E, 8, lo, target.CX)
	g.Store(8, to.m(0), lo)
	g.Bind(on)
}

// append is the slice at an address with a value behind it, if there is room.
func (g *gen) append(e *ir.Expr, k, j int) {
	on := g.NewLabel()
	slow := g.rarely(e, k, j, on)
	m, n := g.address(e.X, k, j)
	r := e.Elem.Rep
	var src mem
	switch {
	case ir.IsFloat(r):
		g.feval(e.Y, n, j)
	case ir.IsWord(r):
		g.eval(e.Y, n, j)
		n++
	default:
		src, n = g.address(e.Y.X, n, j)
	}
	i := g.t(n)
	g.Load(8, i, m.m(8))
	g.OpLoad(target.Cmp, 8, i, m.m(16))
	g.Jcc(target.GE, slow)
	if e.Elem.Pointers {
		g.marking(slow)
	}
	to := resultAt(memory.RepSlice)
	g.Load(8, target.DX, m.m(16))
	g.Store(8, to.m(16), target.DX)
	g.Load(8, target.CX, m.m(0))
	g.Store(8, to.m(0), target.CX)
	g.Lea(target.DX, target.At(i, 1))
	g.Store(8, to.m(8), target.DX)
	dst, _ := g.scaled(at(target.CX, 0), i, int64(e.Elem.Size), n+1)
	switch {
	case ir.IsFloat(r):
		g.FStore(ir.Width(r), dst.m(0), g.x(j))
	case ir.IsWord(r):
		g.Store(ir.Width(r), dst.m(0), g.t(n-1))
	default:
		g.copyBytes(dst, src, e.Elem.Size)
	}
	g.Bind(on)
}
