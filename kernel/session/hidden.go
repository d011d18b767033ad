package session

import (
	"reflect"
	"unsafe"
)

// hidden is a field of the interpreter that is not exported, to be read and set. The files that need one say why there
// is no other way.
func (s *Session) hidden(name string) reflect.Value {
	return open(reflect.ValueOf(s.i).Elem().FieldByName(name))
}

// open is an unexported field that can be read and set.
func open(field reflect.Value) reflect.Value {
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}
