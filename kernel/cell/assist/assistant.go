// SPDX-License-Identifier: BSD-3-Clause

// Package assist helps while a cell is written: it completes the name at the cursor (Complete), and
// describes a name (Inspect).
//
// It compiles nothing: package cell type-checks the unfinished text, and this package examines the
// result. Whether a text is complete is decided by package syntax (IsComplete).
//
//	a := assist.New(c, assist.Options{Doc: stdlib.Doc})
//	a.Complete("strings.To", 10)     // strings.Title, strings.ToLower, ...
package assist

import (
	"polka/kernel/cell"
	"polka/kernel/cell/explain"
)

// Options describe what an Assistant knows besides the definitions of cells.
type Options struct {
	// Prelude are the names of packages that are imported without a note.
	Prelude []string
	// Has reports whether cells can use the package-level name of a package. If Has is nil, they
	// can.
	Has func(path, name string) bool
	// Doc gives declaration and documentation of a package's name, of "Type.Method" or
	// "Type.Field", of the package itself for the empty name, and of Go's own names in package
	// "builtin". It may be nil.
	Doc func(path, name string) (decl, comment string, ok bool)
	// ReadDir lists directories for the completion of file names in strings. If it is nil, none are
	// completed.
	ReadDir ReadDir
}

// An Assistant completes and describes names. Like the compiler it is not safe for concurrent use.
type Assistant struct {
	c *cell.Compiler
	s *explain.Session
	o Options
}

// New returns an Assistant that knows what the cells of c have defined.
func New(c *cell.Compiler, o Options) *Assistant { return &Assistant{c, c.Session(), o} }
