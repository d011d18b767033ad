// SPDX-License-Identifier: BSD-3-Clause

// Methods of generic types are checked as generic functions.
//
// go/types takes a method only beside its type, with its body. But the type may come from an
// earlier cell, and the body may mention what the statements of the cell define, which is known
// later than the types. So the method is checked once more, or only so, as a function that has the
// receiver in front and the type parameters of the type, under the receiver's names for them:
//
//	type Tree[K cmp.Ordered, V any] struct {...}
//	func (t *Tree[A, B]) Get(a A) B {...}       func _[A cmp.Ordered, B any](t *Tree[A, B], a A) B {...}
//
// A method of a type of an earlier cell that has the same signature as before is the same method
// with another body, and all values have it. One that is new, or has another signature, makes a new
// type, with the other methods made again: unlike other types, instances of a generic one cannot be
// given methods once go/types has made them. Values made before keep the old type.

package cell

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"polka/kernel/cell/syntax"
)

// checkable returns the declaration of a function or method as a function under a blank name.
func (c *Compiler) checkable(t *syntax.Tree, d *syntax.Declaration, body *ast.BlockStmt) *ast.FuncDecl {
	fn := d.Node.(*ast.FuncDecl)
	f := asFunction(fn, body)
	if d.Recv != "" && isGeneric(fn) {
		f.Type.TypeParams = c.receiverTypeParams(t, d)
		recv := *f.Type.Params.List[0]
		recv.Type = withoutBlanks(recv.Type)
		f.Type.Params.List[0] = &recv
	}
	return f
}

// blankParam is the name of type parameter i of a receiver that has a blank for it.
func blankParam(i int) string { return fmt.Sprintf("_ꓸ%d", i) }

// withoutBlanks is the type of a receiver with names for blank type parameters.
func withoutBlanks(e ast.Expr) ast.Expr {
	named := func(i int, e ast.Expr) ast.Expr {
		if id, ok := e.(*ast.Ident); ok && id.Name == "_" {
			return ident(blankParam(i), id.Pos())
		}
		return e
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		c := *e
		c.X = withoutBlanks(e.X)
		return &c
	case *ast.StarExpr:
		c := *e
		c.X = withoutBlanks(e.X)
		return &c
	case *ast.IndexExpr:
		c := *e
		c.Index = named(0, e.Index)
		return &c
	case *ast.IndexListExpr:
		c := *e
		c.Indices = slices.Clone(e.Indices)
		for i, x := range c.Indices {
			c.Indices[i] = named(i, x)
		}
		return &c
	}
	return e
}

// mentionReceivers adds to mentioned what the type parameters of receivers mention, whose types are
// of earlier cells.
func (c *Compiler) mentionReceivers(t *syntax.Tree, mentioned map[string]bool) {
	for _, d := range t.Decls {
		fn, ok := d.Node.(*ast.FuncDecl)
		if !ok || d.Recv == "" || !isGeneric(fn) {
			continue
		}
		if list := c.receiverTypeParams(t, d); list != nil {
			ast.Inspect(list, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					mentioned[id.Name] = true
				}
				return true
			})
		}
	}
}

// receiverTypeParams returns the type parameters of the receiver's type, under the names that the
// method d has for them; nil if there is no such type.
func (c *Compiler) receiverTypeParams(t *syntax.Tree, d *syntax.Declaration) *ast.FieldList {
	var of *syntax.Declaration
	for _, other := range t.Decls {
		if other.IsType() && other.Names[0] == d.Recv {
			of = other
		}
	}
	if e := c.names[d.Recv]; of == nil && e != nil {
		of = e.Decl
	}
	if of == nil || !of.IsType() {
		return nil
	}
	again, _, err := of.ParseIn(c.o.Fset, syntax.FileName(of.Cell), 0)
	if err != nil {
		return nil
	}
	list := again.Node.(*ast.GenDecl).Specs[0].(*ast.TypeSpec).TypeParams
	if list == nil {
		return nil
	}
	names := typeParams(d.Node.(*ast.FuncDecl))
	become := make(map[any]string)
	i := 0
	for _, f := range list.List {
		for _, id := range f.Names {
			if i == len(names) {
				return nil // the wrong number: go/types will say so
			}
			name := blankParam(i)
			if names[i] != nil && names[i].Name != "_" {
				name = names[i].Name
			}
			become[id.Obj] = name
			i++
		}
	}
	ast.Inspect(list, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Obj != nil && become[id.Obj] != "" {
			id.Name = become[id.Obj]
		}
		return true
	})
	return list
}

// adoptGeneric finds the method of a generic type of an earlier cell that d, which has been checked
// as the function f, declares again.
func (c *Compiler) adoptGeneric(named *types.Named, d *syntax.Declaration, f *ast.FuncDecl, r *checked) {
	obj, ok := r.info.Defs[f.Name].(*types.Func)
	if !ok {
		return
	}
	sig := obj.Signature()
	if sig.TypeParams().Len() != named.TypeParams().Len() || sig.Params().Len() == 0 {
		return // go/types has said so
	}
	fn := d.Node.(*ast.FuncDecl)
	for m := range named.Methods() {
		if m.Name() == fn.Name.Name && sameMethod(named, m, sig) {
			r.methods[d] = m
			return
		}
	}
	r.errs = append(r.errs, types.Error{Fset: c.o.Fset, Pos: fn.Name.Pos(), Msg: changedMethod})
}

// sameMethod reports whether the method m of a generic type has the signature sig, which is that of
// a generic function with the receiver in front.
func sameMethod(named *types.Named, m *types.Func, sig *types.Signature) bool {
	var args []types.Type
	for p := range sig.TypeParams().TypeParams() {
		args = append(args, p)
	}
	t, err := types.Instantiate(nil, named, args, false)
	if err != nil {
		return false
	}
	vars := slices.Collect(sig.Params().Variables())
	without := types.NewSignatureType(nil, nil, nil, types.NewTuple(vars[1:]...), sig.Results(), sig.Variadic())
	_, pointer := types.Unalias(vars[0].Type()).(*types.Pointer)
	for known := range t.(*types.Named).Methods() {
		if known.Name() == m.Name() {
			s := known.Signature()
			plain := types.NewSignatureType(nil, nil, nil, s.Params(), s.Results(), s.Variadic())
			return types.Identical(plain, without) && pointerReceiver(s) == pointer
		}
	}
	return false
}
