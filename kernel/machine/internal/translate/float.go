//go:build amd64 && (linux || darwin || windows)

// Floats.

package translate

import (
	"go/token"
	"math"

	"polka/kernel/machine/internal/amd64"
	"polka/kernel/machine/internal/ir"
	"polka/kernel/machine/internal/memory"
)

// floatOp is the instruction of an operator, if it is one.
func floatOp(op token.Token) (amd64.FloatOp, bool) {
	switch op {
	case token.ADD:
		return amd64.FAdd, true
	case token.SUB:
		return amd64.FSub, true
	case token.MUL:
		return amd64.FMul, true
	case token.QUO:
		return amd64.FDiv, true
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
			sign := int64(math.MinInt64)
			if w == 4 {
				sign = 1 << 31
			}
			g.MovImm(amd64.AX, sign)
			g.FFromBits(8, amd64.X15, amd64.AX)
			g.FLogic(amd64.FXor, dst, amd64.X15)
		}
	case ir.Sqrt:
		g.feval(e.X, k, j)
		g.FOp(amd64.FSqrt, w, dst, dst)
	case ir.Abs:
		g.feval(e.X, k, j)
		g.MovImm(amd64.AX, math.MaxInt64)
		g.FFromBits(8, amd64.X15, amd64.AX)
		g.FLogic(amd64.FAnd, dst, amd64.X15)
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
				g.FFromUint(w, dst, g.t(k), amd64.AX, amd64.CX)
				return
			}
			g.FZero(dst)
			g.FFromInt(w, 8, dst, g.t(k))
		}
	case ir.CallOp:
		g.call(e.Call, e.Rep, k, j)
		g.FLoad(w, dst, resultAt(e.Rep).m(0))
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

func (g *gen) fconst(dst amd64.XReg, e *ir.Expr) {
	if e.N == 0 {
		g.FZero(dst)
		return
	}
	g.MovImm(amd64.AX, e.N)
	g.FFromBits(8, dst, amd64.AX)
}

// fbranch jumps to a label if a comparison of floats is when. Every comparison but != is false if
// one of them is not a number.
func (g *gen) fbranch(e *ir.Expr, to amd64.Label, when bool, k, j int) {
	w := ir.Width(e.Type)
	x, n := g.freg(e.X, k, j)
	y, _ := g.freg(e.Y, k, n)
	switch e.Tok {
	case token.LSS, token.LEQ:
		x, y = y, x
	}
	g.FCmp(w, x, y)
	var c amd64.Cond
	switch e.Tok {
	case token.LSS, token.GTR:
		c = amd64.A
	case token.LEQ, token.GEQ:
		c = amd64.AE
	case token.EQL, token.NEQ:
		if (e.Tok == token.EQL) == when {
			skip := g.NewLabel()
			g.Jcc(amd64.P, skip)
			g.Jcc(amd64.E, to)
			g.Bind(skip)
		} else {
			g.Jcc(amd64.P, to)
			g.Jcc(amd64.NE, to)
		}
		return
	}
	if !when {
		c = c.Not()
	}
	g.Jcc(c, to)
}
