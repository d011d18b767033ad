// SPDX-License-Identifier: BSD-3-Clause

// Package descriptor makes types of Go at run time: named types with methods, which package reflect
// cannot make.
//
// A type made here is a type like any other for compiled code. Package reflect, the conversions to
// interface types, and every package that looks at values see its name, its fields and its methods.
// It is what the Go compiler would have written into the program for the same declaration, with the
// same layout.
//
//	s := new(descriptor.Scope)
//	t := s.New(descriptor.Declaration{
//		Kind: reflect.Int, PkgPath: "main", String: "main.Celsius", Named: true,
//		Layout: reflect.TypeFor[int](), Comparable: true, Methods: 1, PointerMethods: 1,
//	})
//	t.SetUnderlying(reflect.TypeFor[int]())
//	t.SetMethods(value, pointer)
//	t.Type().Name() // Celsius
//
// A type exists, with its size, before it is complete, so types may mention each other in any way:
// make all of them with New, then complete each. No values of a type, and no conversions of its
// values to interface types, are made before that.
//
// # How
//
// A type of Go is known by the address of its descriptor, a struct that package internal/abi
// declares. Package reflect makes descriptors for unnamed types; here the same is done for named
// ones. What a descriptor refers to by 32-bit offsets (names, types, code) is registered with the
// runtime as package reflect registers it. Descriptors of compiled types are read and never written
// to. Descriptors are never freed, because the runtime keeps tables that mention them.
//
// The code of a method must be an address of its own, from which a call finds the function value
// that implements it (thunk.go).
package descriptor

import (
	"encoding/binary"
	"go/token"
	"reflect"
	"sync"
	"unsafe"
)

// A Declaration describes a type to be made.
type Declaration struct {
	Kind reflect.Kind
	// PkgPath is the import path of the package that declares the type.
	PkgPath string
	// String is what reflect.Type.String returns: the name with the name of the package and the
	// type arguments, such as main.Stack[int].
	String string
	// Named is set if the type has a name. Types without a name are structs with embedded fields,
	// which may have methods, and interface types.
	Named bool
	// Layout is any type with the same size, the same alignment and the same pointers.
	Layout     reflect.Type
	Comparable bool
	// Methods and PointerMethods are the numbers of methods of the type and of its pointer type.
	Methods, PointerMethods int
	// Params is the number of parameters and results of a function type.
	Params int
}

// A Type is a type that is being made.
type Type struct {
	scope   *Scope
	r       *rtype
	pointer *rtype
	params  []*rtype // of a function type
	value   methodTable
	ptr     methodTable
	parts   *[]part // of a struct, for its comparison
	thunks  map[unsafe.Pointer]uintptr
	d       Declaration
}

// A part is a field that is compared.
type part struct {
	offset uintptr
	typ    *rtype
}

// A methodTable has room for the methods of one descriptor.
type methodTable struct {
	u    *uncommon
	list []method
}

// kept holds all descriptors and names: nothing that the garbage collector sees refers to them once
// they are in use.
var kept struct {
	sync.Mutex
	list   []any
	names  map[string]int32
	blocks map[blockKey]reflect.Type
	count  uint32
}

// keep keeps x forever.
func keep(x any) {
	kept.Lock()
	kept.list = append(kept.list, x)
	kept.Unlock()
}

// New begins a type.
func (s *Scope) New(d Declaration) *Type {
	checkOnce()
	t := &Type{scope: s, d: d}
	layout := descriptorOf(d.Layout)
	params := 0
	if d.Kind == reflect.Func {
		params = d.Params
	}
	t.r, t.value, t.params = newBlock(d.Kind, params, d.Methods, d.Named || d.Methods > 0)
	t.pointer, t.ptr, _ = newBlock(reflect.Pointer, 0, d.PointerMethods, d.PointerMethods > 0)
	made.Store(t.r, true)
	*t.r = rtype{
		size: layout.size, ptrBytes: layout.ptrBytes, align: layout.align, fieldAlign: layout.fieldAlign, gcData: layout.gcData,
		kind: uint8(d.Kind), hash: newHash(), tflag: layout.tflag &^ (flagUncommon | flagExtraStar | flagNamed),
		str: nameOffset(d.String, token.IsExported(baseName(d.String))),
	}
	if d.Comparable {
		t.r.equal = layout.equal
	}
	// What depends on the parts of the type is replaced when they are known.
	switch d.Kind {
	case reflect.Struct:
		t.laidOut(d.Layout)
	case reflect.Array, reflect.Map, reflect.Chan, reflect.Pointer, reflect.Slice:
		t.SetUnderlying(d.Layout)
	}
	p := descriptorOf(reflect.TypeFor[*struct{ _ int }]())
	*t.pointer = *p
	t.pointer.hash, t.pointer.ptrToThis, t.pointer.str = newHash(), 0, nameOffset("*"+d.String, false)
	t.pointer.tflag = p.tflag &^ (flagUncommon | flagExtraStar | flagNamed)
	(*pointerType)(unsafe.Pointer(t.pointer)).elem = t.r
	t.r.ptrToThis = addReflectOff(unsafe.Pointer(t.pointer))
	if t.value.u != nil {
		t.r.tflag |= flagUncommon
		t.value.u.pkgPath = nameOffset(d.PkgPath, false)
	}
	if d.Named {
		t.r.tflag |= flagNamed
	}
	if t.ptr.u != nil {
		t.pointer.tflag |= flagUncommon
		t.ptr.u.pkgPath = nameOffset(d.PkgPath, false)
	}
	return t
}

// baseName returns the name in the text of a type: Stack in main.Stack[int].
func baseName(s string) string {
	depth := 0
	for i := len(s) - 1; i >= 0; i-- {
		switch {
		case s[i] == ']':
			depth++
		case s[i] == '[':
			depth--
		case s[i] == '.' && depth == 0:
			return s[i+1:]
		}
	}
	return s
}

// Type returns the type. Its parts and methods are there when it is complete.
func (t *Type) Type() reflect.Type { return reflected(t.r) }

// Pointer returns the type of pointers to it.
func (t *Type) Pointer() reflect.Type { return reflected(t.pointer) }

// A Field is a field of a struct.
type Field struct {
	Name     string
	Tag      string
	Type     reflect.Type
	Embedded bool
}

// laidOut gives a struct fields of types with the right layout.
//
//go:nocheckptr
func (t *Type) laidOut(layout reflect.Type) {
	s, from := (*structType)(unsafe.Pointer(t.r)), (*structType)(unsafe.Pointer(descriptorOf(layout)))
	s.fields = append([]structField(nil), from.fields...)
	t.setEqual()
}

// SetFields completes a struct.
//
//go:nocheckptr
func (t *Type) SetFields(fields []Field) {
	s := (*structType)(unsafe.Pointer(t.r))
	for i, f := range fields {
		if !token.IsExported(f.Name) && s.pkgPath == nil {
			s.pkgPath = encodeName(t.d.PkgPath, "", false, false, "")
		}
		s.fields[i].name = encodeName(f.Name, f.Tag, token.IsExported(f.Name), f.Embedded, "")
		s.fields[i].typ = descriptorOf(f.Type)
	}
	t.setEqual()
}

// setEqual makes the comparison of two structs. Types that hold the struct by value may have copied
// the function before all fields were known.
func (t *Type) setEqual() {
	if !t.d.Comparable {
		t.r.equal = nil
		return
	}
	var list []part
	regular, end := true, uintptr(0)
	for _, f := range (*structType)(unsafe.Pointer(t.r)).fields {
		regular = regular && f.offset == end && f.typ.tflag&flagRegular != 0 && !isBlank(f.name)
		end = f.offset + f.typ.size
		if !isBlank(f.name) {
			list = append(list, part{f.offset, f.typ})
		}
	}
	t.r.tflag &^= flagRegular
	if regular && end == t.r.size {
		t.r.tflag |= flagRegular
	}
	if t.parts != nil {
		*t.parts = list
		return
	}
	parts := &list
	t.parts = parts
	t.r.equal = func(p, q unsafe.Pointer) bool {
		for _, f := range *parts {
			if !f.typ.equal(unsafe.Add(p, f.offset), unsafe.Add(q, f.offset)) {
				return false
			}
		}
		return true
	}
}

// SetUnderlying completes a type of another kind than a struct or an interface with what its
// underlying type has.
//
//go:nocheckptr
func (t *Type) SetUnderlying(u reflect.Type) {
	r := descriptorOf(u)
	switch t.d.Kind {
	case reflect.Array:
		a, b := (*arrayType)(unsafe.Pointer(t.r)), (*arrayType)(unsafe.Pointer(r))
		a.elem, a.slice, a.len = b.elem, b.slice, b.len
		t.r.equal = nil
		if t.d.Comparable {
			t.r.equal = equalArrays(b)
		}
	case reflect.Chan:
		a, b := (*chanType)(unsafe.Pointer(t.r)), (*chanType)(unsafe.Pointer(r))
		a.elem, a.dir = b.elem, b.dir
	case reflect.Func:
		a, b := (*funcType)(unsafe.Pointer(t.r)), (*funcType)(unsafe.Pointer(r))
		a.in, a.out = b.in, b.out
		copy(t.params, paramsOf(b))
	case reflect.Map:
		a, b := (*mapType)(unsafe.Pointer(t.r)), (*mapType)(unsafe.Pointer(r))
		own := a.rtype
		*a = *b
		a.rtype = own
	case reflect.Pointer:
		(*pointerType)(unsafe.Pointer(t.r)).elem = (*pointerType)(unsafe.Pointer(r)).elem
	case reflect.Slice:
		(*sliceType)(unsafe.Pointer(t.r)).elem = (*sliceType)(unsafe.Pointer(r)).elem
	}
}

func equalArrays(a *arrayType) func(p, q unsafe.Pointer) bool {
	elem, n := a.elem, a.len
	return func(p, q unsafe.Pointer) bool {
		for i := range n {
			if !elem.equal(unsafe.Add(p, i*elem.size), unsafe.Add(q, i*elem.size)) {
				return false
			}
		}
		return true
	}
}

// paramsOf returns the parameters and results of a function type.
//
//go:nocheckptr
func paramsOf(f *funcType) []*rtype {
	at := unsafe.Sizeof(*f)
	if f.tflag&flagUncommon != 0 {
		at += unsafe.Sizeof(uncommon{})
	}
	n := int(f.in) + int(f.out&^variadic)
	if n == 0 {
		return nil
	}
	return unsafe.Slice((**rtype)(unsafe.Add(unsafe.Pointer(f), at)), n)
}

// An InterfaceMethod is a method of an interface type.
type InterfaceMethod struct {
	Name    string
	PkgPath string       // of an unexported name, where it is not the package of the type
	Type    reflect.Type // a function type, without receiver
}

// SetInterface completes an interface type. The methods are in the order of Less.
//
//go:nocheckptr
func (t *Type) SetInterface(methods []InterfaceMethod) {
	i := (*interfaceType)(unsafe.Pointer(t.r))
	i.pkgPath = encodeName(t.d.PkgPath, "", false, false, "")
	i.methods = nil
	for _, m := range methods {
		i.methods = append(i.methods, interfaceMethod{methodName(m.Name, m.PkgPath, t.d.PkgPath), typeOffset(m.Type)})
	}
}

// Less orders methods as descriptors have them: exported names first.
func Less(name, pkgPath, name2, pkgPath2 string) bool {
	if e, f := token.IsExported(name), token.IsExported(name2); e != f {
		return e
	}
	if name != name2 {
		return name < name2
	}
	return !token.IsExported(name) && pkgPath < pkgPath2
}

// A Method is a method of a type.
type Method struct {
	Name    string
	PkgPath string       // of an unexported name, where it is not the package of the type
	Type    reflect.Type // a function type, without receiver
	// Word is the function value of the method with the word as the receiver that an interface
	// value has: a pointer to the value, or the value itself if it is a pointer. Value is that with
	// a value as the receiver; nil if it is the same.
	Word, Value unsafe.Pointer
}

// SetMethods completes the method sets of the type and of its pointer type. The methods are in the
// order of Less, and as many as the declaration says.
func (t *Type) SetMethods(value, pointer []Method) {
	t.value.set(t, value)
	t.ptr.set(t, pointer)
	t.thunks = nil
}

func (mt *methodTable) set(t *Type, methods []Method) {
	if len(methods) != len(mt.list) {
		panic("descriptor: another number of methods than declared")
	}
	for i, m := range methods {
		word := t.thunk(m.Word)
		code := word
		if m.Value != nil {
			code = t.thunk(m.Value)
		}
		mt.list[i] = method{methodName(m.Name, m.PkgPath, t.d.PkgPath), typeOffset(m.Type), codeOffset(word), codeOffset(code)}
		if token.IsExported(m.Name) {
			mt.u.exported++
		}
	}
	if len(methods) > 0 {
		mt.u.methods = uint16(len(methods))
	}
}

// thunk returns the code for a function value, which several methods of a type may share.
func (t *Type) thunk(fn unsafe.Pointer) uintptr {
	pc, ok := t.thunks[fn]
	if !ok {
		if t.thunks == nil {
			t.thunks = make(map[unsafe.Pointer]uintptr)
		}
		pc = t.scope.thunk(fn)
		t.thunks[fn] = pc
	}
	return pc
}

// typeOffset, nameOffset, methodName and codeOffset register what a descriptor refers to.
func typeOffset(t reflect.Type) int32 { return addReflectOff(unsafe.Pointer(descriptorOf(t))) }

func codeOffset(pc uintptr) int32 { return addReflectOff(*(*unsafe.Pointer)(unsafe.Pointer(&pc))) }

func nameOffset(s string, exported bool) int32 {
	if s == "" {
		return 0
	}
	return sharedName(s, exported, "")
}

func methodName(name, pkgPath, typePath string) int32 {
	exported := token.IsExported(name)
	if exported || pkgPath == typePath {
		pkgPath = ""
	}
	return sharedName(name, exported, pkgPath)
}

// sharedName returns the offset of a name. Equal names have one.
func sharedName(s string, exported bool, pkgPath string) int32 {
	key := s + "\x00" + pkgPath
	if exported {
		key = "+" + key
	}
	kept.Lock()
	off, ok := kept.names[key]
	kept.Unlock()
	if ok {
		return off
	}
	off = addReflectOff(unsafe.Pointer(encodeName(s, "", exported, false, pkgPath)))
	kept.Lock()
	if kept.names == nil {
		kept.names = make(map[string]int32)
	}
	kept.names[key] = off
	kept.Unlock()
	return off
}

// encodeName makes a name as descriptors have it.
func encodeName(s, tag string, exported, embedded bool, pkgPath string) *byte {
	b := []byte{0}
	if exported {
		b[0] |= nameExported
	}
	if embedded {
		b[0] |= nameEmbedded
	}
	b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	if tag != "" {
		b[0] |= nameTag
		b = append(binary.AppendUvarint(b, uint64(len(tag))), tag...)
	}
	if pkgPath != "" {
		b[0] |= namePkgPath
		b = binary.NativeEndian.AppendUint32(b, uint32(sharedName(pkgPath, false, "")))
	}
	keep(b)
	return &b[0]
}

func isBlank(name *byte) bool {
	return name != nil && unsafe.String((*byte)(unsafe.Add(unsafe.Pointer(name), 1)), 1) == "\x01" && *(*byte)(unsafe.Add(unsafe.Pointer(name), 2)) == '_'
}

// newHash returns a hash that no other descriptor made here has.
func newHash() uint32 {
	kept.Lock()
	defer kept.Unlock()
	kept.count++
	return kept.count * 0x9e3779b9
}

// made are the descriptors that this package has made, but for pointer types.
var made sync.Map

// Made reports whether t is a type that this package has made.
func Made(t reflect.Type) bool {
	_, ok := made.Load(descriptorOf(t))
	return ok
}

// A blockKey describes the memory of a descriptor.
type blockKey struct {
	kind            reflect.Kind
	params, methods int
	uncommon        bool
}

// newBlock allocates a descriptor with what follows it in memory.
func newBlock(kind reflect.Kind, params, methods int, named bool) (r *rtype, table methodTable, in []*rtype) {
	key := blockKey{headKind(kind), params, methods, named}
	kept.Lock()
	t := kept.blocks[key]
	kept.Unlock()
	if t == nil {
		fields := []reflect.StructField{{Name: "Head", Type: headOf(kind)}}
		add := func(name string, t reflect.Type) {
			fields = append(fields, reflect.StructField{Name: name, Type: t})
		}
		if named {
			add("Uncommon", reflect.TypeFor[uncommon]())
		}
		if params > 0 {
			add("Params", reflect.ArrayOf(params, reflect.TypeFor[*rtype]()))
		}
		if methods > 0 {
			add("Methods", reflect.ArrayOf(methods, reflect.TypeFor[method]()))
		}
		t = reflect.StructOf(fields)
		kept.Lock()
		if kept.blocks == nil {
			kept.blocks = make(map[blockKey]reflect.Type)
		}
		kept.blocks[key] = t
		kept.Unlock()
	}
	p := reflect.New(t).UnsafePointer()
	keep(p)
	at := func(name string) unsafe.Pointer {
		f, _ := t.FieldByName(name)
		return unsafe.Add(p, f.Offset)
	}
	r = (*rtype)(p)
	if named {
		table.u = (*uncommon)(at("Uncommon"))
	}
	if params > 0 {
		in = unsafe.Slice((**rtype)(at("Params")), params)
	}
	if methods > 0 {
		table.list = unsafe.Slice((*method)(at("Methods")), methods)
		table.u.offset = uint32(uintptr(at("Methods")) - uintptr(unsafe.Pointer(table.u)))
	}
	return r, table, in
}

// headKind returns one kind for all whose descriptors have the same fixed part.
func headKind(k reflect.Kind) reflect.Kind {
	if _, ok := sizes[k]; ok {
		return k
	}
	return reflect.Int
}

// Regular reports whether the hash of a value of type t is that of its memory.
func Regular(t reflect.Type) bool { return descriptorOf(t).tflag&flagRegular != 0 }

// Compiled returns the type of compiled code that reflect.Type.String spells so and for which same
// reports true, nil if there is none. Only unnamed types other than interfaces are found.
func Compiled(text string, same func(reflect.Type) bool) reflect.Type {
	for _, r := range typesByString(text) {
		if t := reflected(r); same(t) {
			return t
		}
	}
	return nil
}
