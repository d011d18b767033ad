//go:build amd64 && (linux || darwin || windows)

// Addresses.

package translate

import (
	"polka/kernel/machine/internal/amd64"
	"polka/kernel/machine/internal/code"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
)

// A mem is an address: base + index*scale + disp. Without an index, scale is 0.
type mem struct {
	base, index amd64.Reg
	scale       uint8
	disp        int32
}

func at(base amd64.Reg, disp int32) mem { return mem{base: base, disp: disp} }

// m is the operand for the address, plus off.
func (m mem) m(off int32) amd64.Mem {
	if m.scale == 0 {
		return amd64.At(m.base, m.disp+off)
	}
	return amd64.Index(m.base, m.index, m.scale, m.disp+off)
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
		g.Load(8, g.t(k), amd64.At(frame, disp(e.N)))
		return at(g.t(k), 0), k + 1
	case ir.Deref:
		g.eval(e.X, k, j)
		r := g.t(k)
		g.Test(8, r, r)
		g.Jcc(amd64.E, g.failure(run.ExitNil, e.Site))
		return at(r, disp(e.N)), k + 1
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
	var h mem
	var i amd64.Reg
	if isFlat(e.X) { // the index first
		i = g.t(k)
		g.eval(e.Y, k, j)
		h, _ = g.address(e.X, k+1, j)
	} else {
		var n int
		h, n = g.address(e.X, k, j)
		g.eval(e.Y, n, j)
		i = g.t(n)
	}
	g.OpLoad(amd64.Cmp, 8, i, h.m(8))
	g.Jcc(amd64.AE, g.outOfRange(e.Site, i, func() { g.Load(8, amd64.CX, h.m(8)) }))
	if isFlat(e.X) {
		g.Load(8, g.t(k+1), h.m(0))
		return g.scaled(at(g.t(k+1), disp(e.M)), i, e.N, k+2)
	}
	// The header's address is in t(k) and perhaps another, the index behind.
	g.Load(8, g.t(k), h.m(0))
	if i != g.t(k+1) {
		g.Mov(8, g.t(k+1), i)
	}
	return g.scaled(at(g.t(k), disp(e.M)), g.t(k+1), e.N, k+2)
}

// scaled is m plus size times i; free is the first temporary that is free.
func (g *gen) scaled(m mem, i amd64.Reg, size int64, free int) (mem, int) {
	switch size {
	case 1, 2, 4, 8:
		m.index, m.scale = i, uint8(size)
	case 16, 32, 64:
		g.ShiftImm(amd64.Shl, 8, i, map[int64]uint8{16: 4, 32: 5, 64: 6}[size])
		m.index, m.scale = i, 1
	case 24, 40, 72:
		g.Lea(i, amd64.Index(i, i, map[int64]uint8{24: 2, 40: 4, 72: 8}[size], 0))
		m.index, m.scale = i, 8
	default:
		g.MulImm(8, i, i, disp(size))
		m.index, m.scale = i, 1
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
	g.eval(e.Y, n, j)
	i := g.t(n)
	g.OpImm(amd64.Cmp, 8, i, disp(e.M))
	g.Jcc(amd64.AE, g.outOfRange(e.Site, i, func() { g.MovImm(amd64.CX, e.M) }))
	return g.scaled(m, i, e.N, n+1)
}

// pointerItem is item for an array that a pointer leads to. The index is evaluated before a nil
// pointer fails.
func (g *gen) pointerItem(e *ir.Expr, k, j int) (mem, int) {
	g.eval(e.X, k, j)
	g.eval(e.Y, k+1, j)
	p, i := g.t(k), g.t(k+1)
	g.Test(8, p, p)
	g.Jcc(amd64.E, g.failure(run.ExitNil, e.Site))
	g.OpImm(amd64.Cmp, 8, i, disp(e.M))
	g.Jcc(amd64.AE, g.outOfRange(e.Site, i, func() { g.MovImm(amd64.CX, e.M) }))
	return g.scaled(at(p, 0), i, e.N, k+2)
}

// failure leaves to panic at a site.
func (g *gen) failure(why int32, site int32) amd64.Label {
	return g.later(func() {
		g.StoreImm(8, ctx(code.OffA), site)
		g.leave(why)
		g.Trap()
	})
}

// outOfRange leaves to panic for the index i. Length loads the length into CX.
func (g *gen) outOfRange(site int32, i amd64.Reg, length func()) amd64.Label {
	return g.later(func() {
		length()
		g.StoreImm(8, ctx(code.OffA), site)
		g.Store(8, ctx(code.OffB), i)
		g.Store(8, ctx(code.OffC), amd64.CX)
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
	}
	fail("a value of several words of kind %d", e.Op)
	return mem{}, 0
}

// marking jumps to slow if the collector is marking: then Go code has to store pointers. All stores
// of pointers come after it, and code does not leave in between.
func (g *gen) marking(slow amd64.Label) {
	if Careless {
		return
	}
	g.Load(8, amd64.AX, ctx(code.OffBarrier))
	g.OpStoreImm(amd64.Cmp, 4, amd64.At(amd64.AX, 0), 0)
	g.Jcc(amd64.NE, slow)
}

// Careless leaves the test for the collector out, for a test that shows that this is noticed.
var Careless bool

// storePointer stores the pointer in src, which is SI, at m. Only the registers of m are used.
func (g *gen) storePointer(m mem) {
	on := g.NewLabel()
	slow := g.later(func() {
		g.Lea(amd64.DI, m.m(0))
		g.leaveBy(run.ExitBarrier, code.OffLeaveWith)
		g.Jmp(on)
	})
	g.marking(slow)
	g.Store(8, m.m(0), amd64.SI)
	g.Bind(on)
}

// copyTo copies a value of type t from src to dst. After it no temporary is valid if t has
// pointers.
func (g *gen) copyTo(dst, src mem, t *memory.Type) {
	on := g.NewLabel()
	if t.Pointers {
		slow := g.later(func() {
			g.Lea(amd64.AX, dst.m(0))
			g.Lea(amd64.CX, src.m(0))
			g.Mov(8, amd64.SI, amd64.CX)
			g.Mov(8, amd64.DI, amd64.AX)
			g.argumentOf(t)
			g.leaveBy(run.ExitCopy, code.OffLeaveWith)
			g.Jmp(on)
		})
		g.marking(slow)
	}
	for off := int32(0); off < int32(t.Size); {
		w := 8
		for int(t.Size)-int(off) < w {
			w /= 2
		}
		g.Load(w, amd64.AX, src.m(off))
		g.Store(w, dst.m(off), amd64.AX)
		off += int32(w)
	}
	g.Bind(on)
}
