// SPDX-License-Identifier: BSD-3-Clause

// Small functions for programs about loops: each returns an expression of its parameters, which a
// back end may compute in place of a call. Some fail, for some arguments or where the others do
// not; some are not simple enough; some call others.

package gosmith

import (
	"fmt"
	"strings"
)

// CallProgram is LoopProgram with calls of small functions in its expressions.
func CallProgram(seed uint64, size int) string {
	g := &loopGen{random: random{state: seed}, calls: true}
	for _, t := range numbers {
		for i := range smallFuncs {
			g.small(t, i)
		}
	}
	g.p("func item(l []int, i int) int { return l[i] }")
	g.p("func cell(l [][]int, i, j int) int { return item(l[i], j) }")
	g.p("func after(r *ring) *ring { return r.next }")
	g.p("func part(p pair, i int) int16 { return p.e[i] }")
	g.p("func second(p *pair, n uint16) uint16 { return p.b %% n }")
	g.p("func known(r *ring, n int) bool { return r != nil && r.n > n }")
	g.p("func (p pair) sum(n int32) int32 { return p.a + n*2 }")
	g.p("func (r *ring) number() int { return r.n*3 + int(r.b) }")
	return g.program(size)
}

// smallFuncs is how many small functions there are of each type.
const smallFuncs = 2

// small writes a small function of a type.
func (g *loopGen) small(t string, i int) {
	body := "return " + g.simple(t, 2+g.intn(2))
	if g.chance(20) {
		body = fmt.Sprintf("if x < y { return y }\n%s", body)
	}
	g.p("func %s(x, y %s) %[2]s { %s }", smallName(t, i), t, body)
}

func smallName(t string, i int) string { return fmt.Sprintf("%sOf%d", t, i) }

// simple is an expression of x and y.
func (g *loopGen) simple(t string, depth int) string {
	if depth == 0 || g.chance(15) {
		return g.pick("x", "y")
	}
	isFloat := strings.HasPrefix(t, "float")
	x, y := g.simple(t, depth-1), g.simple(t, depth-1)
	if g.chance(20) {
		y = fmt.Sprint(1 + g.intn(100))
	}
	switch n := g.intn(8); {
	case n == 0 && !isFloat:
		return fmt.Sprintf("(%s %s (%s | 1))", x, g.pick("/", "%"), y)
	case n == 1 && !isFloat:
		return fmt.Sprintf("(%s %s (%s & 15))", x, g.pick("<<", ">>"), y)
	case n == 2 && !isFloat:
		return fmt.Sprintf("(%s %s %s)", x, g.pick("&", "|", "^", "&^"), y)
	case n == 3:
		return fmt.Sprintf("%s(%s, %s)", g.pick("min", "max"), x, y)
	case n == 4:
		return fmt.Sprintf("%s(%s)", t, x)
	case isFloat:
		return fmt.Sprintf("%s(%s %s %s)", t, x, g.pick("+", "-", "*"), y)
	}
	return fmt.Sprintf("(%s %s %s)", x, g.pick("+", "-", "*"), y)
}

// smallCall is a call of a small function of a type.
func (g *loopGen) smallCall(t string, depth int) string {
	n := "int(" + g.index(7) + ")"
	if g.risky && g.chance(10) {
		n = g.expr("int", 1) // may be no index
	}
	switch special := g.chance(40); {
	case special && t == "int":
		return g.pick("item(ints, "+n+")", "cell(rows, int("+g.index(3)+"), "+n+")", "r0.number()", "after(r0).number()", "rings["+g.index(3)+"].number()")
	case special && t == "int16":
		return g.pick("part(p0, int("+g.index(3)+"))", "part(pairs["+g.index(3)+"], k&3)")
	case special && t == "uint16":
		return "second(&pairs[" + g.index(3) + "], " + g.expr("uint16", depth) + "|1)"
	case special && t == "int32":
		return g.pick("p1", "p0", "pairs["+g.index(3)+"]") + ".sum(" + g.expr("int32", depth) + ")"
	}
	return fmt.Sprintf("%s(%s, %s)", smallName(t, g.intn(smallFuncs)), g.expr(t, depth), g.expr(t, depth))
}
