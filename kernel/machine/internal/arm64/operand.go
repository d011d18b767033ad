// SPDX-License-Identifier: BSD-3-Clause

// Registers, conditions and addresses.

package arm64

// A Reg is a general register. Instructions of width 4 use the low half, and clear the upper half
// of their destination.
type Reg uint8

const (
	R0 Reg = iota
	R1
	R2
	R3
	R4
	R5
	R6
	R7
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
	R16 // for constants and addresses that need several instructions
	R17 // as R16
	R18 // belongs to the system
	R19
	R20
	R21
	R22
	R23
	R24
	R25
	R26
	R27
	R28 // Go's g
	R29 // belongs to Go's stack
	R30 // the return address
	ZR  // 0; as the base of an address, the stack pointer
)

// SP is the stack pointer, which has the number of ZR: which of both an instruction means depends
// on the operand.
const SP = ZR

const none Reg = 0xff

// An FReg is a vector register, which holds a float32 or a float64 in its low bytes.
type FReg uint8

const (
	F0 FReg = iota
	F1
	F2
	F3
	F4
	F5
	F6
	F7
	F8
	F9
	F10
	F11
	F12
	F13
	F14
	F15
	F16
	F17
	F18
	F19
	F20
	F21
	F22
	F23
	F24
	F25
	F26
	F27
	F28
	F29
	F30
	F31
)

// A Cond is a condition on the flags.
type Cond uint8

// After a comparison of x with y: CS, CC, HI and LS compare unsigned integers, GE, LT, GT and LE
// signed ones. After one of floats, EQ, MI, LS, GT and GE are ==, <, <=, > and >=, and false if one
// is not a number; VS holds then.
const (
	EQ Cond = iota
	NE
	CS // x >= y, unsigned
	CC // x < y, unsigned
	MI // negative; x < y of floats
	PL
	VS // overflow; not a number
	VC
	HI // x > y, unsigned
	LS // x <= y, unsigned; x <= y of floats
	GE
	LT
	GT
	LE
)

// Not is the opposite condition.
func (c Cond) Not() Cond { return c ^ 1 }

// Swap is the condition on y and x that is equivalent to c on x and y.
func (c Cond) Swap() Cond {
	switch c {
	case CS:
		return LS
	case LS:
		return CS
	case CC:
		return HI
	case HI:
		return CC
	case GE:
		return LE
	case LE:
		return GE
	case LT:
		return GT
	case GT:
		return LT
	}
	return c
}

// A Mem is an address in memory.
type Mem struct {
	base, index Reg
	shift       uint8
	disp        int32
}

// At is the address base + disp.
func At(base Reg, disp int32) Mem { return Mem{base: base, index: none, disp: disp} }

// Index is the address base + index*scale + disp. The scale is 1, 2, 4 or 8.
func Index(base, index Reg, scale uint8, disp int32) Mem {
	shift, ok := map[uint8]uint8{1: 0, 2: 1, 4: 2, 8: 3}[scale]
	if !ok {
		panic("arm64: invalid scale")
	}
	return Mem{base, index, shift, disp}
}

// Plus is the address that is n bytes behind m.
func (m Mem) Plus(n int32) Mem {
	m.disp += n
	return m
}

// size is the logarithm of a width.
func size(w int) uint32 {
	switch w {
	case 1:
		return 0
	case 2:
		return 1
	case 4:
		return 2
	case 8:
		return 3
	}
	panic("arm64: invalid width")
}

// sf is the bit that makes an instruction one of width 8.
func sf(w int) uint32 { return size(w) & 1 << 31 }

// memory appends a load or store of 1<<log bytes: the three words are those of the forms with a
// scaled displacement, with a small signed one, and with an index.
func (a *Asm) memory(scaled, unscaled, indexed uint32, log uint32, t uint8, m Mem) {
	if m.index != none {
		if m.disp == 0 && (m.shift == 0 || uint32(m.shift) == log) {
			s := uint32(0)
			if m.shift != 0 {
				s = 1 << 12
			}
			a.word(indexed | log<<30 | uint32(m.index)<<16 | s | uint32(m.base)<<5 | uint32(t))
			return
		}
		a.addShifted(R16, m.base, m.index, m.shift)
		m = At(R16, m.disp)
	}
	d := m.disp
	if d < -256 || d > 4095<<log || d > 255 && d&(1<<log-1) != 0 {
		a.MovImm(R17, int64(d))
		a.addShifted(R16, m.base, R17, 0)
		m, d = At(R16, 0), 0
	}
	if d >= 0 && d&(1<<log-1) == 0 {
		a.word(scaled | log<<30 | uint32(d)>>log<<10 | uint32(m.base)<<5 | uint32(t))
		return
	}
	a.word(unscaled | log<<30 | uint32(d)&511<<12 | uint32(m.base)<<5 | uint32(t))
}

// addShifted is dst = x + y<<shift, where x may be the stack pointer.
func (a *Asm) addShifted(dst, x, y Reg, shift uint8) {
	a.word(0x8b206000 | uint32(y)<<16 | uint32(shift)<<10 | uint32(x)<<5 | uint32(dst))
}
