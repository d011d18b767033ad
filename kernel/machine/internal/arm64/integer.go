// SPDX-License-Identifier: BSD-3-Clause

// Integer instructions. Those without another remark are for widths 4 and 8.

package arm64

import "math/bits"

// rrr appends an instruction with three registers.
func (a *Asm) rrr(o uint32, w int, d, n, m Reg) {
	a.word(o | sf(w) | uint32(m)<<16 | uint32(n)<<5 | uint32(d))
}

// rr appends an instruction with two registers.
func (a *Asm) rr(o uint32, w int, d, n Reg) { a.word(o | sf(w) | uint32(n)<<5 | uint32(d)) }

// Mov copies a register.
func (a *Asm) Mov(w int, dst, src Reg) { a.rrr(0x2a000000, w, dst, ZR, src) }

// MovImm sets all 8 bytes of a register, with one to four instructions.
func (a *Asm) MovImm(dst Reg, v int64) {
	u := uint64(v)
	zeros, ones := 0, 0
	for i := range 4 {
		switch uint16(u >> (16 * i)) {
		case 0:
			zeros++
		case 0xffff:
			ones++
		}
	}
	if max(zeros, ones) < 3 {
		if f, ok := bitmask(8, u); ok {
			a.word(0xb2000000 | f | uint32(ZR)<<5 | uint32(dst))
			return
		}
	}
	first, rest := uint32(0xd2800000), uint16(0)
	if ones > zeros {
		first, rest = 0x92800000, 0xffff
	}
	done := false
	for i := range 4 {
		p := uint16(u >> (16 * i))
		switch {
		case p == rest:
		case done:
			a.word(0xf2800000 | uint32(i)<<21 | uint32(p)<<5 | uint32(dst))
		default:
			a.word(first | uint32(i)<<21 | uint32(p^rest)<<5 | uint32(dst))
			done = true
		}
	}
	if !done {
		a.word(first | uint32(dst))
	}
}

// Load reads w bytes and clears the other bytes of the register.
func (a *Asm) Load(w int, dst Reg, m Mem) {
	a.memory(0x39400000, 0x38400000, 0x38606800, size(w), uint8(dst), m)
}

// LoadSigned reads w bytes and extends their sign to all 8 bytes of the register.
func (a *Asm) LoadSigned(w int, dst Reg, m Mem) {
	if w == 8 {
		a.Load(w, dst, m)
		return
	}
	a.memory(0x39800000, 0x38800000, 0x38a06800, size(w), uint8(dst), m)
}

// Store writes the low w bytes of a register.
func (a *Asm) Store(w int, m Mem, src Reg) {
	a.memory(0x39000000, 0x38000000, 0x38206800, size(w), uint8(src), m)
}

// Lea computes an address.
func (a *Asm) Lea(dst Reg, m Mem) {
	base := m.base
	if m.index != none {
		a.addShifted(dst, base, m.index, m.shift)
		base = dst
		if m.disp == 0 {
			return
		}
	}
	a.ArithImm(Add, 8, dst, base, int64(m.disp))
}

// LeaLabel computes the address of a label at run time.
func (a *Asm) LeaLabel(dst Reg, l Label) { a.ref(address, 0x10000000|uint32(dst), l) }

// Extend copies the low w bytes of src and clears the other bytes of dst.
func (a *Asm) Extend(w int, dst, src Reg) {
	if w >= 4 {
		a.Mov(w, dst, src)
		return
	}
	a.bitfield(0x53000000, 4, dst, src, 0, uint32(8*w-1))
}

// ExtendSigned copies the low w bytes of src and extends their sign to all 8 bytes of dst.
func (a *Asm) ExtendSigned(w int, dst, src Reg) {
	if w == 8 {
		a.Mov(w, dst, src)
		return
	}
	a.bitfield(0x13000000, 8, dst, src, 0, uint32(8*w-1))
}

func (a *Asm) bitfield(o uint32, w int, d, n Reg, immr, imms uint32) {
	a.word(o | sf(w) | sf(w)>>31<<22 | immr<<16 | imms<<10 | uint32(n)<<5 | uint32(d))
}

// An Arith is an addition or subtraction. The variants with S set the flags.
type Arith uint32

const (
	Add  Arith = 0x0b000000
	AddS Arith = 0x2b000000
	Sub  Arith = 0x4b000000
	SubS Arith = 0x6b000000
	Sbc  Arith = 0x5a000000 // x - y, and 1 less if CC holds; for Arith only
)

// Arith is dst = x op y.
func (a *Asm) Arith(op Arith, w int, dst, x, y Reg) { a.rrr(uint32(op), w, dst, x, y) }

// ArithImm is dst = x op v. Without S, dst and x may be the stack pointer; x may with S.
func (a *Asm) ArithImm(op Arith, w int, dst, x Reg, v int64) {
	if v < 0 && v != -1<<63 {
		op, v = op^0x40000000, -v
		a.arithImm(op, w, dst, x, v)
		return
	}
	a.arithImm(op, w, dst, x, v)
}

func (a *Asm) arithImm(op Arith, w int, dst, x Reg, v int64) {
	o := uint32(op)&0xf0000000 | 0x11000000
	switch {
	case v >= 0 && v < 1<<12:
		a.word(o | sf(w) | uint32(v)<<10 | uint32(x)<<5 | uint32(dst))
	case v >= 0 && v < 1<<24 && v&(1<<12-1) == 0:
		a.word(o | sf(w) | 1<<22 | uint32(v)>>12<<10 | uint32(x)<<5 | uint32(dst))
	default:
		a.MovImm(R17, v)
		a.word(uint32(op) | 0x206000 | sf(w) | uint32(R17)<<16 | uint32(x)<<5 | uint32(dst))
	}
}

// Cmp compares two registers.
func (a *Asm) Cmp(w int, x, y Reg) { a.Arith(SubS, w, ZR, x, y) }

// CmpImm compares a register with a constant.
func (a *Asm) CmpImm(w int, x Reg, v int64) {
	if v < 0 && v > -1<<12 {
		a.arithImm(AddS, w, ZR, x, -v) // the flags are those of the subtraction, since v is not 0
		return
	}
	a.arithImm(SubS, w, ZR, x, v)
}

// A Logic is an operation on bits.
type Logic uint32

const (
	And    Logic = 0x0a000000
	AndNot Logic = 0x0a200000
	Or     Logic = 0x2a000000
	OrNot  Logic = 0x2a200000
	Xor    Logic = 0x4a000000
	AndS   Logic = 0x6a000000 // sets the flags
)

// Logic is dst = x op y.
func (a *Asm) Logic(op Logic, w int, dst, x, y Reg) { a.rrr(uint32(op), w, dst, x, y) }

// LogicImm is dst = x op v, for all operations but those with Not.
func (a *Asm) LogicImm(op Logic, w int, dst, x Reg, v int64) {
	if f, ok := bitmask(w, uint64(v)); ok {
		a.word(uint32(op)&0x60000000 | 0x12000000 | sf(w) | f | uint32(x)<<5 | uint32(dst))
		return
	}
	a.MovImm(R17, v)
	a.Logic(op, w, dst, x, R17)
}

// bitmask encodes a constant of a logical instruction: a run of ones, rotated, in an element of 2
// to 64 bits that is repeated.
func bitmask(w int, v uint64) (field uint32, ok bool) {
	if w == 4 {
		v = uint64(uint32(v)) | v<<32
	}
	if v == 0 || v == 1<<64-1 {
		return 0, false
	}
	n := 64
	for n > 2 && v&(1<<(n/2)-1) == v>>(n/2)&(1<<(n/2)-1) {
		n /= 2
	}
	mask := uint64(1)<<n - 1
	if n == 64 {
		mask = 1<<64 - 1
	}
	e := v & mask
	ones := bits.OnesCount64(e)
	for rot := range n {
		// Rotated to the left by rot, the element has its ones at the bottom.
		r := (e<<rot | e>>(n-rot)) & mask
		if rot == 0 {
			r = e
		}
		if r == 1<<ones-1 {
			imms := uint32(ones-1) | uint32(^(2*n-1))&0x3f
			big := uint32(0)
			if n == 64 {
				big, imms = 1, uint32(ones-1)
			}
			return big<<22 | uint32(rot)<<16 | imms<<10, true
		}
	}
	return 0, false
}

// Not is dst = ^src.
func (a *Asm) Not(w int, dst, src Reg) { a.Logic(OrNot, w, dst, ZR, src) }

// Neg is dst = -src.
func (a *Asm) Neg(w int, dst, src Reg) { a.Arith(Sub, w, dst, ZR, src) }

// Mul is dst = x * y.
func (a *Asm) Mul(w int, dst, x, y Reg) { a.MulAdd(w, dst, x, y, ZR) }

// MulAdd is dst = z + x*y.
func (a *Asm) MulAdd(w int, dst, x, y, z Reg) { a.rrr(0x1b000000|uint32(z)<<10, w, dst, x, y) }

// MulSub is dst = z - x*y.
func (a *Asm) MulSub(w int, dst, x, y, z Reg) { a.rrr(0x1b008000|uint32(z)<<10, w, dst, x, y) }

// MulHigh is the upper half of the product of unsigned integers of 8 bytes.
func (a *Asm) MulHigh(dst, x, y Reg) { a.rrr(0x1bc07c00, 8, dst, x, y) }

// MulHighSigned is the upper half of the product of signed integers of 8 bytes.
func (a *Asm) MulHighSigned(dst, x, y Reg) { a.rrr(0x1b407c00, 8, dst, x, y) }

// Div is dst = x / y of unsigned integers. It is 0 for a divisor of 0.
func (a *Asm) Div(w int, dst, x, y Reg) { a.rrr(0x1ac00800, w, dst, x, y) }

// DivSigned is dst = x / y. It is 0 for a divisor of 0, and the lowest integer divided by -1 is
// itself.
func (a *Asm) DivSigned(w int, dst, x, y Reg) { a.rrr(0x1ac00c00, w, dst, x, y) }

// A Shift is a shift or a rotation.
type Shift uint32

const (
	Lsl Shift = iota
	Lsr
	Asr
	Ror
)

// Shift is dst = x op n, where the count is taken modulo 8*w.
func (a *Asm) Shift(op Shift, w int, dst, x, n Reg) {
	a.rrr(0x1ac02000|uint32(op)<<10, w, dst, x, n)
}

// ShiftImm is dst = x op n, for counts below 8*w.
func (a *Asm) ShiftImm(op Shift, w int, dst, x Reg, n uint8) {
	top := uint32(8*w - 1)
	switch op {
	case Lsl:
		a.bitfield(0x53000000, w, dst, x, -uint32(n)&top, top-uint32(n))
	case Lsr:
		a.bitfield(0x53000000, w, dst, x, uint32(n), top)
	case Asr:
		a.bitfield(0x13000000, w, dst, x, uint32(n), top)
	case Ror:
		a.rrr(0x13800000|sf(w)>>31<<22|uint32(n)<<10, w, dst, x, x)
	}
}

// Set is 1 if the condition holds and 0 otherwise.
func (a *Asm) Set(c Cond, dst Reg) { a.rrr(0x1a800400|uint32(c.Not())<<12, 8, dst, ZR, ZR) }

// Select is dst = x if the condition holds, and y otherwise.
func (a *Asm) Select(c Cond, w int, dst, x, y Reg) { a.rrr(0x1a800000|uint32(c)<<12, w, dst, x, y) }

// LeadingZeros counts leading zeros.
func (a *Asm) LeadingZeros(w int, dst, src Reg) { a.rr(0x5ac01000, w, dst, src) }

// ReverseBits reverses the order of bits.
func (a *Asm) ReverseBits(w int, dst, src Reg) { a.rr(0x5ac00000, w, dst, src) }

// ReverseBytes reverses the order of bytes.
func (a *Asm) ReverseBytes(w int, dst, src Reg) { a.rr(0x5ac00800|sf(w)>>31<<10, w, dst, src) }
