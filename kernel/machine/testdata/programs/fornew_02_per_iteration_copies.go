// Loop variables are new in each iteration, and changes in the body are carried over.

package main

import "fmt"

func main() {
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i += 10; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), " ", f(), " ")
	}
	fmt.Println()
	var ps []*int
	for i := 0; i < 6; i++ {
		ps = append(ps, &i)
		i++
	}
	for _, p := range ps {
		fmt.Print(*p, " ")
	}
	fmt.Println()
	var gs []func()
	for i, j := 0, 10; i < j; i, j = i+2, j-3 {
		gs = append(gs, func() { fmt.Print(i, ",", j, " ") })
	}
	for _, g := range gs {
		g()
	}
	fmt.Println()
	for i := 0; i < 3; i++ {
		defer func() { fmt.Print("deferred ", i, "\n") }()
		inc := func() { i++ }
		if i == 1 {
			inc()
		}
		fmt.Print("i=", i, " ")
	}
	fmt.Println()
	var keep []func() string
	for k, v := range []string{"a", "b"} {
		keep = append(keep, func() string { v += "!"; return fmt.Sprint(k, v) })
	}
	fmt.Println(keep[0](), keep[0](), keep[1]())
	var x int
	var old []*int
	for x = 0; x < 3; x++ {
		old = append(old, &x)
	}
	fmt.Println(*old[0], *old[1], old[0] == old[2])
}
