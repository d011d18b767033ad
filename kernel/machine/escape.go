// SPDX-License-Identifier: BSD-3-Clause

// Which variables live in frames.
//
// A variable lives in its function's frame unless a closure or a pointer can outlive or change it
// there. One pass over the function, with the function literals in it, finds for each variable
// whether its address is taken, whether a literal mentions it, and whether it is assigned to after
// its definition. A captured variable that is never assigned again is copied into the closure; a
// captured one that changes, and one whose address is taken, gets a box on the heap, a new one each
// time its definition is run. The place of a parameter or result in the frame is its box if only
// deferred literals capture it: they run before the call is over.

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A use describes how a variable is used.
type use struct {
	owner    *ast.FuncLit // whose variable it is; nil for the function itself
	captured bool
	kept     bool // captured by a literal that is not deferred in the function whose variable it is
	address  bool
	assigned bool
}

func (u *use) boxed() bool { return u != nil && (u.address || u.captured && u.assigned) }

// inFrame reports whether the box of a parameter or result may be in the frame.
func (u *use) inFrame() bool { return u != nil && !u.address && !u.kept }

// uses finds the uses of the variables of a function.
type uses struct {
	info *types.Info
	c    *comp
	vars map[types.Object]*use
	lit  *ast.FuncLit // that is walked, nil in the function itself
	// deferred is the literal that the last defer statement calls, nil if it calls something else.
	// If now is set, lit is such a literal, and around is the function with the defer statement.
	deferred, around *ast.FuncLit
	now              bool
}

func findUses(c *comp, typ *ast.FuncType, nodes ...ast.Node) map[types.Object]*use {
	u := &uses{info: c.info, c: c, vars: make(map[types.Object]*use)}
	if typ != nil {
		u.define(typ.Params, false)
		u.define(typ.Results, true)
	}
	for _, n := range nodes {
		u.walk(n)
	}
	return u.vars
}

func (u *uses) of(obj types.Object) *use {
	r := u.vars[obj]
	if r == nil {
		r = &use{owner: u.lit}
		u.vars[obj] = r
	}
	return r
}

// mention returns the use of a variable that is mentioned here.
func (u *uses) mention(v *types.Var) *use {
	r := u.of(v)
	if r.owner != u.lit {
		r.captured = true
		r.kept = r.kept || !u.now || r.owner != u.around
	}
	return r
}

func (u *uses) walk(n ast.Node) {
	if n == nil {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			before := *u
			u.lit, u.around, u.now = n, u.lit, n == u.deferred
			u.define(n.Type.Params, false)
			u.define(n.Type.Results, true)
			u.walk(n.Body)
			u.lit, u.around, u.now = before.lit, before.around, before.now
			return false
		case *ast.DeferStmt:
			u.deferred, _ = ast.Unparen(n.Call.Fun).(*ast.FuncLit)
		case *ast.Ident:
			if v, ok := u.info.Defs[n].(*types.Var); ok {
				u.of(v)
			}
			if v, ok := u.info.Uses[n].(*types.Var); ok && !v.IsField() {
				u.mention(v)
			}
		case *ast.CaseClause:
			if v := u.info.Implicits[n]; v != nil {
				u.of(v)
			}
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				if id, ok := x.(*ast.Ident); ok && n.Tok == token.DEFINE && u.info.Defs[id] != nil {
					continue
				}
				u.root(x, false)
			}
		case *ast.IncDecStmt:
			u.root(n.X, false)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				u.root(n.Key, false)
				u.root(n.Value, false)
			}
			if t := u.c.goType(n.X); t != nil {
				if _, ok := t.Underlying().(*types.Array); ok && n.Value == nil {
					break
				}
			}
		case *ast.ForStmt:
			// A variable of the loop is copied for each turn, which assigns to it.
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				u.root(n.X, true)
			}
		case *ast.SliceExpr:
			if t := u.c.goType(n.X); t != nil {
				if _, ok := t.Underlying().(*types.Array); ok {
					u.root(n.X, true)
				}
			}
		case *ast.SelectorExpr:
			if s := u.info.Selections[n]; s != nil && s.Kind() == types.MethodVal {
				if u.c.takesAddress(n, s) {
					u.root(n.X, true)
				}
			}
		}
		return true
	})
}

// define enters parameters or results. A return statement assigns to results.
func (u *uses) define(l *ast.FieldList, results bool) {
	if l == nil {
		return
	}
	for _, f := range l.List {
		for _, id := range f.Names {
			if v := u.info.Defs[id]; v != nil {
				u.of(v).assigned = results
			}
		}
	}
}

// root notes that the variable in which x lies is assigned to, or that its address is taken.
func (u *uses) root(x ast.Expr, address bool) {
	for x != nil {
		switch e := ast.Unparen(x).(type) {
		case *ast.Ident:
			obj := u.info.Uses[e]
			if obj == nil {
				obj = u.info.Defs[e]
			}
			if v, ok := obj.(*types.Var); ok && !v.IsField() {
				r := u.mention(v)
				if address {
					r.address = true
				} else {
					r.assigned = true
				}
			}
			return
		case *ast.SelectorExpr:
			s := u.info.Selections[e]
			if s == nil || s.Indirect() {
				return
			}
			x = e.X
		case *ast.IndexExpr:
			t := u.c.goType(e.X)
			if t == nil {
				return
			}
			if _, ok := t.Underlying().(*types.Array); !ok {
				return
			}
			x = e.X
		default:
			return
		}
	}
}

// takesAddress reports whether the method value or call n takes the address of n.X.
func (c *comp) takesAddress(n *ast.SelectorExpr, s *types.Selection) bool {
	recv := c.env.subst(s.Recv())
	if _, ok := recv.Underlying().(*types.Pointer); ok {
		return false
	}
	if types.IsInterface(recv) {
		return false
	}
	obj, index, indirect := types.LookupFieldOrMethod(recv, true, s.Obj().Pkg(), n.Sel.Name)
	f, ok := obj.(*types.Func)
	if !ok || indirect {
		return false
	}
	_ = index
	sig := f.Signature()
	if sig.Recv() == nil {
		return false
	}
	_, ptr := types.Unalias(sig.Recv().Type()).(*types.Pointer)
	return ptr
}
