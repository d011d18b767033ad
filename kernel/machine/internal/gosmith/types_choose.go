// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"fmt"
	"strings"
)

// A methodSpec is a method that types of the program may have.
type methodSpec struct {
	name string
	sig  *typ
	pure bool
}

// basicType returns a type of one of the basic kinds, which may be declared.
func (g *gen) basicType() *typ {
	switch n := g.intn(20); {
	case n < 9:
		return pick(&g.random, g.ints)
	case n < 10:
		return pick(&g.random, integerTypes)
	case n < 13:
		return stringType
	case n < 15:
		return boolType
	case n < 17:
		return pick(&g.random, floatTypes)
	case n < 18 && g.chance(30):
		return pick(&g.random, complexTypes)
	default:
		return g.typeWhere((*typ).isBasic, intType)
	}
}

// typeWhere returns a type of the pool with the property, or fallback.
func (g *gen) typeWhere(ok func(*typ) bool, fallback *typ) *typ {
	var list []*typ
	for _, t := range g.pool {
		if ok(t) {
			list = append(list, t)
		}
	}
	if len(list) == 0 {
		return fallback
	}
	return pick(&g.random, list)
}

// anyTyp returns a type for a variable: a basic one or one of the pool.
func (g *gen) anyTyp() *typ {
	if g.chance(45) {
		return g.basicType()
	}
	return pick(&g.random, g.pool)
}

// keyType returns a type for the keys of a map.
func (g *gen) keyType() *typ {
	t := g.anyTyp()
	if !t.keyable() || t.u().kind == boolKind {
		return one(&g.random, stringType, intType)
	}
	return t
}

// compose makes a new type out of those of the pool.
func (g *gen) compose() *typ {
	t := g.anyTyp()
	switch g.intn(9) {
	case 0, 1, 2:
		return g.slice(t)
	case 3:
		return g.array(g.between(1, 4), t)
	case 4, 5:
		return g.mapOf(g.keyType(), t)
	case 6:
		return g.pointer(t)
	case 7:
		return g.funcOf([]*typ{t}, g.basicType())
	default:
		return g.intern(&typ{kind: structKind, fields: g.fields(g.between(1, 3))})
	}
}

// fields makes fields with names that no other struct has.
func (g *gen) fields(n int) []*field {
	var list []*field
	for range n {
		f := &field{name: g.name(one(&g.random, "a", "b", "count", "next", "F", "Val")), typ: g.anyTyp()}
		if g.chance(10) {
			f.tag = `json:"` + f.name + `"`
		}
		list = append(list, f)
	}
	return list
}

// declareTypes makes the declared types of the program and fills the pool.
func (g *gen) declareTypes() {
	g.ints = []*typ{intType, intType}
	for range 3 {
		g.ints = append(g.ints, pick(&g.random, integerTypes))
	}
	g.pool = []*typ{intType, stringType, g.ints[2], g.ints[3], g.slice(intType), anyType, errorType}
	n := 3 + min(g.size/2, 6)
	for range g.between(2, 5) {
		g.pool = append(g.pool, g.compose())
	}
	for range n {
		g.declareType()
		if g.chance(60) {
			g.pool = append(g.pool, g.compose())
		}
	}
}

func (g *gen) declareType() {
	t := &typ{name: g.name(one(&g.random, "T", "Shape", "item", "Node"))}
	switch n := g.intn(20); {
	case n < 8:
		g.declareStruct(t)
	case n < 10:
		g.declareEnum(t)
	case n < 12:
		t.under = g.basicType().u()
	case n < 13:
		t.under = g.slice(g.anyTyp())
	case n < 14:
		t.under = g.mapOf(g.keyType(), g.anyTyp())
	case n < 15:
		t.under = g.funcOf([]*typ{g.anyTyp()}, g.basicType())
	case n < 16:
		t.under = g.array(g.between(1, 4), g.anyTyp())
	case n < 17:
		t.under, t.opaque = anyType, true
	default:
		g.declareInterface(t)
		g.pool = append(g.pool, t)
		return
	}
	t.kind = t.under.kind
	g.declared = append(g.declared, t)
	if t.kind != interfaceKind && t.kind != pointerKind {
		g.giveMethods(t)
	}
	g.pool = append(g.pool, t)
	if t.kind == structKind {
		g.pool = append(g.pool, t)
		if g.chance(60) {
			g.pool = append(g.pool, g.pointer(t))
		}
	}
}

func (g *gen) declareStruct(t *typ) {
	t.kind = structKind
	u := &typ{kind: structKind}
	t.under = u
	if g.chance(6) {
		return
	}
	u.fields = g.fields(g.between(1, 4))
	if g.chance(25) { // a recursive type
		f := &field{name: g.name("link"), typ: one(&g.random, g.pointer(t), g.slice(t), g.mapOf(stringType, g.pointer(t)))}
		u.fields = append(u.fields, f)
	}
	if g.chance(45) {
		base := g.typeWhere(func(e *typ) bool { return e.declared() && e.u().kind == structKind }, nil)
		if base != nil && !base.embeds() {
			f := &field{name: base.name, typ: base, embedded: true}
			if g.chance(25) {
				f.typ = g.pointer(base)
			}
			u.fields = append(u.fields, f)
			shuffle(&g.random, u.fields)
		}
	} else if g.chance(15) {
		base := g.typeWhere(func(e *typ) bool { return e.declared() && e.isBasic() }, nil)
		if base != nil {
			u.fields = append(u.fields, &field{name: base.name, typ: base, embedded: true})
		}
	}
}

// embeds reports whether a struct has embedded fields two levels deep.
func (t *typ) embeds() bool {
	for _, f := range t.u().fields {
		if f.embedded {
			e := f.typ
			if e.kind == pointerKind {
				e = e.elem
			}
			for _, f := range e.u().fields {
				if f.embedded {
					return true
				}
			}
		}
	}
	return false
}

func (g *gen) declareEnum(t *typ) {
	t.under = pick(&g.random, g.ints)
	expr := one(&g.random, "iota", "iota + 1", "1 << iota", "iota * 3 % 7", "10 - iota")
	var b strings.Builder
	b.WriteString("const (\n")
	blanks := 0 // at most 2: 1 << 6 is the largest such constant of an int8
	for i := range g.between(2, 5) {
		if i > 0 && g.chance(15) && blanks < 2 {
			blanks++
			b.WriteString("_\n")
		}
		c := g.name("C")
		t.constants = append(t.constants, c)
		if i == 0 {
			fmt.Fprintf(&b, "%s %s = %s\n", c, t.name, expr)
		} else {
			b.WriteString(c + "\n")
		}
	}
	b.WriteString(")")
	g.decls = append(g.decls, b.String())
}

func (g *gen) declareInterface(t *typ) {
	t.kind = interfaceKind
	u := &typ{kind: interfaceKind}
	t.under = u
	specs := append([]*methodSpec(nil), g.specs...)
	shuffle(&g.random, specs)
	for _, s := range specs[:g.between(1, 2)] {
		u.methods = append(u.methods, &method{name: s.name, sig: s.sig, pure: s.pure})
	}
	t.methods = u.methods
	text := "type " + t.name + " interface {\n"
	for i, m := range u.methods {
		if i == 0 && len(g.interfaces) > 0 && g.chance(40) {
			e := pick(&g.random, g.interfaces)
			text += e.name + "\n"
			for _, x := range e.u().methods {
				if !has(u.methods, x.name) {
					u.methods = append(u.methods, x)
				}
			}
			t.methods = u.methods
		}
		text += m.name + m.sig.signature(nil) + "\n"
	}
	g.decls = append(g.decls, text+"}")
	g.interfaces = append(g.interfaces, t)
}

func has(methods []*method, name string) bool {
	for _, m := range methods {
		if m.name == name {
			return true
		}
	}
	return false
}

// giveMethods declares methods for t. The bodies are written later.
func (g *gen) giveMethods(t *typ) {
	percent := one(&g.random, 0, 30, 60)
	for _, s := range g.specs {
		if g.chance(percent) {
			g.giveMethod(t, s)
		}
	}
	switch g.intn(8) {
	case 0, 1:
		g.giveMethod(t, &methodSpec{"String", g.funcOf([]*typ{stringType}), true})
	case 2:
		g.giveMethod(t, &methodSpec{"Error", g.funcOf([]*typ{stringType}), true})
		g.errors = append(g.errors, t)
	}
}

func (g *gen) giveMethod(t *typ, s *methodSpec) {
	m := &method{name: s.name, sig: s.sig, pure: s.pure}
	m.pointer = g.chance(45) && t.kind != pointerKind
	recv := t
	if m.pointer {
		recv = g.pointer(t)
	}
	m.fn = &function{name: s.name, sig: s.sig, pure: s.pure, recv: recv}
	t.methods = append(t.methods, m)
	g.functions = append(g.functions, m.fn)
}

// typeDecls returns the declarations of the declared types that have none yet.
func (g *gen) typeDecls() []string {
	var list []string
	for _, t := range g.declared {
		if t.generic == nil {
			list = append(list, "type "+t.name+" "+t.literal())
		}
	}
	return list
}
