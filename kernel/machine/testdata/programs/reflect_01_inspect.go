// reflect on own types: names, kinds, fields, tags, methods.

package main

import (
	"fmt"
	"reflect"
)

type Inner struct{ A, b int }
type Person struct {
	Name  string `json:"name" db:"n"`
	age   int
	Inner `x:"y"`
	Tags  []string
	next  *Person
	F     func(int) string
}

func (p Person) Hello(s string) string { return p.Name + " says " + s }
func (p Person) Age() int              { return p.age }
func (p *Person) Birthday()            { p.age++ }

type ID int
type Names []string
type Shape interface{ Area() float64 }

func main() {
	t := reflect.TypeOf(Person{})
	fmt.Println(t, t.Name(), t.Kind(), t.NumField(), t.NumMethod(), reflect.TypeOf(&Person{}).NumMethod(), t.PkgPath())
	for i := range t.NumField() {
		f := t.Field(i)
		fmt.Println(f.Name, f.Type, f.Tag.Get("json"), f.Tag, f.IsExported(), f.Anonymous, f.Index)
	}
	for i := range reflect.TypeOf(&Person{}).NumMethod() {
		m := reflect.TypeOf(&Person{}).Method(i)
		fmt.Println(m.Name, m.Type)
	}
	f, ok := t.FieldByName("A")
	fmt.Println(f.Name, f.Index, ok)
	_, ok = t.FieldByName("zzz")
	fmt.Println(ok)
	for _, v := range []any{ID(1), Names{"a"}, map[ID]Names{}, &ID2{}, [2]ID{}, func(ID) error { return nil }, make(chan ID)} {
		t := reflect.TypeOf(v)
		fmt.Printf("%v %q %v\n", t, t.Name(), t.Kind())
	}
	st := reflect.TypeOf((*Shape)(nil)).Elem()
	fmt.Println(st.Kind(), st.NumMethod(), st.Method(0).Name, reflect.TypeOf(ID2{}).Implements(st), reflect.TypeFor[ID]().Implements(st))
}

type ID2 struct{}

func (ID2) Area() float64 { return 1 }
