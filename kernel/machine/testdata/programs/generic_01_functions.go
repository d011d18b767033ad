// Generic functions with constraints, inference and explicit instantiation.

package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

type number interface {
	~int | ~int64 | ~float64
}
type meters float64

func sum[T number](xs ...T) (t T) {
	for _, x := range xs {
		t += x
	}
	return
}

func keys[M ~map[K]V, K cmp.Ordered, V any](m M) []K {
	out := make([]K, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func convert[To, From number](x From) To { return To(x) }
func zero[T any]() (z T)                 { return }
func ptr[T any](v T) *T                  { return &v }
func apply[T, R any](x T, fs ...func(T) R) (rs []R) {
	for _, f := range fs {
		rs = append(rs, f(x))
	}
	return
}
func equal[T comparable](a, b T) bool { return a == b }
func first[S ~[]E, E any](s S) (E, S) { return s[0], s[1:] }

type names []string

func main() {
	fmt.Println(sum(1, 2, 3), sum(1.5, 2), sum[meters](1, 2.5), sum[int]())
	fmt.Println(keys(map[string]int{"b": 1, "a": 2}), keys(map[meters]bool{2: true, 1: false}))
	fmt.Println(convert[int](3.9), convert[meters](2), convert[float64](int64(7)))
	fmt.Printf("%v %q %v %v\n", zero[int](), zero[string](), zero[*int](), zero[[2]bool]())
	p := ptr(5)
	*p++
	fmt.Println(*p, *ptr("s"), apply(4, func(n int) string { return fmt.Sprint(n * n) }, strconv.Itoa))
	fmt.Println(equal(1, 1), equal("a", "b"), equal(any(1), any(1.0)), equal(struct{ a int }{1}, struct{ a int }{1}))
	x, rest := first(names{"a", "b"})
	fmt.Printf("%v %v %T\n", x, rest, rest)
	f := sum[float64]
	fmt.Printf("%v %T\n", f(0.5, 0.25), f)
}
