// SPDX-License-Identifier: BSD-3-Clause

// The descriptors of the machine's own types. A descriptor begins with a name, a kind and a layout,
// and gets its parts and its methods when everything that they mention has begun.

package memory

import (
	"go/types"
	"reflect"
	"strconv"
	"unsafe"

	"polka/kernel/machine/descriptor"
)

// layoutOf returns a type with the size and the pointers of t. All types that t holds by value
// exist then.
func (m *Types) layoutOf(t types.Type) reflect.Type {
	t = m.Canonical(t)
	if r, ok := m.records.At(t).(*Type); ok {
		return r.Reflect
	}
	if n, ok := t.(*types.Named); ok {
		return m.describe(n)
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Chan:
		return PointerType
	case *types.Map:
		return reflect.TypeFor[map[int]int]()
	case *types.Signature:
		return reflect.TypeFor[func()]()
	case *types.Slice:
		return reflect.TypeFor[[]unsafe.Pointer]()
	case *types.Interface:
		if u.NumMethods() > 0 {
			return ErrorType
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
func (m *Types) structLayout(u *types.Struct) reflect.Type {
	fields := make([]reflect.StructField, u.NumFields())
	for i := range fields {
		fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: m.layoutOf(u.Field(i).Type())}
		if u.Field(i).Name() == "_" {
			fields[i].Name, fields[i].PkgPath = "_", "main" // the compiler does not compare it
		}
	}
	return reflect.StructOf(fields)
}

// declare_ makes a type of the machine's own: t with the underlying type u.
func (m *Types) declare_(t, u types.Type, text, path string) reflect.Type {
	_, named := t.(*types.Named)
	params := 0
	if sig, ok := u.(*types.Signature); ok {
		params = sig.Params().Len() + sig.Results().Len()
	}
	layout := m.layoutOf(u)
	if r, ok := m.records.At(t).(*Type); ok { // made on the way
		return r.Reflect
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
func (m *Types) setParts(d *descriptor.Type, u types.Type) {
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

// NamedOf returns the named type that t is or points to, nil if there is none.
func NamedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}
