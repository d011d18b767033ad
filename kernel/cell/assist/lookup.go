// SPDX-License-Identifier: BSD-3-Clause

// Completion and inspection use the type checker.
//
// The text under the cursor is seldom a whole program. So the name being written is replaced by a
// name that nobody uses, the brackets that are open before it are closed, and the result is checked
// like a cell whose errors are ignored: go/types continues after errors, and knows the type of the
// expression before a dot even if the rest makes no sense. If the whole cell does not parse, the
// text after the cursor is left out; if that does not parse either, only the operand before the dot
// is kept.

package assist

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"polka/kernel/cell/explain"
	"polka/kernel/cell/syntax"
)

// hole stands for the name under the cursor.
const hole = "holeꓸ"

// A view is a checked text with a hole.
type view struct {
	explain.Cell
	imports map[string]types.Object // with those that the text leaves out
	path    []ast.Node
}

// look checks code with the range from..to replaced by the hole. It returns nil if nothing parses.
func (a *Assistant) look(code string, from, to int) *view {
	fset := token.NewFileSet()
	texts := []string{
		code[:from] + hole + code[to:],
		code[:from] + hole + syntax.Closers(code[:from]),
		code[:from] + hole + "\n" + syntax.Closers(code[:from]),
		code[:from] + hole + " {\n}" + syntax.Closers(code[:from]), // the condition of an if, the range of a loop
		syntax.Operand(code[:from]) + hole,
	}
	for _, text := range texts {
		t, err := syntax.Parse(fset, 1, text)
		if err != nil || !mentionsHole(t) {
			continue
		}
		v := &view{path: nil}
		v.Cell, v.imports = a.c.Look(t)
		v.path = pathTo(t)
		return v
	}
	return nil
}

func mentionsHole(t *syntax.Tree) bool {
	found := false
	t.Walk(func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == hole {
			found = true
		}
		return !found
	})
	return found
}

// pathTo lists the nodes from the root to the hole.
func pathTo(t *syntax.Tree) (path []ast.Node) {
	var stack []ast.Node
	t.Walk(func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		if id, ok := n.(*ast.Ident); ok && id.Name == hole && path == nil {
			path = slices.Clone(stack)
		}
		return true
	})
	return path
}
