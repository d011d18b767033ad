// Fannkuch flips pancakes in all orders, as in the Computer Language Benchmarks Game.
package main

import "fmt"

// fannkuch gives the checksum and the most flips for n pancakes.
func fannkuch(n int) (sum, most int) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	work := make([]int, n)
	count := make([]int, n)
	sign := 1
	r := n
	for {
		for ; r > 1; r-- {
			count[r-1] = r
		}
		if order[0] != 0 {
			copy(work, order)
			flips := 0
			for k := work[0]; k != 0; k = work[0] {
				for i, j := 0, k; i < j; i, j = i+1, j-1 {
					work[i], work[j] = work[j], work[i]
				}
				flips++
			}
			most = max(most, flips)
			sum += sign * flips
		}
		sign = -sign
		for {
			if r == n {
				return sum, most
			}
			first := order[0]
			for i := 0; i < r; i++ {
				order[i] = order[i+1]
			}
			order[r] = first
			count[r]--
			if count[r] > 0 {
				break
			}
			r++
		}
	}
}

func main() {
	for n := 3; n <= 9; n++ {
		sum, most := fannkuch(n)
		fmt.Println(n, sum, most)
	}
}
