// &T{} as deferred argument, function argument and struct field in loops.

package main

import "fmt"

type ev interface{ id() int }
type e struct{ n int }

func (x *e) id() int { return x.n }

type box struct {
	first ev
	rest  [2]ev
}

func keep(dst *[]ev, vs ...ev) { *dst = append(*dst, vs...) }

func main() {
	var all []ev
	var boxes []box
	func() {
		for i := range 3 {
			defer func(v ev) { fmt.Print("d", v.id(), " ") }(&e{i})
			keep(&all, &e{i * 10}, &e{i*10 + 1})
			boxes = append(boxes, box{&e{i + 100}, [2]ev{&e{i}, &e{-i}}})
		}
	}()
	fmt.Println()
	for _, v := range all {
		fmt.Print(v.id(), " ")
	}
	for _, b := range boxes {
		fmt.Print(b.first.id(), b.rest[0].id(), b.rest[1].id(), " ")
	}
	fmt.Println(all[0] != all[1])
	m := map[string][]ev{}
	for i, w := range []string{"a", "b", "a"} {
		m[w] = append(m[w], &e{i})
	}
	fmt.Println(m["a"][0].id(), m["a"][1].id(), m["b"][0].id())
	get := func(i int) ev { return &e{i} }
	x, y := get(1), get(2)
	fmt.Println(x.id(), y.id(), x == y)
}
