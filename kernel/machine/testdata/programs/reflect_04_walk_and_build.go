// A generic printer and a deep copy by reflection; struct tags as column names.

package main

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

type Row struct {
	ID    int    `col:"id"`
	Name  string `col:"name"`
	Price float64
	Tags  []string `col:"tags"`
	inner int
}
type Status uint8

func (s Status) String() string { return "status" + strconv.Itoa(int(s)) }

func columns(v any) (out []string) {
	t := reflect.TypeOf(v)
	for _, f := range reflect.VisibleFields(t) {
		if !f.IsExported() {
			continue
		}
		if c, ok := f.Tag.Lookup("col"); ok {
			out = append(out, c)
		} else {
			out = append(out, strings.ToLower(f.Name))
		}
	}
	return
}

func deepCopy(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		p := reflect.New(v.Type().Elem())
		p.Elem().Set(deepCopy(v.Elem()))
		return p
	case reflect.Slice:
		s := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			s.Index(i).Set(deepCopy(v.Index(i)))
		}
		return s
	case reflect.Map:
		m := reflect.MakeMap(v.Type())
		for it := v.MapRange(); it.Next(); {
			m.SetMapIndex(it.Key(), deepCopy(it.Value()))
		}
		return m
	}
	return v
}

func clone[T any](v T) T { return deepCopy(reflect.ValueOf(v)).Interface().(T) }

func main() {
	fmt.Println(columns(Row{}), reflect.TypeOf(Row{}).NumField())
	a := map[string][]*Status{"k": {new(Status), nil}}
	b := clone(a)
	*b["k"][0] = 7
	fmt.Println(*a["k"][0], *b["k"][0], b["k"][1] == nil, len(a))
	s := Status(3)
	v := reflect.ValueOf(s)
	fmt.Println(v.Kind(), v.Type(), v.Uint(), v.Interface(), v.Interface().(fmt.Stringer).String(), v.CanSet())
	reflect.ValueOf(&s).Elem().SetUint(9)
	fmt.Println(s, reflect.ValueOf(s).Convert(reflect.TypeOf(0)).Interface())
	r := Row{ID: 1}
	f, _ := reflect.TypeOf(r).FieldByName("inner")
	fmt.Println(f.PkgPath, f.Name, reflect.ValueOf(r).FieldByName("inner").CanInterface())
	func() {
		defer func() { fmt.Println(recover()) }()
		reflect.ValueOf(&r).Elem().FieldByName("inner").SetInt(1)
	}()
	fn := reflect.ValueOf(strings.Repeat)
	fmt.Println(fn.Type(), fn.Type().NumIn(), fn.Call([]reflect.Value{reflect.ValueOf("ab"), reflect.ValueOf(2)})[0])
	st := reflect.New(reflect.TypeOf(r)).Interface().(*Row)
	st.Name = "made"
	fmt.Printf("%+v %v\n", *st, reflect.TypeOf(st).Elem().Name())
}
