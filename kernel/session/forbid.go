// SPDX-License-Identifier: BSD-3-Clause

// What answers must not use.
//
// An exercise may forbid functions, methods and packages. They are looked for in the text of what
// the exercise uses, and of the functions and types of cells that it mentions, directly or not:
// "area calls sides, which uses Perimeter". For a variable whose type is a function, they are
// looked for in what its cell assigns to it. Other values that cells have made are not looked into.

package session

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"

	"polka/kernel/cell"
	"polka/kernel/cell/syntax"
	"polka/kernel/exercise"
)

// forbidden says which of the forbidden names an answer uses, "" for none.
func (s *Session) forbidden(x *exercise.Exercise) string {
	if len(x.Forbid) == 0 {
		return ""
	}
	words := s.words()
	s.compiling.Lock()
	defer s.compiling.Unlock()
	entities := make(map[string]*cell.Entity)
	for _, e := range s.c.Entities() {
		entities[e.Name] = e
	}
	type step struct{ name, way string }
	var queue []step
	seen := make(map[string]bool)
	add := func(name, way string) {
		if e := entities[name]; e != nil && e.Path == "" && !seen[name] {
			seen[name] = true
			queue = append(queue, step{name, way})
		}
	}
	for _, line := range x.Uses {
		if name, _, err := exercise.Declaration(line); err == nil {
			root, _, _ := strings.Cut(name, ".")
			add(name, name)
			add(root, root)
		}
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		found := ""
		for _, n := range s.nodes(entities[at.name]) {
			ast.Inspect(n, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if slices.Contains(x.Forbid, n.Sel.Name) {
						found = n.Sel.Name
					}
					if id, ok := n.X.(*ast.Ident); ok {
						if e := entities[id.Name]; e != nil && e.Path != "" && slices.Contains(x.Forbid, "package "+path.Base(e.Path)) {
							found = "package " + path.Base(e.Path)
						}
					}
				case *ast.Ident:
					if e := entities[n.Name]; e != nil && n.Obj == nil && (e.Decl != nil || isFunction(e)) {
						add(n.Name, words.Sprintf("%s calls %s, which", at.way, n.Name))
					}
				}
				return found == ""
			})
		}
		if found != "" {
			return words.Sprintf("%s uses %s, which this exercise forbids", at.way, found)
		}
		for name := range entities { // the methods of a type
			if strings.HasPrefix(name, at.name+".") {
				add(name, name)
			}
		}
	}
	return ""
}

// isFunction reports whether e is a variable whose type is a function.
func isFunction(e *cell.Entity) bool {
	v, ok := e.Obj.(*types.Var)
	if !ok {
		return false
	}
	_, ok = v.Type().Underlying().(*types.Signature)
	return ok
}

// nodes returns the trees of what a cell has declared: of a declaration, of what the cell assigns
// to a variable whose type is a function, or of the whole cell of another variable.
func (s *Session) nodes(e *cell.Entity) (list []ast.Node) {
	if e.Decl != nil {
		f, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+e.Decl.Text, 0) // with the objects of local variables
		if err != nil {
			return nil
		}
		return []ast.Node{f}
	}
	t, err := syntax.Parse(token.NewFileSet(), e.Cell, s.c.Source(e.Cell))
	if err != nil {
		return nil
	}
	function := isFunction(e)
	t.Walk(func(n ast.Node) bool {
		if function {
			list = append(list, assigned(n, e.Name)...)
			return true
		}
		list = append(list, n)
		return false
	})
	return list
}

// assigned returns the values that a statement or specification gives to the variable with a name.
func assigned(n ast.Node, name string) (list []ast.Node) {
	var to, values []ast.Expr
	switch n := n.(type) {
	case *ast.AssignStmt:
		to, values = n.Lhs, n.Rhs
	case *ast.ValueSpec:
		for _, id := range n.Names {
			to = append(to, id)
		}
		values = n.Values
	}
	for i, x := range to {
		if id, ok := x.(*ast.Ident); ok && id.Name == name && len(values) > 0 {
			list = append(list, values[min(i, len(values)-1)])
		}
	}
	return list
}
