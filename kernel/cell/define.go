// Definitions of several variables.
//
// In `v, w := f(), []int{1}` the interpreter makes the literal in the place where the outcome of f waits,
// and v is lost. So operands that call something, or are composite literals, are held in variables of
// their own first. In the header of an if, for or switch there is no room for statements, and a function
// makes it, for assignments too:
//
//	v, w := f(), []int{1}        becomes    t1 := f(); t2 := []int{1}; v, w := t1, t2
//	if v, w := f(), 1; v == w              if v, w := func() (int, int) { t1 := f(); return t1, 1 }(); v == w
//
// A literal that a declaration puts into a variable of an interface type is made outside of it too:
//
//	var err error = MyError{1}   becomes    t1 := MyError{1}; var err error = t1

package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

func defineRule(e *emitter, cur *astutil.Cursor) {
	if d, ok := cur.Node().(*ast.DeclStmt); ok {
		e.declareLiterals(cur, d)
		return
	}
	n, ok := cur.Node().(*ast.AssignStmt)
	if !ok || len(n.Rhs) < 2 || !e.crowded(n.Rhs) || n.Tok != token.DEFINE && (n.Tok != token.ASSIGN || inList(cur)) {
		return
	}
	if inList(cur) {
		var list []ast.Stmt
		for i, y := range n.Rhs {
			n.Rhs[i] = e.hold(&list, y)
		}
		insert(cur, list)
		return
	}
	p := n.Pos()
	ft := &ast.FuncType{Func: p, Params: fields(p), Results: fields(p)}
	var held []types.Type
	for _, y := range n.Rhs {
		t := e.typeOf(y)
		if t == nil {
			return
		}
		x, ok := e.typeExpr(types.Default(t), p)
		if !ok {
			return
		}
		held = append(held, types.Default(t))
		ft.Results.List = append(ft.Results.List, field(x))
	}
	var list []ast.Stmt
	var results []ast.Expr
	for _, y := range n.Rhs {
		results = append(results, e.hold(&list, y))
	}
	lit := &ast.FuncLit{Type: ft, Body: block(p, append(list, returns(p, results...))...)}
	var vars []*types.Var
	for _, t := range held {
		vars = append(vars, types.NewParam(p, nil, "", t))
	}
	n.Rhs = []ast.Expr{e.typed(call(p, lit), types.NewTuple(vars...))}
}

// crowded reports whether the operands of a definition disturb each other.
func (e *emitter) crowded(list []ast.Expr) bool {
	for _, x := range list {
		if _, literal := ast.Unparen(x).(*ast.CompositeLit); literal || e.calls(x) {
			return true
		}
	}
	return false
}

// declareLiterals holds the literals that d puts into variables of interface types.
func (e *emitter) declareLiterals(cur *astutil.Cursor, d *ast.DeclStmt) {
	g, ok := d.Decl.(*ast.GenDecl)
	if !ok || g.Tok != token.VAR || !inList(cur) {
		return
	}
	var list []ast.Stmt
	for _, spec := range g.Specs {
		s := spec.(*ast.ValueSpec)
		if s.Type == nil || !hasMethods(e.typeOf(s.Type)) {
			continue
		}
		for i, x := range s.Values {
			if _, literal := ast.Unparen(x).(*ast.CompositeLit); literal {
				s.Values[i] = e.hold(&list, x)
			}
		}
	}
	insert(cur, list)
}
