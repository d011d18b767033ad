// SPDX-License-Identifier: BSD-3-Clause

//go:build linux || darwin || windows

package arm64_test

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
	"unsafe"

	. "polka/kernel/machine/internal/arm64"
	"polka/kernel/machine/internal/code"
	"polka/kernel/machine/internal/code/codetest"
)

// load assembles a program.
func load(t testing.TB, f func(a *Asm)) *codetest.Program {
	t.Helper()
	var a Asm
	f(&a)
	a.LeaLabel(R16, a.Here())
	a.Load(8, R17, At(R20, code.OffLeave))
	a.JmpReg(R17)
	text, err := a.Link()
	if err != nil {
		t.Fatal(err)
	}
	return codetest.Load(t, text)
}

var (
	argA = At(R20, code.OffA)
	argB = At(R20, code.OffB)
)

// constants are of all shapes that instructions can or cannot hold.
func constants() []uint64 {
	list := []uint64{0, 1, 1 << 12, 1<<12 - 1, 1<<24 - 1<<12, 1 << 24, 1 << 63, 1<<64 - 1, 0x5555555555555555, 0xff00ff00ff00ff00, 0x123456789abcdef0, 0xffff0000ffff1234}
	rnd := rand.New(rand.NewPCG(5, 6))
	for i := range uint(64) {
		list = append(list, 1<<i, 1<<i-1, ^uint64(1<<i), -(uint64(1) << i), bits.RotateLeft64(1<<i-1, rnd.IntN(64)), rnd.Uint64()>>i, 0xffff<<i)
	}
	return list
}

// TestConstants runs instructions with constant operands, which may take several.
func TestConstants(t *testing.T) {
	const x = 0x9e3779b97f4a7c15
	for _, v := range constants() {
		for _, f := range []struct {
			name string
			code func(a *Asm)
			want uint64
		}{
			{"MovImm", func(a *Asm) { a.MovImm(R3, int64(v)) }, v},
			{"Add", func(a *Asm) { a.ArithImm(Add, 8, R3, R3, int64(v)) }, x + v},
			{"Sub", func(a *Asm) { a.ArithImm(Sub, 8, R3, R3, int64(v)) }, x - v},
			{"Add 4", func(a *Asm) { a.ArithImm(Add, 4, R3, R3, int64(int32(v))) }, uint64(uint32(x&(1<<32-1) + v))},
			{"And", func(a *Asm) { a.LogicImm(And, 8, R3, R3, int64(v)) }, x & v},
			{"Or", func(a *Asm) { a.LogicImm(Or, 8, R3, R3, int64(v)) }, x | v},
			{"Xor", func(a *Asm) { a.LogicImm(Xor, 8, R3, R3, int64(v)) }, x ^ v},
			{"Xor 4", func(a *Asm) { a.LogicImm(Xor, 4, R3, R3, int64(v)) }, uint64(uint32(x&(1<<32-1) ^ v))},
		} {
			p := load(t, func(a *Asm) {
				a.Load(8, R3, argA)
				f.code(a)
				a.Store(8, argA, R3)
			})
			if got := p.Run(x, 0, 0); got != f.want {
				t.Errorf("%s %#x gives %#x, want %#x", f.name, v, got, f.want)
			}
		}
		for c, want := range map[Cond]func(x, y int64) bool{
			EQ: func(x, y int64) bool { return x == y }, LT: func(x, y int64) bool { return x < y }, GT: func(x, y int64) bool { return x > y },
			CC: func(x, y int64) bool { return uint64(x) < uint64(y) }, HI: func(x, y int64) bool { return uint64(x) > uint64(y) },
		} {
			p := load(t, func(a *Asm) {
				a.Load(8, R3, argA)
				a.CmpImm(8, R3, int64(v))
				a.Set(c, R3)
				a.Store(8, argA, R3)
			})
			for _, y := range []int64{int64(v), int64(v) - 1, int64(v) + 1, 0, -1, 1 << 40, -1 << 63} {
				if got := p.Run(uint64(y), 0, 0) == 1; got != want(y, int64(v)) {
					t.Errorf("condition %d of %d and %d is %v", c, y, int64(v), got)
				}
			}
		}
	}
}

// TestAddresses loads and stores with all kinds of displacements.
func TestAddresses(t *testing.T) {
	memory := make([]byte, 1<<20)
	base := 1 << 19
	for _, w := range []int{1, 2, 4, 8} {
		for _, d := range []int{0, 1, 7, 8, 255, 256, 257, 4095, 4096, 4095 * 8, 4096 * 8, 100_001, -1, -256, -257, -100_000} {
			for _, indexed := range []bool{false, true} {
				m := At(R4, int32(d))
				i := 0
				if indexed {
					m, i = Index(R4, R5, 4, int32(d)), 3
				}
				p := load(t, func(a *Asm) {
					a.Load(8, R4, argA)
					a.Load(8, R5, argB)
					a.Lea(R6, m)
					a.Load(w, R3, m)
					a.ArithImm(Add, 8, R3, R3, 1)
					a.Store(w, m, R3)
					a.Load(w, R3, At(R6, 0))
					a.Store(8, argA, R3)
				})
				at := base + d + 4*i
				memory[at] = 7
				if got := p.Run(uint64(uintptr(unsafe.Pointer(&memory[base]))), uint64(i), 0); got != 8 || memory[at] != 8 {
					t.Errorf("width %d, displacement %d, index %v: got %d, in memory %d", w, d, indexed, got, memory[at])
				}
				clear(memory[at : at+8])
			}
		}
	}
}

// TestOperations compares operations with Go's.
func TestOperations(t *testing.T) {
	f := math.Float64frombits
	for _, x := range []struct {
		name string
		code func(a *Asm)
		want func(x, y uint64) uint64
	}{
		{"div", func(a *Asm) { a.DivSigned(8, R3, R3, R4) }, func(x, y uint64) uint64 { return uint64(int64(x) / int64(y)) }},
		{"mod", func(a *Asm) { a.Div(8, R5, R3, R4); a.MulSub(8, R3, R5, R4, R3) }, func(x, y uint64) uint64 { return x % y }},
		{"high", func(a *Asm) { a.MulHigh(R3, R3, R4) }, func(x, y uint64) uint64 { hi, _ := bits.Mul64(x, y); return hi }},
		{"shl", func(a *Asm) { a.Shift(Lsl, 8, R3, R3, R4) }, func(x, y uint64) uint64 { return x << (y & 63) }},
		{"sar", func(a *Asm) { a.Shift(Asr, 4, R3, R3, R4) }, func(x, y uint64) uint64 { return uint64(uint32(int32(x) >> (y & 31))) }},
		{"ones", func(a *Asm) { a.OnesCount(R3, R3, F31) }, func(x, y uint64) uint64 { return uint64(bits.OnesCount64(x)) }},
		{"zeros", func(a *Asm) { a.ReverseBits(8, R3, R3); a.LeadingZeros(8, R3, R3) }, func(x, y uint64) uint64 { return uint64(bits.TrailingZeros64(x)) }},
		{"max", func(a *Asm) {
			a.FFromBits(8, F1, R3)
			a.FFromBits(8, F2, R4)
			a.FOp(FMax, 8, F1, F1, F2)
			a.FBits(8, R3, F1)
		}, func(x, y uint64) uint64 { return math.Float64bits(max(f(x), f(y))) }},
		{"less", func(a *Asm) { a.FFromBits(8, F1, R3); a.FFromBits(8, F2, R4); a.FCmp(8, F1, F2); a.Set(MI, R3) }, func(x, y uint64) uint64 { return truth(f(x) < f(y)) }},
		{"less or equal", func(a *Asm) { a.FFromBits(8, F1, R3); a.FFromBits(8, F2, R4); a.FCmp(8, F1, F2); a.Set(LS, R3) }, func(x, y uint64) uint64 { return truth(f(x) <= f(y)) }},
		{"equal", func(a *Asm) { a.FFromBits(8, F1, R3); a.FFromBits(8, F2, R4); a.FCmp(8, F1, F2); a.Set(EQ, R3) }, func(x, y uint64) uint64 { return truth(f(x) == f(y)) }},
		{"greater", func(a *Asm) { a.FFromBits(8, F1, R3); a.FFromBits(8, F2, R4); a.FCmp(8, F1, F2); a.Set(GT, R3) }, func(x, y uint64) uint64 { return truth(f(x) > f(y)) }},
		{"int64", func(a *Asm) { a.FFromBits(8, F1, R3); a.FToInt(8, 8, true, R3, F1) }, func(x, y uint64) uint64 { return uint64(int64(f(x))) }},
		{"int32", func(a *Asm) { a.FFromBits(8, F1, R3); a.FToInt(8, 4, true, R3, F1) }, func(x, y uint64) uint64 { return uint64(uint32(int32(f(x)))) }},
		{"uint64", func(a *Asm) { a.FFromBits(8, F1, R3); a.FToInt(8, 8, false, R3, F1) }, func(x, y uint64) uint64 { return uint64(f(x)) }},
		{"from uint64", func(a *Asm) { a.FFromInt(8, 8, false, F1, R3); a.FBits(8, R3, F1) }, func(x, y uint64) uint64 { return math.Float64bits(float64(x)) }},
		{"floor", func(a *Asm) { a.FFromBits(8, F1, R3); a.FUnary(FFloor, 8, F1, F1); a.FBits(8, R3, F1) }, func(x, y uint64) uint64 { return math.Float64bits(math.Floor(f(x))) }},
	} {
		p := load(t, func(a *Asm) {
			a.Load(8, R3, argA)
			a.Load(8, R4, argB)
			x.code(a)
			a.Store(8, argA, R3)
		})
		rnd := rand.New(rand.NewPCG(7, 8))
		values := []uint64{1, 1<<64 - 1, 1 << 63, math.Float64bits(math.NaN()), math.Float64bits(math.Inf(1)), math.Float64bits(1e30), math.Float64bits(-2.5), math.Float64bits(1 << 63)}
		for range 60 {
			values = append(values, rnd.Uint64()>>rnd.IntN(64)|1, math.Float64bits(math.Ldexp(rnd.Float64()-0.5, rnd.IntN(70))))
		}
		for _, u := range values {
			for _, v := range values {
				got, want := p.Run(u, v, 0), x.want(u, v)
				if got != want && !(math.IsNaN(f(got)) && math.IsNaN(f(want))) {
					t.Fatalf("%s: %#x, %#x gives %#x, want %#x", x.name, u, v, got, want)
				}
			}
		}
	}
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
