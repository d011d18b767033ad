// The value of a cell is the value of its last expression.
//
// It is decided here, on the syntax and the types, and not by what the interpreter happens to hold. An
// assignment, a declaration and a call without results have none. Neither has a cell that ends with a
// semicolon. The counts that fmt's printing functions return are nobody's value. Where the expression is
// a call with several results, each is a value, but a trailing error is shown only if there is one.
//
// The expression becomes calls of Runtime's Show. Methods by which a value draws itself are invisible to
// reflection if its type comes from a cell, so they are handed over as functions, one by one:
//
//	s        becomes    v := s
//	                    Method("SVG", func() string { return v.SVG() })
//	                    Show(v)

package cell

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// value makes the statements that evaluate and show one value of the cell. The rules have not run on x.
func (e *emitter) value(x ast.Expr) []ast.Stmt {
	p := x.Pos()
	tv := e.r.info.Types[x]
	plain := e.r.info.Types[ast.Unparen(x)]
	c, isCall := ast.Unparen(x).(*ast.CallExpr)
	rewritten := func() ast.Expr {
		s := &ast.ExprStmt{X: x}
		e.rewrite(s)
		return s.X
	}
	isCall = isCall && !e.r.info.Types[c.Fun].IsType()
	switch {
	case tv.Value != nil:
		if e.t.silent {
			return nil
		}
		return e.constantValue(tv, p)
	case tv.IsNil():
		if e.t.silent {
			return nil
		}
		return []ast.Stmt{&ast.ExprStmt{X: e.runtime(p, "Show", ident("nil", p))}}
	case isCall && (tv.IsVoid() || plain.IsVoid() || e.t.silent || e.prints(c)):
		body := block(p, &ast.ExprStmt{X: c})
		e.rewrite(body)
		return body.List
	case e.t.silent:
		return []ast.Stmt{&ast.AssignStmt{Lhs: []ast.Expr{ident("_", p)}, TokPos: p, Tok: token.ASSIGN, Rhs: []ast.Expr{rewritten()}}}
	}
	results := []types.Type{tv.Type}
	if tuple, ok := tv.Type.(*types.Tuple); ok {
		results = slices.Collect(parts(tuple))
	}
	def := &ast.AssignStmt{TokPos: p, Tok: token.DEFINE, Rhs: []ast.Expr{rewritten()}}
	var names []string
	for range results {
		n := e.temporary("v")
		names = append(names, n)
		def.Lhs = append(def.Lhs, ident(n, p))
	}
	list := []ast.Stmt{def}
	for i, t := range results {
		if isCall && i == len(results)-1 && isError(t) {
			list = append(list, &ast.ExprStmt{X: e.runtime(p, "ShowError", ident(names[i], p))})
			continue
		}
		if g := e.gallery(t, names[i], p); g != nil {
			list = append(list, g...)
			continue
		}
		list = append(list, e.methods(t, names[i], p)...)
		list = append(list, &ast.ExprStmt{X: e.runtime(p, "Show", ident(names[i], p))})
	}
	return list
}

// constantValue shows a constant. Untyped ones may be larger than every type.
func (e *emitter) constantValue(tv types.TypeAndValue, p token.Pos) []ast.Stmt {
	if b, ok := tv.Type.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		v := tv.Value
		if i := constant.ToInt(v); i.Kind() == constant.Int && b.Info()&types.IsInteger != 0 {
			if _, exact := constant.Int64Val(i); !exact {
				return []ast.Stmt{&ast.ExprStmt{X: e.runtime(p, "ShowBig", text(p, strconv.Quote(i.ExactString())))}}
			}
		} else if v.Kind() == constant.Float {
			if _, ok := floatDigits(v); !ok {
				return []ast.Stmt{&ast.ExprStmt{X: e.runtime(p, "ShowBig", text(p, strconv.Quote(v.String())))}}
			}
		}
	}
	if x := e.literal(tv.Value, tv.Type, p); x != nil {
		list := e.methods(tv.Type, "", p)
		if list != nil {
			n := e.temporary("v")
			list = append([]ast.Stmt{define(p, n, x)}, e.methods(tv.Type, n, p)...)
			x = ident(n, p)
		}
		return append(list, &ast.ExprStmt{X: e.runtime(p, "Show", x)})
	}
	return []ast.Stmt{&ast.ExprStmt{X: e.runtime(p, "ShowBig", text(p, strconv.Quote(tv.Value.ExactString())))}}
}

// prints reports whether c calls one of fmt's functions that print to standard output.
func (e *emitter) prints(c *ast.CallExpr) bool {
	f := e.r.selected(ast.Unparen(c.Fun))
	return f != nil && pathOf(f) == "fmt" &&
		slices.Contains([]string{"Print", "Printf", "Println", "Fprint", "Fprintf", "Fprintln"}, f.Name())
}

// isError reports whether t is Go's own error.
func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// drawing are the methods that package display knows, with the names of Runtime's functions for them.
var drawing = []struct{ name, result, register string }{
	{"MIMEBundle", "map[string]any", "MethodMap"},
	{"HTML", "string", "Method"},
	{"SVG", "string", "Method"},
	{"Markdown", "string", "Method"},
	{"LaTeX", "string", "Method"},
	{"PNG", "[]byte", "MethodBytes"},
	{"JSON", "[]byte", "MethodBytes"},
	{"Error", "string", "Method"},
	{"String", "string", "Method"},
}

// methods hands the drawing methods that t has from a cell to the runtime, for the value named v. Methods
// of pointers count too: v is a variable. What an interface holds is known by the interface's methods.
func (e *emitter) methods(t types.Type, v string, p token.Pos) []ast.Stmt {
	list := e.registrations(t, v, p)
	if list != nil && types.IsInterface(t) {
		return []ast.Stmt{&ast.IfStmt{If: p, Cond: binary(ident(v, p), p, token.NEQ, ident("nil", p)), Body: block(p, list...)}}
	}
	return list
}

func (e *emitter) registrations(t types.Type, v string, p token.Pos) []ast.Stmt {
	if isError(t) || isTypeParam(t) {
		return nil
	}
	var list []ast.Stmt
	for _, d := range drawing {
		obj, _, _ := types.LookupFieldOrMethod(t, true, e.c.pkg, d.name)
		m, ok := obj.(*types.Func)
		if !ok || m.Pkg() == nil || pathOf(m) != world && !types.IsInterface(t) {
			continue
		}
		if e.c.dead[m] && !slices.Contains(e.p.alive, m) {
			continue
		}
		s := m.Signature()
		if s.Params().Len() != 0 || s.Results().Len() != 1 || !hasResult(s.Results().At(0).Type(), d.result) {
			continue
		}
		typ, ok := e.typeExpr(s.Results().At(0).Type(), p)
		if !ok {
			continue
		}
		lit := function(p, fields(p), fields(p, field(typ)),
			returns(p, call(p, &ast.SelectorExpr{X: ident(v, p), Sel: ident(d.name, p)})))
		list = append(list, &ast.ExprStmt{X: e.runtime(p, d.register, text(p, strconv.Quote(d.name)), maker(p, lit.Type, lit))})
	}
	return list
}

// gallery shows a slice or array whose elements draw themselves by methods from a cell: as a slice of
// values that the runtime can draw. It is nil for other types.
func (e *emitter) gallery(t types.Type, v string, p token.Pos) []ast.Stmt {
	var elem types.Type
	switch u := t.Underlying().(type) {
	case *types.Slice:
		elem = u.Elem()
	case *types.Array:
		elem = u.Elem()
	default:
		return nil
	}
	if e.registrations(t, v, p) != nil {
		return nil // it draws itself as a whole
	}
	x, w := e.temporary("x"), e.temporary("w")
	methods := e.methods(elem, x, p)
	if methods == nil {
		return nil
	}
	k := e.temporary("k")
	body := append([]ast.Stmt{define(p, x, &ast.IndexExpr{X: ident(v, p), Lbrack: p, Index: ident(k, p), Rbrack: p})}, methods...)
	body = append(body, assign(p, ident(w, p), call(p, ident("append", p), ident(w, p), e.runtime(p, "Drawn", ident(x, p)))))
	return []ast.Stmt{
		&ast.DeclStmt{Decl: variable(p, w, &ast.ArrayType{Lbrack: p, Elt: emptyInterface(p)})},
		&ast.RangeStmt{For: p, Key: ident(k, p), TokPos: p, Tok: token.DEFINE, X: ident(v, p), Body: block(p, body...)},
		&ast.ExprStmt{X: e.runtime(p, "Show", ident(w, p))},
	}
}

// drawnRule gives the functions of package display, and those of fmt and log, values that draw and print
// themselves: as arguments of type any they would arrive without their methods, or, where the interpreter
// passes String on, without their value, which %d prints.
func drawnRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.CallExpr)
	if !ok || e.displayed[n] == nil {
		return
	}
	for i, x := range n.Args {
		t := e.displayed[n][i]
		if t == nil || types.IsInterface(t) {
			continue
		}
		p := x.Pos()
		v := e.temporary("v")
		methods := e.methods(t, v, p)
		if methods == nil || e.pointerOnly(t) {
			if e.showsNames(n) && hasHidden(t, 0) {
				n.Args[i] = e.runtime(p, "Named", x)
			}
			continue
		}
		body := append([]ast.Stmt{define(p, v, x)}, methods...)
		body = append(body, returns(p, e.runtime(p, "Drawn", ident(v, p))))
		n.Args[i] = call(p, function(p, fields(p), fields(p, field(emptyInterface(p))), body...))
	}
}

// showsNames reports whether a call of fmt prints the names of fields, which the interpreter changes.
func (e *emitter) showsNames(n *ast.CallExpr) bool {
	for _, x := range n.Args {
		if v := e.r.info.Types[x].Value; v != nil && v.Kind() == constant.String {
			return strings.Contains(constant.StringVal(v), "+v")
		}
		if lit, ok := x.(*ast.BasicLit); ok && lit.Kind == token.STRING { // folded
			return strings.Contains(lit.Value, "+v")
		}
	}
	return false
}

// hasHidden reports whether values of type t can hold structs of cells with fields that are not exported.
func hasHidden(t types.Type, depth int) bool {
	if depth > 5 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if pathOf(f) == world && (!f.Exported() || hasHidden(f.Type(), depth+1)) {
				return true
			}
		}
	case *types.Map:
		return hasHidden(u.Key(), depth+1) || hasHidden(u.Elem(), depth+1)
	case interface{ Elem() types.Type }:
		return hasHidden(u.Elem(), depth+1)
	}
	return false
}

// pointerOnly reports whether the drawing methods of t belong to its pointer: fmt would not find them.
func (e *emitter) pointerOnly(t types.Type) bool {
	set := types.NewMethodSet(t)
	for _, d := range drawing {
		if set.Lookup(e.c.pkg, d.name) != nil {
			return false
		}
	}
	return true
}

// findDisplays records the calls of package display and its like, before anything is rewritten: for each
// argument the type that it has there, or nil if the parameter is not open to every type.
func (e *emitter) findDisplays() {
	e.displayed = make(map[*ast.CallExpr][]types.Type)
	e.t.walk(func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || c.Ellipsis.IsValid() {
			return true
		}
		f := e.r.selected(c.Fun)
		if f == nil {
			return true
		}
		switch pathOf(f) {
		case displayPath, "log":
		case "fmt":
			if f.Name() == "Errorf" || strings.Contains(f.Name(), "can") {
				return true // %w wants the error itself, and Scan the address
			}
		default:
			return true
		}
		params := f.Signature().Params()
		for i, x := range c.Args {
			t := e.r.info.Types[x].Type
			last := params.Len() - 1
			open := i >= last && f.Signature().Variadic() || i <= last && isEmptyInterface(params.At(i).Type())
			if !open {
				t = nil
			}
			e.displayed[c] = append(e.displayed[c], t)
		}
		return true
	})
}

// displayPath is the package whose functions show values.
const displayPath = "polka/kernel/display"

func hasResult(t types.Type, want string) bool {
	switch want {
	case "string":
		return types.Identical(t, types.Typ[types.String])
	case "[]byte":
		return types.Identical(t, types.NewSlice(types.Typ[types.Byte]))
	}
	m, ok := t.(*types.Map)
	return ok && types.Identical(m.Key(), types.Typ[types.String]) && types.Identical(m.Elem(), types.NewInterfaceType(nil, nil))
}
