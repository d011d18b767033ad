// Slices that share arrays, append into shared capacity, three-index slices.

package main

import "fmt"

func tail(s []int) []int { return append(s[:1], 99) }
func grow(s []int)       { s = append(s, 1); s[0] = -1 }

func main() {
	a := [5]int{1, 2, 3, 4, 5}
	s, t := a[1:3], a[2:]
	s[1] = 30
	fmt.Println(a, s, t, len(s), cap(s))
	s = append(s, 40)
	fmt.Println(a, t)
	u := a[0:2:2]
	u = append(u, 100)
	u[0] = -1
	fmt.Println(a, u, cap(a[1:2:4]))
	b := []int{1, 2, 3}
	c := b
	c[0] = 10
	d := append(b[:0:0], b...)
	d[1] = 20
	fmt.Println(b, c, d)
	fmt.Println(tail(b), b)
	e := make([]int, 1, 4)
	grow(e)
	fmt.Println(e, e[:2])
	f, g := append(e, 7), append(e, 8)
	fmt.Println(f, g, &f[0] == &g[0])
	x := []int{1, 2, 3, 4, 5, 6}
	x = append(x[:2], x[3:]...)
	fmt.Println(x, len(x))
	n := copy(x[1:], x)
	fmt.Println(n, x)
	n = copy(x, x[2:])
	fmt.Println(n, x)
	x = append(x[:1], append([]int{70, 80}, x[1:]...)...)
	fmt.Println(x)
	z := x[:0]
	for _, v := range x {
		if v > 3 {
			z = append(z, v)
		}
	}
	fmt.Println(z, x[:len(z)])
	for i := range x {
		if i == 0 {
			x = x[:2]
		}
		fmt.Print(i, " ")
	}
	fmt.Println(len(x))
}
