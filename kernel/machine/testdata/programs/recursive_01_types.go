// Recursive types: maps, slices, funcs, channels and pointers of themselves.

package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

type tree map[string]tree
type nest []nest
type cont func(int) cont
type chain chan chain
type ptr *ptr
type any2 map[any2key][]any2
type any2key [1]int

func (t tree) add(path string) tree {
	cur := t
	for _, p := range strings.Split(path, "/") {
		if cur[p] == nil {
			cur[p] = tree{}
		}
		cur = cur[p]
	}
	return t
}

func (t tree) show(ind string) {
	for _, k := range slices.Sorted(maps.Keys(t)) {
		fmt.Println(ind + k)
		t[k].show(ind + "  ")
	}
}

func (n nest) depth() (d int) {
	for _, c := range n {
		d = max(d, c.depth())
	}
	return d + 1
}

func main() {
	t := tree{}.add("a/b/c").add("a/d").add("e")
	t.show("")
	fmt.Println(t)
	n := nest{{}, {{}, {{}}}, nil}
	fmt.Println(n.depth(), len(n), n)
	var sum int
	var c cont
	c = func(i int) cont { sum += i; return c }
	c(1)(2)(3)
	fmt.Println(sum)
	ch := make(chain, 2)
	ch <- make(chain, 5)
	ch <- ch
	fmt.Println(cap(<-ch), <-ch == ch)
	var p ptr
	p = &p
	fmt.Println(*p == p)
	a := any2{{1}: {nil, {}}}
	fmt.Println(len(a[any2key{1}]), a)
	fmt.Printf("%T %T %T %T\n", t, n, c, a)
}
