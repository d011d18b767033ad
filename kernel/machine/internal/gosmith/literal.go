// SPDX-License-Identifier: BSD-3-Clause

package gosmith

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// An expr is the text of an expression.
type expr struct {
	s     string
	prec  int  // precedence of the outermost operator
	konst bool // may be a constant
}

// Precedences above those of the binary operators, which are 1 to 5.
const (
	unaryPrec   = 6
	primaryPrec = 7
)

func primary(format string, args ...any) expr {
	return expr{s: fmt.Sprintf(format, args...), prec: primaryPrec}
}

func constant(s string) expr {
	e := expr{s: s, prec: primaryPrec, konst: true}
	if strings.HasPrefix(s, "-") {
		e.prec = unaryPrec
	}
	return e
}

func (e expr) String() string { return e.s }

// at returns the text for an operand of an operator of the given precedence.
func (e expr) at(prec int) string {
	if e.prec < prec {
		return "(" + e.s + ")"
	}
	return e.s
}

// operand returns the text with parentheses unless it is a primary expression.
func (e expr) operand() string { return e.at(primaryPrec) }

// convert returns the conversion of e to t.
func convert(t *typ, e any) expr {
	s := t.String()
	if t.name == "" && (t.kind == pointerKind || t.kind == funcKind || t.kind == chanKind) {
		s = "(" + s + ")"
	}
	return primary("%s(%s)", s, e)
}

// number returns the text of an untyped constant that the number type t can represent.
func (g *gen) number(t *typ) string {
	u := t.u()
	switch u.kind {
	case floatKind:
		return one(&g.random, "0.5", "1.5", "-2.25", "3", "1e3", "0.1", "-0.001", "100.75", "2", "7", "1.0", "0x1p-2", "1_000.5")
	case complexKind:
		return one(&g.random, "1i", "2", "(1 + 2i)", "(-3 + 0.5i)", "(2 - 1i)")
	case paramKind:
		return fmt.Sprint(g.between(1, 9))
	}
	var lo, hi big
	if u.kind == intKind {
		hi = 1<<(u.bits-1) - 1
		lo = hi + 1
	} else {
		hi = math.MaxUint64 >> (64 - u.bits)
	}
	small := func() big { return big(g.intn(12)) }
	n := small()
	switch g.intn(12) {
	case 0:
		n = hi
	case 1:
		n = hi - small()
	case 2:
		n = hi >> g.intn(u.bits)
	case 3:
		n = big(g.next()) & hi
	case 4:
		n = 100
	}
	var s string
	switch g.intn(10) {
	case 0:
		s = fmt.Sprintf("%#x", n)
	case 1:
		s = fmt.Sprintf("0b%b", n&63)
	case 2:
		s = fmt.Sprintf("0o%o", n&63)
	case 3:
		s = strconv.QuoteRune(one(&g.random, 'a', 'z', '0', '~', ' '))
	default:
		s = fmt.Sprint(n)
	}
	if lo > 0 && g.chance(25) {
		if g.chance(10) {
			return fmt.Sprintf("-%d", lo)
		}
		return "-" + s
	}
	return s
}

type big = uint64

var words = []string{
	"", "a", "go", "héllo", "世界", "x y", "tab\t", "zebra", "Ω≈", "0123456789", "a,b,c", "\"q\"", "nul\x00", "\xff\xfe", "polka",
}

func (g *gen) quoted() string {
	w := pick(&g.random, words)
	if g.chance(10) && strconv.CanBackquote(w) {
		return "`" + w + "`"
	}
	return strconv.Quote(w)
}

// literal returns a literal or another new value of type t: an expression of exactly that type
// unless loose, else one that can be assigned to it.
func (g *gen) literal(t *typ, d int, loose bool) expr {
	u := t.u()
	switch u.kind {
	case boolKind:
		e := constant(one(&g.random, "true", "false"))
		if t != boolType && !loose {
			e = convert(t, e)
			e.konst = true
		}
		return e
	case intKind, uintKind, floatKind, complexKind:
		if len(t.constants) > 0 && g.chance(60) {
			return constant(pick(&g.random, t.constants))
		}
		s := g.number(t)
		if loose || t == intType && !strings.HasPrefix(s, "'") && !strings.HasPrefix(s, "-'") {
			return constant(s)
		}
		e := convert(t, s)
		e.konst = true
		return e
	case stringKind:
		e := constant(g.quoted())
		if t != stringType && !loose {
			e = convert(t, e)
			e.konst = true
		}
		return e
	case structKind:
		return g.structLiteral(t, d)
	case pointerKind:
		if d <= 0 || g.chance(10) {
			return g.null(t, loose)
		}
		return g.nonNil(t, d)
	case arrayKind, sliceKind:
		if u.kind == sliceKind && (d <= 0 || g.chance(12)) {
			return g.null(t, loose)
		}
		n := u.length
		if u.kind == sliceKind {
			n = g.intn(5)
		}
		return g.listLiteral(t, n, d)
	case mapKind:
		if d <= 0 || g.chance(10) {
			return g.null(t, loose)
		}
		return g.nonNil(t, d)
	case funcKind:
		if d <= 0 || g.chance(10) {
			return g.null(t, loose)
		}
		if e := g.nonNil(t, d); loose {
			return e
		} else {
			return convert(t, e)
		}
	case chanKind:
		return primary("make(%s, %d)", t, g.intn(3))
	case interfaceKind:
		if g.chance(10) || !g.inhabited(t) || d < -10 { // an array of interfaces can hold itself
			return g.null(t, loose)
		}
		e := g.nonNil(t, d)
		if loose {
			return e
		}
		return convert(t, e)
	}
	if t.constraint == integerConstraint || t.constraint == numberConstraint {
		return convert(t, g.number(t))
	}
	return primary("*new(%s)", t)
}

// null returns nil, converted to t unless loose.
func (g *gen) null(t *typ, loose bool) expr {
	if loose {
		return primary("nil")
	}
	return convert(t, "nil")
}

// zero returns the zero value of t as an expression that can be assigned to it.
func (g *gen) zero(t *typ) string {
	switch u := t.u(); u.kind {
	case boolKind:
		return "false"
	case intKind, uintKind, floatKind, complexKind:
		return "0"
	case stringKind:
		return `""`
	case structKind, arrayKind:
		return t.String() + "{}"
	case paramKind:
		return "*new(" + t.name + ")"
	}
	return "nil"
}

func (g *gen) structLiteral(t *typ, d int) expr {
	u := t.u()
	var parts []string
	if len(u.fields) > 0 && d > 0 {
		if g.chance(30) {
			for _, f := range u.fields {
				parts = append(parts, g.value(f.typ, d-1).s)
			}
		} else {
			for _, f := range u.fields {
				if g.chance(70) {
					parts = append(parts, f.name+": "+g.value(f.typ, d-1).s)
				}
			}
		}
	}
	return primary("%s{%s}", t, strings.Join(parts, ", "))
}

// listLiteral returns a literal of an array or slice type with at least n elements.
func (g *gen) listLiteral(t *typ, n, d int) expr {
	u := t.u()
	var parts []string
	for i := range n {
		if u.kind == arrayKind && g.chance(15) {
			continue
		}
		e := g.elided(u.elem, d-1)
		if u.kind == arrayKind && len(parts) < i || g.chance(8) {
			e = fmt.Sprintf("%d: %s", i, e)
			if len(parts) < i {
				parts = append(parts, e)
				n = -1 // the rest stays zero
				break
			}
		}
		parts = append(parts, e)
	}
	s := t.String()
	if t.name == "" && u.kind == arrayKind && len(parts) == n && g.chance(25) {
		s = "[...]" + u.elem.String()
	}
	return primary("%s{%s}", s, strings.Join(parts, ", "))
}

// elided returns an element of a composite literal, sometimes without the type of a nested literal.
func (g *gen) elided(t *typ, d int) string {
	e := g.value(t, d)
	if rest, ok := strings.CutPrefix(e.s, t.String()+"{"); ok && balanced(rest) && g.chance(70) {
		return "{" + rest
	}
	return e.s
}

// balanced reports whether the last brace of s closes the one that was cut off in front of it.
func balanced(s string) bool {
	depth := 1
	for i, c := range s {
		switch c {
		case '{':
			depth++
		case '}':
			depth--
			if depth == 0 {
				return i == len(s)-1
			}
		case '"', '`', '\'':
			return false
		}
	}
	return false
}

// keyOf returns a constant or composite literal of a map's key type, from a small set so that
// lookups hit.
func (g *gen) keyOf(t *typ) string {
	s := g.keys(t)
	return s[g.intn(len(s))]
}

// keys returns a few different keys of type t.
func (g *gen) keys(t *typ) []string {
	u := t.u()
	switch u.kind {
	case boolKind:
		return []string{"true", "false"}
	case intKind, uintKind:
		return []string{"0", "1", "2", "7", "100"}
	case floatKind:
		return []string{"0", "0.5", "2", "-1.25"}
	case complexKind:
		return []string{"0", "1i", "2"}
	case stringKind:
		return []string{`""`, `"a"`, `"go"`, `"世界"`}
	case interfaceKind:
		return []string{"1", `"a"`, "2.5", "true", "int8(1)"}
	case arrayKind:
		var list []string
		for _, k := range g.keys(u.elem) {
			list = append(list, fmt.Sprintf("%s{%s}", t, k))
		}
		if u.length == 0 {
			return list[:1]
		}
		return list
	case structKind:
		if len(u.fields) == 0 {
			return []string{t.String() + "{}"}
		}
		f := u.fields[0]
		var list []string
		for _, k := range g.keys(f.typ) {
			list = append(list, fmt.Sprintf("%s{%s: %s}", t, f.name, k))
		}
		return list
	}
	panic("gosmith: no key of type " + t.String())
}

// inhabited reports whether a value other than nil of the interface type t can be made.
func (g *gen) inhabited(t *typ) bool {
	u := t.u()
	return u == anyType || u == errorType || len(g.implementers(t)) > 0
}

// implementers returns the types whose values can be assigned to the interface type t, which has
// methods.
func (g *gen) implementers(t *typ) []*typ {
	var list []*typ
	for _, d := range g.declared {
		if d.u().kind == interfaceKind {
			continue
		}
		if d.implements(t) {
			list = append(list, d)
		}
		if p := g.pointer(d); p.implements(t) {
			list = append(list, p)
		}
	}
	return list
}

// nonNil returns a value other than nil that can be assigned to t.
func (g *gen) nonNil(t *typ, d int) expr {
	u := t.u()
	switch u.kind {
	case pointerKind:
		if u.elem.u().kind == structKind && g.chance(60) {
			return expr{s: "&" + g.structLiteral(u.elem, d).s, prec: unaryPrec}
		}
		if list := g.places(u.elem, toAddress); len(list) > 0 && g.chance(60) {
			return expr{s: "&" + g.choose(list, toAddress).text, prec: unaryPrec}
		}
		if u.elem.isBasic() && g.chance(30) {
			return primary("new(%s)", g.expr(u.elem, d-1))
		}
		return primary("new(%s)", u.elem)
	case sliceKind:
		return g.listLiteral(t, g.between(1, 4), d)
	case mapKind:
		if g.chance(25) {
			return primary("make(%s)", t)
		}
		var parts []string
		keys := g.keys(u.key)
		for _, k := range keys[:g.intn(len(keys)+1)] {
			if rest, ok := strings.CutPrefix(k, u.key.String()+"{"); ok && g.chance(60) {
				k = "{" + rest
			}
			parts = append(parts, k+": "+g.elided(u.elem, d-1))
		}
		return primary("%s{%s}", t, strings.Join(parts, ", "))
	case funcKind:
		return g.funcValue(u, d)
	case interfaceKind:
		switch {
		case u == anyType && t.opaque:
			x := g.anyTyp()
			if x.u().kind == interfaceKind {
				x = intType
			}
			return g.expr(x, d-1)
		case u == anyType:
			x := g.typeWhere((*typ).flat, intType)
			if g.chance(40) {
				x = g.basicType()
			}
			return g.expr(x, d-1)
		case u == errorType:
			return g.errorValue(d)
		}
		list := g.implementers(t)
		if len(list) == 0 {
			panic("gosmith: no implementation of " + t.String())
		}
		x := pick(&g.random, list)
		if x.kind == pointerKind {
			return g.nonNil(x, d)
		}
		return g.expr(x, d-1)
	case chanKind:
		return primary("make(%s, 1)", t)
	}
	return g.value(t, d)
}

func (g *gen) errorValue(d int) expr {
	if n := len(g.errors); n > 0 && g.chance(60) {
		t := pick(&g.random, g.errors)
		if p := g.pointer(t); g.chance(30) || !t.implements(errorInterface) {
			if p.implements(errorInterface) {
				return g.nonNil(p, d)
			}
		} else {
			return g.expr(t, d-1)
		}
	}
	if !g.fn.pure && !g.initializing && d > 0 && g.chance(40) {
		return primary("fmt.Errorf(\"%s: %%w\", %s)", one(&g.random, "wrap", "outer"), g.errorValue(d-1))
	}
	return primary("errors.New(%s)", g.quoted())
}

var errorInterface = &typ{kind: interfaceKind, methods: []*method{{name: "Error"}}}
