// SPDX-License-Identifier: BSD-3-Clause

//go:build amd64 || arm64

// Pages on Windows.

package code

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

func mapPages(n int) ([]byte, error) {
	p, err := windows.VirtualAlloc(0, uintptr(n), windows.MEM_COMMIT|windows.MEM_RESERVE, windows.PAGE_READWRITE)
	if err != nil {
		return nil, err
	}
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&p)), n), nil // memory that Go does not manage
}

func protect(mem []byte) error {
	var old uint32
	return windows.VirtualProtect(start(mem), uintptr(len(mem)), windows.PAGE_EXECUTE_READ, &old)
}

func unmap(mem []byte) error { return windows.VirtualFree(start(mem), 0, windows.MEM_RELEASE) }

func start(mem []byte) uintptr { return uintptr(unsafe.Pointer(&mem[0])) }
