// Composite literals and calls assigned to interfaces in if, for and switch statements.

package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

type animal interface{ name() string }
type dog struct{}
type cat struct{ n int }

func (*dog) name() string  { return "dog" }
func (c cat) name() string { return fmt.Sprint("cat", c.n) }

func lookup(k string) (animal, bool) {
	switch k {
	case "d":
		return &dog{}, true
	case "c":
		return cat{len(k)}, true
	}
	return nil, false
}

func main() {
	var a, b animal
	var ok bool
	if a, ok = lookup("d"); ok {
		fmt.Println(a.name())
	}
	if a, b = (&dog{}), (cat{2}); a != nil && b != nil {
		fmt.Println(a.name(), b.name())
	}
	for a, b = (cat{0}), nil; a.(cat).n < 3; a, b = (cat{a.(cat).n + 1}), a {
		fmt.Print(a.name(), b == nil, " ")
	}
	fmt.Println(a.name(), b.name())
	switch a, b = b, a; x := a.(type) {
	case cat:
		fmt.Println("cat", x.n, b.name())
	}
	if a, ok = lookup("x"); !ok {
		fmt.Println(a == nil, a)
	}
	var e error
	var w io.Writer
	w, e = os.Stdout, io.EOF
	fmt.Fprintln(w, e)
	w, a = &strings.Builder{}, &dog{}
	fmt.Fprint(w, a.name())
	fmt.Println(w.(fmt.Stringer).String())
	s := [2]animal{}
	s[0], s[1], e = cat{8}, &dog{}, nil
	fmt.Println(s[0].name(), s[1].name(), e)
}
