// Types that are declared inside of functions move out.
//
//	func f() {                           type pointꓸ2 struct{ x, y int }
//		type point struct{ x, y int }    func f() {
//		g(point{1, 2})                       gᐸᐧᐧᐧᐳ(pointꓸ2{1, 2})
//	}                                    }
//
// An instance of a generic function lives outside of all functions, and so must its type arguments. In
// an instance, each declaration of a local type is a type of its own, as Go wants it. The interpreter
// cannot do everything with local types (they may not mention themselves), so all of them move.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// findLocalTypes names the types that are declared inside of functions.
func (e *emitter) findLocalTypes() {
	e.t.walk(func(n ast.Node) bool {
		s, ok := n.(*ast.DeclStmt)
		if !ok {
			return true
		}
		g, ok := s.Decl.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			return true
		}
		for _, spec := range g.Specs {
			obj, ok := e.r.info.Defs[spec.(*ast.TypeSpec).Name].(*types.TypeName)
			if !ok {
				continue
			}
			e.locals = append(e.locals, obj)
			if t, ok := obj.Type().(*types.Named); ok && t.TypeParams().Len() == 0 && obj.Name() != "_" {
				e.own[obj] = e.c.newSymbol(obj.Name())
			}
		}
		return true
	})
}

// declareLocalTypes puts the types into the file.
func (e *emitter) declareLocalTypes() {
	for _, obj := range e.locals {
		if sym := e.own[obj]; sym != "" {
			e.declareType(sym, obj.Type().Underlying(), obj.Pos())
		}
	}
}

// declareType puts the declaration of a type into the file.
func (e *emitter) declareType(sym string, underlying types.Type, p token.Pos) {
	if i, ok := underlying.(*types.Interface); ok && !i.IsMethodSet() {
		return // a constraint
	}
	x, ok := e.typeExpr(underlying, p)
	if !ok {
		e.fail(p, "type "+Plain(sym)+" cannot be used in a cell: the interpreter does not have what it is made of")
		return
	}
	spec := &ast.TypeSpec{Name: ident(sym, p), Type: e.tagged(x, underlying, sym)}
	e.file = append(e.file, &ast.GenDecl{TokPos: p, Tok: token.TYPE, Specs: []ast.Spec{spec}})
}

// localTypeRule removes the declarations of types from functions.
func localTypeRule(e *emitter, cur *astutil.Cursor) {
	s, ok := cur.Node().(*ast.DeclStmt)
	if !ok {
		return
	}
	if g, ok := s.Decl.(*ast.GenDecl); ok && g.Tok == token.TYPE {
		cur.Replace(&ast.EmptyStmt{Semicolon: s.Pos(), Implicit: true})
	}
}
