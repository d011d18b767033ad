// %T of values taken from ranges, maps, channels, closures and multi-value calls.

package main

import "fmt"

type kind uint8
type rec struct{ k kind }

func (rec) m() {}

func multi() (kind, *rec, error) { return 1, nil, nil }

func main() {
	for i, v := range []kind{1} {
		fmt.Printf("%T %T; ", i, v)
	}
	for k, v := range map[kind]rec{1: {}} {
		fmt.Printf("%T %T; ", k, v)
	}
	for i, r := range "a" {
		fmt.Printf("%T %T\n", i, r)
	}
	c := make(chan kind, 1)
	c <- 2
	v, ok := <-c
	a, b, err := multi()
	fmt.Printf("%T %T %T %T %T\n", v, ok, a, b, err)
	x := rec{3}
	p := &x.k
	fmt.Printf("%T %T %T %T %T\n", p, *p, x.k<<1, x.k == 3, rec.m)
	fmt.Printf("%T %T %T\n", "abc"[1], "abc"[1:], []rune("x")[0])
	fmt.Printf("%T %T %T %T\n", len("a"), cap([]int{}), 'a'-'b', 1/2.0)
	f := func(k kind, rs ...rec) (n kind) { return k }
	fmt.Printf("%T %T\n", f, f(1))
}
