// Squares closure, deferred trace, memo map, and anonymous functions in loops.

package main

import (
	"fmt"
	"strings"
)

func squares() func() int {
	var x int
	return func() int {
		x++
		return x * x
	}
}

func visit(items map[string][]string, seen map[string]bool, name string) (order []string) {
	var all func([]string)
	all = func(names []string) {
		for _, n := range names {
			if !seen[n] {
				seen[n] = true
				all(items[n])
				order = append(order, n)
			}
		}
	}
	all([]string{name})
	return
}

func main() {
	f, g := squares(), squares()
	fmt.Println(f(), f(), f(), g())
	fmt.Println(visit(map[string][]string{"os": {"alg"}, "alg": {"data", "math"}, "data": {"math"}}, map[string]bool{}, "os"))
	var rm []func() string
	for _, d := range []string{"x", "y"} {
		rm = append(rm, func() string { return "rm " + d })
	}
	for _, r := range rm {
		fmt.Print(r(), "; ")
	}
	add1 := func(r rune) rune { return r + 1 }
	fmt.Println(strings.Map(add1, "HAL-9000"), strings.Map(add1, "VMS"))
}
