// Per-iteration variables in goroutines, maps of closures, nested loops and method values.

package main

import (
	"fmt"
	"strings"
	"sync"
)

type counter struct{ n int }

func (c *counter) inc() int { c.n++; return c.n }

func main() {
	out := make([]int, 4)
	var wg sync.WaitGroup
	for i := 0; i < 4; i++ {
		wg.Add(1)
		go func() { defer wg.Done(); out[i] = i * i }()
	}
	wg.Wait()
	fmt.Println(out)
	fs := map[string]func() string{}
	for i, w := range strings.Fields("x y z") {
		fs[w] = func() string { i++; return fmt.Sprint(w, i) }
	}
	fmt.Println(fs["x"](), fs["x"](), fs["z"]())
	var grid [2][2]func() int
	for i := 0; i < 2; i++ {
		for j := 0; j < 2; j++ {
			grid[i][j] = func() int { i++; return i*10 + j }
		}
	}
	fmt.Println(grid[0][0](), grid[0][1](), grid[1][0](), grid[0][0]())
	var incs []func() int
	for c := (counter{}); c.n < 2; c.n++ {
		incs = append(incs, c.inc)
	}
	fmt.Println(incs[0](), incs[0](), incs[1]())
	var cs []*counter
	for k := range 3 {
		c := counter{k * 100}
		cs = append(cs, &c)
		incs = append(incs, cs[k].inc)
	}
	fmt.Println(incs[2](), incs[4]())
	fmt.Println(cs[2].n, *cs[0])
	for i, f := 0, func() int { return -1 }; i < 3; i, f = i+1, func() int { return i * 2 } {
		fmt.Print(f(), " ")
	}
	fmt.Println()
	prev := func() int { return 0 }
	for i := range 4 {
		old := prev
		prev = func() int { return old() + i }
	}
	fmt.Println(prev())
}
