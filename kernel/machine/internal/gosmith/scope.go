// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import "fmt"

// A variable is a variable of the generated program.
//
// A private variable is changed only by assignments in the function literal that declares it, and
// its address is never taken, so no call can change it: an expression may read it beside calls,
// whose order relative to the reading of variables the language leaves open.
type variable struct {
	name    string
	typ     *typ
	private bool
	global  bool
	locked  bool // not assigned to by random statements: a loop counter, say
	used    bool
	level   int // the depth of function literals at the declaration

	// What holds as long as the variable lives. Assignments respect it.
	nonNil bool // a pointer, map, function or interface is not nil
	minLen int  // a slice has at least that many elements
}

// fact reports whether something holds for the variable that an assignment through its address
// might break.
func (v *variable) fact() bool { return v.nonNil || v.minLen > 0 }

func (g *gen) push() { g.scopes = append(g.scopes, nil) }

// pop closes the innermost scope.
func (g *gen) pop() {
	g.useUnused()
	g.scopes = g.scopes[:len(g.scopes)-1]
}

// useUnused writes a use of each variable of the innermost scope that has none.
func (g *gen) useUnused() {
	for _, v := range g.scopes[len(g.scopes)-1] {
		if v.used {
			continue
		}
		v.used = true
		if g.fn.pure || !v.typ.printable() || g.chance(30) {
			g.p("_ = %s", v.name)
		} else {
			g.p("trace(%q, %s)", v.name, v.name)
		}
	}
}

func (g *gen) add(v *variable) *variable {
	v.level = g.fn.level
	g.scopes[len(g.scopes)-1] = append(g.scopes[len(g.scopes)-1], v)
	return v
}

// local adds a private variable that needs no use: a parameter or a counter.
func (g *gen) local(name string, t *typ) *variable {
	return g.add(&variable{name: name, typ: t, private: true, used: true})
}

// visible returns the variables in scope that no inner one hides.
func (g *gen) visible() []*variable {
	var list []*variable
	hidden := map[string]bool{}
	for i := len(g.scopes) - 1; i >= 0; i-- {
		for j := len(g.scopes[i]) - 1; j >= 0; j-- {
			if v := g.scopes[i][j]; !hidden[v.name] {
				list = append(list, v)
				hidden[v.name] = true
			}
		}
	}
	return list
}

// A place is a variable or a part of one.
type place struct {
	text     string
	typ      *typ
	root     *variable
	stable   bool // no call can change the value
	fixed    bool // no call can change which variable it is
	assign   bool // may be assigned to
	addr     bool // its address may be taken
	direct   bool // part of the root itself, not reached by a pointer, slice or map
	embedded bool // an embedded field
}

// A need says what a place is looked for.
type need uint8

const (
	toRead need = iota
	toAssign
	toAddress
)

// places returns the places of type t that serve the need in the mode of the present statement.
func (g *gen) places(t *typ, n need) []place {
	return g.placesWhere(n, func(x *typ) bool { return x == t })
}

func (g *gen) placesWhere(n need, ok func(*typ) bool) []place {
	var list []place
	accept := func(p place) {
		if !ok(p.typ) {
			return
		}
		switch n {
		case toRead:
			if g.mode == stable && !p.stable {
				return
			}
		case toAssign:
			if !p.assign || g.mode == stable && !p.fixed || g.fn.pure && !p.direct {
				return
			}
		case toAddress:
			if !p.addr || g.fn.pure || g.mode == stable && !p.fixed {
				return
			}
		}
		list = append(list, p)
	}
	for _, v := range g.visible() {
		if g.initializing && v.global {
			continue
		}
		p := place{text: v.name, typ: v.typ, root: v, stable: v.private, fixed: true, direct: true}
		p.assign = !v.locked && (!v.private || v.level == g.fn.level)
		p.addr = !v.private && !v.fact() && !v.locked
		if g.fn.pure && v.level < g.fn.level {
			p.assign = false
		}
		g.walk(p, 2, accept)
	}
	return list
}

// walk visits a place and its parts.
func (g *gen) walk(p place, depth int, visit func(place)) {
	visit(p)
	if depth == 0 {
		return
	}
	u := p.typ.u()
	switch u.kind {
	case structKind:
		g.walkFields(p, u, depth, visit)
	case pointerKind:
		if p.text != p.root.name || !p.root.nonNil {
			return
		}
		q := p
		q.fixed, q.stable, q.assign, q.addr, q.direct = p.stable, false, true, true, false
		if u.elem.u().kind == structKind {
			if g.chance(15) {
				q.text = "(*" + p.text + ")"
			}
			g.walkFields(q, u.elem.u(), depth, visit)
		}
		q.text, q.typ = "(*"+p.text+")", u.elem
		visit(q)
	case arrayKind:
		q := p
		q.text, q.typ = fmt.Sprintf("%s[%s]", p.text, g.index(u.length)), u.elem
		g.walk(q, depth-1, visit)
	case sliceKind:
		if p.text != p.root.name || p.root.minLen == 0 {
			return
		}
		q := p
		q.text, q.typ = fmt.Sprintf("%s[%d]", p.text, g.intn(p.root.minLen)), u.elem
		q.fixed, q.stable, q.assign, q.addr, q.direct = p.stable, false, true, true, false
		g.walk(q, depth-1, visit)
	case mapKind:
		q := p
		q.text, q.typ = fmt.Sprintf("%s[%s]", p.text, g.keyOf(u.key)), u.elem
		q.fixed, q.stable, q.addr, q.direct = p.stable, false, false, false
		q.assign = p.text == p.root.name && p.root.nonNil
		visit(q)
		q.assign = false
		if q.typ.u().kind == structKind {
			g.walkFields(q, q.typ.u(), depth-1, visit)
		}
	}
}

func (g *gen) walkFields(p place, u *typ, depth int, visit func(place)) {
	for _, f := range u.fields {
		q := p
		q.text, q.typ, q.embedded = p.text+"."+f.name, f.typ, f.embedded
		if f.embedded && f.typ.u().kind == structKind && g.chance(60) {
			visit(q)
			q.text = p.text // promoted fields
			if depth > 0 {
				g.walkFields(q, f.typ.u(), depth-1, visit)
			}
			continue
		}
		g.walk(q, depth-1, visit)
	}
}

// index returns an index of an array of n elements: a constant, or an expression of a variable that
// cannot change.
func (g *gen) index(n int) string {
	if n > 1 && g.chance(25) {
		for _, v := range g.visible() {
			if v.used && v.private && v.typ.isInteger() {
				if u := v.typ.u(); u.kind == uintKind && g.chance(50) {
					return fmt.Sprintf("%s %% %d", v.name, n)
				}
				return fmt.Sprintf("idx(int(%s), %d)", v.name, n)
			}
		}
	}
	return fmt.Sprint(g.intn(n))
}

// choose returns a place and marks its variable as used.
func (g *gen) choose(list []place, n need) place {
	p := pick(&g.random, list)
	if n != toAssign || p.text != p.root.name {
		g.mark(p.root)
	}
	return p
}

// mark notes that v is used.
func (g *gen) mark(v *variable) {
	if !v.used {
		v.used = true
		g.marks = append(g.marks, v)
	}
}

// unmark takes back all calls of mark but the first n.
func (g *gen) unmark(n int) {
	for _, v := range g.marks[n:] {
		v.used = false
	}
	g.marks = g.marks[:n]
}
