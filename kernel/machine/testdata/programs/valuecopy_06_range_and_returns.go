// Copies made by range, by returns, by closures and by variadic calls.

package main

import "fmt"

type pt struct{ x, y int }

var global = pt{1, 2}

func get() pt   { return global }
func ref() *pt  { return &global }
func all() []pt { return []pt{global, global} }
func bump(ps ...pt) int {
	for i := range ps {
		ps[i].x += 100
	}
	return ps[0].x
}

func main() {
	v := get()
	v.x = 10
	ref().y = 20
	fmt.Println(global, v)
	r := ref()
	w := *r
	r.x = 30
	fmt.Println(global, w)
	l := all()
	l[0].x = -1
	fmt.Println(l, global)
	fmt.Println(bump(global, v), global, v)
	fmt.Println(bump(l...), l)
	arr := [2]pt{{1, 1}, {2, 2}}
	for i, p := range arr {
		arr[1] = pt{9, 9}
		p.x *= 2
		fmt.Print(i, p, " ")
	}
	fmt.Println(arr)
	m := map[pt]pt{{1, 2}: {3, 4}}
	for k, e := range m {
		k.x, e.x = 50, 60
		_, _ = k, e
	}
	fmt.Println(m)
	p := pt{7, 8}
	f := func(q pt) pt { q.x++; p.y++; return q }
	fmt.Println(f(p), p)
	mp := map[string]*pt{"a": {1, 1}}
	mp["a"].x = 77
	cp := *mp["a"]
	cp.y = 0
	fmt.Println(*mp["a"], cp)
	pp := &p
	ppp := &pp
	(*ppp).x = 5
	(**ppp).y = 6
	*ppp = &pt{0, 0}
	fmt.Println(p, *pp)
	var nilp *pt
	q := new(pt)
	*q = *pp
	q.x++
	fmt.Println(nilp == nil, *q, *pp, q != pp, *q == pt{1, 0})
}
