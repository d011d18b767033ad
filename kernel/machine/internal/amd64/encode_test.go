// SPDX-License-Identifier: BSD-3-Clause

package amd64

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/arch/x86/x86asm"
)

// operands are what an instruction in the test is made with.
type operands struct {
	w    int
	r, s Reg
	x, y XReg
	m    Mem
	v    int32
	n    uint8
	c    Cond
}

// A form is an instruction, with what the decoder has to say about it.
type form struct {
	op     string // as the decoder names it
	widths []int
	emit   func(a *Asm, o operands)
	args   func(o operands) []any
}

var (
	all   = []int{1, 2, 4, 8}
	words = []int{2, 4, 8}
	long  = []int{4, 8}
	quad  = []int{8}
	dword = []int{4}
)

func gpr(w int, r Reg) x86asm.Reg {
	switch w {
	case 1:
		if r < 4 {
			return x86asm.AL + x86asm.Reg(r)
		}
		return x86asm.SPB + x86asm.Reg(r-4)
	case 2:
		return x86asm.AX + x86asm.Reg(r)
	case 4:
		return x86asm.EAX + x86asm.Reg(r)
	}
	return x86asm.RAX + x86asm.Reg(r)
}

func vec(x XReg) x86asm.Reg { return x86asm.X0 + x86asm.Reg(x) }

func address(m Mem) x86asm.Mem {
	r := x86asm.Mem{Base: gpr(8, m.base), Disp: int64(m.disp)}
	if m.index != none {
		r.Index, r.Scale = gpr(8, m.index), 1<<m.shift
	}
	return r
}

// imm is v as the decoder shows an immediate operand of an instruction of width w.
func imm(w int, v int32) x86asm.Imm {
	switch w {
	case 1:
		return x86asm.Imm(int8(v))
	case 2:
		return x86asm.Imm(int16(v))
	}
	return x86asm.Imm(v)
}

// sameArg compares operands. The decoder does not extend the sign of some immediate operands and
// displacements, and names a scale where there is no index.
func sameArg(w int, got, want any) bool {
	switch g := got.(type) {
	case x86asm.Mem:
		g.Disp = int64(int32(g.Disp))
		if g.Index == 0 {
			g.Scale = 0
		}
		return g == want
	case x86asm.Imm:
		v, ok := want.(x86asm.Imm)
		return ok && imm(w, int32(g)) == imm(w, int32(v))
	}
	return got == want
}

var condNames = [...]string{"O", "NO", "B", "AE", "E", "NE", "BE", "A", "S", "NS", "P", "NP", "L", "GE", "LE", "G"}

var arithNames = [...]string{"ADD", "OR", "ADC", "SBB", "AND", "SUB", "XOR", "CMP"}

func forms() []form {
	list := []form{
		{"MOV", all, func(a *Asm, o operands) { a.Mov(o.w, o.r, o.s) }, rs},
		{"MOVZX", []int{1, 2}, func(a *Asm, o operands) { a.Load(o.w, o.r, o.m) }, func(o operands) []any { return []any{gpr(4, o.r), address(o.m)} }},
		{"MOV", long, func(a *Asm, o operands) { a.Load(o.w, o.r, o.m) }, rm},
		{"MOVSX", []int{1, 2}, func(a *Asm, o operands) { a.LoadSigned(o.w, o.r, o.m) }, func(o operands) []any { return []any{gpr(8, o.r), address(o.m)} }},
		{"MOVSXD", dword, func(a *Asm, o operands) { a.LoadSigned(o.w, o.r, o.m) }, func(o operands) []any { return []any{gpr(8, o.r), address(o.m)} }},
		{"MOV", quad, func(a *Asm, o operands) { a.LoadSigned(o.w, o.r, o.m) }, rm},
		{"MOV", all, func(a *Asm, o operands) { a.Store(o.w, o.m, o.r) }, mr},
		{"MOV", all, func(a *Asm, o operands) { a.StoreImm(o.w, o.m, o.v) }, mi},
		{"MOVZX", []int{1, 2}, func(a *Asm, o operands) { a.Extend(o.w, o.r, o.s) }, func(o operands) []any { return []any{gpr(4, o.r), gpr(o.w, o.s)} }},
		{"MOV", long, func(a *Asm, o operands) { a.Extend(o.w, o.r, o.s) }, rs},
		{"MOVSX", []int{1, 2}, func(a *Asm, o operands) { a.ExtendSigned(o.w, o.r, o.s) }, func(o operands) []any { return []any{gpr(8, o.r), gpr(o.w, o.s)} }},
		{"MOVSXD", dword, func(a *Asm, o operands) { a.ExtendSigned(o.w, o.r, o.s) }, func(o operands) []any { return []any{gpr(8, o.r), gpr(4, o.s)} }},
		{"LEA", quad, func(a *Asm, o operands) { a.Lea(o.r, o.m) }, rm},
		{"TEST", all, func(a *Asm, o operands) { a.Test(o.w, o.r, o.s) }, rs},
		{"TEST", all, func(a *Asm, o operands) { a.TestImm(o.w, o.r, o.v) }, ri},
		{"TEST", all, func(a *Asm, o operands) { a.TestLoadImm(o.w, o.m, o.v) }, mi},
		{"NOT", all, func(a *Asm, o operands) { a.Unary(Not, o.w, o.r) }, r},
		{"NEG", all, func(a *Asm, o operands) { a.Unary(Neg, o.w, o.r) }, r},
		{"NOT", all, func(a *Asm, o operands) { a.UnaryStore(Not, o.w, o.m) }, m},
		{"NEG", all, func(a *Asm, o operands) { a.UnaryStore(Neg, o.w, o.m) }, m},
		{"INC", all, func(a *Asm, o operands) { a.Inc(o.w, o.r) }, r},
		{"DEC", all, func(a *Asm, o operands) { a.Dec(o.w, o.r) }, r},
		{"IMUL", words, func(a *Asm, o operands) { a.Mul(o.w, o.r, o.s) }, rs},
		{"IMUL", words, func(a *Asm, o operands) { a.MulLoad(o.w, o.r, o.m) }, rm},
		{"IMUL", words, func(a *Asm, o operands) { a.MulImm(o.w, o.r, o.s, o.v) }, func(o operands) []any { return []any{gpr(o.w, o.r), gpr(o.w, o.s), imm(o.w, o.v)} }},
		{"MUL", long, func(a *Asm, o operands) { a.MulWide(o.w, o.r) }, r},
		{"IMUL", long, func(a *Asm, o operands) { a.MulWideSigned(o.w, o.r) }, r},
		{"DIV", words, func(a *Asm, o operands) { a.Div(o.w, o.r) }, r},
		{"IDIV", words, func(a *Asm, o operands) { a.DivSigned(o.w, o.r) }, r},
		{"CWD", []int{2}, func(a *Asm, o operands) { a.SignDX(o.w) }, nothing},
		{"CDQ", dword, func(a *Asm, o operands) { a.SignDX(o.w) }, nothing},
		{"CQO", quad, func(a *Asm, o operands) { a.SignDX(o.w) }, nothing},
		{"XCHG", all, func(a *Asm, o operands) { a.Xchg(o.w, o.r, o.s) }, rs},
		{"JMP", quad, func(a *Asm, o operands) { a.JmpReg(o.r) }, r},
		{"JMP", quad, func(a *Asm, o operands) { a.JmpMem(o.m) }, m},
		{"CALL", quad, func(a *Asm, o operands) { a.CallReg(o.r) }, r},
		{"CALL", quad, func(a *Asm, o operands) { a.CallMem(o.m) }, m},
		{"RET", quad, func(a *Asm, o operands) { a.Ret() }, nothing},
		{"PUSH", quad, func(a *Asm, o operands) { a.Push(o.r) }, r},
		{"POP", quad, func(a *Asm, o operands) { a.Pop(o.r) }, r},
		{"PUSH", quad, func(a *Asm, o operands) { a.PushImm(o.v) }, func(o operands) []any { return []any{x86asm.Imm(o.v)} }},
		{"PUSH", quad, func(a *Asm, o operands) { a.PushMem(o.m) }, m},
		{"POP", quad, func(a *Asm, o operands) { a.PopMem(o.m) }, m},
		{"INT", quad, func(a *Asm, o operands) { a.Trap() }, func(o operands) []any { return []any{x86asm.Imm(3)} }},
		{"BSF", words, func(a *Asm, o operands) { a.ScanForward(o.w, o.r, o.s) }, rs},
		{"BSR", words, func(a *Asm, o operands) { a.ScanReverse(o.w, o.r, o.s) }, rs},
		{"TZCNT", words, func(a *Asm, o operands) { a.TrailingZeros(o.w, o.r, o.s) }, rs},
		{"LZCNT", words, func(a *Asm, o operands) { a.LeadingZeros(o.w, o.r, o.s) }, rs},
		{"POPCNT", words, func(a *Asm, o operands) { a.OnesCount(o.w, o.r, o.s) }, rs},
		{"BSWAP", long, func(a *Asm, o operands) { a.ReverseBytes(o.w, o.r) }, r},
	}
	for op, name := range arithNames {
		op := Arith(op)
		list = append(list,
			form{name, all, func(a *Asm, o operands) { a.Op(op, o.w, o.r, o.s) }, rs},
			form{name, all, func(a *Asm, o operands) { a.OpImm(op, o.w, o.r, o.v) }, ri},
			form{name, all, func(a *Asm, o operands) { a.OpLoad(op, o.w, o.r, o.m) }, rm},
			form{name, all, func(a *Asm, o operands) { a.OpStore(op, o.w, o.m, o.r) }, mr},
			form{name, all, func(a *Asm, o operands) { a.OpStoreImm(op, o.w, o.m, o.v) }, mi})
	}
	for name, op := range map[string]Shift{"ROL": Rol, "ROR": Ror, "SHL": Shl, "SHR": Shr, "SAR": Sar} {
		list = append(list,
			form{name, all, func(a *Asm, o operands) { a.Shift(op, o.w, o.r) }, func(o operands) []any { return []any{gpr(o.w, o.r), x86asm.CL} }},
			form{name, all, func(a *Asm, o operands) { a.ShiftImm(op, o.w, o.r, o.n) }, func(o operands) []any { return []any{gpr(o.w, o.r), x86asm.Imm(o.n)} }})
	}
	for name, op := range map[string]BitOp{"BT": BitTest, "BTS": BitSet, "BTR": BitClear, "BTC": BitInvert} {
		list = append(list,
			form{name, words, func(a *Asm, o operands) { a.Bit(op, o.w, o.r, o.s) }, rs},
			form{name, words, func(a *Asm, o operands) { a.BitImm(op, o.w, o.r, o.n) }, func(o operands) []any { return []any{gpr(o.w, o.r), x86asm.Imm(o.n)} }})
	}
	for c, name := range condNames {
		c := Cond(c)
		list = append(list,
			form{"SET" + name, []int{1}, func(a *Asm, o operands) { a.Set(c, o.r) }, r},
			form{"SET" + name, []int{1}, func(a *Asm, o operands) { a.SetStore(c, o.m) }, m},
			form{"CMOV" + name, words, func(a *Asm, o operands) { a.Cmov(c, o.w, o.r, o.s) }, rs},
			form{"CMOV" + name, words, func(a *Asm, o operands) { a.CmovLoad(c, o.w, o.r, o.m) }, rm})
	}
	return append(list, floatForms()...)
}

func floatForms() []form {
	xy := func(o operands) []any { return []any{vec(o.x), vec(o.y)} }
	xm := func(o operands) []any { return []any{vec(o.x), address(o.m)} }
	mx := func(o operands) []any { return []any{address(o.m), vec(o.x)} }
	list := []form{
		{"MOVAPS", quad, func(a *Asm, o operands) { a.FMov(o.x, o.y) }, xy},
		{"MOVUPS", quad, func(a *Asm, o operands) { a.Load16(o.x, o.m) }, xm},
		{"MOVUPS", quad, func(a *Asm, o operands) { a.Store16(o.m, o.x) }, mx},
		{"XORPS", quad, func(a *Asm, o operands) { a.FLogic(FXor, o.x, o.y) }, xy},
		{"ANDPS", quad, func(a *Asm, o operands) { a.FLogic(FAnd, o.x, o.y) }, xy},
		{"ANDNPS", quad, func(a *Asm, o operands) { a.FLogic(FAndNot, o.x, o.y) }, xy},
		{"ORPS", quad, func(a *Asm, o operands) { a.FLogic(FOr, o.x, o.y) }, xy},
		{"MOVD", dword, func(a *Asm, o operands) { a.FBits(o.w, o.r, o.x) }, func(o operands) []any { return []any{gpr(4, o.r), vec(o.x)} }},
		{"MOVQ", quad, func(a *Asm, o operands) { a.FBits(o.w, o.r, o.x) }, func(o operands) []any { return []any{gpr(8, o.r), vec(o.x)} }},
		{"MOVD", dword, func(a *Asm, o operands) { a.FFromBits(o.w, o.x, o.r) }, func(o operands) []any { return []any{vec(o.x), gpr(4, o.r)} }},
		{"MOVQ", quad, func(a *Asm, o operands) { a.FFromBits(o.w, o.x, o.r) }, func(o operands) []any { return []any{vec(o.x), gpr(8, o.r)} }},
	}
	for _, s := range []struct {
		w              int
		suffix, packed string
		other          string
	}{{4, "SS", "PS", "SD"}, {8, "SD", "PD", "SS"}} {
		w := []int{s.w}
		add := func(name string, emit func(a *Asm, o operands), args func(o operands) []any) {
			list = append(list, form{name, w, emit, args})
		}
		mov := map[string]string{"SS": "MOVSS", "SD": "MOVSD_XMM"}[s.suffix]
		add(mov, func(a *Asm, o operands) { a.FLoad(o.w, o.x, o.m) }, xm)
		add(mov, func(a *Asm, o operands) { a.FStore(o.w, o.m, o.x) }, mx)
		for name, op := range map[string]FloatOp{"SQRT": FSqrt, "ADD": FAdd, "MUL": FMul, "SUB": FSub, "MIN": FMin, "DIV": FDiv, "MAX": FMax} {
			add(name+s.suffix, func(a *Asm, o operands) { a.FOp(op, o.w, o.x, o.y) }, xy)
			add(name+s.suffix, func(a *Asm, o operands) { a.FOpLoad(op, o.w, o.x, o.m) }, xm)
		}
		add("UCOMI"+s.suffix, func(a *Asm, o operands) { a.FCmp(o.w, o.x, o.y) }, xy)
		add("UCOMI"+s.suffix, func(a *Asm, o operands) { a.FCmpLoad(o.w, o.x, o.m) }, xm)
		add("CVT"+s.suffix+"2"+s.other, func(a *Asm, o operands) { a.FConvert(o.w, o.x, o.y) }, xy)
		for _, iw := range long {
			add("CVTSI2"+s.suffix, func(a *Asm, o operands) { a.FFromInt(o.w, iw, o.x, o.r) }, func(o operands) []any { return []any{vec(o.x), gpr(iw, o.r)} })
			add("CVTT"+s.suffix+"2SI", func(a *Asm, o operands) { a.FToInt(o.w, iw, o.r, o.x) }, func(o operands) []any { return []any{gpr(iw, o.r), vec(o.x)} })
		}
		for _, how := range []Rounding{ToEven, Down, Up, Truncate} {
			add("ROUND"+s.suffix, func(a *Asm, o operands) { a.FRound(o.w, o.x, o.y, how) }, func(o operands) []any { return []any{vec(o.x), vec(o.y), x86asm.Imm(how)} })
		}
	}
	return list
}

func nothing(o operands) []any { return nil }
func r(o operands) []any       { return []any{gpr(o.w, o.r)} }
func m(o operands) []any       { return []any{address(o.m)} }
func rs(o operands) []any      { return []any{gpr(o.w, o.r), gpr(o.w, o.s)} }
func rm(o operands) []any      { return []any{gpr(o.w, o.r), address(o.m)} }
func mr(o operands) []any      { return []any{address(o.m), gpr(o.w, o.r)} }
func ri(o operands) []any      { return []any{gpr(o.w, o.r), imm(o.w, o.v)} }
func mi(o operands) []any      { return []any{address(o.m), imm(o.w, o.v)} }

// samples calls f with operands: all pairs of registers, and all pairs of registers in addresses,
// with others at random.
func samples(w int, f func(o operands)) {
	rnd := rand.New(rand.NewPCG(1, 2))
	values := []int32{0, 1, -1, 2, 127, 128, -128, -129, 32767, 32768, -32768, 1 << 30, -1 << 31, 1<<31 - 1}
	random := func() operands {
		return operands{w: w, r: Reg(rnd.IntN(16)), s: Reg(rnd.IntN(16)), x: XReg(rnd.IntN(16)), y: XReg(rnd.IntN(16)), m: At(Reg(rnd.IntN(16)), 8),
			v: values[rnd.IntN(len(values))], n: uint8(rnd.IntN(8 * w)), c: Cond(rnd.IntN(16))}
	}
	for i := range Reg(16) {
		for j := range Reg(16) {
			o := random()
			o.r, o.s, o.x, o.y = i, j, XReg(i), XReg(j)
			o.v = values[(int(i)+int(j))%len(values)]
			f(o)
			for _, disp := range values {
				o := random()
				o.m = At(i, disp)
				f(o)
				if j != SP {
					o.m = Index(i, j, 1<<rnd.IntN(4), disp)
					f(o)
				}
			}
		}
	}
}

// TestEncodings compares every instruction with what a disassembler makes of it.
func TestEncodings(t *testing.T) {
	for _, f := range forms() {
		for _, w := range f.widths {
			failed, tried := 0, 0
			samples(w, func(o operands) {
				tried++
				if failed > 2 || testing.Short() && tried%5 != 0 {
					return
				}
				var a Asm
				f.emit(&a, o)
				code := a.Link()
				inst, err := x86asm.Decode(code, 64)
				if err == nil {
					err = differs(inst, f, o, len(code))
				}
				if err != nil {
					failed++
					t.Errorf("%s width %d %+v: % x: %v", f.op, w, o, code, err)
				}
			})
		}
	}
}

func differs(inst x86asm.Inst, f form, o operands, n int) error {
	if inst.Len != n {
		return fmt.Errorf("%v has %d bytes of %d", inst, inst.Len, n)
	}
	want := f.args(o)
	args := slices.DeleteFunc(inst.Args[:], func(a x86asm.Arg) bool { return a == nil })
	same := inst.Op.String() == f.op && len(args) == len(want)
	for i := range want {
		same = same && sameArg(o.w, args[i], want[i])
	}
	if !same {
		return fmt.Errorf("the decoder says %v, want %s %v", inst, f.op, want)
	}
	return nil
}
