// Finalizers.
//
// The type of a named pointer is a struct with one field in the machine, so that its values are
// different from those of other pointer types. The garbage collector needs the pointer itself. So
// runtime.SetFinalizer gets the pointer and a function that takes it. Arguments for which Go's
// runtime would end the process are a panic here.

package machine

import (
	"reflect"
	"runtime"
	"unsafe"
)

func finalizerSpecials() {
	specials["runtime.SetFinalizer"] = func(m *Machine, f *Func, q fp) bool {
		m.setFinalizer(*at[any](q, f.params.offsets[0]), *at[any](q, f.params.offsets[1]))
		return true
	}
}

func (m *Machine) setFinalizer(obj, finalizer any) {
	fail := func(text string) { panic(runtimeError("runtime.SetFinalizer: " + text)) }
	if obj == nil {
		fail("first argument is nil")
	}
	typ := reflect.TypeOf(obj)
	p := pointerOf(reflect.ValueOf(obj))
	if !p.IsValid() {
		fail("first argument is " + m.TypeOf(obj) + ", not pointer")
	}
	if p.IsNil() {
		fail("first argument is a nil pointer")
	}
	runtime.SetFinalizer(p.Interface(), nil) // one that was set before would end the process
	if finalizer == nil {
		return
	}
	f := reflect.ValueOf(finalizer)
	if f.Kind() != reflect.Func {
		fail("second argument is " + m.TypeOf(finalizer) + ", not a function")
	}
	if f.IsNil() {
		fail("second argument is a nil function")
	}
	mismatch := "cannot pass " + m.TypeOf(obj) + " to finalizer " + m.TypeOf(finalizer)
	if f.Type().IsVariadic() || f.Type().NumIn() != 1 {
		fail(mismatch)
	}
	in := f.Type().In(0)
	if in == p.Type() && typ == in {
		runtime.SetFinalizer(p.Interface(), finalizer)
		return
	}
	switch named := typ != p.Type(); {
	case in.Kind() == reflect.Interface:
		if !typ.Implements(in) {
			fail(mismatch)
		}
		in = typ
	case in == typ, in == p.Type():
	case named || !pointerOf(reflect.Zero(in)).IsValid() || pointerOf(reflect.Zero(in)).Type() != p.Type():
		fail(mismatch)
	}
	call := func(args []reflect.Value) []reflect.Value {
		v := reflect.New(in)
		*(*unsafe.Pointer)(v.UnsafePointer()) = args[0].UnsafePointer()
		f.Call([]reflect.Value{v.Elem()})
		return nil
	}
	runtime.SetFinalizer(p.Interface(), reflect.MakeFunc(reflect.FuncOf([]reflect.Type{p.Type()}, nil, false), call).Interface())
}

// pointerOf is the pointer that v is, or that the machine's value of a named pointer type holds;
// the zero Value if v is something else.
func pointerOf(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Pointer {
		return v
	}
	if v.Kind() == reflect.Struct && v.NumField() == 1 && v.Field(0).Kind() == reflect.Pointer && v.Type().Field(0).Tag.Get("machine") != "" {
		return v.Field(0)
	}
	return reflect.Value{}
}
