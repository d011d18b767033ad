// SPDX-License-Identifier: BSD-3-Clause

// Floating-point instructions. The width is 4 for float32 and 8 for float64.

package amd64

// scalar is the opcode with the prefix that chooses the width.
func scalar(o opcode, w int) opcode {
	switch w {
	case 4:
		return 0xf3000000 | o
	case 8:
		return 0xf2000000 | o
	}
	panic("amd64: invalid width of a float")
}

// packed is the opcode with the prefix that chooses the width in instructions for whole registers.
func packed(o opcode, w int) opcode {
	switch w {
	case 4:
		return o
	case 8:
		return 0x66000000 | o
	}
	panic("amd64: invalid width of a float")
}

// FMov copies a vector register.
func (a *Asm) FMov(dst, src XReg) { a.rr(0x0f28, 4, uint8(dst), uint8(src)) }

// FLoad reads a float and clears the rest of the register.
func (a *Asm) FLoad(w int, dst XReg, m Mem) { a.rm(scalar(0x0f10, w), 4, uint8(dst), m) }

// FStore writes a float.
func (a *Asm) FStore(w int, m Mem, src XReg) { a.rm(scalar(0x0f11, w), 4, uint8(src), m) }

// FBits copies the bits of a float to a general register.
func (a *Asm) FBits(w int, dst Reg, src XReg) { a.rr(0x66000f7e, w, uint8(src), uint8(dst)) }

// FFromBits copies the bits of a float from a general register, and clears the rest.
func (a *Asm) FFromBits(w int, dst XReg, src Reg) { a.rr(0x66000f6e, w, uint8(dst), uint8(src)) }

// FZero sets a register to 0.
func (a *Asm) FZero(dst XReg) { a.FLogic(FXor, dst, dst) }

// A FloatOp is an operation on floats.
type FloatOp uint8

const (
	FSqrt FloatOp = 0x51 // of src; dst is only written
	FAdd  FloatOp = 0x58
	FMul  FloatOp = 0x59
	FSub  FloatOp = 0x5c
	FMin  FloatOp = 0x5d // not that of Go: the second operand if one is not a number or both are 0
	FDiv  FloatOp = 0x5e
	FMax  FloatOp = 0x5f // as FMin
)

// FOp is dst op= src.
func (a *Asm) FOp(op FloatOp, w int, dst, src XReg) {
	a.rr(scalar(0x0f00|opcode(op), w), 4, uint8(dst), uint8(src))
}

// FOpLoad is dst op= memory.
func (a *Asm) FOpLoad(op FloatOp, w int, dst XReg, m Mem) {
	a.rm(scalar(0x0f00|opcode(op), w), 4, uint8(dst), m)
}

// A FloatLogic is an operation on all bits of vector registers.
type FloatLogic uint8

const (
	FAnd    FloatLogic = 0x54
	FAndNot FloatLogic = 0x55 // ^dst & src
	FOr     FloatLogic = 0x56
	FXor    FloatLogic = 0x57
)

// FLogic is dst op= src.
func (a *Asm) FLogic(op FloatLogic, dst, src XReg) {
	a.rr(0x0f00|opcode(op), 4, uint8(dst), uint8(src))
}

// FCmp compares two floats, and sets the flags as described at the conditions: A and AE are false
// if one is not a number, and E is right only together with NP.
func (a *Asm) FCmp(w int, x, y XReg) { a.rr(packed(0x0f2e, w), 4, uint8(x), uint8(y)) }

// FCmpLoad compares a float with one in memory.
func (a *Asm) FCmpLoad(w int, x XReg, m Mem) { a.rm(packed(0x0f2e, w), 4, uint8(x), m) }

// FConvert converts a float of width w to the other width.
func (a *Asm) FConvert(w int, dst, src XReg) { a.rr(scalar(0x0f5a, w), 4, uint8(dst), uint8(src)) }

// FFromInt converts a signed integer of iw bytes, 4 or 8, to a float of w bytes. The rest of dst
// does not change, so code clears dst first where it must not wait for an old value.
func (a *Asm) FFromInt(w, iw int, dst XReg, src Reg) {
	a.rr(scalar(0x0f2a, w), iw, uint8(dst), uint8(src))
}

// FToInt converts a float of w bytes to a signed integer of iw bytes, 4 or 8, toward 0. If it does
// not fit or is not a number, the result is the lowest integer.
func (a *Asm) FToInt(w, iw int, dst Reg, src XReg) {
	a.rr(scalar(0x0f2c, w), iw, uint8(dst), uint8(src))
}

// A Rounding says how FRound rounds.
type Rounding uint8

const (
	ToEven   Rounding = 8
	Down     Rounding = 9
	Up       Rounding = 10
	Truncate Rounding = 11
)

// FRound rounds to an integer value (SSE4.1).
func (a *Asm) FRound(w int, dst, src XReg, how Rounding) {
	o := opcode(0x66) << 24
	a.head(o|0x0f3a0a|opcode(w>>3), 4, uint8(dst), 0, uint8(src), false)
	a.bytes(0xc0|uint8(dst)&7<<3|uint8(src)&7, byte(how))
}

// FMulAdd is dst += x * y with one rounding (FMA).
func (a *Asm) FMulAdd(w int, dst, x, y XReg) { a.vex(0xb9, 1, 2, w, uint8(dst), uint8(x), uint8(y)) }

// Load16 reads 16 bytes.
func (a *Asm) Load16(dst XReg, m Mem) { a.rm(0x0f10, 4, uint8(dst), m) }

// Store16 writes 16 bytes.
func (a *Asm) Store16(m Mem, src XReg) { a.rm(0x0f11, 4, uint8(src), m) }
