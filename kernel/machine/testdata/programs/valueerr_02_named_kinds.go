// Errors that are strings, ints, slices and funcs.

package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type constErr string
type code int
type multi []error
type lazy func() string

func (c constErr) Error() string { return string(c) }
func (c code) Error() string     { return "code " + strconv.Itoa(int(c)) }
func (c code) Is(t error) bool   { return t == errFamily && c >= 500 }
func (m multi) Error() string {
	var ss []string
	for _, e := range m {
		ss = append(ss, e.Error())
	}
	return strings.Join(ss, "; ")
}
func (m multi) Unwrap() []error { return m }
func (l lazy) Error() string    { return l() }

const errEOF = constErr("eof")

var errFamily = errors.New("server family")

func main() {
	var e error = errEOF
	fmt.Println(e == errEOF, e == constErr("eof"), errors.Is(fmt.Errorf("r: %w", e), errEOF))
	switch e {
	case constErr("other"):
		fmt.Println("other")
	case errEOF:
		fmt.Println("eof")
	}
	fmt.Println(errors.Is(code(503), errFamily), errors.Is(code(404), errFamily))
	m := multi{code(1), fmt.Errorf("two: %w", errEOF), code(500)}
	fmt.Println(m, errors.Is(m, errEOF), errors.Is(m, errFamily))
	var c code
	fmt.Println(errors.As(m, &c), int(c))
	n := 0
	l := lazy(func() string { n++; return fmt.Sprint("lazy ", n) })
	fmt.Println(l.Error(), error(l), n)
	defer func() {
		r := recover()
		fmt.Println(r, r == error(code(7)))
	}()
	panic(code(7))
}
