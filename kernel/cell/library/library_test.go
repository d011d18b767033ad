// SPDX-License-Identifier: BSD-3-Clause

package library_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"polka/kernel/cell/library"
	"polka/stdlib"
)

// importer finds package native, and all else in the facts.
type importer struct{ facts types.Importer }

func (i importer) Import(path string) (*types.Package, error) {
	if library.Compiled(path) {
		p, _, err := check(i, path)
		return p, err
	}
	return i.facts.Import(path)
}

func check(imp types.Importer, original string) (*types.Package, *ast.File, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, original, library.Text(original), parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	conf := types.Config{Importer: imp}
	p, err := conf.Check(library.Twin(original), fset, []*ast.File{f}, nil)
	return p, f, err
}

// TestTwins holds the twins to the originals: everything generic that cells can import is there,
// with the same type parameters, parameters, results and methods.
func TestTwins(t *testing.T) {
	imp := importer{stdlib.Importer()}
	var paths []string
	for _, p := range stdlib.Packages() {
		paths = append(paths, p)
	}
	paths = append(paths, "crypto/rand", "math/rand", "text/template", "html/template")
	slices.Sort(paths)
	count := 0
	for _, path := range slices.Compact(paths) {
		if strings.HasPrefix(path, "polka/") {
			continue
		}
		original, err := imp.Import(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		var twin *types.Package
		for _, name := range original.Scope().Names() {
			obj := original.Scope().Lookup(name)
			if !obj.Exported() || !generic(obj) || path == "iter" && strings.HasPrefix(name, "Seq") {
				continue // the types of iter are functions for cells
			}
			count++
			if twin == nil {
				if library.Text(path) == "" {
					t.Errorf("%s.%s is generic, and the package has no twin", path, name)
					continue
				}
				if twin, _, err = check(imp, path); err != nil {
					t.Fatal(err)
				}
			}
			own := twin.Scope().Lookup(name)
			if own == nil {
				t.Errorf("%s.%s has no twin", path, name)
				continue
			}
			if got, want := describe(own), describe(obj); got != want {
				t.Errorf("%s.%s: the twin is\n\t%s\nand the original\n\t%s", path, name, got, want)
			}
		}
	}
	if count < 74 {
		t.Errorf("looked at %d generic names, there are more", count)
	}
}

// TestGenericOnly checks that twins declare nothing that is no instance's: the compiler takes
// nothing else from them, unless they are run in place of compiled functions.
func TestGenericOnly(t *testing.T) {
	imp := importer{stdlib.Importer()}
	for _, path := range library.Originals() {
		p, f, err := check(imp, path)
		if err != nil {
			t.Error(err)
			continue
		}
		if n := len(f.Decls); n == 0 {
			t.Errorf("%s is empty", path)
		}
		for _, name := range p.Scope().Names() {
			obj := p.Scope().Lookup(name)
			if i, ok := obj.Type().Underlying().(*types.Interface); ok && !i.IsMethodSet() {
				continue // a constraint
			}
			if !generic(obj) && !library.Sourced(path) {
				t.Errorf("%s.%s is not generic", path, name)
			}
		}
	}
}

func generic(obj types.Object) bool {
	switch t := obj.Type().(type) {
	case *types.Signature:
		return t.TypeParams().Len() > 0
	case *types.Named:
		_, isType := obj.(*types.TypeName)
		return isType && t.TypeParams().Len() > 0
	}
	return false
}

// describe writes a generic function, or the methods of a generic type, without names of parameters
// and with the package of the twin under the original's name.
func describe(obj types.Object) string {
	q := func(p *types.Package) string { return p.Name() }
	switch t := obj.Type().(type) {
	case *types.Signature:
		return nameless(t, q)
	case *types.Named:
		var list []string
		for m := range t.Methods() {
			if m.Exported() {
				list = append(list, m.Name()+nameless(m.Signature(), q))
			}
		}
		slices.Sort(list)
		return strings.Join(list, "; ")
	}
	return obj.String()
}

func nameless(s *types.Signature, q types.Qualifier) string {
	var b strings.Builder
	for p := range s.TypeParams().TypeParams() {
		b.WriteString("[" + p.Obj().Name() + " " + types.TypeString(p.Constraint(), q) + "]")
	}
	for _, list := range []*types.Tuple{s.Params(), s.Results()} {
		b.WriteString("(")
		for v := range list.Variables() {
			b.WriteString(types.TypeString(v.Type(), q) + ", ")
		}
		b.WriteString(")")
	}
	if s.Variadic() {
		b.WriteString(" variadic")
	}
	return b.String()
}
