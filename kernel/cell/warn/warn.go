// SPDX-License-Identifier: BSD-3-Clause

// Package warn finds code that compiles but is probably wrong.
//
// A warning does not stop a cell, and users ignore warnings after a false alarm. So there are only
// a few rules, for mistakes that are typical of cells, and those analyzers of `go vet` that examine
// calls of Go's library and copies of locks (golang.org/x/tools/go/analysis). These get the cell as
// one file, with the types that the checker has found. Their reports about functions that are only
// compiled again, because something that they mention was redefined, are dropped.
//
// The cost is some 20 µs for a line and 0.2 ms for a page: most analyzers look only at nodes of one
// kind.
//
// Package explain is about the mistakes that keep a cell from running.
package warn

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"polka/kernel/cell/explain"
	"polka/kernel/cell/syntax"
	"polka/kernel/cell/typeview"
)

// Analyzers are those of go vet that are run. Package session/extra sets them when a program
// starts; without it there are none.
var Analyzers []*analysis.Analyzer

// Find returns the warnings about a cell, in the order of the text.
func Find(c Cell) []explain.Diagnostic {
	w := &warner{Cell: c}
	w.methodValue()
	if calculatesOnly(c.Tree) {
		return w.list
	}
	w.pkg = importing(c)
	return w.find()
}

// File returns the warnings about a file of a package, in the order of the text.
func File(s *explain.Session, f *ast.File, pkg *types.Package, info *types.Info, immutable []string) []explain.Diagnostic {
	c := Cell{Cell: explain.Cell{Session: s, Tree: &syntax.Tree{Fset: s.Fset, Program: true}, Info: info}, File: f, Immutable: immutable}
	w := &warner{Cell: c, pkg: pkg}
	return w.find()
}

// find applies the rules and the analyzers.
func (w *warner) find() []explain.Diagnostic {
	w.results = make(map[*analysis.Analyzer]any)
	w.shadowed()
	w.restarted()
	w.dropped()
	w.copied()
	w.uncalled()
	for _, a := range Analyzers {
		w.run(a)
	}
	slices.SortStableFunc(w.list, explain.ByPlace)
	return slices.Compact(w.list)
}

// calculates reports whether t is only an expression without calls, for which there are no
// warnings.
func calculatesOnly(t *syntax.Tree) bool {
	calls := len(t.Decls) > 0 || len(t.Stmts) > 0
	for _, x := range t.Values {
		ast.Inspect(x, func(n ast.Node) bool {
			_, call := n.(*ast.CallExpr)
			calls = calls || call
			return !calls
		})
	}
	return !calls
}

// A Cell is a cell without mistakes.
type Cell struct {
	explain.Cell
	File      *ast.File    // the cell as one file of Go
	Variables []*types.Var // those that its statements define
	Immutable []string     // the import paths of packages whose values do not change
}

// A warner looks at one cell.
type warner struct {
	Cell
	pkg     *types.Package
	results map[*analysis.Analyzer]any
	list    []explain.Diagnostic
}

// warn makes a warning, if p lies in the cell that is being compiled.
func (w *warner) warn(p token.Pos, msg string) {
	if d := w.At(p, msg); d.Cell == w.Tree.Number {
		w.list = append(w.list, d)
	}
}

// importing returns a package that imports what a cell uses, and adds the imports to the file;
// analyzers look in both whether they have something to do.
func importing(c Cell) *types.Package {
	var list []*types.Package
	decl := &ast.GenDecl{TokPos: c.File.Package, Tok: token.IMPORT}
	for _, obj := range c.Info.Uses {
		p, ok := obj.(*types.PkgName)
		if !ok || slices.Contains(list, p.Imported()) {
			continue
		}
		list = append(list, p.Imported())
		spec := &ast.ImportSpec{Path: &ast.BasicLit{ValuePos: c.File.Package, Kind: token.STRING, Value: strconv.Quote(p.Imported().Path())}}
		decl.Specs = append(decl.Specs, spec)
		c.Info.Implicits[spec] = p
	}
	if len(list) > 0 {
		c.File.Decls = slices.Insert(c.File.Decls, 0, ast.Decl(decl))
	}
	pkg := types.NewPackage(typeview.World, "main")
	pkg.SetImports(list)
	return pkg
}

// spreads reports whether the call at p is of one call with several results, as in append(f()),
// which the analyzer mistakes for one without values.
func (w *warner) spreads(p token.Pos) bool {
	found := false
	ast.Inspect(w.File, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && call.Pos() == p && len(call.Args) == 1 {
			_, several := w.Info.TypeOf(call.Args[0]).(*types.Tuple)
			found = found || several
		}
		return !found
	})
	return found
}

// run runs an analyzer and those that it needs. An analyzer that panics, on a tree that it does not
// expect, reports nothing.
func (w *warner) run(a *analysis.Analyzer) (result any) {
	if done, ok := w.results[a]; ok {
		return done
	}
	defer func() {
		if recover() != nil {
			w.results[a] = nil
		}
	}()
	of := make(map[*analysis.Analyzer]any)
	for _, need := range a.Requires {
		of[need] = w.run(need)
	}
	pass := &analysis.Pass{
		Analyzer:   a,
		Fset:       w.Fset,
		Files:      []*ast.File{w.File},
		Pkg:        w.pkg,
		TypesInfo:  w.Info,
		TypesSizes: w.Sizes,
		ResultOf:   of,
		Report: func(d analysis.Diagnostic) {
			if a.Name != "appends" || !w.spreads(d.Pos) {
				w.warn(d.Pos, d.Message)
			}
		},
		ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportObjectFact:  func(types.Object, analysis.Fact) {},
		ExportPackageFact: func(analysis.Fact) {},
		AllObjectFacts:    func() []analysis.ObjectFact { return nil },
		AllPackageFacts:   func() []analysis.PackageFact { return nil },
	}
	result, err := a.Run(pass)
	if err != nil {
		result = nil
	}
	w.results[a] = result
	return result
}
