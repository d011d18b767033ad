// Redelmeier counts the fixed polyominoes of each size by Redelmeier's algorithm.
package main

import "fmt"

type counter struct {
	n, width int
	marked   []bool
	counts   []int
}

// newCounter marks what is left of the first cell or below it. The rest is above, and around it a border.
func newCounter(n int) *counter {
	c := &counter{n: n, width: 2*n + 2, counts: make([]int, n+1)}
	c.marked = make([]bool, c.width*(n+2))
	for i := 0; i < c.width+n; i++ {
		c.marked[i] = true
	}
	return c
}

// extend adds the untried cells, one after another, to a polyomino of the given size.
func (c *counter) extend(untried []int, size int) {
	size++
	for len(untried) > 0 {
		at := untried[len(untried)-1]
		untried = untried[:len(untried)-1]
		c.counts[size]++
		if size == c.n {
			continue
		}
		next := append([]int(nil), untried...)
		for _, neighbor := range [...]int{at + 1, at - 1, at + c.width, at - c.width} {
			if !c.marked[neighbor] {
				c.marked[neighbor] = true
				next = append(next, neighbor)
			}
		}
		c.extend(next, size)
		for _, neighbor := range next[len(untried):] {
			c.marked[neighbor] = false
		}
	}
}

func main() {
	c := newCounter(13)
	first := c.width + c.n
	c.marked[first] = true
	c.extend([]int{first}, 0)
	fmt.Println(c.counts[1:])
}
