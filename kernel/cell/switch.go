// Switches.
//
// The interpreter compares the tag of a switch with its cases by its own means, which know only cases of
// the tag's own type. A tag that is an interface, or cases of another type than the tag's, or nil, make it
// a list of comparisons, which compare.go has a look at:
//
//	switch x { case "a", y: ... }    becomes    switch t := x; { case t == "a" || t == y: ... }

package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

func switchRule(e *emitter, cur *astutil.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.SwitchStmt:
		e.comparing(cur, n)
		if n.Tag == nil {
			e.conditions(n)
		}
	}
}

// conditions makes one condition of each case of a switch without a tag: of several the interpreter looks
// at the first.
func (e *emitter) conditions(n *ast.SwitchStmt) {
	for _, s := range n.Body.List {
		c := s.(*ast.CaseClause)
		for i, x := range c.List {
			if isInterface(e.typeOf(x)) {
				yes := e.typed(call(x.Pos(), ident("bool", x.Pos()), ident("true", x.Pos())), types.Typ[types.Bool])
				c.List[i] = e.equality(x, yes, token.EQL)
			}
		}
		for len(c.List) > 1 {
			or := binary(c.List[0], c.List[0].Pos(), token.LOR, c.List[1])
			c.List = append([]ast.Expr{e.typed(or, types.Typ[types.Bool])}, c.List[2:]...)
		}
	}
}

// unnamedRule names the value of a type switch: without a name the interpreter does not find the case of a
// struct type.
func unnamedRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.TypeSwitchStmt)
	if !ok {
		return
	}
	if s, ok := n.Assign.(*ast.ExprStmt); ok {
		n.Assign = define(s.Pos(), e.temporary("x"), s.X)
	}
}

func (e *emitter) comparing(cur *astutil.Cursor, n *ast.SwitchStmt) {
	if n.Tag == nil || !e.unlike(n) {
		return
	}
	p := n.Pos()
	t := e.typeOf(n.Tag)
	if t == nil || isUntyped(t) {
		return
	}
	name := e.temporary("tag")
	def := define(p, name, n.Tag)
	if e.isConstant(n.Tag) {
		def = define(p, name, e.convert(n.Tag, t))
	}
	switch {
	case n.Init == nil:
		n.Init = def
	case inList(cur):
		cur.Replace(block(p, n.Init, def, n))
		n.Init = nil
	default:
		return
	}
	n.Tag = nil
	for _, s := range n.Body.List {
		c := s.(*ast.CaseClause)
		for i, x := range c.List {
			eq := binary(e.typed(ident(name, p), t), x.Pos(), token.EQL, x)
			c.List[i] = e.typed(eq, types.Typ[types.Bool])
			if x := e.compared(eq); x != nil {
				c.List[i] = x
			}
		}
	}
}

// unlike reports whether the cases of n want to be comparisons.
func (e *emitter) unlike(n *ast.SwitchStmt) bool {
	t := e.typeOf(n.Tag)
	if t == nil || isInterface(t) {
		return t != nil
	}
	for _, s := range n.Body.List {
		for _, x := range s.(*ast.CaseClause).List {
			if tv := e.r.info.Types[x]; tv.IsNil() || tv.Value == nil && tv.Type != nil && !types.Identical(tv.Type, t) {
				return true
			}
		}
	}
	return false
}
