// SPDX-License-Identifier: BSD-3-Clause

// Programs about maps: functions with loops that look up, change, add and delete entries of maps
// with many types of keys and elements, in small and in large maps, with struct literals as keys
// and elements. Some statements panic.

package gosmith

import (
	"fmt"
	"strings"
)

// A mapGen writes such a program.
type mapGen struct {
	random
	b      strings.Builder
	labels int
}

func (g *mapGen) p(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

// A mapSort is a type of keys or elements: literal has one %s for a number of type int.
type mapSort struct {
	typ, literal string
	ops          string // operators of op=
}

var mapKeys = []mapSort{
	{"int", "%s", ""}, {"int32", "int32(%s)", ""}, {"uint64", "uint64(%s)", ""}, {"int16", "int16(%s)", ""},
	{"byte", "byte(%s)", ""}, {"bool", "(%s)&1 == 0", ""}, {"float64", "float64(%s)/2", ""},
	{"string", "texts[uint(%s)%%uint(len(texts))]", ""}, {"string", "long[uint(%s)%%13:]", ""},
	{"point", "point{%s, n & 3}", ""}, {"point", "point{y: %s}", ""}, {"[2]int", "[2]int{n & 1, %s}", ""},
	{"triple", "triple{point{n & 1, %s}, 7}", ""}, {"small", "small{int32(%s), 1}", ""}, {"named", "named(%s)", ""}, {"any", "any(%s)", ""},
}

var mapElems = []mapSort{
	{"int", "%s", "+ - * & | ^ &^ / %"}, {"uint8", "uint8(%s)", "+ - * ^"}, {"int32", "int32(%s)", "+ - |"},
	{"float64", "float64(%s)", "+ - * /"}, {"float32", "float32(%s)", "+ -"}, {"string", "texts[uint(%s)%%uint(len(texts))]", ""},
	{"bool", "(%s)&2 == 0", ""}, {"point", "point{%s, n}", ""}, {"[]int", "ints[:uint(%s)%%4]", ""}, {"struct{}", "none(%s)", ""},
	{"triple", "triple{p: point{x: %s}}", ""}, {"any", "any(%s)", ""}, {"*point", "&point{%s, 1}", ""}, {"map[int]int", "map[int]int{%s: n}", ""},
}

// MapProgram returns a program about maps with some functions.
func MapProgram(seed uint64, size int) string {
	g := &mapGen{random: random{state: seed}}
	g.p("package main")
	g.p("import \"fmt\"")
	g.p("type (\npoint struct{ x, y int }\ntriple struct { p point; z uint64 }\nsmall struct { a, b int32 }\nnamed int\n)")
	g.p("var texts = []string{\"\", \"a\", \"b\", \"ab\", \"abcdefg\", \"abcdefgh\", \"abcdefgi\", \"abcdefghi\", long, long[:31], long[1:]}")
	g.p("const long = \"the quick brown fox jumps over the lazy dog\"")
	g.p("var ints = []int{3, 1, 4, 1, 5}")
	g.p("func none(int) struct{} { return struct{}{} }")
	for i := range size {
		g.function(i)
	}
	g.p("func try(name string, f func(n int) int, n int) {")
	g.p("defer func() { if e := recover(); e != nil { fmt.Println(name, n, e) } }()")
	g.p("fmt.Println(name, n, f(n))\n}")
	g.p("func main() {\nfor _, n := range []int{0, 7, %d, %d} {", 20+g.intn(30), 200+g.intn(3000))
	for i := range size {
		g.p("try(\"f%d\", f%[1]d, n)", i)
	}
	g.p("}\n}")
	return g.b.String()
}

// function writes a function with a loop that uses one or two maps.
func (g *mapGen) function(i int) {
	k, v := mapKeys[g.intn(len(mapKeys))], mapElems[g.intn(len(mapElems))]
	typ := fmt.Sprintf("map[%s]%s", k.typ, v.typ)
	g.p("func f%d(turns int) (sum int) {", i)
	switch g.intn(8) {
	case 0:
		g.p("var m %s", typ) // assignments panic
	case 1:
		g.p("m := make(%s, turns)", typ)
	default:
		g.p("m := %s{}", typ)
	}
	g.p("var all %s", typ)
	g.p("x, f, last, p := 17, 1.5, *new(%s), point{}", v.typ)
	// Few keys make small maps, many large ones.
	keys := []string{"7", "40", "2000", "1 << 40"}[g.intn(4)]
	g.p("for n := 0; n < turns; n++ {\nx = (x*1103515245 + 12345) & 0x7fffffffff\nk := x >> 8 %% (%s)\n_ = k", keys)
	for range 2 + g.intn(5) {
		g.statement(k, v, 2)
	}
	g.p("}")
	g.p("total := 0\nfor k, v := range m {\ntotal += len(fmt.Sprint(k, %s))\n}", g.shown(v, "v"))
	g.p("fmt.Println(len(m), total, f, %s, p)", g.shown(v, "last"))
	if k.typ != "any" && v.typ != "*point" {
		g.p("if len(m) < 12 {\nfmt.Println(m)\n}")
	}
	g.p("_ = all\nreturn sum + len(m)\n}")
}

// shown is what is printed of an element: no address.
func (g *mapGen) shown(v mapSort, x string) string {
	if v.typ == "*point" {
		return x + " == nil"
	}
	return x
}

func (g *mapGen) pick(list ...string) string { return pick(&g.random, list) }

// number is an expression of type int.
func (g *mapGen) number() string {
	return g.pick("k", "k", "k", "k+1", "n", "k&7", "k^1", "-k", "n/3", "len(m)", "p.x", "3")
}

func (g *mapGen) statement(k, v mapSort, depth int) {
	key, elem := fmt.Sprintf(k.literal, g.number()), fmt.Sprintf(v.literal, g.number())
	switch g.intn(16) {
	case 0, 1:
		g.p("m[%s] = %s", key, elem)
	case 2, 3:
		if v.ops == "" {
			g.p("m[%s] = m[%s]", key, fmt.Sprintf(k.literal, g.number()))
			return
		}
		op := g.pick(strings.Fields(v.ops)...)
		if (op == "/" || op == "%") && v.typ == "int" && !g.chance(10) {
			elem = "(" + elem + " | 1)"
		}
		g.p("m[%s] %s= %s", key, op, elem)
	case 4:
		if v.ops != "" {
			g.p("m[%s]%s", key, g.pick("++", "--"))
		} else if v.typ == "[]int" {
			g.p("m[%s] = append(m[%[1]s], n)", key)
		} else {
			g.p("last = m[%s]", key)
		}
	case 5:
		g.p("if v, ok := m[%s]; ok {\nsum++\nlast = v\n}", key)
	case 6:
		g.p("if _, ok := m[%s]; !ok {\nsum += 3", key)
		if depth > 0 {
			g.statement(k, v, depth-1)
		}
		g.p("}")
	case 7:
		g.p("last = m[%s]", key)
	case 8:
		g.p("delete(m, %s)", key)
	case 9:
		switch v.typ {
		case "int":
			g.p("sum += m[%s] * 3\nif m[%[1]s] > 5 {\nf += float64(m[%s]) * f / (f + 1)\n}", key, fmt.Sprintf(k.literal, g.number()))
		case "float64":
			g.p("f = f/2 + m[%s]", key)
		case "string":
			g.p("if m[%s] < %s {\nsum += len(m[%[1]s])\n}", key, elem)
		case "point":
			g.p("p = m[%s]\nsum += m[%[1]s].y", key)
		case "[]int":
			g.p("for i, e := range m[%s] {\nsum += e * i\n}\nsum += len(m[%[1]s])", key)
		case "bool":
			g.p("if m[%s] {\nsum -= n\n}", key)
		case "map[int]int":
			g.p("sum += m[%s][n]", key)
			if g.chance(50) {
				g.p("m[%s][n] += 2", key) // panics if there is none
			}
		case "*point":
			g.p("if q := m[%s]; q != nil {\nq.x++\nsum += q.x\n}", key)
		default:
			g.p("last, sum = m[%s], sum+1", key)
		}
	case 10:
		if depth > 0 {
			g.p("for range n & 3 {")
			g.statement(k, v, depth-1)
			g.p("}")
		}
	case 11:
		g.p("if n %% 50 == 49 {\nseen := 0\nfor k := range m {")
		if g.chance(40) {
			g.p("delete(m, k)")
		}
		g.p("_ = k\nseen++\n}\nsum += seen\n}")
	case 12:
		if g.chance(30) {
			g.p("if n == %d {\nclear(m)\n}", g.intn(300))
		} else {
			g.p("m, all = all, m\nif m == nil {\nm = map[%s]%s{}\n}", k.typ, v.typ)
		}
	case 13, 14:
		g.walk(k, v, key, elem)
	default:
		switch g.intn(3) {
		case 0:
			g.p("p = point{p.y, p.x + k}")
		case 1:
			g.p("{\nq := point{y: k}\np, q = q, point{x: q.y + 1}\nsum += q.x - p.y\n}")
		default:
			g.p("{\nt := triple{point{n, k}, uint64(sum)}\nt = triple{p: point{t.p.y, t.p.x}}\nsum += t.p.x + int(t.z)\n}")
		}
	}
}

// walk writes a loop over a map whose body may change it: a copy of that of the function, or a
// small one that grows. What it prints does not depend on the order of the entries, nor on whether
// those that are added are visited.
func (g *mapGen) walk(k, v mapSort, key, elem string) {
	g.p("if n %% %d == %d {\nw, seen, bad := map[%s]%s{}, 0, 0", 20+g.intn(40), g.intn(20), k.typ, v.typ)
	if g.chance(60) {
		g.p("for k := range %d {\n_ = k\nw[%s] = %s\n}", 1+g.intn(20), fmt.Sprintf(k.literal, "k"), elem)
	} else {
		g.p("for k, v := range m {\nw[k] = v\n}")
	}
	same := "v == w[at]"
	switch v.typ {
	case "[]int", "map[int]int":
		same = "len(v) == len(w[at])"
	case "float32", "float64":
		same = "v == w[at] || v != v"
	}
	header := g.pick("for at, v := range w", "for at, v := range w", "for at := range w", "for range w", "for _, v := range w", "for at, v = range w")
	if strings.Contains(header, "at, v = ") {
		g.p("var at %s\nvar v %s", k.typ, v.typ)
	}
	g.p("visited := map[%s]bool{}\n_ = visited", k.typ)
	label := ""
	if g.chance(30) {
		g.labels++
		label = fmt.Sprintf(" walk%d", g.labels)
		g.p("%s:", label)
	}
	g.p("%s {", header)
	hasKey, hasValue := strings.Contains(header, " at"), strings.Contains(header, " v")
	if hasKey {
		g.p("if visited[at] {\nbad++\n}\nvisited[at] = true")
		g.p("if _, ok := w[at]; !ok {\nbad += 10\n}")
		if hasValue {
			g.p("if !(%s) {\nbad += 100\n}", same)
		}
	} else if hasValue {
		g.p("_ = v")
	}
	g.p("seen++")
	known := true // how often the body runs
	for range 1 + g.intn(3) {
		switch g.intn(8) {
		case 0:
			known = false
			g.p("if seen == %d {\nclear(w)\n}", 1+g.intn(4))
		case 1:
			if hasKey {
				g.p("delete(w, at)")
			}
		case 2:
			if hasKey {
				known = false // an entry that is deleted before comes again
				g.p("if len(visited) < 500 {\nw[at] = %s\n}", elem)
			}
		case 3: // so many that the map grows
			known = false
			g.p("if seen == %d {\nfor k := range %d {\n_ = k\nw[%s] = %s\n}\n}", 1+g.intn(9), g.intn(60), fmt.Sprintf(k.literal, "k"), elem)
		case 4: // deletes what follows, and what has been visited
			known = false
			g.p("if seen == %d {\nfor k := range %d {\n_ = k\ndelete(w, %s)\n}\n}", 1+g.intn(9), g.intn(2000), key)
		case 5:
			g.p("if seen > %d {\n%s\n}", 1+g.intn(12), g.pick("break", "continue")+label)
		case 6:
			known = false
			g.p("if len(w) < 20 {\nfor range w {\nseen++\n}\n}")
		default:
			known = false
			g.p("if seen == %d {\nfor k := range %d {\nw[%s] = %s\ndelete(w, %s)\n}\n}", 1+g.intn(5), 1+g.intn(40), fmt.Sprintf(k.literal, "k"), elem, fmt.Sprintf(k.literal, "k+1"))
		}
	}
	g.p("if seen > 100000 {\nbreak\n}")
	if label != "" {
		g.p("if seen < 0 {\nbreak%s\n}", label)
	}
	g.p("}")
	if !known {
		g.p("seen = 0")
		g.p("bad = bad / 10 * 10") // as an entry that is deleted and added does
	}
	g.p("sum += seen + bad*1000\n}")
}
