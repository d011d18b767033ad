// Embedded containers and interfaces from the library used through own methods.

package main

import (
	"bytes"
	"container/heap"
	"container/list"
	"context"
	"fmt"
	"io"
	"os"
	"sort"
	"sync"
)

type stack struct{ list.List }
type maxHeap struct{ sort.IntSlice }
type upperWriter struct{ io.Writer }
type ctx struct {
	context.Context
	name string
}
type lockedMap struct {
	sync.RWMutex
	m map[string]int
}

func (s *stack) push(v any)          { s.PushBack(v) }
func (s *stack) pop() (v any)        { return s.Remove(s.Back()) }
func (h maxHeap) Less(i, j int) bool { return h.IntSlice[i] > h.IntSlice[j] }
func (h *maxHeap) Push(x any)        { h.IntSlice = append(h.IntSlice, x.(int)) }
func (h *maxHeap) Pop() (x any) {
	n := h.Len() - 1
	x, h.IntSlice = h.IntSlice[n], h.IntSlice[:n]
	return
}
func (u upperWriter) Write(p []byte) (int, error) { return u.Writer.Write(bytes.ToUpper(p)) }
func (c ctx) Value(k any) any {
	if k == "name" {
		return c.name
	}
	return c.Context.Value(k)
}
func (l *lockedMap) inc(k string) int {
	l.Lock()
	defer l.Unlock()
	if l.m == nil {
		l.m = map[string]int{}
	}
	l.m[k]++
	return l.m[k]
}

func main() {
	var s stack
	for i := range 3 {
		s.push(i)
	}
	fmt.Println(s.pop(), s.pop(), s.Len())
	h := &maxHeap{sort.IntSlice{3, 9, 4}}
	heap.Init(h)
	heap.Push(h, 7)
	for h.Len() > 0 {
		fmt.Print(heap.Pop(h), " ")
	}
	fmt.Println()
	fmt.Fprintln(upperWriter{os.Stdout}, "shout", 1)
	c := ctx{context.WithValue(context.Background(), 1, "one"), "ctx"}
	child, cancel := context.WithCancel(c)
	fmt.Println(child.Value("name"), child.Value(1), child.Err())
	cancel()
	fmt.Println(child.Err(), c.Err())
	var l lockedMap
	l.inc("a")
	fmt.Println(l.inc("a"), l.inc("b"), len(l.m))
}
