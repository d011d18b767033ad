package session

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"polka/kernel/engine"
	"polka/stdlib"
)

// TestRecursive checks that the types of a group are made here: the fields of the interpreter and of
// reflection that this needs are as expected.
func TestRecursive(t *testing.T) {
	var log strings.Builder
	s, err := New(Options{
		Symbols: []Symbols{stdlib.Symbols()},
		Facts:   stdlib.Importer(),
		Log:     func(format string, args ...any) { fmt.Fprintf(&log, format+"\n", args...) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	run := func(n int, code string) engine.Reply {
		t.Helper()
		r := s.Execute(t.Context(), engine.Cell{Number: n, Code: code}, engine.Discard)
		if r.Err != nil {
			t.Fatal(r.Err.Message)
		}
		return r
	}
	run(1, "type A struct { b *B; self *A; m map[string][]*B }\ntype B struct { a *A; in A; f func(*B, ...A) chan *A }\nvar b B\nb.in.b = &b; b.a = &b.in")
	if log.Len() > 0 {
		t.Fatalf("the interpreter made the types by itself: %s", &log)
	}
	b := s.i.Globals()["b"].Type()
	a := b.Field(1).Type
	if b.NumField() != 3 || b.Field(0).Type != reflect.PointerTo(a) {
		t.Errorf("B is %v", b)
	}
	want := []reflect.Type{reflect.PointerTo(b), reflect.PointerTo(a), reflect.MapOf(reflect.TypeFor[string](), reflect.SliceOf(reflect.PointerTo(b)))}
	for i, w := range want {
		if got := a.Field(i).Type; got != w {
			t.Errorf("field %d of A is of type %v", i, got)
		}
	}
	f := reflect.FuncOf([]reflect.Type{reflect.PointerTo(b), reflect.SliceOf(a)}, []reflect.Type{reflect.ChanOf(reflect.BothDir, reflect.PointerTo(a))}, true)
	if got := b.Field(2).Type; got != f {
		t.Errorf("f is of type %v", got)
	}
}

// TestSetFieldType changes types of all sizes and refuses what does not fit.
func TestSetFieldType(t *testing.T) {
	s := reflect.StructOf([]reflect.StructField{
		{Name: "P", Type: reflect.TypeFor[*byte]()},
		{Name: "M", Type: reflect.TypeFor[map[int]int](), Tag: `test:"TestSetFieldType"`},
	})
	setFieldType(s, 0, reflect.PointerTo(s))
	setFieldType(s, 1, reflect.MapOf(reflect.TypeFor[string](), s))
	v := reflect.New(s)
	v.Elem().Field(0).Set(v)
	v.Elem().Field(1).Set(reflect.MakeMap(s.Field(1).Type))
	v.Elem().Field(1).SetMapIndex(reflect.ValueOf("x"), v.Elem())
	if got := v.Elem().Field(1).MapIndex(reflect.ValueOf("x")).Field(0).Interface(); got != v.Interface() {
		t.Error("the value is not what was stored")
	}
	for _, bad := range []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[chan int]()} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a pointer became a %v", bad)
				}
			}()
			setFieldType(s, 0, bad)
		}()
	}
}
