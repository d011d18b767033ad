// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"bytes"
	"fmt"
	"strings"
)

// A function is a function or method of the generated program, or a function literal while it is
// written.
//
// A pure function changes nothing but its own variables, calls only pure functions declared before
// it, and so always ends. Any other function that calls spends fuel.
type function struct {
	name  string
	sig   *typ
	pure  bool
	recv  *typ     // of a method
	names []string // of the results; nil if they have none

	typeParams []*typ    // of a generic function or a method of a generic type
	instance   *function // what this is an instance of; it has no declaration

	index int // pure functions call only those with a smaller index
	cost  int // steps of a call, without calls that spend fuel

	level  int
	factor int // how often the statement being written is executed in a call, at most
	nested int // loops around it
	loops  []*loop
	fuel   bool // calls functions that are not pure
	quiet  bool // must neither return, nor jump, nor defer here: the body of a scene
	outs   []*variable
}

// A loop is a loop or switch that break and continue can refer to.
type loop struct {
	label string
	used  bool
	loop  bool // rather than a switch or select
}

const (
	pureCost = 300 // limit of steps in a pure function
	bodyCost = 400 // limit of steps in any other
)

func (g *gen) limit() int {
	if g.fn.pure {
		return pureCost
	}
	return bodyCost
}

// spend adds the cost of something executed with each execution of the present statement, and
// reports whether that is within the limit.
func (g *gen) spend(cost int) bool {
	if g.fn.cost+cost*g.fn.factor > g.limit() {
		return false
	}
	g.fn.cost += cost * g.fn.factor
	return true
}

// A callee is something that can be called.
type callee struct {
	text   string
	sig    *typ
	pure   bool
	cost   int
	root   *variable
	method bool
}

// callees returns what can be called in the mode of the present statement and has results that ok
// accepts.
func (g *gen) callees(ok func(results []*typ) bool) []callee {
	if g.initializing {
		return nil
	}
	var list []callee
	accept := func(c callee) {
		if !ok(c.sig.results) || !c.pure && (g.mode == pure || g.fn.pure) {
			return
		}
		if c.pure && g.fn.cost+c.cost*g.fn.factor > g.limit() {
			return
		}
		list = append(list, c)
	}
	for _, f := range g.functions {
		if f.recv == nil && f.typeParams == nil && g.callable(f) {
			accept(callee{text: f.name, sig: f.sig, pure: f.pure, cost: f.cost})
		}
	}
	for _, v := range g.visible() {
		t, pointer := v.typ, false
		if t.u().kind == funcKind && v.nonNil && (g.mode == pure || v.private) {
			accept(callee{text: v.name, sig: t.u(), root: v})
		}
		if t.kind == pointerKind {
			t, pointer = t.elem, true
		}
		if !t.declared() {
			continue
		}
		if t.u().kind == interfaceKind {
			if pointer || !v.nonNil || g.mode == stable && !v.private || g.fn.pure {
				continue
			}
			for _, m := range t.methods {
				accept(callee{text: v.name + "." + m.name, sig: m.sig, pure: m.pure, cost: pureCost, root: v, method: true})
			}
			continue
		}
		if pointer && (!v.nonNil || g.mode == stable && !v.private) {
			continue
		}
		for _, name := range g.methodNames(t) {
			m, indirect := t.find(name)
			if m == nil || indirect || m.fn == nil || !g.callable(m.fn) {
				continue
			}
			if !pointer && m.pointer && (v.private || v.fact() || v.locked || g.fn.pure) {
				continue
			}
			if !pointer && !m.pointer && g.mode == stable && !v.private {
				continue
			}
			accept(callee{text: v.name + "." + name, sig: m.sig, pure: m.pure, cost: m.fn.cost, root: v, method: true})
		}
	}
	return list
}

// methodNames returns the names of the methods that a type may have, promoted ones included.
func (g *gen) methodNames(t *typ) []string {
	names := []string{"String", "Error"}
	for _, s := range g.specs {
		names = append(names, s.name)
	}
	return names
}

// callable reports whether the function being written may call f.
func (g *gen) callable(f *function) bool {
	return !f.pure || f.index < g.fn.index
}

// call returns a call with the one result t.
func (g *gen) call(t *typ, d int) (expr, bool) {
	list := g.callees(func(results []*typ) bool { return len(results) == 1 && results[0] == t })
	if len(list) == 0 {
		return expr{}, false
	}
	return g.apply(pick(&g.random, list), d), true
}

// apply returns a call of c with new arguments.
func (g *gen) apply(c callee, d int) expr {
	if c.root != nil {
		g.mark(c.root)
	}
	if c.pure {
		g.spend(c.cost)
	} else {
		g.fn.fuel = true
		g.spend(5)
	}
	return primary("%s(%s)", c.text, g.arguments(c.sig, d-1))
}

func (g *gen) arguments(sig *typ, d int) string {
	var args []string
	for i, p := range sig.params {
		if sig.variadic && i == len(sig.params)-1 {
			if g.chance(35) {
				args = append(args, g.value(p, d).operand()+"...")
				break
			}
			for range g.intn(4) {
				args = append(args, g.value(p.elem, d).s)
			}
			break
		}
		args = append(args, g.value(p, d).s)
	}
	return strings.Join(args, ", ")
}

// declareFunctions makes up the functions of the program. Their bodies are written later, so that
// they can call each other.
func (g *gen) declareFunctions() {
	for range g.between(2, 2+g.size/3) {
		sig := g.funcOf([]*typ{g.anyTyp()}, g.paramTypes(3)...)
		g.functions = append(g.functions, &function{name: g.name("pure"), sig: sig, pure: true})
	}
	for range g.between(2, 2+g.size/2) {
		var results []*typ
		for range one(&g.random, 0, 1, 1, 1, 2, 2, 3) {
			results = append(results, g.anyTyp())
		}
		sig := &typ{kind: funcKind, params: g.paramTypes(3), results: results}
		if g.chance(20) {
			sig.params = append(sig.params, g.slice(g.anyTyp()))
			sig.variadic = true
		}
		f := &function{name: g.name("f"), sig: g.intern(sig)}
		if len(results) > 0 && g.chance(35) {
			for range results {
				f.names = append(f.names, g.name("r"))
			}
		}
		g.functions = append(g.functions, f)
	}
}

func (g *gen) paramTypes(n int) []*typ {
	var list []*typ
	for range g.intn(n + 1) {
		list = append(list, g.anyTyp())
	}
	return list
}

// enter begins the body of a function literal or function. The returned function restores the state
// and returns the text.
func (g *gen) enter(f *function) func() string {
	fn, buf, mode := g.fn, g.buf, g.mode
	if fn != nil {
		f.level, f.pure, f.index, f.factor = fn.level+1, f.pure || fn.pure, fn.index, 1
	}
	f.factor = 1
	g.fn, g.buf, g.mode = f, new(bytes.Buffer), pure
	g.push()
	return func() string {
		g.pop()
		s := g.buf.String()
		g.fn, g.buf, g.mode = fn, buf, mode
		return s
	}
}

// params declares the parameters of sig and returns their names.
func (g *gen) params(sig *typ) []string {
	names := []string{}
	for _, t := range sig.params {
		if g.chance(6) {
			names = append(names, "_")
			continue
		}
		v := g.local(g.name(hint(t)), t)
		v.private = g.chance(70)
		names = append(names, v.name)
	}
	return names
}

// writeFunction writes the declaration of f.
func (g *gen) writeFunction(f *function) {
	if f.typeParams != nil {
		pool := g.pool
		g.pool = g.extended(f.typeParams)
		defer func() { g.pool = pool }()
	}
	done := g.enter(f)
	recv := ""
	if f.recv != nil {
		v := g.local(g.name("r"), f.recv)
		v.nonNil = f.recv.kind == pointerKind
		v.private = v.nonNil || g.chance(60)
		recv = "(" + v.name + " " + f.recv.String() + ") "
		if g.chance(5) && !v.nonNil {
			g.scopes[len(g.scopes)-1] = nil
			recv = "(" + f.recv.String() + ") "
		}
	}
	names := g.params(f.sig)
	sig := f.sig.signature(names)
	if f.names != nil {
		sig = (&typ{kind: funcKind, params: f.sig.params, variadic: f.sig.variadic}).signature(names) + g.namedResults(f)
	}
	switch {
	case f.name == "String" || f.name == "Error":
		g.p("return %s", g.description(f))
	case f.pure:
		g.statements(g.between(1, 3))
		g.finish()
	default:
		g.statements(g.between(2, 3+g.size/4))
		g.finish()
	}
	body := done()
	if f.fuel {
		body = g.fuelCheck(f) + body
	}
	name := f.name
	if f.typeParams != nil && f.recv == nil {
		name += paramList(f.typeParams)
	}
	g.decls = append(g.decls, fmt.Sprintf("func %s%s%s {\n%s}", recv, name, sig, body))
}

func (g *gen) namedResults(f *function) string {
	var list []string
	for i, t := range f.sig.results {
		v := g.add(&variable{name: f.names[i], typ: t, used: true})
		f.outs = append(f.outs, v)
		list = append(list, v.name+" "+t.String())
	}
	return " (" + strings.Join(list, ", ") + ")"
}

// fuelCheck returns the statement that ends the function at once when there is no fuel left.
func (g *gen) fuelCheck(f *function) string {
	var zeros []string
	if f.names == nil {
		for _, t := range f.sig.results {
			zeros = append(zeros, g.zero(t))
		}
	}
	return "if spent() {\nreturn " + strings.Join(zeros, ", ") + "\n}\n"
}

// description returns the result of a String or Error method: it must not print the receiver
// itself.
func (g *gen) description(f *function) string {
	t := f.recv
	var v *variable
	if len(g.scopes[len(g.scopes)-1]) > 0 {
		v = g.scopes[len(g.scopes)-1][0]
	}
	if t.kind == pointerKind {
		t = t.elem
	}
	if v == nil {
		return fmt.Sprintf("%q", t.name)
	}
	u := t.u()
	switch {
	case u.isBasic():
		x := v.name
		if f.recv.kind == pointerKind {
			x = "*" + x
		}
		return fmt.Sprintf("fmt.Sprintf(\"%s<%%v>\", %s(%s))", t.name, u, x)
	case u.kind == structKind:
		for _, fd := range u.fields {
			if fd.typ.isBasic() && !fd.embedded {
				return fmt.Sprintf("fmt.Sprint(\"%s<\", %s(%s.%s), \">\")", t.name, fd.typ.u(), v.name, fd.name)
			}
		}
	case u.kind == sliceKind || u.kind == mapKind || u.kind == arrayKind:
		x := v.name
		if f.recv.kind == pointerKind {
			x = "*" + x
		}
		return fmt.Sprintf("%q + strconv.Itoa(len(%s))", t.name, x)
	}
	return fmt.Sprintf("%q", t.name)
}

// finish writes the final return of the function.
func (g *gen) finish() {
	g.useUnused()
	f := g.fn
	if len(f.sig.results) == 0 {
		return
	}
	g.returns()
}

// returns writes a return statement.
func (g *gen) returns() {
	f := g.fn
	if f.names != nil && g.chance(40) || len(f.sig.results) == 0 {
		g.p("return")
		return
	}
	g.setMode()
	if !f.pure && len(f.sig.results) > 1 && g.chance(25) {
		list := g.callees(func(results []*typ) bool { return sameTypes(results, f.sig.results) })
		if len(list) > 0 {
			g.p("return %s", g.apply(pick(&g.random, list), 2))
			return
		}
	}
	var list []string
	for _, t := range f.sig.results {
		list = append(list, g.value(t, 2).s)
	}
	g.p("return %s", strings.Join(list, ", "))
}

func sameTypes(a, b []*typ) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// funcValue returns a function of the type sig that is not nil.
func (g *gen) funcValue(sig *typ, d int) expr {
	if g.initializing {
		return g.simpleLiteral(sig)
	}
	if g.chance(40) {
		var list []callee
		for _, f := range g.functions {
			if f.recv == nil && f.typeParams == nil && f.sig == sig && g.callable(f) && (f.pure || !g.fn.pure) {
				list = append(list, callee{text: f.name})
			}
		}
		for _, c := range g.callees(func([]*typ) bool { return true }) {
			if c.method && c.sig == sig {
				list = append(list, c) // a method value
			}
		}
		if len(list) > 0 {
			c := pick(&g.random, list)
			if c.root != nil {
				g.mark(c.root)
			}
			return primary("%s", c.text)
		}
	}
	if d <= 0 || g.fn.level >= 3 {
		return g.simpleLiteral(sig)
	}
	return g.closure(sig, g.between(0, 2))
}

// simpleLiteral returns a function literal that only returns zero values or literals.
func (g *gen) simpleLiteral(sig *typ) expr {
	names := make([]string, len(sig.params))
	for i := range names {
		names[i] = "_"
	}
	var list []string
	for _, t := range sig.results {
		if t.isBasic() {
			list = append(list, g.literal(t, 0, true).s)
		} else {
			list = append(list, g.zero(t))
		}
	}
	return primary("func%s { return %s }", sig.signature(names), strings.Join(list, ", "))
}

// closure returns a function literal with n random statements.
func (g *gen) closure(sig *typ, n int) expr {
	f := &function{sig: sig}
	outer := g.fn
	done := g.enter(f)
	names := g.params(sig)
	f.cost = max(f.cost, g.limit()-100) // only little may happen in it: callers do not count it
	g.statements(n)
	g.finish()
	body := done()
	if f.fuel {
		body = g.fuelCheck(f) + body
		outer.fuel = true
	}
	return primary("func%s {\n%s}", sig.signature(names), body)
}
