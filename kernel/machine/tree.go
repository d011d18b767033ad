// Packages that walk through values.
//
// Packages such as encoding/json walk through a value by reflection. They look at the names of
// types and fields, at embedded fields and at methods, none of which the types that the machine
// makes have. So a value is converted before the call to a value of a foreign type: a type that has
// no own methods but the same fields, names and tags, and in which a value that has methods for the
// package is replaced by a hook, a compiled type with these methods, which calls the methods of the
// value. Decoding does the reverse: the package decodes into a value of a foreign type, from which
// the original is then updated. Where a type contains itself the foreign type has an interface (for
// encoding), or a hook that keeps the undecoded input (for decoding).
//
// The files: tree.go has what the others share, tree_export.go and tree_import.go make the foreign
// types and do the conversions, tree_json.go, tree_xml.go, tree_gob.go and tree_binary.go apply
// them to the packages of these names. tree_slog.go wraps the values that loggers get,
// tree_template.go rewrites templates, and tree_type.go and tree_reflect.go are package reflect as
// code of cells sees it.

package machine

import (
	"go/types"
	"reflect"
	"strings"
	"unsafe"
)

// A codec is a package that encodes or decodes values.
type codec struct {
	name string // of the package, and the key of its field tags
	// marshal are the methods by which a value encodes itself, in the order in which the package
	// looks for them.
	marshal []marshalMethod
	// unmarshal are the methods by which a value decodes itself.
	unmarshal []unmarshalMethod
	// recursive is the hook for a type that contains itself, for decoding.
	recursive reflect.Type
	// flat reports whether an embedded struct with this tag is part of the struct that embeds it.
	flat func(tag string) bool
	// skip reports whether the package ignores fields with this tag.
	skip func(tag string) bool
	// keyText: map keys are encoded as text.
	keyText bool
	// noMaps: maps cannot be encoded.
	noMaps bool
	// static: the package looks at the types only, so that a value with methods must have the type
	// of its hook, and unexported embedded structs are left out.
	static bool
	// dynamic, if not nil, makes what stands for the dynamic value of an interface, and undynamic
	// the reverse.
	dynamic   func(x *exporter, t *Type, v any) any
	undynamic func(x *importer, v any) (any, error)
	// exportField and importField, if not nil, may replace the view of a field, and its tag.
	exportField func(b *exportBuilder, t *Type, tag reflect.StructTag, e *exportView) (*exportView, reflect.StructTag)
	importField func(b *importBuilder, t *Type, tag reflect.StructTag, e *importView) (*importView, reflect.StructTag)
}

// A marshalMethod is a method by which values encode themselves.
type marshalMethod struct {
	name, sig string
	// hook makes the value that the package encodes instead.
	hook func(h *hook) any
}

// An unmarshalMethod is a method by which values decode themselves.
type unmarshalMethod struct {
	name, sig string
	// raw is the compiled type that keeps the input. Its pointer type is an undecoded.
	raw reflect.Type
}

// An undecoded is input that a package has handed to a hook.
type undecoded interface {
	// present reports whether there was any input.
	present() bool
	// to makes it decode at once.
	to(*binding)
	// decode decodes into the value of type t at p: by its method f, or by walking if f is nil.
	decode(x *importer, t *Type, p unsafe.Pointer, f *types.Func) error
}

// A hook is a value of a cell with a method for a package, as this package sees it.
type hook struct {
	m *Machine
	x *exporter // nil outside of an encoder
	t *Type
	v any // the receiver: a t or a pointer to one
	f *types.Func
	// in is the type of the map of which it is a key, nil if it is none
	in *Type
}

// A binding says where a hook for decoding calls a method at once: input for a place that was there
// before the decoder was called is decoded while the decoder runs, so that it stops at an error.
type binding struct {
	x *importer
	t *Type
	p unsafe.Pointer
	f *types.Func
}

// A foundMethod is the method by which values of a type encode themselves.
type foundMethod struct {
	f       *types.Func
	number  int
	pointer bool // it is a method of the pointer type only
}

// methodWith finds the method of t, or of *t, with that name and signature; pointer reports that
// only *t has it. The caller holds m.mu.
func (m *Machine) methodWith(t *Type, name, sig string) (f *types.Func, pointer, ok bool) {
	if t.Go == nil || types.IsInterface(t.Go) {
		return nil, false, false
	}
	for _, pointer := range []bool{false, true} {
		obj, _, _ := types.LookupFieldOrMethod(t.Go, pointer, nil, name)
		if f, ok := obj.(*types.Func); ok && signatureText(f) == sig {
			return f, pointer, true
		}
	}
	return nil, false, false
}

// ownMethod is methodWith without the methods of *t.
func (m *Machine) ownMethod(t *Type, name, sig string) (f *types.Func, pointer, ok bool) {
	f, pointer, ok = m.methodWith(t, name, sig)
	return f, pointer, ok && !pointer
}

// signatureText is the type of a method without receiver and names of parameters.
func signatureText(f *types.Func) string {
	s := f.Signature()
	var b strings.Builder
	list := func(t *types.Tuple) {
		b.WriteByte('(')
		for i := range t.Len() {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(types.TypeString(types.Unalias(t.At(i).Type()), nil))
		}
		b.WriteByte(')')
	}
	list(s.Params())
	list(s.Results())
	return b.String()
}

// callHook calls the method f of v. Set stores the arguments, and get reads the results, by their
// numbers.
func (m *Machine) callHook(v any, f *types.Func, set, get func(part func(i int) unsafe.Pointer)) {
	fn := m.dynamicMethod(v, f.Pkg(), f.Name(), f.Signature(), policy{})
	t := m.acquire()
	q := t.get(fn)
	pt := fn.params.types[0]
	pt.copy(unsafe.Add(q, fn.params.offsets[0]), pt.unbox(v))
	if set != nil {
		set(func(i int) unsafe.Pointer { return unsafe.Add(q, fn.params.offsets[i+1]) })
	}
	t.invoke(fn, q, 0)
	if get != nil {
		get(func(i int) unsafe.Pointer { return unsafe.Add(q, fn.results.offsets[i]) })
	}
	t.put(fn, q)
	m.release(t)
}

// pointerTo is the record of *t. The caller holds m.mu.
func (m *Machine) pointerTo(t *Type) *Type { return m.typ(types.NewPointer(t.Go)) }

// pointerAny is an any that holds p, a pointer to a t.
func (m *Machine) pointerAny(t *Type, p unsafe.Pointer) any {
	m.mu.Lock()
	pt := m.pointerTo(t)
	m.mu.Unlock()
	e := eface{pt.word, p}
	return *(*any)(unsafe.Pointer(&e))
}

// elemType is the record of the element of a pointer, slice, array, map or channel type. The caller
// holds m.mu.
func (m *Machine) elemType(t *Type) *Type {
	if e, ok := t.Go.Underlying().(interface{ Elem() types.Type }); ok {
		return m.typ(e.Elem())
	}
	return nil
}

// isOpaque reports whether t is a compiled type, whose values packages see as they are. The caller
// holds m.mu.
func (m *Machine) isOpaque(t *Type) bool {
	if t.Go == nil {
		return true
	}
	n, ok := types.Unalias(t.Go).(*types.Named)
	return ok && !m.isOwn(n) && !types.IsInterface(n)
}

// typeName is the name of t as reflect.Type.Name gives it.
func (t *Type) typeName() string {
	switch n := types.Unalias(t.Go).(type) {
	case *types.Named:
		s := typeString(n)
		if i := strings.IndexByte(s, '['); i >= 0 {
			head := s[:i]
			return head[strings.LastIndexByte(head, '.')+1:] + s[i:]
		}
		return s[strings.LastIndexByte(s, '.')+1:]
	case *types.Basic:
		return typeString(n)
	}
	return ""
}

// isEmpty reports whether packages call the value at p empty: false, 0, a nil pointer or interface,
// or of length 0.
func (t *Type) isEmpty(m *Machine, p unsafe.Pointer) bool {
	switch u := t.Go.Underlying().(type) {
	case *types.Struct:
		return false
	case *types.Array:
		return u.Len() == 0
	case *types.Slice:
		return (*slice)(p).len == 0
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return *(*string)(p) == ""
		}
	case *types.Map:
		if *(*unsafe.Pointer)(p) == nil {
			return true
		}
		m.mu.Lock()
		ops := m.mapType(t).ops
		m.mu.Unlock()
		return ops.len(*(*unsafe.Pointer)(p)) == 0
	}
	return t.isZero(p)
}

// isZero reports whether the value at p is the zero value.
func (t *Type) isZero(p unsafe.Pointer) bool { return reflect.NewAt(t.rt, p).Elem().IsZero() }

// each calls f with the addresses of each key and element of a map.
func (mt *mapType) each(mp unsafe.Pointer, f func(k, v unsafe.Pointer)) {
	if mp == nil {
		return
	}
	mt.ops.each(mp, func(k, v unsafe.Pointer) bool {
		if mt.anyKey {
			k = mt.key.unbox(*(*any)(k))
		}
		if mt.boxed {
			v = *(*unsafe.Pointer)(v)
		}
		f(k, v)
		return true
	})
}

// put stores an element under a key, both given by their addresses.
func (mt *mapType) put(mp, k, v unsafe.Pointer) {
	if mt.anyKey {
		x := mt.key.box(k)
		k = unsafe.Pointer(&x)
	}
	if mt.boxed {
		p := mt.elem.alloc()
		mt.elem.copy(p, v)
		v = unsafe.Pointer(&p)
	}
	mt.ops.store(mp, k, v)
}

// embeddedName is the name under which the field name of an embedded struct appears in a foreign
// type, which can have exported names only.
func embeddedName(name string) string {
	if types.NewVar(0, nil, name, nil).Exported() {
		return name
	}
	return embeddedPrefix + name
}

const embeddedPrefix = "X\u0660"

// tagOptions splits the value of a tag at the first comma.
func tagOptions(s string) (name, options string) {
	name, options, _ = strings.Cut(s, ",")
	return name, options
}

func hasOption(options, name string) bool {
	for o := range strings.SplitSeq(options, ",") {
		if o == name {
			return true
		}
	}
	return false
}

// treeSpecials enters the functions of these packages in specials.
func treeSpecials() {
	jsonSpecials()
	xmlSpecials()
	templateSpecials()
	slogSpecials()
	reflectSpecials()
	binarySpecials()
	gobSpecials()
	flagSpecials()
}

// treeArg is an argument of the call of a special.
func treeArg[T any](f *Func, q fp, i int) *T { return (*T)(unsafe.Add(q, f.params.offsets[i])) }

// treeResult is a result of the call of a special.
func treeResult[T any](f *Func, q fp, i int) *T { return (*T)(unsafe.Add(q, f.results.offsets[i])) }
