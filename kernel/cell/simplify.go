// Before the rules that know the interpreter, other rules turn Go into simpler Go: they take apart what
// the interpreter gets wrong when it stands together. They run in a pass of their own, from the leaves to
// the root, so that the rules of emit.go see only simple Go. Each has a file and an essay.
//
// A simplification keeps the facts of go/types: the new nodes get types where a later rule wants to know
// one. Nodes without an entry are names of temporaries and types as the interpreter knows them.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

func simplifications() []rule {
	return []rule{
		defineRule,
		makeChanRule,
		emptyStructRule,
		funcValueRule,
		printRule,
		typeNameRule,
		printableRule,
		panicRule,
		unsafeRule,
		shiftRule,
		addressRule,
		rangeRule,
		switchRule,
		assertionRule,
		unnamedRule,
		interfaceRule,
		compareRule,
		convertRule,
		tupleRule,
		appendRule,
		selectRule,
		assignRule,
		returnRule,
		fieldRule,
	}
}

// typed records the type of a new expression.
func (e *emitter) typed(x ast.Expr, t types.Type) ast.Expr {
	e.r.info.Types[x] = types.TypeAndValue{Type: t}
	return x
}

// typeOf is the type of x, nil if nothing is known of it.
func (e *emitter) typeOf(x ast.Expr) types.Type { return e.r.info.Types[x].Type }

// isConstant reports whether x is a constant or nil: evaluating it has no time.
func (e *emitter) isConstant(x ast.Expr) bool {
	tv := e.r.info.Types[x]
	return tv.Value != nil || tv.IsNil()
}

// convert is T(x), or x itself if T has no name here.
func (e *emitter) convert(x ast.Expr, t types.Type) ast.Expr {
	p := x.Pos()
	if isEmptyStruct(t) && isEmptyStruct(e.typeOf(x)) {
		return e.empty(x, t)
	}
	typ, ok := e.typeExpr(t, p)
	if !ok {
		return x
	}
	switch typ.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.ArrayType, *ast.StructType, *ast.MapType:
	default:
		typ = &ast.ParenExpr{Lparen: p, X: typ, Rparen: p}
		e.r.info.Types[typ] = typeMode(t)
	}
	return e.typed(call(p, typ, x), t)
}

// typeMode is what go/types records of an expression that is a type.
func typeMode(t types.Type) types.TypeAndValue {
	tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, "int")
	if err != nil {
		return types.TypeAndValue{Type: t}
	}
	tv.Type = t
	return tv
}

// hold evaluates x into a new variable before the statement at the cursor, and gives the variable.
// Constants, nil and types need none. It is for statements in a list.
func (e *emitter) hold(before *[]ast.Stmt, x ast.Expr) ast.Expr {
	if e.isConstant(x) || e.r.info.Types[x].IsType() || isBlank(x) {
		return x
	}
	if _, ok := x.(*ast.BasicLit); ok {
		return x
	}
	p := x.Pos()
	t := e.temporary("v")
	*before = append(*before, define(p, t, x))
	if tx := e.typeOf(x); tx != nil {
		return e.typed(ident(t, p), types.Default(tx))
	}
	return ident(t, p)
}

// inList reports whether statements can be put before the one at the cursor.
func inList(cur *astutil.Cursor) bool {
	switch cur.Parent().(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return cur.Index() >= 0
	}
	return false
}

// insert puts statements before the one at the cursor.
func insert(cur *astutil.Cursor, list []ast.Stmt) {
	for _, s := range list {
		cur.InsertBefore(s)
	}
}

// isInterface reports whether t is an interface and no type parameter.
func isInterface(t types.Type) bool { return t != nil && types.IsInterface(t) && !isTypeParam(t) }

// calls reports whether evaluating x calls a function or receives, which can change variables.
func (e *emitter) calls(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if tv := e.r.info.Types[n.Fun]; !tv.IsType() && !e.harmless(n.Fun) {
				found = true
			}
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}
