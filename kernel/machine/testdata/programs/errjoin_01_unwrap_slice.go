// errors.Join and its Unwrap method, seen through an assertion.

package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

var errA, errB = errors.New("a"), errors.New("b")

type own struct{ error }

func flatten(err error) []string {
	switch x := err.(type) {
	case interface{ Unwrap() []error }:
		var out []string
		for _, e := range x.Unwrap() {
			out = append(out, flatten(e)...)
		}
		return out
	case interface{ Unwrap() error }:
		return append([]string{"w"}, flatten(x.Unwrap())...)
	case nil:
		return nil
	default:
		return []string{err.Error()}
	}
}

func main() {
	j := errors.Join(errA, nil, errB)
	u, ok := j.(interface{ Unwrap() []error })
	fmt.Println(ok, len(u.Unwrap()), u.Unwrap()[1] == errB)
	fmt.Printf("%q\n", j.Error())
	fmt.Println(errors.Is(j, errA), errors.Is(j, errB), errors.Is(j, io.EOF), errors.Unwrap(j))
	fmt.Println(errors.Join(nil, nil) == nil)
	w := fmt.Errorf("two %w and %w", errA, own{errB})
	_, ok = w.(interface{ Unwrap() []error })
	fmt.Println(ok, w, errors.Is(w, errA), errors.Is(w, errB))
	var o own
	fmt.Println(errors.As(w, &o), o.error == errB)
	fmt.Println(flatten(errors.Join(fmt.Errorf("x: %w", errA), errors.Join(errB, io.EOF))))
	var all error
	for i := range 3 {
		all = errors.Join(all, fmt.Errorf("step %d", i))
	}
	fmt.Println(strings.ReplaceAll(all.Error(), "\n", "|"))
}
