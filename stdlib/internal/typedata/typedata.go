// SPDX-License-Identifier: BSD-3-Clause

// Package typedata stores the types of packages, and reads them declaration by declaration.
//
// Export data, as golang.org/x/tools/go/gcexportdata writes it, holds a package and all
// declarations of other packages that it mentions, directly or not: that of net/rpc has most of
// net/http. In an archive of packages that mention each other the same declarations are stored
// again and again, in other bytes each time, so that no compressor finds them. Here the data of a
// package mentions declarations of other packages by their names, and the reader takes them from
// the data of these packages, each when it is first mentioned. So an archive has each declaration
// once, and reading package fmt reads of package io only what fmt mentions. A declaration of a
// package that is not in the archive, such as an internal one, is stored with each package that
// mentions it. There are no file positions.
//
// The data of a package consists of numbers in the form of encoding/binary.Uvarint, texts with
// their lengths, and lists with theirs:
//
//   - a list of the packages that are mentioned, with path and name; the first is the package
//     itself;
//   - a list of declarations: the index of the package in the first list, the name, and the length
//     of the declaration below, which is 0 if it is stored elsewhere; first come those of exported
//     names of the package itself, in alphabetical order;
//   - the declarations.
//
// A declaration begins with its kind. A type is written where it is used: a named one as an index
// in the list of declarations, a type parameter as an index among those of the same declaration.
// The reader has the functions of the writer, in the same order. It trusts the data, which is part
// of a program.
//
// The types of 179 packages of Go's library and Polka take 201 kB in an archive; their export
// data takes 915 kB.
package typedata

import (
	"go/types"
	"sync"
)

// The kinds of declarations.
const (
	aConst = iota
	aVar
	aFunc
	anAlias
	aType
)

// The kinds of types. Smaller numbers are indices in predeclared.
const (
	named = iota + 32
	instance
	pointer
	slice
	array
	mapping
	channel
	function
	structure
	iface
	union
	parameter
)

// The kinds of values of constants.
const (
	aBool = iota
	aString
	anInt
	aBigInt
	aRat
	aFloat
	aComplex
)

// predeclared are the types that have no package. Those that are no basic ones come last.
var predeclared = sync.OnceValue(func() []types.Type {
	var list []types.Type
	for _, t := range types.Typ {
		list = append(list, t)
	}
	for _, name := range []string{"byte", "rune", "error", "comparable", "any"} {
		list = append(list, types.Universe.Lookup(name).Type())
	}
	return list
})
