// Named types that are not structs, with methods, printed through any.

package main

import (
	"fmt"
	"strings"
)

type celsius float64
type month int
type path []string
type attrs map[string]int
type greet func(string) string
type grid [2][2]int
type onoff bool
type word string
type sig chan int

func (c celsius) String() string { return fmt.Sprintf("%.1f°", float64(c)) }
func (m month) String() string   { return [...]string{"jan", "feb", "mar"}[m] }
func (p path) String() string    { return strings.Join(p, "/") }
func (a attrs) String() string   { return fmt.Sprint("attrs:", len(a)) }
func (g greet) String() string   { return g("fn") }
func (g grid) String() string    { return fmt.Sprintf("%d|%d", g[0], g[1]) }
func (o onoff) String() string   { return map[bool]string{true: "on", false: "off"}[bool(o)] }
func (w word) String() string    { return "<" + string(w) + ">" }
func (s sig) String() string     { return fmt.Sprint("sig", cap(s)) }

func show(v any) { fmt.Printf("%v %s %T\n", v, v, v) }

type plain float64
type list []int
type table map[string]bool

func (plain) m() {}
func (list) m()  {}
func (table) m() {}

func main() {
	show(celsius(3))
	show(month(1))
	show(path{"a", "b"})
	show(attrs{"x": 1})
	show(greet(func(s string) string { return "hi " + s }))
	show(grid{{1, 2}, {3, 4}})
	show(onoff(true))
	show(word("w"))
	show(make(sig, 3))
	var a any = plain(2.5)
	fmt.Println(a, any(list{1}), any(table{"k": true}))
	fmt.Printf("%v %T %.2f %d\n", a, a, a, month(2))
	fmt.Println([]any{celsius(1), month(0), word("q"), plain(1)}...)
}
