// Methods calls methods with pointer receivers: a generator of numbers, a histogram and a ring of the last values.
package main

import "fmt"

type random struct{ state int }

func (r *random) next() int {
	r.state = (r.state*16807 + 11) % 2147483647
	return r.state
}

func (r *random) below(n int) int { return r.next() % n }

type histogram struct {
	counts   [10]int
	n, sum   int
	min, max int
}

func (h *histogram) add(v int) {
	if h.n == 0 || v < h.min {
		h.min = v
	}
	if v > h.max {
		h.max = v
	}
	h.n++
	h.sum += v
	h.counts[v/100]++
}

func (h histogram) mean() int { return h.sum / h.n }

type ring struct {
	values []int
	at     int
	sum    int
}

func newRing(n int) *ring { return &ring{values: make([]int, n)} }

func (r *ring) push(v int) {
	r.sum += v - r.values[r.at]
	r.values[r.at] = v
	r.at++
	if r.at == len(r.values) {
		r.at = 0
	}
}

func main() {
	var h histogram
	r := &random{state: 1}
	last := newRing(50)
	high := 0
	for range 800000 {
		v := r.below(1000)
		h.add(v)
		last.push(v)
		if last.sum > high {
			high = last.sum
		}
	}
	fmt.Println(h.n, h.mean(), h.min, h.max, high)
	fmt.Println(h.counts)
}
