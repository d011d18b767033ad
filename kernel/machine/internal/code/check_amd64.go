// SPDX-License-Identifier: BSD-3-Clause

//go:build linux || darwin || windows

// The self-test on amd64.

package code

import (
	"bytes"
	"encoding/binary"
	"errors"
	"unsafe"

	"polka/kernel/machine/internal/amd64"
)

// asCompiled looks for
//
//	CMPQ SP, 16(R14)
//	CMPL runtime.writeBarrier(SB), $0
//
// in the code of sample.
func asCompiled(code []byte) error {
	if !bytes.HasPrefix(code, []byte{0x49, 0x3b, 0x66, Guard}) {
		return errors.New("compiled functions do not begin as expected")
	}
	start := uintptr(unsafe.Pointer(&code[0]))
	for i := 0; i+7 <= len(code); i++ {
		if code[i] != 0x83 || code[i+1] != 0x3d || code[i+6] != 0 {
			continue
		}
		d := int32(binary.LittleEndian.Uint32(code[i+2:]))
		if start+uintptr(i+7)+uintptr(int64(d)) == uintptr(Barrier()) {
			return nil
		}
	}
	return errors.New("the runtime's write barrier is not as expected")
}

func watch() []byte {
	var a amd64.Asm
	end, guard := a.NewLabel(), a.NewLabel()
	a.Load(8, amd64.DX, amd64.At(amd64.R12, OffBarrier))
	top := a.Here()
	a.OpStoreImm(amd64.Cmp, 8, amd64.At(amd64.R14, Guard), 0)
	a.Jcc(amd64.L, guard)
	a.Load(4, amd64.AX, amd64.At(amd64.DX, 0))
	a.OpStore(amd64.Add, 8, amd64.At(amd64.R12, OffB), amd64.AX)
	a.OpStoreImm(amd64.Sub, 8, amd64.At(amd64.R12, OffA), 1)
	a.Jcc(amd64.NE, top)
	a.StoreImm(8, amd64.At(amd64.R12, OffCode), watchTurns)
	a.Jmp(end)
	a.Bind(guard)
	a.StoreImm(8, amd64.At(amd64.R12, OffCode), watchGuard)
	a.Bind(end)
	a.LeaLabel(amd64.AX, end)
	a.JmpMem(amd64.At(amd64.R12, OffLeave))
	return a.Link()
}
