// Nil and empty slices, conversion to arrays, comparison of arrays, growing from nil.

package main

import (
	"fmt"
	"slices"
)

type ids []int

func main() {
	var n []int
	e := []int{}
	fmt.Println(n == nil, e == nil, len(n), len(e), n, e)
	fmt.Printf("%v %#v %#v %#v\n", n, n, e, ids(nil))
	n = append(n, e...)
	fmt.Println(n == nil)
	n = append(n, 1)
	s := []int{1, 2, 3, 4}
	a := [2]int(s)
	p := (*[3]int)(s)
	p[0] = 100
	fmt.Println(a, *p, s, len(p))
	s[1] = 200
	fmt.Println(p[1], a == [2]int{1, 2}, *p == [3]int{100, 200, 3})
	i := ids(s)
	i[3] = 400
	fmt.Printf("%v %T %v\n", s, i, []int(i)[3])
	for i, v := range n[:0] {
		fmt.Println("never", i, v)
	}
	sub := s[len(s):]
	fmt.Println(len(sub), cap(sub), sub == nil, n[:0] == nil, [](int)(nil)[:0] == nil)
	bs := make([]byte, 3)
	fmt.Println(copy(bs, "hello"))
	fmt.Println(string(bs))
	fmt.Println(copy(bs, []byte{}), copy(bs[1:], bs))
	fmt.Println(string(bs))
	m := make([]string, 2, 10)
	m = append(m, "x")
	fmt.Printf("%q %d\n", m, len(m[:5]))
	clear(m)
	fmt.Printf("%q\n", m)
	x := [...]string{"a", "b"}
	y := x
	y[0] = "z"
	fmt.Println(x != y, x[:], len(x[1:]), fmt.Sprint(x) == fmt.Sprint(x[:]))
	var z [0]int
	fmt.Println(len(z), z == [0]int{}, z[:] == nil)
	q := append([]any(nil), 1, "a", nil, []int{2})
	fmt.Println(q, len(q))
	r := append([]int(nil), make([]int, 3)...)
	r = slices.Grow(r, 10)
	fmt.Println(r, len(r), cap(r) >= 13)
}
