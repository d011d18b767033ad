// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || freebsd || windows)

// Thunks beyond those of the table, in executable memory that is made at run time.

package descriptor

import (
	"encoding/binary"
	"runtime"
	"unsafe"
)

// moreCount is how many thunks are made at once.
const moreCount = 1024

// moreThunks makes thunks in executable memory, none if the system refuses.
func moreThunks() []slot {
	fns := new([moreCount]unsafe.Pointer)
	var code []byte
	size := 0
	for i := range fns {
		code = appendThunk(code, uintptr(unsafe.Pointer(&fns[i])))
		if i == 0 {
			size = len(code)
		}
	}
	base := executable(code)
	if base == 0 {
		return nil
	}
	keep(fns)
	list := make([]slot, moreCount)
	for i := range list {
		list[i] = slot{&fns[i], base + uintptr(i*size)}
	}
	return list
}

// appendThunk appends the code of a thunk for the function value at the address slot.
func appendThunk(code []byte, slot uintptr) []byte {
	if runtime.GOARCH == "amd64" {
		code = append(code, 0x48, 0xba) // MOVQ $slot, DX
		code = binary.LittleEndian.AppendUint64(code, uint64(slot))
		code = append(code, 0x48, 0x8b, 0x12) // MOVQ (DX), DX
		return append(code, 0xff, 0x22)       // JMP (DX)
	}
	for _, w := range []uint32{
		0x5800009a, // MOVD slot(PC+16), R26
		0xf940035a, // MOVD (R26), R26
		0xf9400351, // MOVD (R26), R17
		0xd61f0220, // JMP (R17)
	} {
		code = binary.LittleEndian.AppendUint32(code, w)
	}
	return binary.LittleEndian.AppendUint64(code, uint64(slot))
}

// addressOf returns the address of a piece of memory that Go does not manage.
func addressOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
