// SPDX-License-Identifier: BSD-3-Clause

package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"polka/kernel/cell/syntax"
	"polka/kernel/cell/warn"
)

// receiverBase returns the type expression of fn's receiver without stars and parentheses.
func receiverBase(fn *ast.FuncDecl) ast.Expr {
	x := fn.Recv.List[0].Type
	for {
		switch y := x.(type) {
		case *ast.StarExpr:
			x = y.X
		case *ast.ParenExpr:
			x = y.X
		default:
			return x
		}
	}
}

// typeParams returns the type parameters that fn declares, or its receiver; nil where it has no
// name for one.
func typeParams(fn *ast.FuncDecl) []*ast.Ident {
	var ids []*ast.Ident
	if fn.Recv == nil {
		if fn.Type.TypeParams != nil {
			for _, f := range fn.Type.TypeParams.List {
				ids = append(ids, f.Names...)
			}
		}
		return ids
	}
	var list []ast.Expr
	switch x := receiverBase(fn).(type) {
	case *ast.IndexExpr:
		list = []ast.Expr{x.Index}
	case *ast.IndexListExpr:
		list = x.Indices
	}
	for _, x := range list {
		id, _ := x.(*ast.Ident)
		ids = append(ids, id)
	}
	return ids
}

func ident(name string, p token.Pos) *ast.Ident { return &ast.Ident{Name: name, NamePos: p} }

func fields(p token.Pos, list ...*ast.Field) *ast.FieldList {
	return &ast.FieldList{Opening: p, List: list, Closing: p}
}

func block(p token.Pos, list ...ast.Stmt) *ast.BlockStmt {
	return &ast.BlockStmt{Lbrace: p, List: list, Rbrace: p}
}

func start(t *syntax.Tree) token.Pos {
	if len(t.Stmts) > 0 {
		return t.Stmts[0].Pos()
	}
	if len(t.Values) > 0 {
		return t.Values[0].Pos()
	}
	return t.End
}

// asFile returns the tree as one file of Go, whose functions all have objects.
func (c *Compiler) asFile(t *syntax.Tree, r *checked) *ast.File {
	p := start(t)
	f := &ast.File{Name: ident("main", p), Package: p, FileStart: p, FileEnd: t.End}
	for _, d := range t.Decls {
		if d.Again {
			continue
		}
		f.Decls = append(f.Decls, d.Node)
		if fn, ok := d.Node.(*ast.FuncDecl); ok && r.info.Defs[fn.Name] == nil {
			if m := r.methods[d]; m != nil {
				r.info.Defs[fn.Name] = m
			}
		}
	}
	body := block(p, t.Stmts...)
	for _, x := range t.Values {
		body.List = append(body.List, &ast.ExprStmt{X: x})
	}
	body.Rbrace = t.End
	fn := &ast.FuncDecl{Name: ident("_", p), Type: &ast.FuncType{Func: p, Params: fields(p)}, Body: body}
	r.info.Defs[fn.Name] = types.NewFunc(p, c.pkg, "_", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	r.info.Scopes[f] = c.pkg.Scope()
	f.Decls = append(f.Decls, fn)
	return f
}

// warn adds warnings about t to p.
func (c *Compiler) warn(t *syntax.Tree, r *checked, p *Program) {
	w := warn.Cell{Cell: c.checkedCell(t, r), File: c.asFile(t, r), Immutable: c.o.Immutable}
	for _, d := range r.defs {
		w.Variables = append(w.Variables, d.obj)
	}
	p.Warnings = warn.Find(w)
	p.Unread = c.watch.Unread(w)
	p.Mentioned = t.Mentioned()
}
