// x = T{...} on an existing variable keeps its storage: pointers and closures see it.

package main

import "fmt"

type T struct {
	a int
	b []int
}

func (t *T) inc()    { t.a++ }
func (t T) get() int { return t.a }

func result() (t T) {
	defer func() { t.a *= 2 }()
	t = T{a: 21}
	return
}

func main() {
	x := T{1, nil}
	p := &x
	f := func() int { return x.a }
	pa := &x.a
	x = T{5, []int{1}}
	fmt.Println(p.a, f(), *pa, p.b)
	*pa = 6
	fmt.Println(x, p == &x)
	p.inc()
	x.inc()
	fmt.Println(x.a, f())
	inc := x.inc
	get := x.get
	x = T{a: 100}
	inc()
	fmt.Println(x.a, get(), p.a)
	fmt.Println(result())
	defer func() { fmt.Println("deferred", x.a, *pa) }()
	done := make(chan bool)
	go func() { x.a++; done <- true }()
	<-done
	fmt.Println(x.a)
	*p = T{a: 7}
	fmt.Println(x, *pa)
	arr := [2]T{{1, nil}, {2, nil}}
	pe := &arr[1]
	arr[1] = T{a: 33}
	fmt.Println(pe.a)
	arr = [2]T{}
	fmt.Println(pe.a, arr)
	var y struct{ in T }
	pi := &y.in
	y.in = T{a: 8}
	y = struct{ in T }{T{a: 9}}
	fmt.Println(pi.a)
	x = T{a: 1}
}
