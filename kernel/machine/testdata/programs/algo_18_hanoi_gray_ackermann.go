// Towers of Hanoi, Gray codes, Ackermann, Collatz, Catalan, Josephus.

package main

import "fmt"

type tower struct{ pegs [3][]int }

func (t *tower) move(from, to int) {
	p := &t.pegs[from]
	d := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	if q := t.pegs[to]; len(q) > 0 && q[len(q)-1] < d {
		panic("larger disk on smaller")
	}
	t.pegs[to] = append(t.pegs[to], d)
}

func (t *tower) solve(n, from, to int) (moves int) {
	if n == 0 {
		return
	}
	via := 3 - from - to
	moves = t.solve(n-1, from, via)
	t.move(from, to)
	return moves + 1 + t.solve(n-1, via, to)
}

func gray(n int) []string {
	if n == 0 {
		return []string{""}
	}
	var out []string
	g := gray(n - 1)
	for _, s := range g {
		out = append(out, "0"+s)
	}
	for i := len(g) - 1; i >= 0; i-- {
		out = append(out, "1"+g[i])
	}
	return out
}

func ack(m, n int) int {
	switch {
	case m == 0:
		return n + 1
	case n == 0:
		return ack(m-1, 1)
	}
	return ack(m-1, ack(m, n-1))
}

func josephus(n, k int) (order []int) {
	ring := make([]int, n)
	for i := range ring {
		ring[i] = i + 1
	}
	for i := 0; len(ring) > 0; {
		i = (i + k - 1) % len(ring)
		order = append(order, ring[i])
		ring = append(ring[:i], ring[i+1:]...)
	}
	return
}

func main() {
	var t tower
	for d := 6; d > 0; d-- {
		t.pegs[0] = append(t.pegs[0], d)
	}
	fmt.Println(t.solve(6, 0, 2), t.pegs)
	fmt.Println(gray(3), ack(2, 3))
	fmt.Println(josephus(7, 3))
	cat := []int{1}
	for n := 1; n < 10; n++ {
		c := 0
		for i, x := range cat {
			c += x * cat[n-1-i]
		}
		cat = append(cat, c)
	}
	fmt.Println(cat)
	longest, at := 0, 0
	for n := 1; n < 300; n++ {
		steps := 0
		for x := n; x != 1; steps++ {
			if x%2 == 0 {
				x /= 2
			} else {
				x = 3*x + 1
			}
		}
		if steps > longest {
			longest, at = steps, n
		}
	}
	fmt.Println(longest, at)
}
