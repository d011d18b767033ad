// Struct types without fields.
//
// A struct type is told from others by a tag of its first field (field.go). One without fields gets a
// field: of a type without size that prints as nothing, so that Dog{} is still {} and takes no room.
//
//	type Dog struct{}            becomes    type Dog struct { ꓸ runtime.Mark `json:"-" ꓸ:"Dog"` }
//	Dog(struct{}{}), Dog(cat)               Dog{}
//
// A conversion between such types, and one to or from struct{}, is a new value, as they have but one.

package cell

import (
	"go/ast"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// markField is the name of the field. Reflection sees it with an X in front.
const markField = "ꓸ"

// isEmptyStruct reports whether t is a struct type without fields.
func isEmptyStruct(t types.Type) bool {
	if t == nil {
		return false
	}
	s, ok := t.Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

// marked is a struct type without fields but for the mark with the name sym.
func (e *emitter) marked(x ast.Expr, sym string) ast.Expr {
	p := x.Pos()
	mark := field(&ast.SelectorExpr{X: ident(e.alias(Runtime), p), Sel: ident("Mark", p)}, ident(markField, p))
	mark.Tag = text(p, strconv.Quote(`json:"-" `+tagKey+":"+strconv.Quote(sym)))
	return &ast.StructType{Struct: p, Fields: fields(p, mark)}
}

// empty is the value of the type t, which has no fields, where x was converted to it.
func (e *emitter) empty(x ast.Expr, t types.Type) ast.Expr {
	p := x.Pos()
	typ, ok := e.typeExpr(t, p)
	if !ok {
		return x
	}
	lit := e.typed(&ast.CompositeLit{Type: typ, Lbrace: p, Rbrace: p}, t)
	if !e.calls(x) {
		return lit
	}
	param, ok1 := e.typeExpr(e.typeOf(x), p)
	result, ok2 := e.typeExpr(t, p)
	if !ok1 || !ok2 {
		return lit
	}
	f := function(p, fields(p, field(param, ident(e.temporary("v"), p))), fields(p, field(result)), returns(p, lit))
	return e.typed(call(p, f, x), t)
}

func emptyStructRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.CallExpr)
	if !ok || len(n.Args) != 1 || !e.r.info.Types[n.Fun].IsType() {
		return
	}
	if t := e.typeOf(n); isEmptyStruct(t) && isEmptyStruct(e.typeOf(n.Args[0])) {
		cur.Replace(e.empty(n.Args[0], t))
	}
}
