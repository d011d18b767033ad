// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"fmt"
	"slices"
	"strings"
)

// newVariable returns a new variable of type t that is not in scope yet.
func (g *gen) newVariable(t *typ) *variable {
	return &variable{name: g.name(hint(t)), typ: t, private: g.chance(60)}
}

// initial returns an initial value for v of the type itself, and settles what will hold for v.
func (g *gen) initial(v *variable, d int, loose bool) expr {
	t := v.typ
	u := t.u()
	if t.hasNil() && u.kind != chanKind && g.chance(65) && (u.kind != interfaceKind || g.inhabited(t)) {
		if v.nonNil = u.kind != sliceKind; !v.nonNil {
			v.minLen = 1
		}
		e := g.nonNil(t, d)
		if loose || u.kind != interfaceKind && u.kind != funcKind {
			return e
		}
		return convert(t, e)
	}
	return g.make(t, d, loose)
}

func (g *gen) declareStatement() bool {
	v := g.newVariable(g.anyTyp())
	switch g.intn(8) {
	case 0:
		g.p("var %s %s", v.name, v.typ)
	case 1:
		g.p("var %s %s = %s", v.name, v.typ, g.initial(v, 3, true))
	case 2:
		g.p("var %s = %s", v.name, g.initial(v, 3, false))
	case 3:
		w := g.newVariable(g.anyTyp())
		x, y := g.initial(v, 2, false), g.initial(w, 2, false)
		g.p("%s, %s := %s, %s", v.name, w.name, x, y)
		g.add(w)
	default:
		g.p("%s := %s", v.name, g.initial(v, 3, false))
	}
	g.add(v)
	return true
}

// bounded returns e in a form that does not let strings grow with each assignment.
func bounded(t *typ, e expr) expr {
	if t.u().kind == stringKind && !e.konst && e.prec < primaryPrec {
		return primary("clip(%s)", e)
	}
	return e
}

// assigned returns a value for the place.
func (g *gen) assigned(p place, d int) expr {
	if p.text == p.root.name && p.root.fact() {
		return g.nonNil(p.typ, d)
	}
	return bounded(p.typ, g.value(p.typ, d))
}

func (g *gen) assignStatement() bool {
	list := g.placesWhere(toAssign, func(*typ) bool { return true })
	if len(list) == 0 {
		return false
	}
	p := g.choose(list, toAssign)
	if p.embedded && p.typ.kind == pointerKind {
		return false
	}
	if p.typ.u().kind <= complexKind && (g.mode == pure || p.stable) && g.chance(50) {
		return g.opAssign(p)
	}
	g.p("%s = %s", p.text, g.assigned(p, 3))
	return true
}

func (g *gen) opAssign(p place) bool {
	t := p.typ
	switch u := t.u(); u.kind {
	case intKind, uintKind:
		switch g.intn(7) {
		case 0:
			g.p("%s++", p.text)
		case 1:
			g.p("%s--", p.text)
		case 2:
			g.p("%s %s= %s | 1", p.text, one(&g.random, "/", "%"), g.variable(t, 2).at(4))
		case 3:
			g.p("%s %s= %s", p.text, one(&g.random, "<<", ">>"), g.count(2))
		default:
			g.p("%s %s= %s", p.text, one(&g.random, "+", "-", "*", "|", "&", "^", "&^"), g.value(t, 2))
		}
	case floatKind, complexKind:
		g.p("%s %s= %s", p.text, one(&g.random, "+", "-"), g.value(t, 2))
	default:
		g.p("%s = %s", p.text, g.value(t, 3))
	}
	return true
}

// tupleStatement assigns several values at once.
func (g *gen) tupleStatement() bool {
	list := g.placesWhere(toAssign, func(*typ) bool { return true })
	if len(list) == 0 {
		return false
	}
	var left, right []string
	if g.mode == pure && g.chance(50) {
		p := pick(&g.random, list)
		same := slices.DeleteFunc(slices.Clone(list), func(q place) bool { return q.typ != p.typ })
		q := pick(&g.random, same)
		if p.root.fact() && p.text == p.root.name || q.root.fact() && q.text == q.root.name {
			return false
		}
		g.mark(p.root)
		g.mark(q.root)
		g.p("%s, %s = %s, %s", p.text, q.text, q.text, p.text)
		return true
	}
	for range g.between(2, 3) {
		if g.chance(10) {
			left, right = append(left, "_"), append(right, g.expr(g.anyTyp(), 2).s)
			continue
		}
		p := g.choose(list, toAssign)
		left, right = append(left, p.text), append(right, g.assigned(p, 2).s)
	}
	g.p("%s = %s", strings.Join(left, ", "), strings.Join(right, ", "))
	return true
}

func (g *gen) mapStatement() bool {
	list := g.placesWhere(toRead, func(t *typ) bool { return t.u().kind == mapKind })
	if len(list) == 0 {
		return false
	}
	p := g.choose(list, toRead)
	u := p.typ.u()
	key := func() string {
		if !u.key.hasFloat() && g.chance(40) {
			return g.expr(u.key, 1).s
		}
		return g.keyOf(u.key)
	}
	made := p.text == p.root.name && p.root.nonNil
	switch g.intn(6) {
	case 0:
		g.p("delete(%s, %s)", p.text, key())
	case 1:
		if made && g.chance(20) {
			g.p("clear(%s)", p.text)
			return true
		}
		g.p("trace(%q, len(%s))", g.name("len"), p.text)
	case 2:
		v := g.newVariable(u.elem)
		ok := g.name("ok")
		g.p("%s, %s := %s[%s]", v.name, ok, p.text, key())
		g.add(v)
		g.add(&variable{name: ok, typ: boolType, private: true})
	case 3:
		ok := g.name("ok")
		g.block(fmt.Sprintf("if _, %s := %s[%s]; !%s", ok, p.text, key(), ok), g.few(), nil)
	case 4:
		if g.mode != pure || u.key.u().kind > stringKind || !u.key.isOrdered() || !u.elem.printable() {
			return false
		}
		k := g.name("k")
		g.p("for _, %s := range slices.Sorted(maps.Keys(%s)) {\ntrace(%q, %s, %s[%s])\n}", k, p.text, k, k, p.text, k)
	default:
		if !made {
			return false
		}
		g.p("%s[%s] = %s", p.text, key(), bounded(u.elem, g.value(u.elem, 2)))
	}
	return true
}

// hasFloat reports whether values of the type may hold a NaN.
func (t *typ) hasFloat() bool {
	return !t.all(true, func(t *typ) bool { k := t.u().kind; return k != floatKind && k != complexKind })
}

// appendStatement grows a slice of its own and publishes it.
func (g *gen) appendStatement() bool {
	if !g.mayLoop(3) {
		return false
	}
	g.mode = pure
	t := g.typeWhere(func(t *typ) bool { return t.u().kind == sliceKind }, g.slice(intType))
	u := t.u()
	s := g.name("l")
	switch g.intn(3) {
	case 0:
		g.p("var %s %s", s, t)
	case 1:
		g.p("%s := make(%s, 0, %d)", s, t, g.intn(8))
	default:
		g.p("%s := %s{}", s, t)
	}
	i := g.name("i")
	g.p("for %s := range %d {", i, g.between(1, 5))
	g.push()
	g.add(&variable{name: i, typ: intType, private: true, locked: true})
	g.fn.factor *= 3
	for range g.between(1, 2) {
		g.setMode()
		elems := []expr{g.value(u.elem, 2)}
		if g.chance(40) {
			elems = append(elems, g.value(u.elem, 1))
		}
		g.p("%s = append(%s, %s)", s, s, join(elems))
	}
	g.fn.factor /= 3
	g.pop()
	g.p("}")
	g.add(&variable{name: s, typ: t, private: g.chance(50)})
	return true
}

// shadow declares a variable that hides one of the same name.
func (g *gen) shadow() {
	for _, v := range g.visible() {
		if v.locked || v.fact() || v.global || v.level != g.fn.level || v.typ.u().kind == chanKind {
			continue
		}
		if slices.Contains(g.fn.outs, v) || g.chance(70) { // a bare return needs the results
			continue
		}
		g.mode = pure
		e := primary("%s", v.name)
		if v.used && g.chance(50) {
			e = g.expr(v.typ, 1)
		}
		g.mark(v)
		g.p("%s := %s", v.name, e)
		g.add(&variable{name: v.name, typ: v.typ, private: g.chance(50)})
		return
	}
}

func (g *gen) localConstant() bool {
	c := g.name("c")
	t := g.basicInteger()
	switch g.intn(4) {
	case 0:
		g.p("const %s = %s", c, g.quoted())
		t = stringType
	case 1:
		g.p("const %s %s = %s", c, t, g.number(t))
	case 2:
		g.p("const %s = %s", c, one(&g.random, "1 << 3", "7 / 2", "7 % 4 * 5", "'a' + 1 - 90", "^0 & 0x3f"))
		if t != intType {
			d := g.name("c")
			g.p("const %s %s = %s", d, t, c)
			c = d
		} else {
			d := g.name("i")
			g.p("%s := int(%s)", d, c)
			g.add(&variable{name: d, typ: intType, private: true})
			return true
		}
	default:
		d := g.name("c")
		g.p("const (\n%s = iota + %d\n%s\n)", d, g.intn(4), c)
		x := g.name("i")
		g.p("%s := %s * %s", x, c, d)
		g.add(&variable{name: x, typ: intType, private: true})
		return true
	}
	x := g.newVariable(t)
	g.p("var %s %s = %s", x.name, t, c)
	g.add(x)
	return true
}

// localType declares a type in the function and prints a value of it.
func (g *gen) localType() bool {
	if g.fn.factor > 3 {
		return false
	}
	g.mode = pure
	t := g.name("local")
	x, y := g.name("x"), g.name("y")
	a, b := g.typeWhere((*typ).flat, intType), g.basicType()
	g.p("type %s struct { %s %s; %s %s }", t, x, a, y, b)
	v := g.name("v")
	g.p("%s := []%s{{%s, %s}, {%s: %s}}", v, t, g.value(a, 2), g.value(b, 2), y, g.value(b, 1))
	w := g.name("w")
	g.p("%s := %s[0]\n%s.%s = %s", w, v, w, y, g.value(b, 1))
	g.p("fmt.Printf(\"%%v %%+v %%T\\n\", %s, %s, %s)", v, w, w)
	return true
}
