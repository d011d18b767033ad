// Newton, bisection, trapezoid rule, simple statistics.

package main

import (
	"fmt"
	"math"
	"sort"
)

type fn func(float64) float64

func (f fn) derive(x float64) float64 { const h = 1e-6; return (f(x+h) - f(x-h)) / (2 * h) }
func (f fn) newton(x float64) (float64, int) {
	for i := 1; i < 50; i++ {
		d := f(x) / f.derive(x)
		x -= d
		if math.Abs(d) < 1e-9 {
			return x, i
		}
	}
	return math.NaN(), -1
}
func (f fn) bisect(lo, hi float64) float64 {
	for range 60 {
		if mid := (lo + hi) / 2; (f(lo) < 0) == (f(mid) < 0) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
func (f fn) integrate(a, b float64, n int) (s float64) {
	h := (b - a) / float64(n)
	s = (f(a) + f(b)) / 2
	for i := 1; i < n; i++ {
		s += f(a + float64(i)*h)
	}
	return s * h
}

func stats(xs ...float64) (mean, sd, med float64) {
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	for _, x := range xs {
		sd += (x - mean) * (x - mean)
	}
	ys := append([]float64(nil), xs...)
	sort.Float64s(ys)
	if n := len(ys); n%2 == 1 {
		med = ys[n/2]
	} else {
		med = (ys[n/2-1] + ys[n/2]) / 2
	}
	return mean, math.Sqrt(sd / float64(len(xs)-1)), med
}

func main() {
	f := fn(func(x float64) float64 { return x*x - 2 })
	r, _ := f.newton(1)
	fmt.Printf("%.6f %.6f %.4f\n", r, f.bisect(0, 2), fn(math.Sin).integrate(0, math.Pi, 200))
	m, s, med := stats(2, 4, 4, 4, 5, 5, 7, 9)
	fmt.Printf("%.3f %.3f %.3f\n", m, s, med)
	horner := func(cs ...float64) fn {
		return func(x float64) (y float64) {
			for _, c := range cs {
				y = y*x + c
			}
			return
		}
	}
	p := horner(1, -6, 11, -6)
	for x := 0.0; x <= 4; x++ {
		fmt.Print(p(x), " ")
	}
	fmt.Println()
}
