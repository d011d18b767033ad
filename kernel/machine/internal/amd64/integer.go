// SPDX-License-Identifier: BSD-3-Clause

// Integer instructions.

package amd64

// width panics unless w is 1, 2, 4 or 8.
func checkWidth(w int) {
	if w != 1 && w != 2 && w != 4 && w != 8 {
		panic("amd64: invalid width")
	}
}

// wide is the opcode for widths above 1; the one for bytes is one less.
func wide(o opcode, w int) opcode {
	checkWidth(w)
	if w == 1 {
		return o - 1
	}
	return o
}

// Mov copies a register. Width 4 clears the upper half; width 8 copies all.
func (a *Asm) Mov(w int, dst, src Reg) { a.rr(wide(0x89, w), w, uint8(src), uint8(dst)) }

// MovImm sets all 8 bytes of a register. The flags do not change.
func (a *Asm) MovImm(dst Reg, v int64) {
	switch {
	case v == int64(uint32(v)):
		a.head(0xb8|opcode(dst&7), 4, 0, 0, uint8(dst), false)
		a.imm32(int32(v))
	case v == int64(int32(v)):
		a.rr(0xc7, 8, 0, uint8(dst))
		a.imm32(int32(v))
	default:
		a.head(0xb8|opcode(dst&7), 8, 0, 0, uint8(dst), false)
		a.imm64(v)
	}
}

// Zero clears a register, and changes the flags.
func (a *Asm) Zero(dst Reg) { a.Op(Xor, 4, dst, dst) }

// Load reads w bytes and clears the other bytes of the register.
func (a *Asm) Load(w int, dst Reg, m Mem) {
	switch w {
	case 1:
		a.rm(0x0fb6, 4, uint8(dst), m)
	case 2:
		a.rm(0x0fb7, 4, uint8(dst), m)
	case 4, 8:
		a.rm(0x8b, w, uint8(dst), m)
	default:
		checkWidth(w)
	}
}

// LoadSigned reads w bytes and extends their sign to all 8 bytes of the register.
func (a *Asm) LoadSigned(w int, dst Reg, m Mem) {
	switch w {
	case 1:
		a.rm(0x0fbe, 8, uint8(dst), m)
	case 2:
		a.rm(0x0fbf, 8, uint8(dst), m)
	case 4:
		a.rm(0x63, 8, uint8(dst), m)
	case 8:
		a.rm(0x8b, 8, uint8(dst), m)
	default:
		checkWidth(w)
	}
}

// Store writes the low w bytes of a register.
func (a *Asm) Store(w int, m Mem, src Reg) { a.rm(wide(0x89, w), w, uint8(src), m) }

// StoreImm writes the low w bytes of v; all 8 of v extended, for width 8.
func (a *Asm) StoreImm(w int, m Mem, v int32) {
	a.rm(wide(0xc7, w), w, 0, m)
	a.imm(w, v)
}

// imm appends an immediate operand of at most 4 bytes.
func (a *Asm) imm(w int, v int32) {
	switch w {
	case 1:
		a.bytes(byte(v))
	case 2:
		a.imm16(int16(v))
	default:
		a.imm32(v)
	}
}

// Extend copies the low w bytes of src and clears the other bytes of dst.
func (a *Asm) Extend(w int, dst, src Reg) {
	switch w {
	case 1:
		a.head(0x0fb6, 4, uint8(dst), 0, uint8(src), src >= 4)
		a.bytes(0xc0 | uint8(dst)&7<<3 | uint8(src)&7)
	case 2:
		a.rr(0x0fb7, 4, uint8(dst), uint8(src))
	default:
		a.Mov(w, dst, src)
	}
}

// ExtendSigned copies the low w bytes of src and extends their sign to all 8 bytes of dst.
func (a *Asm) ExtendSigned(w int, dst, src Reg) {
	switch w {
	case 1:
		a.rr(0x0fbe, 8, uint8(dst), uint8(src))
	case 2:
		a.rr(0x0fbf, 8, uint8(dst), uint8(src))
	case 4:
		a.rr(0x63, 8, uint8(dst), uint8(src))
	default:
		a.Mov(w, dst, src)
	}
}

// Lea computes an address. The flags do not change.
func (a *Asm) Lea(dst Reg, m Mem) { a.rm(0x8d, 8, uint8(dst), m) }

// LeaLabel computes the address of a label at run time.
func (a *Asm) LeaLabel(dst Reg, l Label) {
	a.head(0x8d, 8, uint8(dst), 0, 0, false)
	a.bytes(uint8(dst)&7<<3 | 5)
	a.ref(l, noLabel)
}

// An Arith is an operation on two integers that sets the flags.
type Arith uint8

const (
	Add Arith = iota
	Or
	Adc // with the carry of a lower word
	Sbb // with the borrow of a lower word
	And
	Sub
	Xor
	Cmp // Sub without a result
)

// Op is dst op= src.
func (a *Asm) Op(op Arith, w int, dst, src Reg) {
	a.rr(wide(opcode(op)<<3|1, w), w, uint8(src), uint8(dst))
}

// OpImm is dst op= v. For width 8, v is extended.
func (a *Asm) OpImm(op Arith, w int, dst Reg, v int32) {
	if o, short := a.opImm(op, w, v); short {
		a.head(o, w, 0, 0, uint8(dst), w == 1 && dst >= 4)
		a.bytes(0xc0|byte(op)<<3|uint8(dst)&7, byte(v))
		return
	}
	if dst == AX {
		a.head(opcode(op)<<3|5, w, 0, 0, 0, false)
	} else {
		a.head(0x81, w, 0, 0, uint8(dst), false)
		a.bytes(0xc0 | byte(op)<<3 | uint8(dst)&7)
	}
	a.imm(w, v)
}

// opImm is the opcode of an operation with a constant, which may take one byte.
func (a *Asm) opImm(op Arith, w int, v int32) (o opcode, short bool) {
	checkWidth(w)
	switch {
	case w == 1:
		return 0x80, true
	case v == int32(int8(v)):
		return 0x83, true
	}
	return 0x81, false
}

// OpLoad is dst op= memory.
func (a *Asm) OpLoad(op Arith, w int, dst Reg, m Mem) {
	a.rm(wide(opcode(op)<<3|3, w), w, uint8(dst), m)
}

// OpStore is memory op= src.
func (a *Asm) OpStore(op Arith, w int, m Mem, src Reg) {
	a.rm(wide(opcode(op)<<3|1, w), w, uint8(src), m)
}

// OpStoreImm is memory op= v. For width 8, v is extended.
func (a *Asm) OpStoreImm(op Arith, w int, m Mem, v int32) {
	o, short := a.opImm(op, w, v)
	a.rmByte(o, w, uint8(op), m, false)
	if short {
		a.bytes(byte(v))
		return
	}
	a.imm(w, v)
}

// Test sets the flags of x & y.
func (a *Asm) Test(w int, x, y Reg) { a.rr(wide(0x85, w), w, uint8(y), uint8(x)) }

// TestImm sets the flags of x & v.
func (a *Asm) TestImm(w int, x Reg, v int32) {
	a.rr(wide(0xf7, w), w, 0, uint8(x))
	a.imm(w, v)
}

// TestLoadImm sets the flags of memory & v.
func (a *Asm) TestLoadImm(w int, m Mem, v int32) {
	a.rmByte(wide(0xf7, w), w, 0, m, false)
	a.imm(w, v)
}

// A Unary is an operation on one integer.
type Unary uint8

const (
	Not Unary = 2 // the flags do not change
	Neg Unary = 3
)

// Unary is dst = op dst.
func (a *Asm) Unary(op Unary, w int, dst Reg) {
	a.head(wide(0xf7, w), w, 0, 0, uint8(dst), w == 1 && dst >= 4)
	a.bytes(0xc0 | byte(op)<<3 | uint8(dst)&7)
}

// UnaryStore is memory = op memory.
func (a *Asm) UnaryStore(op Unary, w int, m Mem) { a.rmByte(wide(0xf7, w), w, uint8(op), m, false) }

// Inc adds 1; the carry flag does not change.
func (a *Asm) Inc(w int, dst Reg) { a.step(w, 0, dst) }

// Dec subtracts 1; the carry flag does not change.
func (a *Asm) Dec(w int, dst Reg) { a.step(w, 1, dst) }

func (a *Asm) step(w int, op byte, dst Reg) {
	a.head(wide(0xff, w), w, 0, 0, uint8(dst), w == 1 && dst >= 4)
	a.bytes(0xc0 | op<<3 | uint8(dst)&7)
}

// Mul is dst *= src, for widths 2, 4 and 8. The low bytes of a product do not depend on the sign.
func (a *Asm) Mul(w int, dst, src Reg) { a.rr(0x0faf, w, uint8(dst), uint8(src)) }

// MulLoad is dst *= memory.
func (a *Asm) MulLoad(w int, dst Reg, m Mem) { a.rm(0x0faf, w, uint8(dst), m) }

// MulImm is dst = src * v.
func (a *Asm) MulImm(w int, dst, src Reg, v int32) {
	if v == int32(int8(v)) {
		a.rr(0x6b, w, uint8(dst), uint8(src))
		a.bytes(byte(v))
		return
	}
	a.rr(0x69, w, uint8(dst), uint8(src))
	a.imm(w, v)
}

// MulWide is DX:AX = AX * src of unsigned integers, for widths 4 and 8.
func (a *Asm) MulWide(w int, src Reg) { a.rr(0xf7, w, 4, uint8(src)) }

// MulWideSigned is DX:AX = AX * src of signed integers, for widths 4 and 8.
func (a *Asm) MulWideSigned(w int, src Reg) { a.rr(0xf7, w, 5, uint8(src)) }

// Div is AX, DX = DX:AX / src, DX:AX % src of unsigned integers, for widths 2, 4 and 8. The
// processor raises a fault for a divisor of 0 and for a quotient that does not fit.
func (a *Asm) Div(w int, src Reg) { a.rr(0xf7, w, 6, uint8(src)) }

// DivSigned is Div for signed integers. The lowest integer divided by -1 does not fit.
func (a *Asm) DivSigned(w int, src Reg) { a.rr(0xf7, w, 7, uint8(src)) }

// SignDX fills DX with the sign of AX, as DivSigned expects it, for widths 2, 4 and 8.
func (a *Asm) SignDX(w int) { a.head(0x99, w, 0, 0, 0, false) }

// A Shift is a shift or a rotation. The processor takes the count modulo 64 for width 8, and modulo
// 32 for all others.
type Shift uint8

const (
	Rol Shift = 0
	Ror Shift = 1
	Shl Shift = 4
	Shr Shift = 5
	Sar Shift = 7
)

// Shift shifts dst by the count in CX.
func (a *Asm) Shift(op Shift, w int, dst Reg) { a.shift(wide(0xd3, w), op, w, dst) }

// ShiftImm shifts dst by n bits.
func (a *Asm) ShiftImm(op Shift, w int, dst Reg, n uint8) {
	if n == 1 {
		a.shift(wide(0xd1, w), op, w, dst)
		return
	}
	a.shift(wide(0xc1, w), op, w, dst)
	a.bytes(n)
}

func (a *Asm) shift(o opcode, op Shift, w int, dst Reg) {
	a.head(o, w, 0, 0, uint8(dst), w == 1 && dst >= 4)
	a.bytes(0xc0 | byte(op)<<3 | uint8(dst)&7)
}

// Xchg exchanges two registers.
func (a *Asm) Xchg(w int, x, y Reg) { a.rr(wide(0x87, w), w, uint8(y), uint8(x)) }

// Set sets the low byte of dst to 1 if the condition holds and to 0 otherwise. The other bytes do
// not change.
func (a *Asm) Set(c Cond, dst Reg) {
	a.head(0x0f90|opcode(c), 1, 0, 0, uint8(dst), dst >= 4)
	a.bytes(0xc0 | uint8(dst)&7)
}

// SetStore sets a byte in memory to 1 or 0.
func (a *Asm) SetStore(c Cond, m Mem) { a.rmByte(0x0f90|opcode(c), 1, 0, m, false) }

// Cmov copies src if the condition holds, for widths 2, 4 and 8. Width 4 clears the upper half of
// dst in any case.
func (a *Asm) Cmov(c Cond, w int, dst, src Reg) { a.rr(0x0f40|opcode(c), w, uint8(dst), uint8(src)) }

// CmovLoad copies from memory, which it reads in any case.
func (a *Asm) CmovLoad(c Cond, w int, dst Reg, m Mem) { a.rm(0x0f40|opcode(c), w, uint8(dst), m) }
