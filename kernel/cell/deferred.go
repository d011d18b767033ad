// Deferred calls and goroutines.
//
// The interpreter's own defer has three faults. The arguments of a deferred call are looked up when it
// runs, not when it is deferred. A deferred literal in a loop sees the last iteration's variables. And a
// closure that is called while its function runs its deferred calls waits for ever, for a lock that this
// very function holds. So a function with deferred calls keeps a list of them itself:
//
//	func f() {                        func f() {
//		                                  defersꓸ := runtime.Defers()
//		                                  defer func() { runtime.Run(defersꓸ, recover()) }()
//		defer g(x, i)                     runtime.Defer(defersꓸ, func(a X, b int) func() {
//		                                          return func() { g(a, b) }
//		                                  }(x, i))
//	}                                 }
//
// The literal that makes the closure is called at once. Its parameters hold the arguments, and its frame,
// instead of f's, is the one whose lock the closure takes. Every other closure of such a function is
// wrapped in a maker of its own for the same reason.
//
// recover() gives the panic that the list was run with, but only to a deferred function itself, not to
// one that it calls. A function that calls recover begins with panicꓸ := runtime.Entered(), which is the
// panic if this call is the one that has been deferred, and recover() is runtime.Recover(panicꓸ). A call
// whose function is known and does not recover is deferred with Defer, and no function that it calls
// finds a panic; any other is deferred with DeferCatch, and the first function that asks has it.
//
// A go statement is made in the same way, `runtime.Go(maker(args))`, so that a panic of the goroutine is
// an error of the cell and not the end of the process.

package cell

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/ast/astutil"
)

// panicName holds what a function that calls recover may recover.
const panicName = "panicꓸ"

// defersName holds a function's list of deferred calls. Functions inside have their own.
const defersName = "defersꓸ"

// findDefers fills e.defers: the function literals, declarations and, as nil, the cell itself that have
// deferred calls; and e.wrapped: the literals that need a maker.
func (e *emitter) findDefers() {
	e.defers = make(map[ast.Node]bool)
	e.wrapped = make(map[*ast.FuncLit]bool)
	e.recovers = make(map[ast.Node]bool)
	e.within = make(map[*ast.CallExpr]bool)
	var within func(owner ast.Node, n ast.Node)
	literals := make(map[ast.Node][]*ast.FuncLit)
	direct := make(map[*ast.FuncLit]bool)
	within = func(owner ast.Node, n ast.Node) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.DeferStmt:
				e.defers[owner] = true
			case *ast.CallExpr:
				if lit, ok := m.Fun.(*ast.FuncLit); ok {
					direct[lit] = true
				}
				if e.builtin(m.Fun) == "recover" {
					e.recovers[owner] = true
					e.within[m] = owner != nil
				}
			case *ast.FuncLit:
				if m == n {
					return true
				}
				literals[owner] = append(literals[owner], m)
				within(m, m.Body)
				return false
			}
			return true
		})
	}
	for _, d := range e.t.decls {
		if fn, ok := d.node.(*ast.FuncDecl); ok && fn.Body != nil {
			within(fn.Body, fn.Body)
		}
	}
	for _, s := range e.t.stmts {
		within(nil, s)
	}
	for _, x := range e.t.values {
		within(nil, x)
	}
	delete(e.recovers, nil) // nobody defers a cell
	// The interpreter does not keep the variables of an iteration for a literal that is an argument.
	depth := 0
	var loops []ast.Node
	e.t.walk(func(n ast.Node) bool {
		switch n := n.(type) {
		case nil:
			if last := loops[len(loops)-1]; last != nil {
				depth--
			}
			loops = loops[:len(loops)-1]
			return true
		case *ast.ForStmt, *ast.RangeStmt:
			depth++
			loops = append(loops, n)
			return true
		case *ast.CallExpr:
			for _, x := range n.Args {
				if lit, ok := x.(*ast.FuncLit); ok && depth > 0 {
					e.wrapped[lit] = true
				}
			}
		}
		loops = append(loops, nil)
		return true
	})
	for owner := range e.defers {
		for _, lit := range literals[owner] {
			if !direct[lit] {
				e.wrapped[lit] = true
			}
		}
	}
}

// deferPrelude are the statements at the beginning of a function with deferred calls.
func (e *emitter) deferPrelude(p token.Pos) []ast.Stmt {
	run := e.runtime(p, "Run", ident(defersName, p), call(p, ident("recover", p)))
	return []ast.Stmt{
		define(p, defersName, e.runtime(p, "Defers")),
		&ast.DeferStmt{Defer: p, Call: call(p, function(p, fields(p), nil, &ast.ExprStmt{X: run}))},
	}
}

// begin puts in front of body what the function owner needs for deferred calls and recover.
func (e *emitter) begin(owner ast.Node, body *ast.BlockStmt, p token.Pos) {
	if e.recovers[owner] {
		body.List = append([]ast.Stmt{define(p, panicName, e.runtime(p, "Entered"))}, body.List...)
	}
	if e.defers[owner] {
		body.List = append(e.deferPrelude(p), body.List...)
	}
}

// deferRule replaces defer and go statements, recover, and the functions that have them.
func deferRule(e *emitter, cur *astutil.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.DeferStmt:
		if f := e.later(n.Call, n.Defer); f != nil {
			name := "Defer"
			if e.catches[n.Call] {
				name = "DeferCatch"
			}
			cur.Replace(&ast.ExprStmt{X: e.runtime(n.Defer, name, ident(defersName, n.Defer), f)})
		}
	case *ast.GoStmt:
		if lit, ok := n.Call.Fun.(*ast.FuncLit); ok {
			// The goroutine has a place of its own, which nobody reads, and leaves the cell's alone.
			p := lit.Body.Lbrace
			lit.Body.List = append([]ast.Stmt{define(p, lineName, integer(p, "0"))}, lit.Body.List...)
		}
		if f := e.later(n.Call, n.Go); f != nil {
			cur.Replace(&ast.ExprStmt{X: e.runtime(n.Go, "Go", e.place(n.Go), f)})
		}
	case *ast.CallExpr:
		if e.builtin(n.Fun) == "recover" {
			var token ast.Expr = ident("nil", n.Pos())
			if _, deferred := cur.Parent().(*ast.DeferStmt); !deferred && e.within[n] {
				token = ident(panicName, n.Pos())
			}
			r := e.runtime(n.Pos(), "Recover", token)
			e.argTypes[r] = []types.Type{types.Typ[types.UntypedNil]} // of a deferred call
			cur.Replace(r)
		}
	case *ast.FuncDecl:
		if n.Body != nil {
			e.begin(n.Body, n.Body, n.Body.Lbrace)
		}
	case *ast.FuncLit:
		p := n.Pos()
		e.begin(n, n.Body, p)
		if e.wrapped[n] {
			if sig, ok := e.r.info.Types[n].Type.(*types.Signature); ok {
				if ft, ok := e.funcType(sig, p); ok {
					cur.Replace(maker(p, ft, n))
				}
			}
		}
	}
}

// builtin is the name of the builtin function that f is, or "".
func (e *emitter) builtin(f ast.Expr) string {
	if id, ok := ast.Unparen(f).(*ast.Ident); ok {
		if b, ok := e.r.info.Uses[id].(*types.Builtin); ok {
			return b.Name()
		}
	}
	return ""
}

// later is an expression of type func() that makes the call c with the operands that it has now. The
// rules have run on c.
func (e *emitter) later(c *ast.CallExpr, p token.Pos) ast.Expr {
	var params []*ast.Field
	var operands []ast.Expr
	inner := &ast.CallExpr{Fun: c.Fun, Lparen: p, Ellipsis: c.Ellipsis, Rparen: p}
	keep := func(x ast.Expr, t types.Type) ast.Expr {
		if t == nil {
			return nil
		}
		if b, ok := t.(*types.Basic); ok && b.Kind() == types.UntypedNil {
			return x
		}
		typ, ok := e.typeExpr(types.Default(t), p)
		if !ok {
			return nil
		}
		name := fmt.Sprintf("aꓸ%d", len(params))
		params = append(params, field(typ, ident(name, p)))
		operands = append(operands, x)
		return ident(name, p)
	}
	ok := true
	use := func(x ast.Expr, t types.Type) ast.Expr {
		y := keep(x, t)
		if y == nil {
			ok = false
			return x
		}
		return y
	}
	sig := e.signatures[c]
	_, literal := c.Fun.(*ast.FuncLit)
	switch {
	case e.direct[c] || literal:
	case sig == nil: // a builtin or a conversion
	case e.compiledMethod[c] != nil:
		sel := c.Fun.(*ast.SelectorExpr)
		inner.Fun = &ast.SelectorExpr{X: use(sel.X, e.compiledMethod[c]), Sel: sel.Sel}
	default:
		inner.Fun = use(c.Fun, types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic()))
	}
	shift := 0
	if recv := e.receivers[c]; recv != nil { // methodRule has put the receiver in front
		inner.Args = append(inner.Args, use(c.Args[0], recv))
		shift = 1
	}
	for i, x := range c.Args[shift:] {
		var t types.Type
		if sig == nil {
			t = e.argTypes[c][i]
		} else {
			t = parameterType(sig, i, c.Ellipsis.IsValid())
		}
		inner.Args = append(inner.Args, use(x, t))
	}
	if !ok || sig != nil && len(c.Args) == 1+shift && e.tuple[c] {
		inner = &ast.CallExpr{Fun: c.Fun, Lparen: p, Args: c.Args, Ellipsis: c.Ellipsis, Rparen: p}
		params, operands = nil, nil
	}
	body := function(p, fields(p), nil, &ast.ExprStmt{X: inner})
	result := &ast.FuncType{Func: p, Params: fields(p)}
	return call(p, function(p, fields(p, params...), fields(p, field(result)), returns(p, body)), operands...)
}

// findCalls records what is known of the calls of defer and go statements, before the rules change them.
func (e *emitter) findCalls() {
	e.signatures = make(map[*ast.CallExpr]*types.Signature)
	e.argTypes = make(map[*ast.CallExpr][]types.Type)
	e.direct = make(map[*ast.CallExpr]bool)
	e.tuple = make(map[*ast.CallExpr]bool)
	e.receivers = make(map[*ast.CallExpr]types.Type)
	e.catches = make(map[*ast.CallExpr]bool)
	e.compiledMethod = make(map[*ast.CallExpr]types.Type)
	recovering := e.recovering()
	info := e.r.info
	e.t.walk(func(n ast.Node) bool {
		var c *ast.CallExpr
		switch n := n.(type) {
		case *ast.DeferStmt:
			c = n.Call
			e.catches[c] = e.catch(c.Fun, recovering)
		case *ast.GoStmt:
			c = n.Call
		default:
			return true
		}
		tv := info.Types[c.Fun]
		if !tv.IsType() && !tv.IsBuiltin() && tv.Type != nil {
			e.signatures[c], _ = tv.Type.Underlying().(*types.Signature)
		}
		for _, x := range c.Args {
			t := info.Types[x].Type
			e.argTypes[c] = append(e.argTypes[c], t)
			if _, ok := t.(*types.Tuple); ok {
				e.tuple[c] = true
			}
		}
		switch f := ast.Unparen(c.Fun).(type) {
		case *ast.Ident:
			_, e.direct[c] = info.Uses[f].(*types.Func)
		case *ast.IndexExpr, *ast.IndexListExpr:
			e.direct[c] = true
		case *ast.SelectorExpr:
			s := info.Selections[f]
			if s == nil {
				_, e.direct[c] = info.Uses[f.Sel].(*types.Func)
			} else if m, ok := s.Obj().(*types.Func); ok && imported(m) && f == c.Fun {
				e.compiledReceiver(c, f, s)
			}
		}
		return true
	})
}

// recovering is the set of declared functions that call recover, of this cell and earlier ones.
func (e *emitter) recovering() map[types.Object]bool {
	set := maps.Clone(e.c.recovering)
	for _, d := range e.t.decls {
		fn, ok := d.node.(*ast.FuncDecl)
		if !ok || fn.Body == nil || !e.recovers[fn.Body] {
			continue
		}
		obj := e.r.info.Defs[fn.Name]
		if m := e.r.methods[d]; m != nil {
			obj = m
		}
		if obj != nil {
			set[obj] = true
			e.p.recovering = append(e.p.recovering, obj)
		}
	}
	return set
}

// catch reports whether the deferred function f may call recover.
func (e *emitter) catch(f ast.Expr, recovering map[types.Object]bool) bool {
	var id *ast.Ident
	switch f := ast.Unparen(f).(type) {
	case *ast.FuncLit:
		return e.recovers[f]
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		if s := e.r.info.Selections[f]; s != nil && types.IsInterface(s.Recv()) {
			return true
		}
		id = f.Sel
	default:
		return true
	}
	switch obj := e.r.info.Uses[id].(type) {
	case *types.Func:
		return pathOf(obj) == world && (recovering[obj] || obj.Origin() != obj)
	case *types.Builtin:
		return false
	}
	return true
}

// compiledReceiver notes the type of the receiver of a deferred call of a compiled method, which is kept
// instead of the method: the interpreter takes methods of compiled types for functions with a receiver.
func (e *emitter) compiledReceiver(c *ast.CallExpr, f *ast.SelectorExpr, s *types.Selection) {
	t := s.Recv()
	_, have := t.Underlying().(*types.Pointer)
	if !have && !types.IsInterface(t) && len(s.Index()) == 1 && pointerReceiver(s.Obj().(*types.Func).Signature()) {
		f.X = e.typed(&ast.UnaryExpr{OpPos: f.Pos(), Op: token.AND, X: f.X}, types.NewPointer(t))
		t = types.NewPointer(t)
	}
	e.compiledMethod[c] = t
}
