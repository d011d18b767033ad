// SPDX-License-Identifier: BSD-3-Clause

package stdlib

import (
	"go/types"
	"slices"
	"sync"

	"polka/stdlib/facts"
)

// set has the facts of the program and those of Add.
var set = sync.OnceValue(func() *facts.Set { return facts.New(Archives()...) })

// Importer returns an importer of the types of the packages that cells can import, generic ones
// included, from data inside the program. Types of different importers are different. Import
// reads a package once, in some tenths of a millisecond; for a package that cells cannot import,
// its error is an *ImportError. Objects have no positions. An importer must not be used by several
// goroutines at once.
func Importer() types.Importer { return set().Importer() }

// An ImportError says that cells cannot import a package.
type ImportError = facts.ImportError

// Archives returns the archives of the types and the documentation of the packages that cells can
// import. They must not be changed.
func Archives() [][]byte { return slices.Concat(builtin, added.facts) }

// Doc returns the documentation of an exported name: "Println", "Builder.WriteString" for a method,
// "Request.Header" for a field, "" for the package itself; in package "builtin", names such as
// "append". The declaration is Go text without bodies and unexported parts, and the comment is text
// that go/doc/comment parses. The documentation of a package is decompressed when it is first
// needed. Doc may be called by several goroutines at once.
func Doc(path, name string) (decl, comment string, ok bool) { return set().Doc(path, name) }
