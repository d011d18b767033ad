// Builtins of Go that rewritten cells call as functions of the runtime; package cell, print.go and
// unsafe.go, says why.

package session

import (
	"fmt"
	"reflect"
	"strconv"

	"polka/kernel/cell"
	"polka/kernel/engine"
)

// print is the builtin print. kinds has a letter for each argument: i for one of an interface type.
func (s *Session) print(kinds string, args ...any) {
	var b []byte
	for i, v := range args {
		b = appendPrinted(b, v, kinds[i] == 'i')
	}
	s.write(engine.Stderr, b)
}

// println is the builtin println.
func (s *Session) println(kinds string, args ...any) {
	var b []byte
	for i, v := range args {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendPrinted(b, v, kinds[i] == 'i')
	}
	s.write(engine.Stderr, append(b, '\n'))
}

// appendPrinted adds v as Go's runtime prints it. Addresses are those of the interpreter's values.
func appendPrinted(b []byte, v any, isInterface bool) []byte {
	address := func(p uintptr) []byte { return strconv.AppendUint(append(b, "0x"...), uint64(p), 16) }
	rv := reflect.ValueOf(v)
	if isInterface {
		if v == nil {
			return append(b, "(0x0,0x0)"...)
		}
		b = append(b, '(')
		b = address(reflect.ValueOf(rv.Type()).Pointer())
		b = append(b, ',')
		p := reflect.New(rv.Type()).Pointer()
		if rv.Kind() == reflect.Pointer {
			p = rv.Pointer()
		}
		return append(address(p), ')')
	}
	switch rv.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(b, rv.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(b, rv.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return strconv.AppendUint(b, rv.Uint(), 10)
	case reflect.Float32:
		return strconv.AppendFloat(b, rv.Float(), 'g', -1, 32)
	case reflect.Float64:
		return strconv.AppendFloat(b, rv.Float(), 'g', -1, 64)
	case reflect.Complex64:
		return append(b, strconv.FormatComplex(rv.Complex(), 'g', -1, 64)...)
	case reflect.Complex128:
		return append(b, strconv.FormatComplex(rv.Complex(), 'g', -1, 128)...)
	case reflect.String:
		return append(b, rv.String()...)
	case reflect.Slice:
		b = strconv.AppendInt(append(b, '['), int64(rv.Len()), 10)
		b = strconv.AppendInt(append(b, '/'), int64(rv.Cap()), 10)
		b = append(b, ']')
		return address(rv.Pointer())
	case reflect.Pointer, reflect.UnsafePointer, reflect.Chan, reflect.Map, reflect.Func:
		return address(rv.Pointer())
	}
	return append(b, "0x0"...) // nil
}

// equal is x == y for values of interfaces.
func equal(x, y any) bool { return unwrapped(x) == unwrapped(y) }

// unwrapped is the value of a cell that the interpreter has put into a wrapper, which has its methods, or
// together with what it knows of its type.
func unwrapped(x any) any {
	v := reflect.ValueOf(x)
	if v.IsValid() && isKept(v.Type()) {
		return keptValue(v)
	}
	if v.Kind() == reflect.Struct && v.NumField() > 0 && v.Type().Field(0).Name == "IValue" {
		return v.Field(0).Interface()
	}
	return x
}

// typeName is the name of v's type.
func typeName(v any) string {
	if v = unwrapped(v); v == nil {
		return "<nil>"
	}
	return cell.Plain(reflect.TypeOf(v).String())
}

// noMethod panics because v has no such method.
func noMethod(v any, iface, method string) {
	if v == nil {
		panic(runtimeError("interface conversion: interface is nil, not " + iface))
	}
	panic(runtimeError("interface conversion: " + typeName(v) + " is not " + iface + ": missing method " + method))
}

// sliceAt is unsafe.Slice.
func sliceAt(p any, n int) any {
	v := reflect.ValueOf(p)
	t := reflect.SliceOf(v.Type().Elem())
	switch {
	case n < 0:
		panic(runtimeError("unsafe.Slice: len out of range"))
	case v.IsNil() && n > 0:
		panic(runtimeError("unsafe.Slice: ptr is nil and len is not zero"))
	case v.IsNil():
		return reflect.Zero(t).Interface()
	}
	return reflect.SliceAt(v.Type().Elem(), v.UnsafePointer(), n).Interface()
}

// sliceData is unsafe.SliceData.
func sliceData(s any) any {
	v := reflect.ValueOf(s)
	if v.Cap() == 0 {
		return reflect.NewAt(v.Type().Elem(), v.UnsafePointer()).Interface()
	}
	return v.Slice(0, 1).Index(0).Addr().Interface()
}

// A mark is the field of a cell's struct types that have no other; package cell, emptystruct.go, says why.
type mark struct{}

// Format prints nothing.
func (mark) Format(fmt.State, rune) {}
