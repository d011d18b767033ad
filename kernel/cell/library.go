// SPDX-License-Identifier: BSD-3-Clause

// The generic functions and types of Go's library.
//
// A cell that says slices.Sort(xs) is checked against the facts of Go's own package slices, so that
// mistakes and help are as in Go. The code that is instantiated comes from a twin, in package
// library. A twin is parsed when a session first uses it; its declarations are checked, its bodies
// are not, since each instance will be. Instances of a twin are checked in the twin's scope: they
// may mention each other, and the unexported fields of its types. Everything in a twin is generic,
// except for the compiled functions of package library/native, which it calls, and for twins that
// are run in place of compiled functions (library.Sourced).
//
// Cost: the first mention of package slices 1 ms, of an instance 0.1 ms, once in a session.

package cell

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"path"
	"strings"

	"polka/kernel/cell/library"
	"polka/kernel/machine"
)

// A twinSource is the twin of a package.
type twinSource struct {
	pkg     *types.Package
	imports []*types.PkgName
	decls   map[*types.Func]*machine.Decl
}

// libraryFile returns the name under which the positions of twins are filed. It is not a cell.
func libraryFile(dir string) string { return libraryRoot + dir + "/_.go" }

const libraryRoot = "/library/"

// twin returns the source of the generic part of a package, or nil.
func (c *Compiler) twin(path string) *twinSource {
	s, known := c.libraries[path]
	if !known {
		s = c.readTwin(path)
		c.libraries[path] = s
	}
	return s
}

func (c *Compiler) readTwin(path string) *twinSource {
	text := library.Text(path)
	if text == "" {
		return nil
	}
	file, err := parser.ParseFile(c.o.Fset, libraryFile(path), text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	info := newInfo()
	conf := types.Config{Importer: twinImporter{c, path}, Sizes: c.sizes, IgnoreFuncBodies: path == library.Native || path == library.Foreign, DisableUnusedImportCheck: true, Error: func(error) {}}
	s := &twinSource{pkg: types.NewPackage(library.Twin(path), file.Name.Name), decls: make(map[*types.Func]*machine.Decl)}
	types.NewChecker(&conf, c.o.Fset, s.pkg, info).Files([]*ast.File{file})
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			if obj, ok := info.Defs[fn.Name].(*types.Func); ok {
				decl := &machine.Decl{Obj: obj, Type: fn.Type, Body: fn.Body, Info: info, Title: fn.Name.Name, Hidden: true}
				wholeMethod(decl, fn, obj)
				s.decls[obj] = decl
			}
		}
	}
	for _, spec := range file.Imports {
		if p, ok := info.Implicits[spec].(*types.PkgName); ok {
			s.imports = append(s.imports, p)
		}
	}
	return s
}

// A twinImporter is the importer of a twin. It knows the packages of compiled functions too. What
// library.Native imports it need not know.
type twinImporter struct {
	c    *Compiler
	twin string
}

func (i twinImporter) Import(name string) (*types.Package, error) {
	if i.twin == library.Native {
		p := types.NewPackage(name, path.Base(name))
		p.MarkComplete()
		return p, nil
	}
	if library.Compiled(name) {
		if s := i.c.twin(name); s != nil {
			return s.pkg, nil
		}
		return nil, fmt.Errorf("no package %s", name)
	}
	return i.c.load(name)
}

// written returns the object whose declaration there is a text of: for a generic one of Go's
// library, that of the twin, and obj itself for all others.
func (c *Compiler) written(obj types.Object) types.Object {
	if obj.Pkg() == nil || obj.Pkg() == c.pkg || obj.Parent() != obj.Pkg().Scope() {
		return obj
	}
	if s := c.twin(obj.Pkg().Path()); s != nil {
		if own := s.pkg.Scope().Lookup(obj.Name()); own != nil {
			return own
		}
	}
	return obj
}

// Instantiates reports whether the compiler provides a name of a package that the tables lack,
// because it is generic.
func (c *Compiler) Instantiates(path, name string) bool {
	if s := c.twin(path); s != nil {
		return s.pkg.Scope().Lookup(name) != nil
	}
	return c.genericSource(path) != nil
}

// ofTwin reports whether p is a twin, whose names mean instances.
func ofTwin(p *types.Package) bool { return strings.HasPrefix(p.Path(), library.Path+"/") }
