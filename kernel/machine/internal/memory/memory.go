// SPDX-License-Identifier: BSD-3-Clause

// Package memory defines the layout of values of cells in memory. It is that of compiled Go, so
// that the address of any value can be passed to compiled code.
//
// A Type is the machine's record of a type of package go/types: its reflect.Type, which package
// descriptor makes for types of cells, where its pointers are, and how its values are copied,
// cleared and compared. Types has the records of one machine. A Rep is the form in which nodes pass
// the value of an expression.
//
// The package runs no code. A method in a descriptor is a function value that package run provides.

package memory

import (
	"go/types"
	"reflect"
	"unsafe"
)

// A Rep is the form in which the value of an expression is passed from node to node.
type Rep uint8

const (
	repNone       Rep = iota // no value
	RepBool                  // bool
	RepInt                   // int, and so on for the numeric types
	RepInt8                  //
	RepInt16                 //
	RepInt32                 //
	RepInt64                 //
	RepUint                  //
	RepUint8                 //
	RepUint16                //
	RepUint32                //
	RepUint64                //
	RepUintptr               //
	RepFloat32               //
	RepFloat64               //
	RepComplex64             //
	RepComplex128            //
	RepString                // string
	RepPtr                   // unsafe.Pointer: pointers, maps, channels, functions
	RepSlice                 // slice
	RepEface                 // any: interfaces without methods
	RepIface                 // iface: interfaces with methods
	RepMem                   // the address of a struct or an array
)

// A Slice is the memory of a slice.
type Slice struct {
	P        unsafe.Pointer
	Len, Cap int
}

// An Iface is the memory of an interface value with methods.
type Iface struct{ Tab, Data unsafe.Pointer }

// An Eface is the memory of an any.
type Eface struct{ Type, Data unsafe.Pointer }

var basicReps = [...]Rep{
	types.Bool: RepBool, types.Int: RepInt, types.Int8: RepInt8, types.Int16: RepInt16, types.Int32: RepInt32, types.Int64: RepInt64,
	types.Uint: RepUint, types.Uint8: RepUint8, types.Uint16: RepUint16, types.Uint32: RepUint32, types.Uint64: RepUint64, types.Uintptr: RepUintptr,
	types.Float32: RepFloat32, types.Float64: RepFloat64, types.Complex64: RepComplex64, types.Complex128: RepComplex128,
	types.String: RepString, types.UnsafePointer: RepPtr, types.UntypedNil: RepPtr,
	types.UntypedBool: RepBool, types.UntypedInt: RepInt, types.UntypedRune: RepInt32, types.UntypedFloat: RepFloat64, types.UntypedString: RepString,
	types.UntypedComplex: RepComplex128,
}

// Carrier returns the letter of the type that stands for the representation in the names of shapes
// (package run), and 0 if there is none.
func (r Rep) Carrier() byte {
	switch r {
	case RepBool, RepInt8, RepUint8:
		return 'b'
	case RepInt32, RepUint32:
		return 'w'
	case RepInt, RepInt64, RepUint, RepUint64, RepUintptr:
		return 'i'
	case RepFloat64:
		return 'd'
	case RepString:
		return 's'
	case RepPtr:
		return 'p'
	case RepSlice:
		return 'l'
	case RepEface, RepIface:
		return 'f'
	}
	return 0
}

// Word is the size of a pointer in bytes.
const Word = unsafe.Sizeof(uintptr(0))

// TypeWord returns the first word of an any that holds a value of type t: the address of the type,
// to which a reflect.Type points.
func TypeWord(t reflect.Type) unsafe.Pointer { return (*Iface)(unsafe.Pointer(&t)).Data }

// isDirect reports whether an any holds values of the type t, which are one pointer, without a box.
// The compiler decides that, so it is tried out.
func isDirect(t reflect.Type) bool {
	if t.Kind() == reflect.Interface {
		return false
	}
	var x int
	p := unsafe.Pointer(&x)
	v := reflect.NewAt(t, unsafe.Pointer(&p)).Elem().Interface()
	return (*Eface)(unsafe.Pointer(&v)).Data == p
}

// ToAny returns the value of an interface value with methods, whatever its type: the conversion
// does not depend on it.
func (i Iface) ToAny() any { return any(*(*interface{ m() })(unsafe.Pointer(&i))) }

// EqualIfaces compares two values of interface types with methods.
func EqualIfaces(a, b Iface) bool {
	if a.Tab == nil || b.Tab == nil {
		return a.Tab == b.Tab
	}
	return a.ToAny() == b.ToAny()
}

// PointerWords appends the offsets at which a value of type t at offset base holds pointers.
func PointerWords(t reflect.Type, base uintptr, list []uintptr) []uintptr {
	switch t.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer, reflect.String, reflect.Slice:
		list = append(list, base)
	case reflect.Interface:
		list = append(list, base, base+Word)
	case reflect.Array:
		if t.Len() > 0 && len(PointerWords(t.Elem(), 0, nil)) > 0 {
			for i := range t.Len() {
				list = PointerWords(t.Elem(), base+uintptr(i)*t.Elem().Size(), list)
			}
		}
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			list = PointerWords(f.Type, base+f.Offset, list)
		}
	}
	return list
}

func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && hasPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer, reflect.String, reflect.Slice, reflect.Interface:
		return true
	}
	return false
}

func wordMask(ptrs []uintptr) (mask uint64) {
	for _, p := range ptrs {
		mask |= 1 << (p / Word)
	}
	return mask
}
