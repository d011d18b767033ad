// Own versions of sort.Reverse, io.LimitReader and http-like middleware by embedding interfaces.

package main

import (
	"fmt"
	"strings"
)

type seq interface {
	Len() int
	At(int) string
}
type words []string
type rev struct{ seq }
type upper struct{ seq }
type cached struct {
	seq
	m map[int]string
}

func (w words) Len() int        { return len(w) }
func (w words) At(i int) string { return w[i] }
func (r rev) At(i int) string   { return r.seq.At(r.Len() - 1 - i) }
func (u upper) At(i int) string { return strings.ToUpper(u.seq.At(i)) }
func (c cached) At(i int) string {
	if s, ok := c.m[i]; ok {
		return s + "*"
	}
	c.m[i] = c.seq.At(i)
	return c.m[i]
}

func show(s seq) (out []string) {
	for i := range s.Len() {
		out = append(out, s.At(i))
	}
	return
}

func main() {
	w := words{"a", "b", "c"}
	c := cached{upper{rev{w}}, map[int]string{}}
	fmt.Println(show(w), show(rev{w}), show(rev{rev{w}}), show(c), show(c))
	c.seq = w
	fmt.Println(show(c), len(c.m), c.Len())
	var s seq = rev{w}
	r, ok := s.(rev)
	fmt.Println(ok, r.seq.(words)[0])
	_, ok = s.(words)
	fmt.Println(ok)
}
