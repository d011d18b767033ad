// A type switch on a nil interface with an error case and other interface cases.

package main

import (
	"errors"
	"fmt"
)

func what(x any) string {
	switch v := x.(type) {
	case error:
		return "error: " + v.Error()
	case fmt.Stringer:
		return "stringer: " + v.String()
	case interface{ Len() int }:
		return fmt.Sprint("len: ", v.Len())
	case nil:
		return "nil"
	}
	return "nothing"
}

type buf struct{ n int }

func (b buf) Len() int { return b.n }

type both struct{}

func (both) Error() string  { return "both-e" }
func (both) String() string { return "both-s" }

func onlyDefault(e error) string {
	switch e := e.(type) {
	case interface{ Timeout() bool }:
		return fmt.Sprint("timeout ", e.Timeout())
	default:
		return fmt.Sprint("default ", e == nil)
	}
}

func main() {
	var e error
	var s fmt.Stringer
	fmt.Println(what(nil), what(e), what(s))
	fmt.Println(what(errors.New("x")), what(buf{3}), what(both{}), what(4))
	fmt.Println(what(fmt.Errorf("w: %w", errors.New("y"))))
	fmt.Println(onlyDefault(nil), onlyDefault(errors.New("z")))
	switch e.(type) {
	case error:
		fmt.Println("bad")
	case nil:
		fmt.Println("nil error")
	}
	var p *buf
	fmt.Println(func() (s string) {
		defer func() { s = fmt.Sprint(recover() != nil) }()
		return what(p)
	}())
}
