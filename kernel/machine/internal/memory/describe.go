// SPDX-License-Identifier: BSD-3-Clause

// What the reflect.Type of a type is: that of a compiled package, one that package reflect makes,
// or one that is declared (declare.go).

package memory

import (
	"fmt"
	"go/types"
	"iter"
	"reflect"
	"unsafe"

	"polka/kernel/machine/descriptor"
)

// basicType returns the type of package reflect for a basic type, nil for one that values do not
// have.
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
		return PointerType
	}
	return nil
}

var (
	anyType     = reflect.TypeFor[any]()
	ErrorType   = reflect.TypeFor[error]()
	PointerType = reflect.TypeFor[unsafe.Pointer]()
)

// IsOwn reports whether a named type is declared by a cell, or is an instance of a generic type or
// declared within a generic function, which the machine makes from its source.
func (m *Types) IsOwn(n *types.Named) bool {
	obj := n.Obj()
	if obj.Pkg() == nil {
		return false // error, comparable
	}
	return m.own(obj.Pkg()) || n.TypeArgs().Len() > 0 || obj.Parent() != nil && obj.Parent() != obj.Pkg().Scope()
}

// mentionsOwn reports whether t is or is made of a type that the machine makes.
func (m *Types) mentionsOwn(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return m.IsOwn(t)
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

// ReflectFor makes the reflect.Type of t. It is complete, and so are all types that it mentions.
func (m *Types) ReflectFor(t types.Type) reflect.Type {
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

// describe makes the reflect.Type of t, which may lack parts until ReflectFor has made them.
func (m *Types) describe(t types.Type) reflect.Type {
	t = m.Canonical(t)
	if r, ok := m.records.At(t).(*Type); ok {
		return r.Reflect
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
			panic(Decline{Msg: fmt.Sprintf("a channel of elements of %d bytes", e.Size())})
		}
		return reflect.ChanOf(chanDirs[t.Dir()], e)
	case *types.Map:
		return reflect.MapOf(m.describe(t.Key()), m.describe(t.Elem()))
	case *types.Signature:
		in, out := m.describeAll(t.Params()), m.describeAll(t.Results())
		if len(in)+len(out) > 120 {
			panic(Decline{Msg: "a function with more than 120 parameters"})
		}
		return reflect.FuncOf(in, out, t.Variadic())
	case *types.Interface:
		if t.NumMethods() == 0 {
			return anyType
		}
		return m.declare_(t, t, TypeString(t), packageOf(t))
	case *types.Struct:
		for f := range t.Fields() {
			if f.Embedded() {
				return m.embedding(t)
			}
		}
		return reflect.StructOf(m.structFields(t))
	}
	panic(Decline{Msg: fmt.Sprintf("a value of type %s", t)})
}

func (m *Types) describeAll(t *types.Tuple) (list []reflect.Type) {
	for v := range t.Variables() {
		list = append(list, m.describe(v.Type()))
	}
	return list
}

func arrayOf(t *types.Array, elem reflect.Type) reflect.Type {
	if t.Len() > 1<<40 {
		panic(Decline{Msg: fmt.Sprintf("type %s is too large", t)})
	}
	return reflect.ArrayOf(int(t.Len()), elem)
}

var chanDirs = [...]reflect.ChanDir{types.SendRecv: reflect.BothDir, types.SendOnly: reflect.SendDir, types.RecvOnly: reflect.RecvDir}

// structFields returns the fields of a struct without embedded ones for package reflect.
func (m *Types) structFields(t *types.Struct) []reflect.StructField {
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

// namedType makes the reflect.Type of a named type.
func (m *Types) namedType(t *types.Named) reflect.Type {
	obj := t.Obj()
	switch {
	case m.IsOwn(t):
		return m.declare_(t, t.Underlying(), TypeString(t), pathOf(obj))
	case obj.Pkg() == nil && obj.Name() == "error":
		return ErrorType
	case obj.Pkg() == nil:
		return anyType
	}
	if rt := m.compiled(obj); rt != nil {
		return rt
	}
	panic(Decline{Msg: fmt.Sprintf("type %s, which is not among the compiled symbols", TypeString(t))})
}

// embedding makes the type of an unnamed struct with embedded fields.
func (m *Types) embedding(t *types.Struct) reflect.Type {
	text := TypeString(t)
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

// packageOf returns the import path of the package of the unexported names of a struct or an
// interface type.
func packageOf(t types.Type) string {
	var names iter.Seq[types.Object] = func(func(types.Object) bool) {}
	switch t := t.(type) {
	case *types.Struct:
		names = objects(t.Fields())
	case *types.Interface:
		names = objects(t.Methods())
	}
	for f := range names {
		if !f.Exported() && f.Pkg() != nil {
			return f.Pkg().Path()
		}
	}
	return ""
}

// objects returns the elements of a sequence as objects.
func objects[T types.Object](seq iter.Seq[T]) iter.Seq[types.Object] {
	return func(yield func(types.Object) bool) {
		for x := range seq {
			if !yield(x) {
				return
			}
		}
	}
}

// kindOf returns the kind of the values of a type.
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

// TypeString returns a type as %T prints it.
func TypeString(t types.Type) string {
	if t == nil {
		return "<nil>"
	}
	return typeText(t)
}

// WithoutReceiver returns the type of a method without its receiver.
func WithoutReceiver(t reflect.Type) reflect.Type {
	var in, out []reflect.Type
	for i := 1; i < t.NumIn(); i++ {
		in = append(in, t.In(i))
	}
	for i := range t.NumOut() {
		out = append(out, t.Out(i))
	}
	return reflect.FuncOf(in, out, t.IsVariadic())
}
