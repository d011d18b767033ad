// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Comparisons of strings.

package translate

import (
	"go/token"

	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/target"
)

// compareStrings sets the flags for a comparison of two strings, and returns the condition.
func (g *gen) compareStrings(e *ir.Expr, k, j int) target.Cond {
	x, n := g.address(e.X.X, k, j)
	y, _ := g.address(e.Y.X, n, j)
	end := g.NewLabel()
	if e.Tok == token.EQL || e.Tok == token.NEQ {
		g.Load(8, target.DX, x.m(8))
		g.OpLoad(target.Cmp, 8, target.DX, y.m(8))
		g.Jcc(target.NE, end)
	}
	g.Lea(target.AX, x.m(0))
	g.Lea(target.CX, y.m(0))
	g.maxPush = max(g.maxPush, g.pushed+orderPushes)
	g.Call(g.orderRoutine())
	g.Bind(end)
	return condOf(e.Tok, false)
}

// orderPushes is how many words the routine below pushes, with the address that it returns to.
const orderPushes = 5

// orderRoutine is the label of a routine of the unit that compares the strings at AX and CX. It
// sets the flags as a comparison of unsigned numbers would, and changes DX.
//
// It compares eight bytes at a time, as numbers that begin with the first byte. The last bytes of
// both strings are read with those behind them, if these are in the same page of memory, since
// otherwise the process may have no right to read them.
func (g *gen) orderRoutine() target.Label {
	if g.hasOrder {
		return g.order
	}
	g.order, g.hasOrder = g.NewLabel(), true
	g.slow = append(g.slow, func() {
		const n, x, y, p, q = target.AX, target.DX, target.DI, target.SI, target.CX
		const page, word = 4096, 8
		loop, differ, done := g.NewLabel(), g.NewLabel(), g.NewLabel()
		tail, bytes, lengths := g.NewLabel(), g.NewLabel(), g.NewLabel()
		g.mark(0, false)
		g.Bind(g.order)
		for _, r := range []target.Reg{target.SI, target.DI, target.AX, target.CX} {
			g.Push(r)
		}
		g.Load(8, x, target.At(target.AX, 8))
		g.Load(8, y, target.At(target.CX, 8))
		g.Load(8, p, target.At(target.AX, 0))
		g.Load(8, q, target.At(target.CX, 0))
		g.Mov(8, n, x)
		g.Op(target.Cmp, 8, n, y)
		g.Cmov(target.G, 8, n, y)
		g.Bind(loop)
		g.OpImm(target.Cmp, 8, n, word)
		g.Jcc(target.L, tail)
		g.Load(8, x, target.At(p, 0))
		g.Load(8, y, target.At(q, 0))
		g.Op(target.Cmp, 8, x, y)
		g.Jcc(target.NE, differ)
		g.OpImm(target.Add, 8, p, word)
		g.OpImm(target.Add, 8, q, word)
		g.OpImm(target.Sub, 8, n, word)
		g.Jmp(loop)

		g.Bind(differ)
		g.ReverseBytes(8, x)
		g.ReverseBytes(8, y)
		g.Op(target.Cmp, 8, x, y)
		g.Bind(done)
		for _, r := range []target.Reg{target.CX, target.AX, target.DI, target.SI} {
			g.Pop(r)
		}
		g.Ret()

		g.Bind(tail) // fewer than eight bytes are left
		g.Test(8, n, n)
		g.Jcc(target.E, lengths)
		for _, r := range []target.Reg{p, q} {
			g.Mov(8, x, r)
			g.OpImm(target.And, 8, x, page-1)
			g.OpImm(target.Cmp, 8, x, page-word)
			g.Jcc(target.G, bytes)
		}
		g.Load(8, x, target.At(p, 0))
		g.Load(8, y, target.At(q, 0))
		g.ReverseBytes(8, x)
		g.ReverseBytes(8, y)
		g.Mov(8, target.CX, n)
		g.ShiftImm(target.Shl, 8, target.CX, 3)
		g.Unary(target.Neg, 8, target.CX) // modulo 64: the bits of the bytes that are not theirs
		g.Shift(target.Shr, 8, x)
		g.Shift(target.Shr, 8, y)
		g.Op(target.Cmp, 8, x, y)
		g.Jcc(target.NE, done)
		g.Bind(lengths)
		g.Pop(target.CX)
		g.Pop(target.AX)
		g.Load(8, x, target.At(target.AX, 8))
		g.OpLoad(target.Cmp, 8, x, target.At(target.CX, 8))
		g.Pop(target.DI)
		g.Pop(target.SI)
		g.Ret()

		g.Bind(bytes)
		g.Load(1, x, target.At(p, 0))
		g.Load(1, y, target.At(q, 0))
		g.Op(target.Cmp, 8, x, y)
		g.Jcc(target.NE, done)
		g.OpImm(target.Add, 8, p, 1)
		g.OpImm(target.Add, 8, q, 1)
		g.Dec(8, n)
		g.Jcc(target.NE, bytes)
		g.Jmp(lengths)
	})
	return g.order
}
