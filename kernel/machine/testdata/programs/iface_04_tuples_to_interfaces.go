// Assigning composite literals and call results to interface variables in tuples.

package main

import (
	"errors"
	"fmt"
)

type animal interface{ speak() string }
type dog struct{ n int }
type cat struct{ n int }

func (d *dog) speak() string { return fmt.Sprint("dog", d.n) }
func (c cat) speak() string  { return fmt.Sprint("cat", c.n) }

func both() (*dog, cat)     { return &dog{7}, cat{8} }
func some() (animal, error) { return cat{9}, nil }
func fail() (animal, error) { return nil, errors.New("none") }

type pair struct{ l, r animal }

func main() {
	var a, b animal
	a, b = &dog{1}, cat{2}
	fmt.Println(a.speak(), b.speak())
	a, b = b, a
	fmt.Println(a.speak(), b.speak())
	a, b = both()
	fmt.Println(a.speak(), b.speak())
	var c, d animal = &dog{3}, &dog{4}
	fmt.Println(c.speak(), d.speak(), c == d)
	p := pair{&dog{5}, cat{6}}
	p.l, p.r = p.r, p.l
	fmt.Println(p.l.speak(), p.r.speak())
	xs := []animal{&dog{1}, cat{2}, &dog{3}}
	xs[0], xs[2] = xs[2], xs[0]
	for _, x := range xs {
		fmt.Print(x.speak(), " ")
	}
	fmt.Println()
	var err error
	a, err = some()
	fmt.Println(a.speak(), err)
	a, err = fail()
	fmt.Println(a == nil, err)
	m := map[string]animal{}
	m["x"], m["y"] = &dog{10}, cat{11}
	fmt.Println(m["x"].speak(), m["y"].speak())
	var e1, e2 any = cat{1}, &dog{2}
	e1, e2, a = e2, e1, cat{5}
	_, ok := e1.(*dog)
	fmt.Println(ok, e2, a.speak())
}
