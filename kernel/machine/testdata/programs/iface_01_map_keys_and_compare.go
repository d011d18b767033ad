// Interfaces as map keys, comparison of dynamic values, and panics on uncomparable ones.

package main

import "fmt"

type pt struct{ x, y int }
type name string
type shape interface{ area() int }

func (p pt) area() int { return p.x * p.y }

type sq int

func (s sq) area() int { return int(s * s) }

func main() {
	m := map[any]string{1: "int", int64(1): "int64", "1": "string", pt{1, 2}: "pt", [2]int{1, 2}: "array", nil: "nil", true: "bool", 1.0: "float", name("n"): "name"}
	fmt.Println(len(m), m[1], m[int64(1)], m["1"], m[pt{1, 2}], m[[2]int{1, 2}], m[nil], m[1 == 1], m[1.0], m["n"], m[name("n")])
	s := map[shape]int{pt{2, 3}: 1, sq(2): 2}
	s[pt{2, 3}]++
	s[sq(2)] *= 10
	fmt.Println(s[pt{2, 3}], s[sq(2)], len(s))
	p, q := &pt{1, 1}, &pt{1, 1}
	mp := map[any]int{p: 1, q: 2}
	fmt.Println(len(mp), mp[p], any(p) == any(q), any(*p) == any(*q))
	var a, b any = 1, 1.0
	fmt.Println(a == b, a == 1, b == 1.0, a != nil, any(name("x")) == any("x"))
	var e shape = sq(3)
	fmt.Println(e == sq(3), e != shape(pt{}), e == nil)
	for _, v := range []any{[]int{1}, map[string]int{}, func() {}, struct{ s []int }{}} {
		func() {
			defer func() { fmt.Println(recover()) }()
			fmt.Println(v == v)
		}()
		func() {
			defer func() { fmt.Println(recover()) }()
			m[v] = "x"
		}()
	}
	delete(m, pt{1, 2})
	_, ok := m[pt{1, 2}]
	fmt.Println(ok, len(m))
}
