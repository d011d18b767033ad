package main

import "fmt"

type P struct{ x, y int }
type I interface{ M() int }

func (p P) M() int { return p.x }

var g = "abc"
var gs = []int{1, 2, 3}
var bs = []byte("xyz")
var c = complex(1, 2)
var st = P{1, 2}
var ar = [2]int{1, 2}
var e any = 5
var es any = P{3, 4}
var ep any = &st
var i I = P{7, 8}
var m = map[string]int{"a": 1}
var ch = make(chan int, 5)
var k = "a"
var n = 5
var f64 = 2.5
var pp = &P{5, 6}

func p() int {
	g = "zz"
	gs = []int{9, 9}
	bs = []byte("WW")
	c = complex(3, 4)
	st = P{9, 9}
	ar = [2]int{9, 9}
	e = 7
	es = P{9, 9}
	i = P{9, 9}
	m = map[string]int{"a": 9}
	ch <- 1
	k = "b"
	n = 9
	f64 = 9.5
	pp = &P{9, 9}
	return 0
}
func reset() {
	g = "abc"
	gs = []int{1, 2, 3}
	bs = []byte("xyz")
	c = complex(1, 2)
	st = P{1, 2}
	ar = [2]int{1, 2}
	e = 5
	es = P{3, 4}
	i = P{7, 8}
	m = map[string]int{"a": 1}
	ch = make(chan int, 50)
	k = "a"
	n = 5
	f64 = 2.5
	pp = &P{5, 6}
}

func main() {
	for j, f := range []func() any{
		func() any { return []int{len(g), p()} },
		func() any { return []int{len(gs), p()} },
		func() any { return []int{cap(gs), p()} },
		func() any { return []int{len(m), p()} },
		func() any { return []int{len(ch), p()} },
		func() any { return []any{real(c), p()} },
		func() any { return []any{imag(c), p()} },
		func() any { return []float64{real(c), float64(p())} },
		func() any { return []complex128{complex(f64, f64), complex(float64(p()), 0)} },
		func() any { return []any{[]byte(g), p()} },
		func() any { return []any{[]rune(g), p()} },
		func() any { return []any{string(bs), p()} },
		func() any { return []string{string(bs), fmt.Sprint(p())} },
		func() any { return []string{string(rune(n)), fmt.Sprint(p())} },
		func() any { return []any{st, p()} },
		func() any { return []any{ar, p()} },
		func() any { return []any{g, p()} },
		func() any { return []any{gs, p()} },
		func() any { return []any{n, p()} },
		func() any { return []any{c, p()} },
		func() any { return []any{e.(int), p()} },
		func() any { return []int{e.(int), p()} },
		func() any { return []P{es.(P), {p(), p()}} },
		func() any { return []any{*ep.(*P), p()} },
		func() any { return []I{es.(I), P{p(), p()}} },
		func() any { return []I{i, P{p(), p()}} },
		func() any { return []any{i, P{p(), p()}} },
		func() any { return []int{i.M(), p()} },
		func() any { return []int{m["a"], p()} },
		func() any { return []int{m[k], p()} },
		func() any { return []int{m[string(bs)], p()} },
		func() any { return []bool{st == P{1, 2}, p() == 0} },
		func() any { return []bool{ar == [2]int{1, 2}, p() == 0} },
		func() any { return []bool{g == "abc", p() == 0} },
		func() any { return []bool{n == 5 && true, p() == 0} },
		func() any { return []bool{n == 5 && g == "abc", p() == 0} },
		func() any { return []bool{!(n == 5 || g == "abc"), p() == 0} },
		func() any { return []int{min(n, 100), p()} },
		func() any { return []int{max(n, 1, len(g)), p()} },
		func() any { return [][]int{append(gs, 1), {p()}} },
		func() any { return [][]int{make([]int, n), {p()}} },
		func() any { return []int{copy(gs, []int{1}), p()} },
		func() any { return []*int{new(int), new(int)} != nil },
		func() any { return []string{g + "x", fmt.Sprint(p())} },
		func() any { return []string{g + g, fmt.Sprint(p())} },
		func() any { return []int{n + 1, p()} },
		func() any { return []int{-n, p()} },
		func() any { return []int{st.x, p()} },
		func() any { return []int{ar[n-n], p()} },
		func() any { return []int{gs[0], p()} },
		func() any { return []byte{g[0], byte(p())} },
		func() any { return []P{st, {p(), 0}} },
		func() any { return []P{*pp, {p(), 0}} },
		func() any { return []int{pp.x, p()} },
		func() any { return []*P{pp, {p(), 0}}[0].x },
		func() any { return []float64{float64(n), float64(p())} },
		func() any { return []uint8{uint8(n), uint8(p())} },
		func() any { return []string{g[:], fmt.Sprint(p())} },
		func() any { return [][]int{gs[:1], {p()}} },
		func() any { return [][]int{ar[:1], {p()}} },
		func() any { return []any{func() int { return n }(), p()} },
		func() any { return []func() int{i.M, func() int { return p() }}[0]() },
		func() any { return []any{i.M, p()}[0].(func() int)() },
		func() any { x, y := len(g), p(); return []int{x, y} },
		func() any { x, y := n, p(); return []int{x, y} },
		func() any { x, y := st, p(); return []any{x, y} },
		func() any { return len(g) + p() },
		func() any { return n + p() },
		func() any { return n*10 + p() },
		func() any { return gs[0] + p() },
		func() any { return g[:1] + fmt.Sprint(p()) },
		func() any { return e.(int) + p() },
		func() any { return m["a"] + p() },
		func() any { return *&n + p() },
		func() any { return pp.x + p() },
		func() any { return fmt.Sprint(n, p()) },
		func() any { return fmt.Sprint(st, p()) },
		func() any { return fmt.Sprint(g, p()) },
		func() any { return fmt.Sprint(len(g), p()) },
		func() any { return [2]int{n, p()} },
		func() any { return P{n, p()} },
		func() any { return P{len(gs), p()} },
		func() any { return &P{len(gs), p()} },
		func() any { return map[string]int{g: n, "a": p(), k: n} },
		func() any { return map[int]string{len(g): g, p(): k} },
		func() any { return [...]string{string(bs[:2]), fmt.Sprint(p())} },
		func() any { return [...]bool{string(bs) == "xyz", p() == 0} },
		func() any { return [...]bool{e == any(5), p() == 0} },
		func() any { return [...]bool{e == 5, p() == 0} },
		func() any { return [...]bool{es == any(P{3, 4}), p() == 0} },
		func() any { return [...]bool{es == (P{3, 4}), p() == 0} },
		func() any { return [...]bool{es == st, p() == 0} },
	} {
		reset()
		fmt.Println(j, f())
	}
}
