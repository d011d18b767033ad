// Multiple results, named results, variadics, functions as values.

package main

import (
	"errors"
	"fmt"
)

func divide(a, b float64) (q float64, err error) {
	if b == 0 {
		err = errors.New("cannot divide by zero")
		return
	}
	return a / b, nil
}

func minMax(xs ...int) (lo, hi int) {
	lo, hi = xs[0], xs[0]
	for _, x := range xs[1:] {
		lo, hi = min(lo, x), max(hi, x)
	}
	return
}

func apply(n int, fs ...func(int) int) int {
	for _, f := range fs {
		n = f(n)
	}
	return n
}

func gcd(a, b int) int {
	if b == 0 {
		return a
	}
	return gcd(b, a%b)
}

func main() {
	fmt.Println(divide(7, 2))
	fmt.Println(divide(1, 0))
	fmt.Println(minMax(4, -2, 9, 3))
	double := func(n int) int { return n * 2 }
	fmt.Println(apply(3, double, func(n int) int { return n + 1 }, double))
	fmt.Println(gcd(84, 36), func(a, b int) int { return a - b }(5, 8))
}
