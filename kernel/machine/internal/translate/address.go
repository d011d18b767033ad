// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Addresses.

package translate

import (
	"polka/kernel/machine/internal/code"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
	"polka/kernel/machine/internal/target"
)

// A mem is an address: base + index*scale + disp. Without an index, scale is 0.
type mem struct {
	base, index target.Reg
	scale       uint8
	disp        int32
}

func at(base target.Reg, disp int32) mem { return mem{base: base, disp: disp} }

// m is the operand for the address, plus off.
func (m mem) m(off int32) target.Mem {
	if m.scale == 0 {
		return target.At(m.base, m.disp+off)
	}
	return target.Index(m.base, m.index, m.scale, m.disp+off)
}

func disp(n int64) int32 {
	if n != int64(int32(n)) || n > 1<<30 || n < -1<<30 {
		fail("an offset that is too large")
	}
	return int32(n)
}

// address computes an address. It uses the temporaries from k on, and returns the first that is
// free after it.
func (g *gen) address(e *ir.Expr, k, j int) (mem, int) {
	switch e.Op {
	case ir.Local:
		return at(frame, disp(e.N)), k
	case ir.Fixed:
		g.MovImm(g.t(k), int64(uintptr(e.P)))
		return at(g.t(k), 0), k + 1
	case ir.Boxed:
		if r, ok := g.wordAt(e.N, memory.RepPtr); ok {
			return at(r, 0), k
		}
		g.Load(8, g.t(k), target.At(frame, disp(e.N)))
		return at(g.t(k), 0), k + 1
	case ir.Deref:
		r, next := g.reg(e.X, k, j)
		if !g.isChecked(e.X) {
			g.Test(8, r, r)
			g.Jcc(target.E, g.failure(run.ExitNil, e.Site))
		}
		return at(r, disp(e.N)), next
	case ir.Offset:
		m, k := g.address(e.X, k, j)
		m.disp = disp(int64(m.disp) + e.N)
		return m, k
	case ir.Elem, ir.Char:
		return g.element(e, k, j)
	case ir.Item:
		return g.item(e, k, j)
	case ir.PtrItem:
		return g.pointerItem(e, k, j)
	case ir.Entry:
		return g.entry(e, k, j)
	case ir.Found:
		return at(g.t(k), 0), k + 1
	}
	fail("an address of kind %d", e.Op)
	return mem{}, 0
}

// isFlat reports whether an address does not depend on what can change, or can panic.
func isFlat(e *ir.Expr) bool {
	return e.Op == ir.Local || e.Op == ir.Fixed || e.Op == ir.Offset && isFlat(e.X)
}

// element is the address of an element of a slice or a string.
func (g *gen) element(e *ir.Expr, k, j int) (mem, int) {
	if isFlat(e.X) {
		return g.flatElement(e, k, j)
	}
	h, n := g.address(e.X, k, j)
	i, next := g.reg(e.Y, n, j)
	g.OpLoad(target.Cmp, 8, i, h.m(8))
	g.Jcc(target.AE, g.outOfRange(e.Site, i, func() { g.Load(8, target.CX, h.m(8)) }))
	if n == k { // the header's address is in the registers of variables
		g.Load(8, g.t(next), h.m(0))
		return g.scaled(at(g.t(next), disp(e.M)), i, e.N, next+1)
	}
	// It is in t(k) and perhaps another, the index behind.
	g.Load(8, g.t(k), h.m(0))
	if next == n {
		return g.scaled(at(g.t(k), disp(e.M)), i, e.N, k+1)
	}
	if i != g.t(k+1) {
		g.Mov(8, g.t(k+1), i)
	}
	return g.scaled(at(g.t(k), disp(e.M)), g.t(k+1), e.N, k+2)
}

// flatElement is element for a slice that is a variable: the index is evaluated first.
func (g *gen) flatElement(e *ir.Expr, k, j int) (mem, int) {
	i, n := g.reg(e.Y, k, j)
	var p, length target.Reg
	var hasP, hasLength bool
	if off, ok := e.X.Flat(); ok {
		p, hasP = g.wordAt(off, memory.RepPtr)
		length, hasLength = g.wordAt(off+8, memory.RepInt)
	}
	var h mem
	if !hasP || !hasLength {
		h, _ = g.address(e.X, n, j)
	}
	if hasLength {
		g.Op(target.Cmp, 8, i, length)
		g.Jcc(target.AE, g.outOfRange(e.Site, i, func() { g.Mov(8, target.CX, length) }))
	} else {
		g.OpLoad(target.Cmp, 8, i, h.m(8))
		g.Jcc(target.AE, g.outOfRange(e.Site, i, func() { g.Load(8, target.CX, h.m(8)) }))
	}
	if !hasP {
		p = g.t(n)
		g.Load(8, p, h.m(0))
		n++
	}
	return g.scaled(at(p, disp(e.M)), i, e.N, n)
}

// scaled is m plus size times i; free is the first temporary that is free.
func (g *gen) scaled(m mem, i target.Reg, size int64, free int) (mem, int) {
	to := i // the product; a variable must not change
	if g.isVariable(i) && size != 1 && size != 2 && size != 4 && size != 8 {
		to = g.t(free)
		free++
	}
	switch size {
	case 1, 2, 4, 8:
		m.index, m.scale = i, uint8(size)
	case 16, 32, 64:
		if to != i {
			g.Mov(8, to, i)
		}
		g.ShiftImm(target.Shl, 8, to, map[int64]uint8{16: 4, 32: 5, 64: 6}[size])
		m.index, m.scale = to, 1
	case 24, 40, 72:
		g.Lea(to, target.Index(i, i, map[int64]uint8{24: 2, 40: 4, 72: 8}[size], 0))
		m.index, m.scale = to, 8
	default:
		g.MulImm(8, to, i, disp(size))
		m.index, m.scale = to, 1
	}
	return m, free
}

// item is the address of an element of an array.
func (g *gen) item(e *ir.Expr, k, j int) (mem, int) {
	m, n := g.address(e.X, k, j)
	if m.scale != 0 {
		g.Lea(g.t(k), m.m(0))
		m, n = at(g.t(k), 0), k+1
	}
	i, next := g.reg(e.Y, n, j)
	g.OpImm(target.Cmp, 8, i, disp(e.M))
	g.Jcc(target.AE, g.outOfRange(e.Site, i, func() { g.MovImm(target.CX, e.M) }))
	return g.scaled(m, i, e.N, next)
}

// pointerItem is item for an array that a pointer leads to. The index is evaluated before a nil
// pointer fails.
func (g *gen) pointerItem(e *ir.Expr, k, j int) (mem, int) {
	p, n := g.reg(e.X, k, j)
	i, next := g.reg(e.Y, n, j)
	g.Test(8, p, p)
	g.Jcc(target.E, g.failure(run.ExitNil, e.Site))
	g.OpImm(target.Cmp, 8, i, disp(e.M))
	g.Jcc(target.AE, g.outOfRange(e.Site, i, func() { g.MovImm(target.CX, e.M) }))
	return g.scaled(at(p, 0), i, e.N, next)
}

// failure leaves to panic at a site.
func (g *gen) failure(why int32, site int32) target.Label {
	if g.inPlace != nil {
		return *g.inPlace
	}
	return g.later(func() {
		g.region = nil
		g.StoreImm(8, ctx(code.OffA), site)
		g.leave(why)
		g.Trap()
	})
}

// outOfRange leaves to panic for the index i. Length loads the length into CX.
func (g *gen) outOfRange(site int32, i target.Reg, length func()) target.Label {
	if g.inPlace != nil {
		return *g.inPlace
	}
	return g.later(func() {
		length()
		g.StoreImm(8, ctx(code.OffA), site)
		g.Store(8, ctx(code.OffB), i)
		g.Store(8, ctx(code.OffC), target.CX)
		g.region = nil
		g.leave(run.ExitIndex)
		g.Trap()
	})
}

// multi is the address of a value of several words.
func (g *gen) multi(e *ir.Expr, k, j int) (mem, int) {
	switch e.Op {
	case ir.Load:
		return g.address(e.X, k, j)
	case ir.Leaf:
		g.leaf(e, k, j)
		return resultAt(e.Rep), k
	case ir.CallOp:
		g.call(e.Call, e.Rep, k, j)
		return resultAt(e.Rep), k
	case ir.Append:
		g.append(e, k, j)
		return resultAt(e.Rep), k
	case ir.Slice:
		g.slice(e, k, j)
		return resultAt(e.Rep), k
	case ir.ToAny:
		g.toAny(e, k, j)
		return resultAt(e.Rep), k
	case ir.After:
		g.save(k, j)
		g.stmt(e.S)
		g.restore(k, j)
		return g.multi(e.X, k, j)
	case ir.Paired:
		g.eval(e.X, k, j)
		g.MovImm(target.AX, int64(uintptr(e.P)))
		to := resultAt(e.Rep)
		g.Store(8, to.m(0), target.AX)
		g.Store(8, to.m(8), g.t(k))
		return to, k
	}
	fail("a value of several words of kind %d", e.Op)
	return mem{}, 0
}

// marking jumps to slow if the collector is marking: then Go code has to store pointers. All stores
// of pointers come after it, and code does not leave in between.
func (g *gen) marking(slow target.Label) {
	if Careless {
		return
	}
	g.Load(8, target.AX, ctx(code.OffBarrier))
	g.OpStoreImm(target.Cmp, 4, target.At(target.AX, 0), 0)
	g.Jcc(target.NE, slow)
}

// Careless leaves the test for the collector out, for a test that shows that this is noticed.
var Careless bool

// storePointer stores the pointer in src, which is SI, at m. Only the registers of m are used.
func (g *gen) storePointer(m mem) {
	on := g.NewLabel()
	slow := g.later(func() {
		g.Lea(target.DI, m.m(0))
		g.leaveBy(run.ExitBarrier, code.OffLeaveWith)
		g.Jmp(on)
	})
	g.marking(slow)
	g.Store(8, m.m(0), target.SI)
	g.Bind(on)
}

// copyTo copies a value of type t from src to dst. After it no temporary is valid if t has
// pointers.
func (g *gen) copyTo(dst, src mem, t *memory.Type) {
	on := g.NewLabel()
	if t.Pointers {
		slow := g.later(func() {
			g.Lea(target.AX, dst.m(0))
			g.Lea(target.CX, src.m(0))
			g.Mov(8, target.SI, target.CX)
			g.Mov(8, target.DI, target.AX)
			g.argumentOf(t)
			g.leaveBy(run.ExitCopy, code.OffLeaveWith)
			g.Jmp(on)
		})
		g.marking(slow)
	}
	g.copyBytes(dst, src, t.Size)
	g.Bind(on)
}

// copyBytes copies n bytes, which are no pointers while the collector is marking.
func (g *gen) copyBytes(dst, src mem, n uintptr) {
	for off := int32(0); off < int32(n); {
		w := 8
		for int(n)-int(off) < w {
			w /= 2
		}
		g.Load(w, target.AX, src.m(off))
		g.Store(w, dst.m(off), target.AX)
		off += int32(w)
	}
}
