// Closures makes and calls functions: counters, adders, compositions, a memo, and callbacks.
package main

import "fmt"

func counter(start, step int) func() int {
	n := start - step
	return func() int {
		n += step
		return n
	}
}

func adder(k int) func(int) int {
	return func(x int) int { return x + k }
}

func compose(f, g func(int) int) func(int) int {
	return func(x int) int { return g(f(x)) }
}

func power(f func(int) int, n int) func(int) int {
	if n == 1 {
		return f
	}
	return compose(f, power(f, n-1))
}

func memoize(f func(int) int) func(int) int {
	known := map[int]int{}
	return func(x int) int {
		if y, ok := known[x]; ok {
			return y
		}
		y := f(x)
		known[x] = y
		return y
	}
}

func each(n int, do func(int)) {
	for i := range n {
		do(i)
	}
}

func main() {
	odd, even := counter(1, 2), counter(0, 2)
	sum := 0
	for range 900000 {
		sum = (sum + odd()*even()) % 10007
		if sum < 5 {
			sum += even()
		}
	}
	fmt.Println(sum, odd(), even())

	step := compose(compose(adder(3), func(x int) int { return x * 5 }), func(x int) int { return x % 1009 })
	x := 1
	for range 350000 {
		x = step(x)
	}
	tenth := power(step, 10)
	for range 40000 {
		x = tenth(x)
	}
	fmt.Println(x)

	square := memoize(func(x int) int { return x * x })
	total := 0
	each(900000, func(i int) { total += square(i % 100) })

	var adders []func(int) int
	for i := 0; i < 100; i++ {
		adders = append(adders, func(x int) int { return x + i })
	}
	for range 3500 {
		for _, add := range adders {
			x = add(x)
		}
	}
	fmt.Println(total, x)
}
