// Package heap is the twin of Go's package container/heap. Nothing in it is generic: it is here so
// that the methods of a heap that a cell declares are called by code like theirs, which can become
// machine code with them. The calls of these methods, and their order, are those of the original.
package heap

import "container/heap"

// Init makes a heap of what h has, in O(n) calls.
func Init(h heap.Interface) {
	n := h.Len()
	for i := n/2 - 1; i >= 0; i-- {
		sink(h, i, n)
	}
}

// Push adds x, in O(log n) calls.
func Push(h heap.Interface, x any) {
	h.Push(x)
	rise(h, h.Len()-1)
}

// Pop removes the least element and returns it, in O(log n) calls.
func Pop(h heap.Interface) any {
	last := h.Len() - 1
	h.Swap(0, last)
	sink(h, 0, last)
	return h.Pop()
}

// Remove removes element i and returns it, in O(log n) calls.
func Remove(h heap.Interface, i int) any {
	last := h.Len() - 1
	if i != last {
		h.Swap(i, last)
		if !sink(h, i, last) {
			rise(h, i)
		}
	}
	return h.Pop()
}

// Fix restores the order after element i has changed, in O(log n) calls.
func Fix(h heap.Interface, i int) {
	if !sink(h, i, h.Len()) {
		rise(h, i)
	}
}

// rise exchanges element i with its parents until it is not less than one.
func rise(h heap.Interface, i int) {
	for {
		parent := (i - 1) / 2
		if parent == i || !h.Less(i, parent) {
			return
		}
		h.Swap(parent, i)
		i = parent
	}
}

// sink exchanges element i with the lesser of its children among the first n until that is not
// less. It reports whether the element has moved.
func sink(h heap.Interface, i, n int) bool {
	from := i
	for {
		child := 2*i + 1
		if child >= n || child < 0 { // the product may overflow
			return i > from
		}
		if right := child + 1; right < n && h.Less(right, child) {
			child = right
		}
		if !h.Less(child, i) {
			return i > from
		}
		h.Swap(i, child)
		i = child
	}
}
