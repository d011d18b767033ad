package main

import (
	"container/heap"
	"fmt"
)

type H []int

func (h H) Len() int           { return len(h) }
func (h H) Less(i, j int) bool { return h[i] < h[j] }
func (h H) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *H) Push(x any)        { *h = append(*h, x.(int)) }
func (h *H) Pop() any          { o := *h; x := o[len(o)-1]; *h = o[:len(o)-1]; return x }
func main() {
	h := &H{}
	x := uint32(1)
	for i := 0; i < 30000; i++ {
		x = x*1664525 + 1013904223
		heap.Push(h, int(x>>8))
	}
	t := 0
	for h.Len() > 0 {
		t = t*31 + heap.Pop(h).(int)
		t &= 0xffffff
	}
	fmt.Println(t)
}
