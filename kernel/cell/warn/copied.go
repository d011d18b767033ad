// SPDX-License-Identifier: BSD-3-Clause

// A copy that is changed and then forgotten.
//
//	func (c Counter) Add() { c.n++ }       c is a copy of the receiver
//	for _, x := range xs { x *= 2 }        x is a copy of the element
//	for i := range 10 { i++ }              each turn has an i of its own
//
// Go accepts all three, and nothing changes. The rule reports an assignment to such a variable, or
// to a field of it, if nothing can see it: the variable is not read behind the assignment, nor in a
// loop around it, and there is no closure, address or goto by which it might be read all the same.

package warn

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

func (w *warner) copied() {
	ast.Inspect(w.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil && n.Body != nil && len(n.Recv.List[0].Names) == 1 {
				v := w.Info.Defs[n.Recv.List[0].Names[0]]
				w.forgotten(v, n.Body, func(string) string {
					return fmt.Sprintf("%s is a copy of the receiver, so this change is lost; to change the receiver, declare func (%[1]s *%s) %s", v.Name(), types.ExprString(n.Recv.List[0].Type), n.Name.Name)
				})
			}
		case *ast.RangeStmt:
			if n.Tok != token.DEFINE {
				break
			}
			if id, ok := n.Key.(*ast.Ident); ok {
				w.forgotten(w.Info.Defs[id], n.Body, func(string) string {
					return fmt.Sprintf("each turn of the loop has its own %s, so this change is lost", id.Name)
				})
			}
			if id, ok := n.Value.(*ast.Ident); ok {
				w.forgotten(w.Info.Defs[id], n.Body, func(place string) string {
					msg := fmt.Sprintf("%s is a copy of the element, so this change is lost", id.Name)
					if key, ok := n.Key.(*ast.Ident); ok && w.assignable(n.X) {
						i := key.Name
						if i == "_" {
							i = "i"
						}
						msg += fmt.Sprintf("; to change the element, assign to %s[%s]%s", types.ExprString(n.X), i, place)
					}
					return msg
				})
			}
		}
		return true
	})
}

// assignable reports whether the elements of x, over which a loop ranges, can be changed, and x is
// short.
func (w *warner) assignable(x ast.Expr) bool {
	if _, ok := x.(*ast.Ident); !ok {
		return false
	}
	switch w.Info.TypeOf(x).Underlying().(type) {
	case *types.Slice, *types.Array:
		return true
	}
	return false
}

// forgotten warns of the first assignment to v in body that nothing sees. The argument of message
// is what follows the name of v in the assignment, such as ".x".
func (w *warner) forgotten(v types.Object, body *ast.BlockStmt, message func(place string) string) {
	if v == nil || v.Name() == "_" {
		return
	}
	type change struct {
		place ast.Expr
		end   token.Pos // of the statement
		loop  ast.Node  // the outermost loop around it, nil for none
	}
	var changes []change
	var reads []token.Pos
	assigned := make(map[*ast.Ident]bool) // v where it is assigned to
	assign := func(place ast.Expr, s ast.Stmt, stack []ast.Node) {
		if id := w.root(place); id != nil && w.Info.Uses[id] == v {
			assigned[id] = true
			changes = append(changes, change{place, s.End(), outermostLoop(stack)})
		}
	}
	escapes := false
	ast.PreorderStack(body, nil, func(n ast.Node, stack []ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				assign(x, n, stack)
			}
		case *ast.IncDecStmt:
			assign(n.X, n, stack)
		case *ast.Ident:
			if w.Info.Uses[n] == v && !assigned[n] {
				reads = append(reads, n.Pos())
				escapes = escapes || inFunction(stack)
			}
		default:
			escapes = escapes || w.escape(n, v)
		}
		return !escapes
	})
	if escapes {
		return
	}
	for _, c := range changes {
		if !slices.ContainsFunc(reads, func(p token.Pos) bool {
			return p > c.end || c.loop != nil && c.loop.Pos() <= p && p < c.loop.End()
		}) {
			w.warn(c.place.Pos(), message(strings.TrimPrefix(types.ExprString(c.place), v.Name())))
			return
		}
	}
}

// root returns the variable that an assignment to e changes, whole or in part, nil if that is
// behind a pointer or a slice.
func (w *warner) root(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		if s := w.Info.Selections[e]; s != nil && s.Kind() == types.FieldVal && !s.Indirect() {
			return w.root(e.X)
		}
	case *ast.IndexExpr:
		if t := w.Info.TypeOf(e.X); t != nil {
			if _, array := t.Underlying().(*types.Array); array {
				return w.root(e.X)
			}
		}
	}
	return nil
}

// escape reports whether n takes the address of v or of a part of it, or is a goto, behind which
// the order of the text means little.
func (w *warner) escape(n ast.Node, v types.Object) bool {
	var of ast.Expr
	switch n := n.(type) {
	case *ast.BranchStmt:
		return n.Tok == token.GOTO
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			of = n.X
		}
	case *ast.SliceExpr:
		if _, array := w.Info.TypeOf(n.X).Underlying().(*types.Array); array {
			of = n.X
		}
	case *ast.SelectorExpr:
		if s := w.Info.Selections[n]; s != nil && s.Kind() == types.MethodVal {
			if _, pointer := s.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer); pointer {
				of = n.X
			}
		}
	}
	if of == nil {
		return false
	}
	id := w.root(of)
	return id != nil && w.Info.Uses[id] == v
}

// outermostLoop returns the first loop of a path of nodes, nil if there is none.
func outermostLoop(path []ast.Node) ast.Node {
	for _, n := range path {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return n
		}
	}
	return nil
}

// inFunction reports whether a path of nodes leads through a function literal.
func inFunction(path []ast.Node) bool {
	return slices.ContainsFunc(path, func(n ast.Node) bool { _, ok := n.(*ast.FuncLit); return ok })
}
