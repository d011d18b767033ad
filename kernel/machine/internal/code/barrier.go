// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// The write barrier.
//
// While the collector marks, a store of a pointer to memory has to tell it about the old and the
// new pointer. Code that the Go compiler makes compares the runtime's flag with 0 and does so if it
// is set. Native code compares the same flag, in memory at Barrier, and leaves to let Go code store
// the pointer. The flag changes only while all goroutines are stopped, and native code is never
// stopped between the comparison and the store.

package code

import "unsafe"

// The runtime keeps this name because others use it; see go.dev/issue/67401.
//
//go:linkname writeBarrier runtime.writeBarrier
var writeBarrier struct {
	enabled bool
	_       [3]byte
	_       uint64
}

// Barrier is the address of the flag, four bytes that are not 0 while the collector marks.
func Barrier() unsafe.Pointer { return unsafe.Pointer(&writeBarrier) }
