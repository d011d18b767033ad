// Deferred closures in loops: captured variables against evaluated arguments.

package main

import "fmt"

func run() (s string) {
	x := 0
	for i := range 3 {
		x += i
		defer func() { s += fmt.Sprint("c", i, x, " ") }()
		defer func(n int) { s += fmt.Sprint("a", n, " ") }(x)
	}
	x = 100
	return "start "
}

func nested() (out []int) {
	defer func() {
		defer func() { out = append(out, 3) }()
		out = append(out, 2)
	}()
	func() {
		defer func() { out = append(out, 1) }()
	}()
	return
}

func main() {
	fmt.Println(run())
	fmt.Println(nested())
	var fs []func()
	for _, w := range []string{"a", "b"} {
		for n := 0; n < 2; n++ {
			fs = append(fs, func() { w += fmt.Sprint(n); n++; fmt.Print(w, " ") })
		}
	}
	for _, f := range fs {
		f()
	}
	for _, f := range fs {
		f()
	}
	fmt.Println()
}
