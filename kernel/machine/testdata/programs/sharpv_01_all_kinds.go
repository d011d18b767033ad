// %#v of own types of every kind.

package main

import "fmt"

type P struct {
	X, Y int
	n    string
}
type I int
type S string
type L []P
type M map[string]I
type F float64
type B bool
type Fn func()
type N struct {
	P    *P
	any  any
	err  error
	next *N
}
type G[T any] struct{ V T }

func main() {
	fmt.Printf("%#v\n%#v\n", P{1, 2, "q"}, &P{3, 4, ""})
	fmt.Printf("%#v %#v %#v %#v\n", I(5), S("s"), F(2.5), B(true))
	fmt.Printf("%#v\n%#v\n", L{{1, 2, "a"}}, M{"b": 2, "a": 1})
	fmt.Printf("%#v %#v %#v\n", L(nil), M(nil), Fn(nil))
	fmt.Printf("%#v\n", N{any: I(3)})
	fmt.Printf("%#v %#v\n", []any{1, "a", nil, I(2), 'x', 2.0, true}, [2]I{1, 2})
	fmt.Printf("%#v %#v\n", struct {
		A int
		b S
	}{1, "z"}, map[P]bool{{1, 2, "k"}: true})
	fmt.Printf("%#v %#v\n", G[int]{4}, G[[]S]{[]S{"g"}})
	fmt.Printf("%#v %#v %#v %#v\n", []byte("hi"), "q\"uote`", uint8(7), uintptr(8))
	fmt.Printf("%#v %#v %#v\n", 1e6, 1e21, float32(0.1))
	fmt.Printf("%#v %#v %#v\n", []string(nil), []string{}, map[string][]int{"k": {1}})
	fmt.Printf("%#v %#v %#v\n", 1+2i, struct{}{}, [0]int{})
	fmt.Printf("%#x %#o %#q %#U\n", 255, 8, "b", 'é')
}
