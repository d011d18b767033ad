// SPDX-License-Identifier: BSD-3-Clause

package arm64

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/arch/arm64/arm64asm"
)

// decode disassembles code in the syntax of GNU as, instructions separated by semicolons.
func decode(t *testing.T, code []byte) string {
	t.Helper()
	var list []string
	for i := 0; i < len(code); i += 4 {
		inst, err := arm64asm.Decode(code[i:])
		if err != nil {
			t.Fatalf("%08x: %v", binary.LittleEndian.Uint32(code[i:]), err)
		}
		list = append(list, strings.ToLower(arm64asm.GNUSyntax(inst)))
	}
	return strings.Join(list, "; ")
}

// operands are what an instruction in the test is made with.
type operands struct {
	w       int
	d, n, m Reg
	x, y, z FReg
	mem     Mem
	sh      uint8
	c       Cond
}

// gpr is the name of a register of w bytes.
func gpr(w int, r Reg) string {
	switch {
	case r == ZR && w == 8:
		return "xzr"
	case r == ZR:
		return "wzr"
	case w == 8:
		return fmt.Sprintf("x%d", r)
	}
	return fmt.Sprintf("w%d", r)
}

func freg(w int, x FReg) string {
	if w == 8 {
		return fmt.Sprintf("d%d", x)
	}
	return fmt.Sprintf("s%d", x)
}

var condNames = [...]string{"eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le"}

// A form is an instruction, with what the disassembler says about it. In the text, D, N and M are
// registers of width w, X, Y and Z floats, and others follow a letter for their width.
type form struct {
	text   string
	widths []int
	emit   func(a *Asm, o operands)
}

func (f form) want(o operands) string {
	return strings.NewReplacer(
		"{D}", gpr(o.w, o.d), "{N}", gpr(o.w, o.n), "{M}", gpr(o.w, o.m),
		"{D8}", gpr(8, o.d), "{N8}", gpr(8, o.n), "{D4}", gpr(4, o.d), "{N4}", gpr(4, o.n), "{M8}", gpr(8, o.m),
		"{X}", freg(o.w, o.x), "{Y}", freg(o.w, o.y), "{Z}", freg(o.w, o.z),
		"{X8}", freg(8, o.x), "{X4}", freg(4, o.x), "{Y8}", freg(8, o.y), "{Y4}", freg(4, o.y),
		"{sh}", fmt.Sprintf("#%d", o.sh), "{hex}", fmt.Sprintf("#0x%x", o.sh), "{c}", condNames[o.c], "{nc}", condNames[o.c.Not()],
		"{mem}", memText(o)).Replace(f.text)
}

func memText(o operands) string {
	base := gpr(8, o.mem.base)
	if o.mem.base == SP {
		base = "sp"
	}
	switch {
	case o.mem.index != none && o.mem.shift != 0:
		return fmt.Sprintf("[%s,%s,lsl #%d]", base, gpr(8, o.mem.index), o.mem.shift)
	case o.mem.index != none:
		return fmt.Sprintf("[%s,%s]", base, gpr(8, o.mem.index))
	case o.mem.disp == 0:
		return fmt.Sprintf("[%s]", base)
	}
	return fmt.Sprintf("[%s,#%d]", base, o.mem.disp)
}

var (
	both = []int{4, 8}
	quad = []int{8}
)

func forms() []form {
	list := []form{
		{"mov {D}, {M}", both, func(a *Asm, o operands) { a.Mov(o.w, o.d, o.m) }},
		{"mvn {D}, {M}", both, func(a *Asm, o operands) { a.Not(o.w, o.d, o.m) }},
		{"neg {D}, {M}", both, func(a *Asm, o operands) { a.Neg(o.w, o.d, o.m) }},
		{"cmp {N}, {M}", both, func(a *Asm, o operands) { a.Cmp(o.w, o.n, o.m) }},
		{"mul {D}, {N}, {M}", both, func(a *Asm, o operands) { a.Mul(o.w, o.d, o.n, o.m) }},
		{"madd {D}, {N}, {M}, {N}", both, func(a *Asm, o operands) { a.MulAdd(o.w, o.d, o.n, o.m, o.n) }},
		{"msub {D}, {N}, {M}, {N}", both, func(a *Asm, o operands) { a.MulSub(o.w, o.d, o.n, o.m, o.n) }},
		{"umulh {D}, {N}, {M}", quad, func(a *Asm, o operands) { a.MulHigh(o.d, o.n, o.m) }},
		{"smulh {D}, {N}, {M}", quad, func(a *Asm, o operands) { a.MulHighSigned(o.d, o.n, o.m) }},
		{"udiv {D}, {N}, {M}", both, func(a *Asm, o operands) { a.Div(o.w, o.d, o.n, o.m) }},
		{"sdiv {D}, {N}, {M}", both, func(a *Asm, o operands) { a.DivSigned(o.w, o.d, o.n, o.m) }},
		{"cset {D}, {c}", quad, func(a *Asm, o operands) { a.Set(o.c, o.d) }},
		{"csel {D}, {N}, {M}, {c}", both, func(a *Asm, o operands) { a.Select(o.c, o.w, o.d, o.n, o.m) }},
		{"clz {D}, {N}", both, func(a *Asm, o operands) { a.LeadingZeros(o.w, o.d, o.n) }},
		{"rbit {D}, {N}", both, func(a *Asm, o operands) { a.ReverseBits(o.w, o.d, o.n) }},
		{"rev {D}, {N}", both, func(a *Asm, o operands) { a.ReverseBytes(o.w, o.d, o.n) }},
		{"br {N}", quad, func(a *Asm, o operands) { a.JmpReg(o.n) }},
		{"blr {N}", quad, func(a *Asm, o operands) { a.CallReg(o.n) }},
		{"ret", quad, func(a *Asm, o operands) { a.Ret() }},
		{"brk #0x0", quad, func(a *Asm, o operands) { a.Trap() }},
		{"str {D}, [sp,#-16]!", quad, func(a *Asm, o operands) { a.Push(o.d) }},
		{"ldr {D}, [sp],#16", quad, func(a *Asm, o operands) { a.Pop(o.d) }},
		{"stp {D}, {N}, [sp,#-16]!", quad, func(a *Asm, o operands) { a.Push2(o.d, o.n) }},
		{"ldp {D}, {N}, [sp],#16", quad, func(a *Asm, o operands) { a.Pop2(o.d, o.n) }},
		{"ldr {D}, {mem}", both, func(a *Asm, o operands) { a.Load(o.w, o.d, o.mem) }},
		{"str {D}, {mem}", both, func(a *Asm, o operands) { a.Store(o.w, o.mem, o.d) }},
		{"ldrb {D4}, {mem}", []int{1}, func(a *Asm, o operands) { a.Load(o.w, o.d, o.mem) }},
		{"ldrh {D4}, {mem}", []int{2}, func(a *Asm, o operands) { a.Load(o.w, o.d, o.mem) }},
		{"strb {D4}, {mem}", []int{1}, func(a *Asm, o operands) { a.Store(o.w, o.mem, o.d) }},
		{"strh {D4}, {mem}", []int{2}, func(a *Asm, o operands) { a.Store(o.w, o.mem, o.d) }},
		{"ldrsb {D8}, {mem}", []int{1}, func(a *Asm, o operands) { a.LoadSigned(o.w, o.d, o.mem) }},
		{"ldrsh {D8}, {mem}", []int{2}, func(a *Asm, o operands) { a.LoadSigned(o.w, o.d, o.mem) }},
		{"ldrsw {D8}, {mem}", []int{4}, func(a *Asm, o operands) { a.LoadSigned(o.w, o.d, o.mem) }},
		{"uxtb {D4}, {N4}", []int{1}, func(a *Asm, o operands) { a.Extend(o.w, o.d, o.n) }},
		{"uxth {D4}, {N4}", []int{2}, func(a *Asm, o operands) { a.Extend(o.w, o.d, o.n) }},
		{"sxtb {D8}, {N4}", []int{1}, func(a *Asm, o operands) { a.ExtendSigned(o.w, o.d, o.n) }},
		{"sxth {D8}, {N4}", []int{2}, func(a *Asm, o operands) { a.ExtendSigned(o.w, o.d, o.n) }},
		{"sxtw {D8}, {N4}", []int{4}, func(a *Asm, o operands) { a.ExtendSigned(o.w, o.d, o.n) }},
		{"ldr {X}, {mem}", both, func(a *Asm, o operands) { a.FLoad(o.w, o.x, o.mem) }},
		{"str {X}, {mem}", both, func(a *Asm, o operands) { a.FStore(o.w, o.mem, o.x) }},
		{"fmov {X}, {Y}", both, func(a *Asm, o operands) { a.FMov(o.w, o.x, o.y) }},
		{"fmov {D}, {Y}", both, func(a *Asm, o operands) { a.FBits(o.w, o.d, o.y) }},
		{"fmov {X}, {N}", both, func(a *Asm, o operands) { a.FFromBits(o.w, o.x, o.n) }},
		{"fmadd {X}, {Y}, {Z}, {Y}", both, func(a *Asm, o operands) { a.FMulAdd(o.w, o.x, o.y, o.z, o.y) }},
		{"fcmp {X}, {Y}", both, func(a *Asm, o operands) { a.FCmp(o.w, o.x, o.y) }},
		{"fcvt {X8}, {Y4}", []int{4}, func(a *Asm, o operands) { a.FConvert(o.w, o.x, o.y) }},
		{"fcvt {X4}, {Y8}", []int{8}, func(a *Asm, o operands) { a.FConvert(o.w, o.x, o.y) }},
		{"scvtf {X}, {N4}", both, func(a *Asm, o operands) { a.FFromInt(o.w, 4, true, o.x, o.n) }},
		{"scvtf {X}, {N8}", both, func(a *Asm, o operands) { a.FFromInt(o.w, 8, true, o.x, o.n) }},
		{"ucvtf {X}, {N8}", both, func(a *Asm, o operands) { a.FFromInt(o.w, 8, false, o.x, o.n) }},
		{"fcvtzs {D4}, {Y}", both, func(a *Asm, o operands) { a.FToInt(o.w, 4, true, o.d, o.y) }},
		{"fcvtzs {D8}, {Y}", both, func(a *Asm, o operands) { a.FToInt(o.w, 8, true, o.d, o.y) }},
		{"fcvtzu {D8}, {Y}", both, func(a *Asm, o operands) { a.FToInt(o.w, 8, false, o.d, o.y) }},
	}
	for op, name := range map[Arith]string{Add: "add", Sub: "sub", AddS: "adds", SubS: "subs", Sbc: "sbc"} {
		list = append(list, form{name + " {D}, {N}, {M}", both, func(a *Asm, o operands) { a.Arith(op, o.w, o.d, o.n, o.m) }})
	}
	for op, name := range map[Logic]string{And: "and", AndNot: "bic", Or: "orr", OrNot: "orn", Xor: "eor", AndS: "ands"} {
		list = append(list, form{name + " {D}, {N}, {M}", both, func(a *Asm, o operands) { a.Logic(op, o.w, o.d, o.n, o.m) }})
	}
	for op, name := range map[Shift]string{Lsl: "lsl", Lsr: "lsr", Asr: "asr", Ror: "ror"} {
		list = append(list,
			form{name + " {D}, {N}, {M}", both, func(a *Asm, o operands) { a.Shift(op, o.w, o.d, o.n, o.m) }},
			form{name + " {D}, {N}, {sh}", both, func(a *Asm, o operands) { a.ShiftImm(op, o.w, o.d, o.n, o.sh) }})
	}
	for op, name := range map[FloatOp]string{FMul: "fmul", FDiv: "fdiv", FAdd: "fadd", FSub: "fsub", FMax: "fmax", FMin: "fmin"} {
		list = append(list, form{name + " {X}, {Y}, {Z}", both, func(a *Asm, o operands) { a.FOp(op, o.w, o.x, o.y, o.z) }})
	}
	for op, name := range map[FloatUnary]string{FAbs: "fabs", FNeg: "fneg", FSqrt: "fsqrt", FEven: "frintn", FCeil: "frintp", FFloor: "frintm", FTrunc: "frintz"} {
		list = append(list, form{name + " {X}, {Y}", both, func(a *Asm, o operands) { a.FUnary(op, o.w, o.x, o.y) }})
	}
	return list
}

// TestEncodings compares every instruction with what a disassembler makes of it.
func TestEncodings(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, f := range forms() {
		for _, w := range f.widths {
			failed := 0
			for range 300 {
				o := operands{w: w, d: Reg(rnd.IntN(31)), n: Reg(rnd.IntN(31)), m: Reg(rnd.IntN(31)),
					x: FReg(rnd.IntN(32)), y: FReg(rnd.IntN(32)), z: FReg(rnd.IntN(32)), sh: uint8(1 + rnd.IntN(8*w-1)), c: Cond(rnd.IntN(14))}
				switch rnd.IntN(4) {
				case 0:
					o.mem = At(Reg(rnd.IntN(32)), int32(rnd.IntN(4096)*w))
				case 1:
					o.mem = At(Reg(rnd.IntN(32)), 0)
				case 2:
					o.mem = Index(Reg(rnd.IntN(32)), Reg(rnd.IntN(31)), []uint8{1, uint8(w)}[rnd.IntN(2)], 0)
				default:
					o.mem = At(Reg(rnd.IntN(32)), int32(rnd.IntN(512)-256))
				}
				var a Asm
				f.emit(&a, o)
				code, err := a.Link()
				if err != nil {
					t.Fatal(err)
				}
				want := f.want(o)
				if d := o.mem.disp; strings.Contains(f.text, "{mem}") && o.mem.index == none && (d < 0 || d%int32(w) != 0) {
					want = strings.NewReplacer("ldr", "ldur", "str", "stur").Replace(want)
				}
				if got := decode(t, code); !same(got, want) {
					t.Errorf("%s width %d: %x is %q, want %q", f.text, w, code, got, want)
					if failed++; failed > 2 {
						break
					}
				}
			}
		}
	}
}

// same compares two texts of instructions, but for other names of the same things.
func same(got, want string) bool {
	norm := strings.NewReplacer("hs", "cs", "lo", "cc", "#0x", "#x", ", ", ",")
	return norm.Replace(got) == norm.Replace(want)
}
