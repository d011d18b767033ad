// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || freebsd)

// Executable memory on Unix.

package descriptor

import "syscall"

// executable returns the address of read-only executable memory with the given code, or 0 if the
// system refuses.
func executable(code []byte) uintptr {
	m, err := syscall.Mmap(-1, 0, len(code), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		return 0
	}
	copy(m, code)
	if err := syscall.Mprotect(m, syscall.PROT_READ|syscall.PROT_EXEC); err != nil {
		syscall.Munmap(m)
		return 0
	}
	return addressOf(m)
}
