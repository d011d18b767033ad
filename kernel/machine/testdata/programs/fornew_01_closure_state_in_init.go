// A closure made in the init statement of a loop keeps its state between rounds.

package main

import "fmt"

func gen() func() int {
	n := 0
	return func() int { n++; return n * n }
}

type counter struct{ n int }

func (c *counter) next() int { c.n++; return c.n }

func main() {
	for f := gen(); ; {
		v := f()
		fmt.Print(v, " ")
		if v > 20 {
			break
		}
	}
	fmt.Println()
	for f, n := gen(), 0; n < 3; n++ {
		fmt.Print(f(), " ")
	}
	fmt.Println()
	for c := (counter{}); c.next() < 4; {
		fmt.Print("c", c.n, " ")
	}
	fmt.Println()
	for c := new(counter); c.n < 3; c.next() {
		fmt.Print("p", c.n, " ")
	}
	fmt.Println()
	for next := (&counter{10}).next; ; {
		if v := next(); v > 12 {
			fmt.Println("stop", v)
			break
		}
	}
	for s := []int{1}; len(s) < 5; s = append(s, len(s)*2) {
		fmt.Print(s, " ")
	}
	fmt.Println()
	for m := map[string]int{}; len(m) < 3; m[fmt.Sprint(len(m))] = len(m) {
		fmt.Print(m, " ")
	}
	fmt.Println()
}
