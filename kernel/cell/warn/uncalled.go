// A function that a program or another kernel would call.
//
//	func main() { ... }      a program calls it, and so do other kernels
//	func init_a() { ... }    GoNB calls it, before everything else
//
// In a cell both are ordinary functions. A cell with a package clause is a program, and its main is
// called.

package warn

import (
	"go/ast"
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
