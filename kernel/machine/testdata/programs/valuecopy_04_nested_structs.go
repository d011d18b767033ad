// Copies of structs with nested structs, arrays, slices, maps and pointers.

package main

import "fmt"

type addr struct{ city string }
type person struct {
	name string
	home addr
	tags [2]string
	kids []string
	meta map[string]int
	boss *person
}

func rename(p person) person { p.name = "renamed"; p.kids[0] = "shared"; return p }

func main() {
	a := person{"ann", addr{"X"}, [2]string{"t", "u"}, []string{"k"}, map[string]int{"m": 1}, nil}
	b := a
	b.home.city = "Y"
	b.tags[0] = "changed"
	b.meta["m"] = 2
	b.boss = &a
	fmt.Println(a.home, a.tags, a.meta, b.home, b.tags)
	c := rename(b)
	fmt.Println(a.name, b.name, c.name, a.kids, c.boss.name)
	b.boss.name = "boss"
	fmt.Println(a.name)
	ps := []person{a, b}
	ps[0].home.city = "Z"
	d := ps[0]
	ps[0].name = "slot"
	fmt.Println(a.home.city, d.home.city, d.name, ps[0].name)
	m := map[string]person{"a": a}
	e := m["a"]
	e.name = "e"
	fmt.Println(m["a"].name, e.name)
	m["a"] = e
	fmt.Println(m["a"].name)
	ch := make(chan person, 1)
	ch <- a
	a.name = "after send"
	fmt.Println((<-ch).name)
	f := func() person { return a }
	g := f()
	g.home.city = "G"
	fmt.Println(a.home.city, f().home.city, g.home.city)
	pp := &ps[1]
	ps = append(ps, person{})
	pp.name = "old array"
	fmt.Println(ps[1].name == "old array", len(ps))
	x, y := person{name: "x"}, person{name: "y"}
	x, y = y, x
	fmt.Println(x.name, y.name)
}
