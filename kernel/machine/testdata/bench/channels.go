// Channels sends numbers through pipelines of unbuffered channels, the sieve of prime numbers among them.
package main

import "fmt"

func count(from, to int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := from; i < to; i++ {
			out <- i
		}
	}()
	return out
}

func square(in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for v := range in {
			out <- v * v
		}
	}()
	return out
}

// without gives the numbers that p does not divide.
func without(in <-chan int, p int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for v := range in {
			if v%p != 0 {
				out <- v
			}
		}
	}()
	return out
}

func main() {
	sum := 0
	for v := range without(square(count(0, 20000)), 3) {
		sum = (sum + v) % 1000003
	}
	fmt.Println(sum)

	primes, last := 0, 0
	numbers := count(2, 400)
	for {
		p, ok := <-numbers
		if !ok {
			break
		}
		primes, last = primes+1, p
		numbers = without(numbers, p)
	}
	fmt.Println(primes, last)
}
