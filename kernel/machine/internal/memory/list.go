// SPDX-License-Identifier: BSD-3-Clause

// The memory of slices: how elements are allocated, appended, moved and cleared.

package memory

import (
	"unsafe"

	"polka/kernel/machine/descriptor"
)

// AllocN makes an array of n zero values.
func (t *Type) AllocN(n int) unsafe.Pointer {
	if n == 0 || t.Size == 0 {
		return unsafe.Pointer(&ZeroBase)
	}
	if !t.Pointers {
		if t.Size == 8 {
			return unsafe.Pointer(unsafe.SliceData(make([]uint64, n)))
		}
		if t.Size == 1 {
			return unsafe.Pointer(unsafe.SliceData(make([]byte, n)))
		}
	} else if t.Size == Word {
		return unsafe.Pointer(unsafe.SliceData(make([]unsafe.Pointer, n)))
	}
	return descriptor.NewArray(t.Word, n)
}

// Grow makes room for n more elements of type t in a slice that has too little. The caller stores
// them.
func (t *Type) Grow(s Slice, n int) Slice {
	g := Slice(descriptor.Grow(s.P, s.Len+n, s.Cap, n, t.Word))
	g.Len = s.Len
	return g
}

// AppendSlice is append(s, a...).
func (t *Type) AppendSlice(s, a Slice) Slice {
	if a.Len == 0 {
		return s
	}
	if s.Cap-s.Len < a.Len {
		s = t.Grow(s, a.Len)
	}
	t.Move(unsafe.Add(s.P, uintptr(s.Len)*t.Size), a.P, a.Len)
	s.Len += a.Len
	return s
}

// Move copies n elements, which may overlap.
func (t *Type) Move(dst, src unsafe.Pointer, n int) {
	switch {
	case n == 0 || t.Size == 0:
	case !t.Pointers:
		b := uintptr(n) * t.Size
		copy(unsafe.Slice((*byte)(dst), b), unsafe.Slice((*byte)(src), b))
	case t.Size == Word:
		copy(unsafe.Slice((*unsafe.Pointer)(dst), n), unsafe.Slice((*unsafe.Pointer)(src), n))
	case t.Rep == RepString:
		copy(unsafe.Slice((*string)(dst), n), unsafe.Slice((*string)(src), n))
	case t.Rep == RepSlice:
		copy(unsafe.Slice((*Slice)(dst), n), unsafe.Slice((*Slice)(src), n))
	case t.Rep == RepEface || t.Rep == RepIface:
		copy(unsafe.Slice((*Iface)(dst), n), unsafe.Slice((*Iface)(src), n))
	default:
		descriptor.MoveArray(t.Word, dst, n, src, n)
	}
}

// ClearSlice sets the elements of a slice to zero values, where t is the type of the elements.
func (t *Type) ClearSlice(s Slice) {
	if s.Len == 0 {
		return
	}
	if !t.Pointers {
		clear(unsafe.Slice((*byte)(s.P), uintptr(s.Len)*t.Size))
		return
	}
	descriptor.Clear(s.P, uintptr(s.Len)*t.Size)
}

// ZeroBase is what pointers to values without a size point to.
var ZeroBase uintptr
