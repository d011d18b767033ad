// Maps_int works on maps from int to int: counting, a memo, pairs with a given sum, and deletion.
package main

import "fmt"

// count counts n pseudo-random numbers below 5000.
func count(n int) map[int]int {
	counts := map[int]int{}
	x := 7
	for i := 0; i < n; i++ {
		x = (x*1103515245 + 12345) & 0x7fffffff
		counts[(x>>8)%5000]++
	}
	return counts
}

// steps is the number of steps of Collatz from n to 1. It remembers every number on the way.
func steps(memo map[int]int, n int) int {
	if s, ok := memo[n]; ok {
		return s
	}
	var s int
	if n%2 == 0 {
		s = 1 + steps(memo, n/2)
	} else {
		s = 1 + steps(memo, 3*n+1)
	}
	memo[n] = s
	return s
}

// pairs counts the pairs of keys with the given sum.
func pairs(counts map[int]int, sum int) int {
	n := 0
	for k := range counts {
		if other := sum - k; other > k {
			if _, ok := counts[other]; ok {
				n++
			}
		}
	}
	return n
}

func main() {
	counts := count(1000000)
	most, at := 0, 0
	for k, v := range counts {
		if v > most || v == most && k < at {
			most, at = v, k
		}
	}
	fmt.Println(len(counts), most, at)

	memo := map[int]int{1: 0}
	longest, total := 0, 0
	for n := 1; n < 180000; n++ {
		s := steps(memo, n)
		total += s
		if s > longest {
			longest = s
		}
	}
	fmt.Println(len(memo), longest, total)

	found := 0
	for sum := 1000; sum < 9000; sum += 250 {
		found += pairs(counts, sum)
	}
	for k := 0; k < 5000; k += 3 {
		delete(counts, k)
	}
	left := 0
	for _, v := range counts {
		left += v
	}
	fmt.Println(found, len(counts), left)
}
