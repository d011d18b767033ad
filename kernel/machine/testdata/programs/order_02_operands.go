package main

import "fmt"

type P struct{ x, y int }
type I interface{ M() int }

func (p P) M() int { return p.x }

var i I = P{7, 8}
var st = P{1, 2}
var g = "abc"
var n = 5
var c = complex(1, 2)
var m = map[string]int{"a": 1}
var ep any = &st
var e any = 3

//go:noinline
func p() int {
	i = P{9, 9}
	st = P{9, 9}
	g = "zzzz"
	n = 9
	c = 0
	m = nil
	ep = &P{6, 6}
	e = 9
	return 0
}
func reset() {
	i = P{7, 8}
	st = P{1, 2}
	g = "abc"
	n = 5
	c = complex(1, 2)
	m = map[string]int{"a": 1}
	ep = &st
	e = 3
}

//go:noinline
func fs(f func() int, x int) int { return f() }

//go:noinline
func id[T any](x T, y int) T { return x }

func main() {
	for j, f := range []func() any{
		func() any { return []any{i.M, p()}[0].(func() int)() },
		func() any { return fs(i.M, p()) },
		func() any { return fs(st.M, p()) },
		func() any { return []any{st.M, p()}[0].(func() int)() },
		func() any { x := []any{i.M, p()}; return x[0].(func() int)() },
		func() any { return id(len(g)+1, p()) },
		func() any { return id(len(g)+n, p()) },
		func() any { return id(real(c)+1, p()) },
		func() any { return id(real(c)+float64(n), p()) },
		func() any { return id(len(m)+n, p()) },
		func() any { return id([]any{len(g) + n}, p()) },
		func() any { return id(min(n, 7)+n, p()) },
		func() any { return id(len(g[:2])+n, p()) },
		func() any { return len(g) + n + p() },
		func() any { return len(g) + p() },
		func() any { return len(g)*n + p() },
		func() any { return id(ep.(*P).x, p()) },
		func() any { return *id(ep.(*P), p()) },
		func() any { return id(*ep.(*P), p()) },
		func() any { return id(e.(int)+n, p()) },
		func() any { v, ok := e.(int); return id(fmt.Sprint(v, ok), p()) },
		func() any { x, y := min(n, 7), p(); return x + y },
		func() any { return min(n, 7) + p() },
		func() any { return id(min(n, 7), p()) },
		func() any { return id(n < 7 && g == "abc", p()) },
		func() any { return id((n < 7 && g == "abc") == (len(g) > 3), p()) },
		func() any { return id([]byte(g)[0], p()) },
		func() any { return id(string([]byte(g)), p()) },
		func() any { return id(string([]byte(g)[n-4]), p()) },
	} {
		reset()
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Println(j, r)
				}
			}()
			fmt.Println(j, f())
		}()
	}
}
