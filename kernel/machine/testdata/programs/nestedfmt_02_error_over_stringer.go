// Error wins over String; both inside containers; panicking methods.

package main

import (
	"errors"
	"fmt"
	"strings"
)

type both struct{ n int }

func (b both) Error() string  { return fmt.Sprint("E", b.n) }
func (b both) String() string { return fmt.Sprint("S", b.n) }

type bad struct{}

func (bad) String() string { panic("oops") }

type ptr struct{ s string }

func (p *ptr) String() string { return p.s }

type code int

func (c code) Error() string { return fmt.Sprintf("code(%d)", int(c)) }

func main() {
	fmt.Println(both{1}, &both{2}, []both{{3}, {4}}, map[string]both{"k": {5}}, struct{ B both }{both{6}})
	fmt.Printf("%v %+v %s %d\n", both{7}, both{8}, both{9}, both{10})
	fmt.Println(bad{})
	fmt.Printf("%s|%d\n", bad{}, bad{})
	var p *ptr
	fmt.Println(p, ptr{"x"}, &ptr{"y"}, []ptr{{"z"}})
	fmt.Printf("%v %s\n", p, &ptr{"w"})
	fmt.Println([]error{code(1), errors.New("two"), nil}, []code{3}, map[code]code{4: 5})
	var e error = code(6)
	fmt.Printf("%v %s %d %q %T\n", e, e, e, e, e)
	fmt.Println(fmt.Sprint(code(1), "x", code(2), both{1}), fmt.Sprintln("a", code(3)))
	var b strings.Builder
	fmt.Fprint(&b, code(8), both{9})
	fmt.Println(b.String(), string(fmt.Append(nil, code(1))), fmt.Errorf("e: %v", both{2}))
}
