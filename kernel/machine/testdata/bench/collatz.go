// Collatz finds the start below a limit from which halving and tripling takes the most steps to 1.
package main

import "fmt"

func steps(n int) int {
	count := 0
	for n != 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		count++
	}
	return count
}

func main() {
	best, most, total := 0, 0, 0
	for n := 1; n < 65000; n++ {
		s := steps(n)
		total += s
		if s > most {
			best, most = n, s
		}
	}
	fmt.Println(best, most, total)
}
