// Returns that combine calls of func fields with literals, errors and comparisons.

package main

import "fmt"

type t struct {
	fn  func() int
	err func() error
	two func() (int, string)
}

func (x t) a() (int, error, bool)   { return x.fn(), x.err(), x.fn() > 5 }
func (x *t) b() (any, fmt.Stringer) { return x.fn(), nil }
func (x t) c() (int, string)        { return x.two() }
func (x t) d() (int, bool)          { n, s := x.two(); return n + x.fn(), s == "two" }

func main() {
	n := 3
	x := t{func() int { n++; return n }, func() error { return fmt.Errorf("n=%d", n) }, func() (int, string) { return 2, "two" }}
	fmt.Println(x.a())
	fmt.Println(x.b())
	fmt.Println(x.c())
	fmt.Println(x.d())
	y := struct{ t }{x}
	y.fn = func() int { return 100 }
	fmt.Println(y.b())
	fmt.Println(x.b())
}
