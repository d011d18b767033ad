// How values are copied, cleared and compared in memory.
//
// Memory that holds pointers is written as pointers, word by word, so that the collector's write
// barriers are where they belong; memory that holds none is moved as bytes. The functions are made
// once for a type.

package machine

import (
	"go/types"
	"reflect"
	"unsafe"
)

// copier makes the function that copies a value. Source and destination are the same place, or do
// not overlap.
func copier(t *Type) func(dst, src unsafe.Pointer) {
	switch {
	case t.size == 0:
		return func(dst, src unsafe.Pointer) {}
	case !t.pointers:
		return bytesCopier(t.size)
	case t.ptrs == nil:
		rt := t.rt
		return func(dst, src unsafe.Pointer) {
			if dst != src {
				reflect.NewAt(rt, dst).Elem().Set(reflect.NewAt(rt, src).Elem())
			}
		}
	}
	n := t.size / word
	switch {
	case t.size == word:
		return func(dst, src unsafe.Pointer) { *(*unsafe.Pointer)(dst) = *(*unsafe.Pointer)(src) }
	case len(t.ptrs) == 1 && t.ptrs[0] == 0 && t.size == 2*word:
		return func(dst, src unsafe.Pointer) { *(*string)(dst) = *(*string)(src) }
	case len(t.ptrs) == 1 && t.ptrs[0] == 0 && t.size == 3*word:
		return func(dst, src unsafe.Pointer) { *(*slice)(dst) = *(*slice)(src) }
	case len(t.ptrs) == 2 && t.size == 2*word:
		return func(dst, src unsafe.Pointer) { *(*iface)(dst) = *(*iface)(src) }
	case t.size%word != 0 || n > 12:
		rt := t.rt
		return func(dst, src unsafe.Pointer) {
			if dst != src {
				reflect.NewAt(rt, dst).Elem().Set(reflect.NewAt(rt, src).Elem())
			}
		}
	}
	mask := wordMask(t.ptrs)
	return func(dst, src unsafe.Pointer) {
		for i := range n {
			if mask>>i&1 != 0 {
				*(*unsafe.Pointer)(unsafe.Add(dst, i*word)) = *(*unsafe.Pointer)(unsafe.Add(src, i*word))
			} else {
				*(*uintptr)(unsafe.Add(dst, i*word)) = *(*uintptr)(unsafe.Add(src, i*word))
			}
		}
	}
}

func wordMask(ptrs []uintptr) (mask uint64) {
	for _, p := range ptrs {
		mask |= 1 << (p / word)
	}
	return mask
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

// zeroer makes the function that clears a value.
func zeroer(t *Type) func(unsafe.Pointer) {
	switch {
	case t.size == 0:
		return func(unsafe.Pointer) {}
	case !t.pointers:
		switch t.size {
		case 1:
			return func(p unsafe.Pointer) { *(*uint8)(p) = 0 }
		case 4:
			return func(p unsafe.Pointer) { *(*uint32)(p) = 0 }
		case 8:
			return func(p unsafe.Pointer) { *(*uint64)(p) = 0 }
		}
		size := t.size
		return func(p unsafe.Pointer) { clear(unsafe.Slice((*byte)(p), size)) }
	case t.size == word:
		return func(p unsafe.Pointer) { *(*unsafe.Pointer)(p) = nil }
	case len(t.ptrs) == 1 && t.ptrs[0] == 0 && t.size == 2*word:
		return func(p unsafe.Pointer) { *(*string)(p) = "" }
	case len(t.ptrs) == 1 && t.ptrs[0] == 0 && t.size == 3*word:
		return func(p unsafe.Pointer) { *(*slice)(p) = slice{} }
	}
	rt := t.rt
	return func(p unsafe.Pointer) { reflect.NewAt(rt, p).Elem().SetZero() }
}

// alloc makes a new zero value.
func (t *Type) alloc() unsafe.Pointer {
	switch {
	case t.size == word && !t.pointers:
		return unsafe.Pointer(new(uint64))
	case t.size == 2*word && !t.pointers:
		return unsafe.Pointer(new([2]uint64))
	case t.size == word:
		return unsafe.Pointer(new(unsafe.Pointer))
	}
	return reflect.New(t.rt).UnsafePointer()
}

// box makes an any of the value at p.
func (t *Type) box(p unsafe.Pointer) any {
	e := eface{t.word, nil}
	if t.direct {
		e.data = *(*unsafe.Pointer)(p)
	} else {
		e.data = t.alloc()
		t.copy(e.data, p)
	}
	return *(*any)(unsafe.Pointer(&e))
}

// unbox is the address of the value that x holds, which is of type t. It is not to be written to.
func (t *Type) unbox(x any) unsafe.Pointer {
	e := (*eface)(unsafe.Pointer(&x))
	if t.direct {
		p := new(unsafe.Pointer)
		*p = e.data
		return unsafe.Pointer(p)
	}
	return e.data
}

// eq makes the function that compares two values as == does. The type is comparable.
func (t *Type) eq() func(a, b unsafe.Pointer) bool {
	if t.equal == nil {
		t.equal = t.makeEqual()
	}
	return t.equal
}

func equalAs[T comparable](a, b unsafe.Pointer) bool { return *(*T)(a) == *(*T)(b) }

func (t *Type) makeEqual() func(a, b unsafe.Pointer) bool {
	switch t.rep {
	case repBool, repInt8, repUint8:
		return equalAs[uint8]
	case repInt16, repUint16:
		return equalAs[uint16]
	case repInt32, repUint32:
		return equalAs[uint32]
	case repInt, repInt64, repUint, repUint64, repUintptr:
		return equalAs[uint64]
	case repFloat32:
		return equalAs[float32]
	case repFloat64:
		return equalAs[float64]
	case repComplex64:
		return equalAs[complex64]
	case repComplex128:
		return equalAs[complex128]
	case repString:
		return equalAs[string]
	case repPtr:
		return equalAs[unsafe.Pointer]
	case repEface:
		return equalAs[any]
	case repIface:
		return func(a, b unsafe.Pointer) bool { return equalIfaces(*(*iface)(a), *(*iface)(b)) }
	}
	switch u := t.Go.Underlying().(type) {
	case *types.Array:
		e := t.m.typ(u.Elem())
		eq, n := e.eq(), uintptr(u.Len())
		return func(a, b unsafe.Pointer) bool {
			for i := range n {
				if !eq(unsafe.Add(a, i*e.size), unsafe.Add(b, i*e.size)) {
					return false
				}
			}
			return true
		}
	case *types.Struct:
		type field struct {
			off uintptr
			eq  func(a, b unsafe.Pointer) bool
		}
		var fields []field
		for i := range u.NumFields() {
			if f := u.Field(i); f.Name() != "_" {
				fields = append(fields, field{t.field(i), t.m.typ(f.Type()).eq()})
			}
		}
		return func(a, b unsafe.Pointer) bool {
			for _, f := range fields {
				if !f.eq(unsafe.Add(a, f.off), unsafe.Add(b, f.off)) {
					return false
				}
			}
			return true
		}
	}
	panic(decline{msg: "a comparison of values of type " + t.String()})
}

// field is the offset of field i of a struct type.
func (t *Type) field(i int) uintptr {
	rt := t.rt
	u := t.Go.Underlying().(*types.Struct)
	if rt.Kind() == reflect.Struct && rt.NumField() == u.NumFields() && rt.Field(i).Name == u.Field(i).Name() {
		return rt.Field(i).Offset
	}
	if f, ok := rt.FieldByName(u.Field(i).Name()); ok {
		return f.Offset
	}
	panic(decline{msg: "field " + u.Field(i).Name() + " of type " + t.String()})
}

// toAny is the value of an interface value with methods, whatever its type: the conversion does not
// depend on it.
func (i iface) toAny() any { return any(*(*interface{ m() })(unsafe.Pointer(&i))) }

// equalIfaces compares two values of interface types with methods.
func equalIfaces(a, b iface) bool {
	if a.tab == nil || b.tab == nil {
		return a.tab == b.tab
	}
	return a.toAny() == b.toAny()
}
