// SPDX-License-Identifier: BSD-3-Clause

#include "textflag.h"

// Offsets of the fields of a Context, as context.go has them.
#define gosp 0
#define stack 8
#define pc 16
#define frame 24
#define depth 64

// In native code R12 is the Context, BX the frame, R15 the depth, R14 g. It may use all other
// registers; those that it needs when it leaves it has stored.

// func Enter(c *Context) (p, q unsafe.Pointer)
//
// The assembler saves BP at the beginning and restores it at the end, since there is a frame.
TEXT ·Enter(SB), NOSPLIT, $8-24
	MOVQ	c+0(FP), R12
	CALL	jump<>(SB)
	MOVQ	SI, p+8(FP)
	MOVQ	DI, q+16(FP)
	XORPS	X15, X15
	RET

// jump changes stacks and runs native code. That ends by a jump to leave or leaveWith, which return
// here, so that the processor predicts the return.
TEXT jump<>(SB), NOSPLIT|NOFRAME, $0
	MOVQ	TLS, AX
	MOVQ	0(AX)(TLS*1), R14
	MOVQ	pc(R12), AX
	MOVQ	frame(R12), BX
	MOVQ	depth(R12), R15
	MOVQ	SP, gosp(R12)
	MOVQ	stack(R12), SP
	JMP	AX

// leave is where native code goes with the address at which it continues in AX.
TEXT leave<>(SB), NOSPLIT|NOFRAME, $0
	XORL	SI, SI
	XORL	DI, DI
	JMP	leaveWith<>(SB)

// leaveWith is leave with pointers in SI and DI.
TEXT leaveWith<>(SB), NOSPLIT|NOFRAME, $0
	MOVQ	AX, pc(R12)
	MOVQ	BX, frame(R12)
	MOVQ	R15, depth(R12)
	MOVQ	SP, stack(R12)
	MOVQ	gosp(R12), SP
	RET

// func routines() (leave, leaveWith uintptr)
TEXT ·routines(SB), NOSPLIT, $0-16
	LEAQ	leave<>(SB), AX
	MOVQ	AX, leave+0(FP)
	LEAQ	leaveWith<>(SB), AX
	MOVQ	AX, leaveWith+8(FP)
	RET

// func getg() uintptr
TEXT ·getg(SB), NOSPLIT, $0-8
	MOVQ	TLS, AX
	MOVQ	0(AX)(TLS*1), AX
	MOVQ	AX, ret+0(FP)
	RET
