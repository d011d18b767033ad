// SPDX-License-Identifier: BSD-3-Clause

// Package typeview presents the facts of go/types as a cell sees them: how types and signatures are
// written, what can be selected from a value, and which type is expected of an expression.
//
// It checks nothing and has no state.
package typeview

import (
	"go/ast"
	"go/types"
	"strings"
)

// World is the path of the packages that cells are checked as.
const World = "main"

// Qualify writes package names as a cell does.
func Qualify(p *types.Package) string {
	if p.Path() == World {
		return ""
	}
	return p.Name()
}

// PathOf returns the import path of the package that declares obj, World for a cell's own, and ""
// if Go itself does.
func PathOf(obj types.Object) string {
	if obj.Pkg() == nil {
		return ""
	}
	return obj.Pkg().Path()
}

// Visible reports whether a cell can use obj, a name of a package or a member.
func Visible(obj types.Object) bool { return obj.Exported() || PathOf(obj) == World }

// Signature returns what follows a name in a declaration: parameters and results of a function, the
// type of a variable.
func Signature(obj types.Object) string {
	switch o := obj.(type) {
	case *types.Func:
		return Parameters(o.Signature())
	case *types.Var, *types.Const:
		return types.TypeString(o.Type(), Qualify)
	case *types.TypeName:
		if t := o.Type(); t != nil {
			switch t.Underlying().(type) {
			case *types.Struct:
				return "struct"
			case *types.Interface:
				return "interface"
			default:
				return types.TypeString(t.Underlying(), Qualify)
			}
		}
	}
	return ""
}

// Parameters returns the parameters and results of a function. The compiler names results that have
// no names, such as #rv1; these names are left out.
func Parameters(sig *types.Signature) string {
	if r := sig.Results(); r.Len() > 0 && strings.HasPrefix(r.At(0).Name(), "#") && sig.TypeParams().Len() == 0 {
		var results []*types.Var
		for v := range r.Variables() {
			results = append(results, types.NewVar(v.Pos(), v.Pkg(), "", v.Type()))
		}
		sig = types.NewSignatureType(nil, nil, nil, sig.Params(), types.NewTuple(results...), sig.Variadic())
	}
	return strings.TrimPrefix(types.TypeString(sig, Qualify), "func")
}

// Members returns the fields and methods that can be selected from a value of type t in a cell.
func Members(t types.Type) []types.Object {
	var list []types.Object
	seen := make(map[string]bool)
	add := func(obj types.Object) {
		if Visible(obj) && !seen[obj.Name()] {
			seen[obj.Name()] = true
			list = append(list, obj)
		}
	}
	// Fields, by depth, as selection does.
	type embedded struct{ t types.Type }
	level := []embedded{{t}}
	visited := make(map[types.Type]bool)
	for len(level) > 0 {
		var next []embedded
		for _, e := range level {
			u := types.Unalias(e.t)
			if p, ok := u.Underlying().(*types.Pointer); ok {
				u = types.Unalias(p.Elem())
			}
			if visited[u] {
				continue
			}
			visited[u] = true
			if s, ok := u.Underlying().(*types.Struct); ok {
				for f := range s.Fields() {
					add(f)
					if f.Embedded() {
						next = append(next, embedded{f.Type()})
					}
				}
			}
		}
		level = next
	}
	recv := t
	if _, ok := t.Underlying().(*types.Pointer); !ok && !types.IsInterface(t) {
		recv = types.NewPointer(t) // a variable's methods include those of its address
	}
	for m := range methodSet(recv).Methods() {
		if obj, _, _ := types.LookupFieldOrMethod(recv, true, m.Obj().Pkg(), m.Obj().Name()); obj != nil {
			add(m.Obj())
		}
	}
	return list
}

// methodSet returns the method set of t. It is empty where go/types fails, as it does for an
// instance of a generic type that was given a method after the instance was made.
func methodSet(t types.Type) (set *types.MethodSet) {
	defer func() {
		if recover() != nil {
			set = new(types.MethodSet)
		}
	}()
	return types.NewMethodSet(t)
}

// TypeName returns the name of the type that t is or points to, or "".
func TypeName(t types.Type) string {
	if n := namedType(t); n != nil {
		return n.Obj().Name()
	}
	return ""
}

// IsTypeParam reports whether t is a type parameter.
func IsTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// parameterType returns the type of argument i of a call, nil if there is none.
func parameterType(sig *types.Signature, i int, spread bool) types.Type {
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 && !spread {
		if s, ok := sig.Params().At(n - 1).Type().(*types.Slice); ok {
			return s.Elem()
		}
		return nil
	}
	if i < 0 || i >= n {
		return nil
	}
	return sig.Params().At(i).Type()
}

// namedType returns the named type that t is or points to, or nil.
func namedType(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// IsError reports whether t is Go's own error.
func IsError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// Selected returns the function or method that f selects, as strings.Cut does; nil if f is
// something else.
func Selected(info *types.Info, f ast.Expr) *types.Func {
	sel, ok := f.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	m, _ := info.Uses[sel.Sel].(*types.Func)
	return m
}
