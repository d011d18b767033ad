// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"strings"
)

// setMode chooses the mode of the statement that is about to be written.
func (g *gen) setMode() {
	g.mode = pure
	if !g.fn.pure && g.chance(40) {
		g.mode = stable
	}
}

// statements writes n random statements, fewer if the function gets too expensive.
func (g *gen) statements(n int) {
	for range n {
		if !g.spend(2) {
			return
		}
		g.statement()
	}
}

// block writes a block of n statements with its braces, after head. The variables that declare adds
// are visible in it.
func (g *gen) block(head string, n int, declare func()) {
	g.p("%s {", head)
	g.push()
	if declare != nil {
		declare()
	}
	if g.chance(12) {
		g.shadow()
	}
	g.statements(n)
	g.pop()
	g.p("}")
}

// few returns the number of statements for a nested block.
func (g *gen) few() int { return g.between(1, 3) }

// A form is a form of statement, tried with a probability proportional to the weight. Functions
// that return false have written nothing.
type form struct {
	weight int
	pure   bool // also in pure functions
	write  func(*gen) bool
}

var forms []form

func init() {
	forms = []form{
		{16, true, (*gen).declareStatement},
		{16, true, (*gen).assignStatement},
		{5, true, (*gen).tupleStatement},
		{9, false, (*gen).traceStatement},
		{4, false, (*gen).printStatement},
		{9, true, (*gen).ifStatement},
		{8, true, (*gen).forStatement},
		{5, true, (*gen).rangeStatement},
		{5, true, (*gen).switchStatement},
		{4, false, (*gen).typeSwitchStatement},
		{3, false, (*gen).assertStatement},
		{7, false, (*gen).callStatement},
		{4, false, (*gen).closureStatement},
		{3, false, (*gen).deferStatement},
		{5, true, (*gen).guardStatement},
		{5, false, (*gen).mapStatement},
		{4, false, (*gen).appendStatement},
		{4, false, (*gen).tryStatement},
		{4, true, (*gen).jumpStatement},
		{2, true, (*gen).returnStatement},
		{2, true, (*gen).gotoStatement},
		{1, false, (*gen).panicStatement},
		{2, true, (*gen).nestedBlock},
		{2, true, (*gen).localConstant},
		{1, false, (*gen).localType},
		{2, false, (*gen).selectStatement},
		{3, false, (*gen).genericStatement},
		{3, false, (*gen).resultsStatement},
	}
}

func (g *gen) statement() {
	total := 0
	for _, f := range forms {
		total += f.weight
	}
	for range 20 {
		n := g.intn(total)
		for _, f := range forms {
			if n -= f.weight; n < 0 {
				if f.pure || !g.fn.pure {
					g.setMode()
					if g.attempt(func() bool { return f.write(g) }) {
						return
					}
				}
				break
			}
		}
	}
}

// attempt calls write, which returns false if it has written nothing. What it has marked as used is
// then not.
func (g *gen) attempt(write func() bool) bool {
	n := len(g.marks)
	if write() {
		return true
	}
	g.unmark(n)
	return false
}

func (g *gen) callStatement() bool {
	list := g.callees(func([]*typ) bool { return true })
	if len(list) == 0 {
		return false
	}
	c := pick(&g.random, list)
	switch e := g.apply(c, 3); {
	case g.chance(15) && !g.fn.quiet:
		g.p("defer %s", e)
	default:
		g.p("%s", e)
	}
	return true
}

// resultsStatement uses the several results of a call.
func (g *gen) resultsStatement() bool {
	list := g.callees(func(r []*typ) bool { return len(r) > 1 })
	if len(list) == 0 {
		return false
	}
	c := pick(&g.random, list)
	printable := true
	for _, t := range c.sig.results {
		printable = printable && t.printable()
	}
	e := g.apply(c, 2)
	if printable && g.chance(30) {
		if g.fn.factor == 1 {
			g.p("fmt.Println(%s)", e)
		} else {
			g.p("gather(%s)", e)
		}
		return true
	}
	var names []string
	for _, t := range c.sig.results {
		if g.chance(15) {
			names = append(names, "_")
			continue
		}
		v := g.newVariable(t)
		names = append(names, v.name)
		g.add(v)
	}
	op := ":="
	if strings.Trim(strings.Join(names, ""), "_") == "" {
		op = "="
	}
	g.p("%s %s %s", strings.Join(names, ", "), op, e)
	return true
}

func (g *gen) closureStatement() bool {
	if g.fn.level >= 2 || g.fn.factor > 10 {
		return false
	}
	if g.chance(35) {
		lit := g.closure(g.funcOf(nil), g.few())
		g.fn.fuel = true
		g.p("%s()", lit)
		return true
	}
	sig := g.funcOf([]*typ{g.anyTyp()}, g.paramTypes(2)...)
	v := &variable{name: g.name("fn"), typ: sig, private: g.chance(70), nonNil: true}
	g.p("%s := %s", v.name, g.closure(sig, g.few()))
	g.add(v)
	return true
}

func (g *gen) returnStatement() bool {
	if g.fn.quiet {
		return false
	}
	g.p("if %s {", header(g.condition(2)))
	g.returns()
	g.p("}")
	return true
}

func (g *gen) nestedBlock() bool {
	if g.fn.nested > 3 {
		return false
	}
	g.fn.nested++
	g.block("", g.few(), nil)
	g.fn.nested--
	return true
}
