// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin)

// Pages on Linux and macOS.

package code

import "syscall"

func mapPages(n int) ([]byte, error) {
	return syscall.Mmap(-1, 0, n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
}

func protect(mem []byte) error { return syscall.Mprotect(mem, syscall.PROT_READ|syscall.PROT_EXEC) }

func unmap(mem []byte) error { return syscall.Munmap(mem) }
