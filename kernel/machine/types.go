// How types of a cell become types of this process.
//
// Every type that checked Go mentions has a reflect.Type here, with the memory layout that Go gives
// it. It tells the collector where the pointers are, and it is the type word of an interface value,
// so a type switch is a comparison of two words. Layouts are always Go's own: compiled code can be
// given the address of any variable.
//
// Types of compiled packages are what they are. Package reflect cannot make named types, so a
// declared type T of a cell gets a type of its own by a mark in a field tag, which takes part in
// the identity of a struct type:
//
//	type P struct{ X, y int }    struct{ X int "machine:1"; y int }
//	type Celsius float64         struct{ V float64 "machine:2" }
//
// A struct of one field has the layout and the calling convention of the field. Nor can reflect
// make a recursive type: inside of the struct that stands for T, a pointer to T is an
// unsafe.Pointer and a []T a []unsafe.Pointer. That is enough for the collector, and nodes know the
// Go type anyway.
//
// An interface type that a compiled package declares, and the predeclared error, is kept as
// compiled code keeps it (iface); all others, whatever their methods, are kept as an `any` (eface),
// whose method calls look the method up by the type word.

package machine

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"unsafe"
)

// A rep is how the value of an expression travels from node to node.
type rep uint8

const (
	repNone       rep = iota // no value
	repBool                  // bool
	repInt                   // int, and so on for the numeric types
	repInt8                  //
	repInt16                 //
	repInt32                 //
	repInt64                 //
	repUint                  //
	repUint8                 //
	repUint16                //
	repUint32                //
	repUint64                //
	repUintptr               //
	repFloat32               //
	repFloat64               //
	repComplex64             //
	repComplex128            //
	repString                // string
	repPtr                   // unsafe.Pointer: pointers, maps, channels, functions
	repSlice                 // slice
	repEface                 // any
	repIface                 // iface
	repMem                   // the address of a struct or an array
)

// A slice is the memory of a slice.
type slice struct {
	p        unsafe.Pointer
	len, cap int
}

// An iface is the memory of an interface value with methods, of a type that compiled code knows.
type iface struct{ tab, data unsafe.Pointer }

// An eface is the memory of an any.
type eface struct{ typ, data unsafe.Pointer }

// A Type is the machine's record of a type.
type Type struct {
	m    *Machine
	Go   types.Type
	rt   reflect.Type
	word unsafe.Pointer // the type word of an any that holds one
	rep  rep
	size uintptr
	// ptrs are the offsets of the words that are pointers; nil for a type of more than maxFlat
	// bytes, where only pointers is known
	ptrs     []uintptr
	pointers bool
	// direct: an any holds the value itself and not its address
	direct bool
	// own: the type is, or mentions, one of cells; see mentionsOwn
	own  bool
	copy func(dst, src unsafe.Pointer)
	zero func(dst unsafe.Pointer)

	equal   func(a, b unsafe.Pointer) bool // made by eq
	entries sync.Map                       // of type words to *ifaceEntry, for an interface type that compiled code knows
	maps    *mapType
}

// String is the type as %T prints it.
func (t *Type) String() string {
	if t.Go == nil {
		return t.rt.String()
	}
	return typeString(t.Go)
}

// typ is the machine's record of a type.
func (m *Machine) typ(t types.Type) *Type {
	if r := m.typeOf[t]; r != nil {
		return r
	}
	key := m.canonical(t)
	if r, ok := m.types.At(key).(*Type); ok {
		m.typeOf[t] = r
		return r
	}
	rt, _ := m.rtype(key)
	if r, ok := m.types.At(key).(*Type); ok { // made on the way
		m.typeOf[t] = r
		return r
	}
	r := m.newType(key, rt)
	m.typeOf[t] = r
	return r
}

// canonical is t without aliases, and with the machine's own twin of a generic type of the library.
func (m *Machine) canonical(t types.Type) types.Type {
	t = types.Unalias(t)
	if n, ok := t.(*types.Named); ok && n.TypeArgs().Len() > 0 && m.o.Twin != nil {
		if twin := m.o.Twin(n.Origin().Obj()); twin != nil {
			args := make([]types.Type, n.TypeArgs().Len())
			for i := range args {
				args[i] = n.TypeArgs().At(i)
			}
			if i, err := types.Instantiate(m.context, twin.Type(), args, false); err == nil {
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

func (m *Machine) newType(t types.Type, rt reflect.Type) *Type {
	r := &Type{m: m, Go: t, rt: rt, size: rt.Size(), own: m.mentionsOwn(t)}
	m.types.Set(t, r)
	r.word = typeWord(rt)
	r.pointers = hasPointers(rt)
	if r.size <= maxFlat {
		r.ptrs = pointerWords(rt, 0, nil)
	}
	r.rep = m.repOf(t)
	r.direct = r.size == word && len(r.ptrs) == 1 && isDirect(rt)
	r.copy = copier(r)
	r.zero = zeroer(r)
	if rt.Kind() != reflect.Interface { // no value has it as its type
		m.byWord.Store(r.word, r)
	}
	return r
}

// maxFlat is the size in bytes up to which values live in frames and are copied word by word.
const maxFlat = 256

const word = unsafe.Sizeof(uintptr(0))

// typeWord is the first word of an any that holds a value of type t: the address of the type, to
// which a reflect.Type points.
func typeWord(t reflect.Type) unsafe.Pointer { return (*iface)(unsafe.Pointer(&t)).data }

// isDirect reports whether an any holds values of the type t, which are one pointer, without a box.
// How that is decided is the compiler's affair, so it is tried out.
func isDirect(t reflect.Type) bool {
	if t.Kind() == reflect.Interface {
		return false
	}
	var x int
	p := unsafe.Pointer(&x)
	v := reflect.NewAt(t, unsafe.Pointer(&p)).Elem().Interface()
	return (*eface)(unsafe.Pointer(&v)).data == p
}

// repOf is the rep of values of type t.
func (m *Machine) repOf(t types.Type) rep {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basicReps[u.Kind()]
	case *types.Slice:
		return repSlice
	case *types.Struct, *types.Array:
		return repMem
	case *types.Interface:
		if m.isNativeInterface(t) {
			return repIface
		}
		return repEface
	case *types.Tuple:
		return repNone
	}
	return repPtr
}

var basicReps = [...]rep{
	types.Bool: repBool, types.Int: repInt, types.Int8: repInt8, types.Int16: repInt16, types.Int32: repInt32, types.Int64: repInt64,
	types.Uint: repUint, types.Uint8: repUint8, types.Uint16: repUint16, types.Uint32: repUint32, types.Uint64: repUint64, types.Uintptr: repUintptr,
	types.Float32: repFloat32, types.Float64: repFloat64, types.Complex64: repComplex64, types.Complex128: repComplex128,
	types.String: repString, types.UnsafePointer: repPtr, types.UntypedNil: repPtr,
	types.UntypedBool: repBool, types.UntypedInt: repInt, types.UntypedRune: repInt32, types.UntypedFloat: repFloat64, types.UntypedString: repString,
	types.UntypedComplex: repComplex128,
}

// basicType is the type of package reflect for a basic type, nil for one that values do not have.
func basicType(k types.BasicKind) reflect.Type {
	switch k {
	case types.Bool:
		return reflect.TypeFor[bool]()
	case types.Int:
		return reflect.TypeFor[int]()
	case types.Int8:
		return reflect.TypeFor[int8]()
	case types.Int16:
		return reflect.TypeFor[int16]()
	case types.Int32:
		return reflect.TypeFor[int32]()
	case types.Int64:
		return reflect.TypeFor[int64]()
	case types.Uint:
		return reflect.TypeFor[uint]()
	case types.Uint8:
		return reflect.TypeFor[uint8]()
	case types.Uint16:
		return reflect.TypeFor[uint16]()
	case types.Uint32:
		return reflect.TypeFor[uint32]()
	case types.Uint64:
		return reflect.TypeFor[uint64]()
	case types.Uintptr:
		return reflect.TypeFor[uintptr]()
	case types.Float32:
		return reflect.TypeFor[float32]()
	case types.Float64:
		return reflect.TypeFor[float64]()
	case types.Complex64:
		return reflect.TypeFor[complex64]()
	case types.Complex128:
		return reflect.TypeFor[complex128]()
	case types.String:
		return reflect.TypeFor[string]()
	case types.UnsafePointer, types.UntypedNil:
		return pointerType
	}
	return nil
}

var (
	anyType       = reflect.TypeFor[any]()
	errorType     = reflect.TypeFor[error]()
	pointerType   = reflect.TypeFor[unsafe.Pointer]()
	unsettledType = reflect.TypeFor[unsettled]()
)

// An unsettled value is a map or a function of a type that is still being made. It has the layout
// of both, and is not comparable either. It is never called.
type unsettled func()

// isOwn reports whether a named type is declared by a cell, or is an instance of a generic type,
// which the machine makes from its source.
func (m *Machine) isOwn(n *types.Named) bool {
	if n.Obj().Pkg() == nil {
		return false // error, comparable
	}
	return m.o.Own(n.Obj().Pkg()) || n.TypeArgs().Len() > 0
}

// isNativeInterface reports whether compiled code knows the interface type t.
func (m *Machine) isNativeInterface(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || m.isOwn(n) {
		return false
	}
	i, ok := n.Underlying().(*types.Interface)
	return ok && i.NumMethods() > 0
}

// mentionsOwn reports whether t is or is made of a type of cells: one that is declared there, or a
// struct with embedded fields, which in compiled code is another type.
func (m *Machine) mentionsOwn(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return m.isOwn(t)
	case *types.Pointer:
		return m.mentionsOwn(t.Elem())
	case *types.Slice:
		return m.mentionsOwn(t.Elem())
	case *types.Array:
		return m.mentionsOwn(t.Elem())
	case *types.Chan:
		return m.mentionsOwn(t.Elem())
	case *types.Map:
		return m.mentionsOwn(t.Key()) || m.mentionsOwn(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if f.Embedded() || m.mentionsOwn(f.Type()) {
				return true // reflect.StructOf cannot promote methods
			}
		}
	case *types.Signature:
		return m.mentionsOwn(t.Params()) || m.mentionsOwn(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if m.mentionsOwn(v.Type()) {
				return true
			}
		}
	case *types.Interface:
		return t.NumMethods() > 0
	}
	return false
}

// rtype makes the reflect.Type of t. Loose says that a type which is still being made is in it as a
// bare pointer: the result is good for a field, and for nothing else.
func (m *Machine) rtype(t types.Type) (rt reflect.Type, loose bool) {
	t = m.canonical(t)
	if r, ok := m.types.At(t).(*Type); ok {
		return r.rt, false
	}
	switch t := t.(type) {
	case *types.Basic:
		rt = basicType(t.Kind())
		if rt == nil {
			panic(decline{msg: fmt.Sprintf("a value of type %s", t)})
		}
	case *types.Named:
		return m.namedType(t)
	case *types.Pointer:
		var e reflect.Type
		if e, loose = m.rtype(t.Elem()); loose {
			return pointerType, true
		}
		rt = reflect.PointerTo(e)
	case *types.Slice:
		var e reflect.Type
		if e, loose = m.rtype(t.Elem()); loose {
			return reflect.SliceOf(pointerType), true
		}
		rt = reflect.SliceOf(e)
	case *types.Array:
		var e reflect.Type
		e, loose = m.rtype(t.Elem())
		if t.Len() > 1<<40 {
			panic(decline{msg: fmt.Sprintf("type %s is too large", t)})
		}
		rt = reflect.ArrayOf(int(t.Len()), e)
	case *types.Chan:
		var e reflect.Type
		if e, loose = m.rtype(t.Elem()); loose {
			return pointerType, true
		}
		if e.Size() >= 1<<16 {
			panic(decline{msg: fmt.Sprintf("a channel of elements of %d bytes", e.Size())})
		}
		rt = reflect.ChanOf(chanDirs[t.Dir()], e)
	case *types.Map:
		return m.mapRtype(t)
	case *types.Signature:
		var in, out []reflect.Type
		for v := range t.Params().Variables() {
			r, l := m.rtype(v.Type())
			in, loose = append(in, r), loose || l
		}
		for v := range t.Results().Variables() {
			r, l := m.rtype(v.Type())
			out, loose = append(out, r), loose || l
		}
		if loose {
			return unsettledType, true
		}
		if len(in)+len(out) > 120 {
			panic(decline{msg: "a function with more than 120 parameters"})
		}
		rt = reflect.FuncOf(in, out, t.Variadic())
	case *types.Interface:
		if t.NumMethods() == 0 {
			rt = anyType
		} else {
			rt = m.marked(anyType, t)
		}
	case *types.Struct:
		mark := ""
		if slices.ContainsFunc(slices.Collect(t.Fields()), (*types.Var).Embedded) {
			mark = markKey + ":" + strconv.Quote(typeKey(t)) // a struct with plain fields of these names is another type
		}
		rt, loose = m.structType(t, mark)
	default:
		panic(decline{msg: fmt.Sprintf("a value of type %s", t)})
	}
	return rt, loose
}

var chanDirs = [...]reflect.ChanDir{types.SendRecv: reflect.BothDir, types.SendOnly: reflect.SendDir, types.RecvOnly: reflect.RecvDir}

// namedType makes the reflect.Type of a named type.
func (m *Machine) namedType(t *types.Named) (reflect.Type, bool) {
	if !m.isOwn(t) {
		if t.Obj().Pkg() == nil {
			if t.Obj().Name() == "error" {
				return errorType, false
			}
			return anyType, false
		}
		if rt := m.compiledType(t.Obj()); rt != nil {
			return rt, false
		}
		panic(decline{msg: fmt.Sprintf("type %s, which is not among the compiled symbols", typeString(t))})
	}
	if m.making[t] {
		return loosely(t.Underlying()), true
	}
	m.making[t] = true
	defer delete(m.making, t)
	var rt reflect.Type
	switch u := t.Underlying().(type) {
	case *types.Struct:
		rt, _ = m.structType(u, m.mark())
	case *types.Interface:
		rt = m.marked(anyType, t)
	default:
		inner, _ := m.rtype(u)
		rt = m.marked(inner, t)
	}
	if r, ok := m.types.At(t).(*Type); ok {
		return r.rt, false
	}
	m.newType(t, rt)
	return rt, false
}

// loosely is a type with the layout of u for the fields of a type that u is part of.
func loosely(u types.Type) reflect.Type {
	switch u.(type) {
	case *types.Slice:
		return reflect.SliceOf(pointerType)
	case *types.Interface:
		return anyType
	case *types.Map, *types.Signature:
		return unsettledType
	}
	return pointerType
}

// mark is a field tag that no other type has.
func (m *Machine) mark() string {
	m.marks++
	return markKey + `:"` + strconv.Itoa(m.marks) + `"`
}

const markKey = "machine"

// marked is a type of its own with the layout of rt.
func (m *Machine) marked(rt reflect.Type, t types.Type) reflect.Type {
	if _, named := t.(*types.Named); !named {
		// An unnamed type is the same wherever it is written.
		return reflect.StructOf([]reflect.StructField{{Name: "V", Type: rt, Tag: reflect.StructTag(markKey + ":" + strconv.Quote(typeKey(t)))}})
	}
	return reflect.StructOf([]reflect.StructField{{Name: "V", Type: rt, Tag: reflect.StructTag(m.mark())}})
}

// structType makes the type of a struct; a mark makes it different from all others.
func (m *Machine) structType(t *types.Struct, mark string) (rt reflect.Type, loose bool) {
	fields := make([]reflect.StructField, 0, t.NumFields()+1)
	if t.NumFields() == 0 && mark != "" {
		fields = append(fields, reflect.StructField{Name: "_", PkgPath: "main", Type: reflect.TypeFor[struct{}](), Tag: reflect.StructTag(mark)})
	}
	for i := range t.NumFields() {
		f := t.Field(i)
		ft, l := m.rtype(f.Type())
		loose = loose || l
		sf := reflect.StructField{Name: f.Name(), Type: ft, Tag: reflect.StructTag(t.Tag(i))}
		if !f.Exported() {
			sf.PkgPath = "main"
		}
		if i == 0 && mark != "" {
			if sf.Tag != "" {
				sf.Tag += " "
			}
			sf.Tag += reflect.StructTag(mark)
		}
		fields = append(fields, sf)
	}
	return reflect.StructOf(fields), loose
}

// typeKey spells an unnamed type so that different types are spelled differently.
func typeKey(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Path() })
}

// typeString is a type as %T prints it.
func typeString(t types.Type) string {
	if t == nil {
		return "<nil>"
	}
	return typeText(t)
}

// pointerWords appends the offsets at which a value of type t at offset base holds pointers.
func pointerWords(t reflect.Type, base uintptr, list []uintptr) []uintptr {
	switch t.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer, reflect.String, reflect.Slice:
		list = append(list, base)
	case reflect.Interface:
		list = append(list, base, base+word)
	case reflect.Array:
		if t.Len() > 0 && len(pointerWords(t.Elem(), 0, nil)) > 0 {
			for i := range t.Len() {
				list = pointerWords(t.Elem(), base+uintptr(i)*t.Elem().Size(), list)
			}
		}
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			list = pointerWords(f.Type, base+f.Offset, list)
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
