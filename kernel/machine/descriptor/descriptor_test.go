// SPDX-License-Identifier: BSD-3-Clause

package descriptor

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"testing"
	"unsafe"
)

// functionValue is what a variable of function type holds.
func functionValue(v reflect.Value) unsafe.Pointer {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return *(*unsafe.Pointer)(p.UnsafePointer())
}

// makeMethod makes a method from a function whose first parameter is a value of type t.
func makeMethod(t *Type, name string, sig reflect.Type, f func(recv reflect.Value, args []reflect.Value) []reflect.Value) (value, pointer Method) {
	in := []reflect.Type{t.Pointer()}
	var out []reflect.Type
	for i := range sig.NumIn() {
		in = append(in, sig.In(i))
	}
	for i := range sig.NumOut() {
		out = append(out, sig.Out(i))
	}
	word := functionValue(reflect.MakeFunc(reflect.FuncOf(in, out, sig.IsVariadic()), func(args []reflect.Value) []reflect.Value { return f(args[0].Elem(), args[1:]) }))
	in[0] = t.Type()
	plain := functionValue(reflect.MakeFunc(reflect.FuncOf(in, out, sig.IsVariadic()), func(args []reflect.Value) []reflect.Value { return f(args[0], args[1:]) }))
	return Method{Name: name, Type: sig, Word: word, Value: plain}, Method{Name: name, Type: sig, Word: word}
}

func TestNamedInt(t *testing.T) {
	s := new(Scope)
	d := s.New(Declaration{Kind: reflect.Int, PkgPath: "main", String: "main.Celsius", Named: true, Layout: reflect.TypeFor[int](), Comparable: true, Methods: 1, PointerMethods: 1})
	v, p := makeMethod(d, "String", reflect.TypeFor[func() string](), func(recv reflect.Value, _ []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(fmt.Sprint(recv.Int(), " degrees"))}
	})
	d.SetMethods([]Method{v}, []Method{p})
	x := reflect.New(d.Type())
	x.Elem().SetInt(21)
	i := x.Elem().Interface()
	for _, c := range []struct{ got, want string }{
		{fmt.Sprint(i), "21 degrees"},
		{fmt.Sprintf("%T %d %v %v", i, i, x.Interface(), []any{i}), "main.Celsius 21 21 degrees [21 degrees]"},
		{reflect.TypeOf(i).Name() + " " + reflect.TypeOf(i).PkgPath() + " " + x.Type().String(), "Celsius main *main.Celsius"},
		{fmt.Sprint(reflect.ValueOf(i).Method(0).Call(nil)[0]), "21 degrees"},
		{fmt.Sprint(d.Type().Method(0).Func.Call([]reflect.Value{reflect.ValueOf(i)})[0]), "21 degrees"},
		{fmt.Sprint(reflect.PointerTo(d.Type()) == d.Pointer(), i == x.Elem().Interface(), reflect.TypeFor[int]().ConvertibleTo(d.Type())), "true true true"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
	s.Close()
	defer func() {
		if r := recover(); r == nil {
			t.Error("a method of a closed scope has returned")
		}
	}()
	_ = i.(fmt.Stringer).String()
}

// TestRecursion makes struct types that contain each other.
func TestRecursion(t *testing.T) {
	s := new(Scope)
	word := reflect.TypeFor[unsafe.Pointer]()
	field := func(t reflect.Type) reflect.StructField { return reflect.StructField{Name: "F", Type: t} }
	inner := reflect.StructOf([]reflect.StructField{field(word), {Name: "G", Type: reflect.TypeFor[int]()}})
	list := s.New(Declaration{Kind: reflect.Struct, PkgPath: "main", String: "main.List", Named: true, Comparable: true,
		Layout: reflect.StructOf([]reflect.StructField{field(inner), {Name: "G", Type: reflect.TypeFor[int]()}})})
	elem := s.New(Declaration{Kind: reflect.Struct, PkgPath: "main", String: "main.Element", Named: true, Comparable: true, Layout: inner})
	elem.SetFields([]Field{{Name: "list", Type: list.Pointer()}, {Name: "Value", Type: reflect.TypeFor[int]()}})
	list.SetFields([]Field{{Name: "Root", Type: elem.Type(), Tag: `json:"root"`}, {Name: "Len", Type: reflect.TypeFor[int]()}})
	l := reflect.New(list.Type())
	l.Elem().Field(0).Field(1).SetInt(7)
	l.Elem().Field(1).SetInt(1)
	if b, err := json.Marshal(l.Interface()); err != nil || string(b) != `{"root":{"Value":7},"Len":1}` {
		t.Errorf("json.Marshal: %s, %v", b, err)
	}
	if got := fmt.Sprintf("%+v", l.Elem().Interface()); got != "{Root:{list:<nil> Value:7} Len:1}" {
		t.Error(got)
	}
	runtime.GC()
}

func TestInterface(t *testing.T) {
	s := new(Scope)
	i := s.New(Declaration{Kind: reflect.Interface, PkgPath: "main", String: "main.Failure", Named: true, Layout: reflect.TypeFor[error](), Comparable: true})
	i.SetInterface([]InterfaceMethod{{Name: "Error", Type: reflect.TypeFor[func() string]()}})
	e := errors.New("no")
	v := reflect.New(i.Type()).Elem()
	v.Set(reflect.ValueOf(e))
	if got := fmt.Sprint(v.Elem().Type(), v.Method(0).Call(nil)[0], v.Interface() == any(e), reflect.TypeFor[int]().Implements(i.Type())); got != "*errors.errorString no true false" {
		t.Error(got)
	}
	tab := Table(i.Type(), reflect.TypeOf(e))
	if tab == nil || TypeOfTable(tab) != unsafe.Pointer(descriptorOf(reflect.TypeOf(e))) || Table(i.Type(), reflect.TypeFor[int]()) != nil {
		t.Error("Table")
	}
}

// TestManyMethods needs more thunks than the table has. Where no more can be made, those of closed
// scopes are used again.
func TestManyMethods(t *testing.T) {
	s := new(Scope)
	defer func() { s.Close() }()
	for n := range tableSize + 3000 {
		if n%1000 == 0 {
			s.Close()
			s = new(Scope)
		}
		d := s.New(Declaration{Kind: reflect.Int, PkgPath: "main", String: "main.T", Named: true, Layout: reflect.TypeFor[int](), Comparable: true, PointerMethods: 1})
		_, p := makeMethod(d, "String", reflect.TypeFor[func() string](), func(recv reflect.Value, _ []reflect.Value) []reflect.Value {
			return []reflect.Value{reflect.ValueOf(fmt.Sprint(n))}
		})
		d.SetMethods(nil, []Method{p})
		if got := fmt.Sprint(reflect.New(d.Type()).Interface()); got != fmt.Sprint(n) {
			t.Fatalf("method %d returns %s", n, got)
		}
	}
}

func BenchmarkMethod(b *testing.B) {
	d := new(Scope).New(Declaration{Kind: reflect.Int, PkgPath: "main", String: "main.T", Named: true, Layout: reflect.TypeFor[int](), Comparable: true, PointerMethods: 1})
	f := func(*int) string { return "" }
	d.SetMethods(nil, []Method{{Name: "String", Type: reflect.TypeFor[func() string](), Word: functionValue(reflect.ValueOf(f))}})
	x := reflect.New(d.Type()).Interface().(fmt.Stringer)
	for b.Loop() {
		_ = x.String()
	}
}

// TestMaps notices a release of Go with other maps, for which machine code would leave all of their
// use to closures.
func TestMaps(t *testing.T) {
	if !MapsAsExpected() {
		t.Error("the runtime's maps are not as described")
	}
}
