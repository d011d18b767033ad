// SPDX-License-Identifier: BSD-3-Clause

// Jumps, calls and the stack, whose pointer is always a multiple of 16.

package arm64

// Jmp jumps to a label.
func (a *Asm) Jmp(l Label) { a.ref(far, 0x14000000, l) }

// Jcc jumps to a label if the condition holds.
func (a *Asm) Jcc(c Cond, l Label) { a.ref(near, 0x54000000|uint32(c), l) }

// JmpZero jumps to a label if r is 0.
func (a *Asm) JmpZero(w int, r Reg, l Label) { a.ref(near, 0x34000000|sf(w)|uint32(r), l) }

// JmpNonzero jumps to a label if r is not 0.
func (a *Asm) JmpNonzero(w int, r Reg, l Label) { a.ref(near, 0x35000000|sf(w)|uint32(r), l) }

// JmpBit jumps to a label if bit n of r is set.
func (a *Asm) JmpBit(r Reg, n uint8, l Label) { a.ref(bit, 0x37000000|bitNumber(n)|uint32(r), l) }

// JmpNoBit jumps to a label if bit n of r is not set.
func (a *Asm) JmpNoBit(r Reg, n uint8, l Label) { a.ref(bit, 0x36000000|bitNumber(n)|uint32(r), l) }

func bitNumber(n uint8) uint32 { return uint32(n)>>5<<31 | uint32(n)&31<<19 }

// JmpReg jumps to the address in a register.
func (a *Asm) JmpReg(r Reg) { a.word(0xd61f0000 | uint32(r)<<5) }

// Call calls the code at a label; the return address is in R30.
func (a *Asm) Call(l Label) { a.ref(far, 0x94000000, l) }

// CallReg calls the code whose address is in a register.
func (a *Asm) CallReg(r Reg) { a.word(0xd63f0000 | uint32(r)<<5) }

// Ret returns to the address in R30.
func (a *Asm) Ret() { a.word(0xd65f03c0) }

// Push pushes a register, which takes 16 bytes.
func (a *Asm) Push(r Reg) { a.word(0xf81f0fe0 | uint32(r)) }

// Pop pops a register.
func (a *Asm) Pop(r Reg) { a.word(0xf84107e0 | uint32(r)) }

// Push2 pushes two registers, which together take 16 bytes.
func (a *Asm) Push2(x, y Reg) { a.word(0xa9bf03e0 | uint32(y)<<10 | uint32(x)) }

// Pop2 pops two registers.
func (a *Asm) Pop2(x, y Reg) { a.word(0xa8c103e0 | uint32(y)<<10 | uint32(x)) }

// Trap raises a breakpoint fault, which ends the process: for places that are never reached.
func (a *Asm) Trap() { a.word(0xd4200000) }
