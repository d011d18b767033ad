// SPDX-License-Identifier: BSD-3-Clause

// Package table has the types of the symbol tables that package extract writes, which generated
// files mention.
//
//	var mylib_ = table.Table{
//		Path:   "example.org/mylib",
//		Name:   "mylib",
//		Values: []table.Symbol{{"Version", mylib.Version}},
//	}
//
//	func init() { stdlib.Add([]*table.Table{&mylib_}, facts) }
//
// The tables are data that the linker lays out: slices of names and of interface values whose
// contents are functions, typed nil pointers and constants. Nothing runs when the program starts.
package table

import (
	"fmt"
	"go/constant"
	"go/token"
	"reflect"
)

// A Table holds what one package exports, except for generic functions and types, which have no
// value at run time. Each slice is in the order of names.
type Table struct {
	Path string // import path
	Name string // package name

	Values []Symbol // functions and typed constants
	Vars   []Symbol // pointers to variables
	Types  []Symbol // nil pointers to types; "_T" is the wrapper of interface T
	Consts []Symbol // untyped constants: bool, string, int64, uint64, rune, Int or Float
}

// A Symbol is a name and what it stands for. The type has no name, so that generated files may
// leave out the names of its fields.
type Symbol = struct {
	Name string
	V    any
}

type (
	// Int is an untyped integer constant that no Go type holds, as a literal.
	Int string
	// Float is an untyped constant with a fraction, as a literal.
	Float string
)

// Len returns the number of symbols.
func (t *Table) Len() int { return len(t.Values) + len(t.Vars) + len(t.Types) + len(t.Consts) }

// Map gives the table in the form that the interpreter uses: a function or a typed constant is
// itself, a variable is addressable, a type is a nil pointer to it, an untyped constant is a
// constant.Value. The map is new each time, since interpreters write into theirs. It costs some 100
// ns a symbol.
func (t *Table) Map() map[string]reflect.Value {
	m := make(map[string]reflect.Value, t.Len())
	for _, s := range t.Values {
		m[s.Name] = reflect.ValueOf(s.V)
	}
	for _, s := range t.Vars {
		m[s.Name] = reflect.ValueOf(s.V).Elem()
	}
	for _, s := range t.Types {
		m[s.Name] = reflect.ValueOf(s.V)
	}
	for _, s := range t.Consts {
		m[s.Name] = reflect.ValueOf(constantOf(s.V))
	}
	return m
}

// constantOf returns the value of an untyped constant.
func constantOf(v any) constant.Value {
	switch v := v.(type) {
	case bool:
		return constant.MakeBool(v)
	case string:
		return constant.MakeString(v)
	case int64:
		return constant.MakeInt64(v)
	case uint64:
		return constant.MakeUint64(v)
	case rune:
		return constant.MakeInt64(int64(v))
	case Int:
		return constant.MakeFromLiteral(string(v), token.INT, 0)
	case Float:
		return constant.MakeFromLiteral(string(v), token.FLOAT, 0)
	}
	panic(fmt.Sprintf("table: constant of type %T", v))
}
