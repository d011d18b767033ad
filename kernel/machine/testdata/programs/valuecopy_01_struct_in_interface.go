// A struct put in an interface is copied; later changes to the variable are not seen.

package main

import "fmt"

type named interface{ Name() string }
type S struct {
	x    int
	name string
}

func (s S) Name() string { return fmt.Sprint(s.name, s.x) }

type holder struct{ n named }

func keep(n named) func() string { return func() string { return n.Name() } }

func main() {
	p := S{1, "p"}
	var s named = p
	p.x = 9
	fmt.Println(s.Name(), p.Name())
	q := s.(S)
	q.x = 50
	fmt.Println(s.Name(), q.Name())
	h := holder{p}
	f := keep(p)
	list := []named{p, p}
	m := map[string]named{"p": p}
	p.x = 100
	p.name = "changed"
	fmt.Println(h.n.Name(), f(), list[0].Name(), list[1].Name(), m["p"].Name())
	list[0] = S{7, "seven"}
	list[1] = list[0]
	fmt.Println(list[0].Name(), list[1].Name(), list[0] == list[1])
	var ps named = &p
	p.x++
	fmt.Println(ps.Name(), ps.(*S).x)
	g := p.Name
	p.x = 0
	fmt.Println(g(), p.Name())
	var a any = p
	b := a
	p.x = -1
	fmt.Println(a, b, a == b, a == any(p))
	arr := [2]int{1, 2}
	var aa any = arr
	arr[0] = 99
	fmt.Println(aa, arr)
}
