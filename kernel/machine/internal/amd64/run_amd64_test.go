// SPDX-License-Identifier: BSD-3-Clause

//go:build linux || darwin || windows

package amd64_test

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"golang.org/x/sys/cpu"

	. "polka/kernel/machine/internal/amd64"
	"polka/kernel/machine/internal/code"
	"polka/kernel/machine/internal/code/codetest"
)

// load assembles a program.
func load(t testing.TB, f func(a *Asm)) *codetest.Program {
	t.Helper()
	var a Asm
	f(&a)
	a.LeaLabel(AX, a.Here())
	a.JmpMem(At(R12, code.OffLeave))
	return codetest.Load(t, a.Link())
}

var (
	argA = At(R12, code.OffA)
	argB = At(R12, code.OffB)
	argC = At(R12, code.OffC)
)

// registers are those that the programs may use as they like.
var registers = []Reg{AX, CX, DX, BX, BP, SI, DI, R8, R9, R10, R11, R13, R14, R15}

// binary computes f of x and y in all registers that differ from each other.
func binary(t *testing.T, name string, f func(a *Asm, dst, x, y Reg), want func(x, y uint64) uint64) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, dst := range registers {
		for _, x := range registers {
			y := registers[rnd.IntN(len(registers))]
			if x == y {
				continue
			}
			p := load(t, func(a *Asm) {
				a.Load(8, x, argA)
				a.Load(8, y, argB)
				f(a, dst, x, y)
				a.Store(8, argA, dst)
			})
			for range 20 {
				u, v := rnd.Uint64()>>rnd.IntN(64), rnd.Uint64()>>rnd.IntN(64)
				if got := p.Run(u, v, 0); got != want(u, v) {
					t.Fatalf("%s: registers %d, %d, %d: %#x and %#x give %#x, want %#x", name, dst, x, y, u, v, got, want(u, v))
				}
			}
		}
	}
}

// TestVEX runs the instructions that the disassembler does not know.
func TestVEX(t *testing.T) {
	if !cpu.X86.HasBMI1 || !cpu.X86.HasBMI2 || !cpu.X86.HasFMA {
		t.Skip("the processor does not have the instructions")
	}
	binary(t, "AndNot", func(a *Asm, dst, x, y Reg) { a.AndNot(8, dst, x, y) }, func(x, y uint64) uint64 { return y &^ x })
	binary(t, "AndNot 4", func(a *Asm, dst, x, y Reg) { a.AndNot(4, dst, x, y) }, func(x, y uint64) uint64 { return uint64(uint32(y &^ x)) })
	binary(t, "ClearLowest", func(a *Asm, dst, x, y Reg) { a.ClearLowest(8, dst, x) }, func(x, y uint64) uint64 { return x & (x - 1) })
	binary(t, "Lowest", func(a *Asm, dst, x, y Reg) { a.Lowest(8, dst, x) }, func(x, y uint64) uint64 { return x & -x })
	binary(t, "Shl", func(a *Asm, dst, x, y Reg) { a.ShiftBy(Shl, 8, dst, x, y) }, func(x, y uint64) uint64 { return x << (y & 63) })
	binary(t, "Shr", func(a *Asm, dst, x, y Reg) { a.ShiftBy(Shr, 8, dst, x, y) }, func(x, y uint64) uint64 { return x >> (y & 63) })
	binary(t, "Sar", func(a *Asm, dst, x, y Reg) { a.ShiftBy(Sar, 8, dst, x, y) }, func(x, y uint64) uint64 { return uint64(int64(x) >> (y & 63)) })
	binary(t, "Sar 4", func(a *Asm, dst, x, y Reg) { a.ShiftBy(Sar, 4, dst, x, y) }, func(x, y uint64) uint64 { return uint64(uint32(int32(x) >> (y & 31))) })
	for dst := range XReg(15) { // X15 is 0 when the code begins
		x, y := (dst+5)%15, (dst+9)%15
		p := load(t, func(a *Asm) {
			a.FLoad(8, dst, argA)
			a.FLoad(8, x, argB)
			a.FLoad(8, y, argC)
			a.FMulAdd(8, dst, x, y)
			a.FStore(8, argA, dst)
		})
		u, v, w := 0.1, 10.0, -1.0
		if got, want := math.Float64frombits(p.Run(math.Float64bits(w), math.Float64bits(u), math.Float64bits(v))), math.FMA(u, v, w); got != want {
			t.Errorf("X%d: FMulAdd gives %v, want %v", dst, got, want)
		}
	}
}

// floats are all kinds of floats: NaN, infinite, too large for integers, just small enough.
func floats() []float64 {
	list := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), math.SmallestNonzeroFloat64, math.MaxFloat64, math.MaxFloat32}
	for _, x := range []float64{0.5, 1, 1 << 7, 1 << 8, 1 << 15, 1 << 16, 1 << 31, 1 << 32, 1 << 53, 1 << 63, 1 << 64} {
		for _, y := range []float64{x, math.Nextafter(x, 0), math.Nextafter(x, math.Inf(1)), x + 0.5, x - 0.5, float64(math.Nextafter32(float32(x), 0))} {
			list = append(list, y, -y)
		}
	}
	rnd := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		list = append(list, math.Float64frombits(rnd.Uint64()), math.Ldexp(rnd.Float64()-0.5, rnd.IntN(70)))
	}
	return list
}

// TestConversions compares conversions with those of the Go compiler, where they are out of range,
// too.
func TestConversions(t *testing.T) {
	for _, f := range []struct {
		name string
		code func(a *Asm)
		want func(x float64) uint64
	}{
		{"int64", func(a *Asm) { a.FToInt(8, 8, DX, X3) }, func(x float64) uint64 { return uint64(int64(x)) }},
		{"int32", func(a *Asm) { a.FToInt(8, 4, DX, X3); a.ExtendSigned(4, DX, DX) }, func(x float64) uint64 { return uint64(int64(int32(x))) }},
		{"int16", func(a *Asm) { a.FToInt(8, 4, DX, X3); a.ExtendSigned(2, DX, DX) }, func(x float64) uint64 { return uint64(int64(int16(x))) }},
		{"uint8", func(a *Asm) { a.FToInt(8, 4, DX, X3); a.Extend(1, DX, DX) }, func(x float64) uint64 { return uint64(uint8(x)) }},
		{"uint32", func(a *Asm) { a.FToInt(8, 8, DX, X3); a.Extend(4, DX, DX) }, func(x float64) uint64 { return uint64(uint32(x)) }},
		{"uint64", func(a *Asm) { a.FToUint(8, DX, X3, X4) }, func(x float64) uint64 { return uint64(x) }},
		{"float32", func(a *Asm) { a.FConvert(8, X3, X3); a.FBits(4, DX, X3) }, func(x float64) uint64 { return uint64(math.Float32bits(float32(x))) }},
		{"float32 to uint64", func(a *Asm) { a.FConvert(8, X3, X3); a.FToUint(4, DX, X3, X14) }, func(x float64) uint64 { return uint64(float32(x)) }},
		{"float32 to int64", func(a *Asm) { a.FConvert(8, X3, X3); a.FToInt(4, 8, DX, X3) }, func(x float64) uint64 { return uint64(int64(float32(x))) }},
		{"float32 to int32", func(a *Asm) { a.FConvert(8, X3, X3); a.FToInt(4, 4, DX, X3) }, func(x float64) uint64 { return uint64(uint32(int32(float32(x)))) }},
		{"sqrt", func(a *Asm) { a.FOp(FSqrt, 8, X3, X3); a.FBits(8, DX, X3) }, func(x float64) uint64 { return math.Float64bits(math.Sqrt(x)) }},
		{"floor", func(a *Asm) { a.FRound(8, X3, X3, Down); a.FBits(8, DX, X3) }, func(x float64) uint64 { return math.Float64bits(math.Floor(x)) }},
		{"ceil", func(a *Asm) { a.FRound(8, X3, X3, Up); a.FBits(8, DX, X3) }, func(x float64) uint64 { return math.Float64bits(math.Ceil(x)) }},
		{"trunc", func(a *Asm) { a.FRound(8, X3, X3, Truncate); a.FBits(8, DX, X3) }, func(x float64) uint64 { return math.Float64bits(math.Trunc(x)) }},
		{"even", func(a *Asm) { a.FRound(8, X3, X3, ToEven); a.FBits(8, DX, X3) }, func(x float64) uint64 { return math.Float64bits(math.RoundToEven(x)) }},
	} {
		p := load(t, func(a *Asm) {
			a.FLoad(8, X3, argA)
			f.code(a)
			a.Store(8, argA, DX)
		})
		for _, x := range floats() {
			if math.IsNaN(x) && f.name == "float32" {
				continue // the payload is not part of the contract
			}
			got, want := p.Run(math.Float64bits(x), 0, 0), f.want(x)
			if got != want && !(math.IsNaN(math.Float64frombits(got)) && math.IsNaN(math.Float64frombits(want))) {
				t.Errorf("%s: %v gives %#x, want %#x", f.name, x, got, want)
			}
		}
	}
}

func TestIntegersToFloats(t *testing.T) {
	ints := []uint64{0, 1, 1<<63 - 1, 1 << 63, 1<<63 + 1, 1<<64 - 1, 1<<53 + 1, 1<<63 + 1<<10, 1<<63 + 1<<10 + 1, 1<<63 + 1<<39, 1<<63 + 1<<39 + 1}
	rnd := rand.New(rand.NewPCG(9, 10))
	for range 2000 {
		ints = append(ints, rnd.Uint64()>>rnd.IntN(64), rnd.Uint64()<<rnd.IntN(64))
	}
	for _, f := range []struct {
		name string
		code func(a *Asm)
		want func(x uint64) uint64
	}{
		{"int64 to float64", func(a *Asm) { a.FFromInt(8, 8, X9, DX); a.FBits(8, DX, X9) }, func(x uint64) uint64 { return math.Float64bits(float64(int64(x))) }},
		{"int32 to float64", func(a *Asm) { a.FFromInt(8, 4, X9, DX); a.FBits(8, DX, X9) }, func(x uint64) uint64 { return math.Float64bits(float64(int32(x))) }},
		{"int64 to float32", func(a *Asm) { a.FFromInt(4, 8, X9, DX); a.FBits(4, DX, X9) }, func(x uint64) uint64 { return uint64(math.Float32bits(float32(int64(x)))) }},
		{"uint64 to float64", func(a *Asm) { a.FFromUint(8, X9, DX, R8, DI); a.FBits(8, DX, X9) }, func(x uint64) uint64 { return math.Float64bits(float64(x)) }},
		{"uint64 to float32", func(a *Asm) { a.FFromUint(4, X9, DX, R8, DI); a.FBits(4, DX, X9) }, func(x uint64) uint64 { return uint64(math.Float32bits(float32(x))) }},
		{"ones", func(a *Asm) { a.OnesCount(8, DX, DX) }, func(x uint64) uint64 { return uint64(bits.OnesCount64(x)) }},
		{"zeros", func(a *Asm) { a.TrailingZeros(8, DX, DX) }, func(x uint64) uint64 { return uint64(bits.TrailingZeros64(x)) }},
		{"leading", func(a *Asm) { a.LeadingZeros(8, DX, DX) }, func(x uint64) uint64 { return uint64(bits.LeadingZeros64(x)) }},
		{"reverse", func(a *Asm) { a.ReverseBytes(8, DX) }, bits.ReverseBytes64},
		{"high product", func(a *Asm) { a.Mov(8, AX, DX); a.MulWide(8, AX) }, func(x uint64) uint64 { hi, _ := bits.Mul64(x, x); return hi }},
		{"rotate", func(a *Asm) { a.ShiftImm(Rol, 8, DX, 13) }, func(x uint64) uint64 { return bits.RotateLeft64(x, 13) }},
	} {
		p := load(t, func(a *Asm) {
			a.Load(8, DX, argA)
			f.code(a)
			a.Store(8, argA, DX)
		})
		for _, x := range ints {
			if got, want := p.Run(x, 0, 0), f.want(x); got != want {
				t.Errorf("%s: %#x gives %#x, want %#x", f.name, x, got, want)
			}
		}
	}
}

// TestFloatConditions checks what the conditions mean after a comparison of floats.
func TestFloatConditions(t *testing.T) {
	values := []float64{math.NaN(), math.Inf(-1), -1, math.Copysign(0, -1), 0, 1, math.Inf(1)}
	for c, want := range map[Cond]func(x, y float64) bool{
		A:  func(x, y float64) bool { return x > y },
		AE: func(x, y float64) bool { return x >= y },
		B:  func(x, y float64) bool { return !(x >= y) },
		BE: func(x, y float64) bool { return !(x > y) },
		P:  func(x, y float64) bool { return x != x || y != y },
		E:  func(x, y float64) bool { return x == y || x != x || y != y },
	} {
		p := load(t, func(a *Asm) {
			a.FLoad(8, X1, argA)
			a.FLoad(8, X10, argB)
			a.FCmp(8, X1, X10)
			a.Set(c, R9)
			a.Extend(1, R9, R9)
			a.Store(8, argA, R9)
		})
		for _, x := range values {
			for _, y := range values {
				if got := p.Run(math.Float64bits(x), math.Float64bits(y), 0) == 1; got != want(x, y) {
					t.Errorf("condition %d of %v and %v is %v", c, x, y, got)
				}
			}
		}
	}
}
