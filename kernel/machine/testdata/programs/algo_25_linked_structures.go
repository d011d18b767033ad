// A doubly linked list, a circular list, a skip of cycles, and a priority chain.

package main

import "fmt"

type elem struct {
	val        any
	prev, next *elem
}
type dlist struct {
	head, tail *elem
	n          int
}

func (l *dlist) pushBack(v any) *elem {
	e := &elem{val: v, prev: l.tail}
	if l.tail != nil {
		l.tail.next = e
	} else {
		l.head = e
	}
	l.tail = e
	l.n++
	return e
}

func (l *dlist) remove(e *elem) any {
	if e.prev == nil {
		l.head = e.next
	} else {
		e.prev.next = e.next
	}
	if e.next == nil {
		l.tail = e.prev
	} else {
		e.next.prev = e.prev
	}
	e.prev, e.next = nil, nil
	l.n--
	return e.val
}

func (l *dlist) reverse() {
	for e := l.head; e != nil; e = e.prev {
		e.prev, e.next = e.next, e.prev
	}
	l.head, l.tail = l.tail, l.head
}

func (l dlist) values() (f, b []any) {
	for e := l.head; e != nil; e = e.next {
		f = append(f, e.val)
	}
	for e := l.tail; e != nil; e = e.prev {
		b = append(b, e.val)
	}
	return
}

func hasCycle(e *elem) bool {
	slow, fast := e, e
	for fast != nil && fast.next != nil {
		slow, fast = slow.next, fast.next.next
		if slow == fast {
			return true
		}
	}
	return false
}

func insertSorted(p **elem, v int) {
	for *p != nil && (*p).val.(int) < v {
		p = &(*p).next
	}
	*p = &elem{val: v, next: *p}
}

func main() {
	var l dlist
	a := l.pushBack(1)
	b := l.pushBack("two")
	c := l.pushBack(3.5)
	fmt.Println(l.values())
	fmt.Println(l.remove(b), l.n)
	l.reverse()
	fmt.Println(l.values())
	l.remove(a)
	l.remove(c)
	fmt.Println(l.head == nil, l.tail == nil, l.n)
	x := &elem{val: 1, next: &elem{val: 2}}
	fmt.Println(hasCycle(x))
	x.next.next = x
	fmt.Println(hasCycle(x))
	var head *elem
	for _, v := range []int{5, 1, 4, 2, 3, 3} {
		insertSorted(&head, v)
	}
	for e := head; e != nil; e = e.next {
		fmt.Print(e.val, " ")
	}
	fmt.Println()
}
