// Errors collected in loops and defers and shown with several verbs.

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

type step struct {
	name string
	fail error
}

func run(steps ...step) (err error) {
	for _, s := range steps {
		defer func() {
			if s.fail != nil {
				err = errors.Join(err, fmt.Errorf("%s: %w", s.name, s.fail))
			}
		}()
	}
	return nil
}

func count(err error) int {
	if u, ok := err.(interface{ Unwrap() []error }); ok {
		n := 0
		for _, e := range u.Unwrap() {
			n += count(e)
		}
		return n
	}
	if err == nil {
		return 0
	}
	return 1
}

func main() {
	err := run(step{"a", io.EOF}, step{"b", nil}, step{"c", os.ErrExist})
	fmt.Println(count(err), errors.Is(err, io.EOF), errors.Is(err, os.ErrExist), errors.Is(err, os.ErrClosed))
	fmt.Printf("%q\n%v\n", err, err)
	fmt.Println(run(step{}, step{"x", nil}) == nil, count(nil))
	j := errors.Join(errors.Join(io.EOF), nil)
	fmt.Println(j == io.EOF, j, errors.Is(j, io.EOF), j.Error() == io.EOF.Error())
	fmt.Printf("%T %T\n", j, fmt.Errorf("%w %w", io.EOF, io.EOF))
	w := fmt.Errorf("bad %d: %w", 1, nil)
	fmt.Println(w, errors.Unwrap(w))
}
