// Warnings: what compiles, and yet cannot be meant.
//
// A warning never stops a cell, so it must be right: one false alarm, and nobody reads the next. Hence three
// rules of our own, for what goes wrong in cells, and of `go vet` those analyzers that judge calls of Go's
// library and copies of locks, as they are (golang.org/x/tools/go/analysis). They are given the cell as one
// file, with the types that the checker has found. What they say of functions that are only compiled once
// more, because something that they mention was redefined, was said before.
//
// The cost is some 20 µs for a line and 0.2 ms for a page: most analyzers look only at nodes of one kind.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/appends"
	selfassign "golang.org/x/tools/go/analysis/passes/assign"
	"golang.org/x/tools/go/analysis/passes/atomic"
	"golang.org/x/tools/go/analysis/passes/copylock"
	"golang.org/x/tools/go/analysis/passes/defers"
	"golang.org/x/tools/go/analysis/passes/errorsas"
	"golang.org/x/tools/go/analysis/passes/nilfunc"
	"golang.org/x/tools/go/analysis/passes/printf"
	"golang.org/x/tools/go/analysis/passes/stringintconv"
	"golang.org/x/tools/go/analysis/passes/structtag"
	"golang.org/x/tools/go/analysis/passes/timeformat"
	"golang.org/x/tools/go/analysis/passes/unmarshal"
	"golang.org/x/tools/go/analysis/passes/waitgroup"
)

// analyzers are those of go vet that are asked.
var analyzers = []*analysis.Analyzer{
	appends.Analyzer,
	selfassign.Analyzer,
	atomic.Analyzer,
	copylock.Analyzer,
	defers.Analyzer,
	errorsas.Analyzer,
	nilfunc.Analyzer,
	printf.Analyzer,
	stringintconv.Analyzer,
	structtag.Analyzer,
	timeformat.Analyzer,
	unmarshal.Analyzer,
	waitgroup.Analyzer,
}

// warn lists what cannot be meant in t, in the order of the text. t has been checked without errors, and not
// yet been rewritten.
func (c *Compiler) warn(t *tree, r *checked) []Diagnostic {
	if t.calculates() {
		return nil
	}
	w := &warner{c: c, t: t, r: r, pkg: importing(r), results: make(map[*analysis.Analyzer]any)}
	w.file = w.asFile()
	w.shadowed()
	w.dropped()
	for _, a := range analyzers {
		w.run(a)
	}
	slices.SortStableFunc(w.list, byPlace)
	return slices.Compact(w.list)
}

// calculates reports whether t is but an expression without calls, of which nothing can be said.
func (t *tree) calculates() bool {
	calls := len(t.decls) > 0 || len(t.stmts) > 0
	for _, x := range t.values {
		ast.Inspect(x, func(n ast.Node) bool {
			_, call := n.(*ast.CallExpr)
			calls = calls || call
			return !calls
		})
	}
	return !calls
}

// A warner looks at one tree.
type warner struct {
	c       *Compiler
	t       *tree
	r       *checked
	file    *ast.File
	pkg     *types.Package
	results map[*analysis.Analyzer]any
	list    []Diagnostic
}

// warn makes a warning, if p lies in the cell that is being compiled.
func (w *warner) warn(p token.Pos, msg string) {
	pos := w.c.o.Fset.Position(p)
	if cellOf(pos.Filename) == w.t.number {
		w.list = append(w.list, Diagnostic{Cell: w.t.number, Line: pos.Line, Col: pos.Column, Message: message(msg, w.t.number), Source: line(w.c.sources[w.t.number], pos.Line)})
	}
}

// importing is a package that imports what r uses; analyzers look there whether they have something to do.
func importing(r *checked) *types.Package {
	var list []*types.Package
	for _, obj := range r.info.Uses {
		if p, ok := obj.(*types.PkgName); ok && !slices.Contains(list, p.Imported()) {
			list = append(list, p.Imported())
		}
	}
	pkg := types.NewPackage(world, "main")
	pkg.SetImports(list)
	return pkg
}

// asFile is the tree as one file of Go, whose functions all have objects.
func (w *warner) asFile() *ast.File {
	t, p := w.t, start(w.t)
	f := &ast.File{Name: ident("main", p), Package: p, FileStart: p, FileEnd: t.end}
	for _, d := range t.decls {
		if d.again {
			continue
		}
		f.Decls = append(f.Decls, d.node)
		if fn, ok := d.node.(*ast.FuncDecl); ok && w.r.info.Defs[fn.Name] == nil {
			if m := w.r.methods[d]; m != nil {
				w.r.info.Defs[fn.Name] = m
			}
		}
	}
	body := block(p, t.stmts...)
	for _, x := range t.values {
		body.List = append(body.List, &ast.ExprStmt{X: x})
	}
	body.Rbrace = t.end
	fn := &ast.FuncDecl{Name: ident("_", p), Type: &ast.FuncType{Func: p, Params: fields(p)}, Body: body}
	w.r.info.Defs[fn.Name] = types.NewFunc(p, w.c.pkg, "_", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	w.r.info.Scopes[f] = w.c.pkg.Scope()
	f.Decls = append(f.Decls, fn)
	return f
}

// spreads reports whether the call at p is of one call with several results, as in append(f()), which the analyzer takes
// for one without values.
func (w *warner) spreads(p token.Pos) bool {
	found := false
	ast.Inspect(w.file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && call.Pos() == p && len(call.Args) == 1 {
			_, several := w.r.info.TypeOf(call.Args[0]).(*types.Tuple)
			found = found || several
		}
		return !found
	})
	return found
}

// run gives the file to an analyzer and those that it needs. One that fails, on a tree that it does not
// expect, has said nothing.
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
		Fset:       w.c.o.Fset,
		Files:      []*ast.File{w.file},
		Pkg:        w.pkg,
		TypesInfo:  w.r.info,
		TypesSizes: w.c.sizes,
		ResultOf:   of,
		Report: func(d analysis.Diagnostic) {
			if a != appends.Analyzer || !w.spreads(d.Pos) {
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
