// SPDX-License-Identifier: BSD-3-Clause

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
