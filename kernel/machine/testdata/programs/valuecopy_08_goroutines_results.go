// Composite assignment to named results, captured variables, array elements and map structs.

package main

import (
	"fmt"
	"sync"
)

type acc struct {
	n    int
	tags []string
}

func result(fail bool) (a acc, err error) {
	p := &a
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v with %d", r, a.n)
			p.n++
		}
	}()
	a = acc{n: 5}
	p.tags = append(p.tags, "t")
	if fail {
		a = acc{n: 7, tags: a.tags}
		panic("failed")
	}
	return a, nil
}

func swapped() (x, y acc) {
	px, py := &x, &y
	x, y = acc{n: 1}, acc{n: 2}
	x, y = y, x
	px.n, py.n = px.n*10, py.n*10
	return
}

func main() {
	fmt.Println(result(false))
	fmt.Println(result(true))
	fmt.Println(swapped())
	var shared acc
	var wg sync.WaitGroup
	get := func() acc { return shared }
	wg.Add(1)
	go func() { defer wg.Done(); shared = acc{n: 3} }()
	wg.Wait()
	fmt.Println(shared.n, get().n)
	arr := [3]acc{}
	p := &arr[1]
	for i := range arr {
		arr[i] = acc{n: i + 1}
	}
	fmt.Println(p.n, arr)
	s := arr[:]
	s[1] = acc{n: 50}
	fmt.Println(p.n, arr[1].n)
	m := map[string]acc{"a": {n: 1}}
	old := m["a"]
	m["a"] = acc{n: 2, tags: old.tags}
	fmt.Println(old.n, m["a"].n)
	type outer struct{ in *acc }
	o := outer{&shared}
	shared = acc{n: 99}
	*o.in = acc{o.in.n + 1, nil}
	fmt.Println(shared.n, o.in == &shared)
	method := shared.inc
	shared = acc{n: 10}
	method()
	fmt.Println(shared.n)
	var iface interface{ inc() } = &shared
	shared = acc{n: 20}
	iface.inc()
	fmt.Println(shared.n, get().n)
}

func (a *acc) inc() { a.n++ }
