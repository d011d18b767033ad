// SPDX-License-Identifier: BSD-3-Clause

package vet

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"

	"polka/kernel/cell/syntax"
)

// Script makes a cell of the text of a file. Each line keeps its number. A file with `package main`
// is a program, whose main is called. Any other file is read as a cell; if it only declares, and
// main among other things, a call of main is added at its end. The error is that of a program
// without main, or of a package that is not main, and begins with the name of the file.
func Script(name, text string) (c Cell, program bool, err error) {
	text = syntax.CommentShebang(text)
	c = Cell{Number: 1, Text: text, Script: true}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.PackageClauseOnly)
	if err != nil || f.Name.Name == "" {
		if onlyDeclares(text) {
			c.Text += "\nmain()"
		}
		return c, false, nil
	}
	if f.Name.Name != "main" {
		return c, false, fmt.Errorf("%s: package %s; expected package main, or no package clause for a file that reads like a cell", fset.Position(f.Package), f.Name.Name)
	}
	// A file that does not parse has an error that its cell shows better.
	if f, err := parser.ParseFile(fset, name, text, 0); err == nil {
		if o := f.Scope.Lookup("main"); o == nil || o.Kind != ast.Fun {
			return c, true, fmt.Errorf("%s: there is no func main", name)
		}
	}
	return c, true, nil
}

// onlyDeclares reports whether a text is a program but for its package clause: declarations, and
// main among them.
func onlyDeclares(text string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package main;"+text, 0)
	if err != nil {
		return false
	}
	main := f.Scope.Lookup("main")
	return main != nil && main.Kind == ast.Fun
}
