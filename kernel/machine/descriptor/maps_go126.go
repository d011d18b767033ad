// SPDX-License-Identifier: BSD-3-Clause

//go:build go1.26 && !go1.27

// The functions of the runtime that compiled code uses for maps, in Go 1.26.

package descriptor

import "unsafe"

// The functions by which compiled code uses maps. Types are given by their type words, keys and
// elements by their addresses.

// MapAccess returns the address of an element in a map, and whether there is one. The map may be
// nil.
//
//go:linkname MapAccess runtime.mapaccess2
func MapAccess(t, m, key unsafe.Pointer) (elem unsafe.Pointer, ok bool)

// MapAssign returns the address at which the element for a key is to be stored.
//
//go:linkname MapAssign runtime.mapassign
func MapAssign(t, m, key unsafe.Pointer) (elem unsafe.Pointer)

// MapDelete deletes an entry. The map may be nil.
//
//go:linkname MapDelete runtime.mapdelete
func MapDelete(t, m, key unsafe.Pointer)
