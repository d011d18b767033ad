// Matrix multiplies matrices of floats and takes a power of a matrix of ints.
package main

import "fmt"

func multiply(a, b [][]float64) [][]float64 {
	n, m, p := len(a), len(b), len(b[0])
	c := make([][]float64, n)
	for i := 0; i < n; i++ {
		c[i] = make([]float64, p)
		for j := 0; j < p; j++ {
			sum := 0.0
			for k := 0; k < m; k++ {
				sum += a[i][k] * b[k][j]
			}
			c[i][j] = sum
		}
	}
	return c
}

func generate(n int, seed float64) [][]float64 {
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n)
		for j := range a[i] {
			a[i][j] = seed * float64((i+2*j)*(i+j)%1000) / float64(n)
		}
	}
	return a
}

const modulus = 1000003

type square [6][6]int

func (a *square) times(b *square) square {
	var c square
	for i := range a {
		for j := range b {
			for k := range b {
				c[i][j] = (c[i][j] + a[i][k]*b[k][j]) % modulus
			}
		}
	}
	return c
}

func power(a square, n int) square {
	var result square
	for i := range result {
		result[i][i] = 1
	}
	for ; n > 0; n /= 2 {
		if n%2 == 1 {
			result = result.times(&a)
		}
		a = a.times(&a)
	}
	return result
}

func main() {
	n := 180
	c := multiply(generate(n, 1), generate(n, 2))
	trace := 0.0
	for i := range c {
		trace += c[i][i]
	}
	fmt.Printf("%.6f %.6f\n", c[n/2][n/3], trace)

	var a square
	for i := range a {
		for j := range a[i] {
			a[i][j] = i*7 + j*3 + 1
		}
	}
	sum := 0
	for e := 1000000; e < 1000150; e++ {
		p := power(a, e)
		sum = (sum + p[e%6][5]) % modulus
	}
	fmt.Println(sum)
}
