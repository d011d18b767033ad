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

// A MapRange goes over the entries of a map. It must not be copied.
type MapRange struct {
	it reflect.MapIter
	m  unsafe.Pointer
	v  reflect.Value // of m, as a variable
}

// A mapIter is the part that a reflect.MapIter begins with.
type mapIter struct {
	m         reflect.Value
	key, elem unsafe.Pointer
}

// NewMapRange returns a MapRange for maps of type t.
func NewMapRange(t reflect.Type) *MapRange {
	r := new(MapRange)
	r.v = reflect.NewAt(t, unsafe.Pointer(&r.m)).Elem()
	return r
}

// Reset goes before the first entry of m. With nil it makes r forget its map.
func (r *MapRange) Reset(m unsafe.Pointer) {
	r.m = m
	r.it.Reset(r.v)
}

// Next goes to the next entry and reports whether there is one.
func (r *MapRange) Next() bool { return r.it.Next() }

// Entry returns the addresses of the key and the element, which are valid until the map is changed.
func (r *MapRange) Entry() (key, elem unsafe.Pointer) {
	i := (*mapIter)(unsafe.Pointer(&r.it))
	return i.key, i.elem
}

// Where the runtime has what a lookup uses: offsets of fields of its maps and tables, and of what
// a group of entries begins with.
const (
	MapUsed    = 0  // how many entries there are
	MapSeed    = 8  // of the hashes
	MapDir     = 16 // the tables by the upper bits of the hash, or the only group
	MapDirLen  = 24 // how many tables; 0 if there is only a group
	MapShift   = 33 // how many bits of the hash do not choose the table
	MapWriting = 34 // 1 while somebody writes, changed by exclusive or

	TableCapacity = 2  // how many entries there is room for, in two bytes
	TableIndex    = 8  // where it is among the tables, less than 0 if another has taken its place
	TableGroups   = 16 // the groups
	TableMask     = 24 // how many there are, less 1

	GroupLen   = 8 // entries in a group
	GroupSlots = 8 // offset of the first entry; before it are the control bytes
)

// Where a MapRange has what its next entry depends on.
const (
	RangeKey    = 24  // the address of the key
	RangeElem   = 32  // the address of the element
	RangeMap    = 48  // the map, 0 if it has no entries
	RangeOffset = 56  // the number of the first entry, of which the lower bits count
	RangeDir    = 88  // the number of the table, less than 0 if there was only a group at the beginning
	RangeTable  = 96  // the table, 0 if it is not known yet
	RangeGroup  = 104 // the group of the last entry
	RangeIndex  = 112 // how many entries of the table or the group have been passed
)

// A MapLayout is what the compiler has decided about the maps of a type.
type MapLayout struct {
	Group int64 // size of a group
	Slot  int64 // size of an entry
	Elem  int64 // offset of the element in an entry
}

// LayoutOf returns the layout of a map type, given by its type word. It reports false if keys or
// elements are not in the entries themselves.
func LayoutOf(word unsafe.Pointer) (MapLayout, bool) {
	const indirect = 4 | 8 // keys, elements
	t := (*mapType)(word)
	return MapLayout{int64(t.groupSize), int64(t.slotSize), int64(t.elemOff)}, t.flags&indirect == 0
}

//go:linkname memhash runtime.memhash
func memhash(p unsafe.Pointer, seed, size uintptr) uintptr

// HashOf returns the address of the runtime's function that hashes keys whose hash is that of their
// memory: of 4 bytes, of 8, or of any other number. It gets the address of the key, the seed and,
// if it is the last of the three, the size.
func HashOf(size uintptr) uintptr {
	var word any
	switch size {
	case 4:
		word = map[uint32]struct{}(nil)
	case 8:
		word = map[uint64]struct{}(nil)
	default:
		f := memhash
		return entry(unsafe.Pointer(&f))
	}
	return hasher(word)
}

// HashOfString is HashOf for strings.
func HashOfString() uintptr { return hasher(map[string]struct{}(nil)) }

// hasher is the address of the function that hashes the keys of a map.
func hasher(m any) uintptr {
	return entry(unsafe.Pointer(&(*mapType)(*(*unsafe.Pointer)(unsafe.Pointer(&m))).hasher))
}

// entry is the address of the code of the function value at f.
func entry(f unsafe.Pointer) uintptr { return **(**uintptr)(f) }

// FailWriting ends the process as the runtime does if a map is read while somebody writes to it.
func FailWriting() {
	m := map[int]int{1: 1}
	*(*uint8)(unsafe.Add(*(*unsafe.Pointer)(unsafe.Pointer(&m)), MapWriting)) = 1
	_ = m[1]
}
