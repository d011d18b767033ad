// Value receivers work on copies, pointer receivers on the variable itself.

package main

import "fmt"

type counter struct {
	n    int
	hist []int
}

func (c counter) valueInc() int    { c.n++; c.hist = append(c.hist, c.n); return c.n }
func (c *counter) pointerInc() int { c.n++; c.hist = append(c.hist, c.n); return c.n }

type stats struct {
	counter
	ptr *counter
	all [2]counter
	by  map[string]*counter
}

func main() {
	c := counter{}
	fmt.Println(c.valueInc(), c.valueInc(), c.n)
	fmt.Println(c.pointerInc(), c.pointerInc())
	fmt.Println(c.n, c.hist)
	s := stats{ptr: &c, by: map[string]*counter{"k": {n: 5}}}
	s.pointerInc()
	s.ptr.pointerInc()
	s.all[1].pointerInc()
	s.all[1].valueInc()
	s.by["k"].pointerInc()
	fmt.Println(s.n, c.n, s.all, s.by["k"].n)
	t := s
	t.pointerInc()
	t.ptr.pointerInc()
	fmt.Println(s.n, t.n, s.ptr.n, t.ptr == s.ptr)
	cs := []counter{{n: 1}, {n: 2}}
	for _, c := range cs {
		c.pointerInc()
	}
	fmt.Println(cs[0].n, cs[1].n)
	for i := range cs {
		cs[i].pointerInc()
	}
	fmt.Println(cs[0].n, cs[1].n)
	f, g := cs[0].valueInc, cs[0].pointerInc
	cs[0].n = 50
	fmt.Println(f(), g(), cs[0].n)
	h := (*counter).pointerInc
	k := counter.valueInc
	fmt.Println(h(&cs[1]), k(cs[1]), cs[1].n)
	(&cs[1]).valueInc()
	fmt.Println(cs[1].n)
}
