// The names that %T prints for own, composed and predeclared types.

package main

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"time"
)

type point struct{ x int }
type num int
type fn func(a, b int) (string, error)
type list[T any] struct{ v T }
type pair[K comparable, V any] struct {
	k K
	v V
}
type iface interface{ M() }
type alias = point

func (point) M() {}

func main() {
	type local struct{}
	var i iface = point{}
	fmt.Printf("%T %T %T %T\n", point{}, &point{}, []point{}, map[string]*point{})
	fmt.Printf("%T %T %T %T\n", num(1), fn(nil), local{}, alias{})
	fmt.Printf("%T %T %T\n", list[int]{}, pair[string, []num]{}, list[list[point]]{})
	fmt.Printf("%T %T %T\n", i, &i, []iface{i})
	fmt.Printf("%T %T %T %T %T\n", 'a', "a"[0], 1, 1.5, 2i)
	fmt.Printf("%T %T %T\n", struct {
		A int `json:"a"`
		b []string
	}{}, struct{}{}, [3]bool{})
	fmt.Printf("%T %T %T %T\n", make(chan int), make(<-chan point), make(chan<- num), func(...any) {})
	fmt.Printf("%T %T %T %T\n", nil, errors.New("x"), fmt.Errorf("%w", io.EOF), error(nil))
	fmt.Printf("%T %T %T\n", point.M, point{}.M, fmt.Sprint)
	for k, v := range map[rune]byte{'k': 'v'} {
		fmt.Printf("%T %T\n", k, v)
	}
	fmt.Printf("%T %T %T\n", time.Second, []byte(nil), []rune("x"))
	fmt.Printf("%T %T\n", map[point]map[num]interface{ M() }{}, [2][]any{})
	fmt.Printf("%v %T\n", reflect.TypeOf(point{}), reflect.TypeOf(1))
}
