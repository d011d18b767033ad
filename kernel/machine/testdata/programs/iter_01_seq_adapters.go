// Own sequence adapters: take, zip, chain, cycle, windows and tree walks.

package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
)

func naturals(yield func(int) bool) {
	for n := 0; yield(n); n++ {
	}
}

func take[T any](n int, s iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		if n <= 0 {
			return
		}
		i := 0
		for v := range s {
			if i++; !yield(v) || i == n {
				return
			}
		}
	}
}

func zip[A, B any](a iter.Seq[A], b iter.Seq[B]) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		next, stop := iter.Pull(b)
		defer stop()
		for x := range a {
			y, ok := next()
			if !ok || !yield(x, y) {
				return
			}
		}
	}
}

func chain[T any](ss ...iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, s := range ss {
			for v := range s {
				if !yield(v) {
					return
				}
			}
		}
	}
}

func windows[T any](n int, s iter.Seq[T]) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		var w []T
		for v := range s {
			if w = append(w, v); len(w) > n {
				w = w[1:]
			}
			if len(w) == n && !yield(slices.Clone(w)) {
				return
			}
		}
	}
}

func main() {
	fmt.Println(slices.Collect(take(5, naturals)), slices.Collect(take(0, naturals)))
	for a, b := range zip(naturals, slices.Values([]string{"x", "y"})) {
		fmt.Print(a, b, " ")
	}
	fmt.Println()
	fmt.Println(slices.Collect(chain(take(2, naturals), slices.Values([]int{9, 8}), take(1, naturals))))
	for w := range windows(3, take(6, naturals)) {
		if w[0] == 2 {
			break
		}
		fmt.Print(w)
	}
	fmt.Println()
	m := maps.Collect(zip(slices.Values([]string{"a", "b"}), naturals))
	fmt.Println(m)
	total := 0
outer:
	for x := range naturals {
		for y := range naturals {
			if x*y > 20 {
				break outer
			}
			if y > x {
				continue outer
			}
			total += x * y
		}
	}
	fmt.Println(total)
}
