// SPDX-License-Identifier: BSD-3-Clause

// How types of a cell become types of this process.
//
// Every type that checked Go mentions has a reflect.Type here. It tells the collector where the
// pointers are, and it is the type word of an interface value, so a type switch is a comparison of
// two words. Layouts are always Go's own: compiled code can be given the address of any variable.
//
// Types of compiled packages are used unchanged. A type that a cell declares is made by package
// descriptor, with its name, its fields and its methods (methods.go), so that compiled code sees
// what it would see in a compiled program. Unnamed types are made by package reflect, except for
// structs with embedded fields, which can have methods, and for interface types.
//
// A declared type has its name and its size as soon as it is mentioned, and gets its parts
// afterwards, so types can mention each other in any way. The size follows from the parts that are
// held by value; for this every other part is replaced by one of the same size (layoutOf).
//
// A method can be declared in a later cell than its type. If the type has been used by then, it
// gets another descriptor, and so do all types that mention it (supersede).

package memory

import (
	"go/types"
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/tools/go/types/typeutil"

	"polka/kernel/machine/descriptor"
)

// Types are the records of the types of one machine. What is made from types is made under Mu.
type Types struct {
	// own reports whether a package is made of sources that the machine runs.
	own func(*types.Package) bool
	// twin is the type that stands for a generic type of a compiled package, nil for none. It may
	// be nil itself.
	twin func(*types.TypeName) *types.TypeName
	// compiled is the type of this process that a type name of a compiled package stands for, nil
	// if it is not known.
	compiled func(*types.TypeName) reflect.Type
	// method is a function value whose first parameter has the memory of a type, and which calls
	// the method of it.
	method func(t *Type, f *types.Func, receiver types.Type) unsafe.Pointer

	Mu      sync.Mutex
	records typeutil.Map         // of *Type
	known   map[types.Type]*Type // while a unit is compiled
	scope   *descriptor.Scope    // of the types that the machine makes
	// incomplete and methodless complete the types that have just been made: their parts, and then
	// their methods.
	incomplete, methodless []completion
	completing             []types.Type
	anyType                *Type
	Context                *types.Context

	byWord     sync.Map    // of type words to *Type
	Superseded atomic.Bool // there are values in interfaces whose types have got more methods since
}

// NewTypes makes the records of a machine. The arguments are the fields of the same names.
func NewTypes(own func(*types.Package) bool, twin func(*types.TypeName) *types.TypeName, compiled func(*types.TypeName) reflect.Type, method func(*Type, *types.Func, types.Type) unsafe.Pointer) *Types {
	m := &Types{own: own, twin: twin, compiled: compiled, method: method, known: make(map[types.Type]*Type), scope: new(descriptor.Scope), Context: types.NewContext()}
	m.records.SetHasher(typeutil.MakeHasher())
	return m
}

// EndUnit forgets what is known only while a unit is compiled, and types that could not be
// completed.
func (m *Types) EndUnit() {
	clear(m.known)
	for _, c := range append(m.incomplete, m.methodless...) {
		m.records.Delete(c.t)
	}
	for _, t := range m.completing {
		m.records.Delete(t)
	}
	m.incomplete, m.methodless, m.completing = nil, nil, nil
}

// Release frees what the types of the machine hold. Compiled code cannot call their methods any
// more: they panic.
func (m *Types) Release() { m.scope.Close() }

// A Type is the machine's record of a type.
type Type struct {
	M       *Types
	Go      types.Type
	Reflect reflect.Type
	Word    unsafe.Pointer // the type word of an any that holds one
	Rep     Rep
	Size    uintptr
	// Ptrs are the offsets of the words that are pointers; nil for a type of more than MaxFlat
	// bytes, where only pointers is known
	Ptrs     []uintptr
	Pointers bool
	// Direct: an any holds the value itself and not its address
	Direct bool
	// Own: the type is, or mentions, one that the machine has made; see mentionsOwn
	Own bool
	// methods are the names of the methods of a declared type and of its pointer type
	methods map[string]bool
	Copy    func(dst, src unsafe.Pointer)
	Zero    func(dst unsafe.Pointer)

	equal func(a, b unsafe.Pointer) bool // made by eq
	// Entries are of type words to *IfaceEntry, for an interface type with methods. Packages above
	// keep here what they make once for a type, under keys of types of their own.
	Entries sync.Map
}

// String returns the type as %T prints it.
func (t *Type) String() string {
	return t.Reflect.String()
}

// TypeFor returns the machine's record of a type.
func (m *Types) TypeFor(t types.Type) *Type {
	if r := m.known[t]; r != nil {
		return r
	}
	key := m.Canonical(t)
	if r, ok := m.records.At(key).(*Type); ok {
		m.known[t] = r
		return r
	}
	rt := m.ReflectFor(key)
	if r, ok := m.records.At(key).(*Type); ok { // made on the way
		m.known[t] = r
		return r
	}
	r := m.newType(key, rt)
	m.known[t] = r
	return r
}

// Canonical is t without aliases, and with the machine's own twin of a generic type of the library.
func (m *Types) Canonical(t types.Type) types.Type {
	t = types.Unalias(t)
	if n, ok := t.(*types.Named); ok && n.TypeArgs().Len() > 0 && m.twin != nil {
		if twin := m.twin(n.Origin().Obj()); twin != nil {
			args := make([]types.Type, n.TypeArgs().Len())
			for i := range args {
				args[i] = n.TypeArgs().At(i)
			}
			if i, err := types.Instantiate(m.Context, twin.Type(), args, false); err == nil {
				return i
			}
		}
	}
	if b, ok := t.(*types.Basic); ok {
		switch b.Kind() {
		case types.UntypedNil:
			return t
		default:
			return types.Default(t)
		}
	}
	return t
}

func (m *Types) newType(t types.Type, rt reflect.Type) *Type {
	r := &Type{M: m, Go: t, Reflect: rt, Size: rt.Size(), Own: m.mentionsOwn(t)}
	m.records.Set(t, r)
	r.Word = TypeWord(rt)
	r.Pointers = hasPointers(rt)
	if r.Size <= MaxFlat {
		r.Ptrs = PointerWords(rt, 0, nil)
	}
	r.Rep = m.RepOf(t)
	r.Direct = r.Size == Word && len(r.Ptrs) == 1 && isDirect(rt)
	r.Copy = Copier(r)
	r.Zero = Zeroer(r)
	if rt.Kind() != reflect.Interface { // no value has it as its type
		m.byWord.Store(r.Word, r)
	}
	return r
}

// RepOf returns the representation of values of type t.
func (m *Types) RepOf(t types.Type) Rep {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basicReps[u.Kind()]
	case *types.Slice:
		return RepSlice
	case *types.Struct, *types.Array:
		return RepMem
	case *types.Interface:
		if u.NumMethods() > 0 {
			return RepIface
		}
		return RepEface
	case *types.Tuple:
		return repNone
	}
	return RepPtr
}

// MaxFlat is the size in bytes up to which values live in frames and are copied word by word.
const MaxFlat = 256

// IsInterface reports whether t is an interface type.
func (t *Type) IsInterface() bool { return t.Rep == RepEface || t.Rep == RepIface }

// Plain returns the type of package reflect for the underlying basic type.
func (t *Type) Plain() reflect.Type {
	if b, ok := t.Go.Underlying().(*types.Basic); ok {
		return basicType(types.Default(b).(*types.Basic).Kind())
	}
	return t.Reflect
}

// GoType returns the type as package types has it.
func (t *Type) GoType() types.Type { return t.Go }

// IsFunc reports whether t is a type of functions.
func (t *Type) IsFunc() bool { return t.Reflect.Kind() == reflect.Func }

// TypeOfValue returns the record of the dynamic type of v, nil for nil and for unknown types.
func (m *Types) TypeOfValue(v any) *Type {
	h := (*Eface)(unsafe.Pointer(&v))
	if h.Type == nil {
		return nil
	}
	if r, ok := m.byWord.Load(h.Type); ok {
		return r.(*Type)
	}
	return nil
}

// TypeOf returns the type of v as %T prints it.
func (m *Types) TypeOf(v any) string {
	if v == nil {
		return "<nil>"
	}
	return reflect.TypeOf(v).String()
}

// RecordOf returns the record of the dynamic type of v.
func (m *Types) RecordOf(v any) *Type {
	if t := m.TypeOfValue(v); t != nil {
		return t
	}
	return m.BareType(reflect.TypeOf(v))
}

// Any returns the type any.
func (m *Types) Any() *Type {
	if m.anyType == nil {
		m.anyType = m.TypeFor(types.NewInterfaceType(nil, nil))
	}
	return m.anyType
}

// BareType returns the record of a type that only package reflect knows.
func (m *Types) BareType(rt reflect.Type) *Type {
	w := TypeWord(rt)
	if r, ok := m.byWord.Load(w); ok && rt.Kind() != reflect.Interface {
		return r.(*Type)
	}
	t := &Type{M: m, Reflect: rt, Size: rt.Size(), Word: w, Pointers: hasPointers(rt), Rep: BareRep(rt)}
	if t.Size <= MaxFlat {
		t.Ptrs = PointerWords(rt, 0, nil)
	}
	t.Direct = t.Size == Word && len(t.Ptrs) == 1 && isDirect(rt)
	t.Copy, t.Zero = Copier(t), Zeroer(t)
	if rt.Kind() == reflect.Interface {
		return t
	}
	m.byWord.Store(w, t)
	return t
}

// BareRep returns the representation of values of a type of package reflect.
func BareRep(rt reflect.Type) Rep {
	switch rt.Kind() {
	case reflect.Struct, reflect.Array:
		return RepMem
	case reflect.Slice:
		return RepSlice
	case reflect.String:
		return RepString
	case reflect.Interface:
		if rt.NumMethod() == 0 {
			return RepEface
		}
		return RepIface
	case reflect.Bool:
		return RepBool
	case reflect.Int:
		return RepInt
	case reflect.Int8:
		return RepInt8
	case reflect.Int16:
		return RepInt16
	case reflect.Int32:
		return RepInt32
	case reflect.Int64:
		return RepInt64
	case reflect.Uint:
		return RepUint
	case reflect.Uint8:
		return RepUint8
	case reflect.Uint16:
		return RepUint16
	case reflect.Uint32:
		return RepUint32
	case reflect.Uint64:
		return RepUint64
	case reflect.Uintptr:
		return RepUintptr
	case reflect.Float32:
		return RepFloat32
	case reflect.Float64:
		return RepFloat64
	case reflect.Complex64:
		return RepComplex64
	case reflect.Complex128:
		return RepComplex128
	}
	return RepPtr
}
