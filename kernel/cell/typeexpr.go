package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"polka/kernel/cell/library"
)

// typeExpr writes t as syntax that the interpreter understands, and reports whether that is possible. It
// is not for unexported types of packages, and generic types of packages.
func (e *emitter) typeExpr(t types.Type, p token.Pos) (x ast.Expr, ok bool) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		switch {
		case t.Kind() == types.UnsafePointer:
			return &ast.SelectorExpr{X: ident(e.alias("unsafe"), p), Sel: ident("Pointer", p)}, true
		case t.Kind() == types.Invalid || t.Kind() == types.UntypedNil:
			return nil, false
		case t.Info()&types.IsUntyped != 0:
			return e.typeExpr(types.Default(t), p)
		}
		return ident(t.Name(), p), true
	case *types.Named:
		obj := t.Obj()
		if i := e.typeInstance(t); i != nil {
			return ident(i.sym, p), true
		}
		switch {
		case obj.Pkg() == nil && obj.Name() == "comparable":
			return nil, false
		case obj.Pkg() == nil:
			x = ident(obj.Name(), p)
		case obj.Pkg().Path() == world:
			name, known := e.symbol(obj)
			if !known {
				name = obj.Name() // local to a function
			}
			x = ident(name, p)
		case plainFunction(t):
			return e.typeExpr(t.Underlying(), p)
		case library.Compiled(obj.Pkg().Path()):
			return &ast.SelectorExpr{X: ident(e.alias(obj.Pkg().Path()), p), Sel: ident(obj.Name(), p)}, true
		default:
			if !obj.Exported() || t.TypeArgs().Len() > 0 || e.c.o.Has != nil && !e.c.o.Has(obj.Pkg().Path(), obj.Name()) {
				return nil, false
			}
			return &ast.SelectorExpr{X: ident(e.alias(obj.Pkg().Path()), p), Sel: ident(obj.Name(), p)}, true
		}
		return x, t.TypeArgs().Len() == 0
	case *types.TypeParam:
		return ident(t.Obj().Name(), p), true
	case *types.Pointer:
		x, ok = e.typeExpr(t.Elem(), p)
		return &ast.StarExpr{Star: p, X: x}, ok
	case *types.Slice:
		x, ok = e.typeExpr(t.Elem(), p)
		return &ast.ArrayType{Lbrack: p, Elt: x}, ok
	case *types.Array:
		x, ok = e.typeExpr(t.Elem(), p)
		return &ast.ArrayType{Lbrack: p, Len: integer(p, strconv.FormatInt(t.Len(), 10)), Elt: x}, ok
	case *types.Map:
		k, ok1 := e.typeExpr(t.Key(), p)
		v, ok2 := e.typeExpr(t.Elem(), p)
		return &ast.MapType{Map: p, Key: k, Value: v}, ok1 && ok2
	case *types.Chan:
		x, ok = e.typeExpr(t.Elem(), p)
		dir := ast.SEND | ast.RECV
		switch t.Dir() {
		case types.SendOnly:
			dir = ast.SEND
		case types.RecvOnly:
			dir = ast.RECV
		}
		return &ast.ChanType{Begin: p, Dir: dir, Value: x}, ok
	case *types.Signature:
		return e.funcType(t, p)
	case *types.Struct:
		list := fields(p)
		for i := range t.NumFields() {
			f := t.Field(i)
			x, ok := e.typeExpr(f.Type(), p)
			if !ok {
				return nil, false
			}
			if sym, ok := e.embeddedAlias(f); ok && f.Embedded() {
				y := ast.Expr(ident(sym, p))
				if _, ptr := f.Type().(*types.Pointer); ptr {
					y = &ast.StarExpr{Star: p, X: y}
				}
				x = y
			}
			fd := field(x)
			if f.Name() == "_" {
				fd.Names = []*ast.Ident{ident(blankField(i), p)}
			} else if !f.Embedded() {
				fd.Names = []*ast.Ident{ident(f.Name(), p)}
			}
			if tag := t.Tag(i); tag != "" {
				fd.Tag = text(p, strconv.Quote(tag))
			}
			list.List = append(list.List, fd)
		}
		return &ast.StructType{Struct: p, Fields: list}, true
	case *types.Interface:
		list := fields(p)
		for m := range t.ExplicitMethods() {
			x, ok := e.funcType(m.Signature(), p)
			if !ok {
				return nil, false
			}
			list.List = append(list.List, field(x, ident(m.Name(), p)))
		}
		for u := range t.EmbeddedTypes() {
			x, ok := e.typeExpr(u, p)
			if !ok {
				return nil, false
			}
			list.List = append(list.List, field(x))
		}
		return &ast.InterfaceType{Interface: p, Methods: list}, true
	}
	return nil, false
}

// funcType is the type of a function without its receiver.
func (e *emitter) funcType(s *types.Signature, p token.Pos) (*ast.FuncType, bool) {
	ft := &ast.FuncType{Func: p, Params: fields(p)}
	n := s.Params().Len()
	for i := range n {
		t := s.Params().At(i).Type()
		if s.Variadic() && i == n-1 {
			if sl, ok := t.(*types.Slice); ok {
				x, ok := e.typeExpr(sl.Elem(), p)
				if !ok {
					return nil, false
				}
				ft.Params.List = append(ft.Params.List, field(&ast.Ellipsis{Ellipsis: p, Elt: x}))
				continue
			}
		}
		x, ok := e.typeExpr(t, p)
		if !ok {
			return nil, false
		}
		ft.Params.List = append(ft.Params.List, field(x))
	}
	if s.Results().Len() > 0 {
		ft.Results = fields(p)
		for v := range s.Results().Variables() {
			x, ok := e.typeExpr(v.Type(), p)
			if !ok {
				return nil, false
			}
			ft.Results.List = append(ft.Results.List, field(x))
		}
	}
	return ft, true
}
