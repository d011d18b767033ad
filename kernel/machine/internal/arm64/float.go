// SPDX-License-Identifier: BSD-3-Clause

// Floating-point instructions. The width is 4 for float32 and 8 for float64.

package arm64

// ftype are the bits that choose the width.
func ftype(w int) uint32 {
	switch w {
	case 4:
		return 0
	case 8:
		return 1 << 22
	}
	panic("arm64: invalid width of a float")
}

func (a *Asm) ff(o uint32, w int, d, n FReg) { a.word(o | ftype(w) | uint32(n)<<5 | uint32(d)) }

// FMov copies a register.
func (a *Asm) FMov(w int, dst, src FReg) { a.ff(0x1e204000, w, dst, src) }

// FLoad reads a float.
func (a *Asm) FLoad(w int, dst FReg, m Mem) {
	a.memory(0x3d400000, 0x3c400000, 0x3c606800, size(w), uint8(dst), m)
}

// FStore writes a float.
func (a *Asm) FStore(w int, m Mem, src FReg) {
	a.memory(0x3d000000, 0x3c000000, 0x3c206800, size(w), uint8(src), m)
}

// FBits copies the bits of a float to a general register.
func (a *Asm) FBits(w int, dst Reg, src FReg) {
	a.word(0x1e260000 | sf(w) | ftype(w) | uint32(src)<<5 | uint32(dst))
}

// FFromBits copies the bits of a float from a general register.
func (a *Asm) FFromBits(w int, dst FReg, src Reg) {
	a.word(0x1e270000 | sf(w) | ftype(w) | uint32(src)<<5 | uint32(dst))
}

// A FloatOp is an operation on two floats.
type FloatOp uint32

const (
	FMul FloatOp = 0x1e200800
	FDiv FloatOp = 0x1e201800
	FAdd FloatOp = 0x1e202800
	FSub FloatOp = 0x1e203800
	FMax FloatOp = 0x1e204800 // as Go's max
	FMin FloatOp = 0x1e205800 // as Go's min
)

// FOp is dst = x op y.
func (a *Asm) FOp(op FloatOp, w int, dst, x, y FReg) { a.ff(uint32(op)|uint32(y)<<16, w, dst, x) }

// A FloatUnary is an operation on one float.
type FloatUnary uint32

const (
	FAbs   FloatUnary = 0x1e20c000
	FNeg   FloatUnary = 0x1e214000
	FSqrt  FloatUnary = 0x1e21c000
	FEven  FloatUnary = 0x1e244000 // rounds to the nearest integer value, halves to even ones
	FCeil  FloatUnary = 0x1e24c000
	FFloor FloatUnary = 0x1e254000
	FTrunc FloatUnary = 0x1e25c000
)

// FUnary is dst = op src.
func (a *Asm) FUnary(op FloatUnary, w int, dst, src FReg) { a.ff(uint32(op), w, dst, src) }

// FMulAdd is dst = z + x*y with one rounding.
func (a *Asm) FMulAdd(w int, dst, x, y, z FReg) {
	a.ff(0x1f000000|uint32(y)<<16|uint32(z)<<10, w, dst, x)
}

// FCmp compares two floats; see Cond.
func (a *Asm) FCmp(w int, x, y FReg) { a.ff(0x1e202000|uint32(y)<<16, w, 0, x) }

// FConvert converts a float of width w to the other width.
func (a *Asm) FConvert(w int, dst, src FReg) {
	if w == 4 {
		a.ff(0x1e22c000, 4, dst, src)
		return
	}
	a.ff(0x1e624000, 8, dst, src)
}

// FFromInt converts an integer of iw bytes, 4 or 8, to a float of w bytes.
func (a *Asm) FFromInt(w, iw int, signed bool, dst FReg, src Reg) {
	o := uint32(0x1e230000)
	if signed {
		o = 0x1e220000
	}
	a.word(o | sf(iw) | ftype(w) | uint32(src)<<5 | uint32(dst))
}

// FToInt converts a float of w bytes to an integer of iw bytes, 4 or 8, toward 0. If it does not
// fit, the result is the nearest integer that does, and 0 for what is not a number.
func (a *Asm) FToInt(w, iw int, signed bool, dst Reg, src FReg) {
	o := uint32(0x1e390000)
	if signed {
		o = 0x1e380000
	}
	a.word(o | sf(iw) | ftype(w) | uint32(src)<<5 | uint32(dst))
}

// OnesCount counts the bits of the 8 bytes of src that are set, with the vector register t.
func (a *Asm) OnesCount(dst, src Reg, t FReg) {
	a.FFromBits(8, t, src)
	a.word(0x0e205800 | uint32(t)<<5 | uint32(t)) // the bits of each byte
	a.word(0x0e31b800 | uint32(t)<<5 | uint32(t)) // their sum
	a.FBits(4, dst, t)
}
