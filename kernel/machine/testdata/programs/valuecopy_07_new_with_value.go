// Pointers from new, also new with a value, and pointers to pointers and arrays.

package main

import "fmt"

type conf struct {
	name *string
	max  *int
	opts *[2]bool
}

func (c conf) String() string {
	s := "name="
	if c.name != nil {
		s += *c.name
	}
	if c.max != nil {
		s += fmt.Sprint(" max=", *c.max)
	}
	if c.opts != nil {
		s += fmt.Sprint(" opts=", *c.opts)
	}
	return s
}

func main() {
	p := new(int)
	*p += 4
	q := new(42)
	*q++
	r := new("text")
	fmt.Println(*p, *q, *r)
	c := conf{name: new("x"), max: new(len(*r)), opts: new([2]bool{true})}
	d := c
	*d.name = "shared"
	d.max = new(*c.max * 2)
	d.opts[1] = true
	fmt.Println(c)
	fmt.Println(d)
	pp := &p
	**pp = 9
	*pp = q
	fmt.Println(*p, p == q)
	arr := [3]int{1, 2, 3}
	pa := &arr
	for i := range pa {
		pa[i] *= 2
	}
	ps := pa[1:]
	ps[0] = 0
	fmt.Println(arr, *pa, len(pa), cap(ps))
	x := struct {
		a int
		b *int
	}{a: 1}
	x.b = &x.a
	*x.b = 8
	y := x
	*y.b = 9
	fmt.Println(x.a, y.a, x.b == y.b, y.b == &y.a)
}
