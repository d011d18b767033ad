// reflect.DeepEqual on own types, cycles, nil against empty, and functions.

package main

import (
	"errors"
	"fmt"
	"math"
	"reflect"
)

type node struct {
	v    int
	next *node
	tags []string
}
type named []int
type wrap struct{ a any }

func main() {
	a := &node{1, &node{2, nil, nil}, []string{"x"}}
	b := &node{1, &node{2, nil, nil}, []string{"x"}}
	fmt.Println(a == b, reflect.DeepEqual(a, b))
	b.next.v = 3
	fmt.Println(reflect.DeepEqual(a, b))
	a.next, b.next = a, b
	fmt.Println(reflect.DeepEqual(a, b))
	fmt.Println(reflect.DeepEqual([]int{}, []int(nil)), reflect.DeepEqual([]int{1}, named{1}), reflect.DeepEqual(named{1}, named{1}))
	fmt.Println(reflect.DeepEqual(map[string]named{"a": {1}}, map[string]named{"a": {1}}), reflect.DeepEqual(1, int64(1)))
	fmt.Println(reflect.DeepEqual(wrap{[]int{1}}, wrap{[]int{1}}), reflect.DeepEqual(wrap{1}, wrap{1.0}))
	f := func() {}
	fmt.Println(reflect.DeepEqual(f, f), reflect.DeepEqual(math.NaN(), math.NaN()), reflect.DeepEqual(nil, nil))
	fmt.Println(reflect.DeepEqual(errors.New("a"), errors.New("a")), reflect.DeepEqual([2]wrap{}, [2]wrap{{nil}, {}}))
	var x, y any = []any{1, map[string]any{"k": nil}}, []any{1, map[string]any{"k": nil}}
	fmt.Println(reflect.DeepEqual(x, y))
	fmt.Println(reflect.TypeOf(a) == reflect.TypeOf(b), reflect.TypeOf(named{}) == reflect.TypeOf([]int{}), reflect.TypeOf(a).Elem() == reflect.TypeOf(*b))
}
