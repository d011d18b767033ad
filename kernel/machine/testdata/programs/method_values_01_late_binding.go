// Method values of fields, map entries, interface fields and embedded pointers bind early.

package main

import "fmt"

type lamp struct {
	name string
	on   bool
}

func (l *lamp) toggle() string { l.on = !l.on; return fmt.Sprint(l.name, l.on) }
func (l lamp) state() string   { return fmt.Sprint(l.name, "=", l.on) }

type room struct {
	*lamp
	spare lamp
	sw    interface{ toggle() string }
	act   func() string
}

func main() {
	a, b := &lamp{name: "a"}, &lamp{name: "b"}
	r := room{lamp: a, spare: lamp{name: "s"}, sw: b}
	t1, t2, t3, st := r.toggle, r.spare.toggle, r.sw.toggle, r.state
	r.lamp, r.sw = b, a
	r.spare = lamp{name: "new"}
	fmt.Println(t1(), t2(), t3(), st())
	fmt.Println(a.on, b.on, r.spare, r.state())
	r.act = r.lamp.toggle
	fmt.Println(r.act(), b.on)
	m := map[string]*lamp{"x": {name: "x"}}
	f := m["x"].toggle
	delete(m, "x")
	fmt.Println(f(), f(), len(m))
	fs := []func() string{a.toggle, a.state, (*lamp).toggle2(b), func() string { return lamp.state(*b) }}
	for _, f := range fs {
		fmt.Print(f(), " ")
	}
	fmt.Println()
	var nilLamp *lamp
	g := nilLamp.toggle
	func() {
		defer func() { fmt.Println("called:", recover() != nil) }()
		g()
	}()
	defer func() { fmt.Println("bound:", recover() != nil) }()
	h := nilLamp.state
	fmt.Println("never", h)
}

func (l *lamp) toggle2() func() string { return l.toggle }
