// SPDX-License-Identifier: BSD-3-Clause

package source

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// Use makes the Finder use a version of a module in the module cache, whatever go.mod requires. It
// implements the explicit request of a cell.
func (f *Finder) Use(modPath, version string) {
	if f.used == nil {
		f.used = make(map[string]string)
	}
	if f.used[modPath] != version {
		f.used[modPath] = version
		clear(f.chosen)
	}
}

// GenericOnly reports whether compiling a package into a program would make nothing in it faster:
// all its functions are generic, or methods of generic types, and so are made from source in any
// case. Packages with nothing but types and constants are such packages.
func (f *Finder) GenericOnly(importPath string) bool {
	p, err := f.Find(importPath, nil)
	if err != nil || p.Assembly {
		return false
	}
	for _, file := range p.Files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file.Name, file.Text, parser.SkipObjectResolution)
		if err != nil {
			return false
		}
		for _, d := range parsed.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && !isGeneric(fn) {
				return false
			}
		}
	}
	return true
}

// isGeneric reports whether a function has type parameters, or its receiver has.
func isGeneric(fn *ast.FuncDecl) bool {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Type.TypeParams != nil
	}
	x := ast.Unparen(fn.Recv.List[0].Type)
	if star, ok := x.(*ast.StarExpr); ok {
		x = ast.Unparen(star.X)
	}
	switch x.(type) {
	case *ast.IndexExpr, *ast.IndexListExpr:
		return true
	}
	return false
}
