// SPDX-License-Identifier: BSD-3-Clause

//go:build go1.26 && !go1.27

// The functions of the runtime by which compiled code uses memory, in Go 1.26. Package reflect does
// the same by way of the type of a pointer or of a slice, which it has to look for each time, under
// a lock for types that were made while the program runs.

package descriptor

import "unsafe"

// Types are given by their type words.

// New returns the address of size bytes of zeros, the size of the type.
func New(t unsafe.Pointer, size uintptr) unsafe.Pointer { return mallocgc(size, t, true) }

//go:linkname mallocgc runtime.mallocgc
func mallocgc(size uintptr, t unsafe.Pointer, zero bool) unsafe.Pointer

// NewArray returns the address of n zero values. It panics if that is too much.
//
//go:linkname NewArray runtime.newarray
func NewArray(t unsafe.Pointer, n int) unsafe.Pointer

// Move copies a value. The two places may be one.
//
//go:linkname Move runtime.typedmemmove
func Move(t, dst, src unsafe.Pointer)

// MoveArray copies min(dstLen, srcLen) values of a type with pointers, and returns the number. The
// two arrays may overlap.
//
//go:linkname MoveArray runtime.typedslicecopy
func MoveArray(t, dst unsafe.Pointer, dstLen int, src unsafe.Pointer, srcLen int) int

// Clear sets n bytes with pointers to zero, whole values of one type.
//
//go:linkname Clear runtime.memclrHasPointers
func Clear(p unsafe.Pointer, n uintptr)

// A Slice is a slice in memory.
type Slice struct {
	P        unsafe.Pointer
	Len, Cap int
}

// Grow returns a longer array for append: the slice of length n, of which the last num values are
// to be stored, if one of capacity oldCap at p had n-num values.
//
//go:linkname Grow runtime.growslice
func Grow(p unsafe.Pointer, n, oldCap, num int, t unsafe.Pointer) Slice
