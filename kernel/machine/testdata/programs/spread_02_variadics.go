// Variadic functions: nil, aliasing, named slice types, strings, and interfaces.

package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

type nums []int

func sum(base int, xs ...int) int {
	for _, x := range xs {
		base += x
	}
	return base
}

func mutate(xs ...int)        { xs[0] = 100 }
func isNil(xs ...string) bool { return xs == nil }
func errs(es ...error) (n int) {
	for _, e := range es {
		if e != nil {
			n++
		}
	}
	return
}
func keep(xs ...int) []int { return xs }
func max2[T cmp.Ordered](x T, rest ...T) T {
	for _, r := range rest {
		if r > x {
			x = r
		}
	}
	return x
}

func main() {
	fmt.Println(sum(1), sum(1, 2, 3), sum(0, nums{4, 5}...), sum(0, []int(nil)...))
	s := []int{1, 2, 3}
	mutate(s...)
	fmt.Println(s)
	x := 5
	mutate(x, 6)
	fmt.Println(x, isNil(), isNil([]string{}...), isNil(nil...), isNil("a"))
	fmt.Println(errs(nil, errors.New("x"), nil), errs(nil), errs())
	k := keep(s...)
	k[1] = -1
	fmt.Println(s, len(keep()), keep() == nil)
	b := append([]byte("ab"), "cd"...)
	b = append(b, b...)
	fmt.Println(string(b), max2(1, 5, 3), max2("b", "a"), max2(2.5))
	fn := func(f string, a ...string) string { return f + strings.Join(a, ",") }
	fmt.Println(fn("x"), fn("x", "1", "2"), fn("x", strings.Split("p q", " ")...))
	fmt.Printf("%T %T\n", sum, fn)
	defer func(xs ...int) { fmt.Println("deferred", xs, len(xs)) }(s...)
	s[0] = 7
}
