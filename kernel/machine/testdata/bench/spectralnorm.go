// Spectralnorm approximates the spectral norm of an infinite matrix, as in the Computer Language Benchmarks Game.
package main

import (
	"fmt"
	"math"
)

func a(i, j int) float64 { return 1 / float64((i+j)*(i+j+1)/2+i+1) }

func times(v []float64) []float64 {
	u := make([]float64, len(v))
	for i := range u {
		sum := 0.0
		for j, x := range v {
			sum += a(i, j) * x
		}
		u[i] = sum
	}
	return u
}

func transposed(v []float64) []float64 {
	u := make([]float64, len(v))
	for i := range u {
		sum := 0.0
		for j, x := range v {
			sum += a(j, i) * x
		}
		u[i] = sum
	}
	return u
}

func both(v []float64) []float64 { return transposed(times(v)) }

func main() {
	n := 250
	u := make([]float64, n)
	for i := range u {
		u[i] = 1
	}
	var v []float64
	for range 10 {
		v = both(u)
		u = both(v)
	}
	var uv, vv float64
	for i := range u {
		uv += u[i] * v[i]
		vv += v[i] * v[i]
	}
	fmt.Printf("%.9f\n", math.Sqrt(uv/vv))
}
