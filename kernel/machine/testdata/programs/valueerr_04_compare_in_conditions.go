// Comparison of struct errors with == in if, switch and for conditions.

package main

import (
	"errors"
	"fmt"
	"slices"
)

type status struct {
	code int
	temp bool
}

func (s status) Error() string { return fmt.Sprint("status ", s.code) }

var done = status{0, false}

func call(n int) error {
	if n == 3 {
		return done
	}
	return status{n, n%2 == 0}
}

func main() {
	n := 0
	var err error
	for err = call(n); err != done; err = call(n) {
		n++
		if err == (status{2, true}) {
			fmt.Println("saw two")
		}
	}
	fmt.Println(n, err == error(done), err == status{})
	switch call(1) {
	case status{1, true}:
		fmt.Println("bad")
	case status{1, false}:
		fmt.Println("one")
	}
	errs := []error{call(1), call(2), done}
	fmt.Println(slices.Index(errs, error(status{2, true})), slices.Contains(errs, error(done)))
	p := &status{5, true}
	err = p
	fmt.Println(err == error(*p), err == error(p), errors.Is(err, *p), err)
}
