// Comparison of structs, arrays, pointers, channels, interfaces and nested mixtures.

package main

import (
	"fmt"
	"math"
)

type in struct {
	a int
	s string
}
type out struct {
	in
	arr [2]in
	p   *int
	e   any
	f   float64
	_   int
}

func main() {
	n, m := 1, 1
	x := out{in{1, "s"}, [2]in{{1, "a"}}, &n, 1, 0.5, 0}
	y := x
	fmt.Println(x == y, x.in == in{1, "s"})
	y.p = &m
	fmt.Println(x == y, *x.p == *y.p)
	y = x
	y.arr[1].s = "diff"
	fmt.Println(x == y, x.arr != y.arr)
	y = x
	y.e = int64(1)
	fmt.Println(x == y)
	y.e = 1
	fmt.Println(x == y)
	x.f = math.NaN()
	y = x
	fmt.Println(x == y)
	a, b := [3]string{"a"}, [...]string{"a", "", ""}
	fmt.Println(a == b, &a == &b, [2][2]int{{1}, {2}} == [2][2]int{{1, 0}, {2, 0}})
	c := make(chan int)
	var d <-chan int = c
	fmt.Println(c == d, c == make(chan int), d != nil)
	var e1, e2 any = in{1, "x"}, in{1, "x"}
	fmt.Println(e1 == e2, e1 == any(&in{}), e1 != nil)
	p, q := &x, &x
	fmt.Println(p == q, &x.arr[0] == &p.arr[0], &x.in.a == &x.a)
	defer func() { fmt.Println(recover()) }()
	x.e, y.e = []int{1}, []int{1}
	x.f, y.f = 1, 1
	fmt.Println(x == y)
}
