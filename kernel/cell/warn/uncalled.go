// SPDX-License-Identifier: BSD-3-Clause

// A function that a program or another kernel would call.
//
//	func main() { ... }      a program calls it, and so do other kernels
//	func init_a() { ... }    GoNB calls it, before everything else
//
// In a cell both are ordinary functions. A cell with a package clause is a program, and its main is
// called.
//
// Besides, a method whose value is shown, as in puzzle.First, was probably meant to be called.

package warn

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

func (w *warner) uncalled() {
	if w.Tree.Program {
		return
	}
	for _, d := range w.Tree.Decls {
		f, ok := d.Node.(*ast.FuncDecl)
		if !ok || f.Recv != nil || f.Type.Params.NumFields() > 0 || f.Type.Results.NumFields() > 0 || w.mentioned(f.Name) {
			continue
		}
		switch name := f.Name.Name; {
		case name == "main":
			w.warn(f.Name.Pos(), "main is declared but not called; add main() to run it")
		case strings.HasPrefix(name, "init_"):
			w.warn(f.Name.Pos(), name+" is declared but not called; only init runs by itself")
		}
	}
}

// methodValue warns of a method that is the value of the cell.
func (w *warner) methodValue() {
	if w.Tree.Silent || w.Tree.Program || len(w.Tree.Values) != 1 {
		return
	}
	sel, ok := ast.Unparen(w.Tree.Values[0]).(*ast.SelectorExpr)
	if !ok {
		return
	}
	s := w.Info.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal {
		return
	}
	sig := s.Type().(*types.Signature)
	n := sig.Params().Len()
	if n > 0 && types.TypeString(sig.Params().At(0).Type(), nil) == "context.Context" {
		n-- // which a cell leaves out
	}
	args := "()"
	if n > 1 || n == 1 && !sig.Variadic() {
		args = "(...)"
	}
	w.warn(sel.Sel.Pos(), fmt.Sprintf("%s is a method, and is not called; to call it, write %s%s", sel.Sel.Name, types.ExprString(sel), args))
}

// mentioned reports whether a name stands anywhere else in the cell.
func (w *warner) mentioned(name *ast.Ident) bool {
	found := false
	w.Tree.Walk(func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id != name && id.Name == name.Name {
			found = true
		}
		return !found
	})
	return found
}
