// SPDX-License-Identifier: BSD-3-Clause

// Package tables holds the symbol tables of all packages that cells can import, one generated file
// a package, and the restricted forms of the few functions that would end the process.
//
// Nothing runs when the program starts, which matters since the supervisor carries the tables and
// never looks at them.
package tables

import "polka/stdlib/table"

type (
	// A Table holds what one package exports.
	Table = table.Table
	// A Symbol is a name and what it stands for.
	Symbol = table.Symbol
	// Int is an untyped integer constant that no Go type holds.
	Int = table.Int
	// Float is an untyped constant with a fraction.
	Float = table.Float
)
