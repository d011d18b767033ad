// Package assist answers what is asked while a cell is written: what can stand at the cursor
// (Complete), and what a name means (Inspect).
//
// It compiles nothing. It has package cell type-check the unfinished text, and looks at the
// outcome; whether a text is finished at all is for package syntax to say (IsComplete).
//
//	a := assist.New(c, assist.Options{Doc: stdlib.Doc})
//	a.Complete("strings.To", 10)     // strings.Title, strings.ToLower, ...
package assist

import (
	"polka/kernel/cell"
	"polka/kernel/cell/explain"
)

// Options are what an Assistant knows beside what cells have defined.
type Options struct {
	// Prelude are the names of packages whose import goes without saying.
	Prelude []string
	// Has reports whether the interpreter has the package-level name of a package. A nil Has says
	// yes.
	Has func(path, name string) bool
	// Doc gives declaration and documentation of a package's name, of "Type.Method" or
	// "Type.Field", of the package itself for the empty name, and of Go's own names in package
	// "builtin". It may be nil.
	Doc func(path, name string) (decl, comment string, ok bool)
}

// An Assistant answers what is asked while a cell is written. Like the compiler it is not safe for
// concurrent use.
type Assistant struct {
	c *cell.Compiler
	s *explain.Session
	o Options
}

// New returns an Assistant that knows what the cells of c have defined.
func New(c *cell.Compiler, o Options) *Assistant { return &Assistant{c, c.Session(), o} }
