package main

import "fmt"

type P struct{ x, y int }
type S struct{ s string }

func (p P) M() int { return p.x }

type I interface{ M() int }

var n = 5
var u8 uint8 = 3
var b = true
var st = P{1, 2}
var pp = &st
var i I = P{7, 8}
var m = map[string]P{"a": {1, 1}}
var mi = map[string]int{"a": 1}
var c = 1 + 2i
var s = "abc"
var gs = []P{{1, 2}}
var arr = [2]bool{true, true}
var e any = P{3, 4}
var f = func() int { return 1 }

//go:noinline
func p() int {
	n, u8, b, s, c = 9, 9, false, "zz", 9
	st = P{9, 9}
	pp = &P{8, 8}
	i = P{9, 9}
	m = map[string]P{"a": {9, 9}}
	mi = map[string]int{"a": 9}
	gs = []P{{9, 9}}
	arr = [2]bool{false, false}
	e = P{9, 9}
	f = func() int { return 9 }
	return 0
}
func reset() {
	n, u8, b, s, c = 5, 3, true, "abc", 1+2i
	st = P{1, 2}
	pp = &st
	i = P{7, 8}
	m = map[string]P{"a": {1, 1}}
	mi = map[string]int{"a": 1}
	gs = []P{{1, 2}}
	arr = [2]bool{true, true}
	e = P{3, 4}
	f = func() int { return 1 }
}

type H struct {
	a any
	n int
}

func ret() (any, int)         { return P{n, n}, p() }
func retn() (x any, k int)    { return n == 5, p() }
func reti() (x any, k int)    { return n + 1, p() }
func two(x any, k int) string { return fmt.Sprint(x, k) }

func main() {
	for j, g := range []func() any{
		func() any { return fmt.Sprint(P{n, n}, p()) },
		func() any { return fmt.Sprint(S{s}, p()) },
		func() any { return fmt.Sprint(n == 5, p()) },
		func() any { return fmt.Sprint(n+1, p()) },
		func() any { return fmt.Sprint(u8+1, p()) },
		func() any { return fmt.Sprint(!b, p()) },
		func() any { return fmt.Sprint(b, p()) },
		func() any { return fmt.Sprint(u8, p()) },
		func() any { return fmt.Sprint(c, p()) },
		func() any { return fmt.Sprint(c+1, p()) },
		func() any { return fmt.Sprint(s+"x", p()) },
		func() any { return fmt.Sprint(st, p()) },
		func() any { return fmt.Sprint(*pp, p()) },
		func() any { return fmt.Sprint(m["a"], p()) },
		func() any { return fmt.Sprint(mi["a"], p()) },
		func() any { return fmt.Sprint(gs[0], p()) },
		func() any { return fmt.Sprint(arr, p()) },
		func() any { return fmt.Sprint(arr[1], p()) },
		func() any { return fmt.Sprint([2]bool{b, b}, p()) },
		func() any { return fmt.Sprint([]bool{b, b}, p()) },
		func() any { return fmt.Sprint([1]int{n}, p()) },
		func() any { return fmt.Sprint(struct{ x int8 }{int8(n)}, p()) },
		func() any { return fmt.Sprint(int8(n), p()) },
		func() any { return fmt.Sprint(float32(n), p()) },
		func() any { return fmt.Sprint(pp.x, p()) },
		func() any { return fmt.Sprint(*&P{n, n}, p()) },
		func() any { return []any{P{n, n}, p()} },
		func() any { return []any{i.M, p()}[0].(func() int)() },
		func() any { return []any{st.M, p()}[0].(func() int)() },
		func() any { return []any{f, p()}[0].(func() int)() },
		func() any { return H{P{n, n}, p()} },
		func() any { return H{a: P{n, n}, n: p()} },
		func() any { return H{n == 5, p()} },
		func() any { return &H{n == 5, p()} },
		func() any { return []H{{n == 5, p()}, {n == 9, p()}} },
		func() any { return two(any(P{n, n}), p()) },
		func() any { return two(any(n), p()) },
		func() any { return two(any(n == 5), p()) },
		func() any { return [2]any{n == 5, p()} },
		func() any { return map[string]any{"x": n == 5, "y": p()} },
		func() any { x, k := ret(); return fmt.Sprint(x, k) },
		func() any { x, k := retn(); return fmt.Sprint(x, k) },
		func() any { x, k := reti(); return fmt.Sprint(x, k) },
		func() any { return append([]any{}, P{n, n}, p()) },
		func() any { return append([]any{}, n == 5, p()) },
		func() any { var x any; var k int; x, k = P{n, n}, p(); return fmt.Sprint(x, k) },
		func() any { var x any; var k int; x, k = n == 5, p(); return fmt.Sprint(x, k) },
		func() any { var x, k any = P{n, n}, p(); return fmt.Sprint(x, k) },
		func() any { return fmt.Sprintf("%v %v %v", n == 5, p(), n == 5) },
		func() any { return fmt.Sprint(e == P{n, n}, p()) },
		func() any { return []bool{e == P{n, n}, p() == 0} },
		func() any { return []bool{e == P{3, 4}, p() == 0} },
		func() any { return fmt.Sprint(i == I(P{n, n}), p()) },
		func() any { defer fmt.Println("d", n == 5, p()); return 1 },
		func() any { ch := make(chan any, 1); ch <- H{n == 5, p()}; return <-ch },
	} {
		reset()
		fmt.Println(j, g())
	}
}
