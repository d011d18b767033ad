// Embedded error and Stringer interfaces in structs: promotion, wrapping and nil.

package main

import (
	"errors"
	"fmt"
	"io"
)

type withCode struct {
	error
	code int
}
type withStack struct {
	error
	stack []string
}
type label struct {
	fmt.Stringer
	suffix string
}
type word string

func (w word) String() string     { return string(w) }
func (w withStack) Unwrap() error { return w.error }
func (l label) String() string    { return l.Stringer.String() + l.suffix }

func main() {
	base := errors.New("base")
	var err error = withCode{base, 3}
	fmt.Println(err, errors.Is(err, base), errors.Unwrap(err) == nil)
	err = withStack{err, []string{"f", "g"}}
	var wc withCode
	fmt.Println(err, errors.As(err, &wc), wc.code, wc.error == base)
	err = fmt.Errorf("ctx: %w", err)
	var ws withStack
	fmt.Println(errors.As(err, &ws), ws.stack, err)
	l := label{word("w"), "!"}
	fmt.Println(l, label{l, "?"}, []label{l}, map[string]label{"k": l})
	fmt.Printf("%v %s %+v %d\n", l, l, l, wc.code)
	wc.error = nil
	func() {
		defer func() { fmt.Println(recover() != nil) }()
		fmt.Println(wc.Error())
	}()
	wc.error = io.EOF
	fmt.Println(wc.Error(), errors.Is(wc.error, io.EOF), withCode{io.EOF, 1} == withCode{io.EOF, 1})
	var m error = &withCode{base, 9}
	fmt.Println(m, m.(*withCode).code)
}
