// SPDX-License-Identifier: BSD-3-Clause

// Lists of structs and maps as columns.
//
// The columns of structs are known from their type, so that each is collected by itself, without
// looking at the others. The columns of maps, and of interface values with either, are found by
// looking at all rows.

package frame

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// columnsOf returns the columns of n values of a Go type.
func columnsOf(n int, t reflect.Type, at func(i int) reflect.Value) []Column {
	base := t
	if base.Kind() == reflect.Pointer {
		base = base.Elem()
	}
	if isRecord(base) {
		var columns []Column
		for _, f := range fieldsOf(base, nil) {
			c := collect(n, f.typ, func(i int) reflect.Value { return f.of(at(i)) })
			c.Name = f.name
			columns = append(columns, c)
		}
		return columns
	}
	if base.Kind() == reflect.Map || base.Kind() == reflect.Interface {
		if columns, ok := keyed(n, at); ok {
			return columns
		}
	}
	c := collect(n, t, at)
	c.Name = "value"
	return []Column{c}
}

// isRecord reports whether a type is a struct that is a row, not a value such as a time.
func isRecord(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t != timeType && !shown(t) && !shown(reflect.PointerTo(t)) && len(fieldsOf(t, nil)) > 0
}

// A field is a field of a struct, or of a struct embedded in it.
type field struct {
	name  string
	typ   reflect.Type
	index []int
}

// fieldsOf returns the exported fields of a struct type. Index is where it is embedded.
func fieldsOf(t reflect.Type, index []int) (list []field) {
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(slices.Clip(index), i)
		if f.Anonymous && f.Type.Kind() == reflect.Struct && f.Type != timeType && !shown(f.Type) {
			list = append(list, fieldsOf(f.Type, at)...)
		} else if f.IsExported() {
			list = append(list, field{f.Name, f.Type, at})
		}
	}
	return list
}

// of returns the field of a struct, or of the struct that a pointer points to; it is invalid if the
// pointer is nil.
func (f field) of(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return reflect.Value{}
		}
		v = v.Elem()
	}
	return v.FieldByIndex(f.index)
}

// keyed returns the columns of rows that are maps or structs, behind interfaces or not. It reports
// false if some rows are neither.
func keyed(n int, at func(i int) reflect.Value) (columns []Column, ok bool) {
	cells := map[string][]reflect.Value{}
	var names []string
	sorted, some := false, false
	put := func(row int, name string, v reflect.Value) {
		list, known := cells[name]
		if !known {
			names = append(names, name)
		}
		for len(list) < row {
			list = append(list, reflect.Value{})
		}
		cells[name] = append(list, v)
	}
	for row := range n {
		v := at(row)
		for v.IsValid() && (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer) {
			v = v.Elem()
		}
		switch {
		case !v.IsValid(): // nil: a row without values
			continue
		case v.Kind() == reflect.Map && !shown(v.Type()):
			sorted = true
			for it := v.MapRange(); it.Next(); {
				put(row, fmt.Sprint(it.Key()), it.Value())
			}
		case v.Kind() == reflect.Struct && isRecord(v.Type()):
			for _, f := range fieldsOf(v.Type(), nil) {
				put(row, f.name, f.of(v))
			}
		default:
			return nil, false
		}
		some = true
	}
	if !some {
		return nil, false
	}
	if sorted {
		slices.SortFunc(names, strings.Compare)
	}
	for _, name := range names {
		list := cells[name]
		c := collect(n, reflect.TypeFor[any](), func(i int) reflect.Value {
			if i < len(list) {
				return list[i]
			}
			return reflect.Value{}
		})
		c.Name = name
		columns = append(columns, c)
	}
	return columns, true
}

// compareValues orders the keys of a map: numbers by size, others by their text.
func compareValues(a, b reflect.Value) int {
	x, y := valueOf(a), valueOf(b)
	if x.typ == y.typ && x.typ != String && x.typ != Float {
		return cmp.Compare(x.n, y.n)
	}
	if x.typ == Float && y.typ == Float {
		return cmp.Compare(x.x, y.x)
	}
	return strings.Compare(sprint(a), sprint(b))
}
