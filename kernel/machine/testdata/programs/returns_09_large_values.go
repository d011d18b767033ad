package main

import "fmt"

type big struct{ a [100]int }

func two(n int) (int, big, error) {
	b := big{}
	b.a[3] = n
	return n, b, nil
}
func lit(n int) (int, big) { return n, big{[100]int{5: n}} }
func named(n int) (k int, b big) {
	b.a[0] = n
	k, b = n+b.a[0], big{[100]int{1: b.a[0]}}
	return k, big{[100]int{2: b.a[1]}}
}
func again(n int) (int, big) {
	if n == 0 {
		return lit(7)
	}
	return again(n - 1)
}

func main() {
	n, b, err := two(4)
	fmt.Println(n, b.a[:5], err)
	m, c := lit(9)
	fmt.Println(m, c.a[:7])
	k, d := named(3)
	fmt.Println(k, d.a[:4])
	k, d = again(2)
	fmt.Println(k, d.a[:7])
	x := []big{{}, c}
	n, x[0] = lit(8)
	fmt.Println(n, x[0].a[:6], x[1].a[:6])
}
