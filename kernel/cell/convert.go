// Conversions that Go leaves out.
//
// A value changes its type without a word where it is assigned: in assignments, arguments, results,
// literals, and when it is sent. The interpreter follows most of these, and misses some, which are written
// out here: a comparison that becomes an interface (compare.go), an interface with methods that becomes
// one without (interface.go), and a struct type with a name against one without, which have different
// tags in the interpreter (field.go).

package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

func convertRule(e *emitter, cur *astutil.Cursor) {
	if c, ok := cur.Node().(*ast.CallExpr); ok && e.isCompiledFunc(c.Fun) {
		return // the interpreter knows what compiled functions want
	}
	if x, ok := cur.Node().(*ast.IndexExpr); ok && e.r.info.Types[x.Index].IsNil() {
		if m, ok := e.typeOf(x.X).Underlying().(*types.Map); ok && !isInterface(m.Key()) {
			x.Index = e.convert(x.Index, m.Key()) // the interpreter knows nil as a key only so
		}
		return
	}
	inside := false // what is assigned becomes part of something
	switch n := cur.Node().(type) {
	case *ast.CompositeLit, *ast.SendStmt:
		inside = true
	case *ast.CallExpr:
		inside = e.builtin(n.Fun) == "append"
	case *ast.AssignStmt:
		for _, x := range n.Lhs {
			_, isIdent := x.(*ast.Ident)
			inside = inside || !isIdent
		}
	}
	e.assigned(cur.Node(), func(x ast.Expr, t types.Type) ast.Expr {
		tx := e.typeOf(x)
		switch {
		case tx == nil:
		case isEmptyInterface(t) && (hasMethods(tx) || isOwn(tx) && (inside || isStruct(pointee(tx)))):
			return e.toAny(x)
		case e.isConstant(x):
		case isTruth(x) && (t == nil || isInterface(t)):
			return e.convert(x, types.Default(tx))
		case t != nil && !types.Identical(tx, t) && isStruct(tx) && isStruct(t):
			return e.convert(x, t)
		}
		return x
	})
}

// isCompiledFunc reports whether f is a function or method of a compiled package.
func (e *emitter) isCompiledFunc(f ast.Expr) bool {
	var id *ast.Ident
	switch f := ast.Unparen(f).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return false
	}
	obj, ok := e.r.info.Uses[id].(*types.Func)
	return ok && imported(obj)
}

// pointee is what t points to, or t itself.
func pointee(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// namedType is the named type that t is or points to, or nil.
func namedType(t types.Type) *types.Named {
	n, _ := types.Unalias(pointee(t)).(*types.Named)
	return n
}

// isOwn reports whether t is a type of a cell that has methods, or points to one.
func isOwn(t types.Type) bool {
	n := namedType(t)
	return n != nil && pathOf(n.Obj()) == world && types.NewMethodSet(types.NewPointer(n)).Len() > 0
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok && !isTypeParam(t)
}

// assigned calls f for every operand of n that is assigned to something of type t, nil for the blank
// name, and puts what f gives in its place.
func (e *emitter) assigned(n ast.Node, f func(x ast.Expr, t types.Type) ast.Expr) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.ASSIGN || len(n.Lhs) != len(n.Rhs) {
			return
		}
		for i, x := range n.Lhs {
			if isBlank(x) {
				n.Rhs[i] = f(n.Rhs[i], nil)
			} else if t := e.variableType(x); t != nil {
				n.Rhs[i] = f(n.Rhs[i], t)
			}
		}
	case *ast.ValueSpec:
		for i, id := range n.Names {
			if len(n.Values) != len(n.Names) {
				break
			}
			if id.Name == "_" && n.Type == nil {
				n.Values[i] = f(n.Values[i], nil)
			} else if n.Type != nil {
				if t := e.typeOf(n.Type); t != nil {
					n.Values[i] = f(n.Values[i], t)
				}
			}
		}
	case *ast.ReturnStmt:
		sig := e.returns[n].sig
		if sig == nil || sig.Results().Len() != len(n.Results) {
			return
		}
		for i := range n.Results {
			n.Results[i] = f(n.Results[i], sig.Results().At(i).Type())
		}
	case *ast.SendStmt:
		if t := e.typeOf(n.Chan); t != nil {
			if c, ok := t.Underlying().(*types.Chan); ok {
				n.Value = f(n.Value, c.Elem())
			}
		}
	case *ast.CallExpr:
		tv := e.r.info.Types[n.Fun]
		if e.builtin(n.Fun) == "append" && !n.Ellipsis.IsValid() {
			if s, ok := e.typeOf(n).Underlying().(*types.Slice); ok {
				for i, x := range n.Args[1:] {
					n.Args[i+1] = f(x, s.Elem())
				}
			}
			return
		}
		if tv.Type == nil || tv.IsType() || tv.IsBuiltin() {
			return
		}
		sig, ok := tv.Type.Underlying().(*types.Signature)
		if !ok {
			return
		}
		for i, x := range n.Args {
			if t := parameterType(sig, i, n.Ellipsis.IsValid()); t != nil {
				n.Args[i] = f(x, t)
			}
		}
	case *ast.CompositeLit:
		e.elements(n, f)
	}
}

// variableType is the type of what is assigned to.
func (e *emitter) variableType(x ast.Expr) types.Type {
	if id, ok := x.(*ast.Ident); ok {
		if obj := e.r.info.ObjectOf(id); obj != nil {
			return obj.Type()
		}
	}
	return e.typeOf(x)
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

// elements does the work of assigned for a literal.
func (e *emitter) elements(n *ast.CompositeLit, f func(x ast.Expr, t types.Type) ast.Expr) {
	t := e.typeOf(n)
	if t == nil {
		return
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem() // &T is left out in a list
	}
	var key, elem types.Type
	switch u := t.Underlying().(type) {
	case *types.Array:
		elem = u.Elem()
	case *types.Slice:
		elem = u.Elem()
	case *types.Map:
		key, elem = u.Key(), u.Elem()
	case *types.Struct:
		for i, x := range n.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok {
					if obj := e.r.info.Uses[id]; obj != nil {
						kv.Value = f(kv.Value, obj.Type())
					}
				}
			} else if i < u.NumFields() {
				n.Elts[i] = f(x, u.Field(i).Type())
			}
		}
		return
	default:
		return
	}
	for i, x := range n.Elts {
		kv, ok := x.(*ast.KeyValueExpr)
		if !ok {
			n.Elts[i] = f(x, elem)
			continue
		}
		kv.Value = f(kv.Value, elem)
		if key != nil {
			kv.Key = f(kv.Key, key)
		}
	}
}
