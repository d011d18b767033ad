// SPDX-License-Identifier: BSD-3-Clause

//go:build linux || darwin || windows

// The self-test on arm64.

package code

import (
	"encoding/binary"
	"errors"
	"unsafe"

	"polka/kernel/machine/internal/arm64"
)

// asCompiled looks for
//
//	MOVD 16(g), R16
//	ADRP the page of runtime.writeBarrier, Rn
//	MOVWU the rest of its address(Rn), Rm
//
// in the code of sample.
func asCompiled(code []byte) error {
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(code[i:]) }
	if word(0) != 0xf9400b90 {
		return errors.New("compiled functions do not begin as expected")
	}
	start := uintptr(unsafe.Pointer(&code[0]))
	for i := 0; i+8 <= len(code); i += 4 {
		adrp, ldr := word(i), word(i+4)
		if adrp&0x9f000000 != 0x90000000 || ldr&0xffc00000 != 0xb9400000 || adrp&31 != ldr>>5&31 {
			continue
		}
		pages := int64(int32(adrp<<8)>>13)<<2 | int64(adrp>>29&3)
		page := (start+uintptr(i))&^4095 + uintptr(pages<<12)
		if page+uintptr(ldr>>10&4095)*4 == uintptr(Barrier()) {
			return nil
		}
	}
	return errors.New("the runtime's write barrier is not as expected")
}

func watch() []byte {
	var a arm64.Asm
	const context = arm64.R20
	end, guard := a.NewLabel(), a.NewLabel()
	a.Load(8, arm64.R0, arm64.At(context, OffBarrier))
	top := a.Here()
	a.Load(8, arm64.R1, arm64.At(arm64.R28, Guard))
	a.JmpBit(arm64.R1, 63, guard)
	a.Load(4, arm64.R1, arm64.At(arm64.R0, 0))
	a.Load(8, arm64.R2, arm64.At(context, OffB))
	a.Arith(arm64.Add, 8, arm64.R2, arm64.R2, arm64.R1)
	a.Store(8, arm64.At(context, OffB), arm64.R2)
	a.Load(8, arm64.R2, arm64.At(context, OffA))
	a.ArithImm(arm64.SubS, 8, arm64.R2, arm64.R2, 1)
	a.Store(8, arm64.At(context, OffA), arm64.R2)
	a.Jcc(arm64.NE, top)
	a.MovImm(arm64.R1, watchTurns)
	a.Jmp(end)
	a.Bind(guard)
	a.MovImm(arm64.R1, watchGuard)
	a.Bind(end)
	a.Store(8, arm64.At(context, OffCode), arm64.R1)
	a.LeaLabel(arm64.R16, end)
	a.Load(8, arm64.R17, arm64.At(context, OffLeave))
	a.JmpReg(arm64.R17)
	code, err := a.Link()
	if err != nil {
		panic(err)
	}
	return code
}
