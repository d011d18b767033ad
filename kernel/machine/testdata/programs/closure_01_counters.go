// Counters and accumulators that keep private state.

package main

import "fmt"

func counter() (inc func() int, get func() int) {
	n := 0
	inc = func() int { n++; return n }
	get = func() int { return n }
	return
}

func accumulate(start float64) func(float64) float64 {
	return func(x float64) float64 { start += x; return start }
}

func fib() func() int {
	a, b := 0, 1
	return func() int {
		r := a
		a, b = b, a+b
		return r
	}
}

func main() {
	i1, g1 := counter()
	i2, g2 := counter()
	i1()
	i1()
	i2()
	fmt.Println(g1(), g2())
	acc := accumulate(10)
	acc(1)
	fmt.Println(acc(2.5))
	f := fib()
	for range 10 {
		fmt.Print(f(), " ")
	}
	fmt.Println()
	x := 1
	add := func(n int) { x += n }
	add(5)
	x *= 2
	add(1)
	fmt.Println(x)
}
