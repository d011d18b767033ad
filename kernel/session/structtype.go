package session

import (
	"reflect"
	"unsafe"
)

// What Go's runtime keeps of a struct type (internal/abi: Type, StructType), as far as it is needed here.
type (
	abiType struct {
		size, ptrBytes uintptr
		hash           uint32
		flags          [4]uint8
		equal          func(unsafe.Pointer, unsafe.Pointer) bool
		gcData         *byte
		str, ptrToThis int32
	}
	abiField struct {
		_   *byte // the name
		typ *abiType
		_   uintptr // the offset
	}
	abiStruct struct {
		abiType
		pkgPath *byte
		fields  []abiField
	}
)

// abiOf is the runtime's own description of t.
func abiOf(t reflect.Type) *abiType {
	v := reflect.Zero(reflect.PointerTo(t)).Interface()            // a *t in an interface
	p := (*struct{ typ, data unsafe.Pointer })(unsafe.Pointer(&v)) // its two words
	// A pointer type ends with the type that it points to.
	return *(**abiType)(unsafe.Add(p.typ, unsafe.Sizeof(abiType{})))
}

// setFieldType changes the type of a field of s, which was made by reflect.StructOf, to one of the same
// size and shape. It panics if s does not look as expected.
func setFieldType(s reflect.Type, i int, t reflect.Type) {
	st := (*abiStruct)(unsafe.Pointer(abiOf(s)))
	old := s.Field(i).Type
	if len(st.fields) != s.NumField() || st.fields[i].typ != abiOf(old) || old.Size() != t.Size() || old.Kind() != t.Kind() {
		panic(errStrange)
	}
	st.fields[i].typ = abiOf(t)
}
