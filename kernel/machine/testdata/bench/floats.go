// Floats integrates functions by the rules of the trapezoid and of Simpson, and takes roots by Newton's method.
package main

import (
	"fmt"
	"math"
)

func trapezoid(f func(float64) float64, a, b float64, n int) float64 {
	h := (b - a) / float64(n)
	sum := (f(a) + f(b)) / 2
	for i := 1; i < n; i++ {
		sum += f(a + float64(i)*h)
	}
	return sum * h
}

func simpson(f func(float64) float64, a, b float64, n int) float64 {
	h := (b - a) / float64(n)
	sum := f(a) + f(b)
	for i := 1; i < n; i++ {
		weight := 4.0
		if i%2 == 0 {
			weight = 2
		}
		sum += weight * f(a+float64(i)*h)
	}
	return sum * h / 3
}

func root(x float64) float64 {
	r := x
	for math.Abs(r*r-x) > 1e-9 {
		r = (r + x/r) / 2
	}
	return r
}

func bell(x float64) float64 { return math.Exp(-x * x) }

func main() {
	fmt.Printf("%.8f\n", trapezoid(bell, -5, 5, 600000))
	fmt.Printf("%.8f\n", simpson(math.Sin, 0, math.Pi, 700000))
	fmt.Printf("%.8f\n", simpson(func(x float64) float64 { return 4 / (1 + x*x) }, 0, 1, 700000))
	sum := 0.0
	for i := 1; i <= 120000; i++ {
		sum += root(float64(i % 100))
	}
	fmt.Printf("%.6f\n", sum)
}
