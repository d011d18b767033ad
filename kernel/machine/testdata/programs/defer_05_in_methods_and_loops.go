// Defers of method values on changing receivers, in closures, generic functions and with any arguments.

package main

import "fmt"

type T struct{ n int }

func (t T) show(x any) { fmt.Print("T", t.n, x, " ") }
func (t *T) add(k int) *T {
	t.n += k
	return t
}

type I interface{ show(any) }

func gen[A any](a A, f func(A)) {
	defer f(a)
	fmt.Print("gen ")
}

func loop() (s []string) {
	for i, t := range []*T{{1}, {2}, {3}} {
		defer func() { s = append(s, fmt.Sprint(i, t.n)) }()
		t.n *= 10
		if i == 1 {
			break
		}
	}
	return append(s, "ret")
}

func cond(b bool) (r string) {
	if b {
		defer func() { r += " cond" }()
	}
	defer func(old string) { r += "[" + old + "]" }(r)
	r = "x"
	return r + "y"
}

func main() {
	t := T{1}
	defer fmt.Println()
	defer t.add(1).add(2).show("chain")
	defer t.show(t.n)
	var i I = t
	defer i.show("iface")
	i = T{99}
	p := &t
	defer p.show("ptr")
	p = &T{50}
	t.n = 7
	gen(5, func(n int) { fmt.Println("deferred", n, t.n) })
	gen("s", func(s string) { defer fmt.Println(s); fmt.Print("inner ") })
	fmt.Println(loop(), cond(true), cond(false))
	for k := range 2 {
		func() {
			defer t.show(k)
			t.n = k
		}()
	}
	fmt.Println()
	defer func(xs ...any) { fmt.Print(len(xs), xs, " ") }(1, nil, t)
	defer panics()
}

func panics() {
	defer func() { fmt.Print(recover(), " ") }()
	panic("late")
}
