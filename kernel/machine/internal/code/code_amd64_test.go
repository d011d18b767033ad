// SPDX-License-Identifier: BSD-3-Clause

//go:build amd64 && (linux || darwin || windows)

package code

import (
	"testing"

	"polka/kernel/machine/internal/amd64"
)

// mapped assembles code and maps it.
func mapped(tb testing.TB, f func(a *amd64.Asm)) *Block {
	tb.Helper()
	var a amd64.Asm
	f(&a)
	return mapCode(tb, a.Link())
}

// moves is the code for TestLists. If checked is false, it ignores the write barrier.
func moves(checked bool) []byte {
	const (
		offLists, offState, offCount = 0, 8, 16
	)
	var a amd64.Asm
	frame := func(off int32) amd64.Mem { return amd64.At(amd64.BX, off) }
	exit := func(code int32) {
		a.StoreImm(8, amd64.At(amd64.R12, OffCode), code)
		leave(&a, OffLeave)
	}
	top, next, slow, poll, done := a.NewLabel(), a.NewLabel(), a.NewLabel(), a.NewLabel(), a.NewLabel()
	a.Bind(top)
	a.OpStoreImm(amd64.Cmp, 8, amd64.At(amd64.R14, Guard), 0)
	a.Jcc(amd64.L, poll)
	a.OpStoreImm(amd64.Sub, 8, frame(offCount), 1)
	a.Jcc(amd64.B, done)
	a.Load(8, amd64.AX, frame(offState))
	for _, s := range []struct {
		op amd64.Shift
		n  uint8
	}{{amd64.Shl, 13}, {amd64.Shr, 7}, {amd64.Shl, 17}} {
		a.Mov(8, amd64.CX, amd64.AX)
		a.ShiftImm(s.op, 8, amd64.CX, s.n)
		a.Op(amd64.Xor, 8, amd64.AX, amd64.CX)
	}
	a.Store(8, frame(offState), amd64.AX)
	a.Extend(1, amd64.SI, amd64.AX)
	a.ShiftImm(amd64.Shr, 8, amd64.AX, 32)
	a.Extend(1, amd64.DI, amd64.AX)
	if checked {
		a.Load(8, amd64.DX, amd64.At(amd64.R12, OffBarrier))
		a.OpStoreImm(amd64.Cmp, 4, amd64.At(amd64.DX, 0), 0)
		a.Jcc(amd64.NE, slow)
	}
	a.Load(8, amd64.DX, frame(offLists))
	a.Load(8, amd64.SI, amd64.Index(amd64.DX, amd64.SI, 8, 0))
	a.Load(8, amd64.DI, amd64.Index(amd64.DX, amd64.DI, 8, 0))
	a.Load(8, amd64.R8, amd64.At(amd64.SI, 0))
	a.Test(8, amd64.R8, amd64.R8)
	a.Jcc(amd64.E, next)
	a.Load(8, amd64.R9, amd64.At(amd64.R8, 0))
	a.Store(8, amd64.At(amd64.SI, 0), amd64.R9)
	a.Load(8, amd64.R9, amd64.At(amd64.DI, 0))
	a.Store(8, amd64.At(amd64.R8, 0), amd64.R9)
	a.Store(8, amd64.At(amd64.DI, 0), amd64.R8)
	a.Bind(next)
	a.Jmp(top)
	a.Bind(slow)
	a.Store(8, amd64.At(amd64.R12, OffA), amd64.SI)
	a.Store(8, amd64.At(amd64.R12, OffB), amd64.DI)
	exit(moverBarrier)
	a.Jmp(top)
	a.Bind(poll)
	exit(moverPoll)
	a.Jmp(top)
	a.Bind(done)
	exit(moverDone)
	return a.Link()
}

// leave goes back to Go; the code continues behind it.
func leave(a *amd64.Asm, routine int32) {
	next := a.NewLabel()
	a.LeaLabel(amd64.AX, next)
	a.JmpMem(amd64.At(amd64.R12, routine))
	a.Bind(next)
}

func TestEnter(t *testing.T) {
	b := mapped(t, func(a *amd64.Asm) {
		a.Op(amd64.Add, 8, amd64.R15, amd64.R15)
		a.Push(amd64.R15)
		leave(a, OffLeave)
		a.Pop(amd64.AX)
		a.Store(8, amd64.At(amd64.R12, OffA), amd64.AX)
		a.Load(8, amd64.SI, amd64.At(amd64.BX, 0))
		a.Mov(8, amd64.DI, amd64.BX)
		a.Zero(amd64.BP)
		leave(a, OffLeaveWith)
		a.Trap()
	})
	checkEnter(t, b)
}

func BenchmarkRoundTrip(b *testing.B) {
	m := mapped(b, func(a *amd64.Asm) {
		top := a.Here()
		leave(a, OffLeave)
		a.Jmp(top)
	})
	c := NewContext()
	c.PC = m.Addr()
	for b.Loop() {
		Enter(c)
	}
}
