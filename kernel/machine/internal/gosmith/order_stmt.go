// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"fmt"
	"strings"
)

// left returns the left side of an assignment of an int.
func (g *orderGen) left(d int) string {
	switch g.intn(22) {
	case 0:
		return one(&g.random, "x", "gn", "u", "_")
	case 16, 17, 18, 19:
		return g.nestedLeft(d)
	case 1, 2, 3:
		return fmt.Sprintf("%s[%s]", g.operand("[]int", d), g.index(2, d))
	case 4:
		return fmt.Sprintf("%s[%s]", one(&g.random, "ga", "gp.arr", "r.arr", "gr.arr"), g.index(3, d))
	case 5, 6:
		return fmt.Sprintf("%s[%s]", g.operand("*[4]int", d), g.index(4, d))
	case 7, 8:
		return fmt.Sprintf("%s.a", g.operand("*rec", d))
	case 9:
		return fmt.Sprintf("%s.arr[%s]", g.operand("*rec", d), g.index(3, d))
	case 10, 11:
		return fmt.Sprintf("*%s", g.operand("*int", d))
	case 12:
		return fmt.Sprintf("%s[%s].a", g.operand("[]rec", d), g.index(2, d))
	case 13:
		return fmt.Sprintf("(*%s).a", g.operand("*rec", d))
	}
	m := g.operand("map[int]int", d)
	switch {
	case g.chance(40):
		return fmt.Sprintf("%s[%s]", m, one(&g.random, "len(gs)", "len(s)"))
	case g.part == leftPart:
		return fmt.Sprintf("%s[%s]", m, g.call("int", d))
	}
	return fmt.Sprintf("%s[%s]", m, g.expr("int", d))
}

// nestedLeft returns a left side that takes several steps to its variable.
func (g *orderGen) nestedLeft(d int) string {
	free := g.part == anywhere
	switch g.intn(12) {
	case 0:
		return fmt.Sprintf("rows(%d)[%s][%s]", g.next(), g.index(2, d), g.index(2, d))
	case 1:
		return fmt.Sprintf("gtable[%s][%s]", g.index(2, d), g.index(3, d))
	case 2:
		return fmt.Sprintf("outers(%d, %s).a", g.next(), g.call("*rec", d))
	case 3:
		return "gout." + one(&g.random, "a", "rec.a", "n", "arr["+g.index(3, d)+"]")
	case 4:
		if free && g.evil() {
			return fmt.Sprintf("(<-gone(%d)).a", g.next())
		}
		return fmt.Sprintf("(<-ptrs(%d)).a", g.next())
	case 5:
		if free && g.evil() {
			return fmt.Sprintf("%s.(*rec).a", g.operand("any", d))
		}
		return fmt.Sprintf("c(%d, any(gp)).(*rec).a", g.next())
	case 6:
		if free && g.evil() {
			return fmt.Sprintf("gma[%s]", one(&g.random, "any(gs)", fmt.Sprintf("c(%d, any(gm))", g.next()), "loosely{1, nils}"))
		}
		return fmt.Sprintf("gma[c(%d, any(%d))]", g.next(), g.intn(2))
	case 7:
		return fmt.Sprintf("gmp[%s].a", g.index(2, d))
	case 8:
		return fmt.Sprintf("func() *rec { fmt.Print(\" f%d\"); return gp }().a", g.next())
	case 9:
		return fmt.Sprintf("(*c(%d, gpp)).a", g.next())
	case 10:
		if free {
			return fmt.Sprintf("(*[2]int)(%s)[%s]", g.typed("[]int", g.expr("[]int", d)), g.index(2, d))
		}
	}
	return fmt.Sprintf("c(%d, gs)[%s:][%s]", g.next(), g.index(1, d), g.index(2, d))
}

// leftOf returns the left side of an assignment of a value of the kind.
func (g *orderGen) leftOf(kind string, d int) string {
	field := map[string]string{"[]int": "s", "*rec": "p", "map[int]int": "m", "doer": "i", "func(int) int": "f", "any": "e", "*[4]int": "q"}[kind]
	global := map[string]string{"[]int": "gs", "*rec": "gp", "map[int]int": "gm", "doer": "gi", "func(int) int": "gf", "any": "ge", "*[4]int": "gq",
		"string": "gstr", "*int": "gpi", "[]rec": "grs", "[4]int": "ga", "rec": "gr"}[kind]
	switch {
	case kind == "int":
		return g.left(d)
	case field != "" && g.chance(60):
		return fmt.Sprintf("%s.%s", g.operand("*rec", d), field)
	case kind == "rec" && g.chance(60):
		return fmt.Sprintf("%s[%s]", g.operand("[]rec", d), g.index(2, d))
	case kind == "[4]int" && g.chance(60):
		return "*" + g.operand("*[4]int", d)
	}
	return global
}

// leftKind returns a kind that leftOf knows.
func (g *orderGen) leftKind() string {
	return one(&g.random, "int", "int", "int", "int", "[]int", "*rec", "map[int]int", "doer", "func(int) int", "any", "*[4]int", "string", "rec", "rec", "[4]int")
}

// statement writes a statement.
func (g *orderGen) statement(d int) {
	switch g.intn(48) {
	case 40, 41, 42, 43, 44, 45, 46, 47:
		g.rareStatement(d)
	case 0, 1, 2, 3, 4, 5, 6:
		kind := g.leftKind()
		g.p("%s = %s", g.leftOf(kind, d-1), g.expr(kind, d))
	case 7, 8, 9:
		left := g.left(d - 1)
		if left == "_" {
			left = "gn"
		}
		g.p("%s %s= %s", left, one(&g.random, "+", "-", "*", "|", "&^"), g.expr("int", d))
	case 10:
		left := g.left(d - 1)
		if left == "_" {
			left = "gn"
		}
		if g.evil() {
			g.p("%s /= c(%d, 0)", left, g.next())
		} else {
			g.p("%s%s", left, one(&g.random, "++", "--"))
		}
	case 11, 12, 13, 14:
		n := g.between(2, 3)
		var left, right []string
		for range n {
			kind := g.leftKind()
			g.part = leftPart
			p := g.leftOf(kind, d-2)
			left = append(left, p)
			g.part = rightPart
			if inMap(p) {
				right = append(right, g.call(kind, d-1)) // the compiler makes the entry before it evaluates the value
			} else {
				right = append(right, g.expr(kind, d-1))
			}
			g.part = anywhere
		}
		g.p("%s = %s", strings.Join(left, ", "), strings.Join(right, ", "))
	case 15, 16:
		g.p("%s = two(%s)", g.lefts(d), g.expr("int", d-1))
	case 17, 18:
		ok := one(&g.random, "_", "yesno", "bools(0)[0]", fmt.Sprintf("bools(%d)[%s]", g.next(), g.index(1, 1)))
		g.part = leftPart
		left := g.left(d - 1)
		g.part = anywhere
		g.p("%s, %s = %s", left, ok, one(&g.random,
			fmt.Sprintf("%s[%s]", g.operand("map[int]int", d-1), g.expr("int", d-1)),
			fmt.Sprintf("<-%s", g.expr("chan int", d-1)),
			fmt.Sprintf("%s.(int)", g.operand("any", d-1))))
	case 19:
		g.p("fmt.Print(%s, %s)", g.list("int", g.between(1, 2), d), g.expr(one(&g.random, "any", "string", "[4]int", "bool"), d-1))
	case 20:
		v, w := fmt.Sprintf("v%d", g.loopID()), fmt.Sprintf("w%d", g.loopID())
		g.p("%s, %s := %s, %s", v, w, g.expr("int", d), g.expr("int", d))
		g.p("fmt.Print(\" =\", %s, %s)", v, w)
	case 21:
		kind := g.leftKind()
		v := fmt.Sprintf("v%d", g.loopID())
		g.p("var %s %s = %s", v, kind, g.expr(kind, d))
		g.p("_ = %s", v)
	case 22, 23:
		f := g.loopID()
		g.p("fmt.Print(func() (v%d int, w%d %s) {", f, f, "[]int")
		if g.chance(60) {
			g.p("defer func() { fmt.Print(\" d\", v%d, w%d) }()", f, f)
		}
		if g.chance(30) {
			g.p("v%d = 3", f)
			g.p("return v%d + %s, %s", f, g.expr("int", d-1), g.expr("[]int", d-1))
		} else {
			g.p("return %s, %s", g.expr("int", d-1), g.expr("[]int", d-1))
		}
		g.p("}())")
	case 24:
		g.p("if v := %s; v > %s && %s {", g.expr("int", d-1), g.expr("int", d-1), g.expr("bool", d-1))
		g.p("fmt.Print(\" then\")\n} else if %s {\nfmt.Print(\" elseif\")\n} else {\nfmt.Print(\" else\")\n}", g.expr("bool", d-1))
	case 25:
		g.p("switch %s {", g.expr("int", d-1))
		g.p("case %s, %s:\nfmt.Print(\" one\")", g.call("int", d-1), g.call("int", d-1))
		g.p("case %s:\nfmt.Print(\" two\")", g.call("int", d-1))
		g.p("default:\nfmt.Print(\" default\")\n}")
	case 26:
		g.p("switch {\ncase %s, %s:\nfmt.Print(\" one\")\ncase %s:\nfmt.Print(\" two\")\n}", g.expr("bool", d-1), g.call("bool", d-1), g.expr("bool", d-1))
	case 27:
		g.p("switch v := %s.(type) {\ncase int:\nfmt.Print(\" int\", v)\ncase string, []int:\nfmt.Print(\" other\")\n}", g.operand("any", d))
	case 28, 29:
		g.rangeStatement(d)
	case 30:
		ch := fmt.Sprintf("open(%d)", g.next())
		if g.evil() {
			ch = fmt.Sprintf("full(%d)", g.next())
		}
		g.p("%s <- %s", ch, g.expr("int", d))
	case 31:
		g.selectStatement(d)
	case 32, 33:
		g.laterStatement(d)
	case 34:
		g.p("%s", one(&g.random,
			fmt.Sprintf("copy(%s, %s)", g.operand("[]int", d-1), g.operand("[]int", d-1)),
			fmt.Sprintf("delete(%s, %s)", g.operand("map[int]int", d-1), g.expr("int", d-1)),
			fmt.Sprintf("clear(%s)", g.operand("[]int", d-1)),
			fmt.Sprintf("_ = [2][]int{{%s}, %s}", g.list("int", 2, d-1), g.expr("[]int", d-1)),
			fmt.Sprintf("_ = map[int][]int{%s: %s, %s: {%s}}", g.call("int", d-1), g.expr("[]int", d-1), g.call("int", d-1), g.expr("int", d-1)),
			fmt.Sprintf("fmt.Print(map[any]int{%s: %s, %s: %s})", g.typed("any", g.expr("any", d-1)), g.expr("int", d-1), g.call("int", d-1), g.expr("int", d-1)),
		))
	case 35:
		g.panicking()
	case 36:
		v := g.loopID()
		g.p("for v%d := %s; v%d < 2+%s & 1; v%d++ {", v, g.index(2, d-1), v, g.operand("int", d-2), v)
		g.p("fmt.Print(\" loop\")\nif v%d > 3 { break }\n}", v)
	case 37:
		g.p("%s.Do(%s)", g.operand("doer", d), g.expr("int", d-1))
	case 38:
		g.p("%s(%s)", g.operand("func(int) int", d), g.expr("int", d-1))
	default:
		g.p("%s = append(%s, %s)", one(&g.random, "gs", "s", "l", "gp.s", g.operand("*rec", d-1)+".s"), one(&g.random, "gs", "s", "gp.s", g.expr("[]int", d-1)), g.list("int", g.between(1, 2), d-1))
	}
}

// rareStatement writes a statement of a form that programs seldom have.
func (g *orderGen) rareStatement(d int) {
	v := fmt.Sprintf("v%d", g.loopID())
	switch g.intn(15) {
	case 14: // the call sees what its result is assigned to
		target := one(&g.random, v, "gwide")
		if target == v {
			g.p("var %s wide", v)
		}
		call := fmt.Sprintf("widen(%s, %s, &%[2]s)", g.expr("int", d-1), target)
		if g.chance(50) {
			call = fmt.Sprintf("func(n int) wide { %s[1]--; return widen(n, %[1]s, &%[1]s) }(%s)", target, g.expr("int", d-1))
		}
		g.p("%s = %s\nfmt.Print(\" wide\", %[1]s[:4])", target, call)
	case 0:
		if g.evil() {
			g.p("gwords[%s] += %s", g.index(2, d), g.expr("string", d))
		} else {
			g.p("gwords[%s] += %s", g.call("int", 0), g.expr("string", d))
		}
	case 1:
		op := one(&g.random, "<<=", ">>=")
		left := g.left(d - 1)
		evil := g.evil()
		if left == "_" || evil && inMap(left) { // the compiler makes the entry before the shift panics
			left = "gn"
		}
		if evil {
			g.p("%s %s %s", left, op, one(&g.random, "minus", fmt.Sprintf("c(%d, -1)", g.next())))
		} else {
			g.p("%s %s c(%d, 1)", left, op, g.next())
		}
	case 2:
		g.p("%s = sum(%s...)", g.left(d-1), g.expr("[]int", d-1))
	case 3:
		g.p("%s = (*rec).%s(%s, %s)", g.left(d-1), one(&g.random, "Ptr", "Val", "Do"), g.expr("*rec", d-1), g.expr("int", d-1))
	case 4:
		g.p("%s = doer.Do(%s, %s)", g.left(d-1), g.expr("doer", d-1), g.expr("int", d-1))
	case 5:
		g.p("select {\ncase %s = <-never(%s):\nfmt.Print(\" no\")\ndefault:\nfmt.Print(\" default\")\n}", g.left(d-1), g.expr("int", d-1))
	case 6:
		g.p("select {\ncase %s, ok := <-full(%d):\nfmt.Print(\" got\", %s, ok)\ncase never(%s) <- %s:\n}", v, g.next(), v, g.expr("int", 1), g.expr("int", d-1))
	case 7:
		g.p("func() {\ndefer %s\nfmt.Print(\" body\")\n}()", one(&g.random,
			fmt.Sprintf("delete(%s, %s)", g.operand("map[int]int", d-1), g.expr("int", d-1)),
			fmt.Sprintf("copy(%s, %s)", g.operand("[]int", d-1), g.operand("[]int", d-1)),
			fmt.Sprintf("close(open(%d))", g.next()),
			fmt.Sprintf("clear(%s)", g.operand("map[int]int", d-1)),
		))
	case 8:
		g.panics++
		g.p("func() {\ndefer panic(%s)\nfmt.Print(\" body\")\n}()", g.expr("any", d-1))
	case 9:
		w := fmt.Sprintf("w%d", g.loopID())
		g.p("var %s, %s = %s, %s", v, w, g.expr("[]int", d-1), g.expr("string", d-1))
		g.p("fmt.Print(\" =\", %s, %s)", v, w)
	case 10:
		g.p("switch %s := %s; %s + %s {", v, g.expr("int", d-1), v, g.operand("int", d-1))
		g.p("case %s:\nfmt.Print(\" one\")\nfallthrough\ncase %s:\nfmt.Print(\" two\")\n}", g.call("int", d-1), g.call("int", d-1))
	case 11:
		g.p("for %s, r := range %s {\nfmt.Print(\" rune\", %s, r)\n%s = r == 'b'\n}", v, g.operand("string", d-1), v,
			one(&g.random, "yesno", fmt.Sprintf("bools(%d)[%s]", g.next(), g.index(1, 1))))
	case 12:
		e := "any(1)"
		if g.evil() {
			e = "any(gs)"
		}
		g.p("yesno = loosely{%s, c(%d, %s)} == loosely{%s, %s}", g.call("int", d-1), g.next(), e, g.call("int", d-1), e)
	default:
		g.p("%s = %s[%s:c(%d, 1):%s]", one(&g.random, "gs", "s", "gp.s"), g.call("[]int", d-1), g.index(1, d-1), g.next(),
			one(&g.random, "1", "2", fmt.Sprintf("c(%d, 2)", g.next())))
		g.panics++
	}
}

// inMap reports whether a left side may be an element of a map.
func inMap(left string) bool {
	return strings.Contains(left, "gm") || strings.Contains(left, "map[") || strings.Contains(left, "nilm") || strings.Contains(left, ".m")
}

// lefts returns the left sides of an assignment of two values.
func (g *orderGen) lefts(d int) string {
	g.part = leftPart
	s := g.left(d-1) + ", " + g.left(d-2)
	g.part = anywhere
	return s
}

func (g *orderGen) loopID() int {
	g.loops++
	return g.loops
}

// rangeStatement writes a loop of at most three rounds.
func (g *orderGen) rangeStatement(d int) {
	over := one(&g.random,
		"clip("+g.typed("[]int", g.expr("[]int", d-1))+")", "clip("+g.typed("[]int", g.expr("[]int", d-1))+")",
		fmt.Sprintf("c(%d, &ga)", g.next()), g.operand("[4]int", d-1), "idx1("+fmt.Sprint(g.next())+")",
		"map[int]int{"+g.expr("int", d-1)+": "+g.expr("int", d-1)+"}", "upTo("+g.expr("int", 1)+" & 1)", "full("+fmt.Sprint(g.next())+")",
	)
	if strings.HasPrefix(over, "map[") || strings.HasPrefix(over, "([4]") || strings.HasPrefix(over, "[4]") {
		over = "(" + over + ")"
	}
	two := !strings.HasPrefix(over, "idx1(") && !strings.HasPrefix(over, "full(") && !strings.HasPrefix(over, "upTo(")
	switch {
	case g.chance(25):
		g.p("for range %s {", over)
	case two && g.chance(70):
		g.p("for %s = range %s {", g.lefts(d), over)
	default:
		g.p("for %s = range %s {", g.left(d-1), over)
	}
	g.p("fmt.Print(\" round\")")
	if g.chance(30) {
		g.p("if %s { break }", g.expr("bool", 1))
	}
	g.p("}")
}

// selectStatement writes a select of which one case is ready.
func (g *orderGen) selectStatement(d int) {
	g.p("select {")
	full := g.chance(50)
	if full {
		g.p("case %s, yesno = <-full(%d):\nfmt.Print(\" got\")", g.left(d-1), g.next())
	} else {
		g.p("case open(%d) <- %s:\nfmt.Print(\" sent\")", g.next(), g.expr("int", d-1))
	}
	g.p("case %s = <-never(%s):\nfmt.Print(\" no\")", g.left(d-1), g.expr("int", d-1))
	g.p("case never(%s) <- %s:\nfmt.Print(\" no\")\n}", g.expr("int", 1), g.expr("int", d-1))
}

// laterStatement writes defer, or go and a wait for its end.
func (g *orderGen) laterStatement(d int) {
	call := one(&g.random,
		fmt.Sprintf("say2(%s, %s)", g.expr("int", d-1), g.expr("int", d-1)),
		fmt.Sprintf("%s.Do(%s)", g.operand("doer", d-1), g.expr("int", d-1)),
		fmt.Sprintf("%s.Ptr(%s)", g.operand("*rec", d-1), g.expr("int", d-1)),
		fmt.Sprintf("%s.Val(%s)", g.operand("*rec", d-1), g.expr("int", d-1)),
		fmt.Sprintf("%s(%s)", g.operand("func(int) int", d-1), g.expr("int", d-1)),
		fmt.Sprintf("func(k int) { fmt.Print(\" later\", k, x) }(%s)", g.expr("int", d-1)),
	)
	if g.chance(25) {
		g.p("{\ndone := make(chan int)\ngo func(k int, f *rec) { fmt.Print(\" go\", k, f != nil)\nclose(done) }(%s, %s)\n<-done\n}", g.expr("int", d-1), g.expr("*rec", d-1))
		return
	}
	g.p("func() {\ndefer %s\nfmt.Print(\" body\")", call)
	if g.chance(40) {
		g.p("%s = %s", g.left(1), g.expr("int", 1))
	}
	g.p("}()")
}
