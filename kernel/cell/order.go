// The order of evaluation.
//
// Go evaluates all operands of an assignment, a return or an append before it stores anything. The
// interpreter stores each value as soon as it has it, often in its final place. The difference shows if
// a later operand reads what an earlier one has changed, or panics:
//
//	a, b = f(), f()             f changes a
//	m[k()], ok = x.(T)          the left side is lost
//	return b, a                 of func() (a, b int)
//	return true, *p             the first result is set although *p panics
//	s = append(s[:1], 5, s[1])  the 5 has overwritten s[1]
//
// So the operands are held in new variables, from left to right, and what is to be done is done with
// those. Only assignments, returns and appends that need it are changed, by these conditions: more than
// one operand, and one that calls, fails or reads what is being written.
//
// A value that is received is not used in the same statement: `return <-c` makes the interpreter write
// into what cannot be written, and `f * <-c` reads f too late. And `_ = *p` is left out by it,
// which hides that p is nil. Nor is a declared function given back by its name.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// assignRule takes apart an assignment to several operands.
func assignRule(e *emitter, cur *astutil.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.AssignStmt:
		if n.Tok == token.ASSIGN && inList(cur) {
			if s := e.takeApart(n); s != nil {
				cur.Replace(s)
			}
		}
	case *ast.IfStmt:
		a, ok := n.Init.(*ast.AssignStmt)
		if !ok || a.Tok != token.ASSIGN || !inList(cur) {
			return
		}
		if s := e.takeApart(a); s != nil {
			n.Init = nil
			cur.Replace(block(n.Pos(), s, n))
		}
	case *ast.UnaryExpr:
		e.receiveInside(cur, n)
	}
}

// takeApart gives what is to stand in the place of the assignment n, nil if that is n itself.
func (e *emitter) takeApart(n *ast.AssignStmt) ast.Stmt {
	if allBlank(n.Lhs) {
		return e.evaluate(n)
	}
	if len(n.Lhs) < 2 {
		return nil
	}
	simple := true // nothing but variables on the left
	for _, x := range n.Lhs {
		_, isIdent := x.(*ast.Ident)
		simple = simple && isIdent
	}
	if len(n.Rhs) == 1 {
		if !simple {
			return e.assignTuple(n)
		}
		return nil
	}
	if !simple {
		return nil // results.go takes it apart
	}
	for _, y := range n.Rhs {
		if e.calls(y) || e.fails(y) || isInterface(e.typeOf(y)) {
			p := n.Pos()
			var list []ast.Stmt
			for i, y := range n.Rhs {
				n.Rhs[i] = e.hold(&list, y)
			}
			for i, x := range n.Lhs {
				list = append(list, assign(p, x, n.Rhs[i]))
			}
			return block(p, list...)
		}
	}
	return nil
}

// evaluate is an assignment to nothing but blank names, if it can fail: the interpreter leaves those out.
func (e *emitter) evaluate(n *ast.AssignStmt) ast.Stmt {
	if len(n.Rhs) != 1 {
		return nil
	}
	switch x := ast.Unparen(n.Rhs[0]).(type) {
	case *ast.StarExpr, *ast.IndexExpr:
		if e.r.info.Types[x].IsType() || e.isConstant(x) {
			return nil
		}
	default:
		return nil
	}
	p := n.Pos()
	def := &ast.AssignStmt{TokPos: p, Tok: token.DEFINE, Rhs: n.Rhs}
	for range n.Lhs {
		def.Lhs = append(def.Lhs, ident(e.temporary("v"), p))
	}
	return block(p, def)
}

// receiveInside makes a call of a receive operation that is part of a larger expression.
func (e *emitter) receiveInside(cur *astutil.Cursor, n *ast.UnaryExpr) {
	t := e.typeOf(n)
	if n.Op != token.ARROW || t == nil {
		return
	}
	switch cur.Parent().(type) {
	case *ast.BinaryExpr, *ast.SendStmt, *ast.UnaryExpr, *ast.IndexExpr, *ast.CompositeLit, *ast.KeyValueExpr:
	default:
		return
	}
	p := n.Pos()
	result, ok := e.typeExpr(t, p)
	if !ok {
		return
	}
	v := e.temporary("v")
	lit := function(p, fields(p), fields(p, field(result)), define(p, v, n), returns(p, ident(v, p)))
	cur.Replace(e.typed(call(p, lit), t))
}

// assignTuple takes apart an assignment of several values of one operand.
func (e *emitter) assignTuple(n *ast.AssignStmt) ast.Stmt {
	p := n.Pos()
	var list []ast.Stmt
	for _, x := range n.Lhs {
		e.holdPlace(&list, x)
	}
	def, after := e.inTwoSteps(n)
	return block(p, append(append(list, def), after...)...)
}

// inTwoSteps is the assignment n as a definition of new variables and the assignments of those to the places
// that are not blank.
func (e *emitter) inTwoSteps(n *ast.AssignStmt) (def *ast.AssignStmt, after []ast.Stmt) {
	p := n.Pos()
	def = &ast.AssignStmt{TokPos: p, Tok: token.DEFINE, Rhs: n.Rhs}
	for _, x := range n.Lhs {
		if isBlank(x) {
			def.Lhs = append(def.Lhs, x)
			continue
		}
		t := e.temporary("v")
		def.Lhs = append(def.Lhs, ident(t, p))
		after = append(after, assign(p, x, ident(t, p)))
	}
	return def, after
}

// holdPlace evaluates what the place x is made of, so that only the storing is left.
func (e *emitter) holdPlace(list *[]ast.Stmt, x ast.Expr) {
	switch x := x.(type) {
	case *ast.IndexExpr:
		if t := e.typeOf(x.X); t != nil {
			if _, array := t.Underlying().(*types.Array); array {
				e.holdPlace(list, x.X)
			} else {
				x.X = e.hold(list, x.X)
			}
		}
		x.Index = e.hold(list, x.Index)
	case *ast.StarExpr:
		x.X = e.hold(list, x.X)
	case *ast.SelectorExpr:
		if t := e.typeOf(x.X); t != nil {
			if _, ptr := t.Underlying().(*types.Pointer); ptr {
				x.X = e.hold(list, x.X)
			} else if s := e.r.info.Selections[x]; s != nil {
				e.holdPlace(list, x.X)
			}
		}
	case *ast.ParenExpr:
		e.holdPlace(list, x.X)
	}
}

// A returning is the function that a return statement is in.
type returning struct {
	sig    *types.Signature
	named  bool // its results have names
	defers bool // it has deferred calls
}

// findReturns fills e.returns.
func (e *emitter) findReturns() {
	e.returns = make(map[*ast.ReturnStmt]returning)
	var within func(body ast.Node, r returning)
	named := func(ft *ast.FuncType) bool {
		return ft.Results != nil && len(ft.Results.List) > 0 && len(ft.Results.List[0].Names) > 0
	}
	within = func(body ast.Node, r returning) {
		ast.Inspect(body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ReturnStmt:
				e.returns[n] = r
			case *ast.FuncLit:
				sig, _ := e.typeOf(n).(*types.Signature)
				within(n.Body, returning{sig: sig, named: named(n.Type), defers: e.defers[n]})
				return false
			}
			return true
		})
	}
	for _, d := range e.t.decls {
		fn, ok := d.node.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		var sig *types.Signature
		if f, ok := e.r.info.Defs[fn.Name].(*types.Func); ok {
			sig = f.Signature()
		} else if m := e.r.methods[d]; m != nil {
			sig = m.Signature()
		}
		within(fn.Body, returning{sig: sig, named: named(fn.Type), defers: e.defers[fn.Body]})
	}
	for _, s := range e.t.stmts {
		within(s, returning{})
	}
	for _, x := range e.t.values {
		within(x, returning{})
	}
}

// returnRule holds the results of a return before any of them is given back.
func returnRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.ReturnStmt)
	if !ok || len(n.Results) == 0 || !inList(cur) {
		return
	}
	r := e.returns[n]
	need := false
	for i, x := range n.Results {
		switch x := ast.Unparen(x).(type) {
		case *ast.UnaryExpr:
			need = need || x.Op == token.ARROW
		case *ast.Ident:
			if _, declared := e.r.info.Uses[x].(*types.Func); declared && r.sig != nil && r.sig.Results().Len() == len(n.Results) {
				n.Results[i] = e.identity(e.typeOf(x), x)
			}
		}
		if len(n.Results) > 1 && (r.named && !e.isConstant(x) || r.defers && e.fails(x)) {
			need = true
		}
	}
	if !need {
		return
	}
	var list []ast.Stmt
	for i, x := range n.Results {
		n.Results[i] = e.hold(&list, x)
	}
	insert(cur, list)
}

// appendRule makes one slice of several elements that are appended.
func appendRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.CallExpr)
	if !ok || len(n.Args) < 3 || n.Ellipsis.IsValid() || e.builtin(n.Fun) != "append" {
		return
	}
	plain := true
	for _, x := range n.Args[1:] {
		_, isIdent := x.(*ast.Ident)
		plain = plain && (isIdent || e.isConstant(x))
	}
	t := e.typeOf(n)
	if plain || t == nil {
		return
	}
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return
	}
	p := n.Pos()
	elem, ok := e.typeExpr(s.Elem(), p)
	if !ok {
		return
	}
	lit := &ast.CompositeLit{Type: &ast.ArrayType{Lbrack: p, Elt: elem}, Lbrace: p, Elts: n.Args[1:], Rbrace: p}
	n.Args = []ast.Expr{n.Args[0], e.typed(lit, types.NewSlice(s.Elem()))}
	n.Ellipsis = p
}

// selectRule evaluates the operands of a select's cases, from the first to the last, and gives each
// case variables of its own where they are kept.
func selectRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.SelectStmt)
	if !ok {
		return
	}
	busy := 0
	operand := func(x ast.Expr) {
		if _, plain := ast.Unparen(x).(*ast.Ident); !plain {
			busy += 2 // the interpreter would not evaluate it
		}
	}
	for _, s := range n.Body.List {
		c := s.(*ast.CommClause)
		e.keepReceived(c)
		switch c := c.Comm.(type) {
		case *ast.SendStmt:
			busy++
			operand(c.Chan)
		case *ast.AssignStmt:
			operand(channelOf(c.Rhs[0]))
		case *ast.ExprStmt:
			operand(channelOf(c.X))
		}
	}
	if busy < 2 || !inList(cur) {
		return
	}
	var list []ast.Stmt
	for _, s := range n.Body.List {
		switch c := s.(*ast.CommClause).Comm.(type) {
		case *ast.SendStmt:
			c.Chan, c.Value = e.hold(&list, c.Chan), e.hold(&list, c.Value)
		case *ast.AssignStmt:
			e.holdChannel(&list, c.Rhs[0])
		case *ast.ExprStmt:
			e.holdChannel(&list, c.X)
		}
	}
	insert(cur, list)
}

// channelOf is the channel that x receives from.
func channelOf(x ast.Expr) ast.Expr {
	if u, ok := ast.Unparen(x).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		return u.X
	}
	return x
}

func (e *emitter) holdChannel(list *[]ast.Stmt, x ast.Expr) {
	if u, ok := ast.Unparen(x).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		u.X = e.hold(list, u.X)
	}
}

// keepReceived copies the variables of a case that outlive it or change.
func (e *emitter) keepReceived(c *ast.CommClause) {
	a, ok := c.Comm.(*ast.AssignStmt)
	if !ok || a.Tok != token.DEFINE || !e.keeps(&ast.BlockStmt{List: c.Body}, true, a.Lhs...) {
		return
	}
	p := a.Pos()
	var copies []ast.Stmt
	for i, x := range a.Lhs {
		if id, ok := x.(*ast.Ident); ok && id.Name != "_" {
			h := e.temporary(id.Name)
			copies = append(copies, define(p, id.Name, ident(h, p)))
			a.Lhs[i] = ident(h, p)
		}
	}
	c.Body = append(copies, c.Body...)
}
