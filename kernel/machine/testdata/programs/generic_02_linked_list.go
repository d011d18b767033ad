// A generic linked list with methods and an iterator.

package main

import (
	"fmt"
	"iter"
	"strings"
)

type node[T any] struct {
	val  T
	next *node[T]
}
type list[T any] struct {
	head, tail *node[T]
	size       int
}

func of[T any](vs ...T) *list[T] {
	l := &list[T]{}
	for _, v := range vs {
		l.push(v)
	}
	return l
}

func (l *list[T]) push(v T) *list[T] {
	n := &node[T]{val: v}
	if l.tail == nil {
		l.head = n
	} else {
		l.tail.next = n
	}
	l.tail = n
	l.size++
	return l
}

func (l *list[T]) all() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i, n := 0, l.head; n != nil; i, n = i+1, n.next {
			if !yield(i, n.val) {
				return
			}
		}
	}
}

func (l *list[T]) reverse() {
	var prev *node[T]
	l.tail = l.head
	for n := l.head; n != nil; {
		n.next, prev, n = prev, n, n.next
	}
	l.head = prev
}

func (l list[T]) String() string {
	s := "("
	for i, v := range l.all() {
		if i > 0 {
			s += " "
		}
		s += fmt.Sprint(v)
	}
	return s + ")"
}

func mapList[T, U any](l *list[T], f func(T) U) *list[U] {
	out := of[U]()
	for _, v := range l.all() {
		out.push(f(v))
	}
	return out
}

func main() {
	l := of(1, 2, 3).push(4)
	fmt.Println(l, l.size)
	l.reverse()
	fmt.Println(l, mapList(l, func(n int) string { return strings.Repeat("x", n) }))
	fmt.Println(of(of(1), of[int](), of(2, 3)), of[any]("a", nil, 2.5))
	for i, v := range l.all() {
		if i == 2 {
			break
		}
		fmt.Print(i, "=", v, " ")
	}
	fmt.Println()
	fmt.Printf("%T %T\n", l, l.head)
}
