// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"bytes"
	"fmt"
)

// labeled writes a statement that break, and continue if it is a loop, may refer to by a label.
func (g *gen) labeled(isLoop bool, times int, write func()) {
	l := &loop{label: g.name("L"), loop: isLoop}
	buf := g.buf
	g.buf = new(bytes.Buffer)
	g.fn.loops = append(g.fn.loops, l)
	g.fn.nested++
	g.fn.factor *= times
	write()
	g.fn.factor /= times
	g.fn.nested--
	g.fn.loops = g.fn.loops[:len(g.fn.loops)-1]
	s := g.buf.String()
	g.buf = buf
	if l.used {
		g.p("%s:", l.label)
	}
	g.buf.WriteString(s)
}

// mayLoop reports whether a loop of n rounds is allowed here.
func (g *gen) mayLoop(n int) bool {
	return g.fn.nested < 4 && g.fn.factor*n <= 40 && g.fn.cost+n*g.fn.factor*6 <= g.limit()
}

// counter declares a loop variable in the innermost scope.
func (g *gen) counter(name string, t *typ) {
	v := g.local(name, t)
	v.locked = true
}

func (g *gen) forStatement() bool {
	n := g.between(1, 5)
	if !g.mayLoop(n) {
		return false
	}
	g.mode = pure
	t := g.basicInteger()
	i := g.name("i")
	head, start, inc := "", func() { g.counter(i, t) }, ""
	switch g.intn(7) {
	case 0, 1:
		zero := "0"
		if t != intType {
			zero = t.String() + "(0)"
		}
		head = fmt.Sprintf("for %s := %s; %s < %d; %s++", i, zero, i, n, i)
	case 2:
		head = fmt.Sprintf("for %s := %s(%d); %s > 0; %s--", i, t, n, i, i)
	case 3:
		j := g.name("j")
		head = fmt.Sprintf("for %s, %s := %s(0), %d; %s < %d; %s, %s = %s+1, %s-2", i, j, t, n, i, n, i, j, i, j)
		start = func() {
			g.counter(i, t)
			g.counter(j, intType)
		}
	case 4:
		head = fmt.Sprintf("for %s := range %d", i, n)
		start = func() { g.add(&variable{name: i, typ: intType, private: true, locked: true}) }
	case 5:
		g.p("var %s %s", i, t)
		head = fmt.Sprintf("for %s < %d && %s", i, n, header(expr{s: g.condition(2).at(3), prec: 3}))
		inc = i + "++"
	default:
		g.p("%s := %s(0)", i, t)
		head = "for"
		inc = fmt.Sprintf("if %s++; %s > %d {\nbreak\n}", i, i, n)
	}
	g.labeled(true, n, func() {
		g.block(head, g.few(), func() {
			start()
			if inc != "" {
				g.p("%s", inc)
			}
		})
	})
	return true
}

// rangeStatement writes a range loop over something of a few elements.
func (g *gen) rangeStatement() bool {
	const n = 4
	if !g.mayLoop(n) {
		return false
	}
	g.mode = pure
	list := g.placesWhere(toRead, func(t *typ) bool {
		switch t.u().kind {
		case arrayKind, sliceKind, stringKind, intKind, uintKind:
			return true
		}
		return false
	})
	if len(list) == 0 {
		return false
	}
	p := g.choose(list, toRead)
	t, u := p.typ, p.typ.u()
	key, elem := intType, u.elem
	text := p.text
	switch u.kind {
	case stringKind:
		text = fmt.Sprintf("%s[:min(len(%s), %d)]", text, text, n)
		elem = int32Type
	case sliceKind:
		text = fmt.Sprintf("%s[:min(len(%s), %d)]", text, text, n)
		if !t.declared() && g.chance(25) {
			text = "slices.All(" + text + ")"
		}
	case arrayKind:
		if u.length > n {
			return false
		}
	default:
		text = fmt.Sprintf("%s & 3", text)
		if t == intType && g.chance(50) {
			text = fmt.Sprintf("upTo(%s)", text)
		}
		key, elem = t, nil
	}
	k, v := g.name("k"), g.name("v")
	head, declare := "", func() {}
	switch c := g.intn(5); {
	case c == 0:
		head = "for range " + text
	case c == 1 || elem == nil:
		head = fmt.Sprintf("for %s := range %s", k, text)
		declare = func() { g.add(&variable{name: k, typ: key, private: g.chance(50)}) }
	case c == 2:
		head = fmt.Sprintf("for _, %s := range %s", v, text)
		declare = func() { g.add(&variable{name: v, typ: elem, private: g.chance(50)}) }
	default:
		head = fmt.Sprintf("for %s, %s := range %s", k, v, text)
		declare = func() {
			g.add(&variable{name: k, typ: key, private: true})
			g.add(&variable{name: v, typ: elem, private: g.chance(50)})
		}
	}
	g.labeled(true, n, func() { g.block(head, g.few(), declare) })
	return true
}

// jumpStatement leaves or continues a loop, or leaves a switch.
func (g *gen) jumpStatement() bool {
	loops := g.fn.loops
	if len(loops) == 0 {
		return false
	}
	l := pick(&g.random, loops)
	inner := loops[len(loops)-1]
	jump := "break"
	if l.loop && g.chance(50) {
		jump = "continue"
	}
	if l != inner || g.chance(30) {
		jump += " " + l.label
		l.used = true
	}
	g.p("if %s {\n%s\n}", header(g.condition(2)), jump)
	return true
}

func (g *gen) gotoStatement() bool {
	if g.fn.nested > 2 {
		return false
	}
	l := g.name("G")
	g.p("if %s {\ngoto %s\n}", header(g.condition(2)), l)
	g.block("", g.few(), nil)
	g.p("%s:", l)
	g.p("{\n}")
	return true
}
