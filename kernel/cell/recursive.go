// Types that mention each other.
//
//	type List struct{ root Element; n int }
//	type Element struct{ next, prev *Element; list *List }
//
// Reflection cannot make such types, and the interpreter helps itself by changing them afterwards. It does
// well for one type that mentions itself; where there are several it confuses them, and an *Element is
// refused where an *Element is wanted. So groups of types that mention each other are declared in a unit
// of their own, and Program.Groups tells whoever runs it to build their types for reflection before the
// next unit is compiled. The types of a group are listed so that a type comes after those that its values
// contain.
//
// The groups are the strongly connected components of the graph "mentions", without those of one type
// (Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1 (1972)). What an interface
// mentions does not count: for reflection it is an interface, whatever its methods.

package cell

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A typeGraph has the types of a cell and what they mention.
type typeGraph struct {
	symbols map[types.Type]string // by *types.Named
	order   []types.Type

	index, low map[types.Type]int
	stack      []types.Type
	groups     [][]types.Type
}

// groups are the symbols of the types that the cell declares and that mention each other.
func (e *emitter) groups() [][]string {
	g := &typeGraph{symbols: make(map[types.Type]string), index: make(map[types.Type]int), low: make(map[types.Type]int)}
	add := func(obj types.Object, sym string) {
		t, ok := obj.Type().(*types.Named)
		if ok && t.Obj() == obj && t.TypeParams().Len() == 0 && sym != "" {
			g.symbols[t] = sym
			g.order = append(g.order, t)
		}
	}
	for _, d := range e.t.decls {
		if isType(d) {
			if obj := e.r.objects[d.names[0]]; obj != nil {
				add(obj, e.own[obj])
			}
		}
	}
	for _, obj := range e.locals {
		add(obj, e.own[obj])
	}
	for _, i := range e.newTypes() {
		g.symbols[i.named] = i.sym
		g.order = append(g.order, i.named)
	}
	for _, t := range g.order {
		if _, seen := g.index[t]; !seen {
			g.visit(t, e)
		}
	}
	var names [][]string
	for _, group := range g.groups {
		var list []string
		for _, t := range contained(group, g, e) {
			list = append(list, g.symbols[t])
		}
		names = append(names, list)
	}
	return names
}

// visit is Tarjan's procedure.
func (g *typeGraph) visit(t types.Type, e *emitter) {
	n := len(g.index)
	g.index[t], g.low[t] = n, n
	g.stack = append(g.stack, t)
	g.mentions(t.Underlying(), e, false, func(u types.Type) {
		if _, seen := g.index[u]; !seen {
			g.visit(u, e)
			g.low[t] = min(g.low[t], g.low[u])
		} else if slices.Contains(g.stack, u) {
			g.low[t] = min(g.low[t], g.index[u])
		}
	})
	if g.low[t] < g.index[t] {
		return
	}
	i := slices.Index(g.stack, t)
	if len(g.stack)-i > 1 {
		g.groups = append(g.groups, slices.Clone(g.stack[i:]))
	}
	g.stack = g.stack[:i]
}

// mentions calls f for the types of the graph that t is made of; with inside set, only for those whose
// values lie in a value of t.
func (g *typeGraph) mentions(t types.Type, e *emitter, inside bool, f func(types.Type)) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		u := types.Type(t)
		if i := e.typeInstance(t); i != nil {
			u = i.named
		}
		if g.symbols[u] != "" {
			f(u)
		}
		return
	case *types.Struct, *types.Array:
	default:
		if inside {
			return // it points to its parts
		}
	}
	for u := range parts(t) {
		g.mentions(u, e, inside, f)
	}
}

// contained orders the types of a group so that each comes after those that its values contain.
func contained(group []types.Type, g *typeGraph, e *emitter) (list []types.Type) {
	done := make(map[types.Type]bool)
	var visit func(types.Type)
	visit = func(t types.Type) {
		if done[t] || !slices.Contains(group, t) {
			return
		}
		done[t] = true
		g.mentions(t.Underlying(), e, true, visit)
		list = append(list, t)
	}
	for _, t := range group {
		visit(t)
	}
	return list
}

// typesFirst moves the declarations of imports and types into a file of their own.
func typesFirst(decls []ast.Decl) (first, rest []ast.Decl) {
	for _, d := range decls {
		if g, ok := d.(*ast.GenDecl); ok && (g.Tok == token.IMPORT || g.Tok == token.TYPE) {
			first = append(first, d)
		} else {
			rest = append(rest, d)
		}
	}
	return first, rest
}
