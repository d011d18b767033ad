// Iterator functions: early break, return, defer, nested loops and adapters.

package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
)

func count(from, to int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := from; i < to; i++ {
			if !yield(i) {
				fmt.Print("(stopped)")
				return
			}
		}
		fmt.Print("(end)")
	}
}

func filter[T any](s iter.Seq[T], f func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v := range s {
			if f(v) && !yield(v) {
				return
			}
		}
	}
}

func mapped[T, U any](s iter.Seq[T], f func(T) U) iter.Seq2[int, U] {
	return func(yield func(int, U) bool) {
		i := 0
		s(func(v T) bool { i++; return yield(i-1, f(v)) })
	}
}

func find(n int) int {
	for v := range count(0, 100) {
		if v*v > n {
			return v
		}
	}
	return -1
}

func labels() (s string) {
outer:
	for a := range count(0, 4) {
		for b := range count(a, 4) {
			switch {
			case b == 2:
				continue outer
			case a == 3:
				break outer
			}
			s += fmt.Sprint(a, b, ";")
		}
	}
	return
}

func deferred() {
	for v := range count(0, 2) {
		defer fmt.Println("deferred", v)
	}
	fmt.Println("function end")
}

func main() {
	fmt.Println(find(50))
	fmt.Println(labels())
	deferred()
	even := func(n int) bool { return n%2 == 0 }
	for i, s := range mapped(filter(count(0, 9), even), strconv.Itoa) {
		fmt.Print(i, ":", s, " ")
		if i == 3 {
			break
		}
	}
	fmt.Println()
	fmt.Println(slices.Collect(filter(count(1, 6), even)), slices.Sorted(maps.Values(map[string]int{"a": 2, "b": 1})))
	for range count(0, 2) {
		fmt.Print("x")
	}
	fmt.Println()
	next, stop := iter.Pull(count(7, 9))
	fmt.Println(next())
	fmt.Println(next())
	fmt.Println(next())
	stop()
}
