// SPDX-License-Identifier: BSD-3-Clause

// How values are copied and cleared in memory.
//
// Memory that holds pointers is written as pointers, word by word or by a function of the runtime,
// so that the collector's write barriers are where they belong; memory that holds none is moved as
// bytes. The functions are made once for a type.

package memory

import (
	"go/types"
	"reflect"
	"unsafe"

	"polka/kernel/machine/descriptor"
)

// Copier makes the function that copies a value. Source and destination are the same place, or do
// not overlap.
func Copier(t *Type) func(dst, src unsafe.Pointer) {
	switch {
	case t.Size == 0:
		return func(dst, src unsafe.Pointer) {}
	case !t.Pointers:
		return bytesCopier(t.Size)
	case t.Ptrs == nil:
		word := t.Word
		return func(dst, src unsafe.Pointer) { descriptor.Move(word, dst, src) }
	}
	n := t.Size / Word
	switch {
	case t.Size == Word:
		return func(dst, src unsafe.Pointer) { *(*unsafe.Pointer)(dst) = *(*unsafe.Pointer)(src) }
	case len(t.Ptrs) == 1 && t.Ptrs[0] == 0 && t.Size == 2*Word:
		return func(dst, src unsafe.Pointer) { *(*string)(dst) = *(*string)(src) }
	case len(t.Ptrs) == 1 && t.Ptrs[0] == 0 && t.Size == 3*Word:
		return func(dst, src unsafe.Pointer) { *(*Slice)(dst) = *(*Slice)(src) }
	case len(t.Ptrs) == 2 && t.Size == 2*Word:
		return func(dst, src unsafe.Pointer) { *(*Iface)(dst) = *(*Iface)(src) }
	case t.Size%Word != 0 || n > 12:
		word := t.Word
		return func(dst, src unsafe.Pointer) { descriptor.Move(word, dst, src) }
	}
	mask := wordMask(t.Ptrs)
	return func(dst, src unsafe.Pointer) {
		for i := range n {
			if mask>>i&1 != 0 {
				*(*unsafe.Pointer)(unsafe.Add(dst, i*Word)) = *(*unsafe.Pointer)(unsafe.Add(src, i*Word))
			} else {
				*(*uintptr)(unsafe.Add(dst, i*Word)) = *(*uintptr)(unsafe.Add(src, i*Word))
			}
		}
	}
}

func bytesCopier(size uintptr) func(dst, src unsafe.Pointer) {
	switch size {
	case 1:
		return func(dst, src unsafe.Pointer) { *(*uint8)(dst) = *(*uint8)(src) }
	case 2:
		return func(dst, src unsafe.Pointer) { *(*uint16)(dst) = *(*uint16)(src) }
	case 4:
		return func(dst, src unsafe.Pointer) { *(*uint32)(dst) = *(*uint32)(src) }
	case 8:
		return func(dst, src unsafe.Pointer) { *(*uint64)(dst) = *(*uint64)(src) }
	case 16:
		return func(dst, src unsafe.Pointer) { *(*[2]uint64)(dst) = *(*[2]uint64)(src) }
	case 24:
		return func(dst, src unsafe.Pointer) { *(*[3]uint64)(dst) = *(*[3]uint64)(src) }
	case 32:
		return func(dst, src unsafe.Pointer) { *(*[4]uint64)(dst) = *(*[4]uint64)(src) }
	}
	return func(dst, src unsafe.Pointer) {
		copy(unsafe.Slice((*byte)(dst), size), unsafe.Slice((*byte)(src), size))
	}
}

// Zeroer makes the function that clears a value.
func Zeroer(t *Type) func(unsafe.Pointer) {
	switch {
	case t.Size == 0:
		return func(unsafe.Pointer) {}
	case !t.Pointers:
		switch t.Size {
		case 1:
			return func(p unsafe.Pointer) { *(*uint8)(p) = 0 }
		case 4:
			return func(p unsafe.Pointer) { *(*uint32)(p) = 0 }
		case 8:
			return func(p unsafe.Pointer) { *(*uint64)(p) = 0 }
		}
		size := t.Size
		return func(p unsafe.Pointer) { clear(unsafe.Slice((*byte)(p), size)) }
	case t.Size == Word:
		return func(p unsafe.Pointer) { *(*unsafe.Pointer)(p) = nil }
	case len(t.Ptrs) == 1 && t.Ptrs[0] == 0 && t.Size == 2*Word:
		return func(p unsafe.Pointer) { *(*string)(p) = "" }
	case len(t.Ptrs) == 1 && t.Ptrs[0] == 0 && t.Size == 3*Word:
		return func(p unsafe.Pointer) { *(*Slice)(p) = Slice{} }
	}
	size := t.Size
	return func(p unsafe.Pointer) { descriptor.Clear(p, size) }
}

// Alloc makes a new zero value.
func (t *Type) Alloc() unsafe.Pointer {
	switch {
	case t.Size == Word && !t.Pointers:
		return unsafe.Pointer(new(uint64))
	case t.Size == 2*Word && !t.Pointers:
		return unsafe.Pointer(new([2]uint64))
	case t.Size == Word:
		return unsafe.Pointer(new(unsafe.Pointer))
	}
	return descriptor.New(t.Word, t.Size)
}

// Swap exchanges two values, which are one or have no byte in common.
func (t *Type) Swap(p, q unsafe.Pointer) {
	if t.Rep == RepPtr {
		x, y := (*unsafe.Pointer)(p), (*unsafe.Pointer)(q)
		*x, *y = *y, *x
		return
	}
	x := t.Alloc()
	t.Copy(x, p)
	t.Copy(p, q)
	t.Copy(q, x)
}

// Box makes an any of the value at p.
func (t *Type) Box(p unsafe.Pointer) any {
	e := Eface{t.Word, nil}
	if t.Direct {
		e.Data = *(*unsafe.Pointer)(p)
	} else {
		e.Data = t.Alloc()
		t.Copy(e.Data, p)
	}
	return *(*any)(unsafe.Pointer(&e))
}

// Unbox returns the address of the value that x holds, which is of type t. It is not to be written
// to.
func (t *Type) Unbox(x any) unsafe.Pointer {
	e := (*Eface)(unsafe.Pointer(&x))
	if t.Direct {
		p := new(unsafe.Pointer)
		*p = e.Data
		return unsafe.Pointer(p)
	}
	return e.Data
}

// Field returns the offset of field i of a struct type.
func (t *Type) Field(i int) uintptr {
	rt := t.Reflect
	u := t.Go.Underlying().(*types.Struct)
	if rt.Kind() == reflect.Struct && rt.NumField() == u.NumFields() && rt.Field(i).Name == u.Field(i).Name() {
		return rt.Field(i).Offset
	}
	if f, ok := rt.FieldByName(u.Field(i).Name()); ok {
		return f.Offset
	}
	panic(Decline{Msg: "field " + u.Field(i).Name() + " of type " + t.String()})
}
