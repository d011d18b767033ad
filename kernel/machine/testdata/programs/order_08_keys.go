package main

import "fmt"

type rec struct {
	s string
	n int
	a [2]int
}

func c[T any](tag int, v T) T { fmt.Print(" ", tag); return v }

func try(f func()) {
	defer func() { fmt.Println(" |", recover()) }()
	f()
}

func set(p **rec) int { *p = nil; return 1 }

func main() {
	var p *rec
	m := map[any]int{}
	ms := map[string]int{}
	mi := map[int]int{}
	ma := map[[2]int]int{}
	try(func() { m[any(p.s)] = c(1, 2) })
	try(func() { m[p.s] = c(1, 2) })
	try(func() { ms[p.s] = c(1, 2) })
	try(func() { mi[p.n] = c(1, 2) })
	try(func() { ma[p.a] = c(1, 2) })
	try(func() { m[p.s] += c(1, 2) })
	try(func() { ma[p.a] += c(1, 2) })
	try(func() { mi[p.n] += c(1, 2) })
	try(func() { _ = map[any]int{p.s: c(1, 2)} })
	try(func() { _ = map[int]int{p.n: c(1, 2)} })
	try(func() { _ = map[[2]int]int{p.a: c(1, 2)} })
	try(func() { fmt.Print(m[p.s] + c(1, 2)) })
	try(func() { fmt.Print(ma[p.a] + c(1, 2)) })
	try(func() { fmt.Print(mi[p.n] + c(1, 2)) })
	try(func() { delete(ma, p.a); _ = c(1, 2) })
	q := &rec{n: 5}
	try(func() { m[q.n] = set(&q); fmt.Print(m) })
	q = &rec{n: 5}
	try(func() { mi[q.n] = set(&q); fmt.Print(mi) })
	q = &rec{n: 5}
	try(func() { fmt.Print(map[any]int{q.n: set(&q)}) })
	q = &rec{n: 5}
	try(func() { fmt.Print(map[int]int{q.n: set(&q)}) })
	x := 5
	y := func() int { x = 7; return 1 }
	try(func() { m[x] = y(); fmt.Print(m) })
	x = 5
	try(func() { mi[x] = y(); fmt.Print(mi) })
	x = 5
	try(func() { fmt.Print(map[any]int{x: y()}) })
	x = 5
	try(func() { fmt.Print(map[int]int{x: y()}) })
}
