// SPDX-License-Identifier: BSD-3-Clause

// The parts of values, for debuggers and traces. No methods of cells are called here.

package machine

import (
	"cmp"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"unsafe"

	"polka/kernel/machine/descriptor"
	"polka/kernel/machine/internal/memory"
)

// A look describes the values of a type.
type look struct {
	kind      reflect.Kind
	elem, key *memory.Type
	len       int // of an array
	fields    []lookField
	text      bool // package fmt calls a method of the value
	compiled  bool // the type, or what it points to, is declared by a compiled package
}

type lookField struct {
	name string
	t    *memory.Type
	off  uintptr
}

type lookKey struct{}

var textTypes = []reflect.Type{reflect.TypeFor[fmt.Formatter](), memory.ErrorType, reflect.TypeFor[fmt.Stringer]()}

// look returns the look of a type.
func (m *Machine) look(t *memory.Type) *look {
	if l, ok := t.Entries.Load(lookKey{}); ok {
		return l.(*look)
	}
	rt := t.Reflect
	l := &look{kind: rt.Kind()}
	part := m.partsOf(t)
	switch l.kind {
	case reflect.Array:
		l.len, l.elem = rt.Len(), part(rt.Elem(), 0)
	case reflect.Slice, reflect.Pointer:
		l.elem = part(rt.Elem(), 0)
	case reflect.Map:
		l.key, l.elem = part(rt.Key(), 1), part(rt.Elem(), 0)
	case reflect.Struct:
		for i := range rt.NumField() {
			f := rt.Field(i)
			l.fields = append(l.fields, lookField{f.Name, part(f.Type, i), f.Offset})
		}
	}
	if l.kind != reflect.Interface {
		l.text = slices.ContainsFunc(textTypes, rt.Implements)
	}
	l.compiled = declaredByCompiled(rt)
	t.Entries.Store(lookKey{}, l)
	return l
}

// partsOf finds the records of the parts of a type: of element 0 or key 1, or of a field. They have
// types of Go unless a compiled package declares the type.
func (m *Machine) partsOf(t *memory.Type) func(rt reflect.Type, i int) *memory.Type {
	if t.Go == nil || declaredByCompiled(t.Reflect) {
		return func(rt reflect.Type, _ int) *memory.Type { return m.recordOfType(rt) }
	}
	return func(rt reflect.Type, i int) *memory.Type {
		m.Mu.Lock()
		defer m.Mu.Unlock()
		switch u := t.Go.Underlying().(type) {
		case *types.Struct:
			return m.TypeFor(u.Field(i).Type())
		case *types.Map:
			if i == 1 {
				return m.TypeFor(u.Key())
			}
			return m.TypeFor(u.Elem())
		case interface{ Elem() types.Type }:
			return m.TypeFor(u.Elem())
		}
		return m.recordOfType(rt)
	}
}

// declaredByCompiled reports whether a compiled package declares the type, or what it points to.
func declaredByCompiled(t reflect.Type) bool {
	if t.Name() == "" && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.PkgPath() != "" && !descriptor.Made(t)
}

// recordOfType returns the record of a reflect type, made if there is none.
func (m *Machine) recordOfType(rt reflect.Type) *memory.Type {
	if rt.Kind() != reflect.Interface {
		return m.BareType(rt)
	}
	t := &memory.Type{M: m.Types, Reflect: rt, Size: rt.Size(), Pointers: true, Rep: memory.BareRep(rt), Ptrs: []uintptr{0, memory.Word}}
	t.Copy, t.Zero = memory.Copier(t), memory.Zeroer(t)
	return t
}

// A mapItem is an entry of a map: the addresses of copies of the key and the element.
type mapItem struct{ key, elem unsafe.Pointer }

// sortedItems returns the entries of the map at an address, in the order in which package fmt
// prints them.
func sortedItems(t *memory.Type, at unsafe.Pointer) []mapItem {
	x := reflect.NewAt(t.Reflect, at).Elem()
	list := make([]mapItem, 0, x.Len())
	for i := x.MapRange(); i.Next(); {
		k, v := reflect.New(t.Reflect.Key()), reflect.New(t.Reflect.Elem())
		k.Elem().SetIterKey(i)
		v.Elem().SetIterValue(i)
		list = append(list, mapItem{k.UnsafePointer(), v.UnsafePointer()})
	}
	key := t.Reflect.Key()
	slices.SortStableFunc(list, func(a, b mapItem) int {
		return compareKeys(reflect.NewAt(key, a.key).Elem(), reflect.NewAt(key, b.key).Elem())
	})
	return list
}

// compareKeys compares two keys of a map by the rules that the documentation of package fmt gives.
func compareKeys(a, b reflect.Value) int {
	switch {
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	case a.CanComplex():
		x, y := a.Complex(), b.Complex()
		return cmp.Or(cmp.Compare(real(x), real(y)), cmp.Compare(imag(x), imag(y)))
	}
	switch a.Kind() {
	case reflect.String:
		return cmp.Compare(a.String(), b.String())
	case reflect.Bool:
		switch {
		case a.Bool() == b.Bool():
			return 0
		case a.Bool():
			return 1
		}
		return -1
	case reflect.Pointer, reflect.UnsafePointer, reflect.Chan:
		return cmp.Compare(a.Pointer(), b.Pointer())
	case reflect.Struct:
		for i := range a.NumField() {
			if c := compareKeys(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
	case reflect.Array:
		for i := range a.Len() {
			if c := compareKeys(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
	case reflect.Interface:
		switch {
		case a.IsNil() && b.IsNil():
			return 0
		case a.IsNil():
			return -1
		case b.IsNil():
			return 1
		case a.Elem().Type() != b.Elem().Type():
			return cmp.Compare(uintptr(memory.TypeWord(a.Elem().Type())), uintptr(memory.TypeWord(b.Elem().Type())))
		}
		return compareKeys(a.Elem(), b.Elem())
	}
	return 0
}
