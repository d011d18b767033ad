// Package table names the types of the symbol tables that package extract writes. Only generated
// files mention them.
//
//	var mylib_ = table.Table{
//		Path:   "example.org/mylib",
//		Name:   "mylib",
//		Values: []table.Symbol{{"Version", mylib.Version}},
//	}
//
//	func init() { stdlib.Add([]*table.Table{&mylib_}, facts) }
package table

import "polka/stdlib/internal/tables"

type (
	// A Table holds what one package exports, except for generic functions and types, which have
	// no value at run time. Its slices are in the order of names: Values are functions and typed
	// constants, Vars pointers to variables, Types nil pointers to types, and Consts the values of
	// untyped constants.
	Table = tables.Table
	// A Symbol is a name and what it stands for.
	Symbol = tables.Symbol
	// Int is an untyped integer constant that no Go type holds, as a literal.
	Int = tables.Int
	// Float is an untyped constant with a fraction, as a literal.
	Float = tables.Float
)
