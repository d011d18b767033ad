// container/heap with a priority queue of pointers, updates and removal.

package main

import (
	"container/heap"
	"fmt"
)

type item struct {
	value    string
	priority int
	index    int
}
type pq []*item

func (q pq) Len() int           { return len(q) }
func (q pq) Less(i, j int) bool { return q[i].priority > q[j].priority }
func (q pq) Swap(i, j int)      { q[i], q[j] = q[j], q[i]; q[i].index, q[j].index = i, j }
func (q *pq) Push(x any)        { it := x.(*item); it.index = len(*q); *q = append(*q, it) }
func (q *pq) Pop() any {
	old := *q
	n := len(old)
	it := old[n-1]
	old[n-1] = nil
	it.index = -1
	*q = old[:n-1]
	return it
}

type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[i] < h[j] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ints) Pop() (x any)      { x, *h = (*h)[len(*h)-1], (*h)[:len(*h)-1]; return }

func main() {
	h := &ints{5, 2, 8}
	heap.Init(h)
	heap.Push(h, 3)
	fmt.Print((*h)[0], ": ")
	for h.Len() > 0 {
		fmt.Print(heap.Pop(h), " ")
	}
	fmt.Println()
	var q pq
	items := map[string]*item{}
	for i, w := range []string{"banana", "apple", "pear", "fig"} {
		it := &item{value: w, priority: i + 2}
		items[w] = it
		heap.Push(&q, it)
	}
	items["banana"].priority = 10
	heap.Fix(&q, items["banana"].index)
	heap.Remove(&q, items["pear"].index)
	for q.Len() > 0 {
		it := heap.Pop(&q).(*item)
		fmt.Printf("%s:%d:%d ", it.value, it.priority, it.index)
	}
	fmt.Println()
}
