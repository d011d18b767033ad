// SPDX-License-Identifier: BSD-3-Clause

// Interface values with methods: which types implement an interface type, and with which table. The
// tables are those of Go's runtime, which makes them for types of cells as for others.

package memory

import (
	"go/types"
	"reflect"
	"sync/atomic"
	"unsafe"

	"polka/kernel/machine/descriptor"
)

// An IfaceEntry is the table for values of one dynamic type in an interface type.
type IfaceEntry struct {
	Typ, Tab unsafe.Pointer // Tab is nil if the type lacks methods
}

// MakeIface is v, which implements the interface type t, as a value of it.
func (m *Types) MakeIface(t *Type, v any) Iface {
	h := (*Eface)(unsafe.Pointer(&v))
	if h.Type == nil {
		return Iface{}
	}
	return Iface{m.IfaceEntry(t, h.Type).Tab, h.Data}
}

// IfaceEntry returns the entry of the interface type t for the type with the word w.
func (m *Types) IfaceEntry(t *Type, w unsafe.Pointer) *IfaceEntry {
	now := m.currentWord(w)
	if e, ok := t.Entries.Load(now); ok && now == w {
		return e.(*IfaceEntry)
	}
	e := &IfaceEntry{Typ: w, Tab: descriptor.Table(t.Reflect, typeOfWord(now))}
	if now == w {
		t.Entries.Store(w, e)
	}
	return e
}

// typeOfWord returns the type with a type word.
func typeOfWord(w unsafe.Pointer) reflect.Type {
	e := Eface{Type: w}
	return reflect.TypeOf(*(*any)(unsafe.Pointer(&e)))
}

// Test makes the test of a type assertion or a case of a type switch.
func (m *Types) Test(t *Type) func(any) bool {
	if !t.IsInterface() {
		w := t.Word
		return func(v any) bool {
			h := (*Eface)(unsafe.Pointer(&v))
			return h.Type == w || m.Superseded.Load() && m.currentWord(h.Type) == m.currentWord(w)
		}
	}
	if t.Rep == RepEface {
		return func(v any) bool { return v != nil }
	}
	var last atomic.Pointer[IfaceEntry]
	return func(v any) bool {
		h := (*Eface)(unsafe.Pointer(&v))
		if h.Type == nil {
			return false
		}
		e := last.Load()
		if e == nil || e.Typ != h.Type || m.Superseded.Load() {
			e = m.IfaceEntry(t, h.Type)
			last.Store(e)
		}
		return e.Tab != nil
	}
}

// Missing returns the name of a method that the interface type t has, and v has not; "" if there is
// none.
func (m *Types) Missing(v any, t *Type) string {
	i := t.Go.Underlying().(*types.Interface)
	if i.NumMethods() == 0 || m.IfaceEntry(t, (*Eface)(unsafe.Pointer(&v)).Type).Tab != nil {
		return ""
	}
	m.Mu.Lock()
	defer m.Mu.Unlock()
	if vt := m.TypeOfValue(v); vt != nil && vt.Go != nil {
		if f, _ := types.MissingMethod(vt.Go, i, true); f != nil {
			return f.Name()
		}
	}
	rt := reflect.TypeOf(v)
	for f := range i.Methods() {
		meth, ok := rt.MethodByName(f.Name())
		if !ok || WithoutReceiver(meth.Type) != m.ReflectFor(PlainSignature(f)) {
			return f.Name()
		}
	}
	return i.Method(0).Name()
}

// AssertionError returns the error of x.(t) for the dynamic value v of x, which is of type xt.
func (m *Types) AssertionError(v any, xt, t *Type) error {
	var concrete reflect.Type
	missing := ""
	if v != nil {
		concrete = reflect.TypeOf(v)
		if t.IsInterface() {
			missing = m.Missing(v, t)
		}
	}
	inter := xt.Reflect
	if t.IsInterface() {
		inter = nil
	}
	return descriptor.AssertionError(inter, concrete, t.Reflect, missing)
}
