// Assertions that a value has the methods of an interface.
//
// The value in an empty interface has no methods that the interpreter could find (interface.go), so
// x.(Shape) is false for every type of a cell. But the types of a cell are known, each is known by its
// tag (field.go), and go/types knows which of them have the methods. So for each interface that something
// is asserted to be there is a function that asks for them one by one:
//
//	func asꓸt1(x interface{}) (Shape, bool) {
//		switch v := x.(type) {
//		case Circle:
//			return v, true
//		case *Square:
//			return v, true
//		case Shape: // what the interpreter knows by itself
//			return v, true
//		}
//		if asꓸt1ꓸd != nil {
//			return asꓸt1ꓸd(x)
//		}
//		return nil, false
//	}
//
// and x.(Shape) becomes asꓸt1(x). A later cell that declares more types with these methods puts a
// function for them into asꓸt1ꓸd.
//
// A type switch on an empty interface with a case that is an interface becomes a switch over such
// questions, in the order of the cases.
//
// Types that are no structs cannot be told from others by reflection, and are left to the interpreter.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// An assertion is an interface that something is asserted to be.
type assertion struct {
	t   types.Type
	sym string // the function
}

func assertionRule(e *emitter, cur *astutil.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.TypeAssertExpr:
		if n.Type == nil || !isEmptyInterface(e.typeOf(n.X)) {
			return
		}
		a := e.assertion(e.typeOf(n.Type), n.Pos())
		if a == nil {
			return
		}
		c := call(n.Pos(), ident(a.sym, n.Pos()), n.X)
		result := e.typeOf(n)
		if _, commaOk := result.(*types.Tuple); !commaOk {
			c = e.insist(a, n)
		}
		cur.Replace(e.typed(c, result))
	case *ast.TypeSwitchStmt:
		e.typeSwitch(cur, n)
	}
}

// insist is the assertion n without a second value: it panics if it is false.
func (e *emitter) insist(a *assertion, n *ast.TypeAssertExpr) *ast.CallExpr {
	p := n.Pos()
	sym := a.sym + "ꓸm"
	if e.helper(sym) {
		result, _ := e.typeExpr(a.t, p)
		name := types.TypeString(a.t, func(p *types.Package) string { return p.Name() })
		missing := a.t.Underlying().(*types.Interface).Method(0).Name()
		quoted := func(s string) ast.Expr { return text(p, strconv.Quote(s)) }
		e.funcs = append(e.funcs, &ast.FuncDecl{
			Name: ident(sym, p),
			Type: &ast.FuncType{Func: p, Params: fields(p, field(emptyInterface(p), ident("x", p))), Results: fields(p, field(result))},
			Body: block(p, definePair(p, "v", "ok", call(p, ident(a.sym, p), ident("x", p))),
				&ast.IfStmt{If: p, Cond: &ast.UnaryExpr{OpPos: p, Op: token.NOT, X: ident("ok", p)}, Body: block(p,
					&ast.ExprStmt{X: e.runtime(p, "NoMethod", ident("x", p), quoted(name), quoted(missing))})},
				returns(p, ident("v", p))),
		})
	}
	return call(p, ident(sym, p), n.X)
}

// assertion is the function for t, made now if there is none; nil if t is no interface with methods, or has no
// name here.
func (e *emitter) assertion(t types.Type, p token.Pos) *assertion {
	if !hasMethods(t) {
		return nil
	}
	for _, a := range slices.Concat(e.c.assertions, e.p.assertions) {
		if types.Identical(a.t, t) {
			return a
		}
	}
	a := &assertion{t: t, sym: e.temporary("as")}
	if !e.ask(a.sym, t, e.knownTypes(), p) {
		return nil
	}
	e.p.assertions = append(e.p.assertions, a)
	return a
}

// ask makes the function sym that asks whether a value has one of the types and the methods of t. It
// reports whether t has a name here.
func (e *emitter) ask(sym string, t types.Type, candidates []types.Type, p token.Pos) bool {
	result := func() ast.Expr { x, _ := e.typeExpr(t, p); return x }
	if result() == nil {
		return false
	}
	x := func() ast.Expr { return ident("x", p) }
	results := func() *ast.FieldList { return fields(p, field(result()), field(ident("bool", p))) }
	body := block(p)
	yes := func(typ ast.Expr) {
		found := []ast.Stmt{returns(p, ident("v", p), ident("true", p))}
		body.List = append(body.List, &ast.CaseClause{Case: p, List: []ast.Expr{typ}, Colon: p, Body: found})
	}
	for _, c := range candidates {
		if !types.Implements(c, t.Underlying().(*types.Interface)) {
			continue
		}
		if typ, ok := e.typeExpr(c, p); ok {
			yes(typ)
		}
	}
	compiled := isCompiled(t)
	if !compiled {
		yes(result())
	}
	var list []ast.Stmt
	if len(body.List) > 0 {
		list = append(list, &ast.TypeSwitchStmt{Switch: p, Assign: define(p, "v", &ast.TypeAssertExpr{X: x(), Lparen: p, Rparen: p}), Body: body})
	}
	more := sym + "ꓸd"
	list = append(list, &ast.IfStmt{If: p, Cond: binary(ident(more, p), p, token.NEQ, ident("nil", p)), Body: block(p, returns(p, call(p, ident(more, p), x())))})
	if compiled {
		native := &ast.TypeAssertExpr{X: x(), Lparen: p, Type: result(), Rparen: p}
		list = append(list, definePair(p, "w", "ok", native), returns(p, ident("w", p), ident("ok", p)))
	} else {
		list = append(list, returns(p, ident("nil", p), ident("false", p)))
	}
	e.file = append(e.file, variable(p, more, &ast.FuncType{Func: p, Params: fields(p, field(emptyInterface(p))), Results: results()}))
	e.funcs = append(e.funcs, &ast.FuncDecl{Name: ident(sym, p), Type: &ast.FuncType{Func: p, Params: fields(p, field(emptyInterface(p), ident("x", p))), Results: results()}, Body: block(p, list...)})
	return true
}

// isCompiled reports whether t is an interface of a compiled package, or error.
func isCompiled(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && pathOf(n.Obj()) != world
}

// extendAssertions tells the assertions of earlier cells of the types that are new in this one.
func (e *emitter) extendAssertions() {
	fresh := e.freshTypes()
	if len(fresh) == 0 {
		return
	}
	p := e.t.end
	for _, a := range e.c.assertions {
		some := slices.ContainsFunc(fresh, func(t types.Type) bool { return types.Implements(t, a.t.Underlying().(*types.Interface)) })
		if !some {
			continue
		}
		sym := e.temporary("as")
		if e.ask(sym, a.t, fresh, p) {
			e.start = append(e.start, assign(p, ident(sym+"ꓸd", p), ident(a.sym+"ꓸd", p)), assign(p, ident(a.sym+"ꓸd", p), ident(sym, p)))
		}
	}
}

// knownTypes lists the struct types of all cells, and pointers to them, in the order of their names.
func (e *emitter) knownTypes() []types.Type {
	byName := make(map[string]types.Type)
	add := func(obj types.Object, sym string) {
		if t, ok := obj.(*types.TypeName); ok && sym != "" && !t.IsAlias() {
			byName[sym] = t.Type()
		}
	}
	for obj, sym := range e.c.symbols {
		add(obj, sym)
	}
	for obj, sym := range e.own {
		add(obj, sym)
	}
	addInstances(byName, e.c.instances)
	addInstances(byName, e.p.instances)
	return structs(byName)
}

// freshTypes lists the struct types that this cell declares, or gives methods.
func (e *emitter) freshTypes() []types.Type {
	byName := make(map[string]types.Type)
	for obj, sym := range e.own {
		if t, ok := obj.(*types.TypeName); ok && !t.IsAlias() {
			byName[sym] = t.Type()
		}
	}
	for _, m := range e.r.methods {
		if n := namedType(m.Signature().Recv().Type()); n != nil {
			if sym, ok := e.symbol(n.Obj()); ok && byName[sym] == nil {
				byName[sym] = n
			}
		}
	}
	addInstances(byName, e.p.instances)
	return structs(byName)
}

// addInstances adds the types among instances.
func addInstances(byName map[string]types.Type, instances map[types.Object][]*instance) {
	for _, list := range instances {
		for _, i := range list {
			if i.named != nil {
				byName[i.sym] = i.named
			}
		}
	}
}

// structs lists the struct types among named ones that are not generic, and pointers to them.
func structs(byName map[string]types.Type) []types.Type {
	var list []types.Type
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		n, ok := types.Unalias(byName[name]).(*types.Named)
		if !ok || n.TypeParams().Len() > n.TypeArgs().Len() {
			continue
		}
		if isStruct(n) {
			list = append(list, n, types.NewPointer(n))
		}
	}
	return list
}

// typeSwitch makes a list of questions of a type switch.
func (e *emitter) typeSwitch(cur *astutil.Cursor, n *ast.TypeSwitchStmt) {
	assert := asserted(n)
	if assert == nil || !isEmptyInterface(e.typeOf(assert.X)) || !e.asksMethods(n) {
		return
	}
	p := n.Pos()
	name := e.temporary("x")
	def := define(p, name, assert.X)
	s := &ast.SwitchStmt{Switch: p, Body: n.Body}
	switch {
	case n.Init == nil:
		s.Init = def
		cur.Replace(s)
	case inList(cur):
		cur.Replace(block(p, n.Init, def, s))
	default:
		return
	}
	e.risky[s] = e.risky[n]
	value := func() ast.Expr { return e.typed(ident(name, p), types.NewInterfaceType(nil, nil)) }
	for _, clause := range n.Body.List {
		c := clause.(*ast.CaseClause)
		e.bindCase(c, value)
		for i, t := range c.List {
			c.List[i] = e.isType(value(), t)
		}
	}
	e.conditions(s)
}

// asksMethods reports whether a case of n is an interface with methods that the compiler can ask for.
func (e *emitter) asksMethods(n *ast.TypeSwitchStmt) bool {
	for _, s := range n.Body.List {
		for _, x := range s.(*ast.CaseClause).List {
			if e.assertion(e.typeOf(x), x.Pos()) != nil {
				return true
			}
		}
	}
	return false
}

// isType is the question whether a value has the type t, or is nil.
func (e *emitter) isType(value, t ast.Expr) ast.Expr {
	p := t.Pos()
	if e.r.info.Types[t].IsNil() {
		return e.typed(binary(value, p, token.EQL, t), types.Typ[types.Bool])
	}
	var x ast.Expr = &ast.TypeAssertExpr{X: ident("x", p), Lparen: p, Type: t, Rparen: p}
	if a := e.assertion(e.typeOf(t), p); a != nil {
		x = call(p, ident(a.sym, p), ident("x", p))
	}
	ask := function(p, fields(p, field(emptyInterface(p), ident("x", p))), fields(p, field(ident("bool", p))),
		definePair(p, "_", "ok", x), returns(p, ident("ok", p)))
	return e.typed(call(p, ask, value), types.Typ[types.Bool])
}

// bindCase defines the variable of a type switch at the beginning of a case, if the case mentions it.
func (e *emitter) bindCase(c *ast.CaseClause, value func() ast.Expr) {
	obj := e.r.info.Implicits[c]
	if obj == nil {
		return
	}
	used := false
	for _, s := range c.Body {
		ast.Inspect(s, func(m ast.Node) bool {
			if id, ok := m.(*ast.Ident); ok && e.r.info.Uses[id] == obj {
				used = true
			}
			return !used
		})
	}
	if !used {
		return
	}
	p := c.Pos()
	def := define(p, obj.Name(), value())
	if len(c.List) == 1 && !e.r.info.Types[c.List[0]].IsNil() {
		t := e.typeOf(c.List[0])
		if a := e.assertion(t, p); a != nil {
			def = definePair(p, obj.Name(), "_", call(p, ident(a.sym, p), value()))
		} else if typ, ok := e.typeExpr(t, p); ok {
			def = define(p, obj.Name(), &ast.TypeAssertExpr{X: value(), Lparen: p, Type: typ, Rparen: p})
		}
	}
	c.Body = append([]ast.Stmt{def}, c.Body...)
}
