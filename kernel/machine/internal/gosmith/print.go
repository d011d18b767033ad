// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import "strings"

// printables returns n expressions that can be printed.
func (g *gen) printables(n int) []expr {
	var list []expr
	for range n {
		places := g.placesWhere(toRead, (*typ).printable)
		if len(places) > 0 && g.chance(70) {
			list = append(list, primary("%s", g.choose(places, toRead).text))
		} else {
			list = append(list, g.expr(g.typeWhere((*typ).printable, intType), 2))
		}
	}
	return list
}

func join(list []expr) string {
	var parts []string
	for _, e := range list {
		parts = append(parts, e.s)
	}
	return strings.Join(parts, ", ")
}

func (g *gen) traceStatement() bool {
	g.p("trace(%q, %s)", g.name("t"), join(g.printables(g.between(1, 3))))
	return true
}

// printStatement prints one value with several verbs.
func (g *gen) printStatement() bool {
	if g.fn.factor > 4 {
		return false
	}
	list := g.placesWhere(toRead, (*typ).printable)
	if len(list) == 0 {
		return false
	}
	p := g.choose(list, toRead)
	verbs := []string{"%v", "%+v", "%#v", "%T", "%d", "%s", "%q", "%x"}
	switch p.typ.u().kind {
	case intKind, uintKind:
		verbs = append(verbs, "%08d", "%+d", "%b", "%o", "%X", "%#x", "%c", "%U", "%-6d|", "%6v|")
	case floatKind:
		verbs = append(verbs[:5], "%g", "%e", "%.3f", "%8.2f|", "%G", "%6v|")
	case stringKind:
		verbs = append(verbs, "%10s|", "%-10s|", "%.2s", "%+q", "% x", "%#q")
	case boolKind:
		verbs = append(verbs, "%t", "%6t|")
	case interfaceKind, paramKind:
		verbs = []string{"%v", "%+v", "%T"}
		if p.typ == errorType {
			verbs = append(verbs[:2], "%s", "%q")
		}
	}
	n := g.between(1, 3)
	format := ""
	args := ""
	for range n {
		format += " " + pick(&g.random, verbs)
		args += ", " + p.text
	}
	g.p("fmt.Printf(%q%s)", g.name("p")+format+"\n", args)
	return true
}
