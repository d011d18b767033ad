// SPDX-License-Identifier: BSD-3-Clause

package arm64

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"golang.org/x/arch/arm64/arm64asm"
)

// TestJumps links code with jumps over all distances, and follows them.
func TestJumps(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, fill := range []int{1, 100, 3000, 60000} {
		var a Asm
		labels := make([]Label, 12)
		for i := range labels {
			labels[i] = a.NewLabel()
		}
		type ref struct {
			from, to Label
			op       string
		}
		var refs []ref
		for i := range labels {
			a.Bind(labels[i])
			for range rnd.IntN(fill) {
				a.Ret()
			}
			from, to := a.Here(), labels[rnd.IntN(len(labels))]
			op := []string{"B", "B.cond", "CBZ", "CBNZ", "TBZ", "TBNZ", "BL"}[i%7]
			switch op {
			case "B":
				a.Jmp(to)
			case "B.cond":
				a.Jcc(LT, to)
			case "CBZ":
				a.JmpZero(8, R5, to)
			case "CBNZ":
				a.JmpNonzero(4, R5, to)
			case "TBZ":
				a.JmpNoBit(R5, 63, to)
			case "TBNZ":
				a.JmpBit(R5, 3, to)
			case "BL":
				a.Call(to)
			}
			refs = append(refs, ref{from, to, op})
		}
		code, err := a.Link()
		if err != nil {
			t.Fatal(err)
		}
		long := 0
		for _, r := range refs {
			at := a.Offset(r.from)
			op, d := jumpAt(t, code, at)
			if d == 8 && op != "B" && op != "BL" && a.Offset(r.to) != at+8 {
				// The opposite condition jumps over a jump.
				long++
				opposite := map[string]string{"B.cond": "B.cond", "CBZ": "CBNZ", "CBNZ": "CBZ", "TBZ": "TBNZ", "TBNZ": "TBZ"}
				if op != opposite[r.op] {
					t.Errorf("fill %d: a long %s begins with %s", fill, r.op, op)
				}
				if op == "B.cond" && binary.LittleEndian.Uint32(code[at:])&15 != uint32(LT.Not()) {
					t.Errorf("fill %d: a long B.cond has the wrong condition", fill)
				}
				at += 4
				op, d = jumpAt(t, code, at)
				if op != "B" {
					t.Errorf("fill %d: a long %s goes on with %s", fill, r.op, op)
				}
			} else if op != r.op {
				t.Errorf("fill %d: %s instead of %s", fill, op, r.op)
			}
			if at+d != a.Offset(r.to) {
				t.Errorf("fill %d: %s leads to %d, want %d", fill, r.op, at+d, a.Offset(r.to))
			}
		}
		if (long > 0) != (fill > 1000) {
			t.Errorf("fill %d: %d long jumps", fill, long)
		}
	}
}

// jumpAt decodes a jump.
func jumpAt(t *testing.T, code []byte, at int) (op string, d int) {
	t.Helper()
	inst, err := arm64asm.Decode(code[at:])
	if err != nil {
		t.Fatal(err)
	}
	op = inst.Op.String()
	for _, arg := range inst.Args {
		if rel, ok := arg.(arm64asm.PCRel); ok {
			d = int(rel)
		}
		if _, ok := arg.(arm64asm.Cond); ok {
			op = "B.cond"
		}
	}
	return op, d
}

func TestAddressOfLabel(t *testing.T) {
	var a Asm
	end := a.NewLabel()
	at := a.Here()
	a.LeaLabel(R7, end)
	a.Ret()
	a.Bind(end)
	code, err := a.Link()
	if err != nil {
		t.Fatal(err)
	}
	if got := decode(t, code[a.Offset(at):][:4]); got != "adr x7, .+0x8" {
		t.Errorf("LeaLabel is %q", got)
	}
	for range 1<<18 + 1 {
		a.Ret()
	}
	a.LeaLabel(R7, end)
	if _, err := a.Link(); err != ErrTooLong {
		t.Errorf("an address more than 1 MB away: %v", err)
	}
}

// TestCut generates code, forgets it, and generates other code in its place.
func TestCut(t *testing.T) {
	code := func(try bool) string {
		var a Asm
		end := a.NewLabel()
		a.Jcc(EQ, end)
		if try {
			p := a.Place()
			top := a.Here()
			a.MovImm(R0, 1<<40)
			a.Jmp(top)
			a.JmpBit(R3, 7, end)
			a.LeaLabel(R1, end)
			a.Cut(p)
		}
		top := a.Here()
		a.Mov(8, R0, R1)
		a.Jmp(top)
		a.Bind(end)
		a.Ret()
		text, err := a.Link()
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if got, want := code(true), code(false); got != want {
		t.Errorf("% x after a cut, expected % x", got, want)
	}
}
