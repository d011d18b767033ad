// The two-value form never panics and gives the zero value.

package main

import "fmt"

type walker interface{ Walk() string }
type runner interface {
	walker
	Run() string
}
type dog struct{ n string }
type snail int

func (d dog) Walk() string   { return d.n + " walks" }
func (d dog) Run() string    { return d.n + " runs" }
func (s snail) Walk() string { return fmt.Sprint("snail ", int(s)) }

func main() {
	for _, w := range []walker{dog{"rex"}, snail(3), &dog{"ptr"}, nil} {
		r, ok := w.(runner)
		fmt.Print(ok, " ", r == nil, " ")
		d, ok := w.(dog)
		fmt.Printf("%v %q ", ok, d.n)
		s, ok := w.(snail)
		fmt.Print(ok, " ", int(s), " ")
		p, ok := w.(*dog)
		fmt.Println(ok, p == nil)
	}
	var a any = [2]int{1, 2}
	x, ok := a.([2]int)
	y, ok2 := a.([3]int)
	z, ok3 := a.([]int)
	fmt.Println(x, ok, y, ok2, z == nil, ok3)
	if r, ok := any(dog{"d"}).(runner); ok {
		fmt.Println(r.Run(), r.Walk())
	}
	var ok4 bool
	m := map[string]any{}
	m["v"], ok4 = a.([2]int)
	fmt.Println(m, ok4)
	_, ok = a.(interface{})
	fmt.Println(ok)
	type local struct{ n int }
	a = local{4}
	l, ok := a.(local)
	_, ok2 = a.(struct{ n int })
	fmt.Println(l, ok, ok2)
}
