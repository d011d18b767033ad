package main

import "fmt"

type K struct{ a any }
type Fn []int

func try(name string, f func()) {
	defer func() {
		e := recover()
		_, isErr := e.(error)
		fmt.Printf("%s: %v %v\n", name, e, isErr)
	}()
	f()
}

func main() {
	m := map[any]int{}
	s := map[any]string{}
	k := map[K]int{}
	full := map[any]int{1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 10}
	var none map[any]int
	var bad any = []int{1}
	var bad2 any = Fn{1}
	var bad3 any = K{map[int]int{}}
	var bad4 any = [2]func(){}
	for _, b := range []any{bad, bad2, bad3, bad4} {
		try("inc", func() { m[b]++ })
		try("dec", func() { m[b]-- })
		try("add", func() { m[b] += 3 })
		try("str", func() { s[b] += "x" })
		try("get", func() { _ = m[b] })
		try("ok", func() { _, ok := m[b]; _ = ok })
		try("set", func() { m[b] = 1 })
		try("del", func() { delete(m, b) })
		try("k inc", func() { k[K{b}]++ })
		try("k get", func() { _ = k[K{b}] })
		try("full inc", func() { full[b]++ })
		try("full get", func() { _ = full[b] })
		try("full set", func() { full[b] = 2 })
		try("full del", func() { delete(full, b) })
		try("nil inc", func() { none[b]++ })
		try("nil get", func() { _ = none[b] })
		try("nil set", func() { none[b] = 1 })
		try("nil del", func() { delete(none, b) })
		try("append full", func() { x := map[any][]int{1: nil}; x[b] = append(x[b], 1) })
		try("and", func() { full[b] &= 3 })
		try("shift", func() { full[b] <<= 3 })
		try("two", func() { full[b], full[1] = 3, 4 })
		try("lit", func() { _ = map[any]int{b: 1} })
		try("range", func() {
			for full[b] = range 3 {
			}
		})
		try("div", func() { m[b] /= 2 })
		try("rem", func() { m[b] %= 2 })
		try("value first", func() { m[b] -= []int{1}[len(m)+1] })
		try("float", func() { x := map[any]float64{}; x[b] *= 2 })
		try("field", func() { x := map[any]*K{}; x[b].a = 2 })
	}
	try("nil ok inc", func() { none[1]++ })
	try("nil ok set", func() { none[1] = 2 })
	try("nil ok add", func() { none["q"] += 2 })
}
