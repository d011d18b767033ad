// SPDX-License-Identifier: BSD-3-Clause

// How values are compared in memory. The function for a type is made when it is first asked for.

package memory

import (
	"go/types"
	"reflect"
	"unsafe"
)

// Eq makes the function that compares two values as == does. The type is comparable.
func (t *Type) Eq() func(a, b unsafe.Pointer) bool {
	if t.equal == nil {
		t.equal = t.makeEqual()
	}
	return t.equal
}

func equalAs[T comparable](a, b unsafe.Pointer) bool { return *(*T)(a) == *(*T)(b) }

func (t *Type) makeEqual() func(a, b unsafe.Pointer) bool {
	switch t.Rep {
	case RepBool, RepInt8, RepUint8:
		return equalAs[uint8]
	case RepInt16, RepUint16:
		return equalAs[uint16]
	case RepInt32, RepUint32:
		return equalAs[uint32]
	case RepInt, RepInt64, RepUint, RepUint64, RepUintptr:
		return equalAs[uint64]
	case RepFloat32:
		return equalAs[float32]
	case RepFloat64:
		return equalAs[float64]
	case RepComplex64:
		return equalAs[complex64]
	case RepComplex128:
		return equalAs[complex128]
	case RepString:
		return equalAs[string]
	case RepPtr:
		return equalAs[unsafe.Pointer]
	case RepEface:
		return equalAs[any]
	case RepIface:
		return func(a, b unsafe.Pointer) bool { return EqualIfaces(*(*Iface)(a), *(*Iface)(b)) }
	}
	switch u := t.Go.Underlying().(type) {
	case *types.Array:
		e := t.M.TypeFor(u.Elem())
		eq, n := e.Eq(), uintptr(u.Len())
		return func(a, b unsafe.Pointer) bool {
			for i := range n {
				if !eq(unsafe.Add(a, i*e.Size), unsafe.Add(b, i*e.Size)) {
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
				fields = append(fields, field{t.Field(i), t.M.TypeFor(f.Type()).Eq()})
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
	panic(Decline{Msg: "a comparison of values of type " + t.String()})
}

// HoldsInterfaces reports whether a value of the type can hold values of other types.
func HoldsInterfaces(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Map:
		return HoldsInterfaces(t.Key()) || HoldsInterfaces(t.Elem())
	case reflect.Array, reflect.Slice:
		return HoldsInterfaces(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if HoldsInterfaces(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}
