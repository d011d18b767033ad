// reflect: reading and setting values, calling functions and methods, making new values.

package main

import (
	"fmt"
	"reflect"
)

type conf struct {
	Host string
	Port int
	priv bool
	Opts map[string]int
	List []float64
	Ptr  *int
}

func (c conf) Addr(proto string) string { return fmt.Sprintf("%s://%s:%d", proto, c.Host, c.Port) }
func (c *conf) Set(h string)            { c.Host = h }

func dump(v reflect.Value, ind string) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fmt.Println(ind+v.Type().Field(i).Name, v.Field(i).Kind(), v.Field(i).CanSet())
			dump(v.Field(i), ind+" ")
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			fmt.Println(ind, i, v.Index(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			fmt.Println(ind, k, v.MapIndex(k))
		}
	case reflect.Pointer:
		fmt.Println(ind, "nil:", v.IsNil())
	}
}

func main() {
	c := conf{"h", 80, true, map[string]int{"a": 1}, []float64{1.5}, nil}
	v := reflect.ValueOf(&c).Elem()
	dump(v, "")
	v.FieldByName("Host").SetString("new")
	v.Field(1).SetInt(8080)
	v.FieldByName("List").Set(reflect.Append(v.FieldByName("List"), reflect.ValueOf(2.5)))
	v.FieldByName("Opts").SetMapIndex(reflect.ValueOf("z"), reflect.ValueOf(26))
	v.FieldByName("Ptr").Set(reflect.ValueOf(new(int)))
	fmt.Println(c.Host, c.Port, c.List, c.Opts, *c.Ptr)
	out := reflect.ValueOf(c).MethodByName("Addr").Call([]reflect.Value{reflect.ValueOf("http")})
	fmt.Println(out[0], len(out))
	reflect.ValueOf(&c).MethodByName("Set").Call([]reflect.Value{reflect.ValueOf("called")})
	fmt.Println(c.Host, reflect.ValueOf(c).MethodByName("Set").IsValid())
	sum := reflect.ValueOf(func(a, b int) (int, error) { return a + b, nil }).Call([]reflect.Value{reflect.ValueOf(2), reflect.ValueOf(3)})
	fmt.Println(sum[0].Int(), sum[1].IsNil())
	n := reflect.New(reflect.TypeOf(c)).Elem().Interface().(conf)
	fmt.Printf("%+v\n", n)
	swap := reflect.MakeFunc(reflect.TypeOf(func(a, b string) (string, string) { return "", "" }), func(in []reflect.Value) []reflect.Value { return []reflect.Value{in[1], in[0]} })
	fmt.Println(swap.Interface().(func(a, b string) (string, string))("x", "y"))
	fmt.Println(reflect.Zero(reflect.TypeOf(c)).IsZero(), v.IsZero())
}
