// Ranges over composite literals of channels, functions, arrays, maps, structs and pointers.

package main

import "fmt"

type pt struct{ x, y int }

func main() {
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 1
	b <- 2
	for i, c := range []chan int{a, b} {
		fmt.Print(i, <-c, " ")
	}
	for _, c := range [...]chan<- int{a, b} {
		c <- 5
	}
	fmt.Println(<-a, <-b)
	for _, f := range []func(int) int{func(n int) int { return n + 1 }, func(n int) int { return n * n }} {
		fmt.Print(f(6), " ")
	}
	for k, v := range map[string][]pt{"k": {{1, 2}, {3, 4}}} {
		fmt.Print(k, v[1].y, " ")
	}
	for _, p := range []*pt{{1, 2}, {3, 4}} {
		p.x *= 10
		fmt.Print(*p, " ")
	}
	for i, r := range [2][]rune{[]rune("hé"), {'x'}} {
		fmt.Print(i, len(r), " ")
	}
	fmt.Println()
	for _, c := range []struct {
		in   string
		want []any
		f    func(string) any
	}{{"a", nil, func(s string) any { return s }}, {in: "b", want: []any{1}}} {
		if c.f != nil {
			fmt.Print(c.f(c.in), " ")
		}
		fmt.Print(c.in, c.want, " ")
	}
	for range []struct{}{{}, {}} {
		fmt.Print("e ")
	}
	for k := range map[pt]bool{{1, 1}: true} {
		fmt.Print(k)
	}
	for i, e := range []error{nil, fmt.Errorf("x")} {
		fmt.Print(" ", i, e)
	}
	fmt.Println()
}
