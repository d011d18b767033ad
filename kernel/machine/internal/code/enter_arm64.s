// SPDX-License-Identifier: BSD-3-Clause

#include "textflag.h"

// Offsets of the fields of a Context, as context.go has them.
#define gosp 0
#define stack 8
#define pc 16
#define frame 24
#define depth 64
#define golr 200

// In native code R20 is the Context, R19 the frame, R21 the depth, R28 g. R18 belongs to the system
// and R29 to Go's stack. It may use all other registers; those that it needs when it leaves it has
// stored.

// func Enter(c *Context) (p, q unsafe.Pointer)
//
// The assembler saves R29 and R30 at the beginning and restores them at the end, since there is a
// frame.
TEXT ·Enter(SB), NOSPLIT, $16-24
	MOVD	c+0(FP), R20
	BL	jump<>(SB)
	MOVD	R0, p+8(FP)
	MOVD	R1, q+16(FP)
	RET

// jump changes stacks and runs native code. That ends by a jump to leave or leaveWith, which return
// here.
TEXT jump<>(SB), NOSPLIT|NOFRAME, $0
	MOVD	pc(R20), R16
	MOVD	frame(R20), R19
	MOVD	depth(R20), R21
	MOVD	RSP, R17
	MOVD	R17, gosp(R20)
	MOVD	R30, golr(R20)
	MOVD	stack(R20), R17
	MOVD	R17, RSP
	JMP	(R16)

// leave is where native code goes with the address at which it continues in R16.
TEXT leave<>(SB), NOSPLIT|NOFRAME, $0
	MOVD	ZR, R0
	MOVD	ZR, R1
	JMP	leaveWith<>(SB)

// leaveWith is leave with pointers in R0 and R1.
TEXT leaveWith<>(SB), NOSPLIT|NOFRAME, $0
	MOVD	R16, pc(R20)
	MOVD	R19, frame(R20)
	MOVD	R21, depth(R20)
	MOVD	RSP, R17
	MOVD	R17, stack(R20)
	MOVD	gosp(R20), R17
	MOVD	golr(R20), R30
	MOVD	R17, RSP
	RET

// func routines() (leave, leaveWith uintptr)
TEXT ·routines(SB), NOSPLIT, $0-16
	MOVD	$leave<>(SB), R0
	MOVD	R0, leave+0(FP)
	MOVD	$leaveWith<>(SB), R0
	MOVD	R0, leaveWith+8(FP)
	RET

// func getg() uintptr
TEXT ·getg(SB), NOSPLIT, $0-8
	MOVD	g, ret+0(FP)
	RET

// func flush(p, n uintptr)
//
// flush makes what has been written to memory visible to the instruction caches. The register with
// the sizes of their lines can be read by programs on Linux, macOS and Windows.
TEXT ·flush(SB), NOSPLIT, $0-16
	MOVD	p+0(FP), R0
	MOVD	n+8(FP), R1
	ADD	R0, R1, R1
	WORD	$0xd53b0022 // MRS CTR_EL0, R2
	MOVD	$4, R3
	UBFX	$16, R2, $4, R4
	LSL	R4, R3, R4 // bytes of a line of the data cache
	AND	$15, R2, R5
	LSL	R5, R3, R5 // and of the instruction cache
	MOVD	R0, R6
clean:
	WORD	$0xd50b7b26 // DC CVAU, R6
	ADD	R4, R6
	CMP	R1, R6
	BLO	clean
	DSB	$0xb // ISH
	MOVD	R0, R6
invalidate:
	WORD	$0xd50b7526 // IC IVAU, R6
	ADD	R5, R6
	CMP	R1, R6
	BLO	invalidate
	DSB	$0xb // ISH
	ISB	$0xf
	RET
