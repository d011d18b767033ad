// SPDX-License-Identifier: BSD-3-Clause

package gosmith

func (g *gen) deferStatement() bool {
	if g.fn.factor > 6 || g.fn.quiet {
		return false
	}
	switch g.intn(4) {
	case 0:
		g.p("defer trace(%q, %s)", g.name("d"), join(g.printables(2)))
	case 1:
		g.p("defer func() {\nif r := recover(); r != nil {\ntrace(%q, r)", g.name("r"))
		for _, v := range g.fn.outs {
			if g.chance(50) {
				g.p("%s = %s", v.name, g.literal(v.typ, 1, true))
			}
		}
		g.p("}\n}()")
	default:
		lit := g.closure(g.funcOf(nil), g.few())
		g.fn.fuel = true
		g.p("defer %s()", lit)
	}
	return true
}

// tryStatement catches a panic that is likely.
func (g *gen) tryStatement() bool {
	if g.fn.level >= 2 || g.fn.factor > 4 || g.fn.nested > 2 {
		return false
	}
	f := &function{sig: g.funcOf(nil)}
	outer := g.fn
	done := g.enter(f)
	f.cost = g.limit() - 100
	g.statements(g.intn(2))
	g.risky()
	g.statements(g.intn(2))
	g.useUnused()
	body := done()
	outer.fuel = outer.fuel || f.fuel
	g.p("try(%q, func() {\n%s})", g.name("try"), body)
	return true
}

func (g *gen) panicStatement() bool {
	if g.fn.quiet || g.fn.level > 0 {
		return false
	}
	c := g.condition(2)
	g.mode = pure
	g.p("if idx(fuel, 5) == %d && %s {\npanic(%s)\n}", g.intn(5), header(expr{s: c.at(3), prec: 3}), g.panicValue())
	return true
}

// panicValue returns an argument for panic.
func (g *gen) panicValue() expr {
	switch g.intn(4) {
	case 0:
		return g.errorValue(2)
	case 1:
		return primary("%s", g.quoted())
	case 2:
		return g.expr(g.typeWhere((*typ).flat, intType), 1)
	}
	return primary("fmt.Sprint(\"panic \", %s)", g.expr(g.basicType(), 1))
}

// risky writes an operation that may panic, with pure operands.
func (g *gen) risky() {
	g.mode = pure
	choices := []func() bool{
		func() bool { // an index
			list := g.placesWhere(toRead, func(t *typ) bool {
				k := t.u().kind
				return k == sliceKind || k == arrayKind || k == stringKind
			})
			if len(list) == 0 {
				return false
			}
			p := g.choose(list, toRead)
			i := g.name("i")
			g.p("%s := %s", i, g.variable(intType, 2))
			if p.typ.u().kind != stringKind && p.assign && g.chance(50) && p.typ.u().kind == sliceKind {
				g.p("%s[%s] = %s", p.text, i, g.value(p.typ.u().elem, 2))
				return true
			}
			v := g.name("v")
			g.p("%s := %s[%s]\n_ = %s", v, p.text, i, v)
			return true
		},
		func() bool { // a slice expression
			list := g.placesWhere(toRead, func(t *typ) bool { return t.u().kind == stringKind })
			if len(list) == 0 {
				return false
			}
			p := g.choose(list, toRead)
			g.p("trace(%q, %s[%s:%s])", g.name("s"), p.text, g.variable(uint8Type, 1), g.variable(intType, 1))
			return true
		},
		func() bool { // a nil map
			t := g.typeWhere(func(t *typ) bool { return t.u().kind == mapKind }, g.mapOf(stringType, intType))
			m := g.name("m")
			g.p("var %s %s\n%s[%s] = %s", m, t, m, g.keyOf(t.u().key), g.value(t.u().elem, 1))
			return true
		},
		func() bool { // a nil pointer
			t := g.typeWhere(func(t *typ) bool {
				return t.kind == pointerKind && t.elem.u().kind == structKind && len(t.elem.u().fields) > 0
			}, nil)
			if t == nil {
				return false
			}
			f := pick(&g.random, t.elem.u().fields)
			p := g.name("p")
			g.p("%s := %s\nif %s {\n%s = nil\n}", p, g.expr(t, 1), header(g.condition(2)), p)
			v := g.name("v")
			g.p("%s := %s.%s\n_ = %s", v, p, f.name, v)
			return true
		},
		func() bool { // a division
			t := g.basicInteger()
			v := g.name("v")
			g.p("%s := %s", v, g.expr(t, 1))
			g.p("%s = %s %s %s\ntrace(%q, %s)", v, g.variable(t, 1).at(5), one(&g.random, "/", "%"), v, v, v)
			return true
		},
		func() bool { // an assertion
			list := g.placesWhere(toRead, func(t *typ) bool { return t.u().kind == interfaceKind })
			if len(list) == 0 {
				return false
			}
			p := g.choose(list, toRead)
			types := g.dynamicTypes(p.typ)
			if len(types) == 0 {
				return false
			}
			v := g.name("v")
			g.p("%s := %s.(%s)\n_ = %s", v, p.text, pick(&g.random, types), v)
			return true
		},
		func() bool { // a shift
			t := g.basicInteger()
			n := g.name("n")
			g.p("%s := %s\ntrace(%q, %s << %s)", n, g.variable(intType, 1), n, g.variable(t, 1).at(5), n)
			return true
		},
		func() bool { // comparison of interfaces
			list := g.places(anyType, toRead)
			if len(list) == 0 {
				return false
			}
			g.p("trace(%q, %s == %s)", g.name("eq"), g.choose(list, toRead).text, g.choose(list, toRead).text)
			return true
		},
		func() bool { // a slice to an array
			list := g.placesWhere(toRead, func(t *typ) bool { return t.kind == sliceKind })
			if len(list) == 0 {
				return false
			}
			p := g.choose(list, toRead)
			v := g.name("v")
			g.p("%s := [2]%s(%s)\n_ = %s", v, p.typ.u().elem, p.text, v)
			return true
		},
		func() bool { // panic itself
			g.p("if %s {\npanic(%s)\n}", header(g.condition(2)), g.panicValue())
			return true
		},
	}
	for range 5 {
		if g.attempt(pick(&g.random, choices)) {
			return
		}
	}
}
