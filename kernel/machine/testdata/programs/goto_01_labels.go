// Goto, labeled break and continue in all loop kinds, and labels on blocks.

package main

import (
	"fmt"
	"os"
)

func collatz(n int) (steps int) {
top:
	if n == 1 {
		return
	}
	steps++
	if n%2 == 0 {
		n /= 2
		goto top
	}
	n = 3*n + 1
	goto top
}

func search(grid [][]int, want int) (r, c int) {
	for r = range grid {
		for c = range grid[r] {
			if grid[r][c] == want {
				goto found
			}
		}
	}
	return -1, -1
found:
	return r, c
}

func primes(n int) (ps []int) {
next:
	for i := 2; i < n; i++ {
		for _, p := range ps {
			if p*p > i {
				break
			}
			if i%p == 0 {
				continue next
			}
		}
		ps = append(ps, i)
	}
	return
}

func main() {
	fmt.Println(collatz(27), collatz(1))
	fmt.Println(search([][]int{{1, 2}, {3, 4}}, 3))
	fmt.Println(search([][]int{{1}}, 9))
	fmt.Println(primes(50))
block:
	switch {
	default:
		fmt.Println("in block")
		if len(os.Args) >= 0 {
			break block
		}
		fmt.Println("never")
	}
	c := make(chan int, 5)
	for i := range 5 {
		c <- i
	}
	close(c)
recv:
	for v := range c {
		select {
		default:
			if v == 1 {
				continue recv
			}
			if v == 3 {
				break recv
			}
		}
		fmt.Print(v, " ")
	}
	fmt.Println()
	i := 0
loop:
	for {
		switch i++; {
		case i < 3:
			continue
		case i == 3:
			break
		case i > 5:
			break loop
		}
		fmt.Print(i, " ")
	}
	fmt.Println()
	if i > 100 {
		goto end
	}
	fmt.Println("skipped only if large")
end:
}
