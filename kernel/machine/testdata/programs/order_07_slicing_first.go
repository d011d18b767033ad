// The Go compiler slices and asserts before it indexes, divides or reads through pointers in the
// same statement. That shows in which of two panics comes.

package main

import "fmt"

type stack struct{ vals []int }

func (s *stack) pop() (v int) {
	v, s.vals = s.vals[len(s.vals)-1], s.vals[:len(s.vals)-1]
	return
}

func (s *stack) peek() (int, []int) { return s.vals[len(s.vals)-1], s.vals[:len(s.vals)-1] }

func two(n int, s []int) int             { return n + len(s) }
func str(c byte, s string, n int) string { return string(c) + s }

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func main() {
	var empty stack
	var none *stack
	s := &stack{[]int{1, 2, 3}}
	fmt.Println(s.pop(), s.pop(), s.vals)
	a, zero, big := []int{1, 2}, 0, 9
	var x any = "text"
	text := "abc"
	try("pop", func() { empty.pop() })
	try("peek", func() { empty.peek() })
	try("call", func() { two(a[big], a[:big]) })
	try("call again", func() { two(a[big+1], a[big:]) })
	try("division", func() { two(1/zero, a[big:]) })
	try("pointer", func() { two(none.vals[0], a[:big]) })
	try("first slice", func() { two(len(a[:big]), a[big:]) })
	try("assertion", func() { two(a[big], x.([]int)) })
	try("both", func() { two(x.(int), a[big:]) })
	try("string", func() { str(text[big], text[big:], 1) })
	try("concatenation", func() { fmt.Println(string(text[big]) + text[big:]) })
	try("index alone", func() { two(a[big], a[:1]) })
	try("define", func() { v, r := a[big], a[:big]; fmt.Println(v, r) })
	try("store", func() { a[big] = len(a[big:]) })
	try("store slice", func() { m := [][]int{a}; m[big] = a[big:] })
	try("literal", func() { fmt.Println([]any{a[big], a[big:]}) })
	try("struct", func() {
		_ = struct {
			n int
			s []int
		}{a[big], a[big:]}
	})
	try("return", func() { func() (int, []int) { return 1 / zero, a[:big] }() })
	try("condition", func() {
		if a[big] == len(a[:big]) {
			fmt.Println("no")
		}
	})
	try("compare", func() {
		if text[big:] == string(text[big]) {
			fmt.Println("no")
		}
	})
	try("swap", func() { a[0], a[big] = a[big], len(a[:big]) })
	try("defer", func() { defer two(a[big], a[:big]) })
	try("go", func() { go two(a[big], a[:big]) })
	try("send", func() { c := make(chan []int, 1); []chan []int{c}[zero] <- a[big:] })
}
