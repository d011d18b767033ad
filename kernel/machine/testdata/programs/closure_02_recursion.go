// Recursive closures, mutual recursion and memo tables.

package main

import "fmt"

func main() {
	var fact func(int) int
	fact = func(n int) int {
		if n <= 1 {
			return 1
		}
		return n * fact(n-1)
	}
	fmt.Println(fact(10))
	var even, odd func(int) bool
	even = func(n int) bool { return n == 0 || odd(n-1) }
	odd = func(n int) bool { return n != 0 && even(n-1) }
	fmt.Println(even(10), odd(7), even(3))
	memo := map[int]int{}
	var fib func(int) int
	fib = func(n int) (r int) {
		if v, ok := memo[n]; ok {
			return v
		}
		defer func() { memo[n] = r }()
		if n < 2 {
			return n
		}
		return fib(n-1) + fib(n-2)
	}
	fmt.Println(fib(60), len(memo))
	y := func(f func(func(int) int) func(int) int) func(int) int {
		type self func(self) func(int) int
		g := func(s self) func(int) int {
			return f(func(n int) int { return s(s)(n) })
		}
		return g(g)
	}
	fmt.Println(y(func(rec func(int) int) func(int) int {
		return func(n int) int {
			if n == 0 {
				return 0
			}
			return n + rec(n-1)
		}
	})(100))
	old := fact
	fact = func(n int) int { return -old(n) }
	fmt.Println(fact(3))
}
