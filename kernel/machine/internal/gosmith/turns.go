// SPDX-License-Identifier: BSD-3-Clause

// Programs about loops that call nothing, or small functions only.
//
// A back end keeps the variables of such loops in registers, so what can go wrong is that it misses
// one of the ways in which a variable changes, or in which code leaves a loop. The functions of
// these programs are nests of loops over variables of all numeric types, slices, arrays, structs
// and pointers: in each statement one of them is read, assigned, updated, copied, or exchanged.
// Loops end by their conditions, by break and continue with and without labels, by return, and by
// panics, which are recovered with the variables that a closure has caught, or end the program. All
// variables go into a hash after each nest.
//
// Lengths and indices are powers of two, so that indices can be masked; the rings that pointers
// lead through never end. Operands of floats are converted explicitly, which forbids fusing.

package gosmith

import (
	"bytes"
	"fmt"
	"go/format"
	"strings"
)

const loopPrelude = `
import "fmt"

type ring struct {
	next *ring
	n    int
	f    float64
	b    byte
}

type pair struct {
	a int32
	b uint16
	c float32
	d bool
	e [4]int16
	f *ring
}

var (
	globalInt   = 5
	globalFloat = 0.5
	globalInts  = make([]int, 8)
	globalPairs [4]pair
	sink        *ring
)

func around(n int) *ring {
	first := &ring{n: 1}
	for i := range n {
		first.next = &ring{next: first.next, n: i, f: float64(i), b: byte(i)}
		if first.next.next == nil {
			first.next.next = first
		}
	}
	return first
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func float(f float64) uint64 {
	if f != f {
		return 77
	}
	if f > 1e15 || f < -1e15 {
		return 78
	}
	return uint64(int64(f * 8))
}

func mix(h, x uint64) uint64 { return h*1099511628211 ^ x }

func mixPair(h uint64, p pair) uint64 {
	h = mix(mix(mix(mix(h, uint64(p.a)), uint64(p.b)), float(float64(p.c))), bit(p.d))
	for _, e := range p.e {
		h = mix(h, uint64(e))
	}
	if p.f != nil {
		h = mix(h, uint64(p.f.n))
	}
	return h
}
`

// numbers are the types of the variables: those of type T are called T0 and T1.
var numbers = []string{"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float64", "float32"}

// A loopGen is the state of the generation of a program about loops.
type loopGen struct {
	random
	buf    bytes.Buffer
	depth  int
	names  int
	labels []string
	counts []string // variables of the loops around, which are not assigned
	nested int      // indices around
	risky  bool     // the function may panic
	calls  bool     // there are small functions; see small.go
}

// LoopProgram returns a program about loops, always the same for the same arguments. Size is the
// number of functions.
func LoopProgram(seed uint64, size int) string {
	g := &loopGen{random: random{state: seed}}
	return g.program(size)
}

// program returns the program, of which some functions may have been written.
func (g *loopGen) program(size int) string {
	n := max(size, 1)
	for i := range n {
		g.function(i)
	}
	g.p("func main() {")
	for i := range n {
		g.p("for k := range %d {", 1+g.intn(4))
		g.p("try(%q, func() uint64 { return f%d(k, %d, around(%d)) })", fmt.Sprintf("f%d", i), i, g.intn(100)-20, 1+g.intn(5))
		g.p("}")
	}
	if g.chance(30) {
		g.p("fmt.Println(f%d(9, -1, nil))", g.intn(n))
	}
	g.p("}")
	src := "package main\n" + loopPrelude + g.buf.String() + `
func try(name string, f func() uint64) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "panics:", r)
		}
		h := float(globalFloat)
		for _, x := range globalInts {
			h = mix(h, uint64(x))
		}
		for _, p := range globalPairs {
			h = mixPair(h, p)
		}
		fmt.Println(globalInt, h)
	}()
	fmt.Println(name, f())
}
`
	out, err := format.Source([]byte(src))
	if err != nil {
		panic(fmt.Sprintf("gosmith: %v in\n%s", err, src))
	}
	return string(out)
}

func (g *loopGen) p(form string, args ...any) {
	fmt.Fprintf(&g.buf, form, args...)
	g.buf.WriteByte('\n')
}

func (g *loopGen) pick(list ...string) string { return pick(&g.random, list) }

func (g *loopGen) function(i int) {
	g.risky = g.chance(25)
	g.p("func f%d(k, seed int, start *ring) (h uint64) {", i)
	for j, t := range numbers {
		g.p("%s0, %[1]s1 := %[1]s(seed+%[2]d), %[1]s(k*%[3]d)", t, j, 3*j+1)
	}
	g.p("b0, b1 := seed > 3, k == 1")
	g.p("ints, bytes, floats := make([]int, 8), make([]uint8, 8, 16), make([]float64, 8)")
	g.p("spare, rows, pairs := []int{k, 2, seed, 4, 5, 6, 7, 8}, [][]int{ints0(seed), ints0(k), ints0(3), ints0(4)}, make([]pair, 4)")
	g.p("rings := []*ring{start, start, start, start}")
	g.p("var array, other [8]int")
	g.p("var small [4]uint16")
	g.p("var p0, p1 pair")
	g.p("r0, r1 := start, start")
	g.p("text := \"a text of sixteen\"")
	g.p("table, none, queue := map[int]int{seed & 15: k, k & 15: seed}, map[int]int(nil), make(chan int, 4)")
	if g.calls {
		g.effectVariables()
	}
	if g.chance(30) {
		g.p("caught := 1")
		g.p("defer func() { globalInt = globalInt*3 + caught }()")
		g.p("for range 3 { caught++; caught *= int(int320) }")
	}
	for range 1 + g.intn(3) {
		g.loop()
		g.p("h = mix(h, uint64(len(ints)+cap(bytes)+len(table)+len(none)+len(queue)))")
		for _, t := range numbers {
			for _, v := range []string{t + "0", t + "1"} {
				if strings.HasPrefix(t, "float") {
					g.p("h = mix(h, float(float64(%s)))", v)
				} else {
					g.p("h = mix(h, uint64(%s))", v)
				}
			}
		}
		g.p("h = mixPair(mixPair(mix(mix(h, bit(b0)), bit(b1)), p0), p1)")
		g.p("for i := range 8 { h = mix(mix(mix(mix(mix(h, uint64(ints[i])), uint64(bytes[i])), float(floats[i])), uint64(array[i])), uint64(other[i]+spare[i])) }")
		g.p("for i := range 4 { h = mixPair(mix(mix(h, uint64(small[i])), uint64(rows[i][i])), pairs[i]) }")
		g.p("if r0 != nil { h = mix(mix(h, uint64(r0.n)), float(r0.f)) }")
		g.p("if r1 != nil && rings[1] != nil { h = mix(mix(h, uint64(r1.b)), uint64(rings[1].n)) }")
		g.p("h += uint64(text[3])")
		if g.calls {
			g.effectHash()
		}
	}
	g.p("sink = r0")
	g.p("return h")
	g.p("}")
	if i == 0 {
		g.p("func ints0(n int) []int { return []int{n, n + 1, n + 2, n + 3, 4, 5, 6, 7} }")
	}
}

// loop writes a loop with its body.
func (g *loopGen) loop() {
	g.depth++
	counts := len(g.counts)
	g.names++
	v := fmt.Sprintf("i%d", g.names)
	label := ""
	if g.chance(30) {
		label = fmt.Sprintf("L%d", g.names)
	}
	mark := g.buf.Len()
	most := []int{0, 40, 12, 6}[g.depth]
	switch g.intn(9) {
	case 0, 1:
		g.p("for %s := %d; %[1]s < %d; %[1]s += %d {", v, g.intn(3), 1+g.intn(most), 1+g.intn(3))
		g.counts = append(g.counts, v)
	case 2:
		g.p("for %s := range %d {", v, 1+g.intn(most))
		g.counts = append(g.counts, v)
	case 3:
		t := g.pick("uint8", "int16", "uint", "int64", "uint32")
		g.p("for %s := range %s(%d) {", v, t, 1+g.intn(min(most, 100)))
		g.p("%s0 += %s", t, v)
		if g.chance(30) {
			g.p("%s ^= 3", v) // which the loop does not notice
		}
	case 4:
		g.p("for %s, x := range %s {", v, g.pick("ints", "spare", "rows[1]", "globalInts", "ints[k&3:]"))
		g.p("int1 += x")
		if g.chance(30) {
			g.p("x *= 3\nint0 -= x")
		}
		g.counts = append(g.counts, v)
	case 5:
		s, use := "floats", "float640 += x"
		switch g.intn(5) {
		case 0:
			s, use = "bytes", "uint80 ^= x"
		case 1:
			s, use = "pairs", "p0 = x\nx.a++\nint321 += x.a"
		case 2:
			s, use = "rings", "if x != nil { int1 ^= x.n }"
		case 3:
			s, use = "rows", "int0 += len(x) + x[2]\nspare = x"
		}
		g.p("for %s, x := range %s {\n%s", v, s, use)
		g.counts = append(g.counts, v)
	case 6:
		g.p("for %s, c := r0, 0; %[1]s != nil && c < %d; %[1]s, c = %[1]s.next, c+1 {", v, 1+g.intn(most))
		g.p("int0 += %s.n", v)
	case 7:
		g.p("for %s, x := range array {", v)
		g.p("int1 -= x")
		g.counts = append(g.counts, v)
	case 8:
		g.p("%s := %d\nfor {", v, g.intn(10))
		g.p("if %s++; %[1]s > %d { break }", v, 10+g.intn(most))
		g.counts = append(g.counts, v)
		if label != "" { // it stands before the loop, not before the variable
			text := g.buf.String()[mark:]
			g.buf.Truncate(mark)
			first, rest, _ := strings.Cut(text, "\n")
			g.p("%s", first)
			mark = g.buf.Len()
			g.buf.WriteString(rest)
		}
	}
	if label != "" {
		text := g.buf.String()[mark:]
		g.buf.Truncate(mark)
		g.p("%s:", label)
		g.buf.WriteString(text)
		g.labels = append(g.labels, label)
		g.p("if int80 == 77 { continue %s }", label)
	}
	g.p("_ = %s", v)
	g.body(2 + g.intn(6))
	if g.depth < 3 && g.chance(45) {
		g.loop()
	}
	g.body(g.intn(4))
	g.p("}")
	if label != "" {
		g.labels = g.labels[:len(g.labels)-1]
	}
	g.counts = g.counts[:counts]
	g.depth--
}

func (g *loopGen) body(n int) {
	for range n {
		g.statement()
	}
}

func (g *loopGen) statement() {
	if g.calls && g.chance(20) {
		g.effect()
		return
	}
	t := g.pick(numbers...)
	switch g.intn(24) {
	case 0, 1, 2:
		g.p("%s = %s", g.place(t), g.expr(t, 2))
	case 3, 4, 5:
		op := g.pick("+", "-", "*", "+")
		if !strings.HasPrefix(t, "float") && g.chance(40) {
			op = g.pick("&", "|", "^", "&^")
		}
		g.p("%s %s= %s", g.place(t), op, g.expr(t, 2))
	case 6:
		g.p("%s%s", g.place(t), g.pick("++", "--"))
	case 7:
		if strings.HasPrefix(t, "float") {
			g.p("%s /= %s", g.place(t), g.expr(t, 1))
		} else {
			g.p("%s %s= %s&15 | 1", g.place(t), g.pick("/", "%"), g.expr(t, 1))
		}
	case 8:
		if !strings.HasPrefix(t, "float") {
			g.p("%s %s= %s & %d", g.place(t), g.pick("<<", ">>"), g.expr(g.pick("uint8", "uint", "int"), 1), 127)
		}
	case 9:
		g.p("b%d = %s", g.intn(2), g.condition(2))
	case 10, 11:
		g.p("if %s {", g.condition(2))
		g.body(1 + g.intn(2))
		if g.chance(40) {
			g.p("} else {")
			g.body(1 + g.intn(2))
		}
		g.p("}")
	case 12:
		g.p("if %s { %s }", g.condition(1), g.leave())
	case 13:
		g.p("%s", g.pick("ints, spare = spare, ints", "ints = rows[int0&3]", "rows[int1&3] = ints", "spare = globalInts", "bytes = append(bytes[:7], uint80)", "ints = ints[:8:8]", "floats[k&7] = 0",
			"table[int0&15] = int1", "delete(table, int1&15)", "if len(queue) < 4 { queue <- int0 }", "if len(queue) > 1 { int0 = <-queue }"))
	case 14:
		g.p("%s", g.pick("p0, p1 = p1, p0", "p0 = pairs[int0&3]", "pairs[int1&3] = p1", "p1 = p0", "globalPairs[int0&3] = p0", "array = other", "other[int0&7] = array[int1&7]", "p0 = pair{}", "array = [8]int{1, 2, int0}"))
	case 15:
		g.p("%s", g.pick("if r0 != nil { r0 = r0.next }", "r0, r1 = r1, r0", "r1 = rings[int0&3]", "rings[int1&3] = r0", "p0.f = r1", "r0 = p1.f\nif r0 == nil { r0 = start }", "if r1 != nil { r1.n += int0; r1.f = float640 }", "r1 = start"))
	case 16:
		i := g.index(7)
		g.p("ints[%s], ints[%s] = ints[%[2]s], ints[%[1]s]", i, g.index(7))
	case 17:
		g.names++
		v := fmt.Sprintf("v%d", g.names)
		g.p("var %s %s", v, t)
		g.p("%s += %s", v, g.expr(t, 1))
		g.p("%s = %s", g.place(t), v)
	case 18:
		g.p("switch %s {", g.expr(t, 1))
		if strings.HasPrefix(t, "float") {
			g.p("case 1, 2.5:")
		} else {
			g.p("case 1, 2, %s0:", t)
		}
		g.body(1)
		if g.chance(30) {
			g.p("fallthrough")
		}
		g.p("case 77:")
		g.body(1)
		g.p("default:")
		g.body(1)
		g.p("}")
	case 19:
		g.p("switch {\ncase %s:", g.condition(1))
		g.body(1)
		g.p("case %s:", g.condition(1))
		g.body(1)
		g.p("}")
	case 20:
		if g.risky && g.chance(30) {
			g.p("%s", g.pick("ints[int0&15]++", "int0 = array[uint(int1)&15]", "r0 = r0.next.next", "p0.f.n++", "int0 /= int1", "bytes[int80&31] = 1", "int0 = int(text[int0&31])", "rings[int0&7] = r0"))
		} else {
			g.p("int0 += int(text[%s])", g.index(15))
		}
	default:
		g.p("%s = %s", g.place(t), g.expr(t, 3))
	}
}

// leave is a statement that leaves a loop or its turn.
func (g *loopGen) leave() string {
	list := []string{"break", "continue", "break"}
	for _, l := range g.labels {
		list = append(list, "break "+l, "continue "+l)
	}
	if g.chance(5) {
		list = append(list, "return h")
	}
	return g.pick(list...)
}

// index is an index of at most n, which is a power of two less one.
func (g *loopGen) index(n int) string {
	if len(g.counts) > 0 && g.chance(50) {
		return fmt.Sprintf("%s&%d", g.pick(g.counts...), n)
	}
	if g.nested++; g.nested > 2 {
		g.nested--
		return fmt.Sprintf("int1&%d", n)
	}
	defer func() { g.nested-- }()
	return fmt.Sprintf("%s&%d", g.expr(g.pick("int", "uint8", "uint32", "int"), 1), n)
}

// place is a variable of a type that can be assigned.
func (g *loopGen) place(t string) string {
	list := []string{t + "0", t + "1", t + "0"}
	switch t {
	case "int":
		list = append(list, "ints["+g.index(7)+"]", "array["+g.index(7)+"]", "globalInt", "rows["+g.index(3)+"]["+g.index(7)+"]")
	case "uint8":
		list = append(list, "bytes["+g.index(7)+"]")
	case "float64":
		list = append(list, "floats["+g.index(7)+"]", "globalFloat")
	case "int32":
		list = append(list, "p0.a", "pairs["+g.index(3)+"].a", "globalPairs["+g.index(3)+"].a")
	case "uint16":
		list = append(list, "p1.b", "small["+g.index(3)+"]", "pairs["+g.index(3)+"].b")
	case "float32":
		list = append(list, "p0.c", "pairs["+g.index(3)+"].c")
	case "int16":
		list = append(list, "p0.e["+g.index(3)+"]", "pairs["+g.index(3)+"].e["+g.index(3)+"]")
	}
	return g.pick(list...)
}

// expr is an expression of a type.
func (g *loopGen) expr(t string, depth int) string {
	isFloat := strings.HasPrefix(t, "float")
	if depth == 0 || g.chance(25) {
		switch {
		case t == "int" && len(g.counts) > 0 && g.chance(40):
			return g.pick(g.counts...)
		case t == "int" && g.chance(15):
			return g.pick("len(ints)", "cap(bytes)", "len(rows["+g.index(3)+"])", "len(text)", "len(table)", "len(none)", "len(queue)")
		}
		return g.place(t)
	}
	if g.calls && g.chance(25) {
		return g.smallCall(t, depth-1)
	}
	x := g.expr(t, depth-1)
	switch n := g.intn(10); {
	case n < 4:
		op := g.pick("+", "-", "*")
		if !isFloat && g.chance(40) {
			op = g.pick("&", "|", "^", "&^")
		}
		if isFloat && op == "*" {
			return fmt.Sprintf("%s(%s * %s)", t, x, g.expr(t, depth-1))
		}
		if g.chance(30) {
			return fmt.Sprintf("(%s %s %d)", x, op, g.intn(100))
		}
		return fmt.Sprintf("(%s %s %s)", x, op, g.expr(t, depth-1))
	case n == 4 && isFloat:
		return fmt.Sprintf("(%s / %d)", x, 1+g.intn(9))
	case n == 4:
		return fmt.Sprintf("(%s %s (%s&31 | 1))", x, g.pick("/", "%"), g.expr(t, depth-1))
	case n == 5 && !isFloat:
		return fmt.Sprintf("(%s %s (%s & 63))", x, g.pick("<<", ">>"), g.expr(g.pick("uint8", "uint", "int"), depth-1))
	case n == 6:
		return fmt.Sprintf("%s(%s, %s)", g.pick("min", "max"), x, g.expr(t, depth-1))
	case n == 7:
		return "(-" + x + ")"
	}
	from := g.pick(numbers...)
	if strings.HasPrefix(from, "float") && !isFloat {
		from = "int"
	}
	return fmt.Sprintf("%s(%s)", t, g.expr(from, depth-1))
}

// condition is an expression that is true or false.
func (g *loopGen) condition(depth int) string {
	if depth == 0 || g.chance(15) {
		return g.pick("b0", "b1", "p0.d", "!b1", "r0 != nil", "r1 == r0", "pairs["+g.index(3)+"].d", "rings["+g.index(3)+"] == nil", "ints != nil")
	}
	if g.calls && g.chance(25) {
		return g.pick("", "!") + g.order() + ".Less(" + g.at(3) + ", " + g.at(3) + ")"
	}
	if g.calls && g.chance(20) {
		return g.pick("", "!") + "known(" + g.pick("r0", "r1", "nil", "rings["+g.index(3)+"]") + ", " + g.expr("int", depth-1) + ")"
	}
	if g.chance(30) {
		return fmt.Sprintf("(%s %s %s)", g.condition(depth-1), g.pick("&&", "||"), g.condition(depth-1))
	}
	t := g.pick(numbers...)
	return fmt.Sprintf("%s %s %s", g.expr(t, depth-1), g.pick("<", "<=", ">", ">=", "==", "!="), g.expr(t, depth-1))
}
