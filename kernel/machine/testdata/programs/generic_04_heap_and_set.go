// A generic heap, set and stack.

package main

import (
	"fmt"
	"maps"
	"strings"
)

type heapOf[T any] struct {
	xs   []T
	less func(a, b T) bool
}

func (h *heapOf[T]) push(x T) {
	h.xs = append(h.xs, x)
	for i := len(h.xs) - 1; i > 0; {
		p := (i - 1) / 2
		if !h.less(h.xs[i], h.xs[p]) {
			break
		}
		h.xs[i], h.xs[p] = h.xs[p], h.xs[i]
		i = p
	}
}

func (h *heapOf[T]) pop() (x T, ok bool) {
	if len(h.xs) == 0 {
		return
	}
	x = h.xs[0]
	n := len(h.xs) - 1
	h.xs[0], h.xs = h.xs[n], h.xs[:n]
	for i := 0; ; {
		m := i
		for c := 2*i + 1; c <= 2*i+2 && c < n; c++ {
			if h.less(h.xs[c], h.xs[m]) {
				m = c
			}
		}
		if m == i {
			return x, true
		}
		h.xs[i], h.xs[m] = h.xs[m], h.xs[i]
		i = m
	}
}

type set[T comparable] map[T]struct{}

func setOf[T comparable](vs ...T) set[T] {
	s := set[T]{}
	for _, v := range vs {
		s[v] = struct{}{}
	}
	return s
}
func (s set[T]) has(v T) bool { _, ok := s[v]; return ok }
func (s set[T]) intersect(o set[T]) set[T] {
	r := set[T]{}
	for v := range s {
		if o.has(v) {
			r[v] = struct{}{}
		}
	}
	return r
}
func (s set[T]) union(o set[T]) set[T] {
	r := maps.Clone(s)
	maps.Copy(r, o)
	return r
}

type stack[T any] []T

func (s *stack[T]) push(v T) { *s = append(*s, v) }
func (s *stack[T]) pop() T {
	v := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return v
}

func main() {
	h := &heapOf[string]{less: func(a, b string) bool { return len(a) < len(b) || len(a) == len(b) && a < b }}
	for _, w := range strings.Fields("pear fig banana kiwi apple date") {
		h.push(w)
	}
	for w, ok := h.pop(); ok; w, ok = h.pop() {
		fmt.Print(w, " ")
	}
	fmt.Println()
	a, b := setOf(1, 2, 3), setOf(2, 3, 4)
	fmt.Println(a.intersect(b), len(a.union(b)), a.has(4), b.has(4))
	var s stack[rune]
	for _, r := range "abc" {
		s.push(r)
	}
	fmt.Println(string(s.pop()), string(s.pop()), len(s))
	fmt.Printf("%T %T %T\n", h, a, s)
}
