package gosmith

import (
	"fmt"
	"slices"
	"strings"
)

// A kind is the sort of a type's underlying type.
type kind uint8

const (
	boolKind kind = iota
	intKind
	uintKind
	floatKind
	complexKind
	stringKind
	structKind
	pointerKind
	arrayKind
	sliceKind
	mapKind
	funcKind
	interfaceKind
	chanKind
	paramKind
)

// A typ is a type of the generated program. Identical types are the same pointer: literals are
// interned by their text.
type typ struct {
	kind     kind
	name     string // of a predeclared or declared type or a type parameter; "" for a type literal
	under    *typ   // of a declared type
	bits     int    // size of a number
	elem     *typ   // of a pointer, array, slice, map or channel
	key      *typ   // of a map
	length   int    // of an array
	fields   []*field
	params   []*typ
	results  []*typ
	variadic bool
	methods  []*method // of a declared type or an interface

	constraint constraint // of a type parameter
	generic    *generic   // of an instance of a generic type
	args       []*typ     // its type arguments

	constants []string // names of declared constants of this type
	opaque    bool     // an interface whose values may hold anything and so cannot be printed
}

type field struct {
	name     string
	typ      *typ
	embedded bool
	tag      string
}

// A method is a method of a declared type or an interface. Methods of the same name have the same
// signature and the same purity in the whole program.
type method struct {
	name    string
	sig     *typ
	pure    bool
	pointer bool      // the receiver is a pointer
	fn      *function // nil in an interface
}

// u returns the underlying type.
func (t *typ) u() *typ {
	if t.under != nil {
		return t.under
	}
	return t
}

func (t *typ) declared() bool { return t.under != nil }

func (t *typ) String() string {
	if t.name != "" {
		return t.name
	}
	return t.literal()
}

// literal returns the text of a type literal, or of the right side of the declaration of a declared
// type.
func (t *typ) literal() string {
	u := t.u()
	switch u.kind {
	case structKind:
		var b strings.Builder
		b.WriteString("struct {")
		for i, f := range u.fields {
			if i > 0 {
				b.WriteString("; ")
			}
			if !f.embedded {
				b.WriteString(f.name + " ")
			}
			b.WriteString(f.typ.String())
			if f.tag != "" {
				b.WriteString(" `" + f.tag + "`")
			}
		}
		b.WriteString("}")
		return b.String()
	case pointerKind:
		return "*" + u.elem.String()
	case arrayKind:
		return fmt.Sprintf("[%d]%s", u.length, u.elem)
	case sliceKind:
		return "[]" + u.elem.String()
	case mapKind:
		return fmt.Sprintf("map[%s]%s", u.key, u.elem)
	case chanKind:
		return "chan " + u.elem.String()
	case funcKind:
		return "func" + u.signature(nil)
	case interfaceKind:
		if u.name != "" {
			return u.name
		}
		var b strings.Builder
		b.WriteString("interface {")
		for i, m := range u.methods {
			if i > 0 {
				b.WriteString("; ")
			}
			b.WriteString(m.name + m.sig.signature(nil))
		}
		b.WriteString("}")
		return b.String()
	}
	return u.name
}

// signature returns the parameters, with names unless names is nil, and the results of a function
// type.
func (t *typ) signature(names []string) string {
	var b strings.Builder
	b.WriteString("(")
	for i, p := range t.params {
		if i > 0 {
			b.WriteString(", ")
		}
		if names != nil {
			b.WriteString(names[i] + " ")
		}
		if t.variadic && i == len(t.params)-1 {
			b.WriteString("..." + p.elem.String())
		} else {
			b.WriteString(p.String())
		}
	}
	b.WriteString(")")
	switch len(t.results) {
	case 0:
	case 1:
		b.WriteString(" " + t.results[0].String())
	default:
		b.WriteString(" (")
		for i, r := range t.results {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(r.String())
		}
		b.WriteString(")")
	}
	return b.String()
}

// intern returns the one pointer for a type literal.
func (g *gen) intern(t *typ) *typ {
	s := t.literal()
	if old := g.interned[s]; old != nil {
		return old
	}
	g.interned[s] = t
	return t
}

func (g *gen) pointer(t *typ) *typ { return g.intern(&typ{kind: pointerKind, elem: t}) }
func (g *gen) slice(t *typ) *typ   { return g.intern(&typ{kind: sliceKind, elem: t}) }
func (g *gen) array(n int, t *typ) *typ {
	return g.intern(&typ{kind: arrayKind, length: n, elem: t})
}
func (g *gen) mapOf(k, v *typ) *typ { return g.intern(&typ{kind: mapKind, key: k, elem: v}) }
func (g *gen) funcOf(results []*typ, params ...*typ) *typ {
	return g.intern(&typ{kind: funcKind, params: params, results: results})
}

// The predeclared types. They are never changed.
var (
	boolType    = &typ{kind: boolKind, name: "bool"}
	intType     = &typ{kind: intKind, name: "int", bits: 64}
	stringType  = &typ{kind: stringKind, name: "string"}
	float64Type = &typ{kind: floatKind, name: "float64", bits: 64}
	complexType = &typ{kind: complexKind, name: "complex128", bits: 128}
	uint8Type   = &typ{kind: uintKind, name: "uint8", bits: 8}
	int32Type   = &typ{kind: intKind, name: "int32", bits: 32}
	uint64Type  = &typ{kind: uintKind, name: "uint64", bits: 64}
	anyType     = &typ{kind: interfaceKind, name: "any"}
	errorType   = &typ{kind: interfaceKind, name: "error"}

	integerTypes = []*typ{
		intType, int32Type, uint8Type, uint64Type,
		{kind: intKind, name: "int8", bits: 8},
		{kind: intKind, name: "int16", bits: 16},
		{kind: intKind, name: "int64", bits: 64},
		{kind: uintKind, name: "uint", bits: 64},
		{kind: uintKind, name: "uint16", bits: 16},
		{kind: uintKind, name: "uint32", bits: 32},
		{kind: uintKind, name: "uintptr", bits: 64},
	}
	floatTypes   = []*typ{float64Type, {kind: floatKind, name: "float32", bits: 32}}
	complexTypes = []*typ{complexType, {kind: complexKind, name: "complex64", bits: 64}}
)

func (t *typ) isInteger() bool { k := t.u().kind; return k == intKind || k == uintKind }
func (t *typ) isNumber() bool  { k := t.u().kind; return intKind <= k && k <= floatKind }
func (t *typ) isOrdered() bool {
	return t.isNumber() || t.u().kind == stringKind || t.constraint >= orderedConstraint
}
func (t *typ) isBasic() bool { return t.u().kind <= stringKind }

// hasNil reports whether nil is a value of the type.
func (t *typ) hasNil() bool {
	switch t.u().kind {
	case pointerKind, sliceKind, mapKind, funcKind, interfaceKind, chanKind:
		return true
	}
	return false
}

// all reports whether ok holds for the type and all types that its values contain in place: fields
// and array elements, and elements of slices and maps if deep.
func (t *typ) all(deep bool, ok func(*typ) bool) bool {
	seen := map[*typ]bool{}
	var visit func(*typ) bool
	visit = func(t *typ) bool {
		if seen[t] {
			return true
		}
		seen[t] = true
		if !ok(t) {
			return false
		}
		u := t.u()
		switch u.kind {
		case structKind:
			for _, f := range u.fields {
				if !visit(f.typ) {
					return false
				}
			}
		case arrayKind:
			return visit(u.elem)
		case sliceKind:
			return !deep || visit(u.elem)
		case mapKind:
			return !deep || visit(u.key) && visit(u.elem)
		}
		return true
	}
	return visit(t)
}

// comparable reports whether values can be compared without a panic and with the same answer
// everywhere. That leaves out pointers to variables of size zero.
func (t *typ) comparable() bool {
	return t.all(false, func(t *typ) bool {
		switch t.u().kind {
		case sliceKind, mapKind, funcKind, interfaceKind:
			return false
		case pointerKind:
			return t.u().elem.size() > 0
		case paramKind:
			return t.constraint > anyConstraint
		}
		return true
	})
}

// size returns 0 for types without any contents and something else for others.
func (t *typ) size() int {
	u := t.u()
	switch u.kind {
	case structKind:
		n := 0
		for _, f := range u.fields {
			n += f.typ.size()
		}
		return n
	case arrayKind:
		return u.length * u.elem.size()
	case paramKind:
		return 0
	}
	return 1
}

// keyable reports whether the type can be the key of a map that fmt prints in a defined order.
func (t *typ) keyable() bool {
	return t.all(false, func(t *typ) bool {
		switch t.u().kind {
		case pointerKind, sliceKind, mapKind, funcKind, interfaceKind, chanKind, paramKind, complexKind:
			return false
		}
		return true
	})
}

// printable reports whether fmt prints a value without the address of anything. It prints errors in
// fields that are not exported without calling their methods.
func (t *typ) printable() bool {
	return t == errorType || !t.recursive() && t.all(true, func(t *typ) bool {
		switch u := t.u(); u.kind {
		case pointerKind, funcKind, chanKind:
			return false
		case interfaceKind:
			return u == anyType && !t.opaque
		case mapKind:
			return u.key.keyable()
		}
		return true
	})
}

// recursive reports whether a slice or map in values of the type may hold values of the same type.
// Printing them may take exponential time.
func (t *typ) recursive() bool {
	var inside []*typ
	var visit func(*typ) bool
	visit = func(t *typ) bool {
		if slices.Contains(inside, t) {
			return true
		}
		inside = append(inside, t)
		defer func() { inside = inside[:len(inside)-1] }()
		u := t.u()
		switch u.kind {
		case structKind:
			for _, f := range u.fields {
				if visit(f.typ) {
					return true
				}
			}
		case arrayKind, sliceKind:
			return visit(u.elem)
		case mapKind:
			return visit(u.key) || visit(u.elem)
		}
		return false
	}
	return visit(t)
}

// flat reports whether the type is printable and has no interfaces in it, so that values in an
// interface do not grow without limit.
func (t *typ) flat() bool {
	return t.printable() && t.all(true, func(t *typ) bool {
		return t.u().kind != interfaceKind && t.u().kind != paramKind
	})
}

// find looks a method of a declared type up, also among those promoted from embedded fields.
// Indirect reports whether an embedded pointer is on the way.
func (t *typ) find(name string) (m *method, indirect bool) {
	type entry struct {
		t        *typ
		indirect bool
	}
	level := []entry{{t, false}}
	for len(level) > 0 {
		var next []entry
		count := 0
		for _, e := range level {
			for _, x := range e.t.methods {
				if x.name == name {
					m, indirect = x, e.indirect
					count++
				}
			}
			if e.t.u().kind != structKind {
				continue
			}
			for _, f := range e.t.u().fields {
				if !f.embedded {
					continue
				}
				if f.typ.kind == pointerKind {
					next = append(next, entry{f.typ.elem, true})
				} else {
					next = append(next, entry{f.typ, e.indirect})
				}
			}
		}
		if count == 1 {
			return m, indirect
		}
		if count > 1 {
			return nil, false
		}
		level = next
	}
	return nil, false
}

// implements reports whether values of t, which is declared or a pointer to a declared type, can be
// assigned to the interface, and their methods called without going through an embedded pointer.
func (t *typ) implements(iface *typ) bool {
	base, pointer := t, false
	if t.kind == pointerKind {
		base, pointer = t.elem, true
	}
	if base.generic != nil && slices.ContainsFunc(base.args, func(a *typ) bool { return a.kind == paramKind }) {
		return false
	}
	if base.u().kind == interfaceKind || base.u().kind == pointerKind {
		return false
	}
	for _, want := range iface.u().methods {
		m, indirect := base.find(want.name)
		if m == nil || indirect || m.pointer && !pointer {
			return false
		}
	}
	return true
}

// A methodSpec is a method that types of the program may have.
type methodSpec struct {
	name string
	sig  *typ
	pure bool
}

// basicType returns a type of one of the basic kinds, which may be declared.
func (g *gen) basicType() *typ {
	switch n := g.intn(20); {
	case n < 9:
		return pick(&g.random, g.ints)
	case n < 10:
		return pick(&g.random, integerTypes)
	case n < 13:
		return stringType
	case n < 15:
		return boolType
	case n < 17:
		return pick(&g.random, floatTypes)
	case n < 18 && g.chance(30):
		return pick(&g.random, complexTypes)
	default:
		return g.typeWhere((*typ).isBasic, intType)
	}
}

// typeWhere returns a type of the pool with the property, or fallback.
func (g *gen) typeWhere(ok func(*typ) bool, fallback *typ) *typ {
	var list []*typ
	for _, t := range g.pool {
		if ok(t) {
			list = append(list, t)
		}
	}
	if len(list) == 0 {
		return fallback
	}
	return pick(&g.random, list)
}

// anyTyp returns a type for a variable: a basic one or one of the pool.
func (g *gen) anyTyp() *typ {
	if g.chance(45) {
		return g.basicType()
	}
	return pick(&g.random, g.pool)
}

// keyType returns a type for the keys of a map.
func (g *gen) keyType() *typ {
	t := g.anyTyp()
	if !t.keyable() || t.u().kind == boolKind {
		return one(&g.random, stringType, intType)
	}
	return t
}

// compose makes a new type out of those of the pool.
func (g *gen) compose() *typ {
	t := g.anyTyp()
	switch g.intn(9) {
	case 0, 1, 2:
		return g.slice(t)
	case 3:
		return g.array(g.between(1, 4), t)
	case 4, 5:
		return g.mapOf(g.keyType(), t)
	case 6:
		return g.pointer(t)
	case 7:
		return g.funcOf([]*typ{t}, g.basicType())
	default:
		return g.intern(&typ{kind: structKind, fields: g.fields(g.between(1, 3))})
	}
}

// fields makes fields with names that no other struct has.
func (g *gen) fields(n int) []*field {
	var list []*field
	for range n {
		f := &field{name: g.name(one(&g.random, "a", "b", "count", "next", "F", "Val")), typ: g.anyTyp()}
		if g.chance(10) {
			f.tag = `json:"` + f.name + `"`
		}
		list = append(list, f)
	}
	return list
}

// declareTypes makes the declared types of the program and fills the pool.
func (g *gen) declareTypes() {
	g.ints = []*typ{intType, intType}
	for range 3 {
		g.ints = append(g.ints, pick(&g.random, integerTypes))
	}
	g.pool = []*typ{intType, stringType, g.ints[2], g.ints[3], g.slice(intType), anyType, errorType}
	n := 3 + min(g.size/2, 6)
	for range g.between(2, 5) {
		g.pool = append(g.pool, g.compose())
	}
	for range n {
		g.declareType()
		if g.chance(60) {
			g.pool = append(g.pool, g.compose())
		}
	}
}

func (g *gen) declareType() {
	t := &typ{name: g.name(one(&g.random, "T", "Shape", "item", "Node"))}
	switch n := g.intn(20); {
	case n < 8:
		g.declareStruct(t)
	case n < 10:
		g.declareEnum(t)
	case n < 12:
		t.under = g.basicType().u()
	case n < 13:
		t.under = g.slice(g.anyTyp())
	case n < 14:
		t.under = g.mapOf(g.keyType(), g.anyTyp())
	case n < 15:
		t.under = g.funcOf([]*typ{g.anyTyp()}, g.basicType())
	case n < 16:
		t.under = g.array(g.between(1, 4), g.anyTyp())
	case n < 17:
		t.under, t.opaque = anyType, true
	default:
		g.declareInterface(t)
		g.pool = append(g.pool, t)
		return
	}
	t.kind = t.under.kind
	g.declared = append(g.declared, t)
	if t.kind != interfaceKind && t.kind != pointerKind {
		g.giveMethods(t)
	}
	g.pool = append(g.pool, t)
	if t.kind == structKind {
		g.pool = append(g.pool, t)
		if g.chance(60) {
			g.pool = append(g.pool, g.pointer(t))
		}
	}
}

func (g *gen) declareStruct(t *typ) {
	t.kind = structKind
	u := &typ{kind: structKind}
	t.under = u
	if g.chance(6) {
		return
	}
	u.fields = g.fields(g.between(1, 4))
	if g.chance(25) { // a recursive type
		f := &field{name: g.name("link"), typ: one(&g.random, g.pointer(t), g.slice(t), g.mapOf(stringType, g.pointer(t)))}
		u.fields = append(u.fields, f)
	}
	if g.chance(45) {
		base := g.typeWhere(func(e *typ) bool { return e.declared() && e.u().kind == structKind }, nil)
		if base != nil && !base.embeds() {
			f := &field{name: base.name, typ: base, embedded: true}
			if g.chance(25) {
				f.typ = g.pointer(base)
			}
			u.fields = append(u.fields, f)
			shuffle(&g.random, u.fields)
		}
	} else if g.chance(15) {
		base := g.typeWhere(func(e *typ) bool { return e.declared() && e.isBasic() }, nil)
		if base != nil {
			u.fields = append(u.fields, &field{name: base.name, typ: base, embedded: true})
		}
	}
}

// embeds reports whether a struct has embedded fields two levels deep.
func (t *typ) embeds() bool {
	for _, f := range t.u().fields {
		if f.embedded {
			e := f.typ
			if e.kind == pointerKind {
				e = e.elem
			}
			for _, f := range e.u().fields {
				if f.embedded {
					return true
				}
			}
		}
	}
	return false
}

func (g *gen) declareEnum(t *typ) {
	t.under = pick(&g.random, g.ints)
	expr := one(&g.random, "iota", "iota + 1", "1 << iota", "iota * 3 % 7", "10 - iota")
	var b strings.Builder
	b.WriteString("const (\n")
	blanks := 0 // at most 2: 1 << 6 is the largest such constant of an int8
	for i := range g.between(2, 5) {
		if i > 0 && g.chance(15) && blanks < 2 {
			blanks++
			b.WriteString("_\n")
		}
		c := g.name("C")
		t.constants = append(t.constants, c)
		if i == 0 {
			fmt.Fprintf(&b, "%s %s = %s\n", c, t.name, expr)
		} else {
			b.WriteString(c + "\n")
		}
	}
	b.WriteString(")")
	g.decls = append(g.decls, b.String())
}

func (g *gen) declareInterface(t *typ) {
	t.kind = interfaceKind
	u := &typ{kind: interfaceKind}
	t.under = u
	specs := append([]*methodSpec(nil), g.specs...)
	shuffle(&g.random, specs)
	for _, s := range specs[:g.between(1, 2)] {
		u.methods = append(u.methods, &method{name: s.name, sig: s.sig, pure: s.pure})
	}
	t.methods = u.methods
	text := "type " + t.name + " interface {\n"
	for i, m := range u.methods {
		if i == 0 && len(g.interfaces) > 0 && g.chance(40) {
			e := pick(&g.random, g.interfaces)
			text += e.name + "\n"
			for _, x := range e.u().methods {
				if !has(u.methods, x.name) {
					u.methods = append(u.methods, x)
				}
			}
			t.methods = u.methods
		}
		text += m.name + m.sig.signature(nil) + "\n"
	}
	g.decls = append(g.decls, text+"}")
	g.interfaces = append(g.interfaces, t)
}

func has(methods []*method, name string) bool {
	for _, m := range methods {
		if m.name == name {
			return true
		}
	}
	return false
}

// giveMethods declares methods for t. The bodies are written later.
func (g *gen) giveMethods(t *typ) {
	percent := one(&g.random, 0, 30, 60)
	for _, s := range g.specs {
		if g.chance(percent) {
			g.giveMethod(t, s)
		}
	}
	switch g.intn(8) {
	case 0, 1:
		g.giveMethod(t, &methodSpec{"String", g.funcOf([]*typ{stringType}), true})
	case 2:
		g.giveMethod(t, &methodSpec{"Error", g.funcOf([]*typ{stringType}), true})
		g.errors = append(g.errors, t)
	}
}

func (g *gen) giveMethod(t *typ, s *methodSpec) {
	m := &method{name: s.name, sig: s.sig, pure: s.pure}
	m.pointer = g.chance(45) && t.kind != pointerKind
	recv := t
	if m.pointer {
		recv = g.pointer(t)
	}
	m.fn = &function{name: s.name, sig: s.sig, pure: s.pure, recv: recv}
	t.methods = append(t.methods, m)
	g.functions = append(g.functions, m.fn)
}

// typeDecls returns the declarations of the declared types that have none yet.
func (g *gen) typeDecls() []string {
	var list []string
	for _, t := range g.declared {
		if t.generic == nil {
			list = append(list, "type "+t.name+" "+t.literal())
		}
	}
	return list
}
