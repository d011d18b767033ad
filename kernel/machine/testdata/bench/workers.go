// Workers hands jobs to goroutines over buffered channels and collects what they find.
package main

import (
	"fmt"
	"sync"
)

type result struct{ n, divisors int }

func divisors(n int) int {
	count := 0
	for d := 1; d*d <= n; d++ {
		if n%d == 0 {
			count += 2
			if d*d == n {
				count--
			}
		}
	}
	return count
}

func main() {
	jobs := make(chan int, 64)
	results := make(chan result, 64)
	var mu sync.Mutex
	histogram := map[int]int{}

	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for n := range jobs {
				d := divisors(n)
				mu.Lock()
				histogram[d]++
				mu.Unlock()
				results <- result{n, d}
			}
		}()
	}
	go func() {
		for n := 1; n <= 36000; n++ {
			jobs <- n
		}
		close(jobs)
		wg.Wait()
		close(results)
	}()

	sum, best := 0, result{}
	for r := range results {
		sum += r.divisors
		if r.divisors > best.divisors || r.divisors == best.divisors && r.n < best.n {
			best = r
		}
	}
	fmt.Println(sum, best.n, best.divisors, len(histogram), histogram[2])
}
