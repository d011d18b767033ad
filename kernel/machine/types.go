// How types of a cell become types of this process.
//
// Every type that checked Go mentions has a reflect.Type here. It tells the collector where the
// pointers are, and it is the type word of an interface value, so a type switch is a comparison of
// two words. Layouts are always Go's own: compiled code can be given the address of any variable.
//
// Types of compiled packages are what they are. A type that a cell declares is made by package
// descriptor, with its name, its fields and its methods (methodset.go), so that compiled code sees
// what it would see in a compiled program. Unnamed types are made by package reflect, except for
// structs with embedded fields, which can have methods, and for interface types.
//
// A declared type has its name and its size as soon as it is mentioned, and gets its parts
// afterwards, so types can mention each other in any way. The size follows from the parts that are
// held by value; for this every other part is replaced by one of the same size (layoutOf).
//
// A method can be declared in a later cell than its type. If the type has been used by then, it
// gets another descriptor, and so do all types that mention it (supersede).

package machine

import (
	"fmt"
	"go/types"
	"reflect"
	"strconv"
	"sync"
	"unsafe"

	"polka/kernel/machine/descriptor"
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
	repEface                 // any: interfaces without methods
	repIface                 // iface: interfaces with methods
	repMem                   // the address of a struct or an array
)

// A slice is the memory of a slice.
type slice struct {
	p        unsafe.Pointer
	len, cap int
}

// An iface is the memory of an interface value with methods.
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
	// own: the type is, or mentions, one that the machine has made; see mentionsOwn
	own bool
	// methods are the names of the methods of a declared type and of its pointer type
	methods map[string]bool
	copy    func(dst, src unsafe.Pointer)
	zero    func(dst unsafe.Pointer)

	equal   func(a, b unsafe.Pointer) bool // made by eq
	entries sync.Map                       // of type words to *ifaceEntry, for an interface type with methods
	maps    *mapType
}

// String is the type as %T prints it.
func (t *Type) String() string {
	return t.rt.String()
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
	rt := m.rtype(key)
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
		if u.NumMethods() > 0 {
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
	anyType     = reflect.TypeFor[any]()
	errorType   = reflect.TypeFor[error]()
	pointerType = reflect.TypeFor[unsafe.Pointer]()
)

// isOwn reports whether a named type is declared by a cell, or is an instance of a generic type,
// which the machine makes from its source.
func (m *Machine) isOwn(n *types.Named) bool {
	if n.Obj().Pkg() == nil {
		return false // error, comparable
	}
	return m.o.Own(n.Obj().Pkg()) || n.TypeArgs().Len() > 0
}

// mentionsOwn reports whether t is or is made of a type that the machine makes.
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
				return true
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

// rtype makes the reflect.Type of t. It is complete, and so are all types that it mentions.
func (m *Machine) rtype(t types.Type) reflect.Type {
	rt := m.describe(t)
	for len(m.incomplete)+len(m.methodless) > 0 {
		list := &m.incomplete
		if len(*list) == 0 {
			list = &m.methodless // methods mention types that have all their parts
		}
		last := len(*list) - 1
		c := (*list)[last]
		m.completing = append(m.completing, c.t)
		*list = (*list)[:last]
		c.do()
		m.completing = m.completing[:len(m.completing)-1]
	}
	return rt
}

// A completion completes the type t.
type completion struct {
	t  types.Type
	do func()
}

// describe makes the reflect.Type of t, which may lack parts until rtype has made them.
func (m *Machine) describe(t types.Type) reflect.Type {
	t = m.canonical(t)
	if r, ok := m.types.At(t).(*Type); ok {
		return r.rt
	}
	switch t := t.(type) {
	case *types.Basic:
		if rt := basicType(t.Kind()); rt != nil {
			return rt
		}
	case *types.Named:
		return m.namedType(t)
	case *types.Pointer:
		return reflect.PointerTo(m.describe(t.Elem()))
	case *types.Slice:
		return reflect.SliceOf(m.describe(t.Elem()))
	case *types.Array:
		return arrayOf(t, m.describe(t.Elem()))
	case *types.Chan:
		e := m.describe(t.Elem())
		if e.Size() >= 1<<16 {
			panic(decline{msg: fmt.Sprintf("a channel of elements of %d bytes", e.Size())})
		}
		return reflect.ChanOf(chanDirs[t.Dir()], e)
	case *types.Map:
		return reflect.MapOf(m.describe(t.Key()), m.describe(t.Elem()))
	case *types.Signature:
		in, out := m.describeAll(t.Params()), m.describeAll(t.Results())
		if len(in)+len(out) > 120 {
			panic(decline{msg: "a function with more than 120 parameters"})
		}
		return reflect.FuncOf(in, out, t.Variadic())
	case *types.Interface:
		if t.NumMethods() == 0 {
			return anyType
		}
		return m.declare_(t, t, typeString(t), packageOf(t))
	case *types.Struct:
		for f := range t.Fields() {
			if f.Embedded() {
				return m.embedding(t)
			}
		}
		return reflect.StructOf(m.structFields(t))
	}
	panic(decline{msg: fmt.Sprintf("a value of type %s", t)})
}

func (m *Machine) describeAll(t *types.Tuple) (list []reflect.Type) {
	for v := range t.Variables() {
		list = append(list, m.describe(v.Type()))
	}
	return list
}

func arrayOf(t *types.Array, elem reflect.Type) reflect.Type {
	if t.Len() > 1<<40 {
		panic(decline{msg: fmt.Sprintf("type %s is too large", t)})
	}
	return reflect.ArrayOf(int(t.Len()), elem)
}

var chanDirs = [...]reflect.ChanDir{types.SendRecv: reflect.BothDir, types.SendOnly: reflect.SendDir, types.RecvOnly: reflect.RecvDir}

// structFields are the fields of a struct without embedded ones for package reflect.
func (m *Machine) structFields(t *types.Struct) []reflect.StructField {
	fields := make([]reflect.StructField, t.NumFields())
	for i := range fields {
		f := t.Field(i)
		fields[i] = reflect.StructField{Name: f.Name(), Type: m.describe(f.Type()), Tag: reflect.StructTag(t.Tag(i))}
		if !f.Exported() {
			fields[i].PkgPath = "main"
			if f.Pkg() != nil {
				fields[i].PkgPath = f.Pkg().Path()
			}
		}
	}
	return fields
}

// layoutOf is a type with the size and the pointers of t. All types that t holds by value exist
// then.
func (m *Machine) layoutOf(t types.Type) reflect.Type {
	t = m.canonical(t)
	if r, ok := m.types.At(t).(*Type); ok {
		return r.rt
	}
	if n, ok := t.(*types.Named); ok {
		return m.describe(n)
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Chan:
		return pointerType
	case *types.Map:
		return reflect.TypeFor[map[int]int]()
	case *types.Signature:
		return reflect.TypeFor[func()]()
	case *types.Slice:
		return reflect.TypeFor[[]unsafe.Pointer]()
	case *types.Interface:
		if u.NumMethods() > 0 {
			return errorType
		}
		return anyType
	case *types.Array:
		return arrayOf(u, m.layoutOf(u.Elem()))
	case *types.Struct:
		return m.structLayout(u)
	}
	return m.describe(t)
}

// structLayout is layoutOf for a struct.
func (m *Machine) structLayout(u *types.Struct) reflect.Type {
	fields := make([]reflect.StructField, u.NumFields())
	for i := range fields {
		fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: m.layoutOf(u.Field(i).Type())}
		if u.Field(i).Name() == "_" {
			fields[i].Name, fields[i].PkgPath = "_", "main" // the compiler does not compare it
		}
	}
	return reflect.StructOf(fields)
}

// namedType makes the reflect.Type of a named type.
func (m *Machine) namedType(t *types.Named) reflect.Type {
	obj := t.Obj()
	switch {
	case m.isOwn(t):
		return m.declare_(t, t.Underlying(), typeString(t), pathOf(obj))
	case obj.Pkg() == nil && obj.Name() == "error":
		return errorType
	case obj.Pkg() == nil:
		return anyType
	}
	if rt := m.compiledType(obj); rt != nil {
		return rt
	}
	panic(decline{msg: fmt.Sprintf("type %s, which is not among the compiled symbols", typeString(t))})
}

// embedding makes the type of an unnamed struct with embedded fields.
func (m *Machine) embedding(t *types.Struct) reflect.Type {
	text := typeString(t)
	same := func(rt reflect.Type) bool {
		if rt.Kind() != reflect.Struct || rt.NumField() != t.NumFields() {
			return false
		}
		for i := range t.NumFields() {
			f, g := t.Field(i), rt.Field(i)
			if f.Name() != g.Name || f.Embedded() != g.Anonymous || t.Tag(i) != string(g.Tag) || m.describe(f.Type()) != g.Type || !f.Exported() && f.Pkg().Path() != g.PkgPath {
				return false
			}
		}
		return true
	}
	if rt := descriptor.Compiled(text, same); rt != nil {
		return rt
	}
	return m.declare_(t, t, text, packageOf(t))
}

// packageOf is the import path of the package of the unexported names of a struct or an interface
// type.
func packageOf(t types.Type) string {
	switch t := t.(type) {
	case *types.Struct:
		for f := range t.Fields() {
			if !f.Exported() && f.Pkg() != nil {
				return f.Pkg().Path()
			}
		}
	case *types.Interface:
		for f := range t.Methods() {
			if !f.Exported() && f.Pkg() != nil {
				return f.Pkg().Path()
			}
		}
	}
	return ""
}

// declare_ makes a type of the machine's own: t with the underlying type u.
func (m *Machine) declare_(t, u types.Type, text, path string) reflect.Type {
	_, named := t.(*types.Named)
	params := 0
	if sig, ok := u.(*types.Signature); ok {
		params = sig.Params().Len() + sig.Results().Len()
	}
	layout := m.layoutOf(u)
	if r, ok := m.types.At(t).(*Type); ok { // made on the way
		return r.rt
	}
	value, pointer := m.methodSets(t)
	d := m.scope.New(descriptor.Declaration{
		Kind: kindOf(u), PkgPath: path, String: text, Named: named, Layout: layout, Comparable: types.Comparable(t),
		Methods: len(value), PointerMethods: len(pointer), Params: params,
	})
	r := m.newType(t, d.Type())
	if named {
		r.methods = make(map[string]bool)
		for _, s := range pointer {
			r.methods[s.Obj().Name()] = true
		}
	}
	m.incomplete = append(m.incomplete, completion{t, func() { m.setParts(d, u) }})
	if len(pointer) > 0 {
		m.methodless = append(m.methodless, completion{t, func() { m.setMethods(d, t, value, pointer) }})
	}
	return d.Type()
}

// setParts gives a type what its underlying type has.
func (m *Machine) setParts(d *descriptor.Type, u types.Type) {
	switch u := u.(type) {
	case *types.Struct:
		fields := make([]descriptor.Field, u.NumFields())
		for i := range fields {
			f := u.Field(i)
			fields[i] = descriptor.Field{Name: f.Name(), Tag: u.Tag(i), Type: m.describe(f.Type()), Embedded: f.Embedded()}
		}
		d.SetFields(fields)
	case *types.Interface:
		d.SetInterface(m.interfaceMethods(u))
	case *types.Basic:
	default:
		d.SetUnderlying(m.describe(u))
	}
}

// kindOf is the kind of the values of a type.
func kindOf(t types.Type) reflect.Kind {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basicType(types.Default(u).(*types.Basic).Kind()).Kind()
	case *types.Pointer:
		return reflect.Pointer
	case *types.Slice:
		return reflect.Slice
	case *types.Array:
		return reflect.Array
	case *types.Map:
		return reflect.Map
	case *types.Chan:
		return reflect.Chan
	case *types.Signature:
		return reflect.Func
	case *types.Interface:
		return reflect.Interface
	}
	return reflect.Struct
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
