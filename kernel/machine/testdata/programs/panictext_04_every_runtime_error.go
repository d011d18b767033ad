package main

import "fmt"

type I interface{ M() int }
type A struct{ n int }

func (a A) M() int { return a.n }

type B struct {
	f func()
	A
}
type S []int

func (s S) M() int { return len(s) }

func try(name string, f func()) {
	defer func() {
		r := recover()
		if e, ok := r.(interface{ RuntimeError() }); ok {
			_ = e
			fmt.Println(name, "runtime:", r)
		} else {
			fmt.Printf("%s %T %v\n", name, r, r)
		}
	}()
	f()
}

func main() {
	var i I
	var m map[string]int
	var p *A
	var a []int
	var ch chan int
	z := 0
	try("nil iface", func() { i.M() })
	try("nil ptr", func() { fmt.Println(p.n) })
	try("nil ptr method", func() { fmt.Println(p.M()) })
	try("nil map", func() { m["a"] = 1 })
	try("idx", func() { _ = a[z] })
	try("idx neg", func() { z := -1; _ = a[z] })
	try("slice", func() { _ = a[1:z] })
	try("slice2", func() { a := make([]int, 3); j := 5; _ = a[:j] })
	try("slice3", func() { a := make([]int, 3); j := 2; _ = a[j:1] })
	try("slice cap", func() { a := make([]int, 3); j := 5; _ = a[1:2:j] })
	try("str idx", func() { s := "abc"; j := 3; _ = s[j] })
	try("str slice", func() { s := "abc"; j := 4; _ = s[j:] })
	try("div", func() { fmt.Println(1 / z) })
	try("mod", func() { fmt.Println(1 % z) })
	try("close nil", func() { close(ch) })
	try("close twice", func() { c := make(chan int); close(c); close(c) })
	try("send closed", func() { c := make(chan int, 1); close(c); c <- 1 })
	try("assert nil", func() { var x any; _ = x.(int) })
	try("assert", func() { var x any = "s"; _ = x.(int) })
	try("assert iface", func() { var x any = 1; _ = x.(I) })
	try("assert iface2", func() { var x any = A{}; _ = x.(interface{ N() }) })
	try("assert own", func() { var x any = A{}; _ = x.(B) })
	try("assert I", func() { i := I(A{}); _ = i.(S) })
	try("cmp", func() { var x, y any = []int{1}, []int{1}; fmt.Println(x == y) })
	try("cmp struct", func() { var x, y any = B{}, B{}; fmt.Println(x == y) })
	try("cmp own slice", func() { var x, y I = S{}, S{}; fmt.Println(x == y) })
	try("cmp diff", func() { var x, y any = S{}, []int{}; fmt.Println(x == y) })
	try("map key", func() { m := map[any]int{}; m[[]int{}] = 1 })
	try("map key own", func() { m := map[any]int{}; m[S{}] = 1 })
	try("map key B", func() { m := map[any]int{}; fmt.Println(m[B{}]) })
	try("make neg", func() { n := -1; _ = make([]int, n) })
	try("make cap", func() { n := 2; _ = make([]int, 3, n) })
	try("make chan", func() { n := -1; _ = make(chan int, n) })
	try("shift neg", func() { n := -1; fmt.Println(1 << n) })
	try("array conv", func() { _ = [3]int(make([]int, 2)) })
	try("array ptr conv", func() { _ = (*[3]int)(make([]int, 2)) })
	try("panic nil", func() { panic(nil) })
	try("panic err", func() { panic(fmt.Errorf("x %d", 1)) })
	try("panic own", func() { panic(A{3}) })
	try("panic ptr nil", func() { panic((*A)(nil)) })
	try("goexit-like", func() { defer func() { panic(fmt.Sprint("second ", recover())) }(); panic("first") })
	try("nil func", func() { var f func(); f() })
	try("nil func defer", func() { var f func(); defer f(); fmt.Println("body") })
	try("method value nil", func() { _ = i.M })
	try("nil embedded", func() { type T struct{ *A }; fmt.Println(T{}.n) })
	try("nil embedded m", func() { type T struct{ I }; fmt.Println(T{}.M()) })
	try("array idx", func() { var x [3]int; j := 3; x[j]++ })
	try("ptr array idx", func() { var x *[3]int; j := 1; x[j]++ })
	try("range nil ptr array", func() {
		var x *[3]int
		for i := range x {
			fmt.Print(i)
		}
		for _, v := range x {
			fmt.Print(v)
		}
	})
	try("none", func() {})
}
