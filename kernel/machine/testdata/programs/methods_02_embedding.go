// Promotion through embedded values and pointers, depth, and overriding.

package main

import "fmt"

type base struct {
	id   int
	name string
}

func (b base) describe() string { return fmt.Sprintf("base(%d,%s)", b.id, b.name) }
func (b *base) rename(n string) { b.name = n }
func (b base) hello() string    { return "hello " + b.name }

type middle struct {
	base
	level int
}

func (m middle) hello() string { return "middle " + m.base.hello() }

type top struct {
	*middle
	name string
	fmt.Stringer
}

type word string

func (w word) String() string { return "word:" + string(w) }

type describer interface{ describe() string }

func main() {
	m := middle{base{1, "m"}, 2}
	m.rename("renamed")
	fmt.Println(m.describe(), m.hello(), m.name, m.base.name)
	t := top{&m, "topname", word("w")}
	t.rename("through top")
	fmt.Println(t.name, t.middle.name, m.name, t.id, t.level)
	fmt.Println(t.hello(), t.describe(), t.String(), t)
	var d describer = t
	fmt.Println(d.describe())
	d = m
	m.id = 55
	fmt.Println(d.describe())
	d = &m
	m.id = 56
	fmt.Println(d.describe())
	f := t.rename
	t.middle = &middle{base{9, "other"}, 0}
	f("late")
	fmt.Println(m.name, t.middle.name)
	g := (*top).hello
	fmt.Println(g(&t), top.describe(t))
	u := struct {
		base
		x int
	}{base{3, "anon"}, 4}
	u.rename("anon2")
	fmt.Println(u.describe(), u)
	fmt.Printf("%+v\n", u)
}
