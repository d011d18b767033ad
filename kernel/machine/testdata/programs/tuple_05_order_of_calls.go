// Function calls in an assignment happen left to right, on both sides.

package main

import "fmt"

var log []string

func f(name string, v int) int {
	log = append(log, name)
	return v
}

func sl(name string, s []int) []int {
	log = append(log, name)
	return s
}

func ptr(name string, p *int) *int {
	log = append(log, name)
	return p
}

func flush() {
	fmt.Println(log)
	log = nil
}

func main() {
	s := []int{1, 2, 3}
	x := 5
	sl("s", s)[f("i", 1)], *ptr("p", &x) = f("a", 40), f("b", 50)
	fmt.Println(s, x)
	flush()
	m := map[int]int{}
	m[f("k1", 1)], m[f("k2", 2)] = f("v1", 10), f("v2", 20)
	fmt.Println(m)
	flush()
	s[f("j", 0)] += f("c", 7)
	fmt.Println(s)
	flush()
	t := []int{f("e0", 1), f("e1", 2), f("e2", f("inner", 3))}
	fmt.Println(t)
	flush()
	fmt.Println(f("x", 1)+f("y", 2)*f("z", 3), f("w", 4))
	flush()
	_ = f("l", 0) == 1 && f("never", 1) == 1 || f("r", 2) == 2
	flush()
	_ = map[int]int{f("mk", 1): f("mv", 2)}
	_ = struct{ a, b int }{f("fa", 1), f("fb", 2)}
	flush()
}
