// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"fmt"
	"slices"
	"strings"
)

// A constraint is the sort of a type parameter's constraint. The order is that of what values can
// do.
type constraint uint8

const (
	noConstraint constraint = iota
	anyConstraint
	comparableConstraint
	orderedConstraint
	numberConstraint
	integerConstraint
)

func (c constraint) String() string {
	return [...]string{"", "any", "comparable", "cmp.Ordered", "Number", "Integer"}[c]
}

// admits reports whether t may be the type argument.
func (c constraint) admits(t *typ) bool {
	switch c {
	case comparableConstraint:
		return t.comparable()
	case orderedConstraint:
		return t.isOrdered()
	case numberConstraint:
		return t.isNumber()
	case integerConstraint:
		return t.isInteger()
	}
	return true
}

// A generic is a generic type: a struct type with its fields and methods in terms of the type
// parameters.
type generic struct {
	name   string
	params []*typ
	self   *typ // the instance with the parameters as arguments
}

func (g *gen) typeParams() []*typ {
	var list []*typ
	for range g.between(1, 2) {
		c := one(&g.random, anyConstraint, comparableConstraint, orderedConstraint, numberConstraint, integerConstraint)
		list = append(list, &typ{kind: paramKind, name: g.name("P"), constraint: c})
	}
	return list
}

func paramList(params []*typ) string {
	var list []string
	for _, p := range params {
		list = append(list, p.name+" "+p.constraint.String())
	}
	return "[" + strings.Join(list, ", ") + "]"
}

func instanceName(name string, args []*typ) string {
	var list []string
	for _, a := range args {
		list = append(list, a.String())
	}
	return name + "[" + strings.Join(list, ", ") + "]"
}

// typeArgs returns arguments for the parameters.
func (g *gen) typeArgs(params []*typ) []*typ {
	var list []*typ
	for _, p := range params {
		arg := g.basicType()
		if g.chance(40) {
			arg = g.typeWhere(func(t *typ) bool { return t.flat() && t.generic == nil }, intType)
		}
		if !p.constraint.admits(arg) {
			arg = g.basicInteger()
		}
		list = append(list, arg)
	}
	return list
}

// declareGenericTypes declares generic types and puts instances of them into the pool.
func (g *gen) declareGenericTypes() {
	for range g.intn(2 + g.size/8) {
		t := &generic{name: g.name("Gen"), params: g.typeParams()}
		self := &typ{kind: structKind, name: instanceName(t.name, t.params), generic: t, args: t.params}
		t.self = self
		u := &typ{kind: structKind}
		self.under = u
		pool := g.pool
		g.pool = g.extended(t.params)
		for _, p := range t.params {
			u.fields = append(u.fields, &field{name: g.name("val"), typ: p})
		}
		u.fields = append(u.fields, g.fields(g.intn(3))...)
		if g.chance(30) {
			u.fields = append(u.fields, &field{name: g.name("link"), typ: g.pointer(self)})
		}
		g.giveMethods(self)
		for range g.between(1, 2) {
			sig := g.funcOf([]*typ{g.anyTyp()}, g.paramTypes(2)...)
			g.giveMethod(self, &methodSpec{g.name("Get"), sig, g.chance(50)})
		}
		g.pool = pool
		g.errors = slices.DeleteFunc(g.errors, func(e *typ) bool { return e == self })
		for _, m := range self.methods {
			m.fn.typeParams = t.params
		}
		g.decls = append(g.decls, "type "+t.name+paramList(t.params)+" "+self.literal())
		for range g.between(1, 2) {
			x := g.instance(t, g.typeArgs(t.params))
			g.pool = append(g.pool, x)
			if g.chance(50) {
				g.pool = append(g.pool, g.pointer(x))
			}
		}
	}
}

// extended returns the pool with the type parameters and types made of them.
func (g *gen) extended(params []*typ) []*typ {
	pool := slices.Clone(g.pool)
	for _, p := range params {
		for range 1 + len(g.pool)/5 {
			pool = append(pool, p)
		}
		pool = append(pool, g.slice(p))
		if g.chance(40) {
			pool = append(pool, one(&g.random, g.pointer(p), g.array(2, p), g.mapOf(stringType, p), g.funcOf([]*typ{p}, p)))
		}
	}
	return pool
}

// instance returns an instance of a generic type.
func (g *gen) instance(t *generic, args []*typ) *typ {
	name := instanceName(t.name, args)
	if name == t.self.name {
		return t.self
	}
	if x := g.interned[name]; x != nil {
		return x
	}
	x := &typ{kind: structKind, name: name, generic: t, args: args, under: &typ{kind: structKind}}
	g.interned[name] = x
	m := map[*typ]*typ{}
	for i, p := range t.params {
		m[p] = args[i]
	}
	for _, f := range t.self.under.fields {
		f := *f
		f.typ = g.subst(f.typ, m)
		x.under.fields = append(x.under.fields, &f)
	}
	for _, k := range t.self.methods {
		k := *k
		k.sig = g.subst(k.sig, m)
		x.methods = append(x.methods, &k)
	}
	concrete := !slices.ContainsFunc(args, func(t *typ) bool { return t.kind == paramKind })
	if concrete {
		g.declared = append(g.declared, x)
	}
	return x
}

// subst replaces the type parameters in t.
func (g *gen) subst(t *typ, m map[*typ]*typ) *typ {
	if x := m[t]; x != nil {
		return x
	}
	if t.generic != nil {
		return g.instance(t.generic, g.substAll(t.args, m))
	}
	if t.name != "" {
		return t
	}
	c := *t
	if t.elem != nil {
		c.elem = g.subst(t.elem, m)
	}
	if t.key != nil {
		c.key = g.subst(t.key, m)
	}
	c.params = g.substAll(t.params, m)
	c.results = g.substAll(t.results, m)
	c.fields = nil
	for _, f := range t.fields {
		f := *f
		f.typ = g.subst(f.typ, m)
		c.fields = append(c.fields, &f)
	}
	return g.intern(&c)
}

func (g *gen) substAll(list []*typ, m map[*typ]*typ) []*typ {
	var result []*typ
	for _, t := range list {
		result = append(result, g.subst(t, m))
	}
	return result
}

// declareGenerics declares generic functions and instances of them.
func (g *gen) declareGenerics() {
	for range g.between(1, 2+g.size/6) {
		params := g.typeParams()
		pool := g.pool
		g.pool = g.extended(params)
		var in []*typ
		in = append(in, params...)
		for range g.intn(3) {
			in = append(in, g.anyTyp())
		}
		f := &function{
			name:       g.name("generic"),
			sig:        g.funcOf([]*typ{g.anyTyp()}, in...),
			typeParams: params,
			pure:       g.chance(50),
		}
		g.pool = pool
		g.functions = append(g.functions, f)
		for range g.between(1, 3) {
			args := g.typeArgs(params)
			m := map[*typ]*typ{}
			for i, p := range params {
				m[p] = args[i]
			}
			i := &function{name: instanceName(f.name, args), sig: g.subst(f.sig, m), instance: f, pure: f.pure}
			if !slices.ContainsFunc(g.functions, func(x *function) bool { return x.name == i.name }) {
				g.functions = append(g.functions, i)
			}
		}
	}
}

// genericStatement calls a generic function with inferred type arguments.
func (g *gen) genericStatement() bool {
	var list []*function
	for _, f := range g.functions {
		if f.instance == nil || !f.pure && g.mode == pure || !g.callable(f) {
			continue
		}
		if g.fn.cost+f.instance.cost*g.fn.factor < g.limit() {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		return false
	}
	f := pick(&g.random, list)
	if f.pure {
		g.spend(f.instance.cost)
	} else {
		g.fn.fuel = true
	}
	var args []string
	for _, t := range f.sig.params { // of exactly the types that are to be inferred
		e := g.expr(t, 2)
		if t.isBasic() && e.konst {
			e = convert(t, e)
		}
		args = append(args, e.s)
	}
	t := f.sig.results[0]
	call := fmt.Sprintf("%s(%s)", f.instance.name, strings.Join(args, ", "))
	if t.printable() && g.chance(30) {
		g.p("trace(%q, %s)", g.name("t"), call)
		return true
	}
	v := g.newVariable(t)
	g.p("%s := %s", v.name, call)
	g.add(v)
	return true
}

// constraints declares the constraints of the program's own.
const constraints = `type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type Number interface {
	Integer | ~float32 | ~float64
}`
