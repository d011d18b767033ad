// SPDX-License-Identifier: BSD-3-Clause

//go:build linux || darwin || windows

// What is particular to the memory of code on amd64.

package code

// fill overwrites the rest of a page with instructions that trap.
func fill(mem []byte) {
	for i := range mem {
		mem[i] = 0xcc
	}
}

// flush does nothing: the instruction caches follow the data caches.
func flush(p, n uintptr) {}
