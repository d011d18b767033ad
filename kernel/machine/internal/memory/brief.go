// SPDX-License-Identifier: BSD-3-Clause

// Values in a few characters, for traces and debuggers.

package memory

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Brief returns the value in about width characters, as a trace shows a variable: without type
// names, and with only the first elements of long values and one level of pointers. It calls no
// methods of cells. Values that contain themselves are cut off.
func (v Value) Brief(width int) string {
	if v.Any == nil {
		return "nil"
	}
	b := briefly{width: width}
	if b.error(v.Any) {
		return b.String()
	}
	b.value(addressableCopy(reflect.ValueOf(v.Any)), 0)
	return b.String()
}

type briefly struct {
	strings.Builder
	width int
}

func (b *briefly) full() bool { return b.Len() >= b.width }

// value writes x, which has an address.
func (b *briefly) value(x reflect.Value, depth int) {
	switch x.Kind() {
	case reflect.Bool:
		b.WriteString(strconv.FormatBool(x.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		b.WriteString(strconv.FormatInt(x.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		b.WriteString(strconv.FormatUint(x.Uint(), 10))
	case reflect.Float32, reflect.Float64:
		b.WriteString(strconv.FormatFloat(x.Float(), 'g', -1, x.Type().Bits()))
	case reflect.Complex64, reflect.Complex128:
		b.WriteString(strconv.FormatComplex(x.Complex(), 'g', -1, x.Type().Bits()))
	case reflect.String:
		b.text(x.String())
	case reflect.Slice, reflect.Array:
		b.list('[', x.Len(), depth, func(i int) { b.value(x.Index(i), depth+1) })
	case reflect.Map:
		keys := x.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(sortKey(a), sortKey(b)) })
		b.WriteString("map")
		b.list('[', len(keys), depth, func(i int) {
			b.value(addressableCopy(keys[i]), depth+1)
			b.WriteByte(':')
			b.value(addressableCopy(x.MapIndex(keys[i])), depth+1)
		})
	case reflect.Struct:
		t := x.Type()
		b.list('{', t.NumField(), depth, func(i int) {
			b.WriteString(t.Field(i).Name + ":")
			f := x.Field(i)
			b.value(reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem(), depth+1) // unexported ones as well
		})
	case reflect.Interface:
		b.dynamic(x, depth)
	case reflect.Pointer:
		switch e := x.Type().Elem(); {
		case x.IsNil():
			b.WriteString("nil")
		case depth == 0 && (e.Kind() == reflect.Struct || e.Kind() == reflect.Array):
			b.WriteByte('&')
			b.value(x.Elem(), depth+1)
		default:
			b.WriteString("&…")
		}
	case reflect.UnsafePointer:
		if x.IsNil() {
			b.WriteString("nil")
			return
		}
		b.WriteString("&…")
	default: // functions and channels
		if x.Pointer() == 0 {
			b.WriteString("nil")
			return
		}
		b.WriteString(x.Kind().String())
	}
}

// dynamic writes what an interface holds.
func (b *briefly) dynamic(x reflect.Value, depth int) {
	if x.IsNil() {
		b.WriteString("nil")
		return
	}
	v := x.Interface()
	if !b.error(v) {
		b.value(addressableCopy(reflect.ValueOf(v)), depth)
	}
}

// error writes the text of an error of compiled code, and reports whether v is one.
func (b *briefly) error(v any) bool {
	err, ok := v.(error)
	if ok {
		defer func() {
			if recover() != nil {
				b.WriteString("error")
			}
		}()
		b.text(err.Error())
	}
	return ok
}

// list writes n elements in brackets, as many as there is room for.
func (b *briefly) list(open byte, n, depth int, element func(i int)) {
	b.WriteByte(open)
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		if b.full() || depth > 4 {
			b.WriteString("…")
			break
		}
		element(i)
	}
	b.WriteByte(open + 2) // ] and } follow [ and { at this distance
}

// text writes a quoted string, or its beginning.
func (b *briefly) text(s string) {
	n := max(b.width-b.Len(), 8)
	if len(s) <= n {
		b.WriteString(strconv.Quote(s))
		return
	}
	for !utf8.RuneStart(s[n]) {
		n--
	}
	b.WriteString(strconv.Quote(s[:n]) + "…")
}

// sortKey orders the keys of a map.
func sortKey(k reflect.Value) string {
	switch {
	case k.CanInt():
		return fmt.Sprintf("%020d", uint64(k.Int())+1<<63)
	case k.CanUint():
		return fmt.Sprintf("%020d", k.Uint())
	}
	return k.String()
}

// addressableCopy returns a copy of a value that has an address.
func addressableCopy(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}
