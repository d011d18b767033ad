// The variables of a loop are new in each iteration, as in Go since 1.22. The interpreter has one for the
// whole loop. The difference shows only if a closure or a pointer keeps the variable; then the loop gets
// a hidden variable, and the body a copy of its own:
//
//	for i := 0; i < n; i++ { B }     becomes    for iꓸ := 0; iꓸ < n; iꓸ++ { i := iꓸ; B; iꓸ = i }
//	for k, v := range x { B }                   for kꓸ, vꓸ := range x { k, v := kꓸ, vꓸ; B }
//
// The copy goes back to the hidden variable at the end of B and before each continue of this loop.
//
// For the same reason the two variables of `v, ok := m[k]` are copied where they are kept: the interpreter
// makes new variables for every other kind of definition.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

func loopVariableRule(e *emitter, cur *astutil.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.ForStmt:
		init, ok := n.Init.(*ast.AssignStmt)
		if !ok || !e.kept[n] {
			return
		}
		p := n.Pos()
		hidden := make(map[types.Object]string)
		var order []types.Object
		for _, x := range init.Lhs {
			id, ok := x.(*ast.Ident)
			if !ok || id.Name == "_" {
				continue
			}
			if obj := e.r.info.Defs[id]; obj != nil {
				order = append(order, obj)
				hidden[obj] = e.temporary(id.Name)
				id.Name = hidden[obj]
			}
		}
		var copies []ast.Stmt
		for _, obj := range order {
			copies = append(copies, define(p, obj.Name(), ident(hidden[obj], p)))
		}
		back := func() (list []ast.Stmt) {
			for _, obj := range order {
				list = append(list, assign(p, ident(hidden[obj], p), ident(obj.Name(), p)))
			}
			return list
		}
		for _, part := range []ast.Node{n.Cond, n.Post} {
			if part == nil {
				continue
			}
			ast.Inspect(part, func(m ast.Node) bool {
				if id, ok := m.(*ast.Ident); ok {
					if h := hidden[e.r.info.Uses[id]]; h != "" {
						id.Name = h
					}
				}
				return true
			})
		}
		label := ""
		if l, ok := cur.Parent().(*ast.LabeledStmt); ok {
			label = l.Label.Name
		}
		n.Body = beforeContinue(n.Body, label, func(s ast.Stmt) ast.Stmt {
			return block(s.Pos(), append(back(), s)...)
		})
		n.Body = block(n.Body.Lbrace, slices.Concat(copies, n.Body.List, back())...)
	case *ast.RangeStmt:
		if n.Tok != token.DEFINE || !e.kept[n] || e.overInt[n] != nil {
			return
		}
		p := n.Pos()
		var copies []ast.Stmt
		for _, x := range []ast.Expr{n.Key, n.Value} {
			if id, ok := x.(*ast.Ident); ok && id.Name != "_" {
				h := e.temporary(id.Name)
				copies = append(copies, define(p, id.Name, ident(h, p)))
				id.Name = h
			}
		}
		n.Body = block(n.Body.Lbrace, append(copies, n.Body.List...)...)
	}
}

// beforeContinue replaces the continue statements of body that belong to the loop with that label.
func beforeContinue(body *ast.BlockStmt, label string, f func(ast.Stmt) ast.Stmt) *ast.BlockStmt {
	depth := 0
	out := astutil.Apply(body, func(c *astutil.Cursor) bool {
		switch s := c.Node().(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			depth++
		case *ast.BranchStmt:
			if s.Tok == token.CONTINUE && (s.Label == nil && depth == 0 || s.Label != nil && s.Label.Name == label) {
				c.Replace(f(s))
				return false
			}
		}
		return true
	}, func(c *astutil.Cursor) bool {
		switch c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			depth--
		}
		return true
	})
	return out.(*ast.BlockStmt)
}

// commaOkRule copies the variables of a definition with comma and ok.
func commaOkRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.AssignStmt)
	if !ok || !e.kept[n] || cur.Index() < 0 {
		return
	}
	p := n.Pos()
	for i := len(n.Lhs) - 1; i >= 0; i-- {
		if id, ok := n.Lhs[i].(*ast.Ident); ok && id.Name != "_" && e.r.info.Defs[id] != nil {
			h := e.temporary(id.Name)
			cur.InsertAfter(define(p, id.Name, ident(h, p)))
			n.Lhs[i] = ident(h, p)
		}
	}
}
