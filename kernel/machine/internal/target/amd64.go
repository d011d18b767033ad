// SPDX-License-Identifier: BSD-3-Clause

//go:build amd64 && (linux || darwin || windows)

// Machine code for amd64: package amd64, and what the processors do differently.

package target

import (
	"go/token"
	"math"

	"polka/kernel/machine/internal/amd64"
)

// An Asm is machine code in the making.
type Asm struct{ amd64.Asm }

type (
	Reg     = amd64.Reg
	XReg    = amd64.XReg
	Mem     = amd64.Mem
	Label   = amd64.Label
	Cond    = amd64.Cond
	Arith   = amd64.Arith
	FloatOp = amd64.FloatOp
)

// The registers: those of code that enters and leaves (see package code), and those for temporaries
// and variables.
const (
	Frame     = amd64.BX
	Context   = amd64.R12
	Goroutine = amd64.R14
	Depth     = amd64.R15
	SP        = amd64.SP

	AX  = amd64.AX
	CX  = amd64.CX
	DX  = amd64.DX
	BP  = amd64.BP
	SI  = amd64.SI
	DI  = amd64.DI
	R8  = amd64.R8
	R9  = amd64.R9
	R10 = amd64.R10
	R11 = amd64.R11
	R13 = amd64.R13
)

// PushSize is how many bytes of stack a push takes.
const PushSize = 8

const (
	Add = amd64.Add
	Sub = amd64.Sub
	And = amd64.And
	Or  = amd64.Or
	Xor = amd64.Xor
	Sbb = amd64.Sbb
	Cmp = amd64.Cmp

	Shl = amd64.Shl
	Shr = amd64.Shr
	Sar = amd64.Sar

	Neg = amd64.Neg
	Not = amd64.Not

	FAdd  = amd64.FAdd
	FSub  = amd64.FSub
	FMul  = amd64.FMul
	FDiv  = amd64.FDiv
	FSqrt = amd64.FSqrt

	B  = amd64.B
	AE = amd64.AE
	E  = amd64.E
	NE = amd64.NE
	BE = amd64.BE
	A  = amd64.A
	L  = amd64.L
	GE = amd64.GE
	LE = amd64.LE
	G  = amd64.G
)

// Link returns the code with all references resolved.
func (a *Asm) Link() ([]byte, error) { return a.Asm.Link(), nil }

// Leave goes back to Go by the routine whose address is at m, and continues behind this place. AX
// is changed, and all that Go code changes.
func (a *Asm) Leave(m Mem) {
	next := a.NewLabel()
	a.LeaLabel(AX, next)
	a.JmpMem(m)
	a.Bind(next)
}

// Hash calls a hash function of Go's runtime for the key at AX, of size bytes, with the seed in DX.
// The hash is in AX. CX, DX and the registers for floats are changed.
func (a *Asm) Hash(fn uintptr, size int64) {
	a.Push(Frame) // which is BX, where the function expects the seed
	a.Mov(8, Frame, DX)
	a.MovImm(CX, size)
	a.MovImm(DX, int64(fn))
	a.CallReg(DX)
	a.Pop(Frame)
}

// Divide is dst /= by, or the remainder, of numbers of 4 or 8 bytes. By is neither AX nor DX, and
// not 0; it is not -1 if the numbers are signed. AX and DX are changed.
func (a *Asm) Divide(w int, signed, rem bool, dst, by Reg) {
	a.Mov(8, AX, dst)
	if signed {
		a.SignDX(w)
		a.DivSigned(w, by)
	} else {
		a.Zero(DX)
		a.Div(w, by)
	}
	if rem {
		a.Mov(8, dst, DX)
	} else {
		a.Mov(8, dst, AX)
	}
}

// MulHigh sets DX to the upper half of the product of AX and r, signed integers of 8 bytes. AX is
// changed.
func (a *Asm) MulHigh(r Reg) { a.MulWideSigned(8, r) }

// TrailingZeros sets dst to how many bits of src are 0 below the lowest 1, and to most if there is
// none. AX is changed.
func (a *Asm) TrailingZeros(dst, src Reg, most int64) {
	a.MovImm(AX, most)
	a.ScanForward(8, dst, src)
	a.Cmov(E, 8, dst, AX)
}

// FNeg is dst = -dst. AX is changed.
func (a *Asm) FNeg(w int, dst XReg) { a.logic(amd64.FXor, dst, math.MinInt64>>(64-8*w)) }

// FAbs is dst without its sign, of 8 bytes. AX is changed.
func (a *Asm) FAbs(dst XReg) { a.logic(amd64.FAnd, dst, math.MaxInt64) }

func (a *Asm) logic(op amd64.FloatLogic, dst XReg, v int64) {
	a.MovImm(AX, v)
	a.FFromBits(8, amd64.X15, AX)
	a.FLogic(op, dst, amd64.X15)
}

// FFromUint converts an unsigned integer of 8 bytes to a float of w bytes. AX and CX are changed.
func (a *Asm) FFromUint(w int, dst XReg, src Reg) { a.Asm.FFromUint(w, dst, src, AX, CX) }

// FFromInt converts a signed integer of 8 bytes to a float of w bytes.
func (a *Asm) FFromInt(w int, dst XReg, src Reg) {
	a.FZero(dst) // so that the conversion does not wait for it
	a.Asm.FFromInt(w, 8, dst, src)
}

// FToUint converts a float of w bytes to an unsigned integer of 8 bytes.
func (a *Asm) FToUint(w int, dst Reg, src XReg) { a.Asm.FToUint(w, dst, src, amd64.X15) }

// FJump jumps to a label if the comparison of two floats of w bytes is when.
func (a *Asm) FJump(w int, c FloatCond, x, y XReg, when bool, to Label) {
	if c == token.LSS || c == token.LEQ {
		x, y = y, x
	}
	a.FCmp(w, x, y)
	cc := AE
	switch c {
	case token.LSS, token.GTR:
		cc = A
	case token.EQL, token.NEQ:
		if (c == token.EQL) == when {
			skip := a.NewLabel()
			a.Jcc(amd64.P, skip)
			a.Jcc(E, to)
			a.Bind(skip)
		} else {
			a.Jcc(amd64.P, to)
			a.Jcc(NE, to)
		}
		return
	}
	if !when {
		cc = cc.Not()
	}
	a.Jcc(cc, to)
}

// At is the address base + disp.
func At(base Reg, disp int32) Mem { return amd64.At(base, disp) }

// Index is the address base + index*scale + disp. The scale is 1, 2, 4 or 8.
func Index(base, index Reg, scale uint8, disp int32) Mem {
	return amd64.Index(base, index, scale, disp)
}
