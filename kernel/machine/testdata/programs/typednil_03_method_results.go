// Typed nils through methods, fields, channels, maps and generic functions.

package main

import (
	"errors"
	"fmt"
)

type E struct{}

func (*E) Error() string { return "E" }

type svc struct {
	last *E
	err  error
}

func (s svc) Last() error        { return s.last }
func (s svc) Err() error         { return s.err }
func pick[T error](t T) error    { return t }
func must[T any](v T, e error) T { fmt.Println("err nil:", e == nil); return v }

func main() {
	s := svc{}
	fmt.Println(s.Last() == nil, s.Err() == nil, pick[*E](nil) == nil, pick[error](nil) == nil)
	s.err = s.last
	fmt.Println(s.err == nil, s.err == s.Last())
	c := make(chan error, 2)
	c <- s.last
	c <- nil
	fmt.Println(<-c == nil, <-c == nil)
	m := map[string]error{"a": s.last, "b": nil}
	fmt.Println(m["a"] == nil, m["b"] == nil, m["c"] == nil)
	must(1, s.last)
	must("x", nil)
	f := func() (int, error) { return 0, (*E)(nil) }
	if _, err := f(); err != nil {
		fmt.Println("err is", err)
	}
	list := []error{s.last, nil}
	fmt.Println(errors.Join(list[1]) == nil, errors.Join(list...) == nil)
}
