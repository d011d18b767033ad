// Functions as values.
//
// The name of a function of a cell, where it is not called, is for the interpreter the function's
// declaration, which it turns into a value only where it is assigned to a variable with a type. Elsewhere
// the program fails: `return f` and `g := f; return g` do. So the variable is made:
//
//	return f    becomes    return func() func(int) int { var v func(int) int = f; return v }()

package cell

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

func funcValueRule(e *emitter, cur *astutil.Cursor) {
	x, ok := cur.Node().(ast.Expr)
	if !ok || !e.isFuncName(x) || onlyNamed(cur, x) {
		return
	}
	sig, ok := e.typeOf(x).(*types.Signature)
	if !ok || sig.TypeParams().Len() > 0 {
		return
	}
	p := x.Pos()
	result, ok1 := e.funcType(sig, p)
	typ, ok2 := e.funcType(sig, p)
	if !ok1 || !ok2 {
		return
	}
	name := e.temporary("f")
	v := variable(p, name, typ, x)
	lit := function(p, fields(p), fields(p, field(result)), &ast.DeclStmt{Decl: v}, returns(p, ident(name, p)))
	cur.Replace(e.typed(call(p, lit), sig))
}

// isFuncName reports whether x is the name of a function of a cell or of a twin, with type arguments
// perhaps.
func (e *emitter) isFuncName(x ast.Expr) bool {
	id, ok := withoutTypeArgs(x).(*ast.Ident)
	if !ok {
		return false
	}
	f, ok := e.r.info.Uses[id].(*types.Func)
	return ok && f.Pkg() != nil && (pathOf(f) == world || ofTwin(f.Pkg())) && f.Signature().Recv() == nil
}

// onlyNamed reports whether the expression x at the cursor only names the function: it is called, selected,
// or given type arguments.
func onlyNamed(cur *astutil.Cursor, x ast.Expr) bool {
	switch p := cur.Parent().(type) {
	case *ast.CallExpr:
		return p.Fun == x
	case *ast.SelectorExpr, *ast.ParenExpr, *ast.FuncDecl:
		return true
	case *ast.IndexExpr:
		return p.X == x
	case *ast.IndexListExpr:
		return p.X == x
	case *ast.ValueSpec:
		return p.Type != nil
	}
	return false
}
