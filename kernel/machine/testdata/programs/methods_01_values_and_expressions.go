// Method values bind their receiver when taken; method expressions take it as an argument.

package main

import (
	"fmt"
	"math"
)

type vec struct{ x, y float64 }

func (v vec) add(o vec) vec      { return vec{v.x + o.x, v.y + o.y} }
func (v *vec) scale(f float64)   { v.x *= f; v.y *= f }
func (v vec) len() float64       { return math.Hypot(v.x, v.y) }
func (vec) kind(n ...int) string { return fmt.Sprint("vec", n) }

type lener interface{ len() float64 }

func apply(vs []vec, f func(*vec, float64), k float64) {
	for i := range vs {
		f(&vs[i], k)
	}
}

func main() {
	v := vec{3, 4}
	l := v.len
	sc := v.scale
	sc(2)
	fmt.Println(l(), v.len(), v)
	add := vec.add
	fmt.Println(add(v, vec{1, 1}))
	scale := (*vec).scale
	scale(&v, 0.5)
	fmt.Println(v, (*vec).len(&v), vec.len(v))
	vs := []vec{{1, 2}, {3, 4}}
	apply(vs, (*vec).scale, 10)
	apply(vs, func(v *vec, f float64) { v.x += f }, 1)
	fmt.Println(vs)
	var i lener = v
	f := i.len
	i = vec{5, 12}
	fmt.Println(f(), i.len(), lener.len(i))
	k := vec{}.kind
	fmt.Println(k(), k(1, 2), vec.kind(v, []int{3}...))
	m := map[string]func(vec) vec{"a": v.add, "z": vec{}.add}
	v = vec{}
	fmt.Println(m["a"](vec{1, 0}), m["z"](vec{1, 0}))
	fmt.Printf("%T %T %T\n", vec.add, (*vec).scale, v.len)
	defer v.scale(3)
	defer func(f func() float64) { fmt.Println("deferred", f()) }(v.len)
	v = vec{6, 8}
}
