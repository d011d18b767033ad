// SPDX-License-Identifier: BSD-3-Clause

//go:build arm64 && !purego

// The problem. The step of step.go with NEON, the vectors of two words that
// every arm64 processor has. What is computed is described in kernels/main.go,
// which generates the same for amd64 with avo. Avo has no arm64, and a generator
// of our own would be longer than this file; so it is written by hand, for Go's
// assembler: no C compiler is needed, and go vet checks the arguments.
//
// The idea. Four registers hold a word of each of the eight slots of a group,
// two slots in each. An instruction counts the bits of bytes. The counts of up
// to 15 vectors are added in bytes: two of them are at most 240 then, and fit
// into a byte when neighbors are added. After that, three more sums of
// neighbors leave 32 bits for each slot.
//
// The count of a slot that is not open is made the largest number, which is
// never 0 and never the minimum. There is no minimum of numbers of 64 bits, but
// a comparison. Instructions that Go's assembler lacks are encoded here; the
// operands are numbers of registers, the result is the last one.
//
// The cost. 67 instructions for a group of one vector, or 8 for a word, and 17
// for each further vector, or 2 for a word; with multiplicities 100 and 17. The
// compiler's code for stepWords has 18 for each word and 35 for each item. In
// TestMachines a step takes 540 of them with words and 224 with NEON, including
// what is around the kernel. All this is counted in an emulator, which says
// nothing about time; no processor was available to measure that.

#include "textflag.h"

// CMHI m, n, d: all ones in the words of d in which n > m, without signs.
#define CMHI(m, n, d) WORD $(0x6EE03400 | m<<16 | n<<5 | d)

// CMLE n, d: all ones in the words of d in which n <= 0, with signs.
#define CMLE(n, d) WORD $(0x6EE09800 | n<<5 | d)

// UADDLP n, d: the 8 sums of 16 bits of neighboring bytes of n.
#define UADDLP(n, d) WORD $(0x6E202800 | n<<5 | d)

// UADALP n, d: add the 4 sums of neighboring 16 bits of n to the 32 bits of d.
#define UADALP(n, d) WORD $(0x6E606800 | n<<5 | d)

// Registers: R0 live, R1 drop, R2 next, R3 the group, R4 keys, R5 n, R6 the
// number of groups before this one, R7 degrees; R9 the vectors to come, R10 the
// number of the group, R11 its mask; R12, R13 and R14 where the vector is in
// live, drop and next, R15 how many vectors are added in bytes.
//
// V20 and V21 counts, V22 and V23 ones in closed slots, V24 to V27 the least
// keys, V28 zero, V29 and V30 the bits of a mask.

// BEGIN prepares a step. The greatest positive number stands for no item.
#define BEGIN \
	MOVD ZR, R6; \
	VEOR V28.B16, V28.B16, V28.B16; \
	MOVD $0x7fffffffffffffff, R8; \
	VDUP R8, V24.D2; \
	VDUP R8, V25.D2; \
	VDUP R8, V26.D2; \
	VDUP R8, V27.D2; \
	MOVD $0x0000000200000001, R8; \
	VMOV R8, V29.D[0]; \
	MOVD $0x0000000800000004, R8; \
	VMOV R8, V29.D[1]; \
	VSHL $4, V29.S4, V30.S4

// GROUP loads a group, unless none of its slots is open, when it goes to next.
#define GROUP(next) \
	MOVWU 8(R3), R10; \
	MOVBU (R2)(R10), R11; \
	CBZ   R11, next; \
	MOVWU (R3), R8; \
	MOVWU 4(R3), R9; \
	ADD   R8<<3, R0, R12; \
	ADD   R8<<3, R1, R13; \
	ADD   R8<<3, R2, R14; \
	VEOR  V20.B16, V20.B16, V20.B16; \
	VEOR  V21.B16, V21.B16, V21.B16

// LEFT stores live AND NOT drop for a vector, which is in V0 to V3 then.
#define LEFT \
	VLD1.P 64(R12), [V0.B16, V1.B16, V2.B16, V3.B16]; \
	VLD1.P 64(R13), [V4.B16, V5.B16, V6.B16, V7.B16]; \
	VBIT   V4.B16, V28.B16, V0.B16; \
	VBIT   V5.B16, V28.B16, V1.B16; \
	VBIT   V6.B16, V28.B16, V2.B16; \
	VBIT   V7.B16, V28.B16, V3.B16; \
	VST1.P [V0.B16, V1.B16, V2.B16, V3.B16], 64(R14)

// COUNT begins the sums of bytes, V16 to V19, with up to 15 vectors in R15.
#define COUNT \
	MOVD $15, R15; \
	CMP  R15, R9; \
	CSEL LO, R9, R15, R15; \
	SUB  R15, R9, R9; \
	LEFT; \
	VCNT V0.B16, V16.B16; \
	VCNT V1.B16, V17.B16; \
	VCNT V2.B16, V18.B16; \
	VCNT V3.B16, V19.B16; \
	SUB  $1, R15

// MORE adds another vector to the sums of bytes.
#define MORE \
	LEFT; \
	VCNT V0.B16, V0.B16; \
	VCNT V1.B16, V1.B16; \
	VCNT V2.B16, V2.B16; \
	VCNT V3.B16, V3.B16; \
	VADD V0.B16, V16.B16, V16.B16; \
	VADD V1.B16, V17.B16, V17.B16; \
	VADD V2.B16, V18.B16, V18.B16; \
	VADD V3.B16, V19.B16, V19.B16; \
	SUB  $1, R15

// SUM adds the sums of bytes to the counts.
#define SUM \
	VADDP V17.B16, V16.B16, V16.B16; \
	VADDP V19.B16, V18.B16, V18.B16; \
	UADDLP(16, 16); \
	UADDLP(18, 18); \
	UADALP(16, 20); \
	UADALP(18, 21)

// CLOSED fills the 32 bits of the slots that are not open with ones.
#define CLOSED \
	MVN    R11, R8; \
	VDUP   R8, V23.S4; \
	VCMTST V29.S4, V23.S4, V22.S4; \
	VCMTST V30.S4, V23.S4, V23.S4

// LEAST takes the minimum of the least keys and the keys in V4 to V7.
#define LEAST \
	CMHI(4, 24, 0); \
	CMHI(5, 25, 1); \
	CMHI(6, 26, 2); \
	CMHI(7, 27, 3); \
	VBIT V0.B16, V4.B16, V24.B16; \
	VBIT V1.B16, V5.B16, V25.B16; \
	VBIT V2.B16, V6.B16, V26.B16; \
	VBIT V3.B16, V7.B16, V27.B16

// END leaves the least of all keys in R8.
#define END \
	CMHI(25, 24, 0); \
	CMHI(27, 26, 1); \
	VBIT V0.B16, V25.B16, V24.B16; \
	VBIT V1.B16, V27.B16, V26.B16; \
	CMHI(26, 24, 0); \
	VBIT V0.B16, V26.B16, V24.B16; \
	VMOV V24.D[0], R8; \
	VMOV V24.D[1], R9; \
	CMP  R9, R8; \
	CSEL LO, R8, R9, R8

// func stepNEON(live, drop, next *uint64, groups *int32, keys *uint64, n int) uint64
TEXT ·stepNEON(SB), NOSPLIT, $0-56
	MOVD live+0(FP), R0
	MOVD drop+8(FP), R1
	MOVD next+16(FP), R2
	MOVD groups+24(FP), R3
	MOVD keys+32(FP), R4
	MOVD n+40(FP), R5
	BEGIN
	CBZ  R5, done

group:
	GROUP(next)

count:
	COUNT
	CBZ R15, counted

vector:
	MORE
	CBNZ R15, vector

counted:
	SUM
	CBNZ R9, count

	CLOSED
	VORR  V22.B16, V20.B16, V20.B16
	VORR  V23.B16, V21.B16, V21.B16
	VUMIN V20.S4, V21.S4, V4.S4
	VCMEQ V28.S4, V4.S4, V4.S4
	VADDP V4.D2, V4.D2, V4.D2 // 0 only if all are 0
	VMOV  V4.D[0], R8
	CBNZ  R8, dead

	// The keys are 2^32 times the count plus the item.
	ADD   R10<<6, R4, R8
	VLD1  (R8), [V0.B16, V1.B16, V2.B16, V3.B16]
	VZIP1 V20.S4, V28.S4, V4.S4
	VZIP2 V20.S4, V28.S4, V5.S4
	VZIP1 V21.S4, V28.S4, V6.S4
	VZIP2 V21.S4, V28.S4, V7.S4
	VORR  V0.B16, V4.B16, V4.B16
	VORR  V1.B16, V5.B16, V5.B16
	VORR  V2.B16, V6.B16, V6.B16
	VORR  V3.B16, V7.B16, V7.B16
	LEAST

next:
	ADD $16, R3
	ADD $1, R6
	CMP R5, R6
	BNE group

done:
	END
	MOVD R8, ret+48(FP)
	RET

dead:
	MOVD R6, ret+48(FP)
	RET

// func multipleNEON(live, drop, next *uint64, groups *int32, degrees *int64, keys *uint64, n int) uint64
TEXT ·multipleNEON(SB), NOSPLIT, $0-64
	MOVD live+0(FP), R0
	MOVD drop+8(FP), R1
	MOVD next+16(FP), R2
	MOVD groups+24(FP), R3
	MOVD degrees+32(FP), R7
	MOVD keys+40(FP), R4
	MOVD n+48(FP), R5
	BEGIN
	CBZ  R5, done

group:
	GROUP(next)

count:
	COUNT
	CBZ R15, counted

vector:
	MORE
	CBNZ R15, vector

counted:
	SUM
	CBNZ R9, count

	// The counts in 64 bits are V16 to V19, the degrees V4 to V7; V0 to V3 are
	// ones in closed slots.
	CLOSED
	ADD   R10<<6, R7, R8
	VLD1  (R8), [V4.D2, V5.D2, V6.D2, V7.D2]
	VZIP1 V28.S4, V20.S4, V16.S4
	VZIP2 V28.S4, V20.S4, V17.S4
	VZIP1 V28.S4, V21.S4, V18.S4
	VZIP2 V28.S4, V21.S4, V19.S4
	VADD  V16.D2, V4.D2, V4.D2
	VADD  V17.D2, V5.D2, V5.D2
	VADD  V18.D2, V6.D2, V6.D2
	VADD  V19.D2, V7.D2, V7.D2
	VZIP1 V22.S4, V22.S4, V0.S4
	VZIP2 V22.S4, V22.S4, V1.S4
	VZIP1 V23.S4, V23.S4, V2.S4
	VZIP2 V23.S4, V23.S4, V3.S4

	// Give up if a degree of an open slot is not positive.
	CMLE(4, 20)
	CMLE(5, 21)
	CMLE(6, 22)
	CMLE(7, 23)
	VBIT  V0.B16, V28.B16, V20.B16
	VBIT  V1.B16, V28.B16, V21.B16
	VBIT  V2.B16, V28.B16, V22.B16
	VBIT  V3.B16, V28.B16, V23.B16
	VORR  V20.B16, V21.B16, V20.B16
	VORR  V22.B16, V23.B16, V22.B16
	VORR  V20.B16, V22.B16, V20.B16
	VADDP V20.D2, V20.D2, V20.D2      // 0 only if both are 0
	VMOV  V20.D[0], R8
	CBNZ  R8, dead

	// The keys are 2^48 times the degree less 2^16 times the count plus the rank.
	ADD  R10<<6, R4, R8
	VLD1 (R8), [V20.D2, V21.D2, V22.D2, V23.D2]
	VSHL $48, V4.D2, V4.D2
	VSHL $48, V5.D2, V5.D2
	VSHL $48, V6.D2, V6.D2
	VSHL $48, V7.D2, V7.D2
	VSHL $16, V16.D2, V16.D2
	VSHL $16, V17.D2, V17.D2
	VSHL $16, V18.D2, V18.D2
	VSHL $16, V19.D2, V19.D2
	VSUB V16.D2, V4.D2, V4.D2
	VSUB V17.D2, V5.D2, V5.D2
	VSUB V18.D2, V6.D2, V6.D2
	VSUB V19.D2, V7.D2, V7.D2
	VADD V20.D2, V4.D2, V4.D2
	VADD V21.D2, V5.D2, V5.D2
	VADD V22.D2, V6.D2, V6.D2
	VADD V23.D2, V7.D2, V7.D2
	VORR V0.B16, V4.B16, V4.B16
	VORR V1.B16, V5.B16, V5.B16
	VORR V2.B16, V6.B16, V6.B16
	VORR V3.B16, V7.B16, V7.B16
	LEAST

next:
	ADD $16, R3
	ADD $1, R6
	CMP R5, R6
	BNE group

done:
	END
	MOVD R8, ret+56(FP)
	RET

dead:
	MOVD R6, ret+56(FP)
	RET
