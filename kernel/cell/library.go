// The generic functions and types of Go's library.
//
// A cell that says slices.Sort(xs) is checked against the facts of Go's own package slices, so that
// mistakes and help are as in Go. What is instantiated is the text of a twin, in package library below.
// A twin is parsed when a session first uses it; its declarations are checked, its bodies are not, since
// each instance will be. Instances of a twin are checked in the twin's scope: they may mention each other,
// and the unexported fields of its types. Everything of a twin is generic, except for the compiled
// functions of package library/native, which it calls.
//
// Cost: the first mention of package slices 1 ms, of an instance 0.1 ms, once in a session.

package cell

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"strings"

	"polka/kernel/cell/library"
)

// A source is the twin of a package.
type source struct {
	pkg       *types.Package
	imports   []*types.PkgName
	templates map[types.Object]*template
}

// libraryFile is the name under which the positions of twins are filed. It is no cell.
func libraryFile(dir string) string { return libraryRoot + dir + "/_.go" }

const libraryRoot = "/library/"

// twin is the source of the generic part of a package, or nil.
func (c *Compiler) twin(path string) *source {
	s, known := c.libraries[path]
	if !known {
		s = c.readTwin(path)
		c.libraries[path] = s
	}
	return s
}

func (c *Compiler) readTwin(path string) *source {
	text := library.Text(path)
	if text == "" {
		return nil
	}
	file, err := parser.ParseFile(c.o.Fset, libraryFile(path), text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object)}
	conf := types.Config{Importer: twinImporter{c, path}, Sizes: c.sizes, IgnoreFuncBodies: true, DisableUnusedImportCheck: true, Error: func(error) {}}
	s := &source{pkg: types.NewPackage(library.Twin(path), file.Name.Name), templates: make(map[types.Object]*template)}
	types.NewChecker(&conf, c.o.Fset, s.pkg, info).Files([]*ast.File{file})
	for _, spec := range file.Imports {
		if p, ok := info.Implicits[spec].(*types.PkgName); ok {
			s.imports = append(s.imports, p)
		}
	}
	add := func(id *ast.Ident, tok token.Token, n ast.Node, prefix string) {
		at := c.o.Fset.File(n.Pos()).Offset
		pos := c.o.Fset.Position(n.Pos())
		d := &declaration{tok: tok, line: pos.Line, col: pos.Column, names: []string{id.Name}, text: prefix + text[at(n.Pos()):at(n.End())]}
		s.templates[info.Defs[id]] = &template{decl: d, lib: s}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			add(d.Name, token.FUNC, d, "")
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if ts, ok := spec.(*ast.TypeSpec); ok && ts.TypeParams != nil {
					add(ts.Name, token.TYPE, ts, "type ")
				}
			}
		}
	}
	return s
}

// A twinImporter is the importer of a twin. It knows the packages of compiled functions too. What library.Native
// imports it need not know.
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

// written is the object whose declaration there is a text of: for a generic one of Go's library, that of
// the twin, and obj itself for all others.
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

// libraryTemplate is the declaration of an object of a twin, or nil.
func (c *Compiler) libraryTemplate(obj types.Object) *template {
	for _, s := range c.libraries {
		if s != nil && s.templates[obj] != nil {
			return s.templates[obj]
		}
	}
	return nil
}

// scope is the twin's package, with a scope that can be added to and that the next call empties.
func (s *source) scope() *types.Package {
	objects := make([]types.Object, 0, s.pkg.Scope().Len())
	for _, n := range s.pkg.Scope().Names() {
		if obj := s.pkg.Scope().Lookup(n); obj.Pkg() == s.pkg {
			objects = append(objects, obj)
		}
	}
	*s.pkg.Scope() = *types.NewPackage(s.pkg.Path(), s.pkg.Name()).Scope()
	for _, obj := range objects {
		s.pkg.Scope().Insert(obj)
	}
	for _, p := range s.imports {
		s.pkg.Scope().Insert(p)
	}
	return s.pkg
}

// hasTypeParam reports whether t mentions a type parameter.
func hasTypeParam(t types.Type) bool { return mentionsParam(t, make(map[types.Type]bool)) }

func mentionsParam(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if mentionsParam(m.Signature(), seen) {
				return true
			}
		}
	}
	for u := range parts(t) {
		if mentionsParam(u, seen) {
			return true
		}
	}
	return false
}

// ofLibrary reports whether p lies in a twin: traces do not show its lines.
func (e *emitter) ofLibrary(p token.Pos) bool {
	return strings.HasPrefix(e.c.o.Fset.Position(p).Filename, libraryRoot)
}

// instantiates reports whether the compiler itself provides a name of a package that the interpreter lacks.
func (c *Compiler) instantiates(path, name string) bool {
	s := c.twin(path)
	return s != nil && s.pkg.Scope().Lookup(name) != nil
}

// ofTwin reports whether p is a twin, whose names mean instances.
func ofTwin(p *types.Package) bool { return strings.HasPrefix(p.Path(), library.Path+"/") }
