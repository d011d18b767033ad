// Order of deferred calls, time of evaluation of arguments, receivers and functions.

package main

import "fmt"

type T struct{ n int }

func (t T) val(s string)  { fmt.Println("val", t.n, s) }
func (t *T) ptr(s string) { fmt.Println("ptr", t.n, s) }

func get(s string) func(string) {
	fmt.Println("get", s)
	return func(x string) { fmt.Println("run", s, x) }
}

func arg(s string) string { fmt.Println("arg", s); return s }

func main() {
	t := T{1}
	defer t.val("a")
	defer t.ptr("b")
	f := t.val
	defer f("c")
	t.n = 2
	defer get("d")(arg("e"))
	x := 10
	defer fmt.Println("x was", x)
	defer func() { fmt.Println("x is", x) }()
	x = 20
	g := func() { fmt.Println("first g") }
	defer g()
	g = func() { fmt.Println("second g") }
	for i := range 3 {
		defer fmt.Print("loop", i, " ")
	}
	m := map[string]int{"k": 1}
	defer delete(m, "k")
	defer func() { fmt.Println(len(m)) }()
	c := make(chan int, 1)
	defer func() { _, ok := <-c; fmt.Println("closed", !ok) }()
	defer close(c)
	fmt.Println("end of main")
}
