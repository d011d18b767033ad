// SPDX-License-Identifier: BSD-3-Clause

// Conversions between floats and unsigned integers of 64 bits, for which the processor has no
// instruction. The results are those of the Go compiler, also where the language leaves them open.

package amd64

import "math"

// FFromUint converts an unsigned integer of 8 bytes to a float of w bytes. It changes the flags and
// the registers t and u; src, which is none of these, does not change.
//
// Integers from 1<<63 on are halved first. The bit that is lost is kept by an or: it matters only
// if it decides how to round.
func (a *Asm) FFromUint(w int, dst XReg, src, t, u Reg) {
	large, end := a.NewLabel(), a.NewLabel()
	a.FZero(dst)
	a.Test(8, src, src)
	a.Jcc(S, large)
	a.FFromInt(w, 8, dst, src)
	a.Jmp(end)
	a.Bind(large)
	a.Mov(8, t, src)
	a.ShiftImm(Shr, 8, t, 1)
	a.Mov(4, u, src)
	a.OpImm(And, 4, u, 1)
	a.Op(Or, 8, t, u)
	a.FFromInt(w, 8, dst, t)
	a.FOp(FAdd, w, dst, dst)
	a.Bind(end)
}

// FToUint converts a float of w bytes to an unsigned integer of 8 bytes, toward 0. It changes the
// flags and the register x; src, which is not x, does not change.
//
// Floats from 1<<63 on, and what is not a number, are converted by way of 1<<63 - src, which is
// exact.
func (a *Asm) FToUint(w int, dst Reg, src, x XReg) {
	large, end := a.NewLabel(), a.NewLabel()
	if w == 8 {
		a.MovImm(dst, int64(math.Float64bits(1<<63)))
	} else {
		a.MovImm(dst, int64(math.Float32bits(1<<63)))
	}
	a.FFromBits(w, x, dst)
	a.FCmp(w, x, src)
	a.Jcc(BE, large)
	a.FToInt(w, 8, dst, src)
	a.Jmp(end)
	a.Bind(large)
	a.FOp(FSub, w, x, src)
	a.FToInt(w, 8, dst, x)
	a.Unary(Neg, 8, dst)
	a.BitImm(BitSet, 8, dst, 63)
	a.Bind(end)
}
