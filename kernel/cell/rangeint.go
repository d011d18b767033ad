// `for i := range n` over an integer is a loop that counts:
//
//	for i := range n { ... }    becomes    for i, limit := T(0), n; i < limit; i++ { ... }
//
// n is evaluated once. T is the type of i, which go/types knows. If the body changes i or keeps its
// address or a closure of it, the loop counts with a variable of its own and the body begins with a copy.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

func rangeIntRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.RangeStmt)
	if !ok || e.overInt[n] == nil {
		return
	}
	p := n.Pos()
	t := e.overInt[n]
	typ, ok := e.typeExpr(t, p)
	if !ok {
		return
	}
	limitType, _ := e.typeExpr(t, p)
	i, limit := e.temporary("i"), e.temporary("n")
	body := n.Body
	if n.Key != nil {
		key, isIdent := n.Key.(*ast.Ident)
		switch {
		case isIdent && key.Name == "_":
		case n.Tok == token.DEFINE && isIdent && !e.kept[n]:
			i = key.Name
		case n.Tok == token.DEFINE:
			body = block(p, append([]ast.Stmt{define(p, key.Name, ident(i, p))}, n.Body.List...)...)
		default:
			body = block(p, append([]ast.Stmt{assign(p, n.Key, ident(i, p))}, n.Body.List...)...)
		}
	}
	init := &ast.AssignStmt{
		Lhs:    []ast.Expr{ident(i, p), ident(limit, p)},
		TokPos: p, Tok: token.DEFINE,
		Rhs: []ast.Expr{call(p, typ, integer(p, "0")), call(p, limitType, n.X)},
	}
	cur.Replace(&ast.ForStmt{
		For: p, Init: init,
		Cond: binary(ident(i, p), p, token.LSS, ident(limit, p)),
		Post: &ast.IncDecStmt{X: ident(i, p), TokPos: p, Tok: token.INC},
		Body: body,
	})
}

// findLoops records, before anything is rewritten, which range statements count, and which loops have
// variables that the body keeps or changes.
func (e *emitter) findLoops() {
	e.overInt = make(map[*ast.RangeStmt]types.Type)
	e.kept = make(map[ast.Stmt]bool)
	info := e.r.info
	e.t.walk(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			for i, s := range n.List {
				if a, ok := s.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && len(a.Lhs) == 2 && len(a.Rhs) == 1 {
					if _, isCall := ast.Unparen(a.Rhs[0]).(*ast.CallExpr); !isCall {
						e.kept[a] = e.keeps(&ast.BlockStmt{List: n.List[i+1:]}, false, a.Lhs...)
					}
				}
			}
		case *ast.RangeStmt:
			tv := info.Types[n.X]
			if tv.Type == nil {
				return true
			}
			if b, ok := tv.Type.Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
				t := types.Default(tv.Type)
				if id, ok := n.Key.(*ast.Ident); ok && id.Name != "_" {
					if obj := info.ObjectOf(id); obj != nil {
						t = obj.Type()
					}
				} else if n.Key != nil && n.Tok == token.ASSIGN {
					if kt := info.Types[n.Key].Type; kt != nil {
						t = kt
					}
				}
				e.overInt[n] = t
			}
			e.kept[n] = n.Tok == token.DEFINE && e.keeps(n.Body, e.overInt[n] != nil, n.Key, n.Value)
		case *ast.ForStmt:
			if a, ok := n.Init.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
				e.kept[n] = e.keeps(&ast.BlockStmt{List: []ast.Stmt{n.Body, &ast.ExprStmt{X: orNil(n.Cond)}, orEmpty(n.Post)}}, false, a.Lhs...)
			}
		}
		return true
	})
}

func orNil(x ast.Expr) ast.Expr {
	if x == nil {
		return ast.NewIdent("nil")
	}
	return x
}

func orEmpty(s ast.Stmt) ast.Stmt {
	if s == nil {
		return &ast.EmptyStmt{}
	}
	return s
}

// keeps reports whether body has a function literal that mentions one of the variables, takes an address
// of one, or, if changes is set, changes one.
func (e *emitter) keeps(body ast.Node, changes bool, variables ...ast.Expr) bool {
	objs := make(map[types.Object]bool)
	for _, v := range variables {
		if id, ok := v.(*ast.Ident); ok {
			if obj := e.r.info.Defs[id]; obj != nil {
				objs[obj] = true
			}
		}
	}
	if len(objs) == 0 {
		return false
	}
	found := false
	mentions := func(n ast.Node) {
		ast.Inspect(n, func(m ast.Node) bool {
			if id, ok := m.(*ast.Ident); ok && objs[e.r.info.Uses[id]] {
				found = true
			}
			return !found
		})
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			mentions(n.Body)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				mentions(n.X)
			}
		case *ast.SliceExpr: // of an array variable
			mentions(n.X)
		case *ast.SelectorExpr: // a method may take the address
			if s := e.r.info.Selections[n]; s != nil && s.Kind() == types.MethodVal {
				mentions(n.X)
			}
		case *ast.AssignStmt:
			if changes {
				for _, x := range n.Lhs {
					mentions(x)
				}
			}
		case *ast.IncDecStmt:
			if changes {
				mentions(n.X)
			}
		}
		return !found
	})
	return found
}
