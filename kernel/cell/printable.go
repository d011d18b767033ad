// What fmt is given.
//
// A value of a cell's own interface type is kept in a way that compiled code cannot read (interface.go).
// An argument of package fmt or log that has such values in it is copied first,
//
//	fmt.Println(shapes)    becomes    fmt.Println(runtime.Plain(shapes))
//
// where shapes is a []Shape. Scan and its like want the value itself.

package cell

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

func printableRule(e *emitter, cur *astutil.Cursor) {
	n, ok := cur.Node().(*ast.CallExpr)
	if !ok || n.Ellipsis.IsValid() {
		return
	}
	f := e.r.selected(n.Fun)
	if f == nil || pathOf(f) != "fmt" && pathOf(f) != "log" || strings.Contains(f.Name(), "can") {
		return
	}
	for i, x := range n.Args {
		t := e.typeOf(x)
		if t == nil || isInterface(t) || !holdsInterface(t, nil) || e.displayed[n] != nil && e.methods(t, "v", x.Pos()) != nil {
			continue
		}
		n.Args[i] = e.typed(e.runtime(x.Pos(), "Plain", x), types.NewInterfaceType(nil, nil))
		if e.displayed[n] != nil {
			e.displayed[n][i] = nil
		}
	}
}

// holdsInterface reports whether values of type t can have values of a cell's interface type in them.
func holdsInterface(t types.Type, within []types.Type) bool {
	if slices.Contains(within, t) {
		return false
	}
	within = append(within, t)
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return hasMethods(t) && !isCompiled(t)
	case *types.Slice:
		return holdsInterface(u.Elem(), within)
	case *types.Array:
		return holdsInterface(u.Elem(), within)
	case *types.Pointer:
		return holdsInterface(u.Elem(), within)
	case *types.Map:
		return holdsInterface(u.Key(), within) || holdsInterface(u.Elem(), within)
	case *types.Struct:
		if n, ok := types.Unalias(t).(*types.Named); ok && imported(n.Obj()) {
			return false
		}
		for f := range u.Fields() {
			if holdsInterface(f.Type(), within) {
				return true
			}
		}
	}
	return false
}
