// SPDX-License-Identifier: BSD-3-Clause

// Operands: registers, addresses, conditions, and how an instruction refers to them.

package amd64

// A Reg is a general register. Its low 1, 2, 4 or 8 bytes are used, as the width of an instruction
// says. An instruction of width 4 clears the upper half of its destination; those of width 1 and 2
// keep the other bytes.
type Reg uint8

const (
	AX Reg = iota
	CX
	DX
	BX
	SP
	BP
	SI
	DI
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
)

// none in place of an index says that an address has none.
const none Reg = 0xff

// An XReg is a vector register, which holds a float32 or a float64 in its low bytes.
type XReg uint8

const (
	X0 XReg = iota
	X1
	X2
	X3
	X4
	X5
	X6
	X7
	X8
	X9
	X10
	X11
	X12
	X13
	X14
	X15
)

// A Mem is an address in memory.
type Mem struct {
	base, index Reg
	shift       uint8
	disp        int32
}

// At is the address base + disp.
func At(base Reg, disp int32) Mem { return Mem{base: base, index: none, disp: disp} }

// Index is the address base + index*scale + disp. The scale is 1, 2, 4 or 8, and the index is not
// SP.
func Index(base, index Reg, scale uint8, disp int32) Mem {
	if index == SP {
		panic("amd64: SP is no index")
	}
	shift, ok := map[uint8]uint8{1: 0, 2: 1, 4: 2, 8: 3}[scale]
	if !ok {
		panic("amd64: invalid scale")
	}
	return Mem{base, index, shift, disp}
}

// Plus is the address that is n bytes behind m.
func (m Mem) Plus(n int32) Mem {
	m.disp += n
	return m
}

// A Cond is a condition on the flags that Cmp, Test and others have set.
type Cond uint8

// After a comparison of x with y: B, AE, BE and A compare unsigned integers and floats, L, GE, LE
// and G signed integers. P is set when one of two floats is not a number; then B, E and BE hold,
// too.
const (
	O  Cond = iota // overflow
	NO             // no overflow
	B              // x < y, unsigned; carry
	AE             // x >= y, unsigned; no carry
	E              // x == y
	NE             // x != y
	BE             // x <= y, unsigned
	A              // x > y, unsigned
	S              // negative
	NS             // not negative
	P              // parity; not a number
	NP             // no parity; numbers
	L              // x < y
	GE             // x >= y
	LE             // x <= y
	G              // x > y
)

// Not is the opposite condition.
func (c Cond) Not() Cond { return c ^ 1 }

// Swap is the condition on y and x that is equivalent to c on x and y.
func (c Cond) Swap() Cond {
	switch c {
	case B:
		return A
	case A:
		return B
	case AE:
		return BE
	case BE:
		return AE
	case L:
		return G
	case G:
		return L
	case LE:
		return GE
	case GE:
		return LE
	}
	return c
}

// An opcode is the bytes of an opcode, the last one lowest, with a mandatory prefix in the highest
// byte: 0x660f6e is 0f 6e, and 0x66000f6e is 66 0f 6e.
type opcode uint32

func (o opcode) prefix() byte { return byte(o >> 24) }

// head appends prefixes and opcode of an instruction whose operands use the bits r, x and b of the
// REX prefix. A byte register from SP to DI needs an empty REX prefix, or it would be AH to BH.
func (a *Asm) head(o opcode, width int, r, x, b uint8, byteReg bool) {
	if width == 2 {
		a.bytes(0x66)
	}
	if p := o.prefix(); p != 0 {
		a.bytes(p)
	}
	rex := r>>3&1<<2 | x>>3&1<<1 | b>>3&1
	if width == 8 {
		rex |= 8
	}
	if rex != 0 || byteReg {
		a.bytes(0x40 | rex)
	}
	if o&0xff0000 != 0 {
		a.bytes(byte(o >> 16))
	}
	if o&0xff00 != 0 {
		a.bytes(byte(o >> 8))
	}
	a.bytes(byte(o))
}

// rr appends an instruction with two registers: reg in the field for registers, rm in the one for
// registers or memory.
func (a *Asm) rr(o opcode, width int, reg, rm uint8) {
	a.head(o, width, reg, 0, rm, width == 1 && (reg >= 4 || rm >= 4))
	a.bytes(0xc0 | reg&7<<3 | rm&7)
}

// rm appends an instruction with a register and memory.
func (a *Asm) rm(o opcode, width int, reg uint8, m Mem) {
	a.rmByte(o, width, reg, m, width == 1 && reg >= 4)
}

// rmByte is rm for instructions that use reg as a byte, if byteReg is set.
func (a *Asm) rmByte(o opcode, width int, reg uint8, m Mem, byteReg bool) {
	x := uint8(0)
	if m.index != none {
		x = uint8(m.index)
	}
	a.head(o, width, reg, x, uint8(m.base), byteReg)
	a.address(reg, m)
}

// address appends the ModR/M byte, the SIB byte if the address needs one, and the displacement.
func (a *Asm) address(reg uint8, m Mem) {
	base := uint8(m.base) & 7
	mod := byte(0x80)
	switch {
	case m.disp == 0 && base != 5: // BP and R13 without displacement mean something else
		mod = 0
	case m.disp == int32(int8(m.disp)):
		mod = 0x40
	}
	switch {
	case m.index != none:
		a.bytes(mod|reg&7<<3|4, m.shift<<6|uint8(m.index)&7<<3|base)
	case base == 4: // SP and R12
		a.bytes(mod|reg&7<<3|4, 0x24)
	default:
		a.bytes(mod | reg&7<<3 | base)
	}
	switch mod {
	case 0x40:
		a.bytes(byte(m.disp))
	case 0x80:
		a.imm32(m.disp)
	}
}
