// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"fmt"
	"slices"
	"strings"
)

func (g *gen) ifStatement() bool {
	if g.fn.nested > 4 {
		return false
	}
	g.fn.nested++
	defer func() { g.fn.nested-- }()
	head := "if "
	var v *variable
	g.push()
	if g.chance(25) {
		v = g.newVariable(g.anyTyp())
		head += fmt.Sprintf("%s := %s; ", v.name, header(g.initial(v, 2, false)))
		g.add(v)
		head += header(g.conditionWith(v))
	} else {
		head += header(g.condition(3))
	}
	g.block(head, g.few(), func() {
		if v != nil && !v.used {
			v.used = true
			g.p("_ = %s", v.name)
		}
	})
	for g.chance(35) {
		g.unline()
		if g.chance(40) {
			g.setMode()
			g.block(" else if "+header(g.condition(2)), g.few(), nil)
			continue
		}
		g.block(" else", g.few(), nil)
		break
	}
	g.pop()
	return true
}

// conditionWith returns a condition, one that mentions v if it can.
func (g *gen) conditionWith(v *variable) expr {
	x := primary("%s", v.name)
	switch {
	case g.mode == stable && !v.private:
		return g.condition(2)
	case v.typ.isOrdered():
		v.used = true
		return binary(x, one(&g.random, "<", ">=", "!="), g.value(v.typ, 1), 3)
	case v.typ.hasNil():
		v.used = true
		return binary(x, one(&g.random, "==", "!="), primary("nil"), 3)
	case v.typ.comparable() && v.typ.u().kind != paramKind:
		v.used = true
		return binary(x, one(&g.random, "==", "!="), g.value(v.typ, 1), 3)
	}
	return g.condition(2)
}

// unline removes the newline written last.
func (g *gen) unline() { g.buf.Truncate(g.buf.Len() - 1) }

func (g *gen) switchStatement() bool {
	if g.fn.nested > 3 {
		return false
	}
	g.labeled(false, 1, func() {
		t := g.basicInteger()
		if g.chance(30) {
			t = stringType
		}
		head := "switch "
		g.push()
		if g.chance(30) {
			v := g.newVariable(t)
			head += fmt.Sprintf("%s := %s; ", v.name, header(g.variable(t, 2)))
			v.private, v.used = true, true
			g.add(v)
			g.switchOn(head+v.name, t)
		} else if g.chance(35) {
			g.switchOn(strings.TrimSpace(head), nil)
		} else {
			if list := g.places(t, toRead); len(list) > 0 && g.chance(60) {
				head += g.choose(list, toRead).text
			} else {
				head += header(g.variable(t, 2))
			}
			g.switchOn(head, t)
		}
		g.pop()
	})
	return true
}

// switchOn writes the clauses of a switch on a value of type t, or without one if t is nil.
func (g *gen) switchOn(head string, t *typ) {
	g.p("%s {", head)
	n := g.between(1, 4)
	seen := map[string]bool{}
	standard := -1
	if g.chance(70) {
		standard = g.intn(n)
	}
	for i := range n {
		switch {
		case i == standard:
			g.p("default:")
		case t == nil:
			g.p("case %s:", g.condition(2))
		default:
			var list []string
			for range g.between(1, 2) {
				var s string
				switch {
				case t == stringType:
					s = fmt.Sprintf("%q", pick(&g.random, words))
				default:
					s = fmt.Sprint(g.intn(8))
				}
				if !seen[s] {
					seen[s] = true
					list = append(list, s)
				}
			}
			if len(list) == 0 {
				list = []string{g.variable(t, 1).s}
			}
			g.p("case %s:", strings.Join(list, ", "))
		}
		g.push()
		g.statements(g.intn(3))
		g.pop()
		if i < n-1 && g.chance(12) {
			g.p("fallthrough")
		}
	}
	g.p("}")
}

// typeSwitchStatement writes a type switch on an interface.
func (g *gen) typeSwitchStatement() bool {
	list := g.placesWhere(toRead, func(t *typ) bool { return t.u().kind == interfaceKind })
	if len(list) == 0 || g.fn.nested > 3 {
		return false
	}
	p := g.choose(list, toRead)
	types := g.dynamicTypes(p.typ)
	shuffle(&g.random, types)
	types = types[:min(len(types), g.between(1, 4))]
	x := g.name("x")
	g.labeled(false, 1, func() {
		bind := g.chance(75)
		if bind {
			g.p("switch %s := %s.(type) {", x, p.text)
		} else {
			g.p("switch %s.(type) {", p.text)
		}
		clause := func(t *typ) {
			g.push()
			if bind {
				v := g.add(&variable{name: x, typ: t, used: true, private: g.chance(50)})
				g.p("_ = %s", x)
				_ = v
			}
			g.statements(g.intn(3))
			g.pop()
		}
		for len(types) > 0 {
			if len(types) > 1 && g.chance(25) {
				g.p("case %s, %s:", types[0], types[1])
				types = types[2:]
				clause(p.typ)
				continue
			}
			g.p("case %s:", types[0])
			clause(types[0])
			types = types[1:]
		}
		if g.chance(30) {
			g.p("case nil:")
			clause(p.typ)
		}
		if bind || g.chance(60) {
			g.p("default:")
			clause(p.typ)
		}
		g.p("}")
	})
	return true
}

// dynamicTypes returns types that values of the interface type t may have.
func (g *gen) dynamicTypes(t *typ) []*typ {
	u := t.u()
	if u == errorType {
		var list []*typ
		for _, e := range g.errors {
			if e.implements(errorInterface) {
				list = append(list, e)
			} else if p := g.pointer(e); p.implements(errorInterface) {
				list = append(list, p)
			}
		}
		return append(list, g.interfaces...)
	}
	if u == anyType {
		list := []*typ{intType, stringType, boolType, float64Type}
		for _, x := range append(append([]*typ(nil), g.ints...), g.pool...) {
			if x.u() != anyType && !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
		return list
	}
	list := g.implementers(t)
	for _, x := range g.interfaces {
		if x != t {
			list = append(list, x)
		}
	}
	return list
}

func (g *gen) assertStatement() bool {
	list := g.placesWhere(toRead, func(t *typ) bool { return t.u().kind == interfaceKind })
	if len(list) == 0 || g.fn.nested > 3 {
		return false
	}
	p := g.choose(list, toRead)
	types := g.dynamicTypes(p.typ)
	if len(types) == 0 {
		return false
	}
	t := pick(&g.random, types)
	v := g.newVariable(t)
	if g.chance(50) {
		ok := g.name("ok")
		g.p("%s, %s := %s.(%s)", v.name, ok, p.text, t)
		g.add(v)
		g.add(&variable{name: ok, typ: boolType, private: true})
		return true
	}
	v.used = true
	g.block(fmt.Sprintf("if %s, ok := %s.(%s); ok", v.name, p.text, t), g.few(), func() { g.p("_ = %s", v.name); g.add(v) })
	return true
}

// guardStatement uses something that may be nil where it is not.
func (g *gen) guardStatement() bool {
	list := g.placesWhere(toRead, func(t *typ) bool {
		switch u := t.u(); u.kind {
		case pointerKind, mapKind, funcKind:
			return true
		case interfaceKind:
			return u != anyType
		}
		return false
	})
	if len(list) == 0 || g.fn.nested > 3 {
		return false
	}
	p := g.choose(list, toRead)
	v := &variable{name: g.name("q"), typ: p.typ, private: true, nonNil: true, used: true}
	v.locked = p.typ.u().kind == interfaceKind // there may be no other value of the type
	g.fn.nested++
	g.block(fmt.Sprintf("if %s := %s; %s != nil", v.name, p.text, v.name), g.few(), func() { g.add(v) })
	g.fn.nested--
	return true
}

// selectStatement writes a select whose outcome is certain.
func (g *gen) selectStatement() bool {
	if g.fn.factor > 5 || g.fn.nested > 2 {
		return false
	}
	t := g.anyTyp()
	ch := g.name("ch")
	full := g.chance(50)
	g.p("%s := make(chan %s, 1)", ch, t)
	if full {
		g.p("%s <- %s", ch, g.value(t, 2))
	}
	g.labeled(false, 1, func() {
		clauses := []func(){
			func() {
				if full || g.chance(50) {
					v := g.name("v")
					g.p("case %s := <-%s:", v, ch)
					g.push()
					g.add(&variable{name: v, typ: t, private: g.chance(50)})
				} else {
					g.p("case <-%s:", ch)
					g.push()
				}
				g.statements(g.intn(3))
				g.pop()
			},
			func() {
				g.p("default:")
				g.push()
				g.statements(g.intn(3))
				g.pop()
			},
		}
		if !full && g.chance(50) {
			clauses[0] = func() {
				g.p("case %s <- %s:", ch, g.value(t, 2))
				g.push()
				g.statements(g.intn(2))
				g.pop()
			}
		}
		shuffle(&g.random, clauses)
		g.p("select {")
		for _, c := range clauses {
			c()
		}
		g.p("}")
	})
	g.p("trace(%q, len(%s))", ch, ch)
	return true
}
