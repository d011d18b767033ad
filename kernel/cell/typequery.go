package cell

import (
	"go/ast"
	"go/token"
	"go/types"
)

// receiverBase is the type expression of fn's receiver without stars and parentheses.
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

func isEmptyInterface(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// parameterType is the type of argument i of a call, nil if there is none.
func parameterType(sig *types.Signature, i int, spread bool) types.Type {
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 && !spread {
		if s, ok := sig.Params().At(n - 1).Type().(*types.Slice); ok {
			return s.Elem()
		}
		return nil
	}
	if i < 0 || i >= n {
		return nil
	}
	return sig.Params().At(i).Type()
}

// typeParams are the type parameters that fn declares, or its receiver; nil where it has no name for one.
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

// namedType is the named type that t is or points to, or nil.
func namedType(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// withoutTypeArgs is what x indexes, or x itself.
func withoutTypeArgs(x ast.Expr) ast.Expr {
	switch y := x.(type) {
	case *ast.IndexExpr:
		return y.X
	case *ast.IndexListExpr:
		return y.X
	}
	return x
}

func ident(name string, p token.Pos) *ast.Ident { return &ast.Ident{Name: name, NamePos: p} }

func fields(p token.Pos, list ...*ast.Field) *ast.FieldList {
	return &ast.FieldList{Opening: p, List: list, Closing: p}
}

func block(p token.Pos, list ...ast.Stmt) *ast.BlockStmt {
	return &ast.BlockStmt{Lbrace: p, List: list, Rbrace: p}
}
