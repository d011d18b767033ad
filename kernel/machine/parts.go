// SPDX-License-Identifier: BSD-3-Clause

// The parts of values, for drawing.

package machine

import (
	"image"
	"reflect"
	"strings"
	"unsafe"

	"polka/kernel/display"
	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
)

// Parts returns the parts of a value, including those that are not exported. It returns false for
// values of types that compiled packages declare.
func (m *Machine) Parts(v any) (p display.Parts, ok bool) {
	if v == nil || declaredByCompiled(reflect.TypeOf(v)) {
		return display.Parts{}, false
	}
	t := m.RecordOf(v)
	at := t.Unbox(v)
	l := m.look(t)
	p = display.Parts{Kind: l.kind, Type: t.String(), Text: l.text}
	list := func(from unsafe.Pointer, n int) {
		p.Len = n
		p.At = func(k int) any { return l.elem.ValueAt(unsafe.Add(from, uintptr(k)*l.elem.Size)).Any }
	}
	switch l.kind {
	case reflect.Slice:
		s := *(*memory.Slice)(at)
		list(s.P, s.Len)
	case reflect.Array:
		list(at, l.len)
	case reflect.Pointer:
		if to := *(*unsafe.Pointer)(at); to != nil {
			list(to, 1)
		}
	case reflect.Struct:
		for _, f := range l.fields {
			p.Names = append(p.Names, f.name)
		}
		p.Len = len(l.fields)
		p.At = func(k int) any { return l.fields[k].t.ValueAt(unsafe.Add(at, l.fields[k].off)).Any }
	case reflect.Func:
		if c := run.AnyClosure(*(*unsafe.Pointer)(at)); c != nil && c.Fn.Name != "func" {
			p.Name = strings.TrimSuffix(c.Fn.Name, "-fm")
		}
	case reflect.Chan:
		c := reflect.NewAt(t.Reflect, at).Elem()
		p.Len, p.Cap = c.Len(), c.Cap()
	case reflect.Map:
		items := sortedItems(t, at)
		p.Len = len(items)
		p.Key = func(i int) any { return l.key.ValueAt(items[i].key).Any }
		p.At = func(i int) any { return l.elem.ValueAt(items[i].elem).Any }
	}
	return p, true
}

// HasMethods reports whether methods of cells may be called where v is printed.
func (m *Machine) HasMethods(v any) bool {
	t := m.TypeOfValue(v)
	return t != nil && t.Own || !declaredByCompiled(reflect.TypeOf(v)) && memory.HoldsInterfaces(reflect.TypeOf(v))
}

// Image is v if its type has the methods of image.Image, declared by a cell.
func (m *Machine) Image(v any) (x image.Image, ok bool) {
	if v == nil || declaredByCompiled(reflect.TypeOf(v)) {
		return nil, false
	}
	x, ok = v.(image.Image)
	return x, ok
}
