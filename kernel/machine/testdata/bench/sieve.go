// Sieve counts and sums the primes below a limit by the sieve of Eratosthenes.
package main

import "fmt"

func sieve(n int) []bool {
	composite := make([]bool, n)
	composite[0], composite[1] = true, true
	for p := 2; p*p < n; p++ {
		if !composite[p] {
			for q := p * p; q < n; q += p {
				composite[q] = true
			}
		}
	}
	return composite
}

func main() {
	count, sum := 0, 0
	for n, composite := range sieve(4_000_000) {
		if !composite {
			count++
			sum += n
		}
	}
	fmt.Println(count, sum)
}
