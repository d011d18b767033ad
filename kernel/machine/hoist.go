// The order of calls and variables in one expression.
//
// The language says in which order calls happen, and leaves open when a variable beside them is read. The Go compiler
// makes all calls of a list first and reads the variables then. Where the parts of a list are either calls or free of
// them, callsFirst and argOrder see to that by the order of the parts. Where a part mixes the two and a later one calls
// too, as in f(g+h(), k()), the calls are hoisted: they are made first, and the list reads their results.

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
)

// hoist compiles the calls of a list of expressions into a statement that is to run before the list, if their order
// among the variables matters; else the statement is nil. Until lower is called, the calls stand for their results.
func (c *comp) hoist(list []ast.Expr) (first stmt, lower func()) {
	if !c.mixed(list) {
		return nil, func() {}
	}
	if c.bound == nil {
		c.bound = make(map[ast.Expr]node)
	}
	var stmts []stmt
	var hoisted []ast.Expr
	visit := func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if _, ok := e.(*ast.FuncLit); ok || c.bound[e].t != nil {
			return false
		}
		if !c.hoistable(e) {
			return true
		}
		n1 := c.expr(e)
		if n1.t == nil {
			return true
		}
		tmp := c.tempNode(n1.t)
		stmts = append(stmts, c.setTemp(tmp, n1))
		c.bound[e] = tmp
		hoisted = append(hoisted, e)
		return false
	}
	for _, e := range list {
		ast.Inspect(e, visit)
	}
	lower = func() {
		for _, e := range hoisted {
			delete(c.bound, e)
		}
	}
	return sequence(stmts), lower
}

// mixed reports whether an expression that calls and reads variables stands before another that calls.
func (c *comp) mixed(list []ast.Expr) bool {
	last := -1
	for i, e := range list {
		if c.hasCall(e) {
			last = i
		}
	}
	for _, e := range list[:max(last, 0)] {
		if e = ast.Unparen(e); c.hasCall(e) && !c.hoistable(e) || c.hasMap(e) {
			return true
		}
	}
	return false
}

// hasMap reports whether e has a map literal that is not empty.
func (c *comp) hasMap(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		found = found || ok && c.hoistable(lit)
		_, isFunc := n.(*ast.FuncLit)
		return !found && !isFunc
	})
	return found
}

// hoistable reports whether e is an operation that the Go compiler gives a place in the order: a call, a receive, a
// conditional operator with one of these, or a map literal, whose elements it stores one by one.
func (c *comp) hoistable(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CallExpr:
		if tv := c.info.Types[e]; tv.Value != nil || tv.Type == nil {
			return false
		}
		if _, ok := c.goType(e).(*types.Tuple); ok {
			return false
		}
		if tv := c.info.Types[e.Fun]; tv.IsType() {
			// with its conversion, for an unsafe.Pointer must not wait as a number
			return len(e.Args) == 1 && c.hoistable(ast.Unparen(e.Args[0]))
		}
		if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok {
			if b, ok := c.info.Uses[id].(*types.Builtin); ok {
				n := b.Name()
				return !c.lenOfMemory(n, e) && n != "real" && n != "imag" && n != "complex"
			}
		}
		return true
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
		return (e.Op == token.LAND || e.Op == token.LOR) && c.hasCall(e)
	}
	return false
}
