// Which method sets satisfy which interfaces, for values, pointers and embedded fields.

package main

import (
	"fmt"
	"reflect"
)

type getter interface{ get() int }
type setter interface{ set(int) }
type both interface {
	getter
	setter
}
type cell struct{ v int }

func (c cell) get() int   { return c.v }
func (c *cell) set(v int) { c.v = v }

type byVal struct{ cell }
type byPtr struct{ *cell }

func has(v any) string {
	_, g := v.(getter)
	_, s := v.(setter)
	_, b := v.(both)
	return fmt.Sprint(g, s, b)
}

func main() {
	c := cell{1}
	fmt.Println(has(c), has(&c))
	fmt.Println(has(byVal{c}), has(&byVal{c}), has(byPtr{&c}), has(&byPtr{&c}))
	fmt.Println(has([]cell{c}), has(struct{ *cell }{&c}), has(struct{ both }{&c}))
	var b both = byPtr{&c}
	b.set(5)
	fmt.Println(c.v, b.get())
	bv := byVal{c}
	b = &bv
	b.set(9)
	fmt.Println(c.v, bv.v, b.get())
	var g getter = bv
	bv.set(10)
	fmt.Println(g.get(), bv.get())
	g = b
	if s, ok := g.(setter); ok {
		s.set(11)
	}
	fmt.Println(bv.get(), g.(both).get(), g == getter(&bv))
	type named cell
	n := named{3}
	fmt.Println(has(n), cell(n).get())
	p := (*cell)(&n)
	p.set(4)
	fmt.Println(n.v)
	type alias = cell
	fmt.Println(has(alias{}), reflect.TypeOf(&c).NumMethod(), reflect.TypeOf(b).Kind())
}
