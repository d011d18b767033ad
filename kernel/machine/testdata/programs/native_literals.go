package main

import "fmt"

type big [80]int

func grow(b big, i int) big { b[i] += i; return b }

type pt struct {
	x, y, z, w int
	s          string
}

func (p pt) add(q pt) pt { return pt{p.x + q.x, p.y + q.y, p.z, p.w, p.s + q.s} }

func swap(a, b big) (big, big) { return b, a }

func fail(b big) big { panic("no") }

var g big

func rec(n int) (r int) {
	defer func() { r += n }()
	if n == 0 {
		return 1
	}
	return func(k int) int { return rec(k) + n }(n - 1)
}

func main() {
	var b big
	for i := 0; i < 300; i++ {
		b = grow(b, i%80)
		g = grow(g, (i*7)%80)
	}
	fmt.Println(b[3], g[70])
	func() {
		defer func() { recover() }()
		b = fail(b)
	}()
	fmt.Println(b[3])
	p := pt{1, 2, 3, 4, "a"}
	for i := 0; i < 10; i++ {
		p = p.add(p)
		if i > 3 {
			p.s = ""
		}
	}
	fmt.Println(p)
	q := &b
	b = func() big { q[0] = 99; return grow(b, 1) }()
	fmt.Println(b[0], b[1])
	b = func(c big) big { b[2] = -1; return c }(b)
	fmt.Println(b[2])
	x := 1
	func(y int) { fmt.Println(x, y); x = 5 }(func() int { x = 3; return x }())
	fmt.Println(x)
	var fs []func() int
	for i := 0; i < 3; i++ {
		func() { fs = append(fs, func() int { i += 10; return i }) }()
	}
	for _, f := range fs {
		fmt.Println(f(), f())
	}
	fmt.Println(rec(200))
	ch := make(chan int)
	for i := range 3 {
		go func(k int) { ch <- i*10 + k }(i + 1)
	}
	s := 0
	for range 3 {
		s += <-ch
	}
	fmt.Println(s)
	for i := 0; i < 3; i++ {
		defer func(s string) { fmt.Println("d", i, s) }(fmt.Sprint(i))
		v := i
		defer func() { v++; fmt.Println("v", v) }()
	}
	b, g = swap(b, g)
	fmt.Println(b[3], g[0])
	defer func() {
		e := recover()
		fmt.Println("r", e, x)
		func() { fmt.Println(recover()) }()
	}()
	var z []int
	func(n int) { x = z[n] }(x)
}
