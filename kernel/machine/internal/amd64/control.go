// SPDX-License-Identifier: BSD-3-Clause

// Jumps, calls and the stack.

package amd64

// Jmp jumps to a label.
func (a *Asm) Jmp(l Label) { a.items = append(a.items, item{at: int32(len(a.buf)), kind: jump, to: l}) }

// Jcc jumps to a label if the condition holds.
func (a *Asm) Jcc(c Cond, l Label) {
	a.items = append(a.items, item{at: int32(len(a.buf)), kind: branch, cc: c, to: l})
}

// JmpReg jumps to the address in a register.
func (a *Asm) JmpReg(r Reg) { a.rr(0xff, 4, 4, uint8(r)) }

// JmpMem jumps to an address that is read from memory.
func (a *Asm) JmpMem(m Mem) { a.rm(0xff, 4, 4, m) }

// Call calls the code at a label.
func (a *Asm) Call(l Label) {
	a.bytes(0xe8)
	a.ref(l, noLabel)
}

// CallReg calls the code whose address is in a register.
func (a *Asm) CallReg(r Reg) { a.rr(0xff, 4, 2, uint8(r)) }

// CallMem calls the code whose address is read from memory.
func (a *Asm) CallMem(m Mem) { a.rm(0xff, 4, 2, m) }

// Ret returns to the address on top of the stack.
func (a *Asm) Ret() { a.bytes(0xc3) }

// Push pushes the 8 bytes of a register.
func (a *Asm) Push(r Reg) { a.head(0x50|opcode(r&7), 4, 0, 0, uint8(r), false) }

// Pop pops the 8 bytes of a register.
func (a *Asm) Pop(r Reg) { a.head(0x58|opcode(r&7), 4, 0, 0, uint8(r), false) }

// PushImm pushes v, extended to 8 bytes.
func (a *Asm) PushImm(v int32) {
	if v == int32(int8(v)) {
		a.bytes(0x6a, byte(v))
		return
	}
	a.bytes(0x68)
	a.imm32(v)
}

// PushMem pushes 8 bytes from memory.
func (a *Asm) PushMem(m Mem) { a.rm(0xff, 4, 6, m) }

// PopMem pops 8 bytes into memory.
func (a *Asm) PopMem(m Mem) { a.rm(0x8f, 4, 0, m) }

// Trap raises a breakpoint fault, which ends the process: for places that are never reached.
func (a *Asm) Trap() { a.bytes(0xcc) }

// Table appends the distances of labels from the label base, four bytes each, for a jump through a
// table.
func (a *Asm) Table(base Label, to []Label) {
	for _, l := range to {
		a.ref(l, base)
	}
}

// Data appends bytes that are not instructions.
func (a *Asm) Data(b ...byte) { a.bytes(b...) }

// nops are the instructions without effect that the manual recommends, of one to nine bytes.
var nops = [...]string{
	"",
	"\x90",
	"\x66\x90",
	"\x0f\x1f\x00",
	"\x0f\x1f\x40\x00",
	"\x0f\x1f\x44\x00\x00",
	"\x66\x0f\x1f\x44\x00\x00",
	"\x0f\x1f\x80\x00\x00\x00\x00",
	"\x0f\x1f\x84\x00\x00\x00\x00\x00",
	"\x66\x0f\x1f\x84\x00\x00\x00\x00\x00",
}

func appendNop(code []byte, n int) []byte {
	for n > 0 {
		k := min(n, len(nops)-1)
		code = append(code, nops[k]...)
		n -= k
	}
	return code
}
