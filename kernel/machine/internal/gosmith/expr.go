// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"fmt"
	"strings"
)

// A mode says which expressions a statement may hold. The language orders calls among themselves
// but not calls and the reading of variables.
type mode uint8

const (
	pure   mode = iota // reads anything, calls nothing that has side effects
	stable             // calls anything, reads only what no call can change
)

// expr returns an expression of exactly the type t.
func (g *gen) expr(t *typ, d int) expr { return g.make(t, d, false) }

// value returns an expression that can be assigned to t.
func (g *gen) value(t *typ, d int) expr { return g.make(t, d, true) }

func (g *gen) make(t *typ, d int, loose bool) expr {
	if d <= 0 || g.chance(12) {
		return g.leaf(t, d, loose)
	}
	if g.chance(18) {
		if e, ok := g.call(t, d); ok {
			return e
		}
	}
	if g.chance(4) && !g.initializing {
		return primary("cond(%s, %s, %s)", g.condition(d-1), g.expr(t, d-1), g.expr(t, d-1))
	}
	u := t.u()
	switch u.kind {
	case boolKind:
		return g.boolExpr(t, d)
	case intKind, uintKind:
		return g.intExpr(t, d)
	case floatKind:
		return g.floatExpr(t, d)
	case complexKind:
		return g.complexExpr(t, d)
	case stringKind:
		return g.stringExpr(t, d)
	case paramKind:
		return g.paramExpr(t, d)
	case structKind:
		if g.chance(8) {
			if e, ok := g.converted(t); ok {
				return e
			}
		}
	case sliceKind:
		return g.sliceExpr(t, d, loose)
	}
	return g.leaf(t, d, loose)
}

// leaf returns a place or a literal.
func (g *gen) leaf(t *typ, d int, loose bool) expr {
	if g.chance(75) {
		if list := g.places(t, toRead); len(list) > 0 {
			return primary("%s", g.choose(list, toRead).text)
		}
	}
	return g.literal(t, d, loose)
}

// variable returns an expression of type t that is not a constant.
func (g *gen) variable(t *typ, d int) expr {
	marks := len(g.marks)
	e := g.expr(t, d)
	if e.konst && g.chance(75) {
		if list := g.places(t, toRead); len(list) > 0 {
			g.unmark(marks)
			return primary("%s", g.choose(list, toRead).text)
		}
	}
	return g.varying(e)
}

// varying returns e, hidden from constant evaluation if need be.
func (g *gen) varying(e expr) expr {
	if e.konst {
		return primary("id(%s)", e)
	}
	return e
}

func binary(x expr, op string, y expr, prec int) expr {
	return expr{s: x.at(prec) + " " + op + " " + y.at(prec+1), prec: prec}
}

// operands returns two operands of type t, of which at most one is a constant.
func (g *gen) operands(t *typ, d int) (x, y expr) {
	if g.chance(90) {
		return g.variable(t, d-1), g.value(t, d-1)
	}
	x, y = g.value(t, d-1), g.variable(t, d-1)
	return x, y
}

// converted returns a conversion of a place whose type has the same underlying type as t.
func (g *gen) converted(t *typ) (expr, bool) {
	list := g.placesWhere(toRead, func(x *typ) bool { return x != t && x.u() == t.u() && x.u().kind != interfaceKind })
	if len(list) == 0 {
		return expr{}, false
	}
	return convert(t, g.choose(list, toRead).text), true
}

func (g *gen) intExpr(t *typ, d int) expr {
	switch g.intn(16) {
	case 0, 1, 2:
		x, y := g.operands(t, d)
		return binary(x, one(&g.random, "+", "-", "|", "^"), y, 4)
	case 3, 4:
		x, y := g.operands(t, d)
		return binary(x, one(&g.random, "*", "&", "&^"), y, 5)
	case 5:
		x, y := g.variable(t, d-1), g.variable(t, d-1)
		return binary(x, one(&g.random, "/", "%"), expr{s: y.at(4) + " | 1", prec: 4}, 5)
	case 6:
		x := g.variable(t, d-1)
		return binary(x, one(&g.random, "/", "%"), constant(fmt.Sprint(g.between(1, 9))), 5)
	case 7, 8:
		x := g.variable(t, d-1)
		return binary(x, one(&g.random, "<<", ">>"), g.count(d-1), 5)
	case 9:
		x := g.variable(t, d-1)
		return expr{s: one(&g.random, "-", "^", "+") + x.at(primaryPrec), prec: unaryPrec}
	case 10, 11:
		from := g.basicType()
		if from.isInteger() {
			return convert(t, g.variable(from, d-1))
		}
		hi := 100
		if b := t.u().bits; b > 8 {
			hi = 30000
		}
		lo := 0
		if t.u().kind == intKind {
			lo = -hi
		}
		if from.u().kind != floatKind {
			from = float64Type
		}
		x := g.variable(from, d-1)
		if from != float64Type {
			x = convert(float64Type, x)
		}
		return primary("%s(inRange(%s, %d, %d))", t, x, lo, hi)
	case 12:
		if e, ok := g.length(); ok {
			if t == intType {
				return e
			}
			return convert(t, g.varying(e))
		}
	case 13:
		return primary("%s(%s, %s)", one(&g.random, "min", "max"), g.variable(t, d-1), g.value(t, d-1))
	case 14:
		if e, ok := g.converted(t); ok {
			return e
		}
	case 15:
		if t == intType {
			switch g.intn(3) {
			case 0:
				f := one(&g.random, "Index", "Count", "Compare", "LastIndex")
				return primary("strings.%s(%s, %s)", f, g.value(stringType, d-1), g.quoted())
			case 1:
				return primary("bits.OnesCount64(%s)", g.value(uint64Type, d-1))
			}
			return primary("utf8.RuneCountInString(%s)", g.value(stringType, d-1))
		}
	}
	return g.leaf(t, d, false)
}

// count returns a count for a shift, never negative.
func (g *gen) count(d int) expr {
	if g.chance(30) {
		return constant(fmt.Sprint(one(&g.random, 0, 1, 3, 7, 8, 31, 63, 64)))
	}
	t := g.typeWhere((*typ).isInteger, intType)
	if g.chance(60) {
		t = pick(&g.random, integerTypes)
	}
	x := g.variable(t, d-1)
	if t.u().kind == uintKind && g.chance(50) {
		return x
	}
	return expr{s: x.at(5) + " & " + one(&g.random, "7", "15", "63"), prec: 5}
}

// length returns len of something, if there is anything to take it of.
func (g *gen) length() (expr, bool) {
	list := g.placesWhere(toRead, func(t *typ) bool {
		switch t.u().kind {
		case mapKind:
			return g.mode == pure
		case stringKind, sliceKind, arrayKind:
			return true
		}
		return false
	})
	if len(list) == 0 {
		return expr{}, false
	}
	p := g.choose(list, toRead)
	e := primary("len(%s)", p.text)
	e.konst = p.typ.u().kind == arrayKind
	return e, true
}

func (g *gen) floatExpr(t *typ, d int) expr {
	switch g.intn(10) {
	case 0, 1:
		x, y := g.operands(t, d)
		return binary(x, one(&g.random, "+", "-"), y, 4)
	case 2, 3:
		x, y := g.operands(t, d) // the conversion keeps the product from being fused with a sum
		return convert(t, binary(x, "*", y, 5))
	case 4:
		x, y := g.variable(t, d-1), g.variable(t, d-1)
		return binary(x, "/", y, 5)
	case 5, 6:
		from := g.typeWhere((*typ).isNumber, intType)
		return convert(t, g.variable(from, d-1))
	case 7:
		if t == float64Type {
			f := one(&g.random, "math.Sqrt", "math.Abs", "math.Floor", "math.Trunc")
			return primary("%s(%s)", f, g.value(t, d-1))
		}
		return expr{s: "-" + g.variable(t, d-1).at(primaryPrec), prec: unaryPrec}
	case 8:
		if t == float64Type {
			return primary("%s(%s)", one(&g.random, "real", "imag"), g.variable(complexType, d-1))
		}
	case 9:
		return primary("%s(%s, %s)", one(&g.random, "min", "max"), g.variable(t, d-1), g.value(t, d-1))
	}
	return g.leaf(t, d, false)
}

func (g *gen) complexExpr(t *typ, d int) expr {
	switch g.intn(5) {
	case 0, 1:
		x, y := g.operands(t, d)
		return binary(x, one(&g.random, "+", "-"), y, 4)
	case 2: // with one part zero no sum of products is inexact that could be fused
		return binary(g.variable(t, d-1), "*", constant(one(&g.random, "2", "1i", "-1", "0.5i")), 5)
	case 3:
		if t == complexType {
			return primary("complex(%s, %s)", g.variable(float64Type, d-1), g.value(float64Type, d-1))
		}
	}
	return g.leaf(t, d, false)
}

func (g *gen) stringExpr(t *typ, d int) expr {
	conv := func(e expr) expr {
		if t == stringType {
			return e
		}
		return convert(t, e)
	}
	switch g.intn(12) {
	case 0, 1:
		x := g.variable(t, d-1)
		return binary(x, "+", g.literal(t, 0, true), 4)
	case 2:
		x, y := g.operands(t, d)
		return primary("clip(%s)", binary(x, "+", y, 4))
	case 3:
		return convert(t, "rune("+g.variable(g.basicInteger(), d-1).s+")")
	case 4:
		return conv(primary("strconv.Itoa(%s)", g.value(intType, d-1)))
	case 5:
		x := g.typeWhere((*typ).printable, intType)
		if g.fn.pure || g.initializing {
			x = pick(&g.random, g.ints)
		}
		f := one(&g.random,
			"fmt.Sprint(%s)",
			`fmt.Sprintf("%%v", %s)`,
			`fmt.Sprintf("%%+v|", %s)`,
			`fmt.Sprintf("%%q", fmt.Sprint(%s))`,
		)
		return conv(primary("clip("+f+")", g.expr(x, d-1)))
	case 6:
		f := one(&g.random,
			"clip(strings.ToUpper(%s))",
			"strings.TrimSpace(%s)",
			`strings.TrimLeft(%s, "ag")`,
			"clip(strings.ToLower(%s))",
			`clip(strings.ReplaceAll(%s, "a", "bb"))`,
			"clip(strconv.Quote(%s))",
			"clip(strings.Repeat(%s, 2))",
		)
		return conv(primary(f, g.value(stringType, d-1)))
	case 7, 8:
		if list := g.places(t, toRead); len(list) > 0 {
			s := g.choose(list, toRead).text
			n := g.intn(4)
			switch g.intn(4) {
			case 0:
				return primary("%s[:min(len(%s), %d)]", s, s, n)
			case 1:
				return primary("%s[min(len(%s), %d):]", s, s, n)
			case 2:
				return primary("%s[len(%s)/2:]", s, s)
			default:
				return primary("%s[len(%s)/3 : len(%s)-len(%s)/3]", s, s, s, s)
			}
		}
	case 9:
		return convert(t, one(&g.random, "[]byte", "[]rune")+"("+g.value(stringType, d-1).s+")")
	case 10:
		if e, ok := g.converted(t); ok {
			return e
		}
	}
	return g.leaf(t, d, false)
}

func (g *gen) basicInteger() *typ { return pick(&g.random, g.ints) }

// condition returns an expression of type bool that is not a constant.
func (g *gen) condition(d int) expr { return g.varying(g.boolExpr(boolType, d)) }

// header returns the text of e for the header of a statement, where composite literals need
// parentheses. gofmt removes them around a literal of an instance of a generic type, which does not
// parse then.
func header(e expr) string {
	if strings.Contains(e.s, "Gen") && strings.Contains(e.s, "{") {
		return "id(" + e.s + ")"
	}
	if strings.Contains(e.s, "{") {
		return "(" + e.s + ")"
	}
	return e.s
}

func (g *gen) boolExpr(t *typ, d int) expr {
	conv := func(e expr) expr {
		if t == boolType {
			return e
		}
		return convert(t, e)
	}
	if d > 0 {
		switch g.intn(14) {
		case 0:
			x, y := g.operands(t, d)
			return binary(x, "&&", y, 2)
		case 1:
			x, y := g.operands(t, d)
			return binary(x, "||", y, 1)
		case 2:
			return expr{s: "!" + g.variable(t, d-1).at(primaryPrec), prec: unaryPrec}
		case 3:
			f := one(&g.random, "HasPrefix", "HasSuffix", "Contains")
			return conv(primary("strings.%s(%s, %s)", f, g.value(stringType, d-1), g.value(stringType, d-1)))
		case 4:
			if list := g.placesWhere(toRead, (*typ).hasNil); len(list) > 0 {
				return conv(expr{s: g.choose(list, toRead).text + one(&g.random, " == nil", " != nil"), prec: 3})
			}
		case 5: // an interface against a value of a basic type
			list := g.placesWhere(toRead, func(t *typ) bool { return t.u() == anyType })
			if len(list) > 0 {
				return conv(binary(primary("%s", g.choose(list, toRead).text), one(&g.random, "==", "!="), g.expr(g.basicType(), 0), 3))
			}
		case 6:
			if list := g.places(errorType, toRead); len(list) > 0 && !g.fn.pure && !g.initializing {
				return conv(primary("errors.Is(%s, %s)", g.choose(list, toRead).text, g.choose(list, toRead).text))
			}
		case 7, 8, 9:
			list := g.placesWhere(toRead, func(t *typ) bool { return t.comparable() })
			if len(list) > 0 {
				p := g.choose(list, toRead)
				return conv(binary(primary("%s", p.text), one(&g.random, "==", "!="), g.value(p.typ, d-1), 3))
			}
		default:
			x := g.typeWhere((*typ).isOrdered, intType)
			if g.chance(50) {
				x = g.basicInteger()
			}
			a, b := g.operands(x, d)
			return conv(binary(a, one(&g.random, "<", "<=", ">", ">=", "==", "!="), b, 3))
		}
	}
	return g.leaf(t, d, false)
}

func (g *gen) sliceExpr(t *typ, d int, loose bool) expr {
	u := t.u()
	switch g.intn(6) {
	case 0: // an append that never writes into spare capacity, whose size the language leaves open
		if list := g.places(t, toRead); len(list) > 0 {
			s := g.choose(list, toRead).text
			return primary("append(%s[:len(%s):len(%s)], %s)", s, s, s, g.value(u.elem, d-1))
		}
	case 1:
		if list := g.places(t, toRead); len(list) > 0 {
			s := g.choose(list, toRead).text
			f := one(&g.random, "%s[:len(%[1]s)/2]", "%s[len(%[1]s)/2:]", "%s[:0]", "%s[:]", "%s[len(%[1]s)/3:len(%[1]s)]")
			return primary(f, s)
		}
	case 2:
		list := g.placesWhere(toAddress, func(x *typ) bool { return x.u().kind == arrayKind && x.u().elem == u.elem })
		if len(list) > 0 {
			p := g.choose(list, toAddress)
			f := one(&g.random, "%s[:]", "%s[1:]", "%s[:1]", "%s[0:1:1]")
			e := primary(f, p.text)
			if t.declared() && !loose {
				return convert(t, e)
			}
			return e
		}
	case 3:
		if u.elem == uint8Type {
			return convert(t, g.value(stringType, d-1))
		}
		return primary("make(%s, %d)", t, g.intn(4))
	case 4:
		if e, ok := g.converted(t); ok {
			return e
		}
	}
	return g.leaf(t, d, loose)
}

// paramExpr returns an expression of the type of a type parameter.
func (g *gen) paramExpr(t *typ, d int) expr {
	switch t.constraint {
	case integerConstraint:
		switch g.intn(6) {
		case 3:
			y := g.variable(t, d-1)
			return binary(g.variable(t, d-1), one(&g.random, "/", "%"), expr{s: y.at(4) + " | 1", prec: 4}, 5)
		case 4:
			return convert(t, g.variable(g.basicInteger(), d-1))
		case 0:
			return binary(g.variable(t, d-1), one(&g.random, "+", "-", "|", "^"), g.value(t, d-1), 4)
		case 1:
			return binary(g.variable(t, d-1), one(&g.random, "*", "&"), g.value(t, d-1), 5)
		case 2:
			return binary(g.variable(t, d-1), one(&g.random, "<<", ">>"), g.count(d-1), 5)
		}
	case numberConstraint:
		switch g.intn(3) {
		case 0:
			return binary(g.variable(t, d-1), one(&g.random, "+", "-"), g.value(t, d-1), 4)
		case 1:
			return convert(t, binary(g.variable(t, d-1), "*", g.value(t, d-1), 5))
		}
	case orderedConstraint:
		switch g.intn(3) {
		case 0:
			return primary("max(%s, %s)", g.variable(t, d-1), g.value(t, d-1))
		case 1:
			return primary("min(%s, %s)", g.variable(t, d-1), g.value(t, d-1))
		}
	}
	return g.leaf(t, d, false)
}
