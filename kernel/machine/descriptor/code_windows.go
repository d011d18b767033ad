// SPDX-License-Identifier: BSD-3-Clause

//go:build amd64 || arm64

// Executable memory on Windows.

package descriptor

import (
	"syscall"
	"unsafe"
)

var (
	kernel32       = syscall.NewLazyDLL("kernel32.dll")
	virtualAlloc   = kernel32.NewProc("VirtualAlloc")
	virtualProtect = kernel32.NewProc("VirtualProtect")
)

// executable returns the address of read-only executable memory with the given code, or 0 if the
// system refuses.
func executable(code []byte) uintptr {
	const (
		commitReserve = 0x3000
		readWrite     = 0x04
		executeRead   = 0x20
	)
	p, _, _ := virtualAlloc.Call(0, uintptr(len(code)), commitReserve, readWrite)
	if p == 0 {
		return 0
	}
	copy(unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&p))), len(code)), code)
	var old uint32
	if ok, _, _ := virtualProtect.Call(p, uintptr(len(code)), executeRead, uintptr(unsafe.Pointer(&old))); ok == 0 {
		return 0
	}
	return p
}
