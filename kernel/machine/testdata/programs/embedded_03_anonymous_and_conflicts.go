// Embedded structs with equal field names, shadowed methods and depth rules.

package main

import "fmt"

type a struct{ x, y int }
type b struct{ x, z int }
type c struct {
	a
	b
	w int
}

func (a) who() string  { return "a" }
func (b) who() string  { return "b" }
func (b) only() string { return "only b" }

type d struct {
	c
	x string
}

func (d d) who() string { return "d+" + d.a.who() + "+" + d.b.who() }

type iface interface {
	who() string
	only() string
}

type e struct{ iface }

func main() {
	v := c{a{1, 2}, b{3, 4}, 5}
	fmt.Println(v.a.x, v.b.x, v.y, v.z, v.w, v.only())
	fmt.Printf("%v %+v\n", v, v)
	w := d{v, "x"}
	w.y, w.z = 20, 40
	w.a.x = 10
	fmt.Println(w.x, w.a.x, w.b.x, w.who(), w.only(), v.y)
	fmt.Printf("%+v\n", w)
	var i iface = w
	fmt.Println(i.who(), e{i}.who(), e{e{i}}.only())
	x := e{}
	func() {
		defer func() { fmt.Println("nil embedded:", recover() != nil) }()
		x.who()
	}()
	type local struct {
		*a
		iface
		n int
	}
	l := local{&v.a, i, 6}
	l.x, l.y = 7, 8
	fmt.Println(v.a, l.n, l.only(), l.iface.who())
	anon := struct {
		a
		b b
	}{a: a{x: 1}, b: b{x: 2}}
	fmt.Println(anon.x, anon.b.x, anon.who())
	fmt.Printf("%+v\n", anon)
}
