// SPDX-License-Identifier: BSD-3-Clause

// Which operands are copied before later calls of a statement.

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"polka/kernel/machine/internal/memory"
)

// ordered reports whether e is an operation whose place in the order the Go compiler keeps. The
// list is that of orderState.expr1 in cmd/compile/internal/walk.
func (c *comp) ordered(e ast.Expr) bool {
	if c.copied[e] {
		return true
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		if tv := c.info.Types[e]; tv.Value != nil || tv.Type == nil {
			return false
		}
		if _, ok := c.goType(e).(*types.Tuple); ok {
			return false
		}
		if tv := c.info.Types[e.Fun]; tv.IsType() {
			return len(e.Args) == 1 && (c.pointerOfCall(e) || c.copiesString(e) || c.copiesTo(e.Args[0], tv.Type))
		}
		return !c.isPure(e) || !c.isOfFrame(e.Args)
	case *ast.CompositeLit:
		t := c.goType(e)
		if t == nil || len(e.Elts) == 0 {
			return false
		}
		_, ok := t.Underlying().(*types.Map)
		return ok
	case *ast.UnaryExpr:
		return e.Op == token.ARROW
	case *ast.BinaryExpr:
		return (e.Op == token.LAND || e.Op == token.LOR) && c.info.Types[e].Value == nil
	case *ast.SliceExpr:
		return true
	case *ast.TypeAssertExpr:
		if t := c.goType(e); t != nil {
			_, isTuple := t.(*types.Tuple)
			return !isTuple && !isPointerShaped(t)
		}
	}
	return false
}

// markCopies marks the expressions of a list that the compiler copies before it converts them to an
// interface.
func (c *comp) markCopies(list []ast.Expr, target func(i int) types.Type) {
	for i, e := range list {
		if t := target(i); t != nil && c.copiesTo(e, t) {
			c.mark(e)
		}
	}
}

// mark makes e an ordered operation.
func (c *comp) mark(e ast.Expr) {
	if c.copied == nil {
		c.copied = make(map[ast.Expr]bool)
	}
	c.copied[ast.Unparen(e)] = true
}

// markArguments is markCopies for the arguments of a call.
func (c *comp) markArguments(e *ast.CallExpr) {
	t := c.goType(e.Fun)
	if t == nil {
		return
	}
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return
	}
	n := sig.Params().Len()
	c.markCopies(e.Args, func(i int) types.Type {
		switch {
		case sig.Variadic() && i >= n-1 && !e.Ellipsis.IsValid():
			if s, ok := sig.Params().At(n - 1).Type().Underlying().(*types.Slice); ok {
				return s.Elem()
			}
		case i < n:
			return sig.Params().At(i).Type()
		}
		return nil
	})
}

// markCallee marks the function value or the interface whose method a call calls, if calls lead to
// it: the compiler then looks at it before it evaluates the arguments.
func (c *comp) markCallee(e *ast.CallExpr) {
	fun := ast.Unparen(e.Fun)
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		if s := c.info.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			if fun = nil; types.IsInterface(c.env.subst(s.Recv())) {
				fun = ast.Unparen(sel.X)
			}
		}
	}
	switch fun.(type) {
	case nil, *ast.CallExpr, *ast.FuncLit, *ast.Ident:
	default:
		if c.hasCall(fun) {
			c.mark(fun)
		}
	}
}

// markParts is markCopies for the parts of an expression.
func (c *comp) markParts(e ast.Expr) {
	switch e := e.(type) {
	case *ast.CompositeLit:
		c.markElements(e)
	case *ast.IndexExpr:
		c.markKey(c.goType(e.X), e.Index)
	case *ast.BinaryExpr:
		if e.Op == token.EQL || e.Op == token.NEQ {
			list := []ast.Expr{e.X, e.Y}
			c.markCopies(list, func(i int) types.Type { return c.goType(list[1-i]) })
		}
	}
}

// markElements is markCopies for the elements of a literal.
func (c *comp) markElements(e *ast.CompositeLit) {
	t := c.goType(e)
	if t == nil {
		return
	}
	values := make([]ast.Expr, len(e.Elts))
	var keys []ast.Expr
	for i, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			keys = append(keys, kv.Key)
			x = kv.Value
		}
		values[i] = x
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	c.markCopies(values, func(i int) types.Type {
		switch u := t.Underlying().(type) {
		case *types.Slice:
			return u.Elem()
		case *types.Array:
			return u.Elem()
		case *types.Struct:
			if len(keys) == 0 {
				return u.Field(i).Type()
			}
			if id, ok := keys[i].(*ast.Ident); ok {
				if v, ok := c.info.Uses[id].(*types.Var); ok {
					return v.Type()
				}
			}
		}
		return nil
	})
}

// copiesTo reports whether the conversion of e to the interface type t copies e first. The Go
// compiler does so if the type of e is not passed to the runtime in registers and e is not a
// variable.
func (c *comp) copiesTo(e ast.Expr, t types.Type) bool {
	from := c.goType(e)
	if from == nil || !types.IsInterface(c.env.subst(t)) || types.IsInterface(from) || c.info.Types[e].Value != nil {
		return false
	}
	return !isWord(from) && !c.isVariable(e)
}

// isWord reports whether the values of t are numbers of two, four or eight bytes, strings or
// slices, alone or alone in a struct or an array.
func isWord(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch u.Kind() {
		case types.Bool, types.UntypedBool, types.Int8, types.Uint8, types.Complex128, types.UntypedComplex, types.UnsafePointer, types.UntypedNil:
			return false
		}
		return true
	case *types.Slice:
		return true
	case *types.Struct:
		return u.NumFields() == 1 && isWord(u.Field(0).Type())
	case *types.Array:
		return u.Len() == 1 && isWord(u.Elem())
	case *types.Tuple:
		return true
	}
	return false
}

// isVariable reports whether e has an address.
func (c *comp) isVariable(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		_, ok := c.info.Uses[e].(*types.Var)
		return ok
	case *ast.StarExpr:
		return true
	case *ast.SelectorExpr:
		s := c.info.Selections[e]
		if s == nil {
			_, ok := c.info.Uses[e.Sel].(*types.Var)
			return ok
		}
		return s.Kind() == types.FieldVal && (s.Indirect() || c.isVariable(e.X))
	case *ast.IndexExpr:
		t := c.goType(e.X)
		if t == nil {
			return false
		}
		switch t.Underlying().(type) {
		case *types.Slice, *types.Pointer:
			return true
		case *types.Array:
			return c.isVariable(e.X)
		}
	}
	return false
}

// markKey makes the key of an element of a map an ordered operation, if t is a map whose keys the
// Go compiler passes by address: it then copies a key that is no variable, or is converted.
func (c *comp) markKey(t types.Type, key ast.Expr) {
	if t == nil || c.info.Types[key].Value != nil || c.goType(key) == nil {
		return
	}
	m, ok := c.env.subst(t).Underlying().(*types.Map)
	if !ok || c.isVariable(key) && types.IsInterface(c.goType(key)) == types.IsInterface(m.Key()) {
		return
	}
	if k, elem := c.typ(m.Key(), key), c.typ(m.Elem(), key); elem.Size > 128 || k.Rep != memory.RepString && !(isPlain(m.Key()) && (k.Size == 4 || k.Size == 8)) {
		c.mark(key)
	}
}

// isPlain reports whether values of t are equal if their bytes are. It is not exact about padding.
func isPlain(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsBoolean) != 0 || u.Kind() == types.UnsafePointer
	case *types.Pointer, *types.Chan:
		return true
	case *types.Array:
		return isPlain(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !isPlain(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}
