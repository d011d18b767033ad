// SPDX-License-Identifier: BSD-3-Clause

//go:build linux || darwin || windows

package code

import (
	"testing"

	"polka/kernel/machine/internal/arm64"
)

func mapped(tb testing.TB, f func(a *arm64.Asm)) *Block {
	tb.Helper()
	var a arm64.Asm
	f(&a)
	code, err := a.Link()
	if err != nil {
		tb.Fatal(err)
	}
	return mapCode(tb, code)
}

// leave goes back to Go; the code continues behind it.
func leave(a *arm64.Asm, routine int32) {
	next := a.NewLabel()
	a.LeaLabel(arm64.R16, next)
	a.Load(8, arm64.R17, arm64.At(arm64.R20, routine))
	a.JmpReg(arm64.R17)
	a.Bind(next)
}

// moves is the code for TestLists. If checked is false, it ignores the write barrier.
func moves(checked bool) []byte {
	const offLists, offState, offCount = 0, 8, 16
	var a arm64.Asm
	frame := func(off int32) arm64.Mem { return arm64.At(arm64.R19, off) }
	exit := func(code int64) {
		a.MovImm(arm64.R0, code)
		a.Store(8, arm64.At(arm64.R20, OffCode), arm64.R0)
		leave(&a, OffLeave)
	}
	top, slow, poll, done := a.NewLabel(), a.NewLabel(), a.NewLabel(), a.NewLabel()
	a.Bind(top)
	a.Load(8, arm64.R0, arm64.At(arm64.R28, Guard))
	a.JmpBit(arm64.R0, 63, poll)
	a.Load(8, arm64.R0, frame(offCount))
	a.JmpZero(8, arm64.R0, done)
	a.ArithImm(arm64.Sub, 8, arm64.R0, arm64.R0, 1)
	a.Store(8, frame(offCount), arm64.R0)
	a.Load(8, arm64.R0, frame(offState))
	for _, s := range []struct {
		op arm64.Shift
		n  uint8
	}{{arm64.Lsl, 13}, {arm64.Lsr, 7}, {arm64.Lsl, 17}} {
		a.ShiftImm(s.op, 8, arm64.R1, arm64.R0, s.n)
		a.Logic(arm64.Xor, 8, arm64.R0, arm64.R0, arm64.R1)
	}
	a.Store(8, frame(offState), arm64.R0)
	a.Extend(1, arm64.R5, arm64.R0)
	a.ShiftImm(arm64.Lsr, 8, arm64.R0, arm64.R0, 32)
	a.Extend(1, arm64.R6, arm64.R0)
	if checked {
		a.Load(8, arm64.R2, arm64.At(arm64.R20, OffBarrier))
		a.Load(4, arm64.R2, arm64.At(arm64.R2, 0))
		a.JmpNonzero(4, arm64.R2, slow)
	}
	a.Load(8, arm64.R2, frame(offLists))
	a.Load(8, arm64.R5, arm64.Index(arm64.R2, arm64.R5, 8, 0))
	a.Load(8, arm64.R6, arm64.Index(arm64.R2, arm64.R6, 8, 0))
	a.Load(8, arm64.R8, arm64.At(arm64.R5, 0))
	a.JmpZero(8, arm64.R8, top)
	a.Load(8, arm64.R9, arm64.At(arm64.R8, 0))
	a.Store(8, arm64.At(arm64.R5, 0), arm64.R9)
	a.Load(8, arm64.R9, arm64.At(arm64.R6, 0))
	a.Store(8, arm64.At(arm64.R8, 0), arm64.R9)
	a.Store(8, arm64.At(arm64.R6, 0), arm64.R8)
	a.Jmp(top)
	a.Bind(slow)
	a.Store(8, arm64.At(arm64.R20, OffA), arm64.R5)
	a.Store(8, arm64.At(arm64.R20, OffB), arm64.R6)
	exit(moverBarrier)
	a.Jmp(top)
	a.Bind(poll)
	exit(moverPoll)
	a.Jmp(top)
	a.Bind(done)
	exit(moverDone)
	code, err := a.Link()
	if err != nil {
		panic(err)
	}
	return code
}

func TestEnter(t *testing.T) {
	b := mapped(t, func(a *arm64.Asm) {
		a.Arith(arm64.Add, 8, arm64.R21, arm64.R21, arm64.R21)
		a.Push(arm64.R21)
		leave(a, OffLeave)
		a.Pop(arm64.R3)
		a.Store(8, arm64.At(arm64.R20, OffA), arm64.R3)
		a.Load(8, arm64.R0, arm64.At(arm64.R19, 0))
		a.Mov(8, arm64.R1, arm64.R19)
		a.MovImm(arm64.R29, 0)
		leave(a, OffLeaveWith)
		a.Trap()
	})
	checkEnter(t, b)
}
