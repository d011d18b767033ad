// SPDX-License-Identifier: BSD-3-Clause

//go:build amd64 || arm64 || 386

// The table of thunks in the text segment, which assembly code defines.

package descriptor

import "runtime"

// tableSize is the number of thunks in the table.
const tableSize = 4096

// tableAt is the address of the table.
var tableAt uintptr

// tableCode returns the address of a thunk in the table.
func tableCode(i int) uintptr {
	size := uintptr(8)
	if runtime.GOARCH == "amd64" {
		size = 9
	}
	return tableAt + size*uintptr(i)
}

// endedMethod returns a function that panics.
func endedMethod() func() {
	return func() { panic("descriptor: a method of a type of a session that has ended") }
}
