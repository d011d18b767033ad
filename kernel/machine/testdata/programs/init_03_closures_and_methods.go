// Package variables set from methods, closures and immediately called functions.

package main

import "fmt"

type reg struct{ names []string }

func (r *reg) add(n string) int { r.names = append(r.names, n); return len(r.names) }

var (
	second   = registry.add("second")
	registry = &reg{}
	first    = func() int { return registry.add("first") * 10 }()
	count    = len(registry.names)
	table    = build(3)
	total    = sum(table...)
	get      = func() int { return hidden }
	hidden   = total * 2
)

func build(n int) (t []int) {
	for i := range n {
		t = append(t, i*i)
	}
	return
}

func sum(xs ...int) (s int) {
	for _, x := range xs {
		s += x
	}
	return
}

func init() { registry.add("init") }

func main() {
	fmt.Println(second, first, count, registry.names)
	fmt.Println(table, total, get())
}
