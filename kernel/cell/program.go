// SPDX-License-Identifier: BSD-3-Clause

package cell

import (
	"go/ast"
	"go/types"

	"polka/kernel/cell/explain"
	"polka/kernel/cell/source"
	"polka/kernel/cell/syntax"
	"polka/kernel/cell/warn"
)

// checkProgram type-checks a program as one package.
func (c *Compiler) checkProgram(t *syntax.Tree, r *checked, extra map[string]*Entity) {
	declared := t.Declared()
	mentioned := t.Mentioned()
	for _, id := range t.Defined() {
		declared[id.Name] = true
	}
	pkg := c.newPackage(mentioned, extra, func(name string) bool { return !declared[name] })
	file := &ast.File{Name: ast.NewIdent("main"), Package: t.End, FileStart: t.End, FileEnd: t.End}
	foreign := make(map[*syntax.Declaration]*ast.FuncDecl)
	for _, d := range t.Decls {
		node := d.Node
		if fn, ok := node.(*ast.FuncDecl); ok && d.Again && d.Recv != "" && !declared[d.Recv] {
			foreign[d] = c.checkable(t, d, fn.Body)
			r.bodies[d] = foreign[d]
			node = foreign[d]
		}
		file.Decls = append(file.Decls, node)
	}
	for _, s := range t.Stmts {
		file.Decls = append(file.Decls, s.(*ast.DeclStmt).Decl)
	}
	c.run(t.Fset, pkg, r, file)
	c.collect(t, r, pkg, declared, foreign)
	r.define(t)
}

// initialize puts the package variables of a program into the order of their initialization.
func initialize(t *syntax.Tree, info *types.Info) {
	var specs []*ast.ValueSpec
	for _, s := range t.Stmts {
		specs = append(specs, s.(*ast.DeclStmt).Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec))
	}
	t.Stmts = initialized(specs, info)
}

// initialized gives statements that declare package variables in the order of their initialization.
func initialized(specs []*ast.ValueSpec, info *types.Info) (list []ast.Stmt) {
	idents := make(map[*types.Var]*ast.Ident)
	for _, spec := range specs {
		for _, id := range spec.Names {
			if obj, ok := info.Defs[id].(*types.Var); ok {
				idents[obj] = id
			}
		}
		if len(spec.Values) == 0 {
			list = append(list, syntax.PackageVariable(spec))
		}
	}
	for _, i := range info.InitOrder {
		spec := &ast.ValueSpec{Values: []ast.Expr{i.Rhs}}
		for _, v := range i.Lhs {
			if id := idents[v]; id != nil {
				spec.Names = append(spec.Names, id)
			}
		}
		if len(spec.Names) > 0 {
			list = append(list, syntax.PackageVariable(spec))
		}
	}
	return list
}

// VetProgram returns the warnings about a program that is a package. The error is that of
// CompileProgram.
func (c *Compiler) VetProgram(found *source.Package) (list []explain.Diagnostic, err error) {
	c.packages.checked = func(p *Package, files []*ast.File, info *types.Info) {
		if p.files == found {
			for _, f := range files {
				list = append(list, warn.File(c.session, f, p.pkg, info, c.o.Immutable)...)
			}
		}
	}
	defer func() { c.packages.checked = nil }()
	_, err = c.CompileProgram(found)
	return list, err
}
