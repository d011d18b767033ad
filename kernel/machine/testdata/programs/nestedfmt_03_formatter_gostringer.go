// Format and GoString methods, alone and inside of other values.

package main

import (
	"fmt"
	"io"
)

type F struct{ n int }

func (f F) Format(s fmt.State, v rune) {
	w, ok := s.Width()
	fmt.Fprintf(s, "F%d<%c", f.n, v)
	if ok {
		fmt.Fprint(s, " w", w)
	}
	if p, ok := s.Precision(); ok {
		fmt.Fprint(s, " p", p)
	}
	for _, c := range "+-# 0" {
		if s.Flag(int(c)) {
			fmt.Fprintf(s, " %c", c)
		}
	}
	io.WriteString(s, ">")
}

type G struct {
	a int
	b string
}

func (g G) GoString() string { return fmt.Sprintf("G!%d", g.a) }

type M map[string]int

func (m M) GoString() string { return "M!" }

type Secret string

func (s Secret) String() string   { return "***" }
func (s Secret) GoString() string { return "Secret(***)" }

func main() {
	f := F{1}
	fmt.Printf("%v %d %8.3f %+v %#x %-5s|\n", f, f, f, f, f, f)
	fmt.Println(f, &f, []F{{2}, {3}}, map[string]F{"k": {4}}, struct{ F F }{F{5}})
	g := G{7, "b"}
	fmt.Printf("%#v %v %+v\n", g, g, g)
	fmt.Printf("%#v %#v\n", []G{{1, "x"}}, map[string]G{"k": {2, "y"}})
	fmt.Printf("%#v %#v %#v\n", struct{ G G }{g}, M{"a": 1}, []any{g, 1})
	s := Secret("pw")
	fmt.Printf("%v %s %#v %q %x\n", s, s, s, s, s)
	fmt.Printf("%v %+v %#v\n", struct{ P Secret }{s}, []Secret{s}, map[string]Secret{"k": s})
}
