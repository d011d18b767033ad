// The text of an instance.
//
// A generic function is parsed once more for each instance, and each type parameter in it becomes a name
// that means the type argument; the scope in which the instance is checked has these names. go/parser
// resolves identifiers within a file, so a variable that happens to be called T stays what it is.
//
//	func Map[T, U any](s []T, f func(T) U) []U       func _(s []type1, f func(type1) type2) []type2
//	func (s *Stack[T]) Push(x T)                     func _(s *type3, x type1)
//
// The nodes have the positions of the generic declaration, so that traces show its lines.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"
)

// clone is the function that t declares, for type arguments. A method of recv becomes a function with the
// receiver in front. Nil means that t declares no function, or one with other type parameters.
func (e *emitter) clone(t *template, args []types.Type, recv *types.Named) *declaration {
	name := fileName(t.decl.cell)
	if t.lib != nil {
		name = libraryFile(t.lib.pkg.Name())
	}
	d, file, err := t.decl.parseIn(e.c.o.Fset, name, 0)
	if err != nil {
		return nil
	}
	fn, ok := d.node.(*ast.FuncDecl)
	if !ok || fn.Body == nil || (recv != nil) != (fn.Recv != nil) {
		return nil
	}
	params := typeParams(fn)
	if len(params) != len(args) {
		return nil
	}
	isArg := make(map[string]bool)
	become := func(id *ast.Ident, arg int) {
		id.Name = e.typeArg(args[arg])
		isArg[id.Name] = true
	}
	if recv == nil {
		for id, i := range usesOfParams(fn, params) {
			become(id, i)
		}
	} else {
		for id, i := range usesOfReceiverParams(fn, params, file.Unresolved) {
			become(id, i)
		}
		setReceiver(fn, e.typeArg(recv))
	}
	fn.Type.TypeParams = nil
	f := asFunction(fn, fn.Body)
	f.Type.Params = named(f.Type.Params)
	variableConversions(f, isArg)
	d.node, d.recv, d.tok = f, "", token.FUNC
	d.made = &made{home: t.lib}
	return d
}

// typeParams are the type parameters that fn declares, or its receiver; nil where it has no name for one.
func typeParams(fn *ast.FuncDecl) []*ast.Ident {
	var ids []*ast.Ident
	if fn.Recv == nil {
		if fn.Type.TypeParams != nil {
			for _, f := range fn.Type.TypeParams.List {
				ids = append(ids, f.Names...)
			}
		}
		return ids
	}
	var list []ast.Expr
	switch x := receiverBase(fn).(type) {
	case *ast.IndexExpr:
		list = []ast.Expr{x.Index}
	case *ast.IndexListExpr:
		list = x.Indices
	}
	for _, x := range list {
		id, _ := x.(*ast.Ident)
		ids = append(ids, id)
	}
	return ids
}

// usesOfParams finds the uses of fn's own type parameters, and which each is.
func usesOfParams(fn *ast.FuncDecl, params []*ast.Ident) map[*ast.Ident]int {
	index := make(map[any]int) // by what the parser resolves a name to
	for i, id := range params {
		if id != nil && id.Obj != nil {
			index[id.Obj] = i
		}
	}
	uses := make(map[*ast.Ident]int)
	ast.Inspect(fn, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Obj != nil {
			if i, ok := index[id.Obj]; ok {
				uses[id] = i
			}
		}
		return true
	})
	return uses
}

// usesOfReceiverParams finds the uses of the type parameters of fn's receiver. The parser knows their
// scope but does not tell: such a use is an identifier of that name that it has neither resolved nor left
// unresolved, and that stands where identifiers are looked up.
func usesOfReceiverParams(fn *ast.FuncDecl, params []*ast.Ident, unresolved []*ast.Ident) map[*ast.Ident]int {
	index := make(map[string]int)
	for i, id := range params {
		if id != nil && id.Name != "_" {
			index[id.Name] = i
		}
	}
	other := make(map[*ast.Ident]bool)
	for _, id := range unresolved {
		other[id] = true
	}
	uses := make(map[*ast.Ident]int)
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			other[n.Name] = true
		case *ast.SelectorExpr:
			other[n.Sel] = true
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok {
				other[id] = true
			}
		case *ast.Field:
			for _, id := range n.Names {
				other[id] = true
			}
		case *ast.LabeledStmt:
			other[n.Label] = true
		case *ast.BranchStmt:
			other[n.Label] = true
		case *ast.Ident:
			if i, ok := index[n.Name]; ok && n.Obj == nil && !other[n] {
				uses[n] = i
			}
		}
		return true
	})
	return uses
}

// typeArg is a name that means t in the text of an instance.
func (e *emitter) typeArg(t types.Type) string {
	for name, obj := range e.typeArgs {
		if types.Identical(obj.Type(), t) {
			return name
		}
	}
	name := e.temporary("type")
	e.typeArgs[name] = types.NewTypeName(token.NoPos, e.c.pkg, name, t)
	return name
}

// receiverBase is the type expression of fn's receiver without stars and parentheses.
func receiverBase(fn *ast.FuncDecl) ast.Expr {
	x := fn.Recv.List[0].Type
	for {
		switch y := x.(type) {
		case *ast.StarExpr:
			x = y.X
		case *ast.ParenExpr:
			x = y.X
		default:
			return x
		}
	}
}

// setReceiver makes name the receiver's type, or what its pointer points to.
func setReceiver(fn *ast.FuncDecl, name string) {
	f := fn.Recv.List[0]
	p := f.Type.Pos()
	x := ast.Expr(ident(name, p))
	if _, ptr := ast.Unparen(f.Type).(*ast.StarExpr); ptr {
		x = &ast.StarExpr{Star: p, X: x}
	}
	f.Type = x
}
