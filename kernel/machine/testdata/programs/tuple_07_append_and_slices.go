// Tuples with append and reslicing of the same slice.

package main

import "fmt"

func main() {
	s := []int{1, 2, 3, 4}
	var head, last int
	head, s = s[0], s[1:]
	fmt.Println(head, s)
	last, s = s[len(s)-1], s[:len(s)-1]
	fmt.Println(last, s)
	s, head = append(s, head), len(s)
	fmt.Println(s, head)
	a, b := []int{1}, []int{2}
	a, b = append(a, b...), append(b, a...)
	fmt.Println(a, b)
	a[0], b = 100, a
	fmt.Println(a, b)
	q, seen := []string{"x"}, map[string]bool{}
	for len(q) > 0 {
		var cur string
		cur, q = q[0], q[1:]
		if seen[cur] || len(cur) > 2 {
			continue
		}
		seen[cur], q = true, append(q, cur+"a", cur+"b")
	}
	fmt.Println(len(seen), seen)
	m, n := map[string][]int{}, 0
	m["k"], n = append(m["k"], 5), n+1
	m["k"], n = append(m["k"], n), len(m["k"])
	fmt.Println(m, n)
	x, y, z := 1, len(m), cap(make([]int, 2, 7))
	x, y, z = z, x, y
	fmt.Println(x, y, z)
	t, k := make([]int, 3), 0
	t[k], k = 9, 2
	k, t[k] = 0, 8
	fmt.Println(t, k, copy(t, t[1:]), t)
}
