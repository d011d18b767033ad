package cell

import (
	"go/ast"
	"go/token"
)

// Small constructors of syntax. Every node needs a position that lies in the cell: the interpreter looks
// up the file of each.

func ident(name string, p token.Pos) *ast.Ident { return &ast.Ident{Name: name, NamePos: p} }

func call(p token.Pos, f ast.Expr, args ...ast.Expr) *ast.CallExpr {
	return &ast.CallExpr{Fun: f, Lparen: p, Args: args, Rparen: p}
}

func assign(p token.Pos, lhs, rhs ast.Expr) *ast.AssignStmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{lhs}, TokPos: p, Tok: token.ASSIGN, Rhs: []ast.Expr{rhs}}
}

func define(p token.Pos, name string, rhs ast.Expr) *ast.AssignStmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{ident(name, p)}, TokPos: p, Tok: token.DEFINE, Rhs: []ast.Expr{rhs}}
}

// definePair is `a, b := rhs`.
func definePair(p token.Pos, a, b string, rhs ast.Expr) *ast.AssignStmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{ident(a, p), ident(b, p)}, TokPos: p, Tok: token.DEFINE, Rhs: []ast.Expr{rhs}}
}

func block(p token.Pos, list ...ast.Stmt) *ast.BlockStmt {
	return &ast.BlockStmt{Lbrace: p, List: list, Rbrace: p}
}

func integer(p token.Pos, s string) *ast.BasicLit {
	return &ast.BasicLit{ValuePos: p, Kind: token.INT, Value: s}
}

func text(p token.Pos, quoted string) *ast.BasicLit {
	return &ast.BasicLit{ValuePos: p, Kind: token.STRING, Value: quoted}
}

func binary(x ast.Expr, p token.Pos, op token.Token, y ast.Expr) *ast.BinaryExpr {
	return &ast.BinaryExpr{X: x, OpPos: p, Op: op, Y: y}
}

// variable is `var name typ`, or `var name typ = value`.
func variable(p token.Pos, name string, typ ast.Expr, value ...ast.Expr) *ast.GenDecl {
	return &ast.GenDecl{TokPos: p, Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{ident(name, p)}, Type: typ, Values: value}}}
}

func field(typ ast.Expr, names ...*ast.Ident) *ast.Field { return &ast.Field{Names: names, Type: typ} }

func fields(p token.Pos, list ...*ast.Field) *ast.FieldList {
	return &ast.FieldList{Opening: p, List: list, Closing: p}
}

// function is the literal func(params) results { list }. Nil results are none.
func function(p token.Pos, params, results *ast.FieldList, list ...ast.Stmt) *ast.FuncLit {
	return &ast.FuncLit{Type: &ast.FuncType{Func: p, Params: params, Results: results}, Body: block(p, list...)}
}

// maker is func() typ { return x }(): x, made in a frame of its own.
func maker(p token.Pos, typ, x ast.Expr) *ast.CallExpr {
	return call(p, function(p, fields(p), fields(p, field(typ)), returns(p, x)))
}

func returns(p token.Pos, results ...ast.Expr) *ast.ReturnStmt {
	return &ast.ReturnStmt{Return: p, Results: results}
}

// emptyInterface is interface{}.
func emptyInterface(p token.Pos) *ast.InterfaceType {
	return &ast.InterfaceType{Interface: p, Methods: fields(p)}
}
