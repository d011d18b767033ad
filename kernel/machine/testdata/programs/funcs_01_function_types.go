// Function types with methods, functions in structs, nil checks, functions returning functions.

package main

import (
	"fmt"
	"strings"
)

type handler func(string) string
type middleware func(handler) handler

func (h handler) serve(s string) string {
	if h == nil {
		return "nil handler"
	}
	return h(s)
}
func (h handler) with(ms ...middleware) handler {
	for i := len(ms) - 1; i >= 0; i-- {
		h = ms[i](h)
	}
	return h
}

type server interface{ serve(string) string }

func tag(t string) middleware {
	return func(next handler) handler {
		return func(s string) string { return "<" + t + ">" + next(s) + "</" + t + ">" }
	}
}

type predicate[T any] func(T) bool

func (p predicate[T]) not() predicate[T] { return func(v T) bool { return !p(v) } }
func (p predicate[T]) and(q predicate[T]) predicate[T] {
	return func(v T) bool { return p(v) && q(v) }
}

func main() {
	h := handler(strings.ToUpper).with(tag("a"), tag("b"))
	fmt.Println(h("x"), h.serve("y"))
	var n handler
	var s server = n
	fmt.Println(s.serve("z"), n == nil, s == nil)
	s = handler(func(s string) string { return s + s })
	fmt.Println(s.serve("dup"))
	pos := predicate[int](func(n int) bool { return n > 0 })
	small := predicate[int](func(n int) bool { return n < 10 })
	f := pos.and(small.not())
	fmt.Println(f(5), f(50), f(-5), pos.not()(-1))
	var fn func() = nil
	fmt.Println(fn == nil)
	defer func() { fmt.Println("recovered:", recover()) }()
	fn()
}
