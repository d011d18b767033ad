// SPDX-License-Identifier: BSD-3-Clause

package source

import (
	"go/ast"
	"go/token"
)

// An Entry documents one name of a package.
type Entry struct {
	Name string // "Println", "Builder.WriteString", "Request.Header"; "" is the package itself
	Decl string // the declaration without bodies and unexported parts
	Doc  string // the comment, without comment marks
}

// Package godoc, if it is linked, sets these functions when a program starts. Without it there is
// no documentation.
var (
	// Doc returns the documentation of the exported names of a package; see godoc.Doc.
	Doc = func(path, name string, fset *token.FileSet, files []*ast.File) ([]Entry, error) { return nil, nil }
	// Synopsis returns the first sentence of a comment.
	Synopsis = func(comment string) string { return "" }
	// Example returns what an example in a file should print, in any order if unordered is set. It
	// reports false if there is no example with an output comment.
	Example = func(f *ast.File) (output string, unordered, ok bool) { return "", false, false }
)
