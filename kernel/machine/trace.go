// SPDX-License-Identifier: BSD-3-Clause

// Traces: hooks for single functions.
//
// A traced function calls a hook when it begins, before each statement, and when it ends. Functions
// that are not traced have no such calls in them. For the time of a trace, a declared function has
// another body, which has been compiled from the same tree with the hooks. A function literal that
// is assigned to a variable with a name to be traced gets the hooks where the function around it is
// compiled: in the second body of a declared function, or in a cell that is compiled during the
// trace. A literal that has been made earlier gets those for its beginning and end only.

package machine

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"unsafe"

	"polka/kernel/machine/internal/memory"
	"polka/kernel/machine/internal/run"
)

// A Tracing is an open trace.
type Tracing struct {
	run.Tracer
	m     *Machine
	names map[string]bool // of the functions, and whether they have been found
	undo  []func()
}

// Trace begins a trace: the hook is called for the functions with the given names, which are those
// of functions (f), methods (T.M, or M for those of all types) and variables that function literals
// are assigned to. Code that is compiled while the trace is open must be compiled before
// Declared is called; it runs after that. The machine has one trace at a time: Trace returns nil if
// one is open.
func (m *Machine) Trace(names []string, h *run.Hook) *Tracing {
	tr := &Tracing{m: m, names: make(map[string]bool)}
	tr.Hook = h
	for _, n := range names {
		tr.names[n] = false
	}
	m.Mu.Lock()
	defer m.Mu.Unlock()
	if m.tracing != nil {
		return nil
	}
	m.tracing = tr
	return tr
}

// Declared begins to trace the functions that are declared now, and the function literals that the
// variables of the top level with these symbols hold, by their names.
func (tr *Tracing) Declared(variables map[string]string) (err error) {
	m := tr.m
	m.Mu.Lock()
	defer m.Mu.Unlock()
	defer func() {
		m.endUnit()
		m.traced = nil
		if e := recover(); e != nil {
			d, ok := e.(memory.Decline)
			if !ok {
				panic(e)
			}
			err = &Error{Pos: d.Pos, Msg: d.Msg, Declined: true}
		}
	}()
	var list []*run.Func
	for _, f := range m.funcs {
		list = append(list, f)
	}
	for _, f := range m.methods {
		list = append(list, f)
	}
	for _, f := range m.made {
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b *run.Func) int { return a.Id - b.Id })
	for _, f := range list {
		from, ok := f.Tree.(*tree)
		if !ok || f.Path != "" || f.Hidden || f.Next != nil || from.decl.Body == nil {
			continue
		}
		name := tr.named(f.Name)
		m.traced = tr.literals(m.traced, from.decl.Body)
		if name == "" && len(m.traced) == 0 {
			continue
		}
		f.Ready()
		g := m.NewFunc(f.Name, f.Pos)
		g.Trees = f.Trees
		m.prepare(g, from.decl, from.unit, from.env)
		g.Name = f.Name
		if name != "" {
			tr.names[name] = true
			g.Tracing.Store(&tr.Tracer)
		}
		g.Ready()
		m.traced = nil
		if g.Frame != f.Frame {
			return &Error{Pos: f.Pos, Msg: "a trace of " + f.Name, Declined: true}
		}
		body, hooks := f.Body, f.Hooks
		f.Exchange(g.Body)
		tr.undo = append(tr.undo, func() {
			g.Tracing.Store(nil)
			switch {
			case f.Next != nil:
			case f.Hooks == hooks:
				f.Exchange(body)
			default: // a debugger has been attached or detached
				f.Other = body
			}
		})
	}
	for name, symbol := range variables {
		if c := m.closureOf(m.globals[symbol]); c != nil && c.Fn.Path == "" && c.Fn.Tree == nil {
			tr.names[name] = true
			f := c.Fn
			if f.Tracing.Load() == &tr.Tracer {
				continue
			}
			f.Tracing.Store(&tr.Tracer)
			f.Label = name
			if f.Hooked {
				tr.undo = append(tr.undo, func() { f.Tracing.Store(nil) })
				continue
			}
			body := f.Body
			f.Exchange(f.TracedBody(body))
			tr.undo = append(tr.undo, func() { f.Exchange(body); f.Tracing.Store(nil) })
		}
	}
	return nil
}

// closureOf returns the block of the function that a variable holds, nil if it holds none of the
// machine's.
func (m *Machine) closureOf(g *Global) *run.Closure {
	if g == nil || g.Type.Go == nil {
		return nil
	}
	sig, ok := g.Type.Go.Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	return run.OwnClosure(*(*unsafe.Pointer)(g.p), m.ShimPC(sig))
}

// Missing returns the names of which no function has been found, in alphabetical order.
func (tr *Tracing) Missing() (list []string) {
	for n, found := range tr.names {
		if !found {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list
}

// Quiet makes the functions run without calling the hook from now on.
func (tr *Tracing) Quiet() { tr.Silent.Store(true) }

// End ends the trace.
func (tr *Tracing) End() {
	tr.m.Mu.Lock()
	defer tr.m.Mu.Unlock()
	tr.Silent.Store(true)
	for _, u := range slices.Backward(tr.undo) {
		u()
	}
	tr.undo = nil
	if tr.m.tracing == tr {
		tr.m.tracing, tr.m.traced = nil, nil
	}
}

// named returns the name under which a function is traced, "" if it is not.
func (tr *Tracing) named(title string) string {
	title, _, _ = strings.Cut(title, "[...]")
	if _, ok := tr.names[title]; ok {
		return title
	}
	i := strings.LastIndexByte(title, '.')
	if i < 0 {
		return ""
	}
	recv, method := title[:i], title[i+1:]
	recv, _, _ = strings.Cut(strings.Trim(recv, "(*)"), "[")
	for _, n := range []string{recv + "." + method, method} {
		if _, ok := tr.names[n]; ok {
			return n
		}
	}
	return ""
}

// literals adds the function literals in n that are assigned to variables with names to be traced.
func (tr *Tracing) literals(list map[*ast.FuncLit]string, n ast.Node) map[*ast.FuncLit]string {
	add := func(to, from ast.Expr) {
		id, ok := to.(*ast.Ident)
		lit, isLit := ast.Unparen(from).(*ast.FuncLit)
		if !ok || !isLit {
			return
		}
		if _, ok := tr.names[id.Name]; ok {
			if list == nil {
				list = make(map[*ast.FuncLit]string)
			}
			list[lit] = id.Name
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				for i, x := range n.Lhs {
					add(x, n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			if len(n.Names) == len(n.Values) {
				for i, x := range n.Names {
					add(x, n.Values[i])
				}
			}
		}
		return true
	})
	return list
}

// nameTraced finds the literals of a unit's statements that are to be traced.
func (m *Machine) nameTraced(u *Unit) {
	if m.tracing == nil || u.Package != "" {
		return
	}
	for _, s := range u.Steps {
		if s.Stmt != nil {
			m.traced = m.tracing.literals(m.traced, s.Stmt)
		}
	}
}

// traceLiteral marks the function of a literal that is to be traced.
func (m *Machine) traceLiteral(f *run.Func, lit *ast.FuncLit) {
	if name, ok := m.traced[lit]; ok {
		m.tracing.names[name] = true
		f.Label, f.Hooked = name, true
		tr := m.tracing
		f.Tracing.Store(&tr.Tracer)
		tr.undo = append(tr.undo, func() { f.Tracing.Store(nil) })
	}
}
