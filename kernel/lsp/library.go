// SPDX-License-Identifier: BSD-3-Clause

package lsp

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
)

// libraries are the declarations of packages of Go's library, found in its sources when they are
// asked for.
type libraries struct {
	root     string
	packages map[string]map[string]location // by import path, and by name or "Type.Method"
}

// find returns where an object of Go's library is declared.
func (l *libraries) find(root func() string, obj types.Object) (location, bool) {
	path := ""
	switch p, isPackage := obj.(*types.PkgName); {
	case isPackage:
		path = p.Imported().Path()
	case obj.Pkg() == nil:
		path = "builtin"
	default:
		path = obj.Pkg().Path()
	}
	if l.packages == nil {
		l.packages = make(map[string]map[string]location)
		if root != nil {
			l.root = root()
		}
	}
	if l.root == "" {
		return location{}, false
	}
	names, ok := l.packages[path]
	if !ok {
		names = declarations(filepath.Join(l.root, "src", filepath.FromSlash(path)))
		l.packages[path] = names
	}
	name := obj.Name()
	switch o := obj.(type) {
	case *types.PkgName:
		name = ""
	case *types.Func:
		if r := o.Signature().Recv(); r != nil {
			if of := namedOf(r.Type()); of != nil {
				name = of.Name() + "." + name
			}
		}
	case *types.Var:
		if o.IsField() {
			name = "." + name // of some type
		}
	}
	where, ok := names[name]
	return where, ok
}

// declarations returns the places of the names that the package in a directory declares. A field is
// listed after a dot, if no other type has one of that name, and the package itself, in the file
// with its comment, under the empty name.
func declarations(dir string) map[string]location {
	names, ambiguous := make(map[string]location), make(map[string]bool)
	list, _ := os.ReadDir(dir)
	fset := token.NewFileSet()
	for _, e := range list {
		path := filepath.Join(dir, e.Name())
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			continue
		}
		if ok, err := build.Default.MatchFile(dir, e.Name()); err != nil || !ok && e.Name() != "builtin.go" {
			continue
		}
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			continue
		}
		add := func(name string, id *ast.Ident) {
			at := fset.Position(id.Pos())
			from := position{at.Line - 1, at.Column - 1}
			if _, twice := names[name]; twice && name[:min(len(name), 1)] == "." {
				ambiguous[name] = true
			}
			names[name] = location{fileURI(path), textRange{from, position{from.Line, from.Character + len(id.Name)}}}
		}
		if _, ok := names[""]; !ok || f.Doc != nil {
			add("", f.Name)
		}
		for _, d := range f.Decls {
			declared(d, add)
		}
	}
	for name := range ambiguous {
		delete(names, name)
	}
	return names
}

// declared calls add with the names that a declaration declares.
func declared(d ast.Decl, add func(name string, id *ast.Ident)) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil && len(d.Recv.List) > 0 {
			t := d.Recv.List[0].Type
			if p, ok := t.(*ast.StarExpr); ok {
				t = p.X
			}
			switch x := t.(type) {
			case *ast.IndexExpr:
				t = x.X
			case *ast.IndexListExpr:
				t = x.X
			}
			if id, ok := t.(*ast.Ident); ok {
				name = id.Name + "." + name
			}
		}
		add(name, d.Name)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch x := spec.(type) {
			case *ast.ValueSpec:
				for _, id := range x.Names {
					add(id.Name, id)
				}
			case *ast.TypeSpec:
				add(x.Name.Name, x.Name)
				ast.Inspect(x.Type, func(n ast.Node) bool {
					if f, ok := n.(*ast.Field); ok {
						for _, id := range f.Names {
							if id.IsExported() {
								add("."+id.Name, id)
								add(x.Name.Name+"."+id.Name, id)
							}
						}
					}
					return true
				})
			}
		}
	}
}
