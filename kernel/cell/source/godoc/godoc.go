// SPDX-License-Identifier: BSD-3-Clause

// Package godoc reads the documentation of packages from their sources. Package source calls it, if
// it is linked; programs that embed sessions and show no help do without it.
//
//	entries, err := godoc.Doc("example.org/shop", "shop", fset, files, 0)
package godoc

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/doc"
	"go/printer"
	"go/token"
	"maps"
	"slices"
	"strings"

	"polka/kernel/cell/source"
)

func init() {
	source.Doc = func(path, name string, fset *token.FileSet, files []*ast.File) ([]source.Entry, error) {
		return Doc(path, name, fset, files, 0)
	}
	source.Synopsis = new(doc.Package).Synopsis
	source.Example = example
}

// example returns what an example in a file should print, in any order if unordered is set. It
// reports false if there is no example with an output comment.
func example(f *ast.File) (output string, unordered, ok bool) {
	for _, x := range doc.Examples([]*ast.File{f}...) {
		return x.Output, x.Unordered, x.Output != "" || x.EmptyOutput
	}
	return "", false, false
}

// Doc returns the documentation of the exported names of a package, sorted by name, and that of the
// package itself under the empty name. The files must have been parsed with comments; Doc modifies
// them.
func Doc(path, name string, fset *token.FileSet, files []*ast.File, mode doc.Mode) ([]source.Entry, error) {
	d, err := doc.NewFromFiles(fset, files, path, mode)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	w := &docWriter{fset: fset, entries: map[string]source.Entry{}}
	w.add("", "package "+name, d.Doc)
	w.values(d.Consts)
	w.values(d.Vars)
	w.funcs("", d.Funcs)
	for _, t := range d.Types {
		w.typ(t)
		w.values(t.Consts)
		w.values(t.Vars)
		w.funcs("", t.Funcs)
		w.funcs(t.Name+".", t.Methods)
	}
	if w.err != nil {
		return nil, fmt.Errorf("%s: %w", path, w.err)
	}
	return slices.SortedFunc(maps.Values(w.entries), func(a, b source.Entry) int { return strings.Compare(a.Name, b.Name) }), nil
}

// A docWriter gathers the entries of one package.
type docWriter struct {
	fset    *token.FileSet
	entries map[string]source.Entry
	err     error
}

func (w *docWriter) add(name, decl, text string) {
	w.entries[name] = source.Entry{Name: name, Decl: decl, Doc: strings.TrimSpace(text)}
}

// print formats a declaration as gofmt would.
func (w *docWriter) print(node any) string {
	var b bytes.Buffer
	if err := (&printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}).Fprint(&b, w.fset, node); err != nil {
		w.err = err
	}
	return b.String()
}

// values adds constants or variables. The doc of one in a group is its own comment, or the group's.
func (w *docWriter) values(groups []*doc.Value) {
	for _, g := range groups {
		for _, spec := range g.Decl.Specs {
			spec := spec.(*ast.ValueSpec)
			text := spec.Doc.Text() + spec.Comment.Text()
			if text == "" {
				text = g.Doc
			}
			for i, id := range spec.Names {
				one := &ast.ValueSpec{Names: []*ast.Ident{ast.NewIdent(id.Name)}, Type: spec.Type}
				if g.Decl.Tok == token.CONST && len(spec.Values) == len(spec.Names) && !usesIota(spec.Values[i]) {
					one.Values = []ast.Expr{spec.Values[i]}
				}
				w.add(id.Name, g.Decl.Tok.String()+" "+w.print(one), text)
			}
		}
	}
}

// usesIota reports whether the value of an expression depends on its place in a list of constants.
func usesIota(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == "iota"
		return !found
	})
	return found
}

// funcs adds functions, or the methods of the type that prefix names.
func (w *docWriter) funcs(prefix string, funcs []*doc.Func) {
	for _, f := range funcs {
		decl := *f.Decl
		decl.Doc, decl.Body = nil, nil
		w.add(prefix+f.Name, w.print(&decl), f.Doc)
	}
}

// typ adds a type and its exported fields or methods. The declaration of the type keeps their
// comments.
func (w *docWriter) typ(t *doc.Type) {
	decl := *t.Decl
	decl.Doc = nil
	w.add(t.Name, w.print(&decl), t.Doc)
	for _, spec := range t.Decl.Specs {
		spec := spec.(*ast.TypeSpec)
		var fields *ast.FieldList
		switch typ := spec.Type.(type) {
		case *ast.StructType:
			fields = typ.Fields
		case *ast.InterfaceType:
			fields = typ.Methods
		default:
			continue
		}
		for _, f := range fields.List {
			for _, id := range f.Names {
				if !id.IsExported() {
					continue
				}
				decl := w.print(f.Type)
				if m, ok := strings.CutPrefix(decl, "func"); ok && fields == methodsOf(spec) {
					decl = "func (" + t.Name + ") " + id.Name + m
				} else {
					decl = "field " + id.Name + " " + decl
				}
				w.add(t.Name+"."+id.Name, decl, f.Doc.Text()+f.Comment.Text())
			}
		}
	}
}

// methodsOf returns the method list of an interface declaration.
func methodsOf(spec *ast.TypeSpec) *ast.FieldList {
	if i, ok := spec.Type.(*ast.InterfaceType); ok {
		return i.Methods
	}
	return nil
}
