package main

import "fmt"

type T struct {
	s string
	n int
}

var g = "abc"
var gs = []int{1, 2, 3}

func p() int { g = ""; gs = nil; return 1 }

func try(name string, f func()) {
	g = "abc"
	gs = []int{1, 2, 3}
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, r)
		}
	}()
	f()
}
func two(s string, n int) { fmt.Println(s, n) }
func twos(s []int, n int) { fmt.Println(s, n) }

func main() {
	try("array blank", func() { _ = [2]T{T{g[:2], p()}}; fmt.Println("ok") })
	try("array blank min", func() { _ = [2]T{T{g[:min(2)], p()}}; fmt.Println("ok") })
	try("struct", func() { x := T{g[:2], p()}; fmt.Println(x) })
	try("struct min", func() { x := T{g[:min(2)], p()}; fmt.Println(x) })
	try("struct len", func() { x := T{g[:len(g)], p()}; fmt.Println(x) })
	try("call", func() { two(g[:2], p()) })
	try("call min", func() { two(g[:min(2)], p()) })
	try("call slice", func() { twos(gs[:2], p()) })
	try("call slice len", func() { twos(gs[:len(gs)], p()) })
	try("array", func() { x := [2]T{T{g[:2], p()}}; fmt.Println(x) })
	try("arrays", func() { x := [2]string{g[:2], fmt.Sprint(p())}; fmt.Println(x) })
	try("slices", func() { x := []string{g[:2], fmt.Sprint(p())}; fmt.Println(x) })
	try("index", func() { x := []any{g[1], gs[1], p()}; fmt.Println(x) })
	try("index struct", func() { x := T{string(g[1]), p()}; fmt.Println(x) })
	try("assign", func() { a, b := g[:2], p(); fmt.Println(a, b) })
	try("plus", func() { a := g[:2] + fmt.Sprint(p()); fmt.Println(a) })
	try("return", func() { fmt.Println(func() (string, int) { return g[:2], p() }()) })
	n := 2
	try("call n", func() { two(g[:n], p()) })
	try("call max", func() { two(g[:max(n, 1)], p()) })
	try("max", func() { twos(append([]int{}, max(n, 1)), p()) })
	try("struct n", func() { x := T{g[:n], p()}; fmt.Println(x) })
	try("struct n+0", func() { x := T{g[n-2:], p()}; fmt.Println(x) })
	try("struct slices", func() { x := []T{{g[:2], 1}, {g[1:], p()}}; fmt.Println(x) })
	try("len", func() { x := []int{len(g[:2]), p()}; fmt.Println(x) })
	try("conv", func() { x := []any{[]byte(g), p()}; fmt.Println(x) })
	try("conv2", func() { x := []any{[]byte(g[:2]), p()}; fmt.Println(x) })
	try("conv3", func() { two(string([]rune(g)), p()) })
	try("conv4", func() { two(string([]rune(g[:2])), p()) })
}
