// Methods on named slices, maps, funcs, ints, strings, arrays, chans and bools.

package main

import (
	"fmt"
	"strings"
)

type ints []int
type set map[string]struct{}
type op func(int, int) int
type num int
type name string
type rgb [3]uint8
type pipe chan int
type flag bool

func (s ints) sum() (t int) {
	for _, v := range s {
		t += v
	}
	return
}
func (s *ints) push(v ...int) { *s = append(*s, v...) }
func (s *ints) pop() (v int)  { v, *s = (*s)[len(*s)-1], (*s)[:len(*s)-1]; return }
func (s ints) each(f func(int) int) ints {
	for i := range s {
		s[i] = f(s[i])
	}
	return s
}
func (s set) add(ks ...string) set {
	for _, k := range ks {
		s[k] = struct{}{}
	}
	return s
}
func (s set) has(k string) bool { _, ok := s[k]; return ok }
func (f op) twice(a, b int) int { return f(f(a, b), b) }
func (n num) even() bool        { return n%2 == 0 }
func (n *num) double()          { *n *= 2 }
func (n name) initials() (s string) {
	for _, w := range strings.Fields(string(n)) {
		s += w[:1]
	}
	return
}
func (c rgb) hex() string    { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }
func (c *rgb) red()          { c[0] = 255 }
func (p pipe) feed(n int)    { p <- n * n }
func (f *flag) toggle() bool { *f = !*f; return bool(*f) }

func main() {
	var s ints
	s.push(1, 2, 3)
	s.push()
	fmt.Println(s.sum(), s.pop(), s, s.each(func(i int) int { return -i }), s)
	st := set{}.add("a", "b").add("b")
	fmt.Println(len(st), st.has("a"), st.has("z"), st)
	fmt.Println(op(func(a, b int) int { return a*b + 1 }).twice(2, 3))
	n := num(3)
	n.double()
	fmt.Println(n, n.even(), num(5).even(), name("Ada B Lovelace").initials())
	c := rgb{1, 2, 3}
	c.red()
	fmt.Println(c.hex(), rgb{}.hex())
	p := make(pipe, 1)
	p.feed(5)
	fmt.Println(<-p)
	var f flag
	fmt.Println(f.toggle(), f.toggle(), f)
}
