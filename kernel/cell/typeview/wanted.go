// SPDX-License-Identifier: BSD-3-Clause

package typeview

import (
	"go/ast"
	"go/types"
	"slices"
)

// Wanted returns the type that the context of an expression requires, nil if it is not determined.
// The expression is the last of path, which has the nodes around it.
func Wanted(info *types.Info, path []ast.Node) types.Type {
	up := func(i int) ast.Node {
		if n := len(path) - 1 - i; n >= 0 {
			return path[n]
		}
		return nil
	}
	e, _ := up(0).(ast.Expr)
	i := 1
	for ; ; i++ {
		p, ok := up(i).(*ast.ParenExpr)
		if !ok {
			break
		}
		e = p
	}
	switch p := up(i).(type) {
	case *ast.CallExpr:
		if tv := info.Types[p.Fun]; tv.IsType() {
			return tv.Type
		}
		if sig, ok := Core[*types.Signature](info.TypeOf(p.Fun)); ok {
			return parameterType(sig, slices.Index(p.Args, e), p.Ellipsis.IsValid())
		}
	case *ast.AssignStmt:
		if k := slices.Index(p.Rhs, e); k >= 0 && len(p.Lhs) == len(p.Rhs) {
			return info.TypeOf(p.Lhs[k])
		}
	case *ast.ValueSpec:
		if p.Type != nil {
			return info.TypeOf(p.Type)
		}
	case *ast.ReturnStmt:
		sig := functionAround(info, path)
		if k := slices.Index(p.Results, e); sig != nil && k >= 0 && k < sig.Results().Len() && len(p.Results) == sig.Results().Len() {
			return sig.Results().At(k).Type()
		}
	case *ast.SendStmt:
		if c, ok := Core[*types.Chan](info.TypeOf(p.Chan)); ok && p.Value == e {
			return c.Elem()
		}
	case *ast.KeyValueExpr:
		if lit, ok := up(i + 1).(*ast.CompositeLit); ok {
			return element(info, lit, p, e)
		}
	case *ast.CompositeLit:
		return element(info, p, nil, e)
	}
	return nil
}

// Core returns the underlying type of t, if it is a T.
func Core[T types.Type](t types.Type) (u T, ok bool) {
	if t == nil {
		return u, false
	}
	u, ok = t.Underlying().(T)
	return u, ok
}

// element returns the type of the element e of a literal, which is the key or the value of kv if
// that is not nil.
func element(info *types.Info, lit *ast.CompositeLit, kv *ast.KeyValueExpr, e ast.Expr) types.Type {
	t := info.TypeOf(lit)
	if t == nil {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if kv == nil {
			if k := slices.Index(lit.Elts, e); k >= 0 && k < u.NumFields() {
				return u.Field(k).Type()
			}
			return nil
		}
		if id, ok := kv.Key.(*ast.Ident); ok && kv.Value == e {
			for f := range u.Fields() {
				if f.Name() == id.Name {
					return f.Type()
				}
			}
		}
	case *types.Map:
		if kv != nil && kv.Key == e {
			return u.Key()
		}
		return u.Elem()
	case interface{ Elem() types.Type }: // slices and arrays
		if kv == nil || kv.Value == e {
			return u.Elem()
		}
	}
	return nil
}

// functionAround returns the type of the function around the last node of path, nil if there is
// none.
func functionAround(info *types.Info, path []ast.Node) *types.Signature {
	for _, n := range slices.Backward(path) {
		switch f := n.(type) {
		case *ast.FuncDecl:
			sig, _ := info.TypeOf(f.Name).(*types.Signature)
			return sig
		case *ast.FuncLit:
			sig, _ := info.TypeOf(f).(*types.Signature)
			return sig
		}
	}
	return nil
}
