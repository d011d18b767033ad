// `for k, v := range f` over a function is a call of f with the body as a function literal:
//
//	for k, v := range f { B }        becomes    f(func(k K, v V) bool { B; return true })
//
// What leaves the body otherwise than at its end says so in a variable, ends f with false, and is done
// after the call:
//
//	continue                     return true
//	break                        state = 1; return false
//	return x                     result = x; state = 2; return false ... if state == 2 { return result }
//	break L, continue L          state = 3; return false             ... if state == 3 { break L }
//
// Inner loops have been rewritten before, so their returns stand after their calls, in this body. The
// check of Go that f does not go on after false is not made.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

func rangeFuncRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.RangeStmt)
	if !ok || e.overFunc[n] == nil {
		return
	}
	p := n.Pos()
	yield, ok := e.overFunc[n].Params().At(0).Type().Underlying().(*types.Signature)
	if !ok {
		return
	}
	ft, ok := e.funcType(yield, p)
	if !ok {
		return
	}
	var top []ast.Stmt
	for i, f := range ft.Params.List {
		x := n.Key
		if i == 1 {
			x = n.Value
		}
		name := e.temporary("y")
		if id, ok := x.(*ast.Ident); ok && id.Name != "_" && n.Tok == token.DEFINE {
			name = id.Name
		} else if x != nil && !isBlank(x) {
			top = append(top, assign(p, x, ident(name, p)))
		}
		f.Names = []*ast.Ident{ident(name, p)}
	}

	state := e.temporary("state")
	label := ""
	if l, ok := cur.Parent().(*ast.LabeledStmt); ok {
		label = l.Label.Name
	}
	inner := make(map[string]bool)
	ast.Inspect(n.Body, func(m ast.Node) bool {
		if l, ok := m.(*ast.LabeledStmt); ok {
			inner[l.Label.Name] = true
		}
		return true
	})
	var before, after []ast.Stmt
	var results []string
	next := 2
	leave := func(at token.Pos, code int) []ast.Stmt {
		return []ast.Stmt{assign(at, ident(state, at), integer(at, strconv.Itoa(code))), returns(at, ident("false", at))}
	}
	then := func(code int, s ast.Stmt) {
		after = append(after, &ast.IfStmt{If: p, Cond: binary(ident(state, p), p, token.EQL, integer(p, strconv.Itoa(code))), Body: block(p, s)})
	}
	breaks, loops := 0, 0 // what an unlabelled break or continue belongs to, inside of the body
	body := astutil.Apply(n.Body, func(c *astutil.Cursor) bool {
		switch s := c.Node().(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			breaks++
			loops++
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			breaks++
		case *ast.BranchStmt:
			at := s.Pos()
			name := ""
			if s.Label != nil {
				name = s.Label.Name
			}
			own := name != "" && name == label
			switch {
			case s.Tok == token.CONTINUE && (name == "" && loops == 0 || own):
				c.Replace(returns(at, ident("true", at)))
				return false
			case s.Tok == token.BREAK && (name == "" && breaks == 0 || own):
				c.Replace(block(at, leave(at, 1)...))
				return false
			case name != "" && !inner[name] && (s.Tok == token.BREAK || s.Tok == token.CONTINUE):
				then(next, &ast.BranchStmt{TokPos: at, Tok: s.Tok, Label: ident(name, at)})
				c.Replace(block(at, leave(at, next)...))
				next++
				return false
			}
		case *ast.ReturnStmt:
			at := s.Pos()
			if len(s.Results) == 0 {
				then(next, returns(p))
				c.Replace(block(at, leave(at, next)...))
				next++
				return false
			}
			if results == nil {
				sig := e.enclosing[n]
				if sig == nil {
					return false
				}
				var values []ast.Expr
				for v := range sig.Results().Variables() {
					typ, ok := e.typeExpr(v.Type(), p)
					if !ok {
						return false
					}
					r := e.temporary("result")
					results = append(results, r)
					values = append(values, ident(r, p))
					before = append(before, &ast.DeclStmt{Decl: variable(p, r, typ)})
				}
				then(-1, returns(p, values...))
			}
			set := &ast.AssignStmt{TokPos: at, Tok: token.ASSIGN, Rhs: s.Results}
			for _, r := range results {
				set.Lhs = append(set.Lhs, ident(r, at))
			}
			c.Replace(block(at, append([]ast.Stmt{set}, leave(at, -1)...)...))
			return false
		}
		return true
	}, func(c *astutil.Cursor) bool {
		switch c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			breaks--
			loops--
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			breaks--
		}
		return true
	}).(*ast.BlockStmt)
	list := append(top, body, returns(p, ident("true", p)))
	literal := &ast.FuncLit{Type: ft, Body: block(p, list...)}
	out := append(before, define(p, state, integer(p, "0")), &ast.ExprStmt{X: call(p, n.X, maker(p, ft, literal))})
	cur.Replace(block(p, append(out, after...)...))
}

// findIterators records the loops over functions, and the functions that they are in.
func (e *emitter) findIterators() {
	e.overFunc = make(map[*ast.RangeStmt]*types.Signature)
	e.enclosing = make(map[*ast.RangeStmt]*types.Signature)
	var stack []*types.Signature
	var nodes []bool
	e.t.walk(func(n ast.Node) bool {
		if n == nil {
			if nodes[len(nodes)-1] {
				stack = stack[:len(stack)-1]
			}
			nodes = nodes[:len(nodes)-1]
			return true
		}
		isFunc := false
		switch n := n.(type) {
		case *ast.FuncDecl:
			isFunc = true
			var sig *types.Signature
			if f, ok := e.r.info.Defs[n.Name].(*types.Func); ok {
				sig = f.Signature()
			} else {
				sig = signatureOf(&ast.FuncDecl{Recv: n.Recv, Name: n.Name, Type: n.Type}, e.r.info)
			}
			stack = append(stack, sig)
		case *ast.FuncLit:
			isFunc = true
			sig, _ := e.r.info.Types[n].Type.(*types.Signature)
			stack = append(stack, sig)
		case *ast.RangeStmt:
			if t := e.r.info.Types[n.X].Type; t != nil {
				if sig, ok := t.Underlying().(*types.Signature); ok && sig.Params().Len() == 1 {
					e.overFunc[n] = sig
					if len(stack) > 0 {
						e.enclosing[n] = stack[len(stack)-1]
					}
				}
			}
		}
		nodes = append(nodes, isFunc)
		return true
	})
}
