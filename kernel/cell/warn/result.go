// SPDX-License-Identifier: BSD-3-Clause

// A result that is not used.
//
//	strings.ToUpper(s)      does not change s
//	slices.Insert(xs, 0, x) too, as far as the length goes
//	piece.Rotate()          shapes do not change
//	p.AddOption("a b")         problems do not change: it returns another one
//
// The functions are those that only compute a result: those of the packages below, and the methods
// of immutable values, of package time and of Options.Immutable. A function that takes a function,
// a context or a channel, or whose receiver is a pointer or an interface, may do something; it is
// ignored, unless it is a method of such a value that returns another value of its type. So is the
// last expression of a cell, whose value is shown.

package warn

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"polka/kernel/cell/typeview"
)

// calculates are the packages whose functions only calculate, but for those that are named.
var calculates = map[string][]string{
	"bytes": nil, "cmp": nil, "errors": {"As"}, "html": nil, "maps": nil, "math": nil, "math/bits": nil, "math/cmplx": nil,
	"path": nil, "slices": nil, "strconv": nil, "strings": nil, "unicode": nil, "unicode/utf16": nil, "unicode/utf8": {"EncodeRune"},
}

// formats are the functions of fmt that only calculate.
var formats = []string{"Append", "Appendf", "Appendln", "Errorf", "Sprint", "Sprintf", "Sprintln"}

func (w *warner) dropped() {
	ast.Inspect(w.File, func(n ast.Node) bool {
		s, ok := n.(*ast.ExprStmt)
		if !ok || slices.Contains(w.Tree.Values, s.X) {
			return true
		}
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		if !ok {
			return true
		}
		if f := w.callee(call); f != nil && w.onlyCalculates(f) {
			msg := fmt.Sprintf("the result of %s is lost", calleeName(f))
			if name := w.unchanged(call, f); name != "" {
				w.warn(s.Pos(), fmt.Sprintf("%s; %s itself does not change: write %s = %s.%s(...)", msg, name, name, name, f.Name()))
				return true
			}
			if slices.Contains(w.Tree.Stmts, ast.Stmt(s)) {
				msg += "; only the last value of a cell is shown"
			}
			w.warn(s.Pos(), msg)
		}
		return true
	})
}

// unchanged returns the variable that f, as call calls it, does not change, but returns another
// version of; "" if f is no such method.
func (w *warner) unchanged(call *ast.CallExpr, f *types.Func) string {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	r := f.Signature().Recv()
	if !ok || r == nil || f.Signature().Results().Len() != 1 || !types.Identical(r.Type(), f.Signature().Results().At(0).Type()) {
		return ""
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return ""
	}
	if _, ok := w.Info.Uses[id].(*types.Var); !ok {
		return ""
	}
	return id.Name
}

// callee returns the declared function or method that a call calls.
func (w *warner) callee(call *ast.CallExpr) *types.Func {
	return typeview.Selected(w.Info, withoutTypeArgs(ast.Unparen(call.Fun)))
}

func (w *warner) onlyCalculates(f *types.Func) bool {
	sig := f.Signature()
	if f.Pkg() == nil || sig.Results().Len() == 0 || sig.Results().Len() == 1 && typeview.IsError(sig.Results().At(0).Type()) && f.Pkg().Path() != "errors" && f.Pkg().Path() != "fmt" {
		return false
	}
	path := f.Pkg().Path()
	if r := sig.Recv(); r != nil && slices.Contains(w.Immutable, path) && types.Identical(r.Type(), sig.Results().At(0).Type()) {
		return true
	}
	for v := range sig.Params().Variables() {
		if mayAct(v.Type()) {
			return false
		}
	}
	if r := sig.Recv(); r != nil {
		if _, ok := types.Unalias(r.Type()).(*types.Pointer); ok || types.IsInterface(r.Type()) {
			return false
		}
		return path == "time" || slices.Contains(w.Immutable, path)
	}
	if path == "fmt" {
		return slices.Contains(formats, f.Name())
	}
	except, ok := calculates[path]
	return ok && !slices.Contains(except, f.Name())
}

// mayAct reports whether a function may act through an argument of type t.
func mayAct(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Signature, *types.Chan:
		return true
	case *types.Interface:
		return u.NumMethods() > 0 && !typeview.IsTypeParam(t) && !typeview.IsError(t)
	}
	return false
}

// calleeName is strings.Cut or Shape.Rotate.
func calleeName(f *types.Func) string {
	if r := f.Signature().Recv(); r != nil {
		return typeview.TypeName(r.Type()) + "." + f.Name()
	}
	return f.Pkg().Name() + "." + f.Name()
}

// withoutTypeArgs returns what x indexes, or x itself.
func withoutTypeArgs(x ast.Expr) ast.Expr {
	switch y := x.(type) {
	case *ast.IndexExpr:
		return y.X
	case *ast.IndexListExpr:
		return y.X
	}
	return x
}
