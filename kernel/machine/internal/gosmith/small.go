// SPDX-License-Identifier: BSD-3-Clause

// Small functions for programs about loops: each returns an expression of its parameters, or is one
// assignment, which a back end may compute in place of a call. Some fail, for some arguments or
// where the others do not; some are not simple enough; some call others. Some are methods of
// interface values, whose types change while a loop runs.

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
	g.buf.WriteString(effectPrelude)
	return g.program(size)
}

const effectPrelude = `
type order interface {
	Less(i, j int) bool
	Swap(i, j int)
	Len() int
	At(i int) int
	Put(i, n int)
	push(n int)
	cut(n int)
}

type list []int

func (l list) Less(i, j int) bool { return l[i] < l[j] }
func (l list) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l list) Len() int           { return len(l) }
func (l list) At(i int) int       { return l[i]*2 + len(l) }
func (l list) Put(i, n int)       { l[i] += n }
func (l *list) push(n int)        { *l = append(*l, n) }
func (l *list) cut(n int)         { *l = (*l)[:n] }

type block struct {
	n    int
	s    [8]int
	text string
	next *ring
	in   *list
	any  order
}

func (b *block) Less(i, j int) bool  { return b.s[i] > b.s[j] || b.n < i }
func (b *block) Swap(i, j int)       { b.s[i], b.s[j] = b.s[j], b.s[i] }
func (b *block) Len() int            { return b.n & 255 }
func (b *block) At(i int) int        { return b.s[i&7] }
func (b *block) Put(i, n int)        { b.n -= n ^ i }
func (b *block) push(n int)          { b.s[n&7] = n }
func (b *block) cut(n int)           { b.n = n * 2 }
func (b *block) name(s string)       { b.text = s }
func (b *block) lead(r *ring)        { b.next = r }
func (b *block) add(n int)           { *b.in = append(*b.in, n) }
func (b *block) keep(o order)        { b.any = o }
func (b *block) scale(x float64)     { b.next.f *= x }
func (b *block) both(i, j, n int)    { b.any.Put(i, n) }

type word int

func (w word) Less(i, j int) bool { return int(w)+i < j }
func (w word) Swap(i, j int)      { globalInts[i], globalInts[j] = globalInts[j], globalInts[i] }
func (w word) Len() int           { return int(w) & 15 }
func (w word) At(i int) int       { return globalInts[i] - int(w) }
func (w word) Put(i, n int)       { globalInts[i] ^= n + int(w) }
func (w word) push(n int)         { globalInt = n - int(w) }
func (w word) cut(n int)          {}

func put(l []int, i, n int)      { l[i] = n }
func swap(l []float64, i, j int) { l[i], l[j] = l[j], l[i] }
func (p *pair) add(n int32)      { p.a += n }
func (p *pair) set(i int, n int16) { p.e[i] = n; }
func (p *pair) ratio(x float32)  { p.c -= x }
func (r *ring) point(q *ring)    { r.next = q }
func tail(l []int, n int) []int {
	if n > 5 {
		return l
	}
	return l[n:]
}
func tripled(n int) int {
	if n > 3 {
		return n
	}
	return n * 3
}
func said(s string, n int) string {
	if n&1 == 0 {
		return s
	}
	return s[n:]
}
`

// effectVariables declares what the statements of effect change.
func (g *loopGen) effectVariables() {
	g.p("lst := list{k, 3, seed, 1, 4}")
	g.p("blk := &block{n: k, s: [8]int{1, 2, 3, 4, k, seed}, next: start, in: &lst}")
	g.p("o0, o1, pp, many := order(%s), order(%s), &pairs[1], []pair(nil)", g.pick("&lst", "blk", "word(seed)", "word(k)"), g.pick("&lst", "blk", "blk"))
	g.p("blk.any = o1")
}

// effectHash adds them to the hash.
func (g *loopGen) effectHash() {
	g.p("for i := range 4 { h = mix(h, uint64(lst[i] + blk.s[i] + o0.At(i) + o1.Len())) }")
	g.p("h = mixPair(mix(h, uint64(blk.n + len(blk.text) + len(lst) + len(many))), *pp)")
	g.p("for _, p := range many { h = mixPair(h, p) }")
	g.p("if blk.next != nil { h = mix(h, float(blk.next.f)) }")
}

// order is an interface value.
func (g *loopGen) order() string { return g.pick("o0", "o0", "o1", "blk.any") }

// effect is a statement that changes something by a small function, or reads what a call returns.
func (g *loopGen) effect() {
	n := func() string { return g.expr("int", 1) }
	if g.risky && g.chance(10) {
		g.p("%s", g.pick("o0.Swap(int0&31, 1)", "put(rows[int0&3], int1&15, 1)", "blk.scale(float640)", "r0.point(r1)", "o1.Put(int0&15, int1)", "o1 = nil", "blk.in = nil", "blk.add(int0)", "blk.keep(nil)", "pp.set(int0&7, int160)"))
		return
	}
	switch g.intn(16) {
	case 0, 1:
		g.p("%s.Swap(%s, %s)", g.order(), g.at(3), g.at(3))
	case 2:
		g.p("%s.Put(%s, %s)", g.order(), g.at(3), n())
	case 3:
		g.p("%s.push(%s)", g.order(), n())
	case 4:
		g.p("%s", g.pick("o0.cut(4)", "lst.cut(4)", "blk.cut(int0)", "o0, o1 = o1, o0", "blk.keep(o0)", "if int0&31 == 5 { o0 = word(int1) }", "if int1&15 == 3 { o0 = order(&lst) }", "o1 = blk"))
	case 5:
		g.p("%s(%s, %s, %s)", "put", g.pick("ints", "spare", "rows["+g.index(3)+"]"), g.at(7), n())
	case 6:
		g.p("swap(floats, %s, %s)", g.at(7), g.at(7))
	case 7:
		g.p("%s.add(%s)", g.pick("pp", "pairs["+g.index(3)+"]", "globalPairs["+g.index(3)+"]"), g.expr("int32", 1))
	case 8:
		g.p("%s.set(%s, %s)", g.pick("pp", "pairs["+g.index(3)+"]"), g.at(3), g.expr("int16", 1))
	case 9:
		g.p("%s", g.pick("blk.name(text)", "blk.name(blk.text)", "blk.lead(r1)", "if r0 != nil { r0.point(r1) }", "if blk.next != nil { blk.scale(0.5) }", "pp = &pairs[int0&3]", "pp.ratio(float320)"))
	case 10:
		g.p("blk.add(%s)", n())
	case 11:
		g.p("int0 += %s.At(%s) - %s.Len()", g.order(), g.at(3), g.order())
	case 12:
		g.p("int1 ^= %s", g.pick("len(tail(ints, "+g.at(7)+"))", "cap(tail(spare, "+g.at(7)+"))", "len(said(text, "+g.at(7)+"))", "len(ints["+g.index(3)+":])"))
	case 13:
		g.p("lst = append(lst%s, tripled(%s))", g.pick("", "[:4]"), n())
	case 14:
		g.p("many = append(many[:len(many)&15], pair{a: %s, b: %s, f: %s})", g.expr("int32", 1), g.expr("uint16", 1), g.pick("r0", "r1", "nil"))
	case 15:
		g.p("blk.both(%s, 1, %s)", g.at(3), n())
	}
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
	n := "int(" + g.at(7) + ")"
	if g.risky && g.chance(10) {
		n = g.expr("int", 1) // may be no index
	}
	switch special := g.chance(40); {
	case special && t == "int":
		return g.pick("item(ints, "+n+")", "cell(rows, int("+g.at(3)+"), "+n+")", "r0.number()", "after(r0).number()", "rings["+g.at(3)+"].number()")
	case special && t == "int16":
		return g.pick("part(p0, int("+g.at(3)+"))", "part(pairs["+g.index(3)+"], k&3)")
	case special && t == "uint16":
		return "second(&pairs[" + g.at(3) + "], " + g.expr("uint16", depth) + "|1)"
	case special && t == "int32":
		return g.pick("p1", "p0", "pairs["+g.index(3)+"]") + ".sum(" + g.expr("int32", depth) + ")"
	}
	return fmt.Sprintf("%s(%s, %s)", smallName(t, g.intn(smallFuncs)), g.expr(t, depth), g.expr(t, depth))
}

// at is an index of at most n as an int.
func (g *loopGen) at(n int) string { return "int(" + g.index(n) + ")" }
