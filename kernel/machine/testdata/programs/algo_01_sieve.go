// Sieve of Eratosthenes with counts and twin primes.

package main

import "fmt"

func sieve(n int) (primes []int) {
	composite := make([]bool, n+1)
	for i := 2; i <= n; i++ {
		if composite[i] {
			continue
		}
		primes = append(primes, i)
		for j := i * i; j <= n; j += i {
			composite[j] = true
		}
	}
	return
}

func factors(n int) map[int]int {
	m := map[int]int{}
	for p := 2; n > 1; p++ {
		for ; n%p == 0; n /= p {
			m[p]++
		}
	}
	return m
}

func main() {
	ps := sieve(1000)
	fmt.Println(len(ps), ps[:10], ps[len(ps)-1])
	twins := 0
	for i := 1; i < len(ps); i++ {
		if ps[i]-ps[i-1] == 2 {
			twins++
		}
	}
	fmt.Println(twins, factors(360), factors(97), factors(1))
	perfect := []int{}
	for n := 2; n < 500; n++ {
		sum := 1
		for d := 2; d*d <= n; d++ {
			if n%d == 0 {
				sum += d
				if d*d != n {
					sum += n / d
				}
			}
		}
		if sum == n {
			perfect = append(perfect, n)
		}
	}
	fmt.Println(perfect)
}
