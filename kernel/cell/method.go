// Methods of a cell's types are functions.
//
// In the interpreter a method belongs to its type for ever, and calling one through a selector costs five
// times what calling a function costs. So `func (t *T) Area(k int) int {...}` becomes
//
//	func TꓸArea(t *T, k int) int {...}
//	var TꓸAreaꓸd func(*T, int) int
//	func (r *T) Area(a0 int) int { return TꓸAreaꓸd(r, a0) }
//
// and TꓸAreaꓸd = TꓸArea when the cell runs. A call whose method is known, `x.Area(2)`, becomes
// TꓸArea(&x, 2); a call through an interface, and compiled code that calls String or Less, arrive by the
// third line. When a later cell declares the method again, a new function is made and the variable is
// set to it: every value has the new method, and the callers that were bound to the old function are
// compiled again, as those of any function are.
//
// Methods of an instance of a generic type are made in the same way; instantiate.go has more.
//
// Measured: fib(18) as a method, 48 ms as the interpreter does it, 8.5 ms so.

package cell

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// function emits a function or method declaration.
func (e *emitter) function(d *declaration, n *ast.FuncDecl) {
	if d.recv == "" {
		if f := e.r.objects[n.Name.Name]; f != nil {
			if sym, ok := e.own[f]; ok {
				n.Name.Name = sym
			}
		}
		e.rewrite(n)
		e.file = append(e.file, n)
		return
	}
	m := e.r.methods[d]
	sym, ok := e.own[m]
	if !ok {
		name := n.Name.Name
		e.rewrite(n)
		n.Name.Name = name
		e.file = append(e.file, n)
		return
	}
	p := n.Name.Pos()
	f := asFunction(n, n.Body)
	f.Name.Name = sym
	f.Type.Params = named(f.Type.Params)
	e.rewrite(f)
	e.file = append(e.file, f)

	dispatch := e.c.dispatch[m]
	if dispatch == "" {
		dispatch = e.c.newSymbol(d.recv + "ꓸ" + n.Name.Name + "ꓸd")
		e.p.dispatch[m] = dispatch
		e.file = append(e.file, variable(p, dispatch, e.withReceiver(m.Signature(), p)), e.dispatcher(m, dispatch, p))
	}
	e.start = append(e.start, assign(p, ident(dispatch, p), ident(sym, p)))
}

// withReceiver is the type of a function that takes the receiver first.
func (e *emitter) withReceiver(s *types.Signature, p token.Pos) *ast.FuncType {
	ft, ok := e.funcType(s, p)
	recv, ok2 := e.typeExpr(s.Recv().Type(), p)
	if !ok || !ok2 {
		return nil
	}
	ft.Params.List = append([]*ast.Field{field(recv)}, ft.Params.List...)
	return ft
}

// dispatcher is the method that calls the function in the variable dispatch.
func (e *emitter) dispatcher(m *types.Func, dispatch string, p token.Pos) *ast.FuncDecl {
	s := m.Signature()
	ft, _ := e.funcType(s, p)
	recv, _ := e.typeExpr(s.Recv().Type(), p)
	args := append([]ast.Expr{ident("rꓸ", p)}, parameters(ft, p)...)
	return &ast.FuncDecl{Recv: fields(p, field(recv, ident("rꓸ", p))), Name: ident(m.Name(), p), Type: ft, Body: forward(s, ident(dispatch, p), args)}
}

// parameters gives names to the parameters of ft, which has none, and lists them.
func parameters(ft *ast.FuncType, p token.Pos) (list []ast.Expr) {
	for i, f := range ft.Params.List {
		name := fmt.Sprintf("aꓸ%d", i)
		f.Names = []*ast.Ident{ident(name, p)}
		list = append(list, ident(name, p))
	}
	return list
}

// forward is the body of a function with the parameters and results of s that hands args, the last ones
// being those parameters, to f.
func forward(s *types.Signature, f ast.Expr, args []ast.Expr) *ast.BlockStmt {
	p := f.Pos()
	c := call(p, f, args...)
	if s.Variadic() {
		c.Ellipsis = p
	}
	if s.Results().Len() > 0 {
		return block(p, returns(p, c))
	}
	return block(p, &ast.ExprStmt{X: c})
}

// methodRule calls methods of cells as functions, and turns method expressions into functions.
func methodRule(e *emitter, cur *astutil.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.CallExpr:
		sel, ok := n.Fun.(*ast.SelectorExpr)
		if !ok {
			return
		}
		s := e.r.info.Selections[sel]
		if s == nil || s.Kind() != types.MethodVal {
			return
		}
		m := s.Obj().(*types.Func)
		sym, ok := e.symbol(m)
		if !ok {
			return
		}
		if len(n.Args) == 1 {
			if _, tuple := e.r.info.Types[n.Args[0]].Type.(*types.Tuple); tuple {
				return
			}
		}
		x, ok := e.receiver(sel, s)
		if !ok {
			return
		}
		if e.signatures[n] != nil { // of a defer or go statement
			e.receivers[n] = m.Signature().Recv().Type()
			e.direct[n] = true
		}
		n.Fun = ident(sym, sel.Pos())
		n.Args = append([]ast.Expr{x}, n.Args...)
	case *ast.SelectorExpr:
		s := e.r.info.Selections[n]
		if s == nil || s.Kind() == types.FieldVal {
			return
		}
		if s.Kind() == types.MethodVal {
			if c, ok := cur.Parent().(*ast.CallExpr); !ok || c.Fun != ast.Expr(n) {
				e.methodValue(cur, n, s)
			} else if types.IsInterface(s.Obj().(*types.Func).Signature().Recv().Type()) {
				// The interpreter does not find a method of an interface that is embedded deeper.
				n.X, _, _ = e.embedding(n, s)
			}
			return
		}
		m := s.Obj().(*types.Func)
		c, _ := cur.Parent().(*ast.CallExpr)
		called := c != nil && c.Fun == ast.Expr(n) // as a value it is a literal: a name is not always taken for one
		if sym, ok := e.symbol(m); ok && called && types.Identical(s.Recv(), m.Signature().Recv().Type()) {
			cur.Replace(ident(sym, n.Pos()))
			return
		}
		e.methodExpression(cur, n, s)
	}
}

// methodValue binds the receiver of x.Method when it is evaluated; the interpreter does so when it is called.
func (e *emitter) methodValue(cur *astutil.Cursor, n *ast.SelectorExpr, s *types.Selection) {
	m := s.Obj().(*types.Func)
	if pathOf(m) != world && !compiledPointer(s) {
		return
	}
	p := n.Pos()
	sig, ok := s.Type().(*types.Signature)
	if !ok {
		return
	}
	ft, ok1 := e.funcType(sig, p)
	result, ok2 := e.funcType(sig, p)
	var f, x ast.Expr
	var args []ast.Expr
	recv := s.Recv()
	if sym, known := e.symbol(m); known {
		operand, ok := e.receiver(n, s)
		if !ok {
			return
		}
		f, x, recv = ident(sym, p), operand, m.Signature().Recv().Type()
		args = append(args, ident("rꓸ", p))
	} else {
		f, x = &ast.SelectorExpr{X: ident("rꓸ", p), Sel: ident(n.Sel.Name, p)}, n.X
	}
	recvType, ok3 := e.typeExpr(recv, p)
	if !ok1 || !ok2 || !ok3 {
		return
	}
	bound := &ast.FuncLit{Type: ft, Body: forward(sig, f, append(args, parameters(ft, p)...))}
	bind := function(p, fields(p, field(recvType, ident("rꓸ", p))), fields(p, field(result)), returns(p, bound))
	cur.Replace(call(p, bind, x))
}

// compiledPointer reports whether s is a method of a compiled type selected from a pointer. As a value the
// interpreter takes it for a function that still wants the pointer.
func compiledPointer(s *types.Selection) bool {
	m := s.Obj().(*types.Func)
	_, pointer := s.Recv().Underlying().(*types.Pointer)
	return pointer && imported(m) && !types.IsInterface(m.Signature().Recv().Type())
}

// methodExpression makes a function literal of T.Method, which the interpreter does not know for compiled
// types.
func (e *emitter) methodExpression(cur *astutil.Cursor, n *ast.SelectorExpr, s *types.Selection) {
	p := n.Pos()
	sig, ok := s.Type().(*types.Signature)
	if !ok {
		return
	}
	ft, ok := e.funcType(sig, p)
	if !ok {
		return
	}
	args := parameters(ft, p)
	method := &ast.SelectorExpr{X: args[0], Sel: ident(n.Sel.Name, p)}
	cur.Replace(&ast.FuncLit{Type: ft, Body: forward(sig, method, args[1:])})
}

// receiver is the operand of a selection as the method wants it: through embedded fields, with the
// address taken or the pointer followed.
func (e *emitter) receiver(sel *ast.SelectorExpr, s *types.Selection) (ast.Expr, bool) {
	p := sel.X.Pos()
	x, t, ok := e.embedding(sel, s)
	if !ok {
		return nil, false
	}
	_, have := t.Underlying().(*types.Pointer)
	want := pointerReceiver(s.Obj().(*types.Func).Signature())
	switch {
	case want && !have:
		x = &ast.UnaryExpr{OpPos: p, Op: token.AND, X: x}
	case !want && have:
		x = &ast.StarExpr{Star: p, X: x}
	}
	return x, true
}

// embedding is the operand of a selection through embedded fields, up to what has the method itself, and
// its type.
func (e *emitter) embedding(sel *ast.SelectorExpr, s *types.Selection) (ast.Expr, types.Type, bool) {
	p := sel.X.Pos()
	x := sel.X
	t := s.Recv()
	index := s.Index()
	for _, i := range index[:len(index)-1] {
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return sel.X, s.Recv(), false
		}
		f := st.Field(i)
		name := f.Name()
		if f.Embedded() {
			name = e.embeddedName(f)
		}
		x = &ast.SelectorExpr{X: x, Sel: ident(name, p)}
		t = f.Type()
	}
	return x, t, true
}

// embeddedName is the interpreter's name of an embedded field: that of its type.
func (e *emitter) embeddedName(f *types.Var) string {
	if sym, ok := e.embeddedAlias(f); ok {
		return sym
	}
	if n := namedType(f.Type()); n != nil {
		if i := e.typeInstance(n); i != nil {
			return i.sym
		}
		if sym, ok := e.symbol(n.Obj()); ok {
			return sym
		}
	}
	return f.Name()
}

// named is list with a name for every parameter: the interpreter confuses parameters that have none.
func named(list *ast.FieldList) *ast.FieldList {
	l := *list
	l.List = nil
	for i, f := range list.List {
		if len(f.Names) == 0 {
			g := *f
			g.Names = []*ast.Ident{ident(fmt.Sprintf("_ꓸ%d", i), f.Pos())}
			f = &g
		}
		l.List = append(l.List, f)
	}
	return &l
}

// embeddedAlias is the name of an embedded field whose type is an alias that a cell declares.
func (e *emitter) embeddedAlias(f *types.Var) (string, bool) {
	t := f.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	a, ok := t.(*types.Alias)
	if !ok || a.TypeArgs().Len() > 0 || pathOf(a.Obj()) != world || isLocal(a.Obj()) {
		return "", false
	}
	return e.symbol(a.Obj())
}
