// SPDX-License-Identifier: BSD-3-Clause

package amd64

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"golang.org/x/arch/x86/x86asm"
)

// TestJumps links random code with jumps over all distances, and checks where they go, and that
// none is longer than it has to be.
func TestJumps(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var a Asm
		type ref struct {
			to   Label
			cond bool
		}
		labels := make([]Label, 1+rnd.IntN(20))
		for i := range labels {
			labels[i] = a.NewLabel()
		}
		var refs []ref
		next := 0
		size := 1 + rnd.IntN(150)
		for len(refs) < 60 || next < len(labels) {
			switch k := rnd.IntN(8); {
			case k < 2 && next < len(labels):
				a.Bind(labels[next])
				next++
			case k == 2 && rnd.IntN(4) == 0:
				a.Align(16)
			case k < 5:
				l := labels[rnd.IntN(len(labels))]
				if rnd.IntN(2) == 0 {
					a.Jmp(l)
					refs = append(refs, ref{l, false})
				} else {
					a.Jcc(Cond(len(refs)%16), l)
					refs = append(refs, ref{l, true})
				}
			default:
				for range rnd.IntN(size) {
					a.Ret()
				}
			}
		}
		code := a.Link()
		n := 0
		for at := 0; at < len(code); {
			inst, err := x86asm.Decode(code[at:], 64)
			if err != nil {
				t.Fatalf("% x: %v", code[at:min(at+16, len(code))], err)
			}
			at += inst.Len
			d, ok := inst.Args[0].(x86asm.Rel)
			if !ok {
				continue
			}
			r := refs[n]
			if cond := inst.Op != x86asm.JMP; cond != r.cond || at+int(d) != a.Offset(r.to) {
				t.Fatalf("jump %d is %v to %d, want conditional %v to %d", n, inst, at+int(d), r.cond, a.Offset(r.to))
			}
			if r.cond && inst.Op.String() != "J"+condNames[n%16] {
				t.Fatalf("jump %d is %v, want J%s", n, inst, condNames[n%16])
			}
			// A short jump would end 3 or 4 bytes earlier. Alignment can take back what that saves.
			if inst.Len > 2 && !bytes.Contains(code, []byte{0x0f, 0x1f}) {
				if s := int(d) + inst.Len - 2; d < 0 && s >= -128 {
					t.Errorf("jump %d by %d is long", n, d)
				} else if d >= 0 && d <= 127 {
					t.Errorf("jump %d by %d is long", n, d)
				}
			}
			n++
		}
		if n != len(refs) {
			t.Fatalf("%d jumps, want %d", n, len(refs))
		}
	}
}

func TestReferences(t *testing.T) {
	var a Asm
	top, end, table := a.NewLabel(), a.NewLabel(), a.NewLabel()
	a.Jmp(end)
	a.Bind(top)
	a.LeaLabel(R9, end)
	a.Call(top)
	a.Bind(table)
	a.Table(table, []Label{top, end, table})
	a.Bind(end)
	a.Data(1, 2, 3)
	code := a.Link()
	lea, err := x86asm.Decode(code[a.Offset(top):], 64)
	if err != nil {
		t.Fatal(err)
	}
	m, ok := lea.Args[1].(x86asm.Mem)
	if !ok || lea.Op != x86asm.LEA || lea.Args[0] != x86asm.R9 || m.Base != x86asm.RIP || a.Offset(top)+lea.Len+int(m.Disp) != a.Offset(end) {
		t.Errorf("LeaLabel is %v", lea)
	}
	at := a.Offset(top) + lea.Len
	call, err := x86asm.Decode(code[at:], 64)
	if err != nil {
		t.Fatal(err)
	}
	if d, ok := call.Args[0].(x86asm.Rel); !ok || call.Op != x86asm.CALL || at+call.Len+int(d) != a.Offset(top) {
		t.Errorf("Call is %v", call)
	}
	for i, l := range []Label{top, end, table} {
		if d := int32(binary.LittleEndian.Uint32(code[a.Offset(table)+4*i:])); a.Offset(table)+int(d) != a.Offset(l) {
			t.Errorf("entry %d of the table is %d", i, d)
		}
	}
	if !bytes.HasSuffix(code, []byte{1, 2, 3}) {
		t.Error("the data are not at the end")
	}
}

func TestMovImm(t *testing.T) {
	for r := range Reg(16) {
		for _, v := range []int64{0, 1, -1, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, -1 << 31, -1<<31 - 1, 1<<63 - 1, -1 << 63} {
			var a Asm
			a.MovImm(r, v)
			inst, err := x86asm.Decode(a.Link(), 64)
			if err != nil {
				t.Fatal(err)
			}
			var got int64
			switch d, _ := inst.Args[1].(x86asm.Imm); inst.Args[0] {
			case gpr(4, r):
				got = int64(uint32(d))
			case gpr(8, r):
				got = int64(d)
				if inst.Len == 7 {
					got = int64(int32(d))
				}
			}
			if inst.Op != x86asm.MOV || got != v || inst.Len != a.Len() {
				t.Errorf("MovImm(%d, %d) is %v", r, v, inst)
			}
		}
	}
}

// TestCut generates code, forgets it, and generates other code in its place.
func TestCut(t *testing.T) {
	code := func(try bool) []byte {
		var a Asm
		end := a.NewLabel()
		a.Jcc(E, end)
		if try {
			p := a.Place()
			top := a.Here()
			a.MovImm(AX, 1<<40)
			a.Jmp(top)
			a.Jcc(NE, end)
			a.LeaLabel(CX, end)
			a.Cut(p)
		}
		top := a.Here()
		a.Mov(8, AX, CX)
		a.Jmp(top)
		a.LeaLabel(DX, end)
		a.Bind(end)
		a.Ret()
		return a.Link()
	}
	if got, want := code(true), code(false); string(got) != string(want) {
		t.Errorf("% x after a cut, expected % x", got, want)
	}
}
