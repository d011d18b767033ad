// SPDX-License-Identifier: BSD-3-Clause

//go:build go1.26 && !go1.27

// The layout of type descriptors in Go 1.26, as declared by package internal/abi.
//
// Nothing else in this module depends on these layouts. Another version of Go needs another file
// like this one; check.go checks the layouts when the first type is made.

package descriptor

import (
	"reflect"
	"runtime"
	"unsafe"
)

// An rtype is the part that all descriptors begin with.
type rtype struct {
	size       uintptr
	ptrBytes   uintptr // the number of bytes in front that can contain pointers
	hash       uint32
	tflag      uint8
	align      uint8
	fieldAlign uint8
	kind       uint8
	equal      func(unsafe.Pointer, unsafe.Pointer) bool // nil for types that are not comparable
	gcData     *byte
	str        int32 // the offset of the name
	ptrToThis  int32 // the offset of the pointer type, 0 for none
}

// The flags of a descriptor.
const (
	flagUncommon  = 1 << 0 // an uncommon follows
	flagExtraStar = 1 << 1 // str has a star that does not belong to the name
	flagNamed     = 1 << 2
	flagRegular   = 1 << 3 // values are compared and hashed as memory
)

// An uncommon follows the descriptor of a type that has a name or methods.
type uncommon struct {
	pkgPath  int32
	methods  uint16
	exported uint16 // of the methods, which come first
	offset   uint32 // of the methods, from this uncommon
	_        uint32
}

type method struct {
	name, typ   int32
	iface, code int32 // with a word as the receiver, and with a value
}

type interfaceMethod struct{ name, typ int32 }

type (
	arrayType struct {
		rtype
		elem, slice *rtype
		len         uintptr
	}
	chanType struct {
		rtype
		elem *rtype
		dir  int
	}
	// The parameters and results of a funcType follow it, behind the uncommon if there is one.
	funcType struct {
		rtype
		in, out uint16
	}
	interfaceType struct {
		rtype
		pkgPath *byte
		methods []interfaceMethod
	}
	mapType struct {
		rtype
		key, elem, group             *rtype
		hasher                       func(unsafe.Pointer, uintptr) uintptr
		groupSize, slotSize, elemOff uintptr
		flags                        uint32
	}
	pointerType struct {
		rtype
		elem *rtype
	}
	sliceType struct {
		rtype
		elem *rtype
	}
	structType struct {
		rtype
		pkgPath *byte
		fields  []structField
	}
)

type structField struct {
	name   *byte
	typ    *rtype
	offset uintptr
}

// variadic is the bit of funcType.out that says that the last parameter is variadic.
const variadic = 1 << 15

// sizes are what descriptors of these kinds begin with.
var sizes = map[reflect.Kind]reflect.Type{
	reflect.Array:     reflect.TypeFor[arrayType](),
	reflect.Chan:      reflect.TypeFor[chanType](),
	reflect.Func:      reflect.TypeFor[funcType](),
	reflect.Interface: reflect.TypeFor[interfaceType](),
	reflect.Map:       reflect.TypeFor[mapType](),
	reflect.Pointer:   reflect.TypeFor[pointerType](),
	reflect.Slice:     reflect.TypeFor[sliceType](),
	reflect.Struct:    reflect.TypeFor[structType](),
}

// headOf returns the type of the fixed part of the descriptors of a kind.
func headOf(k reflect.Kind) reflect.Type {
	if t, ok := sizes[k]; ok {
		return t
	}
	return reflect.TypeFor[rtype]()
}

// The bits of the first byte of a name.
const (
	nameExported = 1 << 0
	nameTag      = 1 << 1
	namePkgPath  = 1 << 2
	nameEmbedded = 1 << 3
)

// addReflectOff registers the address of a name, a type or code, and returns the offset under which
// the runtime finds it. What is registered is never collected.
//
//go:linkname addReflectOff reflect.addReflectOff
func addReflectOff(p unsafe.Pointer) int32

//go:linkname typesByString reflect.typesByString
func typesByString(s string) []*rtype

//go:linkname getitab runtime.getitab
func getitab(inter, typ *rtype, canFail bool) unsafe.Pointer

// Table returns the first word of an interface value of the type inter, which has methods, that
// holds a value of type t; nil if t does not implement it.
func Table(inter, t reflect.Type) unsafe.Pointer {
	return getitab(descriptorOf(inter), descriptorOf(t), true)
}

// TypeInTable is where a table has the type word, in bytes.
const TypeInTable = unsafe.Sizeof(uintptr(0))

// TypeOfTable returns the type word of the value in an interface value with the first word tab,
// which is not nil.
func TypeOfTable(tab unsafe.Pointer) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Add(tab, TypeInTable))
}

// descriptorOf returns the descriptor to which a reflect.Type points.
func descriptorOf(t reflect.Type) *rtype {
	return (*rtype)((*[2]unsafe.Pointer)(unsafe.Pointer(&t))[1])
}

// reflected returns the reflect.Type of a descriptor.
func reflected(r *rtype) reflect.Type {
	t := reflect.TypeFor[int]()
	(*[2]unsafe.Pointer)(unsafe.Pointer(&t))[1] = unsafe.Pointer(r)
	return t
}

// An assertion has the memory of a runtime.TypeAssertionError.
type assertion struct {
	inter, concrete, asserted *rtype
	missing                   string
}

// AssertionError returns the error of a failed type assertion to the type asserted: of a value of
// type concrete, nil for none, in a variable of the interface type inter. Missing is the name of a
// method that an interface type asserted has and concrete has not.
func AssertionError(inter, concrete, asserted reflect.Type, missing string) error {
	e := &assertion{missing: missing, asserted: descriptorOf(asserted)}
	if inter != nil {
		e.inter = descriptorOf(inter)
	}
	if concrete != nil {
		e.concrete = descriptorOf(concrete)
	}
	return (*runtime.TypeAssertionError)(unsafe.Pointer(e))
}
