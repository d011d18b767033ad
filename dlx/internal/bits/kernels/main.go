// SPDX-License-Identifier: BSD-3-Clause

// Kernels generates the assembly code of package bits: the step of the search
// with the vectors of AVX-512 and of AVX2, and the gathering of bits with BMI2.
// What they compute is described there, in step.go and frame.go, and
// implemented in Go by the functions stepWords and gatherWords.
//
//	go generate ./dlx/internal/bits
//
// A step processes the groups of a frame. For each it loads the open slots of
// its eight, from the head of the new row; then, for each vector of the group,
// it stores live AND NOT drop and counts its bits; it stops if an open slot has
// no bits, or else takes the minimum of 2^32 * count + item over the open ones.
// With multiplicities the count and its bonus must be positive, and the minimum
// is of another number: see multiple.go.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Sizes of the structures of package bits, in bytes.
const (
	groupSize = 16 // a group: at, vectors, number, unused, of 4 bytes each
	moveSize  = 24 // a move: from, to of 4 bytes, mask and shift of 8
)

func main() {
	ConstraintExpr("amd64,!purego")
	tables()
	step512("step512", false)
	step512("multiple512", true)
	step256("step256", false)
	step256("multiple256", true)
	gatherBMI()
	Generate()
}

// A walk is what all steps have in common.
type walk struct {
	name                              string
	live, drop, next, groups, keys, n Register
	degrees                           Register // with multiplicities
	i                                 GPVirtual
}

func begin(name, vectors string, multiple bool) walk {
	more, what := "", ""
	if multiple {
		more, what = "degrees *int64, ", ", with multiplicities"
	}
	TEXT(name, NOSPLIT, "func(live, drop, next *uint64, groups *int32, "+more+"keys *uint64, n int) uint64")
	Doc(name + " is a step with " + vectors + what + ".")
	Pragma("noescape")
	w := walk{
		name:   name,
		live:   Load(Param("live"), GP64()),
		drop:   Load(Param("drop"), GP64()),
		next:   Load(Param("next"), GP64()),
		groups: Load(Param("groups"), GP64()),
		keys:   Load(Param("keys"), GP64()),
		n:      Load(Param("n"), GP64()),
		i:      GP64(),
	}
	if multiple {
		w.degrees = Load(Param("degrees"), GP64())
	}
	XORQ(w.i, w.i)
	return w
}

// group begins the loop over groups. It loads the number of a group and its mask, and
// goes to next if the mask is 0; otherwise it loads the place of the group's words and
// the number of its vectors.
func (w walk) group(at, vectors, number, mask Register) {
	TESTQ(w.n, w.n)
	JZ(w.to("done"))

	w.label("group")
	MOVLQZX(Mem{Base: w.groups, Disp: 8}, number)
	MOVBQZX(Mem{Base: w.next, Index: number, Scale: 1}, mask)
	TESTQ(mask, mask)
	JZ(w.to("next"))
	MOVLQZX(Mem{Base: w.groups}, at)
	MOVLQZX(Mem{Base: w.groups, Disp: 4}, vectors)
}

// label and to name places in the code of one step.
func (w walk) label(place string) { Label(place + "_" + w.name) }
func (w walk) to(place string) Op { return LabelRef(place + "_" + w.name) }

// loop is the end of the loop over the groups.
func (w walk) loop() {
	w.label("next")
	ADDQ(Imm(groupSize), w.groups)
	INCQ(w.i)
	CMPQ(w.i, w.n)
	JNE(w.to("group"))

	w.label("done")
}

func step512(name string, multiple bool) {
	w := begin(name, "AVX-512", multiple)
	at, vectors, number, mask := GP64(), GP64(), GP64(), GP64()
	zero, best, count := ZMM(), ZMM(), ZMM()
	VPXORQ(zero, zero, zero)
	// The greatest positive number stands for no item.
	VPTERNLOGQ(Imm(255), best, best, best)
	VPSRLQ(Imm(1), best, best)
	w.group(at, vectors, number, mask)
	word := ZMM()
	VMOVDQU64(Mem{Base: w.drop, Index: at, Scale: 8}, word)
	VPANDNQ(Mem{Base: w.live, Index: at, Scale: 8}, word, word)
	VMOVDQU64(word, Mem{Base: w.next, Index: at, Scale: 8})
	VPOPCNTQ(word, count)
	DECQ(vectors)
	JZ(w.to("counted"))

	w.label("vector")
	ADDQ(Imm(8), at)
	VMOVDQU64(Mem{Base: w.drop, Index: at, Scale: 8}, word)
	VPANDNQ(Mem{Base: w.live, Index: at, Scale: 8}, word, word)
	VMOVDQU64(word, Mem{Base: w.next, Index: at, Scale: 8})
	VPOPCNTQ(word, word)
	VPADDQ(word, count, count)
	DECQ(vectors)
	JNZ(w.to("vector"))

	w.label("counted")
	open, empty := K(), K()
	KMOVB(mask.As32(), open)
	SHLQ(Imm(6), number)
	if multiple {
		degree := ZMM()
		VPADDQ(Mem{Base: w.degrees, Index: number, Scale: 1}, count, degree)
		VPCMPQ(Imm(2), zero, degree, open, empty) // not positive
		KORTESTB(empty, empty)
		JNZ(w.to("dead"))
		VPSLLQ(Imm(48), degree, degree)
		VPSLLQ(Imm(16), count, count)
		VPSUBQ(count, degree, count)
		VPADDQ(Mem{Base: w.keys, Index: number, Scale: 1}, count, count)
	} else {
		VPTESTNMQ(count, count, open, empty)
		KORTESTB(empty, empty)
		JNZ(w.to("dead"))
		VPSLLQ(Imm(32), count, count)
		VPORQ(Mem{Base: w.keys, Index: number, Scale: 1}, count, count)
	}
	VPMINUQ(count, best, open, best)

	w.loop()
	half := YMM()
	VEXTRACTI64X4(Imm(1), best, half)
	VPMINUQ(best.AsY(), half, half)
	quarter := XMM()
	VEXTRACTI128(Imm(1), half, quarter)
	VPMINUQ(half.AsX(), quarter, quarter)
	eighth := XMM()
	VPSHUFD(Imm(0x4e), quarter, eighth)
	VPMINUQ(quarter, eighth, eighth)
	w.finish(eighth)
}

// finish returns the least key, which is in the register least, or the number of a dead group.
func (w walk) finish(least VecVirtual) {
	result := GP64()
	VMOVQ(least, result)
	VZEROUPPER()
	Store(result, ReturnIndex(0))
	RET()

	w.label("dead")
	VZEROUPPER()
	Store(w.i, ReturnIndex(0))
	RET()
}

// Tables of AVX2: how many bits a half-byte has, and four lanes of a mask.
var halfBytes, lanes Mem

func tables() {
	halfBytes = GLOBL("halfBytes", RODATA|NOPTR)
	for i := range 32 {
		n := 0
		for b := i % 16; b != 0; b &= b - 1 {
			n++
		}
		DATA(i, U8(n))
	}
	lanes = GLOBL("laneMasks", RODATA|NOPTR)
	for m := range 16 {
		for b := range 4 {
			word := uint64(0)
			if m>>b&1 != 0 {
				word--
			}
			DATA(32*m+8*b, U64(word))
		}
	}
}

func step256(name string, multiple bool) {
	w := begin(name, "AVX2", multiple)
	at, vectors, number, mask := GP64(), GP64(), GP64(), GP64()
	table, low, zero, best := YMM(), YMM(), YMM(), YMM()
	VMOVDQU(halfBytes, table)
	VPXOR(zero, zero, zero)
	VPCMPEQD(low, low, low)
	VPSRLW(Imm(12), low, low)
	VPACKUSWB(low, low, low)
	VPCMPEQD(best, best, best)
	VPSRLQ(Imm(1), best, best)
	masks := GP64()
	LEAQ(lanes, masks)
	w.group(at, vectors, number, mask)
	a, b := YMM(), YMM()
	VPXOR(a, a, a)
	VPXOR(b, b, b)

	w.label("vector")
	for i, sum := range []VecVirtual{a, b} {
		word, high := YMM(), YMM()
		VMOVDQU(Mem{Base: w.drop, Index: at, Scale: 8, Disp: 32 * i}, word)
		VPANDN(Mem{Base: w.live, Index: at, Scale: 8, Disp: 32 * i}, word, word)
		VMOVDQU(word, Mem{Base: w.next, Index: at, Scale: 8, Disp: 32 * i})
		VPSRLW(Imm(4), word, high)
		VPAND(low, word, word)
		VPAND(low, high, high)
		VPSHUFB(word, table, word)
		VPSHUFB(high, table, high)
		VPADDB(word, high, word)
		VPSADBW(zero, word, word)
		VPADDQ(word, sum, sum)
	}
	ADDQ(Imm(8), at)
	DECQ(vectors)
	JNZ(w.to("vector"))

	openA, openB := YMM(), YMM()
	half := GP64()
	MOVQ(mask, half)
	ANDQ(Imm(15), half)
	SHLQ(Imm(5), half)
	VMOVDQU(Mem{Base: masks, Index: half, Scale: 1}, openA)
	SHRQ(Imm(4), mask)
	SHLQ(Imm(5), mask)
	VMOVDQU(Mem{Base: masks, Index: mask, Scale: 1}, openB)
	SHLQ(Imm(6), number)
	for i, sum := range []VecVirtual{a, b} {
		open, test := []VecVirtual{openA, openB}[i], YMM()
		if multiple {
			degree := YMM()
			VPADDQ(Mem{Base: w.degrees, Index: number, Scale: 1, Disp: 32 * i}, sum, degree)
			VPCMPGTQ(zero, degree, test)
			VPANDN(open, test, test) // not positive
			VPTEST(test, test)
			JNZ(w.to("dead"))
			VPSLLQ(Imm(48), degree, degree)
			VPSLLQ(Imm(16), sum, sum)
			VPSUBQ(sum, degree, sum)
			VPADDQ(Mem{Base: w.keys, Index: number, Scale: 1, Disp: 32 * i}, sum, sum)
		} else {
			VPCMPEQQ(zero, sum, test)
			VPTEST(open, test)
			JNZ(w.to("dead"))
			VPSLLQ(Imm(32), sum, sum)
			VPOR(Mem{Base: w.keys, Index: number, Scale: 1, Disp: 32 * i}, sum, sum)
		}
		less := YMM()
		VPCMPGTQ(sum, best, less)
		VPAND(open, less, less)
		VPBLENDVB(less, sum, best, best)
	}

	w.loop()
	x, y, less := XMM(), XMM(), XMM()
	VEXTRACTI128(Imm(1), best, x)
	VPCMPGTQ(x, best.AsX(), less)
	VPBLENDVB(less, x, best.AsX(), x)
	VPSHUFD(Imm(0x4e), x, y)
	VPCMPGTQ(y, x, less)
	VPBLENDVB(less, y, x, x)
	w.finish(x)
}

func gatherBMI() {
	TEXT("gatherBMI", NOSPLIT, "func(to, from *uint64, moves *int32, n int)")
	Doc("gatherBMI is gatherWords with the instruction PEXT.")
	Pragma("noescape")
	to := Load(Param("to"), GP64())
	from := Load(Param("from"), GP64())
	moves := Load(Param("moves"), GP64())
	n := Load(Param("n"), GP64())
	TESTQ(n, n)
	JZ(LabelRef("gathered"))
	Label("move")
	i, word, shift := GP64(), GP64(), GP64()
	MOVLQZX(Mem{Base: moves}, i)
	MOVQ(Mem{Base: from, Index: i, Scale: 8}, word)
	PEXTQ(Mem{Base: moves, Disp: 8}, word, word)
	MOVQ(Mem{Base: moves, Disp: 16}, shift)
	SHLXQ(shift, word, word)
	MOVLQZX(Mem{Base: moves, Disp: 4}, i)
	ORQ(word, Mem{Base: to, Index: i, Scale: 8})
	ADDQ(Imm(moveSize), moves)
	DECQ(n)
	JNZ(LabelRef("move"))
	Label("gathered")
	RET()
}
