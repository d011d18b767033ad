// How the text of a cell, or of an instance, mentions instances: each mention becomes the instance's name.
//
//	Map[string, int](words, f)      Mapᐸᐧᐧᐧᐳ(words, f)
//	Pair[int, string]{1, "a"}       Pairᐸintꓹstringᐳ{1, "a"}
//	slices.Max(xs)                  Maxᐸᐧᐧᐧᐳ(xs)
//	iter.Seq[int]                   func(func(int) bool)
//
// Two things would mean something else in an instance than in the generic function. They are written
// differently there:
//
// A type switch may have a case T and a case int, and T may be int. Of two equal cases, the first one
// counts; the second one goes away, since the interpreter takes it for a mistake, and go/types too. So
// does a case of a type that lacks methods of the operand's interface.
//
// T(1) is a variable's value in a generic function, and T(1) << 9 is 0 if T is uint8. With uint8 in place
// of T it would be a constant that does not fit. So operands T(constant) become T(constant) + *new(T).

package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// instanceRule replaces the mention of an instance, or of a type argument, by its name.
func instanceRule(e *emitter, cur *astutil.Cursor) {
	info := e.r.info
	replace := func(old, x ast.Expr) {
		if tv, ok := info.Types[old]; ok {
			info.Types[x] = tv
		}
		if id, ok := old.(*ast.Ident); ok {
			delete(info.Uses, id) // the rules that follow still see it
		}
		cur.Replace(x)
	}
	switch n := cur.Node().(type) {
	case *ast.Ident:
		switch obj := info.Uses[n].(type) {
		case *types.TypeName:
			if !e.stands(obj) {
				return
			}
			if x, ok := e.typeExpr(obj.Type(), n.Pos()); ok {
				if _, plain := x.(*ast.Ident); !plain {
					x = &ast.ParenExpr{Lparen: n.Pos(), X: x, Rparen: n.Pos()}
					info.Types[x] = info.Types[n]
				}
				replace(n, x)
			}
		case *types.Func:
			if sel, ok := cur.Parent().(*ast.SelectorExpr); ok && sel.Sel == n {
				return
			}
			if x := e.mention(n, obj, n.Pos()); x != nil {
				replace(n, x)
			}
		}
	case *ast.SelectorExpr:
		if e.isConstraint(n) {
			// The checker has seen to it; the interpreter need not.
			replace(n, emptyInterface(n.Pos()))
			return
		}
		if f, ok := info.Uses[n.Sel].(*types.Func); ok {
			if x := e.mention(n.Sel, f, n.Pos()); x != nil {
				replace(n, x)
			} else if _, generic := info.Instances[n.Sel]; generic {
				e.fail(n.Pos(), f.Pkg().Name()+"."+f.Name()+" cannot be used in a cell")
			}
		}
	case *ast.IndexExpr:
		e.indexed(n, n.X, replace)
	case *ast.IndexListExpr:
		e.indexed(n, n.X, replace)
	}
}

// indexed replaces x with type arguments.
func (e *emitter) indexed(n, x ast.Expr, replace func(old, x ast.Expr)) {
	if tv := e.r.info.Types[n]; tv.IsType() {
		if y, ok := e.typeExpr(tv.Type, n.Pos()); ok {
			replace(n, y)
		}
		return
	}
	if id, ok := ast.Unparen(x).(*ast.Ident); ok && e.mentions[id] {
		replace(n, id)
	}
}

// mention is the name of the instance of f that id mentions, or nil.
func (e *emitter) mention(id *ast.Ident, f *types.Func, p token.Pos) ast.Expr {
	inst, ok := e.r.info.Instances[id]
	if !ok {
		return nil
	}
	i := e.instance(e.c.written(f.Origin()), slices.Collect(inst.TypeArgs.Types()))
	if i == nil {
		return nil
	}
	x := ident(i.sym, p)
	e.mentions[x] = true
	return x
}

// stands reports whether the name of a type is to be replaced by the type: a type argument's, or that of
// an alias inside of a function.
func (e *emitter) stands(obj *types.TypeName) bool {
	return e.typeArgs[obj.Name()] == obj || obj.IsAlias() && isLocal(obj)
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

// isGenericName reports whether sel is a generic function or type of a package.
func (e *emitter) isGenericName(sel *ast.SelectorExpr) bool {
	switch obj := e.r.info.Uses[sel.Sel].(type) {
	case *types.Func:
		return obj.Signature().TypeParams().Len() > 0 || e.r.info.Instances[sel.Sel].TypeArgs != nil
	case *types.TypeName:
		t, ok := obj.Type().(*types.Named)
		return ok && t.TypeParams().Len() > 0
	}
	return false
}

// isConstraint reports whether n is a package's interface for type parameters alone, such as cmp.Ordered.
func (e *emitter) isConstraint(n *ast.SelectorExpr) bool {
	t, ok := e.r.info.Uses[n.Sel].(*types.TypeName)
	if !ok || !imported(t) {
		return false
	}
	i, ok := t.Type().Underlying().(*types.Interface)
	return ok && !i.IsMethodSet()
}

// withoutRepeatedCases drops the types of type switches that stand in an earlier case or never hold.
func withoutRepeatedCases(e *emitter, f *ast.FuncDecl) {
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.TypeSwitchStmt)
		if !ok {
			return true
		}
		var seen []types.Type
		operand := e.typeOf(asserted(s).X)
		known := func(x ast.Expr) bool {
			t := e.r.info.Types[x].Type
			if t == nil || e.r.info.Types[x].IsNil() {
				return false
			}
			if never(operand, t) {
				return true
			}
			if slices.ContainsFunc(seen, func(u types.Type) bool { return types.Identical(t, u) }) {
				return true
			}
			seen = append(seen, t)
			return false
		}
		var clauses []ast.Stmt
		for _, c := range s.Body.List {
			c := c.(*ast.CaseClause)
			isDefault := c.List == nil
			var list []ast.Expr
			for _, x := range c.List {
				if !known(x) {
					list = append(list, x)
				}
			}
			if isDefault || len(list) > 0 {
				c.List = list
				clauses = append(clauses, c)
			}
		}
		s.Body.List = clauses
		return true
	})
}

// variableConversions keeps conversions of constants to type arguments from being constants.
func variableConversions(f *ast.FuncDecl, isArg map[string]bool) {
	conversion := func(x ast.Expr) (*ast.CallExpr, bool) {
		c, ok := ast.Unparen(x).(*ast.CallExpr)
		if !ok || len(c.Args) != 1 || !literalOperand(c.Args[0]) {
			return nil, false
		}
		id, ok := ast.Unparen(c.Fun).(*ast.Ident)
		return c, ok && isArg[id.Name]
	}
	vary := func(x ast.Expr) ast.Expr {
		c, ok := conversion(x)
		if !ok {
			return x
		}
		p := c.Pos()
		name := ast.Unparen(c.Fun).(*ast.Ident).Name
		zero := &ast.StarExpr{Star: p, X: call(p, ident("new", p), ident(name, p))}
		return &ast.ParenExpr{Lparen: p, X: binary(c, p, token.ADD, zero), Rparen: p}
	}
	astutil.Apply(f, nil, func(cur *astutil.Cursor) bool {
		switch n := cur.Node().(type) {
		case *ast.KeyValueExpr: // two of a map's keys may be equal
			n.Key = vary(n.Key)
		case *ast.UnaryExpr:
			if n.Op == token.SUB || n.Op == token.XOR {
				n.X = vary(n.X)
			}
		case *ast.BinaryExpr:
			_, both := conversion(n.Y)
			switch {
			case n.Op == token.SHL || n.Op == token.SHR:
				n.X = vary(n.X)
			case both || literalOperand(n.Y):
				n.X = vary(n.X)
			case literalOperand(n.X):
				n.Y = vary(n.Y)
			}
		}
		return true
	})
}

// literalOperand reports whether x is a literal, perhaps with a sign.
func literalOperand(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.BasicLit:
		return true
	case *ast.UnaryExpr:
		return literalOperand(x.X)
	}
	return false
}

// asserted is the x.(type) of s, or nil if something else has been put in its place.
func asserted(s *ast.TypeSwitchStmt) *ast.TypeAssertExpr {
	var x ast.Expr
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		x = a.X
	case *ast.AssignStmt:
		x = a.Rhs[0]
	}
	a, _ := ast.Unparen(x).(*ast.TypeAssertExpr)
	return a
}
