// Generators made of closures: ranges, toggles, id makers, retry and debouncing without time.

package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
)

func ids(prefix string) func() string {
	n := 0
	return func() string {
		defer func() { n++ }()
		return prefix + strconv.Itoa(n)
	}
}

func cycle[T any](xs ...T) func() T {
	i := -1
	return func() T { i = (i + 1) % len(xs); return xs[i] }
}

func limit(n int, f func()) (run func() bool, reset func()) {
	left := n
	run = func() bool {
		if left == 0 {
			return false
		}
		left--
		f()
		return true
	}
	return run, func() { left = n }
}

func retry(max int, f func(try int) error) (err error) {
	for i := range max {
		if err = f(i); err == nil {
			return
		}
	}
	return fmt.Errorf("after %d tries: %w", max, err)
}

func main() {
	a, b := ids("a"), ids("b")
	fmt.Println(a(), a(), b(), a())
	c := cycle("x", "y", "z")
	for range 4 {
		fmt.Print(c(), " ")
	}
	fmt.Println()
	n := 0
	run, reset := limit(2, func() { n += 10 })
	fmt.Println(run(), run(), run())
	reset()
	fmt.Println(run(), n)
	tries := 0
	fmt.Println(retry(3, func(i int) error { tries++; return errors.New(fmt.Sprint("no ", i)) }), tries)
	fmt.Println(retry(3, func(i int) error {
		if i == 1 {
			return nil
		}
		return io.EOF
	}))
}
