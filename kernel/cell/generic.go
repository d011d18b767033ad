// Type arguments that Go infers are written out, since the interpreter infers only the simplest:
//
//	Map(words, func(s string) int { return len(s) })    becomes    Map[string, int](words, ...)

package cell

import (
	"go/ast"

	"golang.org/x/tools/go/ast/astutil"
)

func inferRule(e *emitter, cur *astutil.Cursor) {
	id, ok := cur.Node().(*ast.Ident)
	if !ok {
		return
	}
	inst, ok := e.r.info.Instances[id]
	if !ok || inst.TypeArgs.Len() == 0 {
		return
	}
	switch parent := cur.Parent().(type) {
	case *ast.IndexExpr:
		if parent.X == id {
			if full, ok := e.instantiate(id, inst.TypeArgs, id.Pos()); ok && inst.TypeArgs.Len() > 1 {
				// Some arguments were written, others inferred: replace the whole when the parent is visited.
				e.partial[parent] = full
			}
			return
		}
	case *ast.IndexListExpr:
		if parent.X == id {
			return
		}
	case *ast.SelectorExpr:
		return
	}
	if full, ok := e.instantiate(id, inst.TypeArgs, id.Pos()); ok {
		cur.Replace(full)
	}
}

func partialRule(e *emitter, cur *astutil.Cursor) {
	if n, ok := cur.Node().(*ast.IndexExpr); ok {
		if full := e.partial[n]; full != nil {
			cur.Replace(full)
		}
	}
}
