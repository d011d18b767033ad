// Struct-valued errors: errors.As, errors.Is, comparison and type switches.

package main

import (
	"errors"
	"fmt"
)

type V struct {
	code int
	msg  string
}

func (v V) Error() string { return fmt.Sprintf("%d %s", v.code, v.msg) }

type W struct {
	V
	cause error
}

func (w W) Unwrap() error { return w.cause }

func find(n int) error {
	switch {
	case n < 0:
		return V{n, "negative"}
	case n == 0:
		return W{V{0, "zero"}, V{1, "inner"}}
	}
	return nil
}

func main() {
	err := find(-1)
	fmt.Println(err == V{-1, "negative"}, err == V{-1, "x"}, err != nil, find(1) == nil)
	v, ok := err.(V)
	fmt.Println(v.code, ok)
	switch e := err.(type) {
	case V:
		fmt.Println("case V", e.msg)
	default:
		fmt.Printf("default %T\n", e)
	}
	wrapped := fmt.Errorf("outer: %w", err)
	var t V
	fmt.Println(errors.As(wrapped, &t), t, errors.Is(wrapped, V{-1, "negative"}), errors.Is(wrapped, V{}))
	err = find(0)
	t = V{}
	fmt.Println(errors.As(err, &t), t, err)
	var w W
	fmt.Println(errors.As(fmt.Errorf("x %w", err), &w), w.cause, errors.Is(err, V{1, "inner"}))
	var e error = V{9, "a"}
	var f error = V{9, "a"}
	fmt.Println(e == f, errors.Is(e, f), map[error]int{e: 1}[f])
}
