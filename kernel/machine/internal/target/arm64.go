// SPDX-License-Identifier: BSD-3-Clause

//go:build arm64 && (linux || darwin || windows)

// Machine code for arm64.
//
// An operand in memory is loaded first, into R11; R12 is for constants. A call saves the return
// address on the stack, so a function need not know whether it makes calls. So does leaving, since
// Go code changes it.

package target

import (
	"go/token"

	"polka/kernel/machine/internal/arm64"
)

// An Asm is machine code in the making.
type Asm struct{ arm64.Asm }

type (
	Reg   = arm64.Reg
	XReg  = arm64.FReg
	Mem   = arm64.Mem
	Label = arm64.Label
	Cond  = arm64.Cond
)

// The registers: those of code that enters and leaves (see package code), and those for temporaries
// and variables. SI and DI are those in which pointers leave.
const (
	Frame     = arm64.R19
	Context   = arm64.R20
	Goroutine = arm64.R28
	Depth     = arm64.R21
	SP        = arm64.SP

	SI  = arm64.R0
	DI  = arm64.R1
	R8  = arm64.R2
	R9  = arm64.R3
	R10 = arm64.R4
	R11 = arm64.R5
	AX  = arm64.R6
	CX  = arm64.R7
	DX  = arm64.R8
	BP  = arm64.R9
	R13 = arm64.R10

	operand  = arm64.R11
	constant = arm64.R12
	spare    = arm64.F31
	link     = arm64.R30
)

// PushSize is how many bytes of stack a push takes.
const PushSize = 16

// An Arith is an operation of two integers.
type Arith uint8

const (
	Add Arith = iota
	Sub
	And
	Or
	Xor
	Sbb
	Cmp
)

const (
	Shl = arm64.Lsl
	Shr = arm64.Lsr
	Sar = arm64.Asr
)

// A Unary is an operation of one integer.
type Unary uint8

const (
	Neg Unary = iota
	Not
)

// A FloatOp is an operation of two floats, or of one.
type FloatOp uint8

const (
	FAdd FloatOp = iota
	FSub
	FMul
	FDiv
	FSqrt
)

const (
	B  = arm64.CC
	AE = arm64.CS
	E  = arm64.EQ
	NE = arm64.NE
	BE = arm64.LS
	A  = arm64.HI
	L  = arm64.LT
	GE = arm64.GE
	LE = arm64.LE
	G  = arm64.GT
)

// Align does nothing: all instructions are aligned.
func (a *Asm) Align(int) {}

// Call calls the code at a label.
func (a *Asm) Call(l Label) {
	a.Push(link)
	a.Asm.Call(l)
	a.Pop(link)
}

// CallMem calls the code whose address is at m.
func (a *Asm) CallMem(m Mem) {
	a.Load(8, operand, m)
	a.Push(link)
	a.CallReg(operand)
	a.Pop(link)
}

// Leave goes back to Go by the routine whose address is at m, and continues behind this place.
func (a *Asm) Leave(m Mem) {
	next := a.NewLabel()
	a.Load(8, operand, m)
	a.Push(link)
	a.LeaLabel(arm64.R16, next)
	a.JmpReg(operand)
	a.Bind(next)
	a.Pop(link)
}

// Hash calls a hash function of Go's runtime for the key at AX, of size bytes, with the seed in DX.
// The hash is in AX. CX, DX, the temporaries from R8 to R10 and the registers for floats are
// changed.
func (a *Asm) Hash(fn uintptr, size int64) {
	a.Push2(arm64.R0, arm64.R1)
	a.Push2(R13, link)
	a.Mov(8, arm64.R0, AX)
	a.Mov(8, arm64.R1, DX)
	a.MovImm(arm64.R2, size)
	a.MovImm(operand, int64(fn))
	a.CallReg(operand)
	a.Mov(8, AX, arm64.R0)
	a.Pop2(R13, link)
	a.Pop2(arm64.R0, arm64.R1)
}

// ReverseBytes reverses the order of the bytes of a register, for widths 4 and 8.
func (a *Asm) ReverseBytes(w int, dst Reg) { a.Asm.ReverseBytes(w, dst, dst) }

// Zero clears a register.
func (a *Asm) Zero(dst Reg) { a.MovImm(dst, 0) }

// StoreImm writes the low w bytes of a constant.
func (a *Asm) StoreImm(w int, m Mem, v int32) {
	if v == 0 {
		a.Store(w, m, arm64.ZR)
		return
	}
	a.MovImm(constant, int64(v))
	a.Store(w, m, constant)
}

// Op is dst op= src; Cmp only sets flags.
func (a *Asm) Op(op Arith, w int, dst, src Reg) {
	w = max(w, 4)
	switch op {
	case Add:
		a.Arith(arm64.Add, w, dst, dst, src)
	case Sub:
		a.Arith(arm64.Sub, w, dst, dst, src)
	case Sbb:
		a.Arith(arm64.Sbc, w, dst, dst, src)
	case Cmp:
		a.Asm.Cmp(w, dst, src)
	default:
		a.Logic(logic[op], w, dst, dst, src)
	}
}

var logic = map[Arith]arm64.Logic{And: arm64.And, Or: arm64.Or, Xor: arm64.Xor}

// OpImm is dst op= v.
func (a *Asm) OpImm(op Arith, w int, dst Reg, v int32) {
	w = max(w, 4)
	switch op {
	case Add:
		a.ArithImm(arm64.Add, w, dst, dst, int64(v))
	case Sub:
		a.ArithImm(arm64.Sub, w, dst, dst, int64(v))
	case Cmp:
		a.CmpImm(w, dst, int64(v))
	default:
		a.LogicImm(logic[op], w, dst, dst, int64(v))
	}
}

// OpLoad is dst op= memory, of 4 or 8 bytes.
func (a *Asm) OpLoad(op Arith, w int, dst Reg, m Mem) {
	a.Load(w, operand, m)
	a.Op(op, w, dst, operand)
}

// OpStore is memory op= src.
func (a *Asm) OpStore(op Arith, w int, m Mem, src Reg) {
	a.Load(w, operand, m)
	a.Op(op, w, operand, src)
	a.Store(w, m, operand)
}

// OpStoreImm is memory op= v; Cmp only sets flags. Numbers of less than 4 bytes are compared at the
// upper end of registers of 4, where the flags are those of their width.
func (a *Asm) OpStoreImm(op Arith, w int, m Mem, v int32) {
	a.Load(w, operand, m)
	switch {
	case op != Cmp:
		a.OpImm(op, w, operand, v)
		a.Store(w, m, operand)
	case w >= 4:
		a.CmpImm(w, operand, int64(v))
	default:
		up := 32 - 8*w
		a.ShiftImm(arm64.Lsl, 4, operand, uint8(up))
		a.MovImm(constant, int64(uint32(v)<<up))
		a.Asm.Cmp(4, operand, constant)
	}
}

// Test sets the flags for the bits that x and y have in common.
func (a *Asm) Test(w int, x, y Reg) {
	if w == 1 {
		a.Logic(arm64.And, 4, operand, x, y)
		a.LogicImm(arm64.AndS, 4, arm64.ZR, operand, 0xff)
		return
	}
	a.Logic(arm64.AndS, w, arm64.ZR, x, y)
}

// Unary is dst = op dst.
func (a *Asm) Unary(op Unary, w int, dst Reg) {
	if op == Neg {
		a.Neg(w, dst, dst)
	} else {
		a.Not(w, dst, dst)
	}
}

// Inc adds 1.
func (a *Asm) Inc(w int, dst Reg) { a.ArithImm(arm64.Add, w, dst, dst, 1) }

// Dec subtracts 1, and sets the flags E and NE.
func (a *Asm) Dec(w int, dst Reg) { a.ArithImm(arm64.SubS, w, dst, dst, 1) }

// Mul is dst *= src.
func (a *Asm) Mul(w int, dst, src Reg) { a.Asm.Mul(w, dst, dst, src) }

// MulLoad is dst *= memory.
func (a *Asm) MulLoad(w int, dst Reg, m Mem) {
	a.Load(w, operand, m)
	a.Asm.Mul(w, dst, dst, operand)
}

// MulImm is dst = src * v.
func (a *Asm) MulImm(w int, dst, src Reg, v int32) {
	a.MovImm(constant, int64(v))
	a.Asm.Mul(w, dst, src, constant)
}

// MulHigh sets DX to the upper half of the product of AX and r, signed integers of 8 bytes.
func (a *Asm) MulHigh(r Reg) { a.MulHighSigned(DX, AX, r) }

// Divide is dst /= by, or the remainder, of numbers of 4 or 8 bytes.
func (a *Asm) Divide(w int, signed, rem bool, dst, by Reg) {
	to := dst
	if rem {
		to = operand
	}
	if signed {
		a.DivSigned(w, to, dst, by)
	} else {
		a.Div(w, to, dst, by)
	}
	if rem {
		a.MulSub(w, dst, operand, by, dst)
	}
}

// Shift shifts dst by the count in CX modulo 8*w.
func (a *Asm) Shift(op arm64.Shift, w int, dst Reg) { a.Asm.Shift(op, w, dst, dst, CX) }

// ShiftImm shifts dst by n bits.
func (a *Asm) ShiftImm(op arm64.Shift, w int, dst Reg, n uint8) { a.Asm.ShiftImm(op, w, dst, dst, n) }

// Cmov is dst = src if the condition holds.
func (a *Asm) Cmov(c Cond, w int, dst, src Reg) { a.Select(c, w, dst, src, dst) }

// OnesCount counts the bits of the 8 bytes of src that are set.
func (a *Asm) OnesCount(w int, dst, src Reg) { a.Asm.OnesCount(dst, src, spare) }

// TrailingZeros sets dst to how many bits of src are 0 below the lowest 1, and to most, at most 64,
// if there is none.
func (a *Asm) TrailingZeros(dst, src Reg, most int64) {
	if most < 64 {
		a.LogicImm(arm64.Or, 8, operand, src, -1<<most)
		src = operand
	}
	a.ReverseBits(8, dst, src)
	a.LeadingZeros(8, dst, dst)
}

// FMov copies a float.
func (a *Asm) FMov(dst, src XReg) { a.Asm.FMov(8, dst, src) }

// FZero sets a register to 0.
func (a *Asm) FZero(dst XReg) { a.FFromBits(8, dst, arm64.ZR) }

var floatOps = map[FloatOp]arm64.FloatOp{FAdd: arm64.FAdd, FSub: arm64.FSub, FMul: arm64.FMul, FDiv: arm64.FDiv}

// FOp is dst op= src, and dst = √src for FSqrt.
func (a *Asm) FOp(op FloatOp, w int, dst, src XReg) {
	if op == FSqrt {
		a.FUnary(arm64.FSqrt, w, dst, src)
		return
	}
	a.Asm.FOp(floatOps[op], w, dst, dst, src)
}

// FOpLoad is dst op= memory.
func (a *Asm) FOpLoad(op FloatOp, w int, dst XReg, m Mem) {
	a.FLoad(w, spare, m)
	a.FOp(op, w, dst, spare)
}

// FNeg is dst = -dst.
func (a *Asm) FNeg(w int, dst XReg) { a.FUnary(arm64.FNeg, w, dst, dst) }

// FAbs is dst without its sign, of 8 bytes.
func (a *Asm) FAbs(dst XReg) { a.FUnary(arm64.FAbs, 8, dst, dst) }

// FFromUint converts an unsigned integer of 8 bytes to a float of w bytes.
func (a *Asm) FFromUint(w int, dst XReg, src Reg) { a.Asm.FFromInt(w, 8, false, dst, src) }

// FFromInt converts a signed integer of 8 bytes to a float of w bytes.
func (a *Asm) FFromInt(w int, dst XReg, src Reg) { a.Asm.FFromInt(w, 8, true, dst, src) }

// FToUint converts a float of w bytes to an unsigned integer of 8 bytes.
func (a *Asm) FToUint(w int, dst Reg, src XReg) { a.Asm.FToInt(w, 8, false, dst, src) }

// FToInt converts a float of w bytes to a signed integer of iw bytes, 4 or 8, as Go does.
func (a *Asm) FToInt(w, iw int, dst Reg, src XReg) { a.Asm.FToInt(w, iw, true, dst, src) }

// FJump jumps to a label if the comparison of two floats of w bytes is when.
func (a *Asm) FJump(w int, c FloatCond, x, y XReg, when bool, to Label) {
	a.FCmp(w, x, y)
	cc := map[FloatCond]Cond{token.LSS: arm64.MI, token.LEQ: arm64.LS, token.GTR: arm64.GT, token.GEQ: arm64.GE, token.EQL: arm64.EQ, token.NEQ: arm64.NE}[c]
	if !when {
		cc = cc.Not()
	}
	a.Jcc(cc, to)
}

// At is the address base + disp.
func At(base Reg, disp int32) Mem { return arm64.At(base, disp) }

// Index is the address base + index*scale + disp. The scale is 1, 2, 4 or 8.
func Index(base, index Reg, scale uint8, disp int32) Mem {
	return arm64.Index(base, index, scale, disp)
}
