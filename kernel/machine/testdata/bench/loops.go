// Loops nests three loops around a little arithmetic.
package main

import "fmt"

func loops(n int) (a, b, c int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			for k := j; k < n; k++ {
				x := (i*j + k*k) % 1000
				if x&3 == 0 {
					a += x
				} else if x%5 == 0 {
					b ^= x << 4
				} else {
					c++
				}
			}
		}
	}
	return a, b, c
}

func main() {
	fmt.Println(loops(185))
}
