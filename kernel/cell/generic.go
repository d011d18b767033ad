// SPDX-License-Identifier: BSD-3-Clause

// The generic functions of compiled packages of other modules.
//
// The program has no instances of them for the types of cells. A program with more modules (polka
// build) therefore carries their source; see stdlib/extract/generic.go. The types and the objects
// are those of the compiled package: only the bodies come from here. So a parquet.Schema in a
// generic function is the one that compiled functions know, and a generic type is the same whether
// a cell mentions it, another package, or its own methods.
//
// The files of a package are parsed when the first of its functions is needed, and each function is
// checked when it is needed, by itself, within the package. That works since go/types checks a
// method under a blank name without looking for the declaration of its type. Names that are not
// exported are found in the scope of the package, where the importer has put them, and their values
// among the symbols (Generics.Unexported).
//
// Cost: some 1 ms for each 1,000 lines of source, once, and 0.1 ms for a function.

package cell

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"reflect"
	"strings"

	"polka/kernel/cell/syntax"
	"polka/kernel/machine"
)

// Generics is what Options.Facts may also be: an importer that has the sources of generic
// functions.
type Generics interface {
	// Generic returns the source of the generic functions of a package: for each file its name and
	// its text, each ended by a zero byte; "" for a package that has none.
	Generic(path string) string
	// Inside imports a package that such a source imports, also one that is internal.
	Inside(path string) (*types.Package, error)
	// Unexported returns the symbols that only such sources mention.
	Unexported(path string) map[string]reflect.Value
}

// genericSource holds the generic functions of a compiled package.
type genericSource struct {
	funcs map[string]genericFunc // by name; methods as "Type.Method"
}

type genericFunc struct {
	file *ast.File
	decl *ast.FuncDecl
}

// insideImporter is the importer of generic sources.
type insideImporter struct{ g Generics }

func (i insideImporter) Import(path string) (*types.Package, error) { return i.g.Inside(path) }

// genericSource returns the source of the generic functions of a compiled package, nil if there is
// none.
func (c *Compiler) genericSource(path string) *genericSource {
	if s, known := c.generics[path]; known {
		return s
	}
	var s *genericSource
	if c.o.Generics != nil {
		if text := c.o.Generics.Generic(path); text != "" {
			s = c.parseGeneric(text)
		}
	}
	c.generics[path] = s
	return s
}

func (c *Compiler) parseGeneric(source string) *genericSource {
	s := &genericSource{funcs: make(map[string]genericFunc)}
	c.packages.count++
	for list := strings.Split(source, "\x00"); len(list) > 1; list = list[2:] {
		name := fmt.Sprintf("%s%d/%s", sourceRoot, c.packages.count, list[0])
		text := syntax.WithoutLines(list[1])
		c.packages.texts.Store(name, text)
		file, err := parser.ParseFile(c.o.Fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			continue // it has been parsed before, when the program was built
		}
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				key := fn.Name.Name
				if fn.Recv != nil {
					key = syntax.ReceiverName(fn.Recv.List[0].Type) + "." + key
				}
				s.funcs[key] = genericFunc{file, fn}
			}
		}
	}
	return s
}

// genericDecl returns the declaration of a generic function or method of a compiled package, or
// nil.
func (c *Compiler) genericDecl(f *types.Func) *machine.Decl {
	s := c.genericSource(f.Pkg().Path())
	if s == nil {
		return nil
	}
	title := f.Name()
	if recv := f.Signature().Recv(); recv != nil {
		t := types.Unalias(recv.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		n, ok := t.(*types.Named)
		if !ok {
			return nil
		}
		title = n.Obj().Name() + "." + title
	}
	found, ok := s.funcs[title]
	if !ok {
		return nil
	}
	fn := *found.decl
	fn.Name = ident("_", found.decl.Name.Pos())
	file := *found.file
	file.Decls = []ast.Decl{&fn}
	for _, d := range found.file.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			file.Decls = append(file.Decls, g) // imports: nothing else is there
		}
	}
	info := newInfo()
	conf := types.Config{Importer: insideImporter{c.o.Generics}, Sizes: c.sizes, DisableUnusedImportCheck: true, Error: func(error) {}}
	types.NewChecker(&conf, c.o.Fset, f.Pkg(), info).Files([]*ast.File{&file})
	obj, ok := info.Defs[fn.Name].(*types.Func)
	if !ok {
		return nil
	}
	decl := &machine.Decl{Obj: f, Type: fn.Type, Body: fn.Body, Info: info, Title: title, Hidden: true}
	wholeMethod(decl, &fn, obj)
	return decl
}
