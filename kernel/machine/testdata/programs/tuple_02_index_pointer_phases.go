// Operands of index expressions and pointers on the left are taken before any assignment.

package main

import "fmt"

type node struct {
	val  int
	next *node
}

func main() {
	i, s := 0, []int{10, 20, 30}
	i, s[i] = 2, 99
	fmt.Println(i, s)
	s[i], i = 77, 0
	fmt.Println(i, s)
	s[0], s[2] = s[2], s[0]
	fmt.Println(s)
	i = 1
	s[i], s[i-1], i = i*100, s[i], 5
	fmt.Println(s, i)
	p := &node{val: 1}
	p, p.next = &node{val: 2}, p
	fmt.Println(p.val, p.next == nil)
	a, b := &node{val: 3}, &node{val: 4}
	a.next, a = b, a.next
	fmt.Println(a == nil, b.val)
	m := map[string]int{"x": 1}
	k := "x"
	k, m[k] = "y", 50
	fmt.Println(k, m)
	m[k], m["x"] = m["x"], len(m)
	fmt.Println(m)
	x, px := 1, new(int)
	*px, x = x, *px+5
	fmt.Println(x, *px)
	arr := [3]int{1, 2, 3}
	arr[0], arr[1], arr[2] = arr[2], arr[0], arr[1]
	fmt.Println(arr)
}
