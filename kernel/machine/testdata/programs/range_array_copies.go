package main

import (
	"fmt"
	"math/bits"
)

type board struct {
	grid [5]int
	n    int
}

type pair struct{ a, b int }

func sum(b *board) (total int) {
	for i, x := range b.grid {
		total += i*x + bits.OnesCount(uint(x))
		if x == 4 {
			break
		}
	}
	return total
}

func overwritten(b *board) (seen []int) {
	for i, x := range b.grid {
		b.grid[4-i] = 100 + i
		seen = append(seen, x)
	}
	return seen
}

func replaced() (out []int) {
	v := board{grid: [5]int{1, 2, 3, 4, 5}}
	p := &v
	for _, x := range p.grid {
		v = board{n: x}
		out = append(out, x)
	}
	return append(out, v.n)
}

func assigned() (last int) {
	a := [4]int{1, 2, 3, 4}
	for i, x := range a {
		last = last*10 + x
		if i == 1 {
			a = [4]int{9, 9, 9, 9}
		}
	}
	return last*10 + a[0]
}

func counted() (n int) {
	a := [4]pair{{1, 2}, {3, 4}, {5, 6}, {7, 8}}
	for i := range 3 {
		for _, p := range a {
			p.a += i // a copy of the element
			n += p.a * p.b
		}
		a[i].a++
	}
	return n
}

func pointed() (n int) {
	a := [3]int{1, 2, 3}
	q := &a[2]
	for _, x := range a {
		*q += 10
		n = n*100 + x
	}
	return n + a[2]
}

func called() (n int) {
	a := [3]int{1, 2, 3}
	change := func() int { a[2] = 50; return 0 }
	for _, x := range a {
		n = n*100 + x + change()
	}
	return n
}

func returned() [3]string { return [3]string{"x", "y", "z"} }

var global = [3]int{7, 8, 9}

func globals() (n int) {
	for i, x := range global {
		n = n*10 + x
		for j, y := range global {
			n += i * j * y
		}
	}
	for _, x := range global {
		global = [3]int{}
		n = n*10 + x
	}
	global = [3]int{7, 8, 9}
	return n
}

func moved() (n int) {
	one, two := &board{grid: [5]int{1, 2, 3, 4, 5}}, &board{grid: [5]int{6, 7, 8, 9, 10}}
	b := one
	for _, x := range b.grid {
		b = two
		n = n*10 + x
	}
	return n + b.grid[0]
}

func nothing(b *board) (n int) {
	defer func() { n = -n; fmt.Println(recover()) }()
	n = 5
	for _, x := range b.grid {
		n += x
	}
	return n
}

func main() {
	for range 3 {
		b := &board{grid: [5]int{1, 2, 3, 4, 5}}
		fmt.Println(sum(b), overwritten(b), b.grid, replaced(), assigned(), counted(), pointed(), called(), globals(), moved())
		text := ""
		for i, s := range returned() {
			text += fmt.Sprint(i, s)
		}
		fmt.Println(text)
	}
	fmt.Println(nothing(nil))
}
