// SPDX-License-Identifier: BSD-3-Clause

// A variable that hides another and is never used.
//
// In an inner block, := defines a new variable where = was meant:
//
//	total := 0
//	for _, x := range xs {
//		total := total + x
//	}
//
// A Go compiler rejects it, because the inner total is not used. In a cell, unused variables are
// allowed, and the mistake would be hard to find. The same happens with err, whose test in the
// outer block then never sees the error. The rule reports only an unused variable with the name and
// type of a visible one whose value is used later, because it belongs to the cells or is used after
// the block.

package warn

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

func (w *warner) shadowed() {
	var used map[types.Object]token.Pos // the last use of each variable
	ast.Inspect(w.File, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || a.Tok != token.DEFINE {
			return true
		}
		for _, x := range a.Lhs {
			id, ok := x.(*ast.Ident)
			if !ok || id.Name == "_" {
				continue
			}
			v, ok := w.Info.Defs[id].(*types.Var)
			if !ok || v.Parent() == nil || w.top(v) {
				continue
			}
			if used == nil {
				used = w.lastUses()
			}
			if _, ok := used[v]; ok {
				continue
			}
			outer, shared := w.hidden(v)
			if outer == nil || !types.Identical(outer.Type(), v.Type()) || !shared && used[outer] < v.Parent().End() {
				continue
			}
			w.warn(id.Pos(), fmt.Sprintf("this %s is a new variable, which nothing uses; that of %s keeps its value (= assigns, := defines)", v.Name(), w.Place(outer.Pos())))
		}
		return true
	})
}

// top reports whether v is a variable of the cell itself.
func (w *warner) top(v *types.Var) bool {
	return slices.Contains(w.Variables, v)
}

// hidden returns the variable that v hides; shared if it belongs to the cells.
func (w *warner) hidden(v *types.Var) (outer *types.Var, shared bool) {
	if _, obj := v.Parent().Parent().LookupParent(v.Name(), v.Pos()); obj != nil && obj.Parent() != types.Universe {
		outer, _ = obj.(*types.Var)
		return outer, outer != nil && (w.top(outer) || outer.Parent() == w.Package.Scope())
	}
	if outer, _ = w.Objects[v.Name()].(*types.Var); outer == nil {
		outer, _ = w.Lookup(v.Name()).(*types.Var)
	}
	return outer, true
}

// lastUses returns the position of the last use of every variable.
func (w *warner) lastUses() map[types.Object]token.Pos {
	used := make(map[types.Object]token.Pos)
	for id, obj := range w.Info.Uses {
		if v, ok := obj.(*types.Var); ok {
			used[v] = max(used[v], id.Pos())
		}
	}
	return used
}
