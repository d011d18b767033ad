// Named non-struct values with methods keep value and type through any, maps, channels and closures.

package main

import (
	"fmt"
	"reflect"
)

type id int
type tags []string
type visitor func(int) bool

func (i id) next() id { return i + 1 }
func (t tags) has(s string) bool {
	for _, x := range t {
		if x == s {
			return true
		}
	}
	return false
}
func (v visitor) visit(n int) bool { return v(n) }

type nexter interface{ next() id }

func hold(v any) func() any { return func() any { return v } }
func unwrap[T any](v any) (t T, ok bool) {
	t, ok = v.(T)
	return
}

func main() {
	var a any = id(4)
	fmt.Println(a, a.(id)+1, a.(nexter).next(), a == any(id(4)), a == any(4))
	m := map[any]string{id(1): "id", 1: "int", int8(1): "int8"}
	fmt.Println(m[id(1)], m[1], m[int8(1)], m[int16(1)] == "", len(m))
	c := make(chan any, 3)
	c <- tags{"x"}
	c <- visitor(func(n int) bool { return n > 2 })
	c <- id(9)
	t := (<-c).(tags)
	fmt.Println(t.has("x"), t.has("y"), (<-c).(visitor).visit(3), (<-c).(nexter).next())
	fmt.Println(hold(t)(), hold(id(3))(), ret{hold(id(5))()}.call())
	fmt.Println(unwrap[id](a))
	fmt.Println(unwrap[int](a))
	fmt.Println(unwrap[nexter](a))
	fmt.Printf("%T %T %v\n", a, any(t), reflect.TypeOf(a).Kind())
	list := []nexter{id(1), id(2)}
	for i, n := range list {
		list[i] = n.next()
	}
	fmt.Println(list, list[0] == nexter(id(2)))
}

type thunk = func() any

func (r ret) call() any { return r.v }

type ret struct{ v any }
