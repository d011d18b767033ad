// SPDX-License-Identifier: BSD-3-Clause

// Programs about the order of evaluation.
//
// The language fixes the order of calls, receive operations and the operators && and || within a
// statement, the two phases of an assignment, and that operands come before their operation. What
// remains open, such as when a variable beside a call is read, the Go compiler decides in one way
// (cmd/compile/internal/walk/order.go), and programs that people write rely on it without knowing.
//
// Each statement of these programs is made of calls that print, calls that change variables which
// the statement reads, and up to three operations that panic: an index out of range, a nil pointer,
// map, function or interface, a division by zero, a slice too short for an array, an assertion, a
// send on a closed channel, a comparison of what cannot be compared. The left sides of assignments
// are rooted in calls as often as in variables. What was printed before a panic and what the
// variables hold after it is part of the output.

package gosmith

import (
	"bytes"
	"fmt"
	"go/format"
	"strings"
)

// An orderGen is the state of the generation of a program about order.
type orderGen struct {
	random
	buf    bytes.Buffer
	tag    int // of the last call that prints
	risk   int // how many more operations of the statement are made to panic
	panics int // how many operations of the test may panic
	part   part
	loops  int
}

// OrderProgram returns a program about the order of evaluation, always the same for the same
// arguments. It has 12 tests for each unit of size; a test is one to three statements.
func OrderProgram(seed uint64, size int) string {
	g := &orderGen{random: random{state: seed}}
	n := 12 * max(size, 1)
	for i := range n {
		g.test(i)
	}
	g.p("\nfunc main() {")
	g.p("x, s, p := 1, []int{1, 2, 3}, made(7)")
	g.p("u, l, r := 0, []int{4, 5, 6}, *made(8)")
	for i := range n {
		g.p("run(%d, test%d)", i, i)
	}
	g.p("fmt.Println(x, s, p.a, u, l, r.a)")
	g.end()
	g.p("}")
	src := "package main\n" + orderPrelude + g.buf.String()
	out, err := format.Source([]byte(src))
	if err != nil {
		panic(fmt.Sprintf("gosmith: %v in\n%s", err, src))
	}
	return string(out)
}

func (g *orderGen) p(form string, args ...any) {
	fmt.Fprintf(&g.buf, form, args...)
	g.buf.WriteByte('\n')
}

// next returns a new tag.
func (g *orderGen) next() int {
	g.tag++
	return g.tag
}

// evil reports whether an operation is to panic.
func (g *orderGen) evil() bool {
	if g.risk > 0 && g.chance(30) {
		g.risk--
		g.panics++
		return true
	}
	return false
}

// test writes a function. The variables u, l and r are not captured; x, s and p are. All of them
// are used, so that the function compiles whatever the statements are.
func (g *orderGen) test(i int) {
	g.p("\nfunc test%d() {", i)
	g.p("x, s, p := 1, []int{1, 2, 3}, made(7)")
	g.p("u, l, r := 0, []int{4, 5, 6}, *made(8)")
	g.p("defer func() { fmt.Print(\" | \", x, s, p != nil && p.a == 7) }()")
	wrapped := g.chance(15)
	if wrapped {
		g.p("func() {")
	}
	g.panics = 0
	for range one(&g.random, 1, 1, 2, 3) {
		g.tag, g.risk = 0, one(&g.random, 0, 0, 1, 1, 2, 3)
		g.p("fmt.Print(\" ;\")")
		before := g.buf.Len()
		g.statement(3)
		if g.panics > 1 { // which of them comes first may be open
			text := string(g.buf.Bytes()[before:])
			g.buf.Truncate(before)
			g.p("loose = true\n%s", strings.TrimSuffix(text, "\n"))
		}
	}
	if wrapped {
		g.p("}()")
	}
	g.p("fmt.Print(\" : \", u, l, r.a, r.arr, r.s)")
	g.p("}")
}

// end writes the end of main, which may be a panic.
func (g *orderGen) end() {
	if g.chance(50) {
		return
	}
	if g.chance(40) {
		g.p("defer fmt.Println(\"deferred\", %s)", g.expr("int", 2))
	}
	if g.chance(15) {
		g.p("defer func() { panic(%s) }()", g.panicValue())
	}
	if g.chance(15) {
		g.p("defer func() { fmt.Println(recover() != nil); panic(%s) }()", g.panicValue())
	}
	if g.chance(25) {
		g.riskyEnd()
	}
	g.p("panic(%s)", g.panicValue())
}

// riskyEnd writes a statement at the end of main that may panic. Which panic ends the program may
// be open if there are several.
func (g *orderGen) riskyEnd() {
	g.risk, g.panics = 3, 0
	before := g.buf.Len()
	g.statement(3)
	if g.panics > 1 {
		text := string(g.buf.Bytes()[before:])
		g.buf.Truncate(before)
		g.p("if failed(func() {\n%s}) {\npanic(\"one of several\")\n}", text)
	}
}

// panicValue returns a value of any kind.
func (g *orderGen) panicValue() string {
	return one(&g.random,
		"nil", "true", "42", "'x'", "1.5", "float32(0.1)", "2i", "complex64(1+2i)", `"text"`, `"two\nlines"`, "int8(-3)", "uint64(1<<63)", "uintptr(7)",
		"num(3)", "text(\"t\")", "yes(true)", "real(2.5)", "celsius(36.6)",
		"failure{1}", "&failure{2}", "silent(4)", "fmt.Errorf(\"wrapped: %w\", failure{5})", "named(6)",
		`errors.New("plain")`, "plain{1, \"a\"}.String()", "any(stringer(9))", "stringer(9)", "errors.Join(errors.New(\"a\"), errors.New(\"b\"))",
		"[]byte(\"bytes\") == nil", "fmt.Sprint(1, 2)", "rune(0x4e16)", "byte(255)", "-0.0", "1e100", "math.Inf(-1)", "math.NaN()",
	)
}

// panicking writes a statement about panic itself.
func (g *orderGen) panicking() {
	g.p("panic(%s)", g.expr("any", 2))
}

// list returns n expressions of the kind.
func (g *orderGen) list(kind string, n, d int) string {
	var parts []string
	for range n {
		parts = append(parts, g.expr(kind, d))
	}
	return strings.Join(parts, ", ")
}

// index returns an index that is below n unless it is to panic.
func (g *orderGen) index(n, d int) string {
	if g.evil() {
		return one(&g.random, "big", "minus", fmt.Sprintf("c(%d, 9)", g.next()), fmt.Sprintf("c(%d, -1)", g.next()))
	}
	k := g.intn(min(n, 2))
	switch g.intn(10) {
	case 0, 1:
		return fmt.Sprint(k)
	case 2, 3, 4:
		return fmt.Sprintf("c(%d, %d)", g.next(), k)
	case 5:
		return one(&g.random, "x", "u", "gn")
	case 6:
		return fmt.Sprintf("c(%d, %s)", g.next(), g.index(n, d-1))
	case 7:
		return fmt.Sprintf("set(%d, %s, %d)", g.next(), g.change(), k)
	case 8:
		if d > 0 {
			return fmt.Sprintf("%s & 1", g.operand("int", d-1))
		}
	}
	return fmt.Sprintf("idx%d(%d)", k, g.next())
}

// change returns a pointer to a variable and a new value for it: two arguments of set.
func (g *orderGen) change() string {
	if g.chance(20) {
		g.panics++
		return one(&g.random, "&s, nil", "&gs, nil", "&p, nil", "&gp, nil", "&gm, nil", "&gi, nil", "&gf, nil", "&gq, nil", "&gstr, \"\"", "&grs, nil",
			"&gpi, nil", "&ge, any(\"text\")", "&gs, []int{6}", "&x, 2", "&gn, 2", "&big, 8", "&grs, []rec{{a: 1}}")
	}
	return one(&g.random,
		"&x, 1", "&x, 0", "&gn, 0", "&s, []int{7, 8}", "&gs, []int{9, 9, 9, 9}",
		"&p, made(5)", "&gp, made(6)", "&gm, map[int]int{0: 5}", "&gi, doer(num(8))",
		"&ge, any(4)", "&gf, twice", "&gq, &[4]int{4, 3, 2, 1}", "&gstr, \"z\"",
		"&ga, [4]int{5, 5, 5, 5}", "&ga[1], 3", "&p.a, 9", "&gp.a, 9", "&gs[0], 1", "&s[0], 2", "&gr, *made(3)", "&gr.a, 4", "&gch, full(8)",
		"&grs, recs(3)", "&gpi, new(int)",
	)
}

// A part says where in an assignment of several values an expression stands. Between the phases of
// such an assignment, the compiler is not strict about operations that panic without a call: it may
// assign to the first variable before the operand of the second has panicked. So there the operands
// on the left are calls, and on the right some operations do not panic.
type part uint8

const (
	anywhere part = iota
	leftPart
	rightPart
)

// call returns a call that prints and returns an expression of the kind.
func (g *orderGen) call(kind string, d int) string {
	defer func(p part) { g.part = p }(g.part)
	g.part = anywhere
	if d > 0 && g.chance(60) {
		return fmt.Sprintf("c(%d, %s)", g.next(), g.typed(kind, g.expr(kind, d-1)))
	}
	if g.chance(35) {
		return fmt.Sprintf("set(%d, %s, %s)", g.next(), g.change(), g.typed(kind, g.leaf(kind)))
	}
	return fmt.Sprintf("c(%d, %s)", g.next(), g.typed(kind, g.leaf(kind)))
}

// typed makes e an argument from which the type is inferred.
func (g *orderGen) typed(kind, e string) string {
	switch {
	case e == "nil" || kind == "any" || kind == "doer":
		return fmt.Sprintf("(%s)(%s)", kind, e)
	}
	return e
}

// leaf returns a variable or a literal.
func (g *orderGen) leaf(kind string) string {
	evil := g.evil()
	switch kind {
	case "int":
		return one(&g.random, "x", "u", "gn", "1", "2", "x", "gn")
	case "bool":
		return one(&g.random, "true", "false", "x > 1", "gn == 1", "gp != nil", "len(gs) > 1")
	case "string":
		if evil {
			return "nostr"
		}
		return one(&g.random, "abstr", "gstr", "gstr")
	case "[]int":
		if evil {
			return one(&g.random, "nils", "nil", "[]int{}")
		}
		return one(&g.random, "s", "l", "gs", "[]int{1, 2}", "gs", "s")
	case "*[4]int":
		if evil {
			return one(&g.random, "nilq", "nil")
		}
		return one(&g.random, "gq", "&ga", "&[4]int{1, 2, 3, 4}")
	case "[4]int":
		return one(&g.random, "ga", "[4]int{1, 2, 3, 4}", "ga")
	case "*rec":
		if evil {
			return one(&g.random, "nilp", "nil", "&rec{a: 2}")
		}
		return one(&g.random, "p", "gp", "made(2)", "&gr")
	case "rec":
		return one(&g.random, "r", "gr", "*made(3)")
	case "doer":
		if evil {
			return one(&g.random, "nili", "gnil", "nil")
		}
		return one(&g.random, "gi", "gtwo", "gdo", "gi")
	case "any":
		if evil {
			return one(&g.random, `any("text")`, "nile", "any(gs)", "any(rec{})")
		}
		return one(&g.random, "any(1)", "ge", "any(x)", "ge", "any(gn)")
	case "map[int]int":
		if evil {
			return one(&g.random, "nilm", "nil")
		}
		return one(&g.random, "gm", "map[int]int{0: 1}", "gm")
	case "chan int":
		return fmt.Sprintf("full(%d)", g.next())
	case "func(int) int":
		if evil {
			return one(&g.random, "nilf", "nil")
		}
		return one(&g.random, "gf", "twice", "gf")
	case "*int":
		if evil {
			return one(&g.random, "nilpi", "nil")
		}
		return one(&g.random, "gpi", "&gn", "&x", "&gr.a")
	case "[]rec":
		if evil {
			return one(&g.random, "nil")
		}
		return one(&g.random, "grs", "recs(2)")
	}
	panic("gosmith: no leaf of kind " + kind)
}

// operand is an expression that can stand before a dot or a bracket.
func (g *orderGen) operand(kind string, d int) string {
	if g.part == leftPart {
		return g.call(kind, d)
	}
	e := g.expr(kind, d)
	switch {
	case e == "nil":
		return "(" + kind + ")(nil)"
	case strings.HasPrefix(e, "&"), strings.HasPrefix(e, "*"), strings.HasPrefix(e, "<-"), strings.HasPrefix(e, "[]"), strings.HasPrefix(e, "[4]"),
		strings.HasPrefix(e, "rec{"), strings.HasPrefix(e, "map["), strings.Contains(e, " ") && !strings.HasSuffix(e, ")"):
		return "(" + e + ")"
	}
	return e
}

// expr returns an expression.
func (g *orderGen) expr(kind string, d int) string {
	if d <= 0 {
		return g.leaf(kind)
	}
	if g.chance(30) {
		return g.call(kind, d)
	}
	d--
	switch kind {
	case "int":
		return g.intExpr(d)
	case "bool":
		switch g.intn(8) {
		case 0, 1:
			return fmt.Sprintf("(%s && %s)", g.expr("bool", d), g.expr("bool", d))
		case 2, 3:
			return fmt.Sprintf("(%s || %s)", g.expr("bool", d), g.expr("bool", d))
		case 4:
			return fmt.Sprintf("(%s %s %s)", g.operand("int", d), one(&g.random, "<", "==", ">="), g.operand("int", d))
		case 5:
			if g.chance(50) {
				return fmt.Sprintf("(%s == %s)", g.operand("any", d), g.operand("any", d))
			}
			return fmt.Sprintf("(%s == %s)", g.operand("[4]int", d), g.operand("[4]int", d))
		case 6:
			return fmt.Sprintf("!%s", g.operand("bool", d))
		}
		return fmt.Sprintf("(%s %s %s)", g.operand("string", d), one(&g.random, "<", "==", "!="), g.operand("string", d))
	case "string":
		switch g.intn(6) {
		case 0, 1:
			return fmt.Sprintf("(%s + %s)", g.operand("string", d), g.operand("string", d))
		case 2:
			g.panics++
			return fmt.Sprintf("%s[%s:]", g.operand("string", d), g.index(2, d))
		case 3:
			return fmt.Sprintf("fmt.Sprint(%s, %s)", g.expr("int", d), g.expr("int", d))
		case 4:
			return fmt.Sprintf("string(c(%d, byte('a')))", g.next())
		}
	case "[]int":
		switch g.intn(10) {
		case 0:
			g.panics++ // what is left is shorter
			return fmt.Sprintf("%s[%s:]", g.operand("[]int", d), g.index(2, d))
		case 1:
			g.panics++
			return fmt.Sprintf("%s[%s:c(%d, %d)]", g.operand("[]int", d), g.index(1, d), g.next(), one(&g.random, 1, 2, 2, 9))
		case 2:
			return fmt.Sprintf("append(%s[:1:1], %s)", g.operand("[]int", d), g.list("int", g.between(1, 3), d))
		case 3:
			return fmt.Sprintf("[]int{%s}", g.list("int", g.between(1, 3), d))
		case 4:
			// The compiler (Go 1.26) fails for the result of a generic function here.
			return fmt.Sprintf("array(%d, %s)[:c(%d, %d)]", g.next(), g.expr("*[4]int", d), g.next(), one(&g.random, 2, 3, 4))
		case 5:
			return fmt.Sprintf("%s.s", g.operand("*rec", d))
		case 6:
			g.panics++ // it may be too short
			return fmt.Sprintf("make([]int, %s, %s)", g.index(2, d), one(&g.random, "3", "4", fmt.Sprintf("c(%d, 4)", g.next())))
		case 7:
			return fmt.Sprintf("append([]int(nil), %s...)", g.expr("[]int", d))
		}
	case "*[4]int":
		switch g.intn(4) {
		case 0:
			if !g.evil() {
				return fmt.Sprintf("(*[4]int)(c(%d, []int{1, 2, 3, 4}))", g.next())
			}
			return fmt.Sprintf("(*[4]int)(%s)", g.typed("[]int", g.expr("[]int", d)))
		case 1:
			return fmt.Sprintf("%s.q", g.operand("*rec", d))
		}
	case "[4]int":
		switch g.intn(5) {
		case 0:
			return fmt.Sprintf("*%s", g.operand("*[4]int", d))
		case 1:
			return fmt.Sprintf("[4]int{%s}", g.list("int", g.between(1, 4), d))
		case 2:
			if g.evil() {
				return fmt.Sprintf("[4]int(%s)", g.typed("[]int", g.expr("[]int", d)))
			}
			return fmt.Sprintf("[4]int(c(%d, []int{1, 2, 3, 4}))", g.next())
		}
	case "*rec":
		switch g.intn(6) {
		case 0:
			return fmt.Sprintf("%s.p", g.operand("*rec", d))
		case 1:
			return fmt.Sprintf("&rec{a: %s, s: %s, p: gp, q: %s, m: gm, i: gi, f: twice}", g.expr("int", d), g.expr("[]int", d), g.expr("*[4]int", d))
		case 2:
			return fmt.Sprintf("&%s[%s]", g.operand("[]rec", d), g.index(2, d))
		case 3:
			if g.part == rightPart || !g.evil() {
				return fmt.Sprintf("c(%d, doer(gp)).(*rec)", g.next())
			}
			return fmt.Sprintf("%s.(*rec)", g.operand("doer", d))
		}
	case "rec":
		switch g.intn(5) {
		case 0:
			return fmt.Sprintf("*%s", g.operand("*rec", d))
		case 1:
			return fmt.Sprintf("%s[%s]", g.operand("[]rec", d), g.index(2, d))
		case 2, 3:
			g.panics++ // its other fields are nil
			return fmt.Sprintf("rec{a: %s, arr: [3]int{%s}, s: %s}", g.expr("int", d), g.list("int", 2, d), g.expr("[]int", d))
		}
	case "doer":
		switch g.intn(5) {
		case 0:
			return fmt.Sprintf("%s.i", g.operand("*rec", d))
		case 1:
			return fmt.Sprintf("c(%d, doer(num(%s)))", g.next(), g.expr("int", d)) // else the method is known
		case 2:
			return fmt.Sprintf("%s.Self(%s)", g.operand("doer", d), g.expr("int", d))
		}
	case "any":
		kind := one(&g.random, "int", "int", "string", "[]int", "[4]int", "bool")
		return fmt.Sprintf("any(%s)", g.typed(kind, g.expr(kind, d)))
	case "map[int]int":
		switch g.intn(4) {
		case 0:
			return fmt.Sprintf("map[int]int{%s: %s, %s: %s}", g.call("int", d), g.expr("int", d), g.call("int", d), g.expr("int", d))
		case 1:
			return fmt.Sprintf("%s.m", g.operand("*rec", d))
		}
	case "chan int":
		if g.chance(30) {
			return fmt.Sprintf("c(%d, gch)", g.next())
		}
	case "func(int) int":
		switch g.intn(5) {
		case 0:
			return fmt.Sprintf("%s.f", g.operand("*rec", d))
		case 1:
			return fmt.Sprintf("%s.Do", g.operand("doer", d))
		case 2:
			return fmt.Sprintf("%s.Ptr", g.operand("*rec", d))
		case 3:
			return fmt.Sprintf("%s.Val", g.operand("*rec", d))
		}
	case "*int":
		switch g.intn(5) {
		case 0:
			return fmt.Sprintf("&%s.a", g.operand("*rec", d))
		case 1:
			return fmt.Sprintf("&%s[%s]", g.operand("[]int", d), g.index(2, d))
		case 2:
			return fmt.Sprintf("&%s[%s]", g.operand("*[4]int", d), g.index(4, d))
		}
	case "[]rec":
		if g.chance(40) {
			g.panics++
			return fmt.Sprintf("[]rec{{a: %s}, %s}", g.expr("int", d), g.expr("rec", d))
		}
	}
	return g.call(kind, d)
}

func (g *orderGen) intExpr(d int) string {
	switch g.intn(28) {
	case 0, 1, 2:
		return fmt.Sprintf("%s[%s]", g.operand("[]int", d), g.index(2, d))
	case 3:
		return fmt.Sprintf("%s[%s]", one(&g.random, "ga", "gp.arr", "r.arr", "gr.arr"), g.index(3, d))
	case 4, 5:
		return fmt.Sprintf("%s[%s]", g.operand("*[4]int", d), g.index(4, d))
	case 6, 7:
		return fmt.Sprintf("%s.a", g.operand("*rec", d))
	case 8:
		return fmt.Sprintf("%s.arr[%s]", g.operand("*rec", d), g.index(3, d))
	case 9:
		return fmt.Sprintf("*%s", g.operand("*int", d))
	case 10, 11, 12:
		return fmt.Sprintf("(%s %s %s)", g.operand("int", d), one(&g.random, "+", "-", "*", "^"), g.operand("int", d))
	case 13:
		if g.part != rightPart && g.evil() {
			return fmt.Sprintf("(%s %s %s)", g.operand("int", d), one(&g.random, "/", "%"), one(&g.random, "zero", fmt.Sprintf("c(%d, 0)", g.next())))
		}
		return fmt.Sprintf("(%s / (%s | 1))", g.operand("int", d), g.operand("int", d))
	case 14:
		if g.part != rightPart && g.evil() {
			return fmt.Sprintf("(%s << %s)", g.operand("int", d), one(&g.random, "minus", fmt.Sprintf("c(%d, -1)", g.next())))
		}
		return fmt.Sprintf("(%s << c(%d, 1))", g.operand("int", d), g.next())
	case 15, 16:
		return fmt.Sprintf("%s[%s]", g.operand("map[int]int", d), g.expr("int", d))
	case 17:
		return fmt.Sprintf("(<-%s)", g.expr("chan int", d))
	case 18:
		if g.evil() {
			return fmt.Sprintf("%s.(int)", g.operand("any", d))
		}
		return fmt.Sprintf("any(%s).(int)", g.expr("int", d))
	case 19, 20:
		return fmt.Sprintf("%s.Do(%s)", g.operand("doer", d), g.expr("int", d))
	case 21:
		return fmt.Sprintf("%s.%s(%s)", g.operand("*rec", d), one(&g.random, "Val", "Ptr", "Ptr"), g.expr("int", d))
	case 22:
		return fmt.Sprintf("%s(%s)", g.operand("func(int) int", d), g.expr("int", d))
	case 23:
		return fmt.Sprintf("int(%s[%s])", g.operand("string", d), g.index(1, d))
	case 24:
		return fmt.Sprintf("len(%s)", g.operand(one(&g.random, "[]int", "string", "map[int]int"), d))
	case 25:
		if g.evil() {
			return fmt.Sprintf("[5]int(%s)[%d]", g.typed("[]int", g.expr("[]int", d)), g.intn(5))
		}
		return fmt.Sprintf("[1]int(c(%d, []int{1, 2}))[0]", g.next())
	case 26:
		return one(&g.random,
			fmt.Sprintf("min(%s, %s)", g.expr("int", d), g.expr("int", d)),
			fmt.Sprintf("sum(%s)", g.list("int", g.between(0, 3), d)),
			fmt.Sprintf("sum2(two(%d))", g.next()),
			fmt.Sprintf("copy(%s, %s)", g.operand("[]int", d), g.operand("[]int", d)),
			fmt.Sprintf("size(%s, %s)", g.expr("rec", d), g.expr("int", d)),
			fmt.Sprintf("size(%s, %s)", g.expr("rec", d), g.expr("int", d)),
			fmt.Sprintf("mixed(%s, %s, %s)", g.expr("any", d), g.expr("doer", d), g.expr("int", d)),
		)
	}
	return fmt.Sprintf("func(k int) int { fmt.Print(\" f%d\"); x++; return k + gn }(%s)", g.next(), g.expr("int", d))
}
