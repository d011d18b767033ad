package main

import (
	"fmt"
	"reflect"
)

type E struct{}
type G[T any] struct{ v T }
type Empty[T any] struct{}

func f[T any]() any {
	type L struct{ x T }
	type N struct{}
	return []any{L{}, N{}, G[L]{}, Empty[N]{}}
}

func main() {
	type L struct{}
	fmt.Printf("%T %T %T\n", E{}, L{}, Empty[L]{})
	for _, x := range f[int]().([]any) {
		fmt.Printf("%T %v %s %q\n", x, reflect.TypeOf(x), reflect.TypeOf(x).Name(), reflect.TypeOf(x).String())
	}
	for _, x := range f[L]().([]any) {
		fmt.Printf("%T %v %s %s\n", x, reflect.TypeOf(x), reflect.TypeOf(x).Name(), reflect.TypeOf(x).PkgPath())
	}
	for _, x := range f[G[E]]().([]any) {
		fmt.Printf("%T %v %s\n", x, reflect.TypeOf(x), reflect.TypeOf(x).Name())
	}
	fmt.Println(reflect.TypeOf(E{}) == reflect.TypeOf(L{}), reflect.TypeOf(f[int]().([]any)[0]) == reflect.TypeOf(f[int]().([]any)[0]))
	fmt.Println(reflect.TypeFor[Empty[int]](), reflect.TypeFor[Empty[map[string]E]](), reflect.TypeFor[*G[[]L]]())
	{
		type L int
		fmt.Printf("%T %T\n", L(1), G[L]{})
		fmt.Println(reflect.TypeOf(L(1)), reflect.TypeFor[G[L]]().Name())
	}
}
