// Own error types with Unwrap returning a slice, and errors.As over trees.

package main

import (
	"errors"
	"fmt"
	"io"
)

type list struct{ errs []error }

func (l *list) Error() string   { return fmt.Sprint(len(l.errs), " errors") }
func (l *list) Unwrap() []error { return l.errs }
func (l *list) add(err error) {
	if err != nil {
		l.errs = append(l.errs, err)
	}
}

type code int

func (c code) Error() string { return "code " + fmt.Sprint(int(c)) }

type hidden struct{ err error }

func (h hidden) Error() string { return "hidden" }

func main() {
	l := &list{}
	l.add(nil)
	l.add(fmt.Errorf("a: %w", code(3)))
	l.add(io.ErrUnexpectedEOF)
	l.add(hidden{code(9)})
	var err error = fmt.Errorf("all: %w", l)
	var c code
	fmt.Println(err, errors.As(err, &c), c, errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, code(9)))
	var lp *list
	fmt.Println(errors.As(err, &lp), lp == l)
	j := errors.Join(err, code(5))
	for _, e := range j.(interface{ Unwrap() []error }).Unwrap() {
		fmt.Println("-", e)
	}
	_, single := j.(interface{ Unwrap() error })
	fmt.Println(single, errors.Is(j, code(5)), errors.Unwrap(j) == nil)
	switch x := j.(type) {
	case interface{ Is(error) bool }:
		fmt.Println("bad", x)
	case interface{ Unwrap() []error }:
		fmt.Println("multi", len(x.Unwrap()))
	}
}
