// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Values of one word that are no floats, and conditions.

package translate

import (
	"go/token"
	"math/bits"
	"unsafe"

	"polka/kernel/machine/internal/code"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
	"polka/kernel/machine/internal/target"
)

// load reads a word of a rep.
func (g *gen) load(dst target.Reg, m target.Mem, r memory.Rep) {
	if w := ir.Width(r); ir.Signed(r) {
		g.LoadSigned(w, dst, m)
	} else {
		g.Load(w, dst, m)
	}
}

// narrow makes a result one of its rep.
func (g *gen) narrow(r target.Reg, rep memory.Rep) {
	if w := ir.Width(rep); w == 8 {
		return
	} else if ir.Signed(rep) {
		g.ExtendSigned(w, r, r)
	} else {
		g.Extend(w, r, r)
	}
}

// isImm reports whether e is a constant that instructions can hold.
func isImm(e *ir.Expr) bool {
	return e.Op == ir.Const && e.N == int64(int32(e.N)) && !ir.IsFloat(e.Rep)
}

// eval computes e in temporary k.
func (g *gen) eval(e *ir.Expr, k, j int) {
	dst := g.t(k)
	if r, ok := g.inRegister(e); ok {
		g.Mov(8, dst, r)
		return
	}
	switch e.Op {
	case ir.Const:
		g.MovImm(dst, e.N)
	case ir.Load:
		m, _ := g.address(e.X, k, j)
		g.load(dst, m.m(0), e.Rep)
	case ir.Len:
		m, _ := g.address(e.X, k, j)
		g.Load(8, dst, m.m(8))
	case ir.Cap:
		m, _ := g.address(e.X, k, j)
		g.Load(8, dst, m.m(16))
	case ir.Part:
		m, _ := g.multi(e.X, k, j)
		g.Load(8, dst, m.m(disp(e.N)))
	case ir.Filled:
		g.eval(e.X, k, j)
		empty := g.NewLabel()
		g.Test(8, dst, dst)
		g.Jcc(target.E, empty)
		g.Load(8, dst, target.At(dst, 0))
		g.Bind(empty)
	case ir.Address:
		m, _ := g.address(e.X, k, j)
		g.Lea(dst, m.m(0))
	case ir.Binary:
		g.binary(e, k, j)
	case ir.Shift:
		g.shift(e, k, j)
	case ir.Unary:
		g.eval(e.X, k, j)
		switch e.Tok {
		case token.SUB:
			g.Asm.Unary(target.Neg, 8, dst)
		case token.XOR:
			g.Asm.Unary(target.Not, 8, dst)
		}
		g.narrow(dst, e.Rep)
	case ir.Convert:
		g.convert(e, k, j)
	case ir.Not:
		g.eval(e.X, k, j)
		g.OpImm(target.Xor, 4, dst, 1)
	case ir.Compare, ir.IsNil, ir.HasType:
		g.setIf(e, k, j)
	case ir.AndAnd, ir.OrOr:
		g.truth(dst, func(no target.Label) { g.cond(e, no, false, k, j) })
	case ir.Least, ir.Greatest:
		g.extreme(e, k, j)
	case ir.Ones:
		g.eval(e.X, k, j)
		g.OnesCount(8, dst, dst)
	case ir.Zeros:
		g.eval(e.X, k, j)
		g.TrailingZeros(dst, dst, 8*e.N)
	case ir.CallOp:
		g.call(e.Call, e.Rep, k, j)
		g.load(dst, resultAt(e.Rep).m(0), e.Rep)
	case ir.Inline:
		g.inline(e.Call, e.Rep, k, j, func() { g.eval(e.X, k, j) }, func() { g.load(dst, resultAt(e.Rep).m(0), e.Rep) }, nothing)
	case ir.NextEntry:
		g.nextEntry(e, k, j)
	case ir.Leaf:
		g.leaf(e, k, j)
		g.load(dst, resultAt(e.Rep).m(0), e.Rep)
	case ir.After:
		g.save(k, j)
		g.stmt(e.S)
		g.restore(k, j)
		g.eval(e.X, k, j)
	default:
		fail("an expression of kind %d", e.Op)
	}
}

// leaf leaves for a closure, which puts the value where resultAt says.
func (g *gen) leaf(e *ir.Expr, k, j int) {
	g.mark(g.pos, true)
	g.save(k, j)
	g.argument(code.OffA, unsafe.Pointer(&e.Store))
	g.StoreImm(8, ctx(code.OffB), int32(e.Rep))
	g.leave(run.ExitEval)
	g.restore(k, j)
}

// operand is the second operand of an operation on eight bytes that can be in memory.
func (g *gen) operand(e *ir.Expr, k, j int) (m target.Mem, ok bool) {
	if e.Op == ir.Load && ir.Width(e.Rep) == 8 && !ir.IsFloat(e.Rep) {
		a, _ := g.address(e.X, k, j)
		return a.m(0), true
	}
	if e.Op == ir.Len && ir.Width(e.Rep) == 8 {
		a, _ := g.address(e.X, k, j)
		return a.m(8), true
	}
	return m, false
}

// arith is the instruction of an operator, if it is one.
func arith(op token.Token) (target.Arith, bool) {
	switch op {
	case token.ADD:
		return target.Add, true
	case token.SUB:
		return target.Sub, true
	case token.AND:
		return target.And, true
	case token.OR:
		return target.Or, true
	case token.XOR:
		return target.Xor, true
	}
	return 0, false
}

func (g *gen) binary(e *ir.Expr, k, j int) {
	dst := g.t(k)
	g.eval(e.X, k, j)
	if op, ok := arith(e.Tok); ok {
		if isImm(e.Y) {
			g.OpImm(op, 8, dst, int32(e.Y.N))
		} else if y, ok := g.inRegister(e.Y); ok {
			g.Op(op, 8, dst, y)
		} else if m, ok := g.operand(e.Y, k+1, j); ok {
			g.OpLoad(op, 8, dst, m)
		} else {
			g.eval(e.Y, k+1, j)
			g.Op(op, 8, dst, g.t(k+1))
		}
		g.narrow(dst, e.Rep)
		return
	}
	switch e.Tok {
	case token.MUL:
		if isImm(e.Y) {
			if n := e.Y.N; n > 0 && n&(n-1) == 0 {
				if n > 1 {
					g.ShiftImm(target.Shl, 8, dst, uint8(bits.TrailingZeros64(uint64(n))))
				}
			} else {
				g.MulImm(8, dst, dst, int32(n))
			}
		} else if y, ok := g.inRegister(e.Y); ok {
			g.Mul(8, dst, y)
		} else if m, ok := g.operand(e.Y, k+1, j); ok {
			g.MulLoad(8, dst, m)
		} else {
			g.eval(e.Y, k+1, j)
			g.Mul(8, dst, g.t(k+1))
		}
	case token.AND_NOT:
		if isImm(e.Y) {
			g.OpImm(target.And, 8, dst, int32(^e.Y.N))
			break
		}
		g.eval(e.Y, k+1, j)
		g.Asm.Unary(target.Not, 8, g.t(k+1))
		g.Op(target.And, 8, dst, g.t(k+1))
	case token.QUO, token.REM:
		g.divide(e, k, j)
	default:
		fail("operator %s", e.Tok)
	}
	g.narrow(dst, e.Rep)
}

// divide divides temporary k by e.Y.
func (g *gen) divide(e *ir.Expr, k, j int) {
	dst, signed, rem := g.t(k), ir.Signed(e.Rep), e.Tok == token.REM
	if n := e.Y.N; e.Y.Op == ir.Const && n > 0 && n&(n-1) == 0 && n <= 1<<30 {
		g.divideByPower(dst, n, signed, rem)
		return
	}
	if n := e.Y.N; e.Y.Op == ir.Const && n > 2 && n < 1<<31 && (signed || ir.Width(e.Rep) <= 4) {
		g.divideByConstant(dst, n, rem)
		return
	}
	by, _ := g.reg(e.Y, k+1, j)
	constant := e.Y.Op == ir.Const && e.Y.N != 0 && e.Y.N != -1
	end := g.NewLabel()
	if !constant {
		g.Test(8, by, by)
		g.Jcc(target.E, g.failure(run.ExitDivide, e.Site))
		if signed {
			g.OpImm(target.Cmp, 8, by, -1)
			g.Jcc(target.E, g.later(func() {
				if rem {
					g.MovImm(dst, 0)
				} else {
					g.Asm.Unary(target.Neg, 8, dst)
				}
				g.Jmp(end)
			}))
		}
	}
	w := 8
	if ir.Width(e.Rep) <= 4 && (!signed || ir.Width(e.Rep) < 4) {
		w = 4
	}
	g.Divide(w, signed, rem, dst, by)
	g.Bind(end)
}

// divideByPower divides by a power of two. Negative numbers are rounded toward 0.
func (g *gen) divideByPower(dst target.Reg, n int64, signed, rem bool) {
	s := uint8(bits.TrailingZeros64(uint64(n)))
	if !signed {
		if rem {
			g.OpImm(target.And, 8, dst, int32(n-1))
		} else if s > 0 {
			g.ShiftImm(target.Shr, 8, dst, s)
		}
		return
	}
	if s == 0 {
		if rem {
			g.MovImm(dst, 0)
		}
		return
	}
	// AX is n-1 if the number is negative, else 0.
	g.Mov(8, target.AX, dst)
	g.ShiftImm(target.Sar, 8, target.AX, 63)
	g.OpImm(target.And, 8, target.AX, int32(n-1))
	g.Op(target.Add, 8, dst, target.AX)
	if rem {
		g.OpImm(target.And, 8, dst, int32(n-1))
		g.Op(target.Sub, 8, dst, target.AX)
	} else {
		g.ShiftImm(target.Sar, 8, dst, s)
	}
}

// divideByConstant divides by a number that is no power of two, by a multiplication: Granlund and
// Montgomery, Division by Invariant Integers using Multiplication, PLDI 1994, figure 5.2,
// doi:10.1145/178243.178249. Let 2^l be the power of two above n and m = 1 + ⌊2^(63+l)/n⌋, which is
// between 2^63 and 2^64. Then ⌊x*m/2^(63+l)⌋, plus 1 if x is negative, is x/n for all x of 64 bits.
func (g *gen) divideByConstant(dst target.Reg, n int64, rem bool) {
	l := bits.Len64(uint64(n))
	m, _ := bits.Div64(1<<(l-1), 0, uint64(n))
	g.MovImm(target.AX, int64(m+1)) // m-2^64, so x is added to the high half of the product
	g.MulHigh(dst)
	g.Op(target.Add, 8, target.DX, dst)
	g.ShiftImm(target.Sar, 8, target.DX, uint8(l-1))
	g.Mov(8, target.AX, dst)
	g.ShiftImm(target.Sar, 8, target.AX, 63)
	g.Op(target.Sub, 8, target.DX, target.AX)
	if !rem {
		g.Mov(8, dst, target.DX)
		return
	}
	g.MulImm(8, target.DX, target.DX, int32(n))
	g.Op(target.Sub, 8, dst, target.DX)
}

func (g *gen) shift(e *ir.Expr, k, j int) {
	dst, signed := g.t(k), ir.Signed(e.Rep)
	g.eval(e.X, k, j)
	op := target.Shl
	if e.Tok == token.SHR {
		op = target.Shr
		if signed {
			op = target.Sar
		}
	}
	if e.Y.Op == ir.Const && (e.Y.N >= 0 || !ir.Signed(e.Y.Rep)) {
		n := e.Y.N
		if n < 0 || n > 63 {
			if op == target.Sar {
				n = 63
			} else {
				g.MovImm(dst, 0)
				return
			}
		}
		if n > 0 {
			g.ShiftImm(op, 8, dst, uint8(n))
		}
		g.narrow(dst, e.Rep)
		return
	}
	by, _ := g.reg(e.Y, k+1, j)
	if ir.Signed(e.Y.Rep) {
		g.Test(8, by, by)
		g.Jcc(target.L, g.failure(run.ExitShift, e.Site))
	}
	g.Mov(8, target.CX, by)
	if op == target.Sar {
		g.MovImm(target.AX, 63)
		g.Op(target.Cmp, 8, target.CX, target.AX)
		g.Cmov(target.A, 8, target.CX, target.AX)
		g.Shift(op, 8, dst)
	} else {
		g.Shift(op, 8, dst)
		g.OpImm(target.Cmp, 8, by, 64)
		g.Op(target.Sbb, 8, target.AX, target.AX) // all bits if the count is below 64
		g.Op(target.And, 8, dst, target.AX)
	}
	g.narrow(dst, e.Rep)
}

// convert converts between numbers.
func (g *gen) convert(e *ir.Expr, k, j int) {
	if ir.IsFloat(e.Type) {
		g.truncate(e, k, j)
		return
	}
	g.eval(e.X, k, j)
	g.narrow(g.t(k), e.Rep)
}

// truncate converts a float to an integer, with the instructions that the Go compiler uses, since
// the language does not say what a float becomes that does not fit.
func (g *gen) truncate(e *ir.Expr, k, j int) {
	from, dst := ir.Width(e.Type), g.t(k)
	switch e.Rep {
	case memory.RepUint, memory.RepUint64, memory.RepUintptr:
		g.feval(e.X, k, j)
		g.FToUint(from, dst, g.x(j))
		return
	}
	x, _ := g.freg(e.X, k, j)
	switch e.Rep {
	case memory.RepInt, memory.RepInt64, memory.RepUint32:
		g.FToInt(from, 8, dst, x)
	default:
		g.FToInt(from, 4, dst, x)
	}
	g.narrow(dst, e.Rep)
}

// condOf is the condition of a comparison of signed or of unsigned numbers.
func condOf(op token.Token, signed bool) target.Cond {
	c := [2]target.Cond{}
	switch op {
	case token.EQL:
		return target.E
	case token.NEQ:
		return target.NE
	case token.LSS:
		c = [2]target.Cond{target.B, target.L}
	case token.LEQ:
		c = [2]target.Cond{target.BE, target.LE}
	case token.GTR:
		c = [2]target.Cond{target.A, target.G}
	case token.GEQ:
		c = [2]target.Cond{target.AE, target.GE}
	default:
		fail("operator %s", op)
	}
	if signed {
		return c[1]
	}
	return c[0]
}

// compare sets the flags for a comparison of words that are no floats, and returns the condition.
func (g *gen) compare(e *ir.Expr, k, j int) target.Cond {
	if e.Op == ir.IsNil {
		c := target.E
		if e.Neg {
			c = target.NE
		}
		if e.Type != memory.RepPtr {
			m, _ := g.address(e.X, k, j)
			g.OpStoreImm(target.Cmp, 8, m.m(0), 0)
		} else if r, ok := g.inRegister(e.X); ok {
			g.Test(8, r, r)
		} else if m, ok := g.operand(e.X, k, j); ok {
			g.OpStoreImm(target.Cmp, 8, m, 0)
		} else {
			g.eval(e.X, k, j)
			g.Test(8, g.t(k), g.t(k))
		}
		return c
	}
	if e.Op == ir.HasType {
		m, _ := g.address(e.X, k, j)
		g.MovImm(target.AX, int64(uintptr(e.P)))
		g.OpLoad(target.Cmp, 8, target.AX, m.m(0))
		return target.E
	}
	if e.Type == memory.RepString {
		return g.compareStrings(e, k, j)
	}
	c := condOf(e.Tok, ir.Signed(e.Type))
	x, y := e.X, e.Y
	if x.Op == ir.Const && y.Op != ir.Const {
		x, y, c = y, x, c.Swap()
	}
	if isImm(y) {
		if r, ok := g.inRegister(x); ok {
			g.OpImm(target.Cmp, 8, r, int32(y.N))
			return c
		}
		if x.Op == ir.Load {
			w := ir.Width(e.Type)
			m, _ := g.address(x.X, k, j)
			g.OpStoreImm(target.Cmp, w, m.m(0), narrowImm(y.N, w))
			return c
		}
		g.eval(x, k, j)
		g.OpImm(target.Cmp, 8, g.t(k), int32(y.N))
		return c
	}
	r, n := g.reg(x, k, j)
	if s, ok := g.inRegister(y); ok {
		g.Op(target.Cmp, 8, r, s)
	} else if m, ok := g.operand(y, n, j); ok {
		g.OpLoad(target.Cmp, 8, r, m)
	} else {
		g.eval(y, n, j)
		g.Op(target.Cmp, 8, r, g.t(n))
	}
	return c
}

// truth sets dst to 0 if test jumps to the label that it gets, and to 1 otherwise.
func (g *gen) truth(dst target.Reg, test func(no target.Label)) {
	no, end := g.NewLabel(), g.NewLabel()
	test(no)
	g.MovImm(dst, 1)
	g.Jmp(end)
	g.Bind(no)
	g.MovImm(dst, 0)
	g.Bind(end)
}

// setIf sets temporary k to 1 if a comparison holds, and to 0 otherwise.
func (g *gen) setIf(e *ir.Expr, k, j int) {
	dst := g.t(k)
	if e.Op == ir.Compare && ir.IsFloat(e.Type) {
		g.truth(dst, func(no target.Label) { g.fbranch(e, no, false, k, j) })
		return
	}
	c := g.compare(e, k, j)
	g.Set(c, target.AX)
	g.Extend(1, dst, target.AX)
}

// cond jumps to a label if e is when.
func (g *gen) cond(e *ir.Expr, to target.Label, when bool, k, j int) {
	switch e.Op {
	case ir.Const:
		if (e.N != 0) == when {
			g.Jmp(to)
		}
	case ir.Not:
		g.cond(e.X, to, !when, k, j)
	case ir.AndAnd, ir.OrOr:
		skip := g.NewLabel()
		if (e.Op == ir.AndAnd) == when {
			g.cond(e.X, skip, !when, k, j)
		} else {
			g.cond(e.X, to, when, k, j)
		}
		known := g.known()
		g.cond(e.Y, to, when, k, j)
		g.Bind(skip)
		g.restoreKnown(known) // what the second has shown is not always so
	case ir.Compare, ir.IsNil, ir.HasType:
		if e.Op == ir.Compare && ir.IsFloat(e.Type) {
			g.fbranch(e, to, when, k, j)
			return
		}
		c := g.compare(e, k, j)
		if !when {
			c = c.Not()
		}
		g.Jcc(c, to)
	case ir.Inline:
		dst, c := g.t(k), target.E
		if when {
			c = target.NE
		}
		g.inline(e.Call, e.Rep, k, j, func() { g.cond(e.X, to, when, k, j) }, func() { g.load(dst, resultAt(e.Rep).m(0), e.Rep) }, func() {
			g.Test(1, dst, dst)
			g.Jcc(c, to)
		})
	default:
		c := target.NE
		if !when {
			c = target.E
		}
		if r, ok := g.inRegister(e); ok {
			g.Test(1, r, r)
		} else if e.Op == ir.Load {
			m, _ := g.address(e.X, k, j)
			g.OpStoreImm(target.Cmp, 1, m.m(0), 0)
		} else {
			g.eval(e, k, j)
			g.Test(1, g.t(k), g.t(k))
		}
		g.Jcc(c, to)
	}
}

// extreme is the least or the greatest of two integers.
func (g *gen) extreme(e *ir.Expr, k, j int) {
	g.eval(e.X, k, j)
	g.eval(e.Y, k+1, j)
	c := target.G // the second is taken if the first is greater
	switch signed := ir.Signed(e.Rep); {
	case e.Op == ir.Least && !signed:
		c = target.A
	case e.Op == ir.Greatest && signed:
		c = target.L
	case e.Op == ir.Greatest:
		c = target.B
	}
	g.Op(target.Cmp, 8, g.t(k), g.t(k+1))
	g.Cmov(c, 8, g.t(k), g.t(k+1))
}
