// Typed nils of pointers, maps, slices and funcs in interfaces.

package main

import "fmt"

type greeter interface{ greet() string }
type en struct{ n int }
type names []string
type table map[string]int
type fn func() string

func (e *en) greet() string   { return fmt.Sprint("en ", e == nil) }
func (n names) greet() string { return fmt.Sprint("names ", len(n), n == nil) }
func (t table) greet() string { return fmt.Sprint("table ", t["x"], t == nil) }
func (f fn) greet() string {
	if f == nil {
		return "no fn"
	}
	return f()
}

func main() {
	var p *en
	var n names
	var t table
	var f fn
	var none greeter
	for i, g := range []greeter{p, n, t, f, none, &en{}, names{"a"}, fn(func() string { return "called" })} {
		if g == nil {
			fmt.Println(i, "nil interface")
			continue
		}
		fmt.Printf("%d %s %T\n", i, g.greet(), g)
	}
	var a any = p
	_, isNil := a.(*en)
	fmt.Println(a == nil, a == (*en)(nil), isNil, a == any((*int)(nil)))
	g, ok := a.(greeter)
	fmt.Println(ok, g.greet(), g == greeter(p))
	a = none
	fmt.Println(a == nil)
	_, ok = a.(greeter)
	fmt.Println(ok)
	var err error
	a = err
	fmt.Printf("%v %T\n", a, a)
}
