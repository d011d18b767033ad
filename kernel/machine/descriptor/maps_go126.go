// SPDX-License-Identifier: BSD-3-Clause

//go:build go1.26 && !go1.27

// The functions of the runtime that compiled code uses for maps, in Go 1.26.

package descriptor

import (
	"reflect"
	"unsafe"
)

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

// A MapRange goes over the entries of a map.
type MapRange struct{ it reflect.MapIter }

// A mapIter is the part that a reflect.MapIter begins with.
type mapIter struct {
	m         reflect.Value
	key, elem unsafe.Pointer
}

// NewMapRange returns a MapRange before the first entry of m.
func NewMapRange(m reflect.Value) *MapRange {
	r := new(MapRange)
	r.it.Reset(m)
	return r
}

// Next goes to the next entry and reports whether there is one.
func (r *MapRange) Next() bool { return r.it.Next() }

// Entry returns the addresses of the key and the element, which are valid until the map is changed.
func (r *MapRange) Entry() (key, elem unsafe.Pointer) {
	i := (*mapIter)(unsafe.Pointer(&r.it))
	return i.key, i.elem
}
