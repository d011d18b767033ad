// SPDX-License-Identifier: BSD-3-Clause

// Bit operations. Those that not every processor has are marked with the feature that they need.

package amd64

// ScanForward sets dst to the number of trailing zeros of src, for widths 2, 4 and 8. If src is 0,
// it sets the condition E, and dst is undefined.
func (a *Asm) ScanForward(w int, dst, src Reg) { a.rr(0x0fbc, w, uint8(dst), uint8(src)) }

// ScanReverse sets dst to the number of the highest bit of src that is set, for widths 2, 4 and 8.
// If src is 0, it sets the condition E, and dst is undefined.
func (a *Asm) ScanReverse(w int, dst, src Reg) { a.rr(0x0fbd, w, uint8(dst), uint8(src)) }

// TrailingZeros counts trailing zeros, which are 8*w for 0 (BMI1).
func (a *Asm) TrailingZeros(w int, dst, src Reg) { a.prefixed(0xf3000fbc, w, dst, src) }

// LeadingZeros counts leading zeros, which are 8*w for 0 (LZCNT).
func (a *Asm) LeadingZeros(w int, dst, src Reg) { a.prefixed(0xf3000fbd, w, dst, src) }

// OnesCount counts the bits that are set, for widths 2, 4 and 8 (POPCNT).
func (a *Asm) OnesCount(w int, dst, src Reg) { a.prefixed(0xf3000fb8, w, dst, src) }

func (a *Asm) prefixed(o opcode, w int, dst, src Reg) { a.rr(o, w, uint8(dst), uint8(src)) }

// ReverseBytes reverses the order of the bytes of a register, for widths 4 and 8.
func (a *Asm) ReverseBytes(w int, dst Reg) { a.head(0x0fc8|opcode(dst&7), w, 0, 0, uint8(dst), false) }

// A BitOp is an operation on one bit. It sets the carry flag to the bit's old value.
type BitOp uint8

const (
	BitTest   BitOp = 4
	BitSet    BitOp = 5
	BitClear  BitOp = 6
	BitInvert BitOp = 7
)

// Bit operates on the bit of dst whose number, modulo 8*w, is in n, for widths 2, 4 and 8.
func (a *Asm) Bit(op BitOp, w int, dst, n Reg) {
	a.rr(0x0f83|opcode(op)<<3, w, uint8(n), uint8(dst))
}

// BitImm operates on bit n of dst, for widths 2, 4 and 8.
func (a *Asm) BitImm(op BitOp, w int, dst Reg, n uint8) {
	a.rr(0x0fba, w, uint8(op), uint8(dst))
	a.bytes(n)
}

// AndNot is dst = ^x & y, for widths 4 and 8 (BMI1).
func (a *Asm) AndNot(w int, dst, x, y Reg) { a.vex(0xf2, 0, 2, w, uint8(dst), uint8(x), uint8(y)) }

// ClearLowest is dst = src & (src-1), for widths 4 and 8 (BMI1).
func (a *Asm) ClearLowest(w int, dst, src Reg) { a.vex(0xf3, 0, 2, w, 1, uint8(dst), uint8(src)) }

// Lowest is dst = src & -src, for widths 4 and 8 (BMI1).
func (a *Asm) Lowest(w int, dst, src Reg) { a.vex(0xf3, 0, 2, w, 3, uint8(dst), uint8(src)) }

// ShiftBy shifts src by the count in n, modulo 8*w, and does not change the flags, for widths 4 and
// 8 and the operations Shl, Shr and Sar (BMI2).
func (a *Asm) ShiftBy(op Shift, w int, dst, src, n Reg) {
	p := map[Shift]uint8{Shl: 1, Sar: 2, Shr: 3}[op]
	if p == 0 {
		panic("amd64: no such shift by a register")
	}
	a.vex(0xf7, p, 2, w, uint8(dst), uint8(n), uint8(src))
}

// vex appends an instruction with a VEX prefix: op is the opcode, pp its implied prefix (0 none,
// 1 66, 2 f3, 3 f2), mm its map (1 0f, 2 0f 38, 3 0f 3a), reg, v and rm the operands.
func (a *Asm) vex(op, pp, mm uint8, w int, reg, v, rm uint8) {
	third := (^v&15)<<3 | pp
	if w == 8 {
		third |= 0x80
	}
	a.bytes(0xc4, (^(reg>>3)&1)<<7|0x40|(^(rm>>3)&1)<<5|mm, third, op, 0xc0|reg&7<<3|rm&7)
}
