// SPDX-License-Identifier: BSD-3-Clause

// Blocks of memory for several values, such as frames and closures. A block is one Go value with a
// type that tells the collector where its pointers are, and no more, so that few types serve all
// blocks.

package memory

import (
	"reflect"
	"strconv"
	"sync"
	"unsafe"

	"polka/kernel/machine/descriptor"
)

// A Layout is where the parts of a block of memory begin.
type Layout struct {
	Types   []*Type
	Offsets []uintptr
	End     uintptr
}

// Add makes room for a value, and returns its offset.
func (l *Layout) Add(t *Type) uintptr {
	a := uintptr(t.Reflect.Align())
	off := (l.End + a - 1) &^ (a - 1)
	l.Types, l.Offsets, l.End = append(l.Types, t), append(l.Offsets, off), off+t.Size
	return off
}

// A FrameType makes the memory of frames with pointers at the same words.
type FrameType struct {
	word unsafe.Pointer
	size uintptr
}

// Alloc makes a block of zeros.
func (f *FrameType) Alloc() unsafe.Pointer { return descriptor.New(f.word, f.size) }

var frameTypes sync.Map // of *FrameType by the map of its words

// FrameTypeFor returns the type of a block of so many bytes with pointers at the given offsets.
func FrameTypeFor(size uintptr, ptrs []uintptr) *FrameType {
	n := int(size/Word) + 1 // a value without size at the end has an address too
	n = (n + 3) &^ 3        // fewer types
	key := make([]byte, n)
	for _, p := range ptrs {
		key[p/Word] = 1
	}
	if f, ok := frameTypes.Load(string(key)); ok {
		return f.(*FrameType)
	}
	var fields []reflect.StructField
	for i := 0; i < n; {
		j := i
		for j < n && key[j] == key[i] {
			j++
		}
		e := reflect.TypeFor[uintptr]()
		if key[i] == 1 {
			e = PointerType
		}
		fields = append(fields, reflect.StructField{Name: "F" + strconv.Itoa(i), Type: reflect.ArrayOf(j-i, e)})
		i = j
	}
	rt := reflect.StructOf(fields)
	f, _ := frameTypes.LoadOrStore(string(key), &FrameType{TypeWord(rt), rt.Size()})
	return f.(*FrameType)
}
