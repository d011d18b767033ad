// Classic pointer swaps in one statement: list reversal and rotation.

package main

import "fmt"

type node struct {
	v    int
	next *node
}

func build(vs ...int) (head *node) {
	for i := len(vs) - 1; i >= 0; i-- {
		head = &node{vs[i], head}
	}
	return
}

func (n *node) String() string {
	if n == nil {
		return "nil"
	}
	return fmt.Sprint(n.v, " -> ", n.next)
}

func reverse(n *node) (prev *node) {
	for n != nil {
		n.next, prev, n = prev, n, n.next
	}
	return
}

func swapPairs(h *node) *node {
	dummy := &node{next: h}
	for p := dummy; p.next != nil && p.next.next != nil; p = p.next.next {
		a, b := p.next, p.next.next
		p.next, b.next, a.next = b, a, b.next
	}
	return dummy.next
}

func main() {
	fmt.Println(build(1, 2, 3, 4))
	fmt.Println(reverse(build(1, 2, 3, 4)))
	fmt.Println(swapPairs(build(1, 2, 3, 4, 5)))
	fmt.Println(reverse(nil), reverse(build(9)))
	a, b := 0, 1
	for range 10 {
		a, b = b, a+b
	}
	fmt.Println(a, b)
	x, y := 1071, 462
	for y != 0 {
		x, y = y, x%y
	}
	fmt.Println("gcd", x)
}
