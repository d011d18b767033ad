// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"reflect"
	"unsafe"

	"polka/internal/plural"
	"polka/internal/size"
)

// sizeLimit is how many values sizeOf looks at.
const sizeLimit = 100_000

// sizeOf describes the size of a variable: its number of elements, and the number of bytes that it
// and everything it refers to occupy. It returns "" while goroutines of cells are running.
func (s *Session) sizeOf(name string) string {
	symbol, ok := s.c.SymbolOf(name)
	if !ok {
		return ""
	}
	v, ok := s.vm.Exported(symbol)
	if !ok || !v.CanAddr() {
		return ""
	}
	s.mu.Lock()
	alive := s.alive
	s.mu.Unlock()
	if alive > 0 {
		return "" // a goroutine may be changing the variable
	}
	m := measure{seen: map[unsafe.Pointer]bool{}}
	bytes := uint64(v.Type().Size()) + m.beyond(v)
	text := size.Rounded(bytes)
	if m.looked >= sizeLimit {
		text = "over " + text
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		text = plural.Count(v.Len(), "element") + ", " + text
	}
	return text
}

// A measure adds up memory, counting each piece once.
type measure struct {
	seen   map[unsafe.Pointer]bool
	looked int
}

// beyond returns the number of bytes that v refers to, not counting v itself.
func (m *measure) beyond(v reflect.Value) (sum uint64) {
	if m.looked++; m.looked > sizeLimit {
		return 0
	}
	switch v.Kind() {
	case reflect.String:
		if v.Len() > 0 && m.first(unsafe.Pointer(unsafe.StringData(v.String()))) {
			sum = uint64(v.Len())
		}
	case reflect.Slice:
		if v.Len() == 0 || !m.first(v.UnsafePointer()) {
			return 0
		}
		sum = uint64(v.Cap()) * uint64(v.Type().Elem().Size())
		if refers(v.Type().Elem()) {
			for i := range v.Len() {
				sum += m.beyond(v.Index(i))
			}
		}
	case reflect.Array:
		if refers(v.Type().Elem()) {
			for i := range v.Len() {
				sum += m.beyond(v.Index(i))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			sum += m.beyond(v.Field(i))
		}
	case reflect.Pointer:
		if !v.IsNil() && m.first(v.UnsafePointer()) {
			sum = uint64(v.Type().Elem().Size()) + m.beyond(v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() {
			sum = uint64(v.Elem().Type().Size()) + m.beyond(v.Elem())
		}
	case reflect.Map:
		if v.IsNil() || !m.first(v.UnsafePointer()) {
			return 0
		}
		each := uint64(v.Type().Key().Size() + v.Type().Elem().Size())
		sum = uint64(v.Len()) * each
		if refers(v.Type().Key()) || refers(v.Type().Elem()) {
			for i := v.MapRange(); i.Next() && m.looked <= sizeLimit; {
				sum += m.beyond(i.Key()) + m.beyond(i.Value())
			}
		}
	}
	return sum
}

// first reports whether p is seen for the first time.
func (m *measure) first(p unsafe.Pointer) bool {
	if m.seen[p] {
		return false
	}
	m.seen[p] = true
	return true
}

// refers reports whether values of type t may refer to other memory that is measured.
func refers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String, reflect.Slice, reflect.Pointer, reflect.Interface, reflect.Map:
		return true
	case reflect.Array:
		return refers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if refers(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}
