package main

import "fmt"

type G [64]int

func step(g G, i int) G { g[i&63] += i; return g }
func main() {
	var g G
	for i := 0; i < 200000; i++ {
		g = step(g, i)
	}
	s := 0
	for _, x := range g {
		s += x
	}
	fmt.Println(s)
}
