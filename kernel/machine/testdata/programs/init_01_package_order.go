// Package variables are set in order of dependency, then init functions run.

package main

import (
	"fmt"
	"strings"
)

var (
	a     = c + b
	b     = f("b", 2)
	c     = f("c", 3)
	_     = f("blank", 0)
	d     = g()
	x, y  = pair()
	late  = func() string { return "late " + name }
	name  = strings.ToUpper(base)
	base  = "base"
	table = map[string]func() int{"d": func() int { return d }, "a": func() int { return a }}
)

var trace []string

func f(n string, v int) int {
	trace = append(trace, n)
	return v
}

func g() int { return h() + 1 }
func h() int { return e * 2 }

var e = f("e", 10)

func pair() (int, int) { return d, e }

func init() {
	trace = append(trace, "init1")
	a *= 100
}

func init() {
	trace = append(trace, "init2", fmt.Sprint(a))
}

var z = f("z", len(name))

func main() {
	fmt.Println(a, b, c, d, e, x, y, z)
	fmt.Println(trace)
	fmt.Println(late(), name, table["d"](), table["a"]())
}
