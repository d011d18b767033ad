// Generic channel pipelines with errors and early stop.

package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
)

func source[T any](vs ...T) <-chan T {
	c := make(chan T)
	go func() {
		defer close(c)
		for _, v := range vs {
			c <- v
		}
	}()
	return c
}

type result[T any] struct {
	Val T
	Err error
}

func stage[A, B any](in <-chan A, f func(A) (B, error)) <-chan result[B] {
	out := make(chan result[B])
	go func() {
		defer close(out)
		for a := range in {
			b, err := f(a)
			out <- result[B]{b, err}
		}
	}()
	return out
}

func collect[T any](in <-chan result[T]) (vs []T, err error) {
	for r := range in {
		if r.Err != nil {
			err = errors.Join(err, r.Err)
			continue
		}
		vs = append(vs, r.Val)
	}
	return
}

func all[T any](c <-chan T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v := range c {
			if !yield(v) {
				return
			}
		}
	}
}

func main() {
	ns, err := collect(stage(source("1", "x", "3", "-"), strconv.Atoi))
	fmt.Println(ns)
	fmt.Printf("%q\n", err.Error())
	sq, err := collect(stage(source(ns...), func(n int) (float64, error) { return float64(n) / 2, nil }))
	fmt.Println(sq, err)
	fmt.Println(slices.Collect(all(source("a", "b"))))
	for v := range all(source(1, 2, 3)) {
		if v == 2 {
			break
		}
		fmt.Println(v)
	}
	fmt.Printf("%T %+v\n", result[string]{}, result[[]int]{[]int{1}, io.EOF})
}
