// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Floats.

package translate

import (
	"go/token"

	"polka/kernel/machine/internal/code"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
	"polka/kernel/machine/internal/target"
)

// floatOp is the instruction of an operator, if it is one.
func floatOp(op token.Token) (target.FloatOp, bool) {
	switch op {
	case token.ADD:
		return target.FAdd, true
	case token.SUB:
		return target.FSub, true
	case token.MUL:
		return target.FMul, true
	case token.QUO:
		return target.FDiv, true
	}
	return 0, false
}

// feval computes the float e in X register j.
func (g *gen) feval(e *ir.Expr, k, j int) {
	dst, w := g.x(j), ir.Width(e.Rep)
	switch e.Op {
	case ir.Const:
		g.fconst(dst, e)
	case ir.Load:
		if x, ok := g.float(e.X, e.Rep); ok {
			g.FMov(dst, x)
			return
		}
		m, _ := g.address(e.X, k, j)
		g.FLoad(w, dst, m.m(0))
	case ir.Binary:
		op, ok := floatOp(e.Tok)
		if !ok {
			fail("operator %s of floats", e.Tok)
		}
		g.feval(e.X, k, j)
		if e.Y.Op == ir.Load {
			if y, ok := g.float(e.Y.X, e.Y.Rep); ok {
				g.FOp(op, w, dst, y)
				return
			}
			m, _ := g.address(e.Y.X, k, j+1)
			g.FOpLoad(op, w, dst, m.m(0))
			return
		}
		g.feval(e.Y, k, j+1)
		g.FOp(op, w, dst, g.x(j+1))
	case ir.Unary:
		g.feval(e.X, k, j)
		if e.Tok == token.SUB {
			g.FNeg(w, dst)
		}
	case ir.Sqrt:
		g.feval(e.X, k, j)
		g.FOp(target.FSqrt, w, dst, dst)
	case ir.Abs:
		g.feval(e.X, k, j)
		g.FAbs(dst)
	case ir.Math:
		g.math(e, k, j)
	case ir.Convert:
		switch {
		case e.Type == e.Rep:
			g.feval(e.X, k, j)
		case ir.IsFloat(e.Type):
			g.feval(e.X, k, j)
			g.FConvert(ir.Width(e.Type), dst, dst)
		default:
			g.eval(e.X, k, j)
			if e.Type == memory.RepUint || e.Type == memory.RepUint64 || e.Type == memory.RepUintptr {
				g.FFromUint(w, dst, g.t(k))
				return
			}
			g.FFromInt(w, dst, g.t(k))
		}
	case ir.CallOp:
		g.call(e.Call, e.Rep, k, j)
		g.FLoad(w, dst, resultAt(e.Rep).m(0))
	case ir.Inline:
		g.inline(e.Call, e.Rep, k, j, func() { g.feval(e.X, k, j) }, func() { g.FLoad(w, dst, resultAt(e.Rep).m(0)) }, nothing)
	case ir.Leaf:
		g.leaf(e, k, j)
		g.FLoad(w, dst, resultAt(e.Rep).m(0))
	case ir.After:
		g.save(k, j)
		g.stmt(e.S)
		g.restore(k, j)
		g.feval(e.X, k, j)
	default:
		fail("a float of kind %d", e.Op)
	}
}

// math leaves for a function of package math.
func (g *gen) math(e *ir.Expr, k, j int) {
	why := int32(run.ExitMath)
	g.feval(e.X, k, j)
	if e.Y != nil {
		why = run.ExitMath2
		g.feval(e.Y, k, j+1)
		g.FStore(8, ctx(code.OffB), g.x(j+1))
	}
	g.FStore(8, ctx(code.OffA), g.x(j))
	g.save(k, j)
	g.argument(code.OffC, e.P)
	g.leave(why)
	g.restore(k, j)
	g.FLoad(8, g.x(j), ctx(code.OffInt))
}

func (g *gen) fconst(dst target.XReg, e *ir.Expr) {
	if e.N == 0 {
		g.FZero(dst)
		return
	}
	g.MovImm(target.AX, e.N)
	g.FFromBits(8, dst, target.AX)
}

// fbranch jumps to a label if a comparison of floats is when. Every comparison but != is false if
// one of them is not a number.
func (g *gen) fbranch(e *ir.Expr, to target.Label, when bool, k, j int) {
	w := ir.Width(e.Type)
	x, n := g.freg(e.X, k, j)
	y, _ := g.freg(e.Y, k, n)
	g.FJump(w, e.Tok, x, y, when, to)
}
